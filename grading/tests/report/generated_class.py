"""A class folder of any size, as `rowsort batch` writes it, with every kind of student in it."""

import hashlib
import json
import os
import random

RUBRIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../rubric.json")
with open(RUBRIC, encoding="utf-8") as rubric:
    POINTS = json.load(rubric)["points"]
CHECKS = tuple(POINTS)
UNSORTED, MINIMUM = 219_676_672, 8_388_608
GPUS = (("NVIDIA H200", 113.0), ("Tesla T4", 900.0), ("NVIDIA A100-SXM4-40GB", 190.0))
HOSTILE = "</script><script>alert(1)</script>\"'<img src=x onerror=alert(1)>\u202e end"
FORMULA = "=HYPERLINK(\"http://example.org/?\"&A1)"
SENTENCES = ("A warp waits for the longest of its 32 rows, so rows of like length waste no lane-slots.",
             "Lane-slots fall by 26x and the bytes do not, so the clock follows the bytes.",
             "The heavy warps end up on few multiprocessors, and that is what the time follows.")
# Every 20 students: 12 that pass, then these.
KINDS = ("pass",) * 12 + ("claim", "inconclusive", "fail", "crash", "missing", "unreadable", "infrastructure", "copy")


def checks_of(failed=(), skipped=()):
    listed = []
    for name in CHECKS:
        status = "fail" if name in failed else "skipped" if name in skipped else "pass"
        worth = 0 if name == "sentence" else POINTS.get(name, 0)
        listed.append({"id": name, "status": status, "points": worth if status == "pass" else 0,
                       "max_points": worth, "message": f"{name}: {status}"})
    return listed


def timed(ratio, base, noise, draw):
    unsorted = [round(base * (1 + draw.uniform(-noise, noise)), 3) for _ in range(20)]
    submitted = [round(one / ratio * (1 + draw.uniform(-noise, noise)), 3) for one in unsorted]
    return {"unit": "microseconds", "method": "generated", "pairs": 20, "unsorted": unsorted,
            "submitted": submitted}


def grade_of(draw, gpu, base, ratio, slots, claimed, checks, sentence, intervals=True):
    """A grade that passed the gate; `intervals`: with the fields of a measurement that judges itself."""
    points = sum(check["points"] for check in checks)
    ratios = {"predicted": UNSORTED / slots, "predicted_by_sectors": round(draw.uniform(0.985, 1.0), 5),
              "measured": ratio, "claimed": claimed, "not_measured_because": None}
    if intervals:
        width = draw.uniform(0.002, 0.02)
        ratios |= {"measured_interval": [ratio * (1 - width), ratio * (1 + width)], "conclusive": True,
                   "inconclusive_because": None, "predicted_by_time": None}
    return {
        "schema_version": 3, "submission": "generated", "status": "pass", "score": points,
        "max_score": sum(POINTS.values()), "error": None, "checks": checks, "rows_compared": 524288,
        "bad_rows": 0, "first_bad_row": None,
        "matrix": {"name": "skewed", "rows": 524288, "cols": 524288, "nonzeros": 8388608,
                   "row_lengths": {"min": 3, "max": 419, "mean": 16.0, "histogram": []}},
        "block_size": 64,
        "lane_slots": {"unsorted": UNSORTED, "submitted": slots, "minimum": MINIMUM, "predicted": MINIMUM,
                       "executed": slots},
        "memory": {}, "ratio": ratios, "timing": timed(ratio, base, 0.01, draw),
        "device": {"kind": "cuda", "name": gpu, "multiprocessors": 132, "note": None},
        "answers": {"student": "generated", "predicted_lane_slots": MINIMUM, "measured_ratio": claimed,
                    "measured_on": gpu, "sentence": sentence},
        "variants": [],
        "official": {"source_sha256": None, "isolation": "bubblewrap", "attempts": 1, "build_log": None},
        "seeds": {"inputs": 37},
        "versions": {"rowsort": "0.1.0", "compiler": "generated", "cuda_runtime": None, "cuda_driver": None}}


def failed_grade(kind, message):
    grade = grade_of(random.Random(1), "NVIDIA H200", 113, 1.0, UNSORTED, None, checks_of(), "")
    first = {"wrong_answer": "all_rows", "crashed": "order", "refused": "builds"}[kind]
    at = CHECKS.index(first)
    grade["checks"] = checks_of(failed=(first,), skipped=CHECKS[at + 1:])
    slots = UNSORTED if kind == "wrong_answer" else None
    grade |= {"status": "fail", "score": sum(check["points"] for check in grade["checks"]),
              "error": {"kind": kind, "message": message}, "timing": None}
    grade["lane_slots"] |= {"submitted": slots, "executed": None}
    grade["ratio"] = {"predicted": 1.0 if slots else None, "predicted_by_sectors": None, "measured": None,
                      "claimed": None, "not_measured_because": "the kernel was not timed"}
    return grade


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


