"""Makes the student kit, looks for solutions in it, builds it in a folder of its own and runs the check.

Exit status: 0 for success, 1 for a failure.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

FAILURES = []


def expect(condition, sentence):
    if not condition:
        FAILURES.append(sentence)
        print("FAIL", sentence)


def kit(options, file, **environment):
    subprocess.run([options.rowsort, "kit", "--out", str(file), "--source", str(options.source)], check=True,
                   stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    return file.read_bytes()


def code_lines(text):
    """Lines long enough to be recognized, without comments and common beginnings."""
    lines = (line.strip() for line in text.splitlines())
    return {line for line in lines if len(line) >= 25 and not line.startswith(("//", "#", "for ("))}


def solution_lines(source):
    """Code of right submissions that is not in the template."""
    template = code_lines((source / "student/row_sort.cu").read_text())
    lines = set()
    for name in ["reference/row_sort.cu", "harness/tests/heavy_first.h", "harness/benchmarks/orders/row_sort.cu",
                 "harness/tests/end_to_end/submissions/correct_host.h"]:
        lines |= code_lines((source / name).read_text()) - template
    return lines


def leaks(files, solution):
    """Name and line of every line of a solution in these files, {name: text}."""
    return [(name, line) for name, text in files.items() for line in sorted(code_lines(text) & solution)]


def expect_no_solution(files, source):
    solution = solution_lines(source)
    planted = {"planted": "int a;\n  " + max(solution, key=len) + "\n"}
    expect(leaks(planted, solution), "the search does not find a planted line of the solution")
    for name, line in leaks(files, solution):
        expect(False, f"{name} has a line of a solution: {line}")
    for name, text in files.items():
        expect("219,676,672" not in text, f"{name} has the lane-slots of the unsorted matrix")


def expect_contents(names):
    expect({name.split("/")[0] for name in names} ==
           {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "student", "harness"}, "other files at the top")
    expect({name for name in names if name.startswith("student/")} ==
           {"student/CMakeLists.txt", "student/README.md", "student/answers.json", "student/row_sort.cu"},
           "other files in student/")
    expect({name.split("/")[1] for name in names if name.startswith("harness/")} ==
           {"CMakeLists.txt", "cmake", "rowsort", "rubric.json"}, "other files in harness/")


def expect_that_it_builds_and_passes(folder):
    run = lambda *command: subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    run("cmake", "--preset", "user", "-DROWSORT_CUDA=OFF")
    run("cmake", "--build", "--preset", "user", "-j2")
    run("build/bin/student", "--html", "picture.html")
    grade = json.loads((folder / "grade.json").read_text())
    expect(grade["status"] == "pass", "the template does not pass")
    expect(grade["score"] == 4, f"the template has {grade['score']} points, so it is a solution or broken")
    expect((folder / "picture.html").stat().st_size > 0, "no page")
    expect(not (folder / "build/bin/rowsort").exists(), "the kit builds the course staff's program")


def main():
    parser = argparse.ArgumentParser()
    for name in ["rowsort", "source"]:
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in ["kit.tar.gz", "kit.zip"]:
            first = kit(options, folder / name, TZ="UTC")
            expect(first == kit(options, folder / name, TZ="Asia/Tokyo"), f"{name}: not the same bytes each time")
        with zipfile.ZipFile(folder / "kit.zip") as archive:
            zipped = set(archive.namelist())
        with tarfile.open(folder / "kit.tar.gz") as archive:
            expect(set(archive.getnames()) == zipped, ".zip and .tar.gz hold other files")
            expect(all(name.startswith("rowsort-student/") for name in zipped), "files outside the one folder")
            archive.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(folder)
        root = folder / "rowsort-student"
        files = {str(file.relative_to(root)): file.read_text() for file in root.rglob("*") if file.is_file()}
        expect_contents(files)
        expect_no_solution(files, options.source)
        expect_that_it_builds_and_passes(root)
    print(f"{len(files)} files, {len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
