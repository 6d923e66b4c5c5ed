#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the surface triangles of a Gmsh .msh file (format 2.2 ASCII) into a binary little-endian PLY with double
vertices: unused nodes dropped, all triangles oriented alike and outward.

usage: msh_to_ply.py IN.msh OUT.ply
"""
import struct
import sys


def read_msh(path):
    """Nodes {tag: (x, y, z)} and triangles [(tag, tag, tag)]."""
    nodes, triangles = {}, []
    with open(path, encoding="ascii") as f:
        for line in f:
            section = line.strip()
            if section == "$Nodes":
                for _ in range(int(f.readline())):
                    tag, x, y, z = f.readline().split()
                    nodes[int(tag)] = (float(x), float(y), float(z))
            elif section == "$Elements":
                for _ in range(int(f.readline())):
                    item = [int(word) for word in f.readline().split()]
                    if item[1] == 2:
                        triangles.append(tuple(item[3 + item[2]:]))
    return nodes, triangles


def orient(triangles):
    """The triangles of one connected closed surface, turned to agree with the first one. Fails when it is not closed."""
    sides = {}
    for t, tri in enumerate(triangles):
        for k in range(3):
            sides.setdefault(frozenset((tri[k], tri[(k + 1) % 3])), []).append(t)
    bad = sum(len(s) != 2 for s in sides.values())
    if bad:
        sys.exit(f"msh_to_ply: {bad} edges do not have exactly two triangles")
    out = list(triangles)
    done = [False] * len(out)
    done[0] = True
    stack = [0]
    while stack:
        t = stack.pop()
        for k in range(3):
            a, b = out[t][k], out[t][(k + 1) % 3]
            pair = sides[frozenset((a, b))]
            n = pair[0] if pair[1] == t else pair[1]
            if done[n]:
                continue
            i = out[n].index(a)
            if out[n][(i + 1) % 3] == b:
                out[n] = out[n][::-1]
            done[n] = True
            stack.append(n)
    if not all(done):
        sys.exit(f"msh_to_ply: {len(out) - sum(done)} of {len(out)} triangles are not connected with the first")
    return out


def six_volumes(nodes, triangles):
    total = 0.0
    for a, b, c in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = nodes[a], nodes[b], nodes[c]
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total


def write_ply(path, nodes, triangles):
    used = sorted({tag for tri in triangles for tag in tri})
    index = {tag: i for i, tag in enumerate(used)}
    header = ("ply\nformat binary_little_endian 1.0\n"
              f"element vertex {len(used)}\nproperty double x\nproperty double y\nproperty double z\n"
              f"element face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n")
    with open(path, "wb") as f:
        f.write(header.encode("ascii"))
        for tag in used:
            f.write(struct.pack("<3d", *nodes[tag]))
        for tri in triangles:
            f.write(struct.pack("<B3i", 3, *(index[tag] for tag in tri)))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nodes, triangles = read_msh(sys.argv[1])
    if not triangles:
        sys.exit(f"msh_to_ply: {sys.argv[1]}: no triangles")
    triangles = orient(triangles)
    if six_volumes(nodes, triangles) < 0:
        triangles = [tri[::-1] for tri in triangles]
    write_ply(sys.argv[2], nodes, triangles)


if __name__ == "__main__":
    main()
