#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_walks.py: checks each row of the walks in rt/README.md: the file is in the room, the function is in the file, and no
walk enters a room twice."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| ([a-z_/]+) \| `([^`]+)` \| `([^`]+)` \| .+ \|$")
LEAST_ROWS = 4  # fewer rows mean that the walk was not parsed


def walks(text):
    """Returns heading -> rows (room, file, function) of the section "Three walks"."""
    section = text.split("\n## Three walks\n")[1].split("\n## ")[0]
    found, heading = {}, None
    for line in section.split("\n"):
        if line.startswith("### "):
            heading = line[4:]
            found[heading] = []
        match = ROW.match(line)
        if match and match[1] != "room":
            found[heading].append(match.groups())
    return found


def faults_of(rows):
    rooms = [room for room, _, _ in rows]
    for room in sorted(set(rooms)):
        if rooms.count(room) > 1:
            yield f"enters {room} {rooms.count(room)} times"
    for room, name, function in rows:
        path = ROOT / name
        if not name.startswith(room + "/"):
            yield f"{name} is not in {room}"
        elif not path.is_file():
            yield f"{name}: no such file"
        elif not re.search(r"^[a-z].*\b" + function + r"\(", path.read_text(), re.M):
            yield f"{name}: no function {function}"


def main():
    found = walks((ROOT / "rt/README.md").read_text())
    bad = [] if len(found) == 3 else [f"{len(found)} walks, expected 3"]
    for heading, rows in found.items():
        if len(rows) < LEAST_ROWS:
            bad.append(f"{heading}: {len(rows)} rows, expected at least {LEAST_ROWS}")
        bad += [f"{heading}: {fault}" for fault in faults_of(rows)]
        print(f"{heading}: {len(rows)} rooms")
    for line in bad:
        print("error: rt/README.md:", line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
