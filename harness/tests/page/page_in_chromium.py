#!/usr/bin/python3
"""Loads pages of --html in a headless Chromium and looks at what a reader would see.

usage: page_in_chromium.py PROGRAM_DIRECTORY PLANTED_DIRECTORY OUTPUT_DIRECTORY

Runs student, reference (where the tree has it) and a planted fault on the CPU device. Grades, pages and a
screenshot for every size and style are left in OUTPUT_DIRECTORY. Exit status: 0 all is well; 1 something
is not, and the output says what; 77 no Chromium was found, so nothing was tested (1 instead where the
environment variable ROWSORT_REQUIRE_PYTHON is set); 2 wrong usage.
"""

import json
import os
import subprocess
import sys

from chromium import Chromium, find_chromium

HOSTILE = "</script><script>alert(1)</script>\"'<img src=x onerror=alert(1)>\u202e\u0007 end"
ALWAYS = ("lanes-unsorted", "lanes-submitted", "row-length-bars", "trip-steps", "count-bars", "ratio-bars")
STYLES = (("wide", 1280, "screen", "light"), ("narrow", 480, "screen", "light"),
          ("dark", 1280, "screen", "dark"), ("narrow-dark", 480, "screen", "dark"),
          ("print", 800, "print", "light"))

# Pairs of texts of one drawing that lie on each other, and texts that leave their drawing, by more than a
# pixel.
BADLY_PLACED = """
(() => {
  const found = [];
  for (const svg of document.querySelectorAll("figure svg")) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map((text) =>
      ({ name: svg.id + ": " + text.textContent, box: text.getBoundingClientRect() }));
    texts.forEach(({ name, box }, i) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 ||
          box.top < frame.top - 1 || box.bottom > frame.bottom + 1) found.push(name + " is cut off");
      for (const other of texts.slice(i + 1)) {
        if (box.left + 1 < other.box.right && other.box.left + 1 < box.right &&
            box.top + 1 < other.box.bottom && other.box.top + 1 < box.bottom) {
          found.push(name + " lies on " + other.name);
        }
      }
    });
  }
  return found;
})()
"""

# The least contrast of any text with the ground (WCAG 2.1, relative luminance), and where.
LEAST_CONTRAST = """
(() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(Number)
      .map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = luminance(getComputedStyle(document.body).backgroundColor);
  let least = [Infinity, ""];
  for (const element of document.querySelectorAll("h1, h2, p, td, figcaption, text")) {
    const style = getComputedStyle(element);
    const ink = luminance(element.tagName === "text" ? style.fill : style.color);
    const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    if (contrast < least[0]) least = [contrast, element.outerHTML.slice(0, 80)];
  }
  return least;
})()
"""

BREAKS_OUT = """
new Promise((done) => {
  document.addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective));
  fetch("data:text/plain,x").catch(() => {});
  setTimeout(() => done("nothing was stopped"), 5000);
})
"""


class Failures:
    def __init__(self):
        self.count = 0

    def expect(self, holds, what):
        if not holds:
            print("FAIL", what)
            self.count += 1

    def equal(self, got, want, what):
        self.expect(got == want, f"{what}: {got!r}, should be {want!r}")


def make_page(program, name, folder, *arguments):
    """Runs the program; gives its grade and the path of its page."""
    page, grade = (os.path.join(folder, name + end) for end in (".html", ".json"))
    subprocess.run([program, "--quiet", "--device", "cpu", "--json", grade, "--html", page, *arguments],
                   check=False)
    with open(grade, encoding="utf-8") as file:
        return json.load(file), page


def texts(browser, drawing):
    return browser.evaluate(f"[...document.querySelectorAll('#{drawing} text')].map((t) => t.textContent)")


def text(browser, selector):
    return browser.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent")


def check_asks_for_nothing(browser, name, page, failures):
    browser.load(page)
    failures.equal(browser.complaints(), [], f"{name}: complaints")
    failures.equal(browser.requests(), ["file://" + os.path.abspath(page)], f"{name}: requests")


