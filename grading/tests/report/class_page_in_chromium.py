#!/usr/bin/python3
"""Makes pages of generated classes with `rowsort report` and looks at them in a headless Chromium.

usage: class_page_in_chromium.py ROWSORT OUTPUT_DIRECTORY

Pages, tables and a screenshot for every size and style are left in OUTPUT_DIRECTORY. Exit status: 0 all is well; 1
something is not, and the output says what; 77 no Chromium was found, so nothing was tested (1 instead where the
environment variable ROWSORT_REQUIRE_PYTHON is set); 2 wrong usage.
"""

import csv
import json
import math
import os
import shutil
import subprocess
import sys

HARNESS_TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../harness/tests/page")
sys.path.insert(0, HARNESS_TESTS)
# pylint: disable=wrong-import-position
from chromium import Chromium, find_chromium  # noqa: E402
from generated_class import HOSTILE, make_class  # noqa: E402
from page_in_chromium import BREAKS_OUT, Failures, check_appearance, check_asks_for_nothing, text  # noqa: E402

# The least contrast of any text with what lies behind it (WCAG 2.1), and where; disabled controls are exempt.
LEAST_CONTRAST = """
(() => {
  const numbers = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = numbers(colour)
      .map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if ((numbers(colour)[3] ?? 1) > 0) return luminance(colour);
    }
    return 1;
  };
  let least = [Infinity, ""];
  const selector = "h1, h2, h3, p, th, td, li, dt, dd, a, button, label, select, figcaption, blockquote, text, .symbol";
  for (const element of document.querySelectorAll(selector)) {
    if (element.disabled || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const ink = luminance(element.tagName === "text" ? style.fill : style.color);
    const behind = ground(element);
    const contrast = (Math.max(ink, behind) + 0.05) / (Math.min(ink, behind) + 0.05);
    if (contrast < least[0]) least = [contrast, element.outerHTML.slice(0, 80)];
  }
  return least;
})()
"""

ROWS = """[...document.querySelectorAll("#student-table tbody tr")].map((line) =>
  [...line.children].map((cell) => cell.textContent))"""
HEADINGS = """[...document.querySelectorAll("#student-table thead th")].map((cell) => cell.dataset.column)"""
# Of each point that is shown in a chart: the student's id, and where it lies, in units of the drawing.
POINTS = """[...document.querySelectorAll("#%s .points path:not([hidden])")].map((point) =>
  [JSON.parse(document.getElementById("class-data").textContent).rows[point.dataset.row][0],
   ...point.getAttribute("transform").match(/[-0-9.]+/g).map(Number)])"""
# Of each mark with a label, across and up: its value, and where its grid line lies.
MARKS = """(() => {
  const lines = [...document.querySelectorAll("#%s line.grid")];
  const label = (line) => line.nextElementSibling;
  const marks = (at, other) => lines.filter((line) => line.getAttribute(at + "1") === line.getAttribute(at + "2") &&
    label(line)?.tagName === "text").map((line) => [Number(label(line).textContent), Number(line.getAttribute(at + "1"))]);
  return [marks("x"), marks("y")];
})()"""
SHOWN = "document.getElementById('shown').textContent"
FOCUSED = "document.activeElement.textContent || document.activeElement.id"


def make_page(rowsort, folder, name, students, arguments=(), **options):
    """Generates a class; gives its kinds, its CSV as a list of rows by id, and the path of its page."""
    grades, page, table = (os.path.join(folder, name + end) for end in ("", ".html", ".csv"))
    shutil.rmtree(grades, ignore_errors=True)
    kinds = make_class(grades, students, **options)
    subprocess.run([rowsort, "report", grades, "--html", page, "--csv", table, *arguments], check=True,
                   stdout=subprocess.DEVNULL)
    with open(table, encoding="utf-8", newline="") as file:
        return kinds, {row["id"]: row for row in csv.DictReader(file)}, page


