"""What the tests of whole classes have in common."""

import csv
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "benchmarks"))
from make_class import make_class  # noqa: E402, F401

FAILURES = []


def expect(condition, sentence):
    if not condition:
        FAILURES.append(sentence)
        print("FAIL", sentence, flush=True)


def finish():
    print(f"{len(FAILURES)} failures")
    return 1 if FAILURES else 0


def state_of(grades, student):
    file = grades / "students" / student / "state.json"
    return json.loads(file.read_text()) if file.exists() else None


def grade_of(grades, student):
    file = grades / "students" / student / "grade.json"
    return json.loads(file.read_text()) if file.exists() else None


def history_of(grades, student):
    return sorted(file.name for file in (grades / "students" / student / "history").glob("*"))


def without_times(grade):
    """What two grades of one submission with one seed have in common."""
    grade = json.loads(json.dumps(grade))
    grade.pop("timing", None)
    grade.get("ratio", {}).pop("measured", None)
    return grade


def csv_without_times(rowsort, grades):
    """The rows of `rowsort report --csv` without what no two runs have in common."""
    table = grades.parent / f"{grades.name}.csv"
    report = run([rowsort, "report", grades, "--csv", table])
    expect(report.returncode == 0, f"report: {report}")
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [{name: value for name, value in row.items() if name not in ["graded_at", "seconds"]} for row in rows]


def expect_verdicts(grades, rows):
    """Every student has a row, and it says what the roster says that it must."""
    folders = {folder.name for folder in (grades / "students").iterdir()}
    expect(folders == {row["id"] for row in rows}, f"rows of others: {folders ^ {row['id'] for row in rows}}")
    for row in rows:
        state, grade = state_of(grades, row["id"]), grade_of(grades, row["id"])
        expect(state is not None, f"{row['id']} ({row['kind']}) has no state")
        if state is None:
            continue
        got = (state["state"], (grade or {}).get("status", ""), ((grade or {}).get("error") or {}).get("kind", ""))
        want = (row["state"], row["status"], row["error"])
        expect(got == want, f"{row['id']} ({row['kind']}): {got} in place of {want}: {state['message']}")
        expect(state["name"] == row["name"] and state["section"] == row["section"], f"{row['id']} has another name")
        expect(grade is None or grade["submission"] == row["id"], f"{row['id']}: the grade is somebody else's")


def expect_nothing_left(grades):
    names = ["grade.json", "state.json", "history", ".lock"]
    left = [str(path) for path in (grades / "students").glob("*/*") if path.name not in names]
    left += [str(path) for path in (grades / "calibration").glob(".*") if path.name != ".lock"]
    expect(not left, f"left behind: {left}")


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, encoding="utf-8", errors="replace",
                          check=False, **options)
