"""rowsort batch as course staff start it, mostly on submissions that are graded in no time.

    batch_test.py --rowsort build/bin/rowsort --source .

Exit status: 0 for success, 1 for a failure, 77 where bubblewrap cannot run.
"""

import argparse
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from class_testing import (expect, expect_nothing_left, finish, grade_of, history_of, run, state_of, without_times)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from sandbox_here import status_without_sandbox  # noqa: E402


class Class:
    """ada's submission is right, eve's is refused, bob is missing, and sue's name is not in the roster."""

    def __init__(self, folder, rowsort, source):
        self.folder = folder
        self.rowsort = rowsort
        self.grades = folder / "grades"
        shutil.copytree(source / "reference", folder / "in/ada", ignore=shutil.ignore_patterns("lesson"))
        (folder / "in/eve.zip").write_bytes(b"no archive")
        (folder / "in/sue").mkdir()
        self.roster('id,name,tutor\r\nbob,Bob,X\r\nada,"Lovelace, Ada",Y\r\neve,Eve,Z\r\n')

    def roster(self, text):
        (self.folder / "roster.csv").write_bytes(text.encode())

    def command(self, *arguments):
        return [self.rowsort, "batch", self.folder / "in", "--out", self.grades, "--roster",
                self.folder / "roster.csv", "--device", "cpu", *arguments]

    def batch(self, *arguments, status=0):
        result = run(self.command(*arguments))
        expect(result.returncode == status, f"{arguments}: exit status {result.returncode}: {result.stderr}")
        return result

    def state(self, student):
        return state_of(self.grades, student)


def test_everybody_has_a_row(course):
    result = course.batch("--seed", "7")
    states = {student: course.state(student)["state"] for student in ["ada", "bob", "eve", "sue"]}
    expect(states == {"ada": "graded", "bob": "missing", "eve": "unreadable", "sue": "unreadable"}, f"{states}")
    expect(course.state("ada")["name"] == "Lovelace, Ada", "the name is not the roster's")
    expect(grade_of(course.grades, "ada")["submission"] == "ada", "the grade is not ada's")
    expect(grade_of(course.grades, "bob") is None, "who is missing has a grade")
    expect(grade_of(course.grades, "eve")["score"] == 0, "what cannot be read has no grade")
    expect((course.grades / "roster.csv").read_bytes() == (course.folder / "roster.csv").read_bytes(),
           "the roster is another one")
    lines = [line for line in result.stderr.splitlines() if line.startswith(("1/4", "2/4", "3/4", "4/4"))]
    expect(len(lines) == 4, f"not one line for each: {result.stderr}")
    for line in ["students                      4", "  pass                        1",
                 "  unreadable                  2", "  missing                     1"]:
        expect(line in result.stdout, f"the summary lacks {line!r}: {result.stdout}")


def test_what_is_done_is_not_done_again(course):
    before = {student: course.state(student) for student in ["ada", "bob", "eve", "sue"]}
    course.batch("--seed", "7")
    course.batch()
    after = {student: course.state(student) for student in before}
    expect(before == after, f"done again: {before}, {after}")
    listed = course.batch("--list-to-do").stdout
    expect(listed == "", f"to be done: {listed}")


def test_the_machines_fault_takes_no_grade_away(course):
    grade = grade_of(course.grades, "ada")
    result = course.batch("--regrade", "ada", "--kit", "/nonexistent", status=3)
    expect("ada: earlier grade kept: " in result.stdout and "/nonexistent" in result.stdout, result.stdout)
    state = course.state("ada")
    expect(state["state"] == "graded" and "earlier grade was kept" in state["message"], f"{state}")
    expect(grade_of(course.grades, "ada") == grade, "the grade is another one")
    expect(course.batch("--list-to-do").stdout == "ada\n", "the regrade is forgotten")
    course.batch("--seed", "7")
    state = course.state("ada")
    expect(state["attempts"] == 3 and state["message"] is None, f"not graded again: {state}")
    # With the same seed it is the same grade, so the history would hold it twice.
    expect(without_times(grade_of(course.grades, "ada")) == without_times(grade), "another grade with the same seed")


def test_a_first_grade_that_fails_is_told_and_made_later(course):
    shutil.copytree(course.folder / "in/ada", course.folder / "in/new")
    result = course.batch("--kit", "/nonexistent", status=3)
    expect("  new: not graded: " in result.stdout, result.stdout)
    expect(course.state("new")["state"] == "infrastructure", f"{course.state('new')}")
    expect(grade_of(course.grades, "new") is None, "the machine's fault became a grade")
    result = course.batch("--only", "new", "--seed", "7", "--quiet")
    expect(result.stdout == "", f"--quiet prints {result.stdout}")
    expect(course.state("new")["state"] == "graded", "not graded later")
    shutil.rmtree(course.folder / "in/new")
    course.batch()
    state = course.state("new")
    expect(state["state"] == "graded" if state else False, f"a grade went with its submission: {state}")


