"""Makes the Gradescope bundle, unpacks it into a folder that looks like Gradescope's, sets it up and grades in it.

With --build its own setup.sh builds it, which takes minutes. Without, its sources are configured only, and the programs
of this build are copied to where they would have been built.

Exit status: 0 for success, 1 for a failure, 77 where bubblewrap cannot run.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from sandbox_here import status_without_sandbox  # noqa: E402

FAILURES = []


def expect(condition, sentence):
    if not condition:
        FAILURES.append(sentence)
        print("FAIL", sentence)


class Gradescope:
    def __init__(self, root, bundle, options):
        self.root = root
        self.environment = {**os.environ, "ROWSORT_AUTOGRADER": str(root), "ROWSORT_PACKAGES": "no"}
        source = root / "source"
        source.mkdir()
        with zipfile.ZipFile(bundle) as archive:
            self.names = archive.namelist()
            for entry in archive.infolist():
                archive.extract(entry, source)
                (source / entry.filename).chmod(entry.external_attr >> 16 & 0o777)
        if options.build:
            subprocess.run([source / "setup.sh"], check=True, stdout=subprocess.DEVNULL, env=self.environment)
        else:
            subprocess.run(["cmake", "--preset", "user", "-DROWSORT_CUDA=OFF"], cwd=source / "rowsort", check=True,
                           stdout=subprocess.DEVNULL)
            build = source / "rowsort/build"
            (build / "bin").mkdir(exist_ok=True)
            shutil.copy2(options.rowsort, build / "bin")
            shutil.copytree(options.rowsort.parent.parent / "lib/rowsort", build / "lib/rowsort", dirs_exist_ok=True)
        shutil.copy2(source / "run_autograder", root)

    def grade(self, files):
        """(exit status, results.json or None)."""
        for name in ["submission", "results"]:
            shutil.rmtree(self.root / name, ignore_errors=True)
            (self.root / name).mkdir()
        for name, text in files.items():
            (self.root / "submission" / name).write_text(text)
        run = subprocess.run([self.root / "run_autograder"], env=self.environment, capture_output=True,
                             encoding="utf-8", errors="replace", check=False)
        self.output = run.stdout + run.stderr
        results = self.root / "results/results.json"
        return run.returncode, json.loads(results.read_text()) if results.exists() else None


def expect_contents(names):
    for name in names:
        expect(name in ["setup.sh", "run_autograder", "isolation"] or name.startswith("rowsort/"),
               f"{name} is at the top")
        for room in ["reference/", "/tests/", "/benchmarks/", "/fuzz/"]:
            expect(room not in name, f"{name} is in the container of the submission")


def grade_submissions(gradescope, source):
    def text(name):
        return (source / name).read_text()

    template = text("student/row_sort.cu")
    answers = text("student/answers.json")
    status, results = gradescope.grade({"row_sort.cu": text("reference/row_sort.cu"),
                                        "answers.json": text("reference/answers.json")})
    expect(status == 0 and results and results["score"] == 9, f"the reference: {status}, {gradescope.output}")

    status, results = gradescope.grade({"row_sort.cu": template, "answers.json": answers})
    expect(status == 0 and results and results["score"] == 4, f"the template: {status}, {gradescope.output}")

    status, results = gradescope.grade({"row_sort.cu": template.replace("std::iota(", "std::io("),
                                        "answers.json": answers})
    expect(status == 0 and results and results["score"] == 0, f"what does not compile: {status}")
    expect(results and "row_sort.cu" in results["output"] and "error" in results["output"],
           "the compiler's error is not shown")

    status, results = gradescope.grade({"answers.json": answers})
    expect(status == 0 and results and results["score"] == 0, f"without row_sort.cu: {status}")
    expect(results and "there is no row_sort.cu" in results["output"], "the refusal is not shown")


def expect_no_score_where_the_machine_is_at_fault(gradescope, source):
    compiler = gradescope.root / "source/rowsort/build/lib/rowsort/worker.o"
    hidden = compiler.with_name("hidden")
    compiler.rename(hidden)
    status, results = gradescope.grade({"row_sort.cu": (source / "student/row_sort.cu").read_text()})
    expect(status == 3 and results is None, f"a broken installation: {status}, {results}")
    hidden.rename(compiler)


def main():
    parser = argparse.ArgumentParser()
    for name in ["rowsort", "source"]:
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--build", action="store_true")
    options = parser.parse_args()
    skipped = status_without_sandbox()
    if skipped is not None:
        return skipped
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        bundle = folder / "autograder.zip"
        subprocess.run([options.rowsort, "bundle", "gradescope", "--out", str(bundle), "--source", str(options.source)],
                       check=True, stdout=subprocess.DEVNULL)
        root = folder / "autograder"
        root.mkdir()
        gradescope = Gradescope(root, bundle, options)
        expect_contents(gradescope.names)
        grade_submissions(gradescope, options.source)
        expect_no_score_where_the_machine_is_at_fault(gradescope, options.source)
    print(f"{len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
