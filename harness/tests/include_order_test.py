"""Checks that includes follow the order of the rooms in a README, and that no header is public without need.

usage: include_order_test.py SOURCE_TREE

A README has a table whose first column names a room as `room/`. A file may include headers of its own room and of
the rooms below it in that table, and the headers that lie in no room. harness/README.md also names the public headers
of each room, in the last column: grading/ and reference/ include those and no others, and each of them is included
there.
"""

import os
import re
import sys

INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
CODE = (".h", ".cpp", ".cu")


def sources(folder):
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("tests", "fuzz", "vendor", "benchmarks")]
        for name in files:
            if name.endswith(CODE):
                yield os.path.join(place, name)


def includes(file):
    with open(file, encoding="utf-8") as text:
        return INCLUDE.findall(text.read())


def table(readme):
    """Room -> the last cell of its row, in the README's order."""
    rooms = {}
    with open(readme, encoding="utf-8") as text:
        for line in text:
            row = re.match(r"\| `([a-z_]+)/` \|(.*)\|$", line.rstrip())
            if row:
                rooms[row[1]] = row[2].split("|")[-1]
    return rooms


def room_of(path):
    return path.split("/")[0] if "/" in path else None


def wrong_directions(folder, rooms, prefix):
    order = list(rooms)
    for file in sources(folder):
        name = os.path.relpath(file, folder)
        own = room_of(name)
        if name in ("main.cpp", "submission.h"):  # a program and the contract: they stand above every room
            continue
        if own is not None and own not in rooms:
            yield f"{file}: the room {own}/ is not in the README's table"
            continue
        for header in includes(file):
            if not header.startswith(prefix) or "/" not in header:
                continue
            room = room_of(header[len(prefix):])
            if room not in rooms or room == own:
                continue
            if own is None or order.index(room) < order.index(own):
                yield f"{file} includes {header}, which is above it"


def wrong_publicity(tree, rooms):
    public = {f"{room}/{name}" for room, cell in rooms.items() for name in re.findall(r"`([a-z_]+\.h)`", cell)}
    used = {}
    for part in ("grading", "reference"):
        for file in sources(os.path.join(tree, part)):
            for header in includes(file):
                if header.startswith("rowsort/") and "/" in header[len("rowsort/"):]:
                    used.setdefault(header[len("rowsort/"):], file)
    for header in sorted(used.keys() - public):
        yield f"{used[header]} includes rowsort/{header}, which harness/README.md does not name as public"
    for header in sorted(public - used.keys()):
        yield f"harness/README.md names {header} as public, but neither grading/ nor reference/ includes it"


def main():
    tree = sys.argv[1]
    harness = table(os.path.join(tree, "harness/README.md"))
    grading = table(os.path.join(tree, "grading/README.md"))
    if not harness or not grading:
        sys.exit("a README has no table of rooms")
    wrong = [*wrong_directions(os.path.join(tree, "harness/rowsort"), harness, "rowsort/"),
             *wrong_directions(os.path.join(tree, "grading/src"), grading, ""),
             *wrong_publicity(tree, harness)]
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
