#!/usr/bin/python3
"""Times the class page in a headless Chromium: making it, opening it, sorting, filtering.

usage: class_page_benchmark.py ROWSORT OUTPUT_DIRECTORY [STUDENTS...]

Prints a table in milliseconds, the median of five. Times of the page end when its next frame is drawn.
"""

import os
import statistics
import subprocess
import sys
import time

from class_page_in_chromium import make_page
from chromium import Chromium, find_chromium

DRAWN = "new Promise((done) => {{ const from = performance.now(); {};" \
    " requestAnimationFrame(() => setTimeout(() => done(performance.now() - from))); }})"
ACTIONS = {
    "sort": "document.querySelector('th[data-column=ratio_measured] button').click()",
    "search": "(() => { const it = document.getElementById('search'); it.value = it.value ? '' : 'student 12';"
              " it.dispatchEvent(new Event('input')); })()",
    "filter": "(() => { const it = document.getElementById('outcome'); it.selectedIndex = 3 - it.selectedIndex;"
              " it.dispatchEvent(new Event('change')); })()",
    "to the row": "document.querySelector('#disagreements li:last-child .student').click()",
}


def milliseconds(run, repeats=5):
    return statistics.median(run() for _ in range(repeats))


def main(rowsort, folder, *sizes):
    os.makedirs(folder, exist_ok=True)
    print("students  bytes      report    open  " + "  ".join(f"{name:>10}" for name in ACTIONS))
    with Chromium(find_chromium()) as browser:
        browser.resize(1280)
        for size in map(int, sizes or (200, 5000)):
            _, _, page = make_page(rowsort, folder, f"benchmark-{size}", size)

            def report(size=size, page=page):
                begin = time.monotonic()
                subprocess.run([rowsort, "report", os.path.join(folder, f"benchmark-{size}"), "--html", page],
                               check=True, stdout=subprocess.DEVNULL)
                return 1000 * (time.monotonic() - begin)

            def opened(page=page):
                browser.load(page)
                return browser.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd || performance.now()")

            numbers = [milliseconds(report), milliseconds(opened)]
            numbers += [milliseconds(lambda action=action: browser.evaluate(DRAWN.format(action)))
                        for action in ACTIONS.values()]
            print(f"{size:8,}  {os.path.getsize(page):9,}  {numbers[0]:6.0f}  {numbers[1]:6.0f}  "
                  + "  ".join(f"{number:10.0f}" for number in numbers[2:]))
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
