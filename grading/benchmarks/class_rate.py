"""How fast rowsort batch gets through generated classes, and how much memory the batch itself takes.

    class_rate.py build/bin/rowsort [--students 20 60 200] [--jobs N]

Prints, for each size of class: wall time, submissions a minute, the same divided by the cores of the machine, and the
peak memory (VmHWM) of the batch process, without the graders that it starts. "Submissions" are those that were graded;
who handed in nothing takes no time. Other work on the machine shows in the load, and in the rate.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from make_class import make_class  # noqa: E402


def peak_memory(process, ended):
    """KiB."""
    peak = 0
    while not ended.wait(0.1):
        try:
            for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    peak = max(peak, int(line.split()[1]))
        except OSError:
            break
    return peak


def measure(rowsort, students, jobs):
    with tempfile.TemporaryDirectory(prefix="rowsort-rate-") as temporary:
        folder = pathlib.Path(temporary)
        rows = make_class(folder, students)
        command = [rowsort, "batch", folder / "submissions", "--out", folder / "grades", "--roster",
                   folder / "roster.csv", "--device", "cpu", "--jobs", str(jobs)]
        start = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as batch:
            ended, peak = threading.Event(), []
            watcher = threading.Thread(target=lambda: peak.append(peak_memory(batch.pid, ended)))
            watcher.start()
            status = batch.wait()
            ended.set()
            watcher.join()
        seconds = time.monotonic() - start
    if status != 0:
        sys.exit(f"rowsort batch left with exit status {status}")
    graded = sum(row["state"] != "missing" for row in rows)
    return graded, seconds, peak[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rowsort", type=pathlib.Path)
    parser.add_argument("--students", type=int, nargs="+", default=[20, 60, 200])
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, {options.jobs} at a time; load of the machine before: {os.getloadavg()[0]:.1f}")
    print("students  graded  seconds  a minute  a minute and core  batch MiB  load after")
    for students in options.students:
        graded, seconds, peak = measure(options.rowsort, students, options.jobs)
        rate = graded * 60 / seconds
        print(f"{students:8} {graded:7} {seconds:8.1f} {rate:9.2f} {rate / os.cpu_count():18.2f} "
              f"{peak / 1024:10.1f} {os.getloadavg()[0]:11.1f}", flush=True)


if __name__ == "__main__":
    main()
