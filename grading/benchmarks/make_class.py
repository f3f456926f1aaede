"""Makes a class: submissions of every kind, and a roster that says what each must come to.

    make_class.py OUT --students 200 [--seed 1]

OUT/submissions holds a folder, a .zip or a .tar.gz for each student who has handed in; OUT/roster.csv has the columns
id, name and section, which `rowsort batch` reads, and kind, state, status, error, which say what must come out.
"""

import argparse
import csv
import json
import pathlib
import random
import shutil
import tarfile
import zipfile

CASES = pathlib.Path(__file__).resolve().parent.parent / "tests/submissions"

# Those that end soon and need no options of their own.
QUICK = {
    "right": ["correct/ascending", "correct/byte_order_mark", "correct/comments_in_any_language", "correct/dealt",
              "correct/descending", "correct/edited_kernel", "correct/no_claim", "correct/unsorted",
              "correct/windows_line_ends"],
    "wrong": ["wrong/answers_missing", "wrong/answers_nan", "wrong/block_size_48", "wrong/crashes",
              "wrong/does_not_compile", "wrong/drops_last_nonzero", "wrong/kernel_for_whole_warps_only",
              "wrong/order_drops_a_row", "wrong/order_empty", "wrong/order_huge_entries", "wrong/order_repeats_a_row",
              "wrong/out_of_bounds_read_in_kernel", "wrong/rebuild_missing", "wrong/throws"],
    "hostile": ["hostile/01_constructor_writes_a_verdict", "hostile/02_prints_a_grade",
                "hostile/06_includes_etc_passwd", "hostile/08_defines_main", "hostile/15_returns_the_published_order",
                "hostile/16_writes_the_inputs", "hostile/17_writes_behind_y", "hostile/19_writes_nan",
                "hostile/22_rebuilds_another_matrix", "hostile/23_smuggles_results", "hostile/30_answers_nested",
                "hostile/30_answers_that_act"],
}
UNREADABLE = ["junk.zip", "cut_off.tar.gz", "rar.rar", "empty_folder", "without_source", "link"]
# Of twenty students, in the order in which they come.
MIX = ["right", "wrong", "missing", "right", "hostile", "duplicate", "right", "unreadable", "right", "wrong",
       "right", "duplicate", "right", "wrong", "hostile", "right", "right", "unreadable", "wrong", "right"]
COLUMNS = ["id", "name", "section", "kind", "state", "status", "error"]


def files_of(case):
    return {name: (CASES / case / name).read_bytes() for name in ["row_sort.cu", "answers.json"]
            if (CASES / case / name).exists()}


def hand_in(files, path, form):
    if form == "folder":
        path.mkdir()
        for name, data in files.items():
            (path / name).write_bytes(data)
        return
    source = path.with_name("." + path.name)
    hand_in(files, source, "folder")
    if form == "zip":
        with zipfile.ZipFile(f"{path}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name in files:
                archive.write(source / name, f"homework/{name}")
    else:
        with tarfile.open(f"{path}.tar.gz", "w:gz") as archive:
            for name in files:
                archive.add(source / name, name)
    shutil.rmtree(source)


def hand_in_unreadable(what, path):
    right = files_of("correct/descending")
    if what == "junk.zip":
        pathlib.Path(f"{path}.zip").write_bytes(b"no archive at all")
    elif what == "cut_off.tar.gz":
        hand_in(right, path, "tar.gz")
        archive = pathlib.Path(f"{path}.tar.gz")
        archive.write_bytes(archive.read_bytes()[:-200])
    elif what == "rar.rar":
        pathlib.Path(f"{path}.rar").write_bytes(b"Rar!\x1a\x07\x00 and so on")
    else:
        path.mkdir()
        if what == "without_source":
            (path / "answers.json").write_bytes(right["answers.json"])
        if what == "link":
            (path / "row_sort.cu").symlink_to("/etc/passwd")


def make_class(out, students, seed=1):
    """Returns the rows of the roster."""
    generator = random.Random(seed)
    submissions = out / "submissions"
    submissions.mkdir(parents=True)
    next_case = {kind: 0 for kind in [*QUICK, "unreadable"]}
    rows, handed_in = [], []

    def next_of(kind, cases):
        next_case[kind] += 1
        return cases[(next_case[kind] - 1) % len(cases)]

    for number in range(students):
        kind = MIX[number % len(MIX)]
        row = {"id": f"student{number + 1:04}", "name": f'Student, "{kind}" {number + 1}',
               "section": "ABC"[number % 3], "kind": kind}
        path = submissions / row["id"]
        form = generator.choice(["folder", "folder", "zip", "tar.gz"])
        if kind == "missing":
            row.update(state="missing", status="", error="")
        elif kind == "unreadable":
            hand_in_unreadable(next_of(kind, UNREADABLE), path)
            row.update(state="unreadable", status="fail", error="refused")
        else:
            case = generator.choice(handed_in) if kind == "duplicate" else next_of(kind, QUICK[kind])
            handed_in.append(case)
            hand_in(files_of(case), path, form)
            expected = json.loads((CASES / case / "expected.json").read_text())
            row.update(state="graded", status=expected["status"], error=expected.get("error", ""))
        rows.append(row)
    with open(out / "roster.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        table.writerows(rows)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = make_class(options.out, options.students, options.seed)
    print(f"{len(rows)} students in {options.out}")


if __name__ == "__main__":
    main()