def check_loads_quietly(browser, name, page, failures):
    check_asks_for_nothing(browser, name, page, failures)
    failures.expect(os.path.getsize(page) < 1_000_000, f"{name}: the page has a megabyte or more")
    with open(page, encoding="utf-8") as file:
        source = file.read()
    for address in ("http:", "https:", "@import"):
        failures.expect(address not in source, f"{name}: the page holds {address}")
    failures.equal(browser.evaluate("document.querySelectorAll('[src], [href], iframe, object').length"), 0,
                   f"{name}: elements that refer to something else")


def check_figures(browser, name, wanted, failures):
    for drawing in wanted:
        size = browser.evaluate(f"(() => {{ const box = document.getElementById('{drawing}')"
                                "?.getBoundingClientRect(); return box ? [box.width, box.height] : [0, 0];"
                                " })()")
        failures.expect(min(size) > 50, f"{name}: {drawing} is {size[0]} by {size[1]} pixels")


def check_numbers(browser, name, grade, failures):
    slots = grade["lane_slots"]
    shown = texts(browser, "count-bars")
    for key in ("unsorted", "submitted"):
        failures.expect(f"{slots[key]:,}" in shown, f"{name}: {key} lane-slots {slots[key]:,} not in {shown}")
    shown = texts(browser, "ratio-bars")
    failures.expect(f"{grade['ratio']['predicted']:.2f}" in shown, f"{name}: ratio not in {shown}")
    shown = texts(browser, "row-length-bars")
    for length_bin in grade["matrix"]["row_lengths"]["histogram"]:
        failures.expect(f"{length_bin['rows']:,}" in shown, f"{name}: {length_bin} not in {shown}")
    verdict = text(browser, ".verdict")
    failures.expect(f"score {grade['score']} of {grade['max_score']}" in verdict, f"{name}: {verdict}")
    failures.equal(browser.evaluate("[...document.querySelectorAll('#checks td:last-child')]"
                                    ".map((cell) => cell.textContent)"),
                   [check["message"] for check in grade["checks"]], f"{name}: messages")


def check_bad_rows(browser, name, grade, failures):
    bad, rows = grade["bad_rows"], grade["rows_compared"]
    if bad == 0:
        failures.equal(text(browser, "#bad-rows p"), f"All {rows:,} rows match the CPU.", name)
        return
    check_figures(browser, name, ("bad-rows-original", "bad-rows-submitted"), failures)
    caption = text(browser, "#bad-rows figcaption")
    wanted = f"{bad:,} bad rows of {rows:,}, first at {grade['first_bad_row']['row']:,}, last at"
    failures.expect(wanted in caption, f"{name}: {caption}")


def check_appearance(browser, name, page, folder, failures, least_contrast=LEAST_CONTRAST):
    """In every style; `least_contrast` is an expression for the least contrast and where it is."""
    for style, width, media, scheme in STYLES:
        browser.emulate(media, scheme)
        browser.resize(width)
        browser.load(page)
        label = f"{name}, {style}"
        failures.equal(browser.evaluate(BADLY_PLACED), [], label)
        contrast, where = browser.evaluate(least_contrast)
        failures.expect(contrast >= 4.5, f"{label}: contrast {contrast:.2f} of {where}")
        overflow = browser.evaluate("document.documentElement.scrollWidth - innerWidth")
        failures.expect(overflow <= 0, f"{label}: {overflow} pixels wider than the window")
        browser.screenshot(os.path.join(folder, f"{name}-{style}.png"))
    browser.emulate()
    browser.resize(1280)