def clock(second):
    return f"2026-03-02T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"


def make_student(draw, number, kind, intervals):
    """The name, the grade or None, and the state of one student."""
    gpu, base = GPUS[number % 3]
    slots = draw.choice((MINIMUM, MINIMUM, MINIMUM, MINIMUM + 4096, 23_592_960, UNSORTED))
    ratio = round(draw.choice((0.61, 0.88, 1.07, 1.23, 1.24)) * draw.uniform(0.99, 1.01), 4)
    name, sentence, message, state = f"Student {number}", draw.choice(SENTENCES), None, "graded"
    failed = () if slots == MINIMUM else ("lane_slots",)
    grade = grade_of(draw, gpu, base, ratio, slots, round(ratio, 2), checks_of(failed, ("sentence",)), sentence,
                     intervals)
    if number == 0:
        name, grade["answers"]["sentence"] = HOSTILE, HOSTILE
    if number == 1:
        name, grade["answers"]["sentence"] = FORMULA, FORMULA
    if kind == "claim":
        claimed = round(ratio * 3, 2)
        grade = grade_of(draw, gpu, base, ratio, slots, claimed, checks_of((*failed, "claim"), ("sentence",)),
                         sentence, intervals)
    if kind == "inconclusive" and intervals:
        grade["ratio"] |= {"conclusive": False, "inconclusive_because": "the times have two modes"}
    if kind == "fail":
        grade = failed_grade("wrong_answer", "16,384 rows of 524,288 are wrong")
    if kind == "crash":
        grade = failed_grade("crashed", "sort_rows crashed: SIGSEGV")
    if kind == "unreadable":
        grade, state, message = failed_grade("refused", "row_sort.cu is a link"), "unreadable", "row_sort.cu is a link"
    if kind == "missing":
        grade, state, message = None, "missing", "nothing was handed in"
    if kind == "infrastructure":
        grade, state, message = None, "infrastructure", "the GPU was lost"
    return name, grade, state, message


def without_gpu(grade):
    """The same as the CPU device would have graded it."""
    grade["ratio"] |= {"measured": None, "not_measured_because": "there is no GPU"}
    for key in ("measured_interval", "conclusive", "inconclusive_because"):
        if key in grade["ratio"]:
            grade["ratio"][key] = None
    grade["timing"] = None
    grade["device"] = {"kind": "cpu", "name": "x86-64", "multiprocessors": 8, "note": "no GPU"}


def make_class(folder, students, seed=1, drifting=False, intervals=True, gpu=True):
    """Writes the folder and gives {id: kind}."""
    draw = random.Random(seed)
    kinds = {}
    roster = ["id,name,section"]
    for number in range(students):
        kind = KINDS[number % len(KINDS)]
        student = f"s{number:05}"
        name, grade, state, message = make_student(draw, number, kind, intervals)
        source = f"copied {number // 40}" if kind == "copy" else student
        has_source = state not in ("missing", "unreadable")
        digest = hashlib.sha256(source.encode()).hexdigest() if has_source else None
        at = os.path.join(folder, "students", student)
        if grade:
            if not gpu:
                without_gpu(grade)
            grade["official"]["source_sha256"] = digest
            write(os.path.join(at, "grade.json"), grade)
        write(os.path.join(at, "state.json"),
              {"id": student, "name": name, "section": "AB"[number % 2],
               "submission": None if state == "missing" else f"submissions/{student}", "state": state,
               "source_sha256": digest, "answers_sha256": digest, "graded_at": clock(3600 + 4 * number),
               "seconds": 3.5, "attempts": 0 if state == "missing" else 1, "message": message,
               "options": "", "seed": None, "regrade": False})
        quoted = name.replace('"', '""')
        roster.append(f'{student},"{quoted}",{"AB"[number % 2]}')
        kinds[student] = kind
    with open(os.path.join(folder, "roster.csv"), "w", encoding="utf-8") as file:
        file.write("\n".join(roster) + "\n")
    make_calibration(folder, draw, students, drifting, gpu)
    return kinds


def make_calibration(folder, draw, students, drifting, gpu):
    """Eight runs of the reference; a drifting runner is 8% slower in the last two, in one of the two orders."""
    for run in range(8):
        ratio = 1.2305 * draw.uniform(0.997, 1.003) / (1.08 if drifting and run >= 6 else 1)
        grade = grade_of(draw, "NVIDIA H200", 113, ratio, MINIMUM, 1.23, checks_of((), ("sentence",)), "")
        if not gpu:
            without_gpu(grade)
        write(os.path.join(folder, "calibration", f"{run + 1}.json"), grade)
        write(os.path.join(folder, "calibration", f"{run + 1}.state.json"),
              {"graded_at": clock(3600 + 4 * students * run // 7), "seconds": 3.5})
