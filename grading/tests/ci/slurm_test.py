"""Grades a small class through a Slurm cluster of one node and expects what rowsort batch gives.

Exit status: 0 for success, 1 for a failure, 77 where the packages slurm-wlm and munge are missing (1 where
ROWSORT_REQUIRE_SLURM is set).
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from slurm_cluster import Cluster, missing_programs, program

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "class"))
from class_testing import (csv_without_times, expect, expect_nothing_left, expect_verdicts, finish,  # noqa: E402
                           grade_of, history_of, make_class, run, state_of, without_times)


class SlurmTest:
    def __init__(self, folder, cluster, rows, options):
        self.folder = folder
        self.cluster = cluster
        self.rowsort = options.rowsort
        self.reference = options.source / "reference"
        self.slurm = options.source / "grading/ci/slurm"
        self.rows = rows
        self.grades = folder / "by-slurm"

    def class_of(self, grades):
        return [self.folder / "submissions", "--out", grades, "--roster", self.folder / "roster.csv", "--device", "cpu",
                "--seed", "5"]

    def submit(self, *arguments):
        return run([self.slurm / "submit", *self.class_of(self.grades), "--rowsort", self.rowsort, *arguments],
                   env=self.cluster.environment)

    def wait_until_idle(self):
        while self.cluster.answers("squeue", "-h") and self.cluster.output.strip():
            time.sleep(1)

    def command(self, *words):
        subprocess.run([program(words[0]), *words[1:]], env=self.cluster.environment, check=True)

    def run(self):
        graded = [row for row in self.rows if row["state"] != "missing"]
        victim = graded[-1]["id"]

        usage = self.submit("--runs", "many")
        expect(usage.returncode == 2 and "--runs" in usage.stderr, f"a wrong option: {usage}")
        expect(not list((self.grades / "slurm").iterdir()), "a refused submit leaves a run behind")

        first = self.submit("--calibrate", self.reference, "--calibrate-every", "1000")
        expect(first.returncode == 0, f"submit: {first}")
        expect(f"submitted {len(graded)} tasks" in first.stdout, f"it submits other tasks: {first.stdout}")
        jobs = first.stdout.split("jobs ")[1].split(";")[0].split()
        expect(len(jobs) == 2, f"the class fits into one array, which is not what is tested: {jobs}")
        # A task, the last, that never runs, as on a node that goes down.
        self.command("scancel", f"{jobs[-1]}_2")
        self.wait_until_idle()
        summary = (self.grades / "summary.txt").read_text()
        expect("needs attention:\n  " + victim + ": not graded yet" in summary, f"who has no grade: {summary}")
        expect(state_of(self.grades, victim) is None, f"{victim} was graded")
        calibrations = list((self.grades / "calibration").glob("*.state.json"))
        expect(len(calibrations) == 2, f"{len(calibrations)} grades of the reference")

        again = self.submit("--failed", "--wait", "--gres", "gpu:1")
        expect(again.returncode == 0, f"submit --failed: {again}")
        expect("submitted 1 tasks" in again.stdout, f"it submits others than the failed: {again.stdout}")
        expect(f"students {len(self.rows):>22}" in again.stdout, f"no summary: {again.stdout}")
        nothing = self.submit("--wait")
        expect(nothing.returncode == 0 and "nothing to be done" in nothing.stdout, f"all is done: {nothing}")
        expect_verdicts(self.grades, self.rows)
        expect_nothing_left(self.grades)
        self.expect_the_grades_of_a_batch(graded)

        regraded = self.submit("--regrade", victim, "--wait")
        expect(regraded.returncode == 0 and "submitted 1 tasks" in regraded.stdout, f"--regrade: {regraded}")
        expect(state_of(self.grades, victim)["attempts"] == 2, f"{victim} was not graded again")

    def expect_the_grades_of_a_batch(self, graded):
        grades = self.folder / "by-batch"
        batch = run([self.rowsort, "batch", *self.class_of(grades)])
        expect(batch.returncode == 0, f"batch: {batch}")
        for row in graded:
            student = row["id"]
            expect(without_times(grade_of(grades, student)) == without_times(grade_of(self.grades, student)),
                   f"{student} has another grade by Slurm than by a batch")
            expect(not history_of(self.grades, student), f"{student} was graded twice")
        for row in self.rows:
            batch_state, state = state_of(grades, row["id"]), state_of(self.grades, row["id"])
            for key in ["state", "source_sha256", "answers_sha256", "attempts", "options", "seed"]:
                expect(batch_state[key] == state[key], f"{row['id']}: {key} is {state[key]}, not {batch_state[key]}")
        rows, slurm_rows = (csv_without_times(self.rowsort, folder) for folder in [grades, self.grades])
        expect(len(rows) == len(self.rows), f"{len(rows)} rows in class.csv")
        differences = [(row["id"], name, value, slurm_row[name]) for row, slurm_row in zip(rows, slurm_rows)
                       for name, value in row.items() if value != slurm_row[name]]
        expect(not differences and len(rows) == len(slurm_rows), f"class.csv differs: {differences}")
        expect((grades / "roster.csv").read_bytes() == (self.grades / "roster.csv").read_bytes(), "another roster")


def main():
    parser = argparse.ArgumentParser()
    for name in ["rowsort", "source"]:
        parser.add_argument(f"--{name}", type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--students", type=int, default=10)
    options = parser.parse_args()
    missing = missing_programs()
    if missing:
        print(f"not run: {', '.join(missing)} not found; install the packages slurm-wlm and munge")
        return 1 if os.environ.get("ROWSORT_REQUIRE_SLURM") else 77
    with tempfile.TemporaryDirectory(prefix="rowsort-slurm-") as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        (folder / "cluster").mkdir()
        rows = make_class(folder, options.students, seed=3)
        # All but two of the tasks fit into an array.
        most = sum(row["state"] != "missing" for row in rows) - 2
        with Cluster(folder / "cluster", cpus=2, max_array_size=most + 1) as cluster:
            SlurmTest(folder, cluster, rows, options).run()
    return finish()


if __name__ == "__main__":
    sys.exit(main())
