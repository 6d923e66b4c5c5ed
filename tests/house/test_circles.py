#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks by the symbols of the object files that no two source files call each other, directly or indirectly.

Usage: test_circles.py BUILD    the build folder; exit code 1 with the calls of each circle, 77 without nm"""
import collections
import os
import re
import shutil
import subprocess
import sys

import rooms as house

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def objects(build):
    """Object files of the house by source: {rt/loop/loop.c: path}."""
    found = {}
    for floor in house.FLOORS:
        for folder, _, files in os.walk(os.path.join(build, floor)):
            for name in files:
                if name.endswith(".o"):
                    full = os.path.join(folder, name)
                    source = re.sub(r"CMakeFiles/[^/]+\.dir/", "", os.path.relpath(full, build))[:-2]
                    source = os.path.normpath(source.replace("__/", "../"))
                    if os.path.exists(os.path.join(ROOT, source)):  # skip stale objects of deleted sources
                        found[source] = full
    return found


def symbols(path):
    """Returns the symbols that an object file defines and the symbols that it imports."""
    defined, taken = set(), set()
    for line in subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout.split("\n"):
        word = line.split()
        if len(word) == 3 and word[1] in "TDBRVW":
            defined.add(word[2])
        elif len(word) == 2 and word[0] == "U":
            taken.add(word[1])
    return defined, taken


def calls(build):
    """Returns {file: {file that it calls: symbols}}."""
    of, owner = {}, {}
    for source, path in objects(build).items():
        of[source] = symbols(path)
        for symbol in of[source][0]:
            owner.setdefault(symbol, source)
    graph = collections.defaultdict(lambda: collections.defaultdict(set))
    for source, (_, taken) in of.items():
        graph[source]
        for symbol in taken:
            if symbol in owner and owner[symbol] != source:
                graph[source][owner[symbol]].add(symbol)
    return graph


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("nm"):
        print("skipped: no nm (binutils)")
        sys.exit(77)
    graph = calls(sys.argv[1])
    if len(graph) < 100:
        sys.exit(f"{sys.argv[1]}: {len(graph)} object files, expected those of the whole program")
    found = house.circles(graph)
    for group in found:
        print("circle of files: " + ", ".join(group))
        for source in group:
            for other in sorted(set(graph[source]) & set(group)):
                print(f"  {source} calls {other}: " + ", ".join(sorted(graph[source][other])))
    print(f"{len(graph)} object files, {len(found)} circles")
    sys.exit(1 if found else 0)


main()
