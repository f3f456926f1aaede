"""Validates grades of every status, written by the programs themselves, against the grade's schema.

Exit status: 0 when all are valid and the schema refuses what it must; 1 when not; 77 when the Debian and Ubuntu
package python3-jsonschema is missing (1 where ROWSORT_REQUIRE_PYTHON is set).
"""

import argparse
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("not validated: install the package python3-jsonschema")
    sys.exit(1 if os.environ.get("ROWSORT_REQUIRE_PYTHON") else 77)


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def grade_of(folder, program, arguments, plant=""):
    """Runs a program and returns its grade. Python's parser takes NaN unless it is told not to."""
    file = folder / "grade.json"
    file.unlink(missing_ok=True)
    subprocess.run([program, "--quiet", "--json", str(file), *arguments],
                   env={**os.environ, "PLANT": plant}, stderr=subprocess.DEVNULL, check=False)
    return json.loads(file.read_text(), parse_constant=refuse_constant)


def real_grades(folder, options):
    cpu = ["--device", "cpu"]
    host_faults = options.planted / "host_faults"
    yield "template", grade_of(folder, options.student, cpu)
    yield "reference", grade_of(folder, options.reference, cpu)
    yield "even", grade_of(folder, options.reference, [*cpu, "--matrix", "even"])
    yield "no answers", grade_of(folder, options.student, [*cpu, "--answers", "/nonexistent"])
    yield "no matrix", grade_of(folder, options.student, [*cpu, "--matrix", "/nonexistent"])
    yield "NaN", grade_of(folder, options.planted / "leaves_tail_unwritten", cpu)
    for plant in ["block_0", "sort_throws", "sort_exits", "order_repeats_row", "rebuilt_value"]:
        yield plant, grade_of(folder, host_faults, cpu, plant)


def expect_refused(validator, grade, change, what):
    broken = copy.deepcopy(grade)
    change(broken)
    if validator.is_valid(broken):
        print(f"the schema takes a grade with {what}")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser()
    for name in ["schema", "rubric", "student", "reference", "planted"]:
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--recorded", type=pathlib.Path, nargs="+", required=True, help="grades written on a GPU")
    options = parser.parse_args()
    schema = json.loads(options.schema.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    checks = list(json.loads(options.rubric.read_text())["points"])

    failures = 0
    grades = {}
    with tempfile.TemporaryDirectory() as folder:
        recorded = [(file.name, json.loads(file.read_text(), parse_constant=refuse_constant)) for file in options.recorded]
        for name, grade in [*real_grades(pathlib.Path(folder), options), *recorded]:
            grades[name] = grade
            for error in validator.iter_errors(grade):
                failures += 1
                print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
            ids = [check["id"] for check in grade["checks"]]
            # A recorded grade may be older than a check.
            known = [check for check in checks if check in ids] if (name, grade) in recorded else checks
            if grade["status"] != "error" and ids != known:
                failures += 1
                print(f"{name}: its checks are not those of rubric.json, in that order")
    if {grade["status"] for grade in grades.values()} != {"pass", "fail", "error"}:
        failures += 1
        print("the grades do not cover every status")
    if grades["NaN"]["first_bad_row"]["got"] != "nan":
        failures += 1
        print("a NaN is not written as the string nan")

    if not any(grade["timing"] and grade["counters"]["submitted"] for grade in grades.values()):
        failures += 1
        print("no grade has a timing and counters")

    good = grades["reference"]
    failures += expect_refused(validator, good, lambda g: g.update(score=None), "a pass and no score")
    failures += expect_refused(validator, good, lambda g: g.update(extra=1), "an unknown key")
    failures += expect_refused(validator, good, lambda g: g["checks"].pop(), "ten checks")
    failures += expect_refused(validator, good, lambda g: g["ratio"].update(measured=1.0),
                               "a measured ratio beside a reason why there is none")
    print(f"{len(grades)} grades validated, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
