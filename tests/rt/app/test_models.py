#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shipped models: every mesh is sound, small, and agrees with its README."""
import contextlib
import glob
import io
import math
import os
import re
import shutil
import subprocess
import sys

from harness import Skip, check, close, main

ANCHORS = ("", "spek_", "ac14_", "navy_", "danforth_", "hall_palms_")


def part_of(anchor, part):
    """Name of a mesh; the Hall anchor with palms has the Hall anchor's shank."""
    return part if part == "shank" and anchor == "hall_palms_" else anchor + part


def checker(h):
    sys.path.insert(0, h.models)
    import check_mesh
    return check_mesh


def readme(h):
    with open(os.path.join(h.models, "README.md")) as f:
        return f.read()


def rows(h):
    """Rows of the README's table of meshes: name, triangles, volume, mass, z of the centre (None: not given),
    inertia."""
    row = re.compile(r"^\| ([a-z0-9_]+)(?: \(Hall\))? \| ([\d ]+) \| ([\d.]+) \| (?:(\d+) kg)? ?\| (?:z = ([\d.]+))? ?\| ?([\d., ]*)\|", re.M)
    for name, triangles, volume, mass, z, inertia in row.findall(readme(h)):
        yield (name, int(triangles.replace(" ", "")), float(volume), mass and float(mass), z and float(z),
               [float(x) for x in re.findall(r"[\d.]+", inertia)])


def test_meshes_are_sound(h):
    """All meshes are closed, 2-manifold, oriented and without slivers; an anchor's are small."""
    m = checker(h)
    names = sorted({part_of(a, part) for a in ANCHORS for part in ("shank", "head")}) + ["swivel", "kenter", "dshackle"]
    names += [f"bearing_{ring}_{facets}" for ring in ("inner", "outer") for facets in (120, 240, 480)] + ["bearing_cage"]
    for name in names:
        path, said = os.path.join(h.models, name + ".ply"), io.StringIO()
        with contextlib.redirect_stdout(said):
            # a raceway's facets are deliberately as long as its width: fewer facets across would change the surface
            good = m.check(path, 50.0 if name.startswith("bearing_") else 10.0)
        check(good, said.getvalue())
        check(os.path.getsize(path) < 250000, name, "is large:", os.path.getsize(path))
    shipped = {os.path.basename(p)[:-4] for p in glob.glob(os.path.join(h.models, "*.ply"))}
    check(shipped == set(names) | {"bow", "bow_flat", "bow_narrow"}, "meshes without a check:", shipped ^ set(names))


def test_readme_is_right(h):
    """Volume, mass, centre and inertia in the README's table agree with the meshes in all digits given."""
    m, seen = checker(h), set()
    for name, triangles, volume, mass, z, inertia in rows(h):
        v, t = m.read_ply(os.path.join(h.models, name + ".ply"))
        vol, com, tensor = m.mass_properties(v, t)
        check(len(t) == triangles, name, len(t), triangles)
        check(close(vol, volume, 0.06 if volume > 1000 else 6e-6), name, vol, volume)
        seen.add(name)
        if not mass:
            continue
        check(close(vol * m.DENSITY, mass, 0.51) and close(com[2], z, 6e-5), name, vol * m.DENSITY, com)
        check(max(abs(com[0]), abs(com[1])) < 1e-3, name, "is not symmetric:", com)
        for k, given in enumerate(inertia):
            check(close(tensor[k][k] * m.DENSITY, given, 0.51 if given > 100 else 0.051), name, k, tensor[k][k] * m.DENSITY)
    check(seen >= {part_of(a, part) for a in ANCHORS for part in ("shank", "head")}, "not in the README:", seen)


def test_proportions(h):
    """The meshes have the README's proportions k M^(1/3) at 6414 kg."""
    m = checker(h)
    table = {}
    for line in readme(h).splitlines():
        cells = [c.strip() for c in line.split("|")[1:-1]]
        if len(cells) == 7 and cells[0].startswith(("crown base", "width of the head")):
            table[cells[0]] = [float(re.match(r"[\d.]+", c)[0]) for c in cells[1:]]
    check(len(table) == 4, table)
    unit = 6414 ** (1 / 3) * 1e-3
    for k, anchor in enumerate(ANCHORS):
        head = m.read_ply(os.path.join(h.models, anchor + "head.ply"))[0]
        shank = m.read_ply(os.path.join(h.models, part_of(anchor, "shank") + ".ply"))[0]
        base = -min(p[2] for p in head)
        found = {"crown base to top of shank": base + max(p[2] for p in shank), "crown base to pin": base,
                 "crown base to fluke tip": base + max(p[2] for p in head),
                 "width of the head, over fins or stock": max(p[0] for p in head) - min(p[0] for p in head)}
        for what, value in found.items():
            check(close(value, table[what][k] * unit, 3e-3), anchor or "hall", what, value, table[what][k] * unit)