def places(marks, values):
    """Where values lie on a logarithmic axis, by its first and its last mark."""
    (low, first), (high, last) = marks[0], marks[-1]
    return [first + (last - first) * math.log(value / low) / math.log(high / low) for value in values]


def check_points_drawn(browser, chart, key, table, failures):
    """Every point lies where the marks of the axes say that its two ratios are."""
    students = [student for student, row in table.items() if row["ratio_measured"]]
    across, up = browser.evaluate(MARKS % chart)
    x = places(across, [float(table[student][key]) for student in students])
    y = places(up, [float(table[student]["ratio_measured"]) for student in students])
    drawn = {student: place for student, *place in browser.evaluate(POINTS % chart)}
    failures.equal(sorted(drawn), sorted(students), f"students in {chart}")
    for student, *want in zip(students, x, y):
        got = drawn.get(student, [0, 0])
        close = all(abs(one - other) < 0.1 for one, other in zip(got, want))
        failures.expect(close, f"{chart}: the point of {student} is at {got}, should be at {want}")


def choose(browser, control, value):
    browser.evaluate(f"(() => {{ const it = document.getElementById({json.dumps(control)});"
                     f" it.value = {json.dumps(value)}; it.dispatchEvent(new Event(it.tagName === 'INPUT' ?"
                     " 'input' : 'change')); })()")


def click(browser, selector):
    browser.evaluate(f"document.querySelector({json.dumps(selector)}).click()")


def ids(browser):
    return [row[0] for row in browser.evaluate(ROWS)]


def check_loads_quietly(browser, name, page, failures):
    check_asks_for_nothing(browser, name, page, failures)
    failures.equal(browser.evaluate("document.querySelectorAll('[src], img, iframe, object, link').length"), 0,
                   f"{name}: elements that refer to something else")


def check_numbers(browser, table, kinds, failures):
    headings = browser.evaluate(HEADINGS)
    shown = {row[0]: dict(zip(headings, row)) for row in browser.evaluate(ROWS)}
    failures.equal(len(shown), 50, "rows on the first page")
    for student, cells in shown.items():
        row = table[student]
        for column in ("ratio_measured", "ratio_predicted", "ratio_predicted_by_sectors", "ratio_claimed"):
            want = row[column] and f"{float(row[column]):.2f}"
            close = cells[column] == want or abs(float(cells[column] or 9) - float(want or 9)) < 0.011
            failures.expect(close, f"{student}: {column} is {cells[column]}, should be {want}")
        for column in ("id", "name", "section", "score", "max_score", "points_by_hand", "error_kind", "device"):
            failures.equal(cells[column], row[column].removeprefix("'"), f"{student}: {column}")
        failures.equal(cells["lane_slots_submitted"], row["lane_slots_submitted"] and f"{int(row['lane_slots_submitted']):,}",
                       f"{student}: lane-slots")
        failures.equal(cells["outcome"], row["outcome"], f"{student}: outcome")
        failures.equal(cells["flags"], row["flags"], f"{student}: flags")
    for chart, key in (("by-slots", "ratio_predicted"), ("by-sectors", "ratio_predicted_by_sectors")):
        check_points_drawn(browser, chart, key, table, failures)
    for part, kind in (("missing", "missing"), ("disagreements", "claim")):
        listed = browser.evaluate(f"[...document.querySelectorAll('#{part} .student')].map((b) => b.textContent)")
        failures.equal(listed, [one for one in kinds if kinds[one] == kind], part)


