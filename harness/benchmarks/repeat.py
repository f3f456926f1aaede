"""Runs a local check several times on a GPU, each time in a new process, and compares the measured ratios.

    repeat.py build/bin/reference [--processes 10] [--json FILE]
    repeat.py --read FILE              compares ratios that were written with --json

Exits with 1 unless all medians are within 2% of each other and all intervals overlap. Also prints how many medians are
within the intervals of the others. If only chance moves them, that is 95% or slightly more: about 87 of 90 for ten
processes. After a change of the program, judge_again judges kept ratios again.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

LARGEST_DIFFERENCE = 0.02


def measure(program, arguments, folder):
    file = pathlib.Path(folder) / "grade.json"
    run = subprocess.run([program, "--quiet", "--device", "cuda", "--no-trace", "--no-gpu-counters", "--json", file,
                          *arguments], check=False)
    grade = json.loads(file.read_text())
    if run.returncode != 0:
        sys.exit(f"{grade['status']}: {grade['error'] or grade['checks']}")
    return {"ratio": grade["ratio"], "timing": grade["timing"]}


def measure_all(options, arguments):
    with tempfile.TemporaryDirectory() as folder:
        return [measure(options.program, arguments, folder) for _ in range(options.processes)]


def compare(runs):
    """Whether the runs agree."""
    for number, run in enumerate(runs, 1):
        ratio, timing = run["ratio"], run["timing"]
        low, high = ratio["measured_interval"]
        print(f"process {number:2}: {ratio['measured']:.4f}, 95% interval {low:.4f} to {high:.4f}, "
              f"{timing['pairs']} pairs, {ratio['inconclusive_because'] or 'conclusive'}, "
              f"floor {timing['floor']['microseconds']:.1f} us, timed in {timing['seconds']:.2f} s")
    medians = [run["ratio"]["measured"] for run in runs]
    intervals = [run["ratio"]["measured_interval"] for run in runs]
    difference = max(medians) / min(medians) - 1
    inside = sum(low <= median <= high for (i, median), (j, (low, high))
                 in itertools.product(enumerate(medians), enumerate(intervals)) if i != j)
    apart = sum(max(a[0], b[0]) > min(a[1], b[1]) for a, b in itertools.combinations(intervals, 2))
    print(f"largest difference of two medians: {difference:.2%}")
    print(f"medians within another process's interval: {inside} of {len(runs) * (len(runs) - 1)}")
    print(f"pairs of intervals that do not overlap: {apart}")
    return difference <= LARGEST_DIFFERENCE and apart == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--processes", type=int, default=10)
    parser.add_argument("--json", help="write all ratios and timings to this file, as a list")
    parser.add_argument("--read", help="compare the runs in this file instead")
    options, arguments = parser.parse_known_args()
    if bool(options.program) == bool(options.read):
        parser.error("name a program, or a file with --read")
    runs = json.loads(pathlib.Path(options.read).read_text()) if options.read else measure_all(options, arguments)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(runs))
    sys.exit(not compare(runs))


if __name__ == "__main__":
    main()
