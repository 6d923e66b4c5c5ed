#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the scenery of the shipped bow (bow.ply): foredeck/NAME.ply, one mesh for each paint (README.md, Scenery).
Nothing of it is touched by the physics. Ship frame, metres: x forward, y port, z up, z = 0 waterline.
Deck edge, section and shell are read from bow.ply, so bulwark, after body and letters follow the hull.

usage: foredeck.py [FOLDER]
"""
import math
import os
import sys

from bearing import write
from check_mesh import read_ply

HERE = os.path.dirname(os.path.abspath(__file__))
DECK = 9.6
RAKE = math.tan(math.radians(13.5)) / math.sin(math.radians(25))  # the shell's waterlines move forward with height
PIPE_AT_DECK = (7.44, 3.654)
NAME = "HAWSE"
KEEL = -4.0
PROUD = 0.03  # letters stand off the shell: more than the drawn hull's tolerance of 10 mm


# ---- vectors ----
def add(a, b, k=1.0):
    return tuple(x + k * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = math.sqrt(sum(x * x for x in a))
    return tuple(x / length for x in a)


def mirrored(p):
    return (p[0], -p[1], p[2])


class Mesh:
    def __init__(self):
        self.v, self.t = [], []

    def grid(self, rows, closed_across=False, closed_along=False):
        """Quads between rows of equally many points."""
        n, first = len(rows[0]), len(self.v)
        for row in rows:
            self.v += row
        for i in range(len(rows) - (0 if closed_along else 1)):
            for k in range(n - (0 if closed_across else 1)):
                a, b = first + i * n, first + (i + 1) % len(rows) * n
                j = (k + 1) % n
                self.t += [(a + k, b + k, b + j), (a + k, b + j, a + j)]

    def tube(self, rows):
        """A closed solid: rings of points, and fans over both ends."""
        begin = len(self.t)
        self.grid(rows, closed_across=True)
        n, first = len(rows[0]), len(self.v) - len(rows) * len(rows[0])
        last = first + (len(rows) - 1) * n
        for k in range(1, n - 1):
            self.t += [(first, first + k, first + k + 1), (last, last + k + 1, last + k)]
        self.face_outward(begin)

    def face_outward(self, begin):
        """Turns the closed part that begins with this triangle so that its volume is positive."""
        origin = self.v[self.t[begin][0]]
        volume = 0.0
        for tri in self.t[begin:]:
            a, b, c = (add(self.v[i], origin, -1) for i in tri)
            n = cross(b, c)
            volume += a[0] * n[0] + a[1] * n[1] + a[2] * n[2]
        if volume < 0:
            self.t[begin:] = [tri[::-1] for tri in self.t[begin:]]

    def both(self, make):
        """What make(mesh) adds, and its mirror image."""
        at_v, at_t = len(self.v), len(self.t)
        make(self)
        shift = len(self.v) - at_v
        self.v += [mirrored(p) for p in self.v[at_v:]]
        self.t += [(a + shift, c + shift, b + shift) for a, b, c in self.t[at_t:]]

    def box(self, lo, hi, turn=0.0, about=(0, 0)):
        """A box; `turn` [rad] about the vertical through `about`."""
        c, s = math.cos(turn), math.sin(turn)

        def place(x, y, z):
            return (about[0] + c * x - s * y, about[1] + s * x + c * y, z)
        self.tube([[place(x, y, z) for x, y in ((lo[0], lo[1]), (hi[0], lo[1]), (hi[0], hi[1]), (lo[0], hi[1]))]
                   for z in (lo[2], hi[2])])

    def rod(self, a, b, radius, sides=8, radius_b=None):
        """A round or, with few sides, square rod from a to b."""
        z = unit(add(b, a, -1))
        x = unit(cross(z, (0, 0, 1) if abs(z[2]) < 0.9 else (1, 0, 0)))
        y = cross(z, x)
        rows = []
        for p, r in ((a, radius), (b, radius if radius_b is None else radius_b)):
            rows.append([add(add(p, x, r * math.cos(2 * math.pi * k / sides)), y, r * math.sin(2 * math.pi * k / sides))
                         for k in range(sides)])
        self.tube(rows)

    def lathe(self, centre, axis, profile, sides=16):
        """A solid of revolution: profile of (radius, distance along the axis)."""
        z = unit(axis)
        x = unit(cross(z, (0, 0, 1) if abs(z[2]) < 0.9 else (1, 0, 0)))
        y = cross(z, x)
        self.tube([[add(add(add(centre, z, h), x, r * math.cos(2 * math.pi * k / sides)), y,
                        r * math.sin(2 * math.pi * k / sides)) for k in range(sides)] for r, h in profile])


# ---- the hull as drawn ----
class Hull:
    def __init__(self, path):
        self.v, self.t = read_ply(path)
        self.edge = self.deck_edge()
        self.cells = {}
        for tri in self.t:  # triangles of the port shell by cells of x and z, for the letters
            p = [self.v[i] for i in tri]
            if min(q[1] for q in p) < 0 or max(q[0] for q in p) < 10:
                continue
            for i in range(int(min(q[0] for q in p)), int(max(q[0] for q in p)) + 1):
                for k in range(int(math.floor(min(q[2] for q in p))), int(math.floor(max(q[2] for q in p))) + 1):
                    self.cells.setdefault((i, k), []).append(p)

    def deck_edge(self):
        """Port edge of the deck from x = 0 to the stem."""
        of_edge = {}
        for tri in self.t:
            flat = all(abs(self.v[i][2] - DECK) < 1e-6 for i in tri)
            for k in range(3):
                of_edge.setdefault(frozenset((tri[k], tri[(k + 1) % 3])), []).append(flat)
        points = {i for edge, flat in of_edge.items() if flat[0] != flat[-1] for i in edge}
        points = sorted(self.v[i] for i in points if self.v[i][1] >= -1e-9
                        and math.dist(self.v[i][:2], PIPE_AT_DECK) > 1.2 and (self.v[i][0] > 1e-6 or self.v[i][1] > 10))
        return simplified(points, 0.012)

    def section(self):
        """Port half of the section at x = 0 from keel to deck: (y, z)."""
        side = {}
        for i in {i for tri in self.t for i in tri}:
            x, y, z = self.v[i]
            if abs(x) < 1e-9 and y > 4:
                side[round(z, 3)] = max(side.get(round(z, 3), 0), y)
        levels, rows, most = sorted(side), [], 0
        for z in levels:  # the outline alone: half-breadths grow with height
            on_grid = abs(z - round(z / 0.6) * 0.6) < 0.05 and not 1.1 < z < 1.199  # the knuckle's flat is seen from below only
            if side[z] > most - 1e-9 and on_grid or z in (levels[0], levels[-1]):
                most = side[z]
                rows.append((most, z))
        return rows

    def shell(self, x, z):
        """Point of the port shell at x and z, and its outward normal; None beside the hull."""
        best = None
        for p in self.cells.get((int(x), int(math.floor(z))), []):
            a, b, c = p
            det = (b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2])
            if abs(det) < 1e-12:
                continue
            u = ((x - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (z - a[2])) / det
            w = ((b[0] - a[0]) * (z - a[2]) - (x - a[0]) * (b[2] - a[2])) / det
            if u < -1e-9 or w < -1e-9 or u + w > 1 + 1e-9:
                continue
            y = a[1] + u * (b[1] - a[1]) + w * (c[1] - a[1])
            n = unit(cross(add(b, a, -1), add(c, a, -1)))
            if best is None or y > best[0][1]:
                best = ((x, y, z), n)
        return best


def simplified(points, tolerance):
    """Points within the tolerance of the chord left out (Douglas and Peucker 1973)."""
    if len(points) < 3:
        return points
    a, b = points[0], points[-1]
    along = unit(add(b, a, -1))
    worst, at = 0.0, 0
    for k in range(1, len(points) - 1):
        off = cross(along, add(points[k], a, -1))
        d = math.sqrt(sum(x * x for x in off))
        if d > worst:
            worst, at = d, k
    if worst <= tolerance:
        return [a, b]
    return simplified(points[:at + 1], tolerance)[:-1] + simplified(points[at:], tolerance)


def edge_at(hull, x):
    """Deck edge at x: point, and the level unit vector outward."""
    e = hull.edge
    for a, b in zip(e, e[1:]):
        if a[0] <= x <= b[0]:
            f = (x - a[0]) / (b[0] - a[0])
            d = unit(add(b, a, -1))
            return add(a, add(b, a, -1), f), (-d[1], d[0], 0)
    raise ValueError(x)


# ---- plating ----
BULWARK_FROM, BULWARK_HEIGHT = 2.4, 1.1


def bulwark_line(hull, height, inboard):
    """A line along the bulwark from aft to the stem, at this height, inside its outer face."""
    line = [p for p in hull.edge if p[0] > BULWARK_FROM + 0.3]
    line.insert(0, edge_at(hull, BULWARK_FROM)[0])
    out = []
    for k, p in enumerate(line):
        a, b = line[max(k - 1, 0)], line[min(k + 1, len(line) - 1)]
        d = unit(add(b, a, -1))
        q = (p[0] + d[1] * inboard + RAKE * height, p[1] - d[0] * inboard, p[2] + height)
        if q[1] < 0.02 or k == len(line) - 1:  # both sides meet on the centre line
            q = (p[0] - 1.1 * inboard + RAKE * height, 0.0, p[2] + height)
        out.append(q)
    return out


def add_bulwark(m, hull):
    rows = [bulwark_line(hull, h, i) for h, i in
            ((-0.22, -0.02), (BULWARK_HEIGHT, -0.02), (BULWARK_HEIGHT, -0.06), (BULWARK_HEIGHT + 0.07, -0.06),
             (BULWARK_HEIGHT + 0.07, 0.16), (BULWARK_HEIGHT, 0.16), (BULWARK_HEIGHT, 0.07), (-0.22, 0.07))]
    m.tube([list(ring) for ring in zip(*rows)])
    for k in range(9):  # stays of the bulwark
        p, out = edge_at(hull, 3.4 + 2.1 * k)
        a, top = add(p, out, -0.55), add((p[0] + RAKE * 0.9, p[1], p[2] + 0.9), out, -0.07)
        foot = add(p, out, -0.07)
        side = cross(out, (0, 0, 1))
        m.tube([[add(q, side, s * 0.012) for q in (a, foot, top)] for s in (-1, 1)])


def after_section(hull, back):
    """Half section `back` m abaft x = 0: fuller at first, then a run to the transom."""
    full, run = 8.0, max(0.0, back - 50.0) / 16.0
    s = min(back, full)
    wider = 0.105 * (s - s * s / (2 * full))
    rows = []
    for y, z in hull.section():
        low = max(0.0, min(1.0, (5.0 - z) / 9.0))
        rows.append((y + wider - run * (0.8 + 4.5 * low), z + 3.6 * run * run * low))
    return rows


def add_after_body(m, hull):
    stations = [0.0, 2.0, 4.0, 8.0, 20.0, 35.0, 50.0, 55.0, 60.0, 66.0]
    rings = []
    for s in stations:
        half = after_section(hull, s)
        port = [(-s, y, z) for y, z in half]
        rings.append([mirrored(p) for p in reversed(port)] + port)
    m.tube(rings)


def add_breakwater(m):
    for side in (1, -1):
        a, b = (2.0, 0.0), (-0.9, side * 8.2)
        turn = math.atan2(b[1] - a[1], b[0] - a[0])
        length = math.dist(a, b)
        m.box((0, -0.03, DECK - 0.02), (length, 0.03, DECK + 0.95), turn, a)
        for k in range(5):
            m.box((0.9 + 1.6 * k, side * 0.03, DECK), (0.94 + 1.6 * k, side * 0.6, DECK + 0.55), turn, a)


def add_house(m):
    tiers = (((-52, -9.0, DECK - 0.05), (-17, 9.0, 12.3)), ((-44, -7.6, 12.3), (-18.2, 7.6, 14.9)),
             ((-30, -7.0, 14.9), (-19.2, 7.0, 17.6)))
    for lo, hi in tiers:
        slope = 0.5
        rows = []
        for z, fore in ((lo[2], hi[0]), (hi[2], hi[0] - slope)):
            rows.append([(lo[0], lo[1], z), (fore, lo[1], z), (fore, hi[1], z), (lo[0], hi[1], z)])
        m.tube(rows)
    for side in (1, -1):  # wings of the bridge
        m.box((-24, min(side * 7, side * 10.4), 14.8), (-20.6, max(side * 7, side * 10.4), 15.9))
    m.box((-43, -2.2, 14.9), (-38, 2.2, 20.5))      # funnel
    m.rod((-27, 0, 17.6), (-27, 0, 26), 0.35, 8, 0.12)
    m.rod((-27, -2.6, 22.4), (-27, 2.6, 22.4), 0.09, 6)


# ---- paints other than the hull's ----
def add_dark(m):
    for k in range(9):  # windows of the bridge
        y = -6.4 + 1.6 * k
        m.box((-19.46, y - 0.62, 16.0), (-19.36, y + 0.62, 17.0))
    for side in (1, -1):
        for k in range(6):
            x, y = -21 - 1.5 * k, side * 7.0
            m.box((x - 0.5, min(y, y + side * 0.02), 16.0), (x + 0.5, max(y, y + side * 0.02), 16.9))
    for k in range(8):
        m.lathe((-18.4, -6.3 + 1.8 * k, 13.7), (1, 0, 0), ((0.22, 0.0), (0.22, 0.1)), 8)


def add_rails(m, hull):
    line = []
    for x in (2.2, 0.7):
        p, out = edge_at(hull, x)
        line.append(add(p, out, -0.12))
    for back in (2, 5, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52):
        y = after_section(hull, back)[-1][0]
        line.append((-back, y - 0.12, DECK))
    for a in line:
        m.rod(a, (a[0], a[1], DECK + 1.1), 0.03, 4)
    for a, b in zip(line, line[1:]):
        for h, r in ((1.1, 0.03), (0.75, 0.016), (0.4, 0.016)):
            m.rod((a[0], a[1], a[2] + h), (b[0], b[1], b[2] + h), r, 4)


# Letters as strokes in a cell 0.6 wide and 1 high.
STROKES = {
    "H": ((0, 0, 0, 1), (0.6, 0, 0.6, 1), (0, 0.5, 0.6, 0.5)),
    "A": ((0, 0, 0.3, 1), (0.3, 1, 0.6, 0), (0.12, 0.36, 0.48, 0.36)),
    "W": ((0, 1, 0.15, 0), (0.15, 0, 0.35, 0.8), (0.35, 0.8, 0.55, 0), (0.55, 0, 0.7, 1)),
    "S": ((0.58, 0.9, 0.45, 1), (0.45, 1, 0.15, 1), (0.15, 1, 0, 0.88), (0, 0.88, 0, 0.63), (0, 0.63, 0.12, 0.52),
          (0.12, 0.52, 0.48, 0.48), (0.48, 0.48, 0.6, 0.37), (0.6, 0.37, 0.6, 0.12), (0.6, 0.12, 0.45, 0),
          (0.45, 0, 0.15, 0), (0.15, 0, 0.02, 0.1)),
    "E": ((0, 0, 0, 1), (0, 1, 0.58, 1), (0, 0.5, 0.48, 0.5), (0, 0, 0.58, 0)),
    "M": ((0, 0, 0, 1), (0, 1, 0.3, 0.4), (0.3, 0.4, 0.6, 1), (0.6, 1, 0.6, 0)),
    "2": ((0, 0.85, 0.15, 1), (0.15, 1, 0.45, 1), (0.45, 1, 0.6, 0.85), (0.6, 0.85, 0.6, 0.65), (0.6, 0.65, 0, 0),
          (0, 0, 0.6, 0)),
    "3": ((0, 1, 0.6, 1), (0.6, 1, 0.3, 0.6), (0.3, 0.6, 0.6, 0.42), (0.6, 0.42, 0.6, 0.14), (0.6, 0.14, 0.45, 0),
          (0.45, 0, 0, 0)),
    "4": ((0.45, 0, 0.45, 1), (0.45, 1, 0, 0.3), (0, 0.3, 0.6, 0.3)),
    "5": ((0.56, 1, 0.05, 1), (0.05, 1, 0, 0.55), (0, 0.55, 0.45, 0.58), (0.45, 0.58, 0.6, 0.42), (0.6, 0.42, 0.6, 0.14),
          (0.6, 0.14, 0.45, 0), (0.45, 0, 0, 0)),
    "6": ((0.5, 1, 0.2, 1), (0.2, 1, 0, 0.7), (0, 0.7, 0, 0.14), (0, 0.14, 0.15, 0), (0.15, 0, 0.45, 0), (0.45, 0, 0.6, 0.14),
          (0.6, 0.14, 0.6, 0.42), (0.6, 0.42, 0.45, 0.56), (0.45, 0.56, 0, 0.5)),
    "7": ((0, 1, 0.6, 1), (0.6, 1, 0.2, 0)),
    "8": ((0.15, 0.53, 0, 0.68), (0, 0.68, 0, 0.86), (0, 0.86, 0.15, 1), (0.15, 1, 0.45, 1), (0.45, 1, 0.6, 0.86),
          (0.6, 0.86, 0.6, 0.68), (0.6, 0.68, 0.45, 0.53), (0.45, 0.53, 0.15, 0.53), (0.15, 0.53, 0, 0.38), (0, 0.38, 0, 0.14),
          (0, 0.14, 0.15, 0), (0.15, 0, 0.45, 0), (0.45, 0, 0.6, 0.14), (0.6, 0.14, 0.6, 0.38), (0.6, 0.38, 0.45, 0.53)),
}


def add_text(m, hull, text, start, base, height, side, thick=0.17):
    """A line of letters on the shell from x = start, read from left to right by an onlooker abeam; follows the shell."""
    way = -side  # to the right of an onlooker on this side
    cell, at = 0.86 * height, start
    for letter in text:
        for x0, y0, x1, y1 in STROKES.get(letter, ()):
            long_ = math.hypot(x1 - x0, y1 - y0)
            dx, dy = (x1 - x0) / long_, (y1 - y0) / long_
            half = 0.5 * thick
            x0, y0, x1, y1 = x0 - half * dx * 0.8, y0 - half * dy * 0.8, x1 + half * dx * 0.8, y1 + half * dy * 0.8
            pieces = max(1, math.ceil(long_ * height / 0.4))
            rows = []
            for k in range(pieces + 1):
                f = k / pieces
                row = []
                for s in (-half, half):
                    u, w = x0 + f * (x1 - x0) - s * dy, y0 + f * (y1 - y0) + s * dx
                    found = hull.shell(at + way * u * height, base + w * height)
                    if found is None:
                        raise ValueError(f"{text}: no shell at {at + way * u * height:.2f}, {base + w * height:.2f}")
                    p = add(found[0], found[1], PROUD)
                    row.append(p if side > 0 else mirrored(p))
                rows.append(row)
            m.grid(rows)
        at += way * (cell * (1.12 if letter in "MW" else 1.0))
    return at


def stem_at(z):
    """Foremost point of the hull at this height (parameters.geo)."""
    knuckle = 25.35 - RAKE * (DECK - 1.2)
    return knuckle + RAKE * (z - 1.2) if z > 1.2 else knuckle - 0.9 * (1.2 - z) / 2.4


def add_marks(m, hull):
    length = 0.86 * 0.9 * (len(NAME) + 0.1)
    add_text(m, hull, NAME, 17.6, 7.5, 0.9, 1)
    add_text(m, hull, NAME, 17.6 - length, 7.5, 0.9, -1)
    for side in (1, -1):  # draught in metres, and every second decimetre between
        for dm in range(32, 80, 2):
            z = KEEL + 0.1 * dm
            text = f"{dm // 10}M" if dm % 10 == 0 else str(dm % 10)
            x = stem_at(z) - 1.6
            add_text(m, hull, text, x if side > 0 else x - 0.3, z, 0.22 if dm % 10 == 0 else 0.12, side, 0.2)


def add_bitts(m, x, y, turn):
    c, s = math.cos(turn), math.sin(turn)
    m.box((-0.75, -0.25, DECK), (0.75, 0.25, DECK + 0.12), turn, (x, y))
    for side in (-1, 1):
        at = (x + side * 0.42 * c, y + side * 0.42 * s, DECK + 0.1)
        m.lathe(at, (0, 0, 1), ((0.17, 0), (0.17, 0.6), (0.22, 0.66), (0.22, 0.76)), 10)


def add_fairlead(m, hull, x):
    """A closed chock in the bulwark: a thick ring seen from both sides."""
    p, out = edge_at(hull, x)
    centre = add((p[0] + RAKE * 0.55, p[1], p[2] + 0.55), out, -0.15)
    rows, n = [], 12
    up, side = (0, 0, 1), cross(out, (0, 0, 1))
    for k in range(n):
        a = 2 * math.pi * k / n
        ray = add(tuple(math.cos(a) * 1.25 * q for q in side), up, math.sin(a) * 0.85)
        rows.append([add(add(centre, ray, 0.24 + 0.08 * math.cos(b)), out, 0.13 * math.sin(b))
                     for b in (0.0, 2.09, 4.19)])
    m.grid(rows, closed_across=True, closed_along=True)


def add_fittings(m, hull):
    for x, off in ((6.2, 1.6), (11.2, 1.3), (14.6, 1.2), (18.6, 1.0)):
        p, out = edge_at(hull, x)
        at = add(p, out, -off)
        turn = math.atan2(out[0], -out[1])
        m.both(lambda mesh, at=at, turn=turn: add_bitts(mesh, at[0], at[1], turn))
    for x in (5.0, 9.9, 13.2, 17.2):
        m.both(lambda mesh, x=x: add_fairlead(mesh, hull, x))


def opening_discs(m, hull):
    """Dark holes of the fairleads, on both faces of the bulwark."""
    for x in (5.0, 9.9, 13.2, 17.2):
        p, out = edge_at(hull, x)
        side, n = cross(out, (0, 0, 1)), 12
        for off in (0.02, -0.2):
            centre = add((p[0] + RAKE * 0.55, p[1], p[2] + 0.55), out, off)
            ring = [add(add(centre, side, 0.3 * math.cos(2 * math.pi * k / n)), (0, 0, 1),
                        0.2 * math.sin(2 * math.pi * k / n)) for k in range(n)]
            m.both(lambda mesh, ring=ring, out=out: mesh.tube([[add(q, out, d) for q in ring] for d in (-0.012, 0.012)]))


WINCHES = ((4.0, 6.3), (4.0, -6.7), (12.6, 0.0))


def add_winch(m, x, y):
    """A mooring winch with its drum across the ship."""
    axle = DECK + 0.75
    m.box((x - 0.75, y - 1.2, DECK), (x + 0.75, y + 1.2, DECK + 0.14))
    for off in (-1.05, 0.62):
        m.box((x - 0.34, y + off, DECK + 0.1), (x + 0.34, y + off + 0.16, axle + 0.25))
    m.lathe((x, y - 0.86, axle), (0, 1, 0), ((0.62, 0), (0.62, 0.07)), 18)
    m.lathe((x, y + 0.5, axle), (0, 1, 0), ((0.62, 0), (0.62, 0.07)), 18)
    m.lathe((x, y + 0.8, axle), (0, 1, 0), ((0.5, 0), (0.55, 0.06), (0.55, 0.4), (0.5, 0.46)), 16)
    m.lathe((x, y - 1.62, axle), (0, 1, 0), ((0.3, 0), (0.34, 0.05), (0.2, 0.2), (0.2, 0.42), (0.27, 0.56)), 14)
    m.box((x - 0.95, y + 0.75, DECK + 0.1), (x - 0.5, y + 1.3, DECK + 0.75))


def add_ropes(m):
    for x, y in WINCHES:
        m.lathe((x, y - 0.8, DECK + 0.75), (0, 1, 0), ((0.44, 0), (0.47, 0.03), (0.47, 1.27), (0.44, 1.3)), 16)
    for x, y in ((16.0, 1.2), (9.5, -1.6)):  # coils on deck
        for k in range(3):
            m.lathe((x, y, DECK + 0.005 + 0.09 * k), (0, 0, 1), ((0.5 - 0.03 * k, 0), (0.54 - 0.03 * k, 0.05), (0.5 - 0.03 * k, 0.09)), 14)


def add_masts(m, hull):
    m.rod((1.7, 0, DECK), (1.7, 0, 17.0), 0.16, 8, 0.1)         # foremast, with the deck's light
    m.rod((1.7, 0, 16.4), (2.7, 0, 16.4), 0.05, 6)
    m.rod((24.6, 0, DECK), (25.1, 0, DECK + 3.4), 0.05, 6, 0.03)  # jackstaff
    m.rod(*STAY, 0.016, 4)
    for side in (1, -1):                                        # outriggers of the lights over the side
        p, out = edge_at(hull, 12.4)
        on_rail = BULWARK_HEIGHT + 0.05
        foot = add((p[0] + RAKE * on_rail, p[1], p[2] + on_rail), out, -0.05)
        head = add((p[0] + RAKE * on_rail, p[1], p[2] + 2.3), out, 1.9)
        if side < 0:
            foot, head = mirrored(foot), mirrored(head)
        m.rod(foot, (foot[0], foot[1], head[2]), 0.05, 6)
        m.rod((foot[0], foot[1], head[2]), head, 0.045, 6)


STAY = ((1.7, 0, 16.7), (24.2, 0, DECK + 1.3))  # forestay, from the foremast to the stem
BALL_RADIUS = 0.31  # COLREGs, annex I, 6: at least 0.6 m in diameter


def add_ball(m):
    """The anchor ball, hoisted under the forestay, by a short strop."""
    at = add(STAY[0], add(STAY[1], STAY[0], -1), 0.52)
    centre = add(at, (0, 0, -0.25 - BALL_RADIUS))
    arcs = [math.pi * k / 12 for k in range(1, 12)]
    m.lathe(centre, (0, 0, 1), [(BALL_RADIUS * math.sin(a), -BALL_RADIUS * math.cos(a)) for a in arcs], 24)
    m.rod(add(centre, (0, 0, 0.9 * BALL_RADIUS)), at, 0.02, 4)


def add_lamp(m, at):
    m.lathe(add(at, (0, 0, -0.12)), (0, 0, 1), ((0.05, 0), (0.15, 0.03), (0.17, 0.12), (0.1, 0.22), (0.04, 0.24)), 10)


def side_lamp(hull):
    p, out = edge_at(hull, 12.4)
    return add((p[0] + RAKE * (BULWARK_HEIGHT + 0.05), p[1], p[2] + 2.15), out, 1.9)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "foredeck")
    os.makedirs(folder, exist_ok=True)
    hull = Hull(os.path.join(HERE, "bow.ply"))
    part = {name: Mesh() for name in ("plating", "house", "white", "dark", "fittings", "machinery", "rope", "ball", "lamp_deck",
                                      "lamp_port", "lamp_starboard")}
    part["plating"].both(lambda m: add_bulwark(m, hull))
    add_after_body(part["plating"], hull)
    add_breakwater(part["plating"])
    add_house(part["house"])
    add_dark(part["dark"])
    opening_discs(part["dark"], hull)
    part["white"].both(lambda m: add_rails(m, hull))
    add_masts(part["white"], hull)
    add_marks(part["white"], hull)
    add_fittings(part["fittings"], hull)
    for x, y in WINCHES:
        add_winch(part["machinery"], x, y)
    add_ropes(part["rope"])
    add_ball(part["ball"])
    add_lamp(part["lamp_deck"], (2.7, 0, 16.25))
    add_lamp(part["lamp_port"], side_lamp(hull))
    add_lamp(part["lamp_starboard"], mirrored(side_lamp(hull)))
    for name, m in part.items():
        write(os.path.join(folder, name + ".ply"), m.v, m.t)
        print(f"{name}: {len(m.t)} triangles")


if __name__ == "__main__":
    main()