def check_sorting(browser, table, failures):
    number = {one: float(row["ratio_measured"]) for one, row in table.items() if row["ratio_measured"]}
    click(browser, "th[data-column=ratio_measured] button")
    failures.equal([number.get(one) for one in ids(browser)], sorted(number.values(), reverse=True)[:50],
                   "sorted by measured ratio, falling")
    click(browser, "th[data-column=ratio_measured] button")
    failures.equal([number.get(one) for one in ids(browser)], sorted(number.values())[:50], "rising")
    failures.equal(browser.evaluate("document.querySelector('th[data-column=ratio_measured]').getAttribute('aria-sort')"),
                   "ascending", "aria-sort")
    click(browser, "[data-step=last]")
    failures.equal(number.get(ids(browser)[-1]), None, "a student without a number comes last")
    click(browser, "th[data-column=ratio_measured] button")
    click(browser, "[data-step=first]")


def check_filters(browser, table, failures):
    for control, key in (("outcome", "outcome"), ("section", "section"), ("flags", "flags")):
        values = browser.evaluate(f"[...document.getElementById('{control}').options].map((one) => one.value)")
        failures.expect(len(values) > 2, f"{control} has only {values}")
        for value in values[1:]:
            choose(browser, control, value)
            want = [one for one, row in table.items()
                    if value in (row[key].split("; ") if key == "flags" else [row[key]])]
            failures.equal(text(browser, "#shown"), f"{len(want):,} of {len(table):,} students", f"{control} {value}")
            failures.equal(sorted(ids(browser)), want[:50], f"{control} {value}")
        choose(browser, control, "")
    choose(browser, "search", "S0014 a")
    want = [one for one, row in table.items() if "s0014" in one]
    failures.equal(sorted(ids(browser)), want, "searched")
    failures.equal({one[0] for one in browser.evaluate(POINTS % "by-slots")},
                   {one for one in want if table[one]["ratio_measured"]}, "points of the search")
    click(browser, "#clear")
    click(browser, "#devices input[value='Tesla T4']")
    drawn = {table[one[0]]["device"] for one in browser.evaluate(POINTS % "by-slots")}
    failures.equal(drawn, {"NVIDIA H200", "NVIDIA A100-SXM4-40GB"}, "devices drawn without the T4")
    click(browser, "#clear")
    failures.equal(text(browser, "#shown"), f"{len(table)} of {len(table)} students", "cleared")


def check_rings(browser, student, failures):
    for chart in ("by-slots", "by-sectors"):
        place = next(place for one, *place in browser.evaluate(POINTS % chart) if one == student)
        ring = browser.evaluate(f"(() => {{ const ring = document.querySelector('#{chart} .ring:not([hidden])');"
                                " return ring && ring.getAttribute('transform').match(/[-0-9.]+/g).map(Number); })()")
        failures.equal(ring, place, f"{chart}: the ring around the point of {student}")


def check_calibration(browser, failures):
    """Three curves of eight runs, each with a tooltip and a box that hides it."""
    curves = "[...document.querySelectorAll('#calibration-chart .points path')].filter((one) => one.checkVisibility())"
    failures.equal(browser.evaluate(curves + ".length"), 24, "runs of three curves")
    tooltip = text(browser, "#calibration-chart .points title")
    failures.expect(tooltip.startswith("run 1, 2026-03-02T01:00:00Z: ratio "), f"the tooltip of run 1 is {tooltip!r}")
    click(browser, "#calibration input[value='unsorted time']")
    shown = browser.evaluate(curves + ".map((one) => one.getAttribute('class'))")
    failures.equal(shown, ["series-0", "series-2"] * 8, "curves without the unsorted time")
    click(browser, "#calibration input[value='unsorted time']")