def seat_of(m, head):
    """Puts noses and palms of a head's mesh on a vertical face: its pin's distance from the face, and the height above the
    pin at which an underside that rises outboard at 8 deg, measured at the face, touches the fluke tips [m]."""
    v, _ = m.read_ply(head)
    top = max(p[2] for p in v)
    palms, noses = [p for p in v if p[2] < 0.15 * top], [p for p in v if p[2] > 0.6 * top]

    def inboard(points, lean):  # how far the points reach inboard of the pin
        return max(p[1] * math.cos(lean) + p[2] * math.sin(lean) for p in points)

    low, high = -0.3, 0.5
    for _ in range(50):
        lean = (low + high) / 2
        low, high = (low, lean) if inboard(noses, lean) > inboard(palms, lean) else (lean, high)
    off = inboard(palms, lean)
    rise = math.tan(math.radians(8))
    return off, max(p[2] * math.cos(lean) - p[1] * math.sin(lean)
                    - rise * (off - p[1] * math.cos(lean) - p[2] * math.sin(lean)) for p in noses)


def test_seats_fit_the_anchors(h):
    """The README's seat height of each anchor follows from its mesh; the shipped bow has the Hall anchor's on both sides,
    and the flat bow has none."""
    m = checker(h)
    rows = {c[0]: [float(re.match(r"[\d.]+", x)[0]) for x in c[1:]] for c in (
        [x.strip() for x in line.split("|")[1:-1]] for line in readme(h).splitlines()) if len(c) == 6 and c[0].startswith(
            ("off:", "tip:", "`seat_height`"))}
    check(len(rows) == 3, rows)
    for k, name in enumerate(("head", "spek_head", "ac14_head", "navy_head", "hall_palms_head")):
        off, tip = seat_of(m, os.path.join(h.models, name + ".ply"))
        height = tip + 0.010 - off * math.tan(math.radians(50))
        for given, found in zip((r[k] for r in rows.values()), (off, tip, height)):
            check(close(given, found, 0.0051 if found == height else 0.0006), name, given, found)
    height = rows["`seat_height`"][0]
    c, s = math.cos(math.radians(25)), math.sin(math.radians(25))
    for bow, seats in (("bow", 2), ("bow_flat", 0)):
        found = set()
        for x, y, z in m.read_ply(os.path.join(h.models, bow + ".ply"))[0]:
            along, out = c * (x - 9) - s * (y - 7), s * (x - 9) + c * (y - 7)
            if 0.04 < out < 0.15 and 0.6 < abs(along) < 1.05 and abs(z - 5.2 - height - out * math.tan(math.radians(8))) < 1e-6:
                found.add(along > 0)
        check(len(found) == seats, bow, "has seats on the sides", found)


def test_export_by_mass(h):
    """An anchor exported for eight times the mass is twice the size."""
    if not shutil.which("gmsh"):
        raise Skip("gmsh is not here")
    m, out = checker(h), h.path("big.ply")
    r = subprocess.run([os.path.join(h.models, "export"), "navy_shank", "--to", out, "-setnumber", "anchor_mass", "51312"],
                       capture_output=True, text=True)
    check(r.returncode == 0, r.stdout, r.stderr)
    big, small = (m.mass_properties(*m.read_ply(p))[0] for p in (out, os.path.join(h.models, "navy_shank.ply")))
    check(math.isclose(big, 8 * small, rel_tol=1e-3), big, small)
    check(os.listdir(h.folder).count("big.ply") == 1 and not glob.glob(h.path("*.part*")), os.listdir(h.folder))


def test_export_of_nothing(h):
    if not shutil.which("gmsh"):
        raise Skip("gmsh is not here")
    for args in (["anchor"], ["bow", "--to", h.path("x.ply"), "-setnumber", "bolster_radius", "5"]):
        r = subprocess.run([os.path.join(h.models, "export"), *args], capture_output=True, text=True)
        check(r.returncode != 0 and r.stderr.startswith("export: "), r.returncode, r.stderr)
    check(not os.path.exists(h.path("x.ply")), "half-made")


if __name__ == "__main__":
    main(globals())
