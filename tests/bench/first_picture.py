#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Time from the start of the program to the first picture in a window. The hull has 200 954 triangles: the shipped bow with
each triangle cut into four, and one in 17 of these into three.

Usage: first_picture.py HAWSE [RUNS]     needs a display; xvfb-run provides one
"""
import json
import os
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "config")


def read_ply(path):
    with open(path, "rb") as f:
        head, data = f.read().split(b"end_header\n", 1)
    words = head.decode().split()
    vertices, faces = (int(words[words.index(what) + 1]) for what in ("vertex", "face"))
    points = [struct.unpack_from("<3d", data, 24 * i) for i in range(vertices)]
    return points, [struct.unpack_from("<3i", data, 24 * vertices + 13 * i + 1) for i in range(faces)]


def refine(points, faces):
    middle = {}

    def between(a, b):
        key = (min(a, b), max(a, b))
        if key not in middle:
            middle[key] = len(points)
            points.append(tuple((x + y) / 2 for x, y in zip(points[a], points[b])))
        return middle[key]

    four = []
    for a, b, c in faces:
        x, y, z = between(a, b), between(b, c), between(c, a)
        four += [(a, x, z), (x, b, y), (z, y, c), (x, y, z)]
    out = []
    for i, (a, b, c) in enumerate(four):
        if i % 17:
            out.append((a, b, c))
            continue
        k = len(points)
        points.append(tuple(sum(q) / 3 for q in zip(points[a], points[b], points[c])))
        out += [(a, b, k), (b, c, k), (c, a, k)]
    return out


def write_ply(path, points, faces):
    head = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty double x\nproperty double y\n"
            f"property double z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    with open(path, "wb") as f:
        f.write(head.encode() + b"".join(struct.pack("<3d", *p) for p in points))
        f.write(b"".join(struct.pack("<B3i", 3, *t) for t in faces))


def time_first_picture(hawse, folder, cache):
    report = os.path.join(folder, "r.json")
    subprocess.run([hawse, "run", os.path.join(folder, "scenarios", "weigh.yaml"), "--device",
                    "script:" + os.path.join(folder, "scenarios", "weigh.csv"), "--duration", "0.2", "--report", report],
                   check=True, capture_output=True, env={**os.environ, **({} if cache else {"HAWSE_MESH_CACHE": "off"})})
    with open(report) as f:
        return 1e-9 * json.load(f)["picture"]["start_to_first_ns"]


def main():
    hawse, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        for sub in ("models", "scenarios"):
            os.mkdir(os.path.join(folder, sub))
        shutil.copytree(os.path.join(ROOT, "models", "foredeck"), os.path.join(folder, "models", "foredeck"))
        for name in ("models/shank.ply", "models/head.ply", "scenarios/weigh.yaml", "scenarios/weigh.csv"):
            shutil.copy(os.path.join(ROOT, name), os.path.join(folder, name))
        points, faces = read_ply(os.path.join(ROOT, "models", "bow.ply"))
        faces = refine(points, faces)
        write_ply(os.path.join(folder, "models", "bow.ply"), points, faces)
        time_first_picture(hawse, folder, True)
        for name, cache in (("prepared mesh cached", True), ("mesh prepared again", False)):
            times = [time_first_picture(hawse, folder, cache) for _ in range(runs)]
            print(f"{len(faces)} triangles, {name}: {statistics.median(times):.2f} s, "
                  f"{min(times):.2f} .. {max(times):.2f} s in {runs} runs")


if __name__ == "__main__":
    main()
