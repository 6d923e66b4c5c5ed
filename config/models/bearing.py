#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the rings of the ball bearing of config/scenarios/contact/ball_bearing.yaml as closed meshes: for each number
of facets N, bearing_outer_N.ply and bearing_inner_N.ply (binary little-endian, double vertices, metres). The axis is z,
the raceways are cylinders cut into N flat facets, the other side of a ring has N/12. bearing_cage.ply is a plain ring, to look at. The vertices of a circle of
radius R stand where the polygon has the area of the circle, so that on average it is neither too wide nor too narrow.

usage: bearing.py [FOLDER]
"""
import math
import os
import struct
import sys

BALL = 7.9375e-3       # diameter
PITCH = 38.5e-3        # diameter of the circle of the balls' centres
CLEARANCE = 10e-6      # diametral: what the inner ring can be moved about in the outer one
BORE, OUTSIDE = 25e-3, 52e-3
WIDTH = 15e-3
CAGE_WIDTH, CAGE_THICKNESS = 6e-3, 1.5e-3
FACETS = (120, 240, 480)


def circle(radius, n, z):
    vertex = radius * math.sqrt(2 * math.pi / n / math.sin(2 * math.pi / n))
    return [(vertex * math.cos(2 * math.pi * k / n), vertex * math.sin(2 * math.pi * k / n), z) for k in range(n)]


def ring(inner, n_inner, outer, n_outer, width=WIDTH):
    """Vertices and triangles, counter-clockwise seen from outside, of the ring between two radii."""
    vertices, start = [], {}
    for name, radius, n in (("inner", inner, n_inner), ("outer", outer, n_outer)):
        for end, z in (("low", -width / 2), ("high", width / 2)):
            start[name, end] = len(vertices)
            vertices += circle(radius, n, z)
    triangles = []
    for name, n in (("inner", n_inner), ("outer", n_outer)):
        low, high = start[name, "low"], start[name, "high"]
        for k in range(n):
            a, b, c, d = low + k, low + (k + 1) % n, high + (k + 1) % n, high + k
            quad = [(a, b, c), (a, c, d)]
            triangles += quad if name == "outer" else [t[::-1] for t in quad]
    for end in ("low", "high"):  # the flat ends: the finer circle's vertices go to the nearest of the coarser one's
        i, o = 0, 0
        while i < n_inner or o < n_outer:
            at_i, at_o = start["inner", end] + i % n_inner, start["outer", end] + o % n_outer
            if o == n_outer or (i < n_inner and (i + 0.5) * n_outer < (o + 0.5) * n_inner):
                i += 1
                t = (at_i, at_o, start["inner", end] + i % n_inner)
            else:
                o += 1
                t = (at_i, at_o, start["outer", end] + o % n_outer)
            triangles.append(t if end == "high" else t[::-1])
    return vertices, triangles


def write(path, vertices, triangles):
    head = ("ply\nformat binary_little_endian 1.0\n"
            f"element vertex {len(vertices)}\nproperty double x\nproperty double y\nproperty double z\n"
            f"element face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n")
    with open(path, "wb") as f:
        f.write(head.encode("ascii"))
        for v in vertices:
            f.write(struct.pack("<3d", *v))
        for t in triangles:
            f.write(struct.pack("<B3i", 3, *t))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    outer_race = (PITCH + BALL) / 2 + CLEARANCE / 4
    inner_race = (PITCH - BALL) / 2 - CLEARANCE / 4
    half = CAGE_THICKNESS / 2
    write(os.path.join(folder, "bearing_cage.ply"), *ring(PITCH / 2 - half, 48, PITCH / 2 + half, 48, CAGE_WIDTH))
    for n in FACETS:
        write(os.path.join(folder, f"bearing_outer_{n}.ply"), *ring(outer_race, n, OUTSIDE / 2, n // 12))
        write(os.path.join(folder, f"bearing_inner_{n}.ply"), *ring(BORE / 2, n // 12, inner_race, n))


if __name__ == "__main__":
    main()
