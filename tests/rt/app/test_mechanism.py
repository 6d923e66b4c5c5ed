#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mechanisms as scenarios: a recording does not change the motion, nothing is allocated, and the solvers agree."""
import os

from contract import check_contract
from harness import check, main


def scenario(h, name):
    return os.path.join(h.source, "config", "scenarios", "iftomm", name + ".yaml")


def sil(h, file, name, *args):
    h.run("sil", file, "--anywhere", "--report", os.path.join(h.out, name + ".json"), *args)
    r = h.report(name + ".json")
    if not h.sanitized:
        check(r["allocations_in_loop"] == 0, "allocations in the loop:", r["allocations_in_loop"])
    return r


def test_recording_changes_nothing(h):
    """Every benchmark ends in the same state with and without columns, and in a second run."""
    for name in ("A01_simple_pendulum", "A02_four_bar_2", "A02_four_bar_40", "A03_andrews_squeezer", "A04_bricard",
                 "A05_flyball_governor"):
        length = ("--duration", "0.5") if name != "A03_andrews_squeezer" else ()
        hashes = [sil(h, scenario(h, name), "a", *length, *more)["state_hash"]
                  for more in ((), ("--csv", os.path.join(h.out, "a.csv")), ())]
        check(len(set(hashes)) == 1, name, "ends differently:", hashes)


def test_report(h):
    r = sil(h, scenario(h, "A04_bricard"), "a")
    check_contract(h, r)
    check(r["steps"] == 10000 and r["solver"]["linear"] == "block", r["steps"], r["solver"])


CRATE = """
model:
  points:
    - {name: C, at: [0, 0, 0.25]}
  bodies:
    - {name: crate, points: [C], mass: 20 kg, centre: [0, 0, 0], inertia: [1, 1, 1]}
  shapes:
    - {name: slab, kind: box, at: [0.1, 0.1, -0.5], size: [2, 2, 1]}
    - {name: sides, kind: %s, on: crate, at: [0, 0, 0.25], %s}
  materials:
    - {name: wood, law: impact, stiffness: 1e6, exponent: 1, impact_damping: 1e4, mu_static: 0.4, mu_dynamic: 0.4}
  contacts:
    - {name: stand, shapes: [sides, slab], material: wood, manifold: %s}
record:
  - {name: force, of: stand, what: normal_force}
  - {name: hits, of: stand, what: hits}
end: {duration: 1 s}
"""
BOX = ("box", "size: [0.5, 0.5, 0.5]")


def test_manifold_of_flat_faces(h):
    """A crate on a slab: four corners or one centre bear its weight; for a ball there is no such choice."""
    for manifold, hits in (("corners", 4), ("centre", 1)):
        table = os.path.join(h.out, manifold + ".csv")
        sil(h, h.write(manifold + ".yaml", CRATE % (*BOX, manifold)), manifold, "--csv", table)
        with open(table) as f:
            force, now = (float(x) for x in f.read().splitlines()[-1].split(",")[1:])
        check(now == hits and abs(force - 20 * 9.81) < 1e-3, manifold, now, force)
    file = h.write("ball.yaml", CRATE % ("sphere", "radius: 0.25", "centre"))
    r = h.run("check", file, "--anywhere", code=2)
    check("ball.yaml:13:" in r.stderr and "a sphere against a box has no faces that overlap" in r.stderr, r.stderr)


def last_row(h, name, solver, *args):
    with open(scenario(h, name)) as f:
        text = f.read()
    check(text.count("  step: 1 ms") == 1, "no step of 1 ms in", name)
    case = h.write("case.yaml", text.replace("  step: 1 ms", f"  step: 1 ms\n  linear: {solver}"))
    out = os.path.join(h.out, "c.csv")
    r = sil(h, case, "c", "--csv", out, *args)
    check(r["solver"]["linear"] == solver, "solved with", r["solver"]["linear"])
    with open(out) as f:
        rows = f.read().split("\n")
    return dict(zip(rows[0].strip().split(","), (float(x) for x in rows[-2].split(",")))), r["state_hash"]


def solvers_agree(h, name, seconds, places, most):
    """Compares the columns of these places [m] at the end, within a tolerance; the states themselves differ."""
    rows = [last_row(h, name, s, "--duration", str(seconds)) for s in ("block", "klu")]
    check(len({state for _, state in rows}) == 2, "both solvers are one")
    block, *others = (row for row, _ in rows)
    check(block["t"] == seconds, "the last row is that of", block["t"])
    for other in others:
        for n in places:
            check(abs(block[n] - other[n]) <= most, f"{name}: {n} differs by {block[n] - other[n]:.3g} m")


def test_solvers_agree_on_a_redundant_loop(h):
    """Does not compare the reactions along the redundant constraint, which the motion does not determine."""
    solvers_agree(h, "A04_bricard", 10, ("x", "y", "z"), 1e-9)


def test_solvers_agree_on_many_loops(h):
    """At 2 s, after two passages of the flat position. Each passage amplifies rounding: 4e-9 m after all ten in 10 s.
    The step's own error is 3e-5 m."""
    places = ("B0_x", "B0_y", "B40_x", "B40_y")
    solvers_agree(h, "A02_four_bar_40", 2, places, 1e-9)
    solvers_agree(h, "A02_four_bar_40", 10, places, 1e-8)


if __name__ == "__main__":
    main(globals())