def check_selector(browser, page, failures):
    """The reference's warps 0 to 511 hold 32 rows of 419, those behind them rows of 3."""
    browser.load(page)
    unsorted = text(browser, "#lanes-unsorted-numbers")
    failures.equal(unsorted, "Warp 0: 13,408 lane-slots issued, 512 of them useful (3.8%)", "unsorted")
    failures.equal(text(browser, "#lanes-submitted-numbers"),
                   "Warp 0: 13,408 lane-slots issued, 13,408 of them useful (100.0%)", "submitted")
    marks = texts(browser, "lanes-submitted")
    browser.evaluate("(() => { const input = document.getElementById('lanes-submitted-warp');"
                     " input.value = 511; input.focus(); })()")
    browser.press("ArrowUp")
    failures.equal(text(browser, "#lanes-submitted-numbers"),
                   "Warp 512: 96 lane-slots issued, 96 of them useful (100.0%)", "after the arrow key")
    failures.equal(text(browser, "#lanes-unsorted-numbers"), unsorted, "the other warp")
    failures.equal(texts(browser, "lanes-submitted"), marks, "marks of the script and of the page")
    failures.equal(text(browser, "#lane-table tbody tr td:last-child"), "3", "the table's first lane")
    widths = browser.evaluate("['lanes-unsorted', 'lanes-submitted'].map((id) => Number(document"
                              ".querySelector(`#${id} .work`).getAttribute('width')))")
    failures.expect(abs(widths[0] - widths[1]) < 0.01, f"rows of 3 are drawn {widths} wide")
    browser.evaluate("(() => { const input = document.getElementById('lanes-unsorted-warp');"
                     " input.value = ''; input.dispatchEvent(new Event('input')); })()")
    failures.equal(text(browser, "#lanes-unsorted-numbers"), unsorted, "an empty choice")
    failures.equal(browser.complaints(), [], "complaints after choosing")


def check_without_scripts(browser, page, failures):
    browser.allow_scripts(False)
    browser.load(page)
    browser.allow_scripts(True)
    check_figures(browser, "without scripts", ALWAYS, failures)
    hidden = browser.evaluate("[...document.querySelectorAll('.selector')].every((line) => line.hidden)")
    failures.expect(hidden, "without scripts a selector is shown that can do nothing")


def check_hostile_text(browser, program, folder, failures):
    answers = os.path.join(folder, "hostile-answers.json")
    with open(answers, "w", encoding="utf-8") as file:
        json.dump({"student": HOSTILE, "sentence": HOSTILE}, file)
    _, page = make_page(program, "hostile", folder, "--answers", answers)
    check_loads_quietly(browser, "hostile text", page, failures)
    shown = HOSTILE.replace("\u202e", "\ufffd").replace("\u0007", "\ufffd")
    failures.equal(text(browser, "blockquote"), shown, "the sentence")


def main(program_folder, planted_folder, folder):
    program = find_chromium()
    if program is None:
        print("not tested: no Chromium; install the Debian package chromium")
        return 1 if os.environ.get("ROWSORT_REQUIRE_PYTHON") else 77
    os.makedirs(folder, exist_ok=True)
    failures = Failures()
    programs = {name: os.path.join(program_folder, name) for name in ("student", "reference")}
    programs["drops_last_nonzero"] = os.path.join(planted_folder, "drops_last_nonzero")
    programs = {name: path for name, path in programs.items() if os.path.exists(path)}
    with Chromium(program) as browser:
        for name, path in programs.items():
            grade, page = make_page(path, name, folder)
            check_loads_quietly(browser, name, page, failures)
            check_figures(browser, name, ALWAYS, failures)
            check_numbers(browser, name, grade, failures)
            check_bad_rows(browser, name, grade, failures)
            check_appearance(browser, name, page, folder, failures)
        check_selector(browser, os.path.join(folder, "drops_last_nonzero.html"), failures)
        check_without_scripts(browser, page, failures)
        failures.equal(browser.evaluate(BREAKS_OUT), "connect-src", "what the policy stops")
        check_hostile_text(browser, programs["student"], folder, failures)
    print(f"{len(programs)} pages, {failures.count} failures")
    return 1 if failures.count else 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        print(__doc__)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