def check_ways_between(browser, failures):
    """From a point to the row and back, by mouse and by keyboard."""
    browser.evaluate("document.getElementById('ratios').scrollIntoView()")
    place = browser.evaluate("(() => { const point = document.querySelectorAll('#by-slots .points path')[3];"
                             " const box = point.getBoundingClientRect();"
                             " return [box.left + box.width / 2, box.top + box.height / 2]; })()")
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
    browser.evaluate("new Promise((done) => setTimeout(done, 100))")
    student = browser.evaluate(FOCUSED)
    failures.expect(student.startswith("s0"), f"a click on a point leads to {student!r}")
    tooltip = browser.evaluate("document.querySelector('#by-slots .points title')?.textContent")
    failures.expect(tooltip and tooltip.startswith(student + " "), f"the tooltip of {student} is {tooltip!r}")
    failures.expect(text(browser, "#point").startswith(student + " "), "the point's text is another student's")
    failures.equal(browser.evaluate("document.querySelectorAll('.chosen').length"), 1, "chosen rows")
    check_rings(browser, student, failures)

    browser.press("Enter")  # on the student's button: back to the point
    failures.equal(browser.evaluate("document.activeElement.id"), "by-slots", "focus after Enter on a row")
    browser.press("Home")
    first = text(browser, "#point")
    browser.press("ArrowRight")
    second = text(browser, "#point")
    failures.expect(first != second, f"an arrow key stays at {first}")
    browser.press("ArrowLeft")
    failures.equal(text(browser, "#point"), first, "an arrow key back")
    browser.press("End")
    student = text(browser, "#point").split()[0]
    browser.press("Enter")
    failures.equal(browser.evaluate(FOCUSED), student, "focus after Enter on a point")
    at = ids(browser).index(student)
    step, key = (1, "ArrowDown") if at + 1 < len(ids(browser)) else (-1, "ArrowUp")
    browser.press(key)
    failures.equal(browser.evaluate(FOCUSED), ids(browser)[at + step], f"focus after {key}")

    choose(browser, "search", "student 14")
    click(browser, "#missing button.student")
    failures.equal(browser.evaluate(FOCUSED), text(browser, "#missing button.student"), "from a list, past a filter")
    failures.equal(text(browser, "#point"), browser.evaluate(FOCUSED) + " has no measured ratio", "no point")


def check_tab_reaches(browser, page, failures):
    browser.load(page)
    reached = set()
    for _ in range(60):
        browser.press("Tab")
        reached.add(browser.evaluate("document.activeElement.id || document.activeElement.closest('[data-column]')"
                                     "?.dataset.column || document.activeElement.value"))
    for control in ("by-slots", "by-sectors", "search", "outcome", "flags", "clear", "ratio_measured", "Tesla T4"):
        failures.expect(control in reached, f"the Tab key does not reach {control}")


def check_hostile_text(browser, failures):
    want = HOSTILE.replace("\u202e", "\ufffd")
    failures.equal(text(browser, "#student-table tbody tr td"), want, "the name")
    failures.equal(text(browser, "#sentence-list blockquote"), want, "the sentence")


def check_print(browser, students, failures):
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")
    failures.equal(len(ids(browser)), students, "rows in print")
    browser.evaluate("dispatchEvent(new Event('afterprint'))")
    failures.equal(len(ids(browser)), 50, "rows after print")


def check_points(browser, rowsort, folder, failures):
    points = os.path.join(folder, "points.csv")
    with open(points, "w", encoding="utf-8") as file:
        file.write("id,points,comment\ns00002,1.5,short and right\n")
    _, table, page = make_page(rowsort, folder, "points", 20, ("--points", points))
    failures.equal([table["s00002"]["points_by_hand"], table["s00002"]["comment_by_hand"]],
                   ["1.5", "short and right"], "points in the CSV")
    browser.load(page)
    failures.equal(text(browser, "[data-row='2'] .by-hand"), "1.5 by hand", "points on the page")
    failures.equal(text(browser, "[data-row='2'] .comment"), "Comment: short and right", "the comment")