def kill_grader_of(student, seconds=30):
    """Kills the grader of a student, found by its arguments."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"--name" in words and student.encode() in words and b"--end-with" in words:
                os.kill(int(folder.name), signal.SIGKILL)
                return True
        time.sleep(0.01)
    return False


def test_a_grader_that_dies_stops_nobody_else(course):
    shutil.copytree(course.folder / "in/ada", course.folder / "in/dies")
    with subprocess.Popen([str(word) for word in course.command("--seed", "7")], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, encoding="utf-8") as batch:
        expect(kill_grader_of("dies"), "no grader was found")
        output, _ = batch.communicate()
    expect(batch.returncode == 3, f"exit status {batch.returncode}")
    expect("dies: not graded: the grader ended with signal 9" in output, output)
    expect(course.state("ada")["state"] == "graded", "somebody else lost a grade")
    shutil.rmtree(course.folder / "in/dies")
    course.batch()
    expect(course.state("dies")["state"] == "missing", f"{course.state('dies')}")


def test_a_changed_submission_is_graded_again_and_the_old_grade_kept(course):
    (course.folder / "in/sue/row_sort.cu").write_text("int main() {}\n")
    course.batch("--only", "sue")
    expect(grade_of(course.grades, "sue")["error"]["kind"] == "does_not_compile", "not graded again")
    expect(history_of(course.grades, "sue") == ["1.json"], f"{history_of(course.grades, 'sue')}")
    course.batch("--only", "sue", "--build-limit", "59")
    expect(course.state("sue")["attempts"] == 3, "other settings, and no other grade")


def test_two_uploads_need_attention(course):
    (course.folder / "in/eve").mkdir()
    result = course.batch(status=3)
    expect("eve: earlier grade kept: found eve and eve.zip: keep only" in result.stdout, result.stdout)
    (course.folder / "in/eve").rmdir()
    course.batch()
    (course.folder / "in/a b").mkdir()
    expect('"a b": not taken' in course.batch(status=3).stdout, "a name that is nobody's is not told")
    course.batch("--only", "ada")
    (course.folder / "in/a b").rmdir()


def test_calibration(course):
    course.batch("--regrade", "eve", "sue", "--calibrate", course.folder / "in/ada", "--calibrate-every", "1")
    names = sorted(file.name for file in (course.grades / "calibration").glob("[0-9]*"))
    expect(names == ["1.json", "1.state.json", "2.json", "2.state.json", "3.json", "3.state.json"], f"{names}")
    course.batch("--calibrate", course.folder / "in/ada")
    expect(len(list((course.grades / "calibration").glob("[0-9]*.json"))) == 6, "calibrated with nothing to be graded")
    result = course.batch("--regrade", "eve", "--calibrate", course.folder / "in/sue", status=3)
    expect("calibration: fail: 0 of" in result.stdout, f"a reference that fails is not told: {result.stdout}")
    expect(len(list((course.grades / "calibration").glob("[0-9]*.json"))) == 6, "a failed calibration was kept")


def test_parts(course):
    listed = []
    for task in ["1", "2"]:
        result = course.batch("--regrade", "--list-to-do", "--task", task, "--of", "2")
        listed += result.stdout.split()
    expect(sorted(listed) == ["ada", "eve", "sue"], f"the parts are not the whole: {listed}")
    expect(course.batch("--task", "2", "--look", status=0).stdout.startswith("students                      1"),
           "--task is not one student")


def test_wrong_usage(course):
    for arguments in [["--only", "nobody"], ["--regrade", "nobody"], ["--task", "77"], ["--task", "0"], ["--of", "2"],
                      ["--jobs", "0"], ["--calibrate", "/nonexistent"], ["--rubric", "/nonexistent"]]:
        result = course.batch(*arguments, status=2)
        expect(result.stderr.strip(), f"{arguments}: nothing is said")
    course.roster("id,name\nada,Ada\nada,Ada\n")
    result = course.batch(status=2)
    expect("roster.csv, line 3: the id ada" in result.stderr, result.stderr)


def test_on_a_terminal_one_line_tells_how_far_it_is(course):
    course.roster("id\nada\n")
    (course.grades / "students/eve/state.json").unlink()
    master, slave = pty.openpty()
    with subprocess.Popen([str(word) for word in course.command("--only", "eve")], stdout=subprocess.DEVNULL,
                          stderr=slave) as batch:
        os.close(slave)
        text = b""
        while True:
            try:
                data = os.read(master, 4096)
            except OSError:
                break
            if not data:
                break
            text += data
        batch.wait()
    os.close(master)
    expect(b"0 of 1 ..." in text and b"1 of 1, " in text and b" a minute, at most 0 s left ..." in text, f"{text}")
    expect(text.endswith(b"\r\033[K") and b"\n" not in text, f"the line stays: {text}")


def main():
    parser = argparse.ArgumentParser()
    for name in ["rowsort", "source"]:
        parser.add_argument(f"--{name}", type=lambda text: pathlib.Path(text).resolve(), required=True)
    options = parser.parse_args()
    skipped = status_without_sandbox()
    if skipped is not None:
        return skipped
    with tempfile.TemporaryDirectory(prefix="rowsort-batch-") as temporary:
        folder = pathlib.Path(temporary)
        (folder / "in").mkdir()
        course = Class(folder, options.rowsort, options.source)
        for test in [test_everybody_has_a_row, test_what_is_done_is_not_done_again,
                     test_the_machines_fault_takes_no_grade_away, test_a_first_grade_that_fails_is_told_and_made_later,
                     test_a_grader_that_dies_stops_nobody_else,
                     test_a_changed_submission_is_graded_again_and_the_old_grade_kept, test_two_uploads_need_attention,
                     test_calibration, test_parts, test_wrong_usage, test_on_a_terminal_one_line_tells_how_far_it_is]:
            start = time.monotonic()
            test(course)
            print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
        expect_nothing_left(course.grades)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
