#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the sweep's forces: plot_sweep.py SWEEP.csv OUT.svg, SWEEP.csv from test_validation_continuity SWEEP.csv."""
import csv
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 460, 170, 70, 46, 60
COLOUR = {"region": "#1f5fa8", "foundation": "#c8501e"}


def read(path):
    """{(part, path): {method: [(s, force in kN)]}} in the order of the file."""
    panels = {}
    with open(path, newline="", encoding="ascii") as file:
        for row in csv.DictReader(file):
            lines = panels.setdefault((row["part"], row["path"]), {})
            lines.setdefault(row["method"], []).append((float(row["s [m]"]), float(row["force [N]"]) / 1e3))
    return panels


def text(x, y, words, anchor="middle", size=11, colour="#222"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{words}</text>'


def panel(x, y, title, lines):
    top = max(max(f for _, f in points) for points in lines.values()) * 1.05 or 1
    right = max(points[-1][0] for points in lines.values())
    out = [f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888"/>',
           text(x + WIDTH / 2, y - 6, title), text(x - 6, y + HEIGHT, "0", "end"), text(x - 6, y + 10, f"{top:.0f}", "end"),
           text(x, y + HEIGHT + 16, "0"), text(x + WIDTH, y + HEIGHT + 16, f"{right:.1f} m"),
           text(x - 6, y + HEIGHT / 2, "kN", "end")]
    for method, points in lines.items():
        step = max(1, len(points) // 2000)
        places = " ".join(f"{x + WIDTH * s / right:.1f},{y + HEIGHT * (1 - f / top):.1f}" for s, f in points[::step])
        out.append(f'<polyline fill="none" stroke="{COLOUR.get(method, "#333")}" stroke-width="1" points="{places}"/>')
    return out


def main():
    panels = read(sys.argv[1])
    columns = max(1, len({path for _, path in panels}))
    out = []
    for i, ((part, path), lines) in enumerate(panels.items()):
        out += panel(LEFT + (WIDTH + GAP) * (i % columns), TOP + (HEIGHT + GAP) * (i // columns), f"{part}, {path}", lines)
    for i, method in enumerate(next(iter(panels.values()))):
        out.append(text(LEFT + 120 * i, 16, method, "start", 13, COLOUR.get(method, "#333")))
    width, height = LEFT + (WIDTH + GAP) * columns, TOP + (HEIGHT + GAP) * -(-len(panels) // columns)
    with open(sys.argv[2], "w", encoding="ascii") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">\n'
                   f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(out) + "\n</svg>\n")


if __name__ == "__main__":
    main()
