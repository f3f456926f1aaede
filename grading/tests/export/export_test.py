"""Exports real grades, and grades with hostile text, to every system and reads them as the system would.

Each reader is strict: it refuses keys, types and values that the system's own documentation does not name. The systems
are those of `rowsort export --help`, and test_NAME is the reader of each.
"""

import argparse
import copy
import datetime
import html
import html.parser
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

OPTIONS = None
SYSTEMS = []  # as the help lists them
CLASSROOM = {
    "CLASSROOM": "cs", "ASSIGNMENT": "row-sort", "ASSIGNMENT_TYPE": "individual", "OWNER": "ada",
    "SUBMISSION_TAG": "submit/2026-11-29T10-00-00Z-abc", "COMMIT_URL": "https://example.org/c",
    "RELEASE_URL": "https://example.org/r", "REVIEW_URL": "https://example.org/v",
}

# What a submission may put into a text: commands of a CI runner, markup, escapes, characters that XML and
# terminals cannot take, text that reorders text, a byte order mark, a line of JSON.
HOSTILE = ("\n::error::gotcha\n::set-output name=x::y\r\n##[add-mask]z\n::add-mask::1 % %0A%0D "
           "</td></table><script>alert(1)</script><img src=x onerror=1> &lt; ]]> <!-- "
           "| a | b |\n\n# big\n[x](javascript:alert(1)) `code` **bold** ![](http://example.org/p.png) @everyone "
           "\x1b[31mred\x1b]0;title\x07 \x00\x01\x0b\x7f\x9b \ufffe\uffff \u202egnp.exe \u200b \ufeff "
           "{\"scores\": {\"order\": 1000}}\n\U0001F600 \u6f22 \u00fc")


def listed_systems():
    """What --to can be, from the help."""
    text = subprocess.run([OPTIONS.rowsort, "export", "--help"], capture_output=True, encoding="utf-8", check=True).stdout
    return re.search(r"--to \S*\{([a-z0-9,]+)\}", text)[1].split(",")


def grade_of(folder, program, *arguments, plant=""):
    file = folder / "made.json"
    file.unlink(missing_ok=True)
    subprocess.run([program, "--quiet", "--json", str(file), *arguments],
                   env={**os.environ, "PLANT": plant}, stderr=subprocess.DEVNULL, check=False)
    return json.loads(file.read_text())


def official_grade(folder, source):
    """Of a submission that is not run, so without a sandbox."""
    submission = folder / "submission"
    submission.mkdir(exist_ok=True)
    (submission / "row_sort.cu").write_text(source)
    file = folder / "official.json"
    subprocess.run([OPTIONS.rowsort, "grade", str(submission), "--device", "cpu", "--isolation", "none", "--quiet",
                    "--json", str(file)], stderr=subprocess.DEVNULL, check=False)
    return json.loads(file.read_text())


def make_grades(folder):
    cpu = ["--device", "cpu"]
    planted = lambda name, *more, plant="": grade_of(folder, OPTIONS.planted / name, *cpu, *more, plant=plant)
    return {
        "reference": grade_of(folder, OPTIONS.reference, *cpu),
        "template": grade_of(folder, OPTIONS.student, *cpu),
        "no answers": grade_of(folder, OPTIONS.student, *cpu, "--answers", "/nonexistent"),
        "bad address": planted("bad_address"),
        "NaN": planted("writes_nan"),
        "throws": planted("host_faults", plant="sort_throws"),
        "repeats a row": planted("host_faults", plant="order_repeats_row"),
        "never returns": planted("never_returns", "--limit", "2"),
        "usage": grade_of(folder, OPTIONS.student, *cpu, "--matrix", "/nonexistent"),
        "does not compile": official_grade(folder, "int x = ;\n\n\nint y = ;\n"),
        "refused": official_grade(folder, ""),
    }


