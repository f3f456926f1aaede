"""Runs a local check several times on a GPU, each in a process of its own, and compares the ratios that they measure.

    repeat.py build/bin/reference [--processes 10] [--json FILE]

Exits with 1 unless all medians lie within 2% of each other and each within every other's interval.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import time

LARGEST_DIFFERENCE = 0.02


def measure(program, arguments, folder):
    file = pathlib.Path(folder) / "grade.json"
    start = time.monotonic()
    run = subprocess.run([program, "--quiet", "--device", "cuda", "--no-trace", "--no-gpu-counters", "--json", file,
                          *arguments], check=False)
    seconds = time.monotonic() - start
    grade = json.loads(file.read_text())
    if run.returncode != 0:
        sys.exit(f"{grade['status']}: {grade['error'] or grade['checks']}")
    return grade, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--processes", type=int, default=10)
    parser.add_argument("--json", help="where all ratios and timings are written, as a list")
    options, arguments = parser.parse_known_args()
    grades = []
    with tempfile.TemporaryDirectory() as folder:
        for process in range(options.processes):
            grade, seconds = measure(options.program, arguments, folder)
            ratio = grade["ratio"]
            low, high = ratio["measured_interval"]
            print(f"process {process + 1:2}: {ratio['measured']:.4f}, 95% interval {low:.4f} to {high:.4f}, "
                  f"{grade['timing']['pairs']} pairs, {ratio['inconclusive_because'] or 'conclusive'}, "
                  f"timed in {grade['timing']['seconds']:.2f} s, whole check {seconds:.1f} s", flush=True)
            grades.append(grade)
    if options.json:
        kept = [{"ratio": one["ratio"], "timing": one["timing"]} for one in grades]
        pathlib.Path(options.json).write_text(json.dumps(kept))
    medians = [one["ratio"]["measured"] for one in grades]
    difference = max(medians) / min(medians) - 1
    outside = [(a, b) for a, b in itertools.permutations(range(len(grades)), 2)
               if not grades[b]["ratio"]["measured_interval"][0] <= medians[a] <= grades[b]["ratio"]["measured_interval"][1]]
    print(f"largest difference of two medians: {difference:.2%}; medians outside another's interval: {len(outside)} of "
          f"{len(grades) * (len(grades) - 1)}")
    sys.exit(difference > LARGEST_DIFFERENCE or bool(outside))


if __name__ == "__main__":
    main()
