# SPDX-License-Identifier: MIT
"""Checks contact_tri_tri on every row of the table of triangle pairs, with a real displacement in rational arithmetic:
p moves by (e, e^2, e^3) with e = 2^-3000, far below any determinant of doubles. No position is degenerate then, so the
cut and the edges at its two ends are certain. contact_tri_tri, whose displacement is only symbolic, must give the same
result for every row. If the table calls two triangles apart, or crossing in general position, the displaced result must
also be the table's.

usage: displaced.py TEST_PROGRAM TABLE"""
import csv
import os
import subprocess
import sys
from fractions import Fraction

E = Fraction(1, 2**3000)


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def pierced(u, v, f):
    """The point at which the edge u v passes through the triangle f; None if it misses."""
    n = cross(sub(f[1], f[0]), sub(f[2], f[0]))
    hu, hv = dot(n, sub(u, f[0])), dot(n, sub(v, f[0]))
    if hu == hv or (hu > 0) == (hv > 0):
        return None
    if hu == 0 or hv == 0:
        raise ValueError("still degenerate")
    t = hu / (hu - hv)
    x = [a + t * (b - a) for a, b in zip(u, v)]
    sides = [dot(n, cross(sub(f[(k + 1) % 3], f[k]), sub(x, f[k]))) for k in range(3)]
    if 0 in sides:
        raise ValueError("still degenerate")
    return x if all(s > 0 for s in sides) else None


def cut(p, q):
    """The two ends (of_a, edge) along n_p x n_q, or None."""
    ends = []
    for of_a, edges, face in ((1, p, q), (0, q, p)):
        for k in range(3):
            x = pierced(edges[k], edges[(k + 1) % 3], face)
            if x is not None:
                ends.append((x, of_a, k))
    if not ends:
        return None
    if len(ends) != 2:
        raise ValueError(f"{len(ends)} ends")
    along = cross(cross(sub(p[1], p[0]), sub(p[2], p[0])), cross(sub(q[1], q[0]), sub(q[2], q[0])))
    ends.sort(key=lambda e: dot(along, e[0]))
    return [e[1:] for e in ends]


def main(program, table):
    if not os.path.exists(table):
        print(f"skipped: no {table}")
        return 77
    found = {int(w[0]): [int(x) for x in w[1:]]
            for w in (line.split() for line in subprocess.run([program, "--cuts"], check=True, capture_output=True,
                                                             text=True).stdout.splitlines())}
    wrong, cuts, touching, classes = 0, 0, 0, set()
    with open(table, newline="") as f:
        for row in csv.DictReader(f):
            p, q = ([[Fraction(float(row[f"{t}{i}{c}"])) for c in "xyz"] for i in range(3)] for t in "pq")
            made = cut([[x + E ** (i + 1) for i, x in enumerate(v)] for v in p], q)
            expected = [1, *made[0], *made[1]] if made else [0]
            got = found[int(row["id"])]
            agrees = got[:len(expected)] == expected
            if row["kind"] == "N":
                agrees = agrees and not made
            if row["cls"] in ("generic", "near", "needle"):
                agrees = agrees and (made is not None) == (row["kind"] == "S")
            if not agrees:
                print(f"row {row['id']} ({row['cls']}, {row['kind']}): {got}, expected {expected}")
            wrong += not agrees
            cuts += made is not None
            touching += made is not None and row["kind"] != "S"
            classes.add(row["cls"])
    print(f"{len(found)} rows of {len(classes)} classes, {cuts} cuts, {touching} between triangles that only touch: "
          f"{wrong} wrong")
    return 0 if wrong == 0 and len(found) >= 1000 and len(classes) == 10 and touching > 10 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
