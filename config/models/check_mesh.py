#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a PLY mesh of this folder and prints what it measures: closed, 2-manifold at edges and vertices, oriented
alike and outward, no slivers; volume, centre of mass and inertia at 7850 kg/m3. Exit code 1 where one fails.

usage: check_mesh.py [--aspect LIMIT] MESH.ply...
Aspect of a triangle: longest edge / (2 sqrt(3) inradius), 1 when equilateral.
"""
import math
import struct
import sys

DENSITY = 7850.0


def read_ply(path):
    with open(path, "rb") as f:
        data = f.read()
    end = data.index(b"end_header\n") + 11
    counts = {line.split()[1]: int(line.split()[2])
              for line in data[:end].decode("ascii").splitlines() if line.startswith("element")}
    nv, nt = counts["vertex"], counts["face"]
    if len(data) != end + 24 * nv + 13 * nt:
        sys.exit(f"{path}: {len(data)} bytes; expected {end + 24 * nv + 13 * nt} for double vertices and triangles")
    v = list(struct.iter_unpack("<3d", data[end:end + 24 * nv]))
    t = [f[1:] for f in struct.iter_unpack("<B3i", data[end + 24 * nv:])]
    return v, t


def vertex_fans(nv, triangles):
    """Vertices whose triangles do not form one closed fan (unused vertices included)."""
    around = [[] for _ in range(nv)]
    for tri in triangles:
        for k in range(3):
            around[tri[k]].append((tri[(k + 1) % 3], tri[(k + 2) % 3]))
    bad = 0
    for fan in around:
        after = dict(fan)
        at, n = (fan[0][0], 0) if fan else (None, 0)
        while n < len(fan) and at in after:
            at, n = after[at], n + 1
            if at == fan[0][0]:
                break
        bad += not fan or len(after) != len(fan) or n != len(fan)
    return bad


def aspect(a, b, c):
    la, lb, lc = math.dist(b, c), math.dist(a, c), math.dist(a, b)
    s = (la + lb + lc) / 2
    area2 = s * (s - la) * (s - lb) * (s - lc)
    return math.inf if area2 <= 0 else max(la, lb, lc) * s / (2 * math.sqrt(3) * math.sqrt(area2))


def mass_properties(v, triangles):
    """Volume, centre and inertia about the centre per unit density, from signed tetrahedra to the origin."""
    vol, first, second = 0.0, [0.0] * 3, [[0.0] * 3 for _ in range(3)]
    for i, j, k in triangles:
        a, b, c = v[i], v[j], v[k]
        det = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
               + a[2] * (b[0] * c[1] - b[1] * c[0]))
        vol += det / 6
        s = [a[n] + b[n] + c[n] for n in range(3)]
        for m in range(3):
            first[m] += det / 24 * s[m]
            for n in range(3):
                second[m][n] += det / 120 * (s[m] * s[n] + a[m] * a[n] + b[m] * b[n] + c[m] * c[n])
    com = [f / vol for f in first]
    cov = [[second[m][n] - vol * com[m] * com[n] for n in range(3)] for m in range(3)]
    trace = cov[0][0] + cov[1][1] + cov[2][2]
    return vol, com, [[(trace if m == n else 0.0) - cov[m][n] for n in range(3)] for m in range(3)]


def check(path, limit):
    v, t = read_ply(path)
    directed = {}
    for tri in t:
        for k in range(3):
            edge = (tri[k], tri[(k + 1) % 3])
            directed[edge] = directed.get(edge, 0) + 1
    faults = {
        "directed edges that are not matched by one opposite": sum(
            n != 1 or directed.get(edge[::-1]) != 1 for edge, n in directed.items()),
        "vertices that are not one closed fan": vertex_fans(len(v), t),
        "repeated vertices": len(v) - len(set(v)),
    }
    aspects = sorted((aspect(*(v[i] for i in tri)) for tri in t), reverse=True)
    faults[f"triangles of aspect above {limit:g}"] = sum(x > limit for x in aspects)
    vol, com, inertia = mass_properties(v, t)
    faults["inside out"] = int(vol <= 0)
    lo, hi = [min(p[n] for p in v) for n in range(3)], [max(p[n] for p in v) for n in range(3)]
    print(f"{path}: {len(t)} triangles, {len(v)} vertices")
    print("  box       " + "  ".join(f"{lo[n]:.4f}..{hi[n]:.4f}" for n in range(3)) + " m")
    print(f"  aspect    worst {aspects[0]:.2f}, 1 % above {aspects[len(t) // 100]:.2f}, mean {sum(aspects) / len(t):.2f}")
    print(f"  volume    {vol:.5f} m3, mass {vol * DENSITY:.1f} kg")
    print("  centre    " + " ".join(f"{x:.5f}" for x in com) + " m")
    print("  inertia   " + "  ".join(f"{name} {inertia[m][n] * DENSITY:.2f}" for name, m, n in (
        ("xx", 0, 0), ("yy", 1, 1), ("zz", 2, 2), ("xy", 0, 1), ("xz", 0, 2), ("yz", 1, 2))) + " kg m2 about the centre")
    for what, n in faults.items():
        if n:
            print(f"  FAULT     {n} {what}")
    return not any(faults.values())


def main():
    args, limit = sys.argv[1:], 10.0
    if args[:1] == ["--aspect"] and len(args) > 2:
        limit, args = float(args[1]), args[2:]
    if not args or args[0].startswith("-"):
        sys.exit(__doc__)
    sys.exit(0 if all([check(path, limit) for path in args]) else 1)


if __name__ == "__main__":
    main()