class Html(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.text = set(), []

    def handle_starttag(self, tag, attributes):
        assert not attributes, attributes
        self.tags.add(tag)

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        raise AssertionError("a comment")


def workflow_commands(text):
    """As the runner finds them: (name, properties, message)."""
    commands = []
    for line in re.split(r"\r\n|\n|\r", text):
        match = re.match(r"\s*::([a-z-]+)(?: ([^:]*))?::(.*)$", line)
        if match:
            message = match[3].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
            commands.append((match[1], match[2], message))
        elif "##[" in line:
            commands.append(("legacy", None, line))
    return commands


class ExportTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.grades = make_grades(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_export(self, system, grade, *arguments, environment=None):
        file = self.folder / "grade.json"
        file.write_text(grade if isinstance(grade, str) else json.dumps(grade))
        return subprocess.run([OPTIONS.rowsort, "export", "--to", system, str(file), *arguments],
                              env={**os.environ, **CLASSROOM, **(environment or {})},
                              capture_output=True, encoding="utf-8", check=False)

    def exported(self, system, grade, **keywords):
        run = self.run_export(system, grade, **keywords)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def scored(self):
        return {name: grade for name, grade in self.grades.items() if grade["score"] is not None}

    def hostile(self):
        grade = copy.deepcopy(self.grades["repeats a row"])
        for check in grade["checks"]:
            check["message"] = HOSTILE
        grade["error"] = {"kind": "crashed", "message": HOSTILE}
        grade["submission"] = HOSTILE
        grade["device"]["name"] = HOSTILE
        grade["ratio"]["not_measured_because"] = HOSTILE
        grade["official"]["build_log"] = HOSTILE
        grade["answers"]["sentence"] = grade["answers"]["student"] = HOSTILE
        return grade

    def everything_scored(self):
        return {**self.scored(), "hostile": self.hostile()}

    def expect_keys(self, value, required, optional=()):
        self.assertIsInstance(value, dict)
        self.assertLessEqual(set(required), set(value))
        self.assertLessEqual(set(value), set(required) | set(optional))

    def expect_number(self, value):
        self.assertIn(type(value), (int, float))
        self.assertTrue(math.isfinite(value))

    def expect_clean(self, text):
        for c in text:
            self.assertTrue(c == "\n" or (ord(c) >= 32 and not 0x7f <= ord(c) < 0xa0), repr(c))
            self.assertNotIn(c, "\u202e\u200b\ufeff\ufffe\uffff")

    # ---- the fixtures are what they should be

    def test_the_grades_cover_pass_fail_and_error(self):
        self.assertEqual({grade["status"] for grade in self.grades.values()}, {"pass", "fail", "error"})
        self.assertIsNone(self.grades["usage"]["score"])

    # ---- each system

    def test_every_system_has_a_reader_here(self):
        self.assertGreaterEqual(len(SYSTEMS), 6)
        for system in SYSTEMS:
            self.assertTrue(hasattr(self, "test_" + system), system)

    def test_gradescope(self):
        for name, grade in self.everything_scored().items():
            with self.subTest(name):
                result = json.loads(self.exported("gradescope", grade))
                self.expect_keys(result, ["score", "tests"],
                                 ["execution_time", "output", "output_format", "visibility", "stdout_visibility",
                                  "extra_data", "leaderboard"])
                self.assertEqual(result["score"], grade["score"])
                self.assertIn(result["output_format"], ["text"])
                self.assertEqual((result["visibility"], result["stdout_visibility"]), ("visible", "hidden"))
                self.assertIsInstance(result["extra_data"], dict)
                self.expect_clean(result["output"])
                for test in result["tests"]:
                    self.expect_keys(test, ["score", "max_score", "status", "name", "output", "output_format"],
                                     ["number", "tags", "visibility", "extra_data"])
                    self.assertIn(test["status"], ["passed", "failed"])
                    self.assertEqual(test["output_format"], "text")
                    self.assertEqual(test["visibility"], "visible", "one hidden test hides the total")
                    self.expect_number(test["score"])
                    self.expect_clean(test["output"])
                self.assertEqual(sum(test["score"] for test in result["tests"]), grade["score"])
                self.assertEqual(sum(test["max_score"] for test in result["tests"]), grade["max_score"])

    def test_classroom50(self):
        for name, grade in self.everything_scored().items():
            with self.subTest(name):
                result = json.loads(self.exported("classroom50", grade))
                self.expect_keys(result, ["schema", "classroom", "assignment", "assignment_type", "owner",
                                          "submission", "commit", "release", "review", "datetime", "score",
                                          "max-score", "tests"])
                self.assertEqual(result["schema"], "classroom50/result/v1")
                self.assertEqual(result["owner"], "ada")
                self.assertEqual(result["review"], CLASSROOM["REVIEW_URL"])
                when = datetime.datetime.strptime(result["datetime"], "%Y-%m-%dT%H:%M:%SZ")
                now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
                self.assertLess(abs(now - when), datetime.timedelta(minutes=5))
                for test in result["tests"]:
                    self.expect_keys(test, ["test-name", "passed", "score", "max-score"])
                    self.assertIs(type(test["passed"]), bool)
                    self.assertIs(type(test["score"]), int)
                    self.assertIs(type(test["max-score"]), int)
                self.assertIs(type(result["score"]), int)
                self.assertEqual(result["score"], sum(test["score"] for test in result["tests"]))
                self.assertEqual(result["max-score"], sum(test["max-score"] for test in result["tests"]))
                self.assertEqual(result["score"], grade["score"])

    def test_classroom50_keeps_half_points(self):
        grade = copy.deepcopy(self.grades["reference"])
        grade["checks"][2].update(points=0.25, max_points=1.5)
        grade["score"] += 0.25 - 1
        grade["max_score"] += 1.5 - 1
        result = json.loads(self.exported("classroom50", grade))
        self.assertEqual(result["score"], 4 * grade["score"])
        self.assertEqual(result["max-score"], 4 * grade["max_score"])
        self.assertEqual(result["tests"][2]["score"], 1)
        self.assertEqual(result["tests"][2]["max-score"], 6)
        grade["checks"][2]["points"] = 1 / 3
        run = self.run_export("classroom50", grade)
        self.assertEqual(run.returncode, 2)
        self.assertIn("whole points", run.stderr)

    def test_classroom50_names_every_variable_that_is_missing(self):
        run = self.run_export("classroom50", self.grades["reference"],
                              environment={"OWNER": "", "COMMIT_URL": "", "REVIEW_URL": ""})
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr, "rowsort: classroom50 needs these variables in the environment: OWNER, "
                                     "COMMIT_URL, REVIEW_URL\n")
        run = self.run_export("classroom50", self.grades["reference"], environment={"ASSIGNMENT_TYPE": "x"})
        self.assertEqual(run.returncode, 2)

    def test_classroom50_uses_the_commit_when_there_is_no_review(self):
        result = json.loads(self.exported("classroom50", self.grades["reference"], environment={"REVIEW_URL": ""}))
        self.assertEqual(result["review"], CLASSROOM["COMMIT_URL"])

    def test_prairielearn(self):
        for name, grade in {**self.everything_scored(), "usage": self.grades["usage"]}.items():
            with self.subTest(name):
                text = self.exported("prairielearn", grade)
                self.assertLess(len(text.encode()), 1_000_000)
                result = json.loads(text)
                self.expect_keys(result, ["gradable"], ["score", "message", "output", "images", "format_errors",
                                                        "tests"])
                costs_no_attempt = grade["score"] is None or name == "does not compile"
                self.assertIs(result["gradable"], not costs_no_attempt)
                if costs_no_attempt:
                    self.assertNotIn("score", result)
                    self.assertEqual(result["format_errors"], [grade["error"]["message"]])
                    continue
                self.assertAlmostEqual(result["score"], grade["score"] / grade["max_score"])
                self.assertLessEqual(result["score"], 1)
                for test in result["tests"]:
                    self.expect_keys(test, ["name", "points", "max_points", "message"],
                                     ["description", "output", "images"])
                    self.expect_number(test["points"])
                    self.expect_clean(test["message"])

    def test_prairielearn_a_submission_that_does_not_compile_costs_no_attempt(self):
        grade = copy.deepcopy(self.grades["throws"])
        grade["error"] = {"kind": "does_not_compile", "message": "row_sort.cu:3:1: error: x"}
        grade["official"]["build_log"] = "line 1\nline 2"
        result = json.loads(self.exported("prairielearn", grade))
        self.assertEqual(result, {"gradable": False, "message": "not graded, and no attempt is lost",
                                  "format_errors": ["row_sort.cu:3:1: error: x"], "output": "line 1\nline 2"})
        grade["error"]["kind"] = "crashed"
        self.assertTrue(json.loads(self.exported("prairielearn", grade))["gradable"])

    def test_autolab(self):
        for name, grade in self.everything_scored().items():
            with self.subTest(name):
                text = self.exported("autolab", grade)
                self.assertEqual(text.count("\n"), 1)
                result = json.loads(text)
                self.expect_keys(result, ["scores"], ["scoreboard"])
                for problem, points in result["scores"].items():
                    self.assertRegex(problem, r"^[a-z0-9_]+$")
                    self.expect_number(points)
                self.assertEqual(sum(result["scores"].values()), grade["score"])

    def test_junit(self):
        for name, grade in {**self.everything_scored(), "usage": self.grades["usage"]}.items():
            with self.subTest(name):
                root = ElementTree.fromstring(self.exported("junit", grade).encode())
                self.assertEqual(root.tag, "testsuites")
                (suite,) = root
                self.assertEqual(suite.tag, "testsuite")
                cases = suite.findall("testcase")
                for attribute, tag in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]:
                    self.assertEqual(int(suite.get(attribute)), len(suite.findall("testcase/" + tag)), tag)
                self.assertEqual(int(suite.get("tests")), len(cases))
                for case in cases:
                    self.assertEqual(case.get("classname"), "rowsort")
                    self.assertLessEqual(len(case), 1)
                for element in suite.iter():
                    for value in element.attrib.values():
                        self.expect_clean(value)
                if grade["status"] == "pass":
                    self.assertEqual(suite.get("errors"), "0")
                else:
                    self.assertGreater(int(suite.get("errors")) + int(suite.get("failures")), 0)

    def test_junit_a_wrong_answer_is_a_failure_and_a_crash_an_error(self):
        grade = copy.deepcopy(self.grades["NaN"])
        count = sum(check["status"] == "fail" for check in grade["checks"])
        self.assertGreater(count, 0)
        for kind, failures, errors in [(None, count, 0), ("wrong_answer", count, 0), ("tampered_input", count, 0),
                                       ("timed_out", 0, count), ("does_not_compile", 0, count),
                                       ("a_kind_of_tomorrow", 0, count)]:
            grade["error"] = kind and {"kind": kind, "message": "m"}
            suite = ElementTree.fromstring(self.exported("junit", grade).encode())[0]
            self.assertEqual((suite.get("failures"), suite.get("errors")), (str(failures), str(errors)), kind)

    def test_the_student_sees_what_the_compiler_printed(self):
        grade = self.grades["does not compile"]
        self.assertIn("row_sort.cu:1:9: error", grade["official"]["build_log"])
        for system in ["gradescope", "junit", "prairielearn", "github"]:
            text = html.unescape(self.exported(system, grade))
            self.assertIn("row_sort.cu:4:9: error", text, system)

    def test_junit_an_error_without_a_check_still_shows(self):
        suite = ElementTree.fromstring(self.exported("junit", self.grades["usage"]).encode())[0]
        (case,) = suite.findall("testcase")
        self.assertEqual(case.get("name"), "grade")
        self.assertEqual(case.find("error").get("type"), "usage")

    def test_github(self):
        for name, grade in {**self.everything_scored(), "usage": self.grades["usage"]}.items():
            with self.subTest(name):
                out = self.folder / "summary.md"
                out.write_text("before\n")
                run = self.run_export("github", grade, "--out", str(out))
                self.assertEqual(run.returncode, 0, run.stderr)
                summary = out.read_text()
                self.assertTrue(summary.startswith("before\n## rowsort: "), "appended")
                self.assertLess(len(summary.encode()), 1 << 20)
                self.expect_github(grade, summary, run.stdout)

    def expect_github(self, grade, summary, console):
        self.assertEqual(workflow_commands(summary), [], "the summary may be printed as well")
        self.expect_clean(summary)
        blocks = re.findall(r"<(?:ul|table|pre)>.*?</(?:ul|table|pre)>", summary, re.DOTALL)
        for block in blocks:
            self.assertNotIn("\n\n", block, "a blank line ends an HTML block")
        for line in re.sub(r"<(ul|table|pre)>.*?</\1>", "", summary, flags=re.DOTALL).split("\n"):
            self.assertRegex(line, r"^(|before|## rowsort: [a-z, :0-9.]+)$")
        page = Html()
        page.feed(summary)
        self.assertLessEqual(page.tags, {"ul", "li", "table", "tr", "th", "td", "br", "pre"})
        commands = workflow_commands(console)
        self.assertEqual(len(commands), console.count("\n"), "every line is one command of ours")
        self.assertLessEqual({command[0] for command in commands}, {"notice", "error"})
        self.assertLessEqual(len(commands), 10)
        for _, properties, message in commands:
            self.assertRegex(properties, r"^title=rowsort( [a-z0-9_]+)?$")
            self.expect_clean(message)
        failed = grade["status"] != "pass"
        self.assertEqual(any(command[0] == "error" for command in commands), failed)

    def test_github_shows_hostile_text_as_text(self):
        run = self.run_export("github", self.hostile())
        page = Html()
        page.feed(run.stdout.split("\n::error")[0])
        self.assertIn("</td></table><script>alert(1)</script>", "".join(page.text))
        self.assertIn("%0A%0D", "".join(page.text))
        self.assertIn("::error::gotcha", workflow_commands(run.stdout)[0][2])

    def test_the_largest_texts_stay_within_the_limits(self):
        grade = self.hostile()
        grade["checks"] = [{"id": f"check_{i}", "status": "fail", "points": 0, "max_points": 0, "message": "_" * 9999}
                           for i in range(64)]
        grade["score"] = grade["max_score"] = 0
        grade["official"]["build_log"] = "_" * 1_000_000
        self.assertLess(len(self.exported("github", grade)), 1 << 20)
        self.assertLess(len(self.exported("prairielearn", grade)), 1_000_000)
        grade["checks"][0]["message"] = '"\\' * 5000
        text = json.loads(self.exported("prairielearn", grade))["tests"][0]["message"]
        self.assertTrue(text.endswith(" ... (7,952 more bytes)"), text[-40:])

    def test_cutting_a_text_leaves_whole_characters(self):
        for shift in range(4):
            grade = copy.deepcopy(self.grades["reference"])
            grade["checks"][0]["message"] = "x" * shift + "\U0001F600" * 1000
            text = json.loads(self.exported("gradescope", grade))["tests"][0]["output"]
            self.assertNotIn("\ufffd", text)

    # ---- no score

    def test_without_a_score_no_system_gets_a_zero(self):
        for kind in ["usage", "environment", "infrastructure"]:
            grade = copy.deepcopy(self.grades["usage"])
            grade["error"]["kind"] = kind
            for system in SYSTEMS:
                with self.subTest(system):
                    out = self.folder / "never"
                    out.write_text("the good grade of yesterday")
                    run = self.run_export(system, grade, "--out", str(out))
                    if system in ["github", "junit", "prairielearn"]:
                        self.assertEqual(run.returncode, 0)
                        self.assertNotRegex(out.read_text(), r'(?i)score\W+0\b')
                    else:
                        self.assertEqual(run.returncode, 3)
                        self.assertIn("has no score", run.stderr)
                        self.assertEqual(run.stdout, "")
                        self.assertEqual(out.read_text(), "the good grade of yesterday")

    # ---- files that are not grades

    def expect_refused(self, grade, words):
        for system in SYSTEMS:
            run = self.run_export(system, grade)
            self.assertEqual(run.returncode, 2, f"{system}: {run.stdout}")
            self.assertEqual(run.stdout, "")
            self.assertIn(words, run.stderr)

    def test_a_malformed_grade_is_refused_with_its_place(self):
        good = self.grades["reference"]

        def broken(change):
            grade = copy.deepcopy(good)
            change(grade)
            return grade

        for words, grade in [
                ("is not valid JSON", "{"),
                ("is not valid JSON", json.dumps(good)[:-20]),
                ("is not valid JSON", "[" * 100_000),
                ("should hold a JSON object", "[]"),
                ("its schema_version is 99, this program reads", broken(lambda g: g.update(schema_version=99))),
                ("it has no \"schema_version\"", broken(lambda g: g.pop("schema_version"))),
                ("it has no \"checks\"", broken(lambda g: g.pop("checks"))),
                ("checks should be a list", broken(lambda g: g.update(checks={}))),
                ("checks[2] should be an object", broken(lambda g: g["checks"].__setitem__(2, 7))),
                ("checks[3].points should be a number", broken(lambda g: g["checks"][3].update(points="1"))),
                ("checks[3].points should be a number of at least 0",
                 broken(lambda g: g["checks"][3].update(points=-1))),
                ("checks[3] has more points than it is worth", broken(lambda g: g["checks"][3].update(points=9))),
                ("checks[0].id should be a word", broken(lambda g: g["checks"][0].update(id="a\" b"))),
                ("checks[0].status should be", broken(lambda g: g["checks"][0].update(status="fine"))),
                ("more than 64 checks", broken(lambda g: g.update(checks=g["checks"] * 7))),
                ("contradict each other", broken(lambda g: g.update(score=None))),
                ("contradict each other", broken(lambda g: g.update(status="error"))),
                ("it does not name the error", broken(lambda g: g.update(status="error", score=None))),
                ("its score is above", broken(lambda g: g.update(score=99))),
                ("error.kind should be a word", broken(lambda g: g.update(error={"kind": "::x", "message": ""}))),
                ("status should be", broken(lambda g: g.update(status=1)))]:
            with self.subTest(words):
                self.expect_refused(grade, words)

    def test_keys_of_a_later_program_do_not_matter(self):
        grade = copy.deepcopy(self.grades["reference"])
        grade.update(variants=[{"name": "hidden", "status": "fail"}], isolation="bubblewrap")
        self.assertEqual(json.loads(self.exported("gradescope", grade))["score"], grade["score"])

    def test_a_grade_that_cannot_be_read_is_wrong_usage(self):
        for path in ["/nonexistent/grade.json", "/", "/dev/null"]:
            run = subprocess.run([OPTIONS.rowsort, "export", "--to", "autolab", path], capture_output=True,
                                 encoding="utf-8", check=False)
            self.assertEqual(run.returncode, 2)
            self.assertIn(f"the grade {path}: ", run.stderr)

    def test_an_unknown_system_is_wrong_usage(self):
        run = self.run_export("no_such_system", self.grades["reference"])
        self.assertEqual(run.returncode, 2)
        self.assertIn("no_such_system", run.stderr)

    def test_a_file_that_cannot_be_written_is_the_machines_fault(self):
        for system in SYSTEMS:
            run = self.run_export(system, self.grades["reference"], "--out", "/nonexistent/x")
            self.assertEqual(run.returncode, 3)
            self.assertIn("cannot write /nonexistent/x", run.stderr)
            self.assertEqual(run.stdout, "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ["rowsort", "student", "reference", "planted"]:
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    OPTIONS, rest = parser.parse_known_args()
    SYSTEMS = listed_systems()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
