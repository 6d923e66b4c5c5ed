#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the rooms of the house, floor above floor, with the includes between them, and prints their sizes.

Usage: draw.py [--revision REV] [--svg FILE]      of the checkout that holds this script, or of a revision of it

Arrows lead down to the needed rooms. Red: an arrow that is part of a circle."""
import argparse
import os
import statistics
import sys

import rooms as house

COLOUR = {"rt": "#d9e6f2", "dynamics": "#e2f0d9", "contact": "#fdf2d0", "hw": "#f4dcd6", "render": "#e8dcf0"}
WIDTH, BOX, ROW, MARGIN = 1500, (112, 34), 92, 30


def place(level, graph):
    """Centre of each room [px], one row per level; ordered to bring rooms near the rooms that they need."""
    at, top = {}, max(level.values())
    for height in range(top + 1):
        row = [r for r in sorted(graph) if level[r] == height]
        if height:
            row.sort(key=lambda r: (statistics.fmean([at[w][0] for w in graph[r] if w in at] or [0]), r))
        step = (WIDTH - 2 * MARGIN) / len(row)
        for k, room in enumerate(row):
            at[room] = (MARGIN + step * (k + 0.5), MARGIN + BOX[1] + (top - height) * ROW + 14 * (k % 2))
    return at


def svg(graph, level, count):
    """Returns the drawing as SVG text."""
    at = place(level, graph)
    ring = {v: n for n, group in enumerate(house.circles(graph)) for v in group}
    height = int(max(y for _, y in at.values()) + BOX[1] + MARGIN)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif">',
           f'<rect width="{WIDTH}" height="{height}" fill="white"/>']
    for room in sorted(graph):
        for other in sorted(graph[room]):
            (x0, y0), (x1, y1) = at[room], at[other]
            bad = room in ring and ring.get(other) == ring[room]
            out.append(f'<line x1="{x0:.0f}" y1="{y0 + BOX[1] / 2:.0f}" x2="{x1:.0f}" y2="{y1 - BOX[1] / 2:.0f}" '
                       f'stroke="{"#c00000" if bad else "#999999"}" stroke-width="{2 if bad else 0.6}"/>')
    for room, (x, y) in sorted(at.items()):
        out.append(f'<rect x="{x - BOX[0] / 2:.0f}" y="{y - BOX[1] / 2:.0f}" width="{BOX[0]}" height="{BOX[1]}" rx="4" '
                   f'fill="{COLOUR[room.split("/")[0]]}" stroke="#444444"/>')
        out.append(f'<text x="{x:.0f}" y="{y - 1:.0f}" font-size="12" text-anchor="middle">{room}</text>')
        out.append(f'<text x="{x:.0f}" y="{y + 12:.0f}" font-size="9" fill="#555555" text-anchor="middle">'
                   f'{count[room]} files</text>')
    return "\n".join(out + ["</svg>", ""])


def sizes(tree):
    """Returns the lengths in lines of the files and of the C functions."""
    files, functions = [], []
    for path in tree.sources():
        text = tree.text(path)
        files.append(text.count("\n"))
        if path.endswith(".c"):
            functions += house.function_lines(text)
    return files, functions


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--revision", help="revision of the repository; default: the working files")
    p.add_argument("--svg", help="file for the drawing")
    a = p.parse_args()
    tree = house.Tree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."), a.revision)
    rooms = house.rooms_of(tree)
    found = house.arrows(tree, rooms)
    graph = {r: set(found[r]) for r in found}
    level = house.levels(graph)
    count = {r: sum(house.room_of(f, rooms) == r for f in tree.sources()) for r in graph}
    for height in range(max(level.values()), -1, -1):
        print(f"level {height}: " + ", ".join(f"{r} ({count[r]})" for r in sorted(graph) if level[r] == height))
    for group in house.circles(graph):
        print("circle: " + ", ".join(group))
    files, functions = sizes(tree)
    print(f"{len(graph)} rooms, {sum(len(v) for v in graph.values())} arrows; files a room: median "
          f"{statistics.median(count.values()):g}, most {max(count.values())}")
    print(f"{len(files)} files: median {statistics.median(files):g} lines, longest {max(files)}; {len(functions)} functions: "
          f"median {statistics.median(functions):g} lines, longest {max(functions)}, "
          f"{sum(n > 40 for n in functions)} over 40")
    if a.svg:
        with open(a.svg, "w", encoding="utf-8") as f:
            f.write(svg(graph, level, count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
