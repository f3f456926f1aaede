"""Times spmv_sorted on a GPU for each row order and block size, through the local check.

    orders_table.py build/benchmarks/orders [--processes 3] [--json FILE]
    orders_table.py --read FILE        prints the tables of what was written with --json

Prints two tables. The first has the median of the paired ratio unsorted / sorted over the processes. A * marks sorted
runs whose times have two modes. The second has, for each order and block size, the median time of the sorted runs, its
two modes where it has them, the range of the ratio's intervals over the processes, and what the time model predicts from
launches timed in the same processes. Lines below say how often the model is within 25%, and how many pairs of cases it
puts in the measured order.
"""

import argparse
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ORDERS = ["unsorted", "ascending", "descending", "dealt"]
BLOCKS = [32, 64, 128, 256, 512, 1024]


def grade(program, order, block, folder):
    file = pathlib.Path(folder) / "grade.json"
    answers = pathlib.Path(folder) / "answers.json"
    answers.write_text("{}")
    run = subprocess.run(
        [program, "--quiet", "--device", "cuda", "--no-trace", "--no-gpu-counters", "--answers", answers, "--json", file],
        env={**os.environ, "ROWSORT_ORDER": order, "ROWSORT_BLOCK": str(block)}, check=False)
    result = json.loads(file.read_text())
    if run.returncode != 0:
        sys.exit(f"{order}, block {block}: {result['status']}: {result['error'] or result['checks']}")
    return result


class Cell:
    """One order and block size, from several processes."""

    def __init__(self, order, block, grades):
        self.order = order
        self.block = block
        timings = [one["timing"] for one in grades]
        self.times = [time for timing in timings for time in timing["submitted"]]
        self.microseconds = statistics.median(self.times)
        self.ratio = statistics.median(one["ratio"]["measured"] for one in grades)
        self.low = min(one["ratio"]["measured_interval"][0] for one in grades)
        self.high = max(one["ratio"]["measured_interval"][1] for one in grades)
        self.modes = [timing["submitted_modes"] for timing in timings if timing["submitted_modes"]]
        self.inconclusive = sum(not one["ratio"]["conclusive"] for one in grades)
        self.model = statistics.median(timing["model"]["submitted"] for timing in timings)

    def error(self):
        return self.model / self.microseconds - 1

    def row(self):
        modes = ", ".join(f"{mode['low']:.0f} and {mode['high']:.0f} ({mode['high_share']:.0%})" for mode in self.modes)
        return (f"| {self.order} | {self.block} | {self.microseconds:.1f} | {min(self.times):.0f}..{max(self.times):.0f} "
                f"| {modes or '-'} | {self.ratio:.3f} | {self.low:.3f}..{self.high:.3f} | {self.inconclusive} "
                f"| {self.model:.0f} | {self.error():+.0%} |")


def pairs_in_order(cells):
    """Of the pairs of cases whose times differ by more than 10%: those in the measured order, and all."""
    apart = [(a, b) for a, b in itertools.combinations(cells, 2)
             if max(a.microseconds, b.microseconds) > 1.1 * min(a.microseconds, b.microseconds)]
    right = sum((a.microseconds < b.microseconds) == (a.model < b.model) for a, b in apart)
    return right, len(apart)


def measure(options):
    """The grades of all orders and block sizes."""
    kept = []
    with tempfile.TemporaryDirectory() as folder:
        for order, block in itertools.product(ORDERS, BLOCKS):
            for _ in range(options.processes):
                one = grade(options.program, order, block, folder)
                kept.append({"order": order, "block": block, "device": one["device"], "ratio": one["ratio"],
                             "timing": one["timing"]})
    return kept


def print_tables(cells):
    print("ratio unsorted / sorted, * two modes")
    print("| row order | " + " | ".join(f"block {block}" for block in BLOCKS) + " |")
    print("| --- |" + " --- |" * len(BLOCKS))
    for order in ORDERS:
        row = [cell for cell in cells if cell.order == order]
        print(f"| {order} | " + " | ".join(f"{cell.ratio:.2f}{'*' if cell.modes else ''}" for cell in row) + " |")
    print("\nmicroseconds of the sorted run")
    print("| row order | block | median | range | modes (share of the upper) | ratio | 95% intervals | inconclusive "
          "| model | error |")
    print("| --- |" + " --- |" * 9)
    for cell in cells:
        print(cell.row())
    near = sum(abs(cell.error()) <= 0.25 for cell in cells)
    print(f"\nthe model is within 25% in {near} of {len(cells)} cases")
    groups = [(order, [cell for cell in cells if cell.order == order]) for order in ORDERS]
    groups += [("all with blocks of 64 to 512", [cell for cell in cells if 64 <= cell.block <= 512]), ("all", cells)]
    for name, group in groups:
        right, apart = pairs_in_order(group)
        print(f"{name}: {right} of {apart} pairs that differ by more than 10% are in the measured order")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--json", help="write all grades to this file, as a list")
    parser.add_argument("--read", help="print the tables of the grades in this file instead")
    options = parser.parse_args()
    if bool(options.program) == bool(options.read):
        parser.error("name a program, or a file with --read")
    kept = json.loads(pathlib.Path(options.read).read_text()) if options.read else measure(options)
    print_tables([Cell(order, block, [one for one in kept if (one["order"], one["block"]) == (order, block)])
                  for order, block in itertools.product(ORDERS, BLOCKS)])
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(kept))


if __name__ == "__main__":
    main()
