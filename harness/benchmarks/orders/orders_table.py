"""Times spmv_sorted on a GPU for each row order and block size, through the local check.

    orders_table.py build/benchmarks/orders [--processes 3] [--runs 20]

Prints, for each, the median time of the sorted run in microseconds over all processes, with the least and the
greatest single run where they differ by more than a tenth, and the median of the paired ratio unsorted / sorted.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ORDERS = ["unsorted", "ascending", "descending", "dealt"]
BLOCKS = [32, 64, 128, 256, 512, 1024]


def grade(program, order, block, runs, folder):
    file = pathlib.Path(folder) / "grade.json"
    answers = pathlib.Path(folder) / "answers.json"
    answers.write_text("{}")
    run = subprocess.run(
        [program, "--quiet", "--device", "cuda", "--runs", str(runs), "--answers", answers, "--json", file],
        env={**os.environ, "ROWSORT_ORDER": order, "ROWSORT_BLOCK": str(block)}, check=False)
    result = json.loads(file.read_text())
    if run.returncode != 0:
        sys.exit(f"{order}, block {block}: {result['status']}: {result['error'] or result['checks']}")
    return result


def cell(grades):
    times = [time for one in grades for time in one["timing"]["submitted"]]
    ratio = statistics.median(one["ratio"]["measured"] for one in grades)
    text = f"{statistics.median(times):.0f}"
    if max(times) > 1.1 * min(times):
        text += f" ({min(times):.0f}..{max(times):.0f})"
    return f"{text} {ratio:.2f}x"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    print("microseconds of the sorted run, ratio unsorted / sorted")
    print("| row order | " + " | ".join(f"block {block}" for block in BLOCKS) + " |")
    print("| --- |" + " --- |" * len(BLOCKS))
    with tempfile.TemporaryDirectory() as folder:
        for order in ORDERS:
            cells = []
            for block in BLOCKS:
                cells.append(cell([grade(options.program, order, block, options.runs, folder)
                                   for _ in range(options.processes)]))
            print(f"| {order} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