def check_refused_points(rowsort, folder, failures):
    """Nothing is taken of a table with a mistake in it, and what is kept stays."""
    grades, points = os.path.join(folder, "points"), os.path.join(folder, "points.csv")
    with open(os.path.join(grades, "points.csv"), "rb") as file:
        kept = file.read()
    for second, sentence in (("nobody,1", "no student of this class"), ("s00003,many", "should be points")):
        with open(points, "w", encoding="utf-8") as file:
            file.write(f"id,points\ns00001,1\n{second}\n")
        run = subprocess.run([rowsort, "report", grades, "--points", points], capture_output=True, text=True,
                             check=False)
        failures.equal(run.returncode, 2, f"exit status for {second}")
        failures.expect(f"{points}, line 3: " in run.stderr and sentence in run.stderr, run.stderr)
        with open(os.path.join(grades, "points.csv"), "rb") as file:
            failures.equal(file.read(), kept, f"points kept after {second}")


def check_without_gpu(browser, rowsort, folder, failures):
    """A class that was graded on the CPU device: nothing to draw, and the page says so."""
    _, table, page = make_page(rowsort, folder, "no-gpu", 40, gpu=False)
    check_loads_quietly(browser, "no GPU", page, failures)
    failures.equal(text(browser, "#point"), "No submission has a measured ratio: there was no GPU to measure on.",
                   "no GPU")
    failures.expect(text(browser, "#drift").startswith("The reference passed every time and was not timed"),
                    text(browser, "#drift"))
    choose(browser, "outcome", "missing")
    failures.equal(ids(browser), [one for one, row in table.items() if row["outcome"] == "missing"], "no GPU, filtered")
    click(browser, "#student-table tbody button")
    failures.equal(browser.complaints(), [], "no GPU: complaints after use")


def check_without_scripts(browser, page, failures):
    browser.allow_scripts(False)
    browser.load(page)
    browser.allow_scripts(True)
    failures.equal(browser.evaluate("document.querySelectorAll('#missing li').length"), 10, "without scripts: missing")
    failures.expect(browser.evaluate("document.querySelector('.filters').hidden"), "without scripts: filters shown")
    failures.equal(browser.evaluate("document.querySelectorAll('#ratios .points path').length"), 300,
                   "without scripts: points")


def main(rowsort, folder):
    program = find_chromium()
    if program is None:
        print("not tested: no Chromium; install the Debian package chromium")
        return 1 if os.environ.get("ROWSORT_REQUIRE_PYTHON") else 77
    os.makedirs(folder, exist_ok=True)
    failures = Failures()
    kinds, table, page = make_page(rowsort, folder, "class", 200, drifting=True)
    _, _, plain = make_page(rowsort, folder, "plain", 40, intervals=False)
    _, large_table, large = make_page(rowsort, folder, "large", 5000)
    failures.equal(list(table), list(kinds), "students in the CSV")
    with Chromium(program) as browser:
        browser.resize(1280)
        check_loads_quietly(browser, "class", page, failures)
        check_numbers(browser, table, kinds, failures)
        check_hostile_text(browser, failures)
        check_sorting(browser, table, failures)
        check_filters(browser, table, failures)
        check_ways_between(browser, failures)
        check_calibration(browser, failures)
        check_print(browser, len(table), failures)
        failures.equal(browser.complaints(), [], "complaints after use")
        failures.expect(text(browser, "#drift").startswith("The runner drifts: 2 runs"), text(browser, "#drift"))
        check_tab_reaches(browser, page, failures)
        check_appearance(browser, "class", page, folder, failures, LEAST_CONTRAST)
        check_without_scripts(browser, page, failures)
        failures.equal(browser.evaluate(BREAKS_OUT), "connect-src", "what the policy stops")
        check_loads_quietly(browser, "without intervals", plain, failures)
        check_loads_quietly(browser, "5,000 students", large, failures)
        check_sorting(browser, large_table, failures)
        choose(browser, "search", "student 1234")
        failures.equal(ids(browser), ["s01234"], "one of 5,000 searched")
        check_points(browser, rowsort, folder, failures)
        check_refused_points(rowsort, folder, failures)
        check_without_gpu(browser, rowsort, folder, failures)
    print(f"{failures.count} failures")
    return 1 if failures.count else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
