"""Grades a generated class, killed at random moments and started again, at last by two batches at a time.

    class_test.py --rowsort build/bin/rowsort [--students 24] [--kills 3] [--seed 1] [--jobs 2]
"""

import argparse
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from class_testing import (expect, expect_nothing_left, expect_verdicts, finish, grade_of, history_of, make_class,
                           state_of)


def processes_that_name(path):
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if str(path).encode() in command and b"class_test.py" not in command:
            found.append(command.replace(b"\0", b" ").decode(errors="replace"))
    return found


def expect_no_process(path):
    deadline = time.monotonic() + 10
    while processes_that_name(path) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = processes_that_name(path)
    expect(not left, f"a killed batch leaves processes: {left}")


def done_of(grades, rows):
    """What a student who is done has: state, and the very file of the grade."""
    done = {}
    for row in rows:
        state = state_of(grades, row["id"])
        if state:
            file = grades / "students" / row["id"] / "grade.json"
            done[row["id"]] = (state, (file.stat().st_ino, file.stat().st_mtime_ns) if file.exists() else None)
    return done


def expect_kept(before, after):
    for student, what in before.items():
        expect(after.get(student) == what, f"{student} was done and is done again: {what}, {after.get(student)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rowsort", type=pathlib.Path, required=True)
    parser.add_argument("--students", type=int, default=24)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kill-within", type=float, default=25, help="seconds")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="rowsort-class-") as temporary:
        folder = pathlib.Path(temporary)
        rows = make_class(folder, options.students, options.seed)
        grades = folder / "grades"
        command = [options.rowsort, "batch", folder / "submissions", "--out", grades, "--roster",
                   folder / "roster.csv", "--device", "cpu", "--jobs", str(options.jobs)]
        done = {}
        for _ in range(options.kills):
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as batch:
                time.sleep(generator.uniform(0.5, options.kill_within))
                expect(batch.poll() is None, "the batch was over before it was killed: use more students")
                batch.send_signal(signal.SIGKILL)
            expect_no_process(folder)
            now = done_of(grades, rows)
            expect_kept(done, now)
            done = now
            print(f"killed with {len(done)} of {len(rows)} done", flush=True)
        # Two at a time on one folder: each student is graded by one of them.
        batches = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
                   for _ in range(2)]
        for batch in batches:
            output, _ = batch.communicate()
            expect(batch.returncode == 0, f"exit status {batch.returncode}: {output}")
            expect(f"students {len(rows):>22}" in output, f"the summary has another number of students: {output}")
        expect_kept(done, done_of(grades, rows))
        expect_verdicts(grades, rows)
        expect_nothing_left(grades)
        for row in rows:
            state = state_of(grades, row["id"])
            attempts = 0 if row["state"] == "missing" else 1
            expect(state and state["attempts"] == attempts, f"{row['id']} was graded twice: {state}")
            expect(not history_of(grades, row["id"]), f"{row['id']} has a history")
            expect((grade_of(grades, row["id"]) is None) == (row["state"] == "missing"), f"{row['id']}: grade.json")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
