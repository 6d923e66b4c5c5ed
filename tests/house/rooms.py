# SPDX-License-Identifier: MIT
"""Reads the house from its files: rooms, the needs that each states, their includes, and circles among them.

A room is a folder whose CMakeLists.txt calls hawse_room; a file belongs to the nearest room above it."""
import collections
import os
import re
import subprocess

FLOORS = ("rt", "dynamics", "contact", "hw", "render")
SOURCE = re.compile(r"\.(c|h|cpp)$")
INCLUDE = re.compile(r"^\s*#\s*include\s*(.*)$")
QUOTED = re.compile(r'^"([^"]+)"')
ANGLED = re.compile(r"^<([^>]+)>")
ROOM = re.compile(r"\bhawse_room\(([^)]*)\)")
KEYWORD = ("SOURCES", "NEEDS", "LIBRARIES", "EXPORTS")


class Tree:
    """Files of a folder, or of a revision of its repository."""

    def __init__(self, root, revision=None):
        self.root, self.revision = root, revision
        self.files = sorted(self._of_revision() if revision else self._of_folder())

    def _of_revision(self):
        out = subprocess.run(["git", "-C", self.root, "ls-tree", "-r", "--name-only", self.revision, *FLOORS],
                             capture_output=True, text=True, check=True)
        return out.stdout.split("\n")[:-1]

    def _of_folder(self):
        for top in FLOORS:
            for folder, _, files in os.walk(os.path.join(self.root, top)):
                for name in files:
                    yield os.path.relpath(os.path.join(folder, name), self.root).replace(os.sep, "/")

    def text(self, path):
        if self.revision:
            return subprocess.run(["git", "-C", self.root, "show", f"{self.revision}:{path}"], capture_output=True,
                                  text=True, check=True).stdout
        with open(os.path.join(self.root, path), encoding="utf-8") as f:
            return f.read()

    def sources(self):
        return [f for f in self.files if SOURCE.search(f)]


def includes(text):
    """Yields the project's headers in the include lines: (line number, header)."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        include = INCLUDE.match(line)
        quoted = QUOTED.match(include.group(1)) if include else None
        if quoted:
            found.append((number, quoted.group(1)))
    return found


def rooms_of(tree):
    """Returns the stated needs of each room: the NEEDS of all calls of hawse_room in its CMakeLists.txt."""
    needs = {}
    for path in tree.files:
        if os.path.basename(path) != "CMakeLists.txt":
            continue
        calls = ROOM.findall(re.sub(r"#.*", "", tree.text(path)))
        if calls:
            needs[os.path.dirname(path)] = {n for call in calls for n in words(call, "NEEDS")}
    return needs


def words(call, keyword):
    """Returns the words after a keyword of a hawse_room call."""
    found, now = [], None
    for word in call.split():
        if word in KEYWORD:
            now = word
        elif now == keyword:
            found.append(word)
    return found


def room_of(path, rooms):
    """Returns the nearest room above the file, or its folder if there is none."""
    folder = os.path.dirname(path)
    at = folder
    while at:
        if at in rooms:
            return at
        at = os.path.dirname(at)
    return folder


def arrows(tree, rooms):
    """Include lines from room to room: {room: {other: [(file, line, header)]}}."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    known = set(tree.files)
    for path in tree.sources():
        own = room_of(path, rooms)
        found[own]  # rooms without arrows are listed too
        for number, header in includes(tree.text(path)):
            other = room_of(header, rooms)
            if header in known and other != own:
                found[own][other].append((path, number, header))
    return found


def circles(graph):
    """Returns the strongly connected components with more than one node (Tarjan 1972), each sorted; graph: {node: successors}."""
    index, low, stack, on, found = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            group = []
            while not group or group[-1] != v:
                group.append(stack.pop())
                on.discard(group[-1])
            if len(group) > 1:
                found.append(sorted(group))

    for v in sorted(graph):
        if v not in index:
            visit(v)
    return sorted(found)


def levels(graph):
    """Returns the level of each room above the ground; the rooms of a circle share a level."""
    of = {}
    groups = {v: tuple(g) for g in circles(graph) for v in g}

    def level(v, path=()):
        group = groups.get(v, (v,))
        if group in of:
            return of[group]
        below = [w for member in group for w in graph.get(member, ()) if groups.get(w, (w,)) != group]
        of[group] = 1 + max((level(w, path + (v,)) for w in below), default=-1)
        return of[group]

    return {v: level(v) for v in graph}


FUNCTION = re.compile(r"^[A-Za-z_][^;={}#]*\)\s*\{$", re.M)


def function_lines(text):
    """Returns the length of each function body; expects the formatter's brace style."""
    lines, found, begun = text.split("\n"), [], None
    head = re.compile(r"^[A-Za-z].*\{$")
    for number, line in enumerate(lines):
        if begun is None and head.match(line) and "(" in "\n".join(lines[max(0, number - 6):number + 1]) \
                and not re.match(r"^(typedef|struct|enum|union|static const|const|extern|namespace)\b", line):
            begun = number
        elif begun is not None and line.startswith("}"):
            found.append(number - begun + 1)
            begun = None
    return found
