"""Measures a whole local check as its user sees it: wall time, and the peak memory of all its processes together.

    whole_check.py build/bin/reference [--times 10] [-- OPTIONS OF THE PROGRAM]
    whole_check.py build/bin/rowsort -- grade reference --quiet    the official grade, build included

Memory is the largest sum of the proportional set sizes (PSS) of the program and its workers, sampled every two
milliseconds. A page that two of them share counts once.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time


def descendants(process):
    """The process and all its descendants."""
    children = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(folder.name))
    found = [process]
    for one in found:
        found.extend(children.get(one, []))
    return found


def proportional_set_size(process):
    try:
        for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def peak_memory(process, ended):
    peak = 0
    while not ended.wait(0.002):
        peak = max(peak, sum(map(proportional_set_size, descendants(process))))
    return peak


def run(command, sample):
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        peak = [0]
        ended = threading.Event()
        watcher = threading.Thread(target=lambda: peak.append(peak_memory(process.pid, ended)))
        if sample:
            watcher.start()
        status = process.wait()
        wall = time.perf_counter() - start
        ended.set()
        if sample:
            watcher.join()
    return wall, max(peak), status


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--times", type=int, default=10)
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    arguments = parser.parse_args(sys.argv[1:split])
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.program, *sys.argv[split + 1:], "--json", os.path.join(folder, "grade.json")]
        # Sampling needs a core, so time and memory are measured in separate runs.
        walls = [run(command, sample=False) for _ in range(arguments.times)]
        peaks = [run(command, sample=True) for _ in range(3)]
    seconds = [wall for wall, _, _ in walls]
    print(f"exit statuses {sorted({status for _, _, status in walls + peaks})}, {os.cpu_count()} cores")
    print(f"wall time {statistics.median(seconds):.2f} s, {min(seconds):.2f} to {max(seconds):.2f} s "
          f"in {len(seconds)} runs")
    print(f"peak memory {max(peak for _, peak, _ in peaks) / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
