#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows of a CSV at a chosen interval; contacts of mechanisms as a file and as columns; reactions of point joints;
orientation and angular momentum."""
import csv
import math
import os

from harness import check, close, main

G = 9.81


def simulated(h, path, *options):
    r = h.run("sil", path, "--csv", os.path.join(h.out, "c.csv"), *options)
    check("simulated" in r.stdout and "DO NOT TRUST" not in r.stdout + r.stderr, r.stdout, r.stderr)
    return h.csv()


def units(h, name="c.csv"):
    with open(os.path.join(h.out, name), newline="") as f:
        names, unit = next(csv.reader(f)), next(csv.reader(f))
    return dict(zip(names, unit, strict=True))


def check_all(c, column, tolerance, expected):
    for t, is_, wanted in zip(c["t"], c[column], expected, strict=True):
        check(close(is_, wanted, tolerance), f"{column} = {is_} at {t} s, expected {wanted}")


BALL = """
model:
  points:
    - {name: C, at: [0, 0, 1 m]}
  bodies:
    - {name: ball, points: [C], mass: 2 kg, centre: [0, 0, 0], inertia: [0.01, 0.01, 0.01], velocity: [5 m/s, 0, 0]}
  shapes:
    - {name: floor, kind: plane, at: [0, 0, 0]}
    - {name: skin, kind: sphere, on: ball, frame: body, at: [0, 0, 0], radius: 50 mm}
  materials:
    - {name: rubber, law: hunt-crossley, stiffness: 1e7, restitution: 0.7, mu_static: 0.3, mu_dynamic: 0.3}
  contacts:
    - {name: bounce, shapes: [SHAPES], material: rubber}
solver: {step: 0.5 ms}
INTERVAL
record:
  - {name: force, of: bounce, what: normal_force}
  - {name: fx, of: bounce, what: force_x}
  - {name: fz, of: bounce, what: force_z}
  - {name: px, of: bounce, what: point_x}
  - {name: pz, of: bounce, what: point_z}
  - {name: nz, of: bounce, what: normal_z}
  - {name: x, of: C, what: x}
  - {name: ax, of: C, what: ax}
  - {name: az, of: C, what: az}
end: {duration: 50 s}
"""


def ball(h, interval, shapes="skin, floor", **more):
    text = BALL.replace("INTERVAL", interval and f"record_interval: {interval}").replace("SHAPES", shapes)
    for old, new in more.items():
        text = text.replace(old, new)
    return h.write("ball.yaml", text)


def test_rows_at_a_chosen_interval(h):
    """A blow of some 5 ms in a run of 50 s: the default's rows, 10 ms apart, miss its peak; rows of every step have it,
    as the file of contacts has. (A column is evaluated at the accepted state, after the projections of the velocities;
    the file has the force of the last iteration: 1e-5 apart.)"""
    coarse = simulated(h, ball(h, ""))
    check(len(coarse["t"]) == 5001, "rows:", len(coarse["t"]))
    fine = simulated(h, ball(h, "0.5 ms"), "--contacts", os.path.join(h.out, "touch.csv"))
    check(len(fine["t"]) == 100000, "rows:", len(fine["t"]))
    steps = [round(t / 0.5e-3) for t in fine["t"]]
    check(steps == list(range(1, 100001)), "not every step")
    first = [k for k, f in enumerate(fine["force"]) if f > 0]
    blow = [k for k in first if k < first[0] + 40]
    check(4 <= len(blow) <= 20, "steps of the first blow:", len(blow))
    check(max(fine["force"]) > 2 * max(coarse["force"]), "the default shows the peak:", max(coarse["force"]))
    with open(os.path.join(h.out, "touch.csv"), newline="") as f:
        rows = list(csv.DictReader(f))[1:]
    peak = max(float(r["normal_force"]) for r in rows)
    check(close(peak, max(fine["force"]), 1e-4 * peak), "peak", peak, max(fine["force"]))
    check(len(rows) == len([f for f in fine["force"] if f > 0]), "rows of touch:", len(rows))
    wide = simulated(h, ball(h, "0.25 s"))
    check(len(wide["t"]) == 201 and close(wide["t"][10], 2.5, 1e-9), "rows:", len(wide["t"]), wide["t"][:12])


def test_interval_below_the_step_is_every_step(h):
    c = simulated(h, ball(h, "1e-5"), "--duration", "0.1")
    check(len(c["t"]) == 200, "rows:", len(c["t"]))


def test_interval_of_a_recording(h):
    """hawse replay --csv writes the rows of the same interval, from the recording, with the same bits."""
    path, rec = ball(h, "1.5 ms"), os.path.join(h.out, "a.rec")
    a = simulated(h, path, "--duration", "0.6", "--record", rec)
    check(len(a["t"]) == 401, "rows:", len(a["t"]))
    h.run("replay", rec, "--csv", os.path.join(h.out, "b.csv"))
    texts = []
    for name in ("c.csv", "b.csv"):  # not numbers: nan differs from itself
        with open(os.path.join(h.out, name)) as f:
            texts.append(f.read())
    check(texts[0] == texts[1], "the replay has other rows")


def test_interval_of_a_ship(h):
    path = h.scenario(("end:\n", "record_interval: 50 ms\nend:\n"))
    h.run("sil", path, "--anywhere", "--duration", "0.5", "--csv", os.path.join(h.out, "c.csv"))
    check(len(h.csv()["t"]) == 11, "rows:", len(h.csv()["t"]))


def test_contact_as_columns(h):
    """Newton's law of the ball alone: force = m (a - g). Point below the ball, normal upward; without touch nan. Forces
    are on the first shape: with the shapes exchanged they turn round."""
    c = simulated(h, ball(h, "0.5 ms", **{"duration: 50 s": "duration: 1 s"}))
    touching = [k for k, f in enumerate(c["force"]) if f > 10]
    check(len(touching) > 5, "no touch")
    for k in touching:
        scale = 1e-3 * max(c["force"])
        check(close(c["fz"][k], 2 * (c["az"][k] + G), scale), "fz", c["fz"][k], 2 * (c["az"][k] + G))
        check(close(c["fx"][k], 2 * c["ax"][k], scale), "fx", c["fx"][k], 2 * c["ax"][k])
        check(close(c["fz"][k], c["force"][k], 1e-9 * c["force"][k]), "fz is the normal force")
        check(close(c["px"][k], c["x"][k], 1e-3) and abs(c["pz"][k]) < 0.02, "point", c["px"][k], c["pz"][k])
        check(close(c["nz"][k], 1, 1e-9), "normal", c["nz"][k])
    free = [k for k, f in enumerate(c["force"]) if k < touching[0] - 2]
    check(all(math.isnan(c["px"][k]) and math.isnan(c["nz"][k]) and c["fz"][k] == 0 for k in free), "touch in the air")
    check(min(c["fx"]) < -10, "no friction:", min(c["fx"]))
    check(units(h) == {"t": "s", "force": "N", "fx": "N", "fz": "N", "px": "m", "pz": "m", "nz": "1", "x": "m",
                       "ax": "m/s2", "az": "m/s2"}, units(h))
    other = simulated(h, ball(h, "0.5 ms", "floor, skin", **{"duration: 50 s": "duration: 1 s"}))
    for name, sign in (("force", 1), ("fx", -1), ("fz", -1), ("nz", -1), ("px", 1)):
        for k in touching:
            check(other[name][k] == sign * c[name][k], name, "exchanged:", other[name][k], c[name][k])


STACK = """
model:
  points:
    - {name: A, at: [0, 0, 99 mm]}
    - {name: B, at: [0, 0, 298 mm]}
  bodies:
    - {name: lower, points: [A], mass: 3 kg, centre: [0, 0, 0], inertia: [0.02, 0.02, 0.02]}
    - {name: upper, points: [B], mass: 2 kg, centre: [0, 0, 0], inertia: [0.02, 0.02, 0.02]}
  shapes:
    - {name: floor, kind: plane, at: [0, 0, 0]}
    - {name: one, kind: box, on: lower, at: [0, 0, 99 mm], size: [0.2 m, 0.2 m, 0.2 m]}
    - {name: two, kind: box, on: upper, at: [0, 0, 298 mm], size: [0.2 m, 0.2 m, 0.2 m]}
  materials:
    - {name: wood, stiffness: 1e5, exponent: 1, restitution: 0.1, mu_static: 0.5, mu_dynamic: 0.5}
  contacts:
    - {name: foot, shapes: [one, floor], material: wood}
    - {name: joint, shapes: [one, two], material: wood}
record:
  - {name: depth, of: foot, what: depth}
end: {duration: 3 s}
"""


def test_contacts_file_of_a_mechanism(h):
    """Two boxes at rest: names of contact and bodies, and the weights."""
    simulated(h, h.write("stack.yaml", STACK), "--contacts", os.path.join(h.out, "touch.csv"))
    with open(os.path.join(h.out, "touch.csv"), newline="") as f:
        rows = list(csv.DictReader(f))
    check(list(rows[0])[:4] == ["t", "contact", "body", "other"] and rows[0]["contact"] == "name", rows[0])
    last = [r for r in rows[1:] if r["t"] == rows[-1]["t"]]
    total = {}
    for r in last:
        key = r["contact"], r["body"], r["other"]
        total[key] = total.get(key, 0) + float(r["normal_force"]) * float(r["normal_z"])
    check(set(total) == {("foot", "lower", "ground"), ("joint", "upper", "lower")}, total)
    check(close(total["foot", "lower", "ground"], 5 * G, 0.05), total)
    check(close(total["joint", "upper", "lower"], 2 * G, 0.05), total)
    check(all(abs(abs(float(r["x"])) - 0.1) < 1e-3 for r in last), "forces act at the corners")


POINTS = """
model:
  points:
    - {name: O, at: [0, 0, 0], fixed: true}
    - {name: P, at: [0.6 m, 0, -0.8 m], mass: 2 kg, velocity: [0, VELOCITY, 0]}
    - {name: H, at: [5 m, 0, 0], fixed: true}
    - {name: Q, at: [5 m, 0.6 m, -0.8 m], mass: 3 kg}
  joints:
    - {name: string, kind: distance, points: [O, P]}
    - {name: wire, kind: inline, bodies: [ground], points: [H, Q], axis: [0, 0.6, -0.8]}
record:
""" + "".join(f"  - {{name: {j[0]}{k}{x}, of: {j}, what: {w}_{x}}}\n" for j in ("string", "wire")
              for k, w in (("f", "force"), ("t", "torque")) for x in "xyz") + """
  - {name: px, of: P, what: x}
  - {name: py, of: P, what: y}
  - {name: pz, of: P, what: z}
end: {duration: 2 s}
"""


def test_reactions_of_point_joints(h):
    """A conical pendulum: the string pulls with m g/cos along itself, on its first point away from it. A bead on a
    straight wire presses on it across with its weight's share, m g cos. Both were written as zeros."""
    v = math.sqrt(G * 0.6 * 0.6 / 0.8)
    c = simulated(h, h.write("points.yaml", POINTS.replace("VELOCITY", f"{v:.17g}")))
    pull = 2 * G / 0.8
    check_all(c, "sfx", 1e-3, [pull * x for x in c["px"]])
    check_all(c, "sfy", 1e-3, [pull * y for y in c["py"]])
    check_all(c, "sfz", 1e-3, [-2 * G] * len(c["t"]))
    check_all(c, "wfx", 1e-6, [0] * len(c["t"]))
    check_all(c, "wfy", 1e-3, [-3 * G * 0.6 * 0.8] * len(c["t"]))  # the weight across the wire
    check_all(c, "wfz", 1e-3, [-3 * G * 0.6 * 0.6] * len(c["t"]))
    for name in ("stx", "sty", "stz", "wtx", "wty", "wtz"):  # both forces act at the joint's point
        check_all(c, name, 0, [0] * len(c["t"]))


TOP = """
model:
  gravity: [0, 0, 0]
  points:
    - {name: C, at: [1 m, 2 m, 3 m]}
    - {name: D, at: [0, 0, 1 m], mass: 2 kg, velocity: [0, 3 m/s, 0]}
  bodies:
    - {name: top, points: [C], mass: 4 kg, centre: [0, 0, 0], inertia: INERTIA, velocity: [1 m/s, 0, 0], angular_velocity: OMEGA}
record:
""" + "".join(f"  - {{name: {w}, of: top, what: {w}}}\n" for w in
              ("qw", "qx", "qy", "qz", "roll", "pitch", "yaw", "lx", "ly", "lz", "wx", "wy", "wz")) + """
  - {name: Lx, what: lx}
  - {name: Ly, what: ly}
  - {name: Lz, what: lz}
end: {duration: 2 s}
"""


def test_orientation_and_angular_momentum(h):
    """A ball turns about (1, 2, 2)/3 at 2 rad/s: the quaternion is (cos t, sin t (1, 2, 2)/3) with its scalar part not
    negative, L = I w; the model's L is the sum with the orbital parts."""
    c = simulated(h, h.write("top.yaml", TOP.replace("INERTIA", "[0.5, 0.5, 0.5]").replace(
        "OMEGA", "[0.66666666666666667, 1.3333333333333333, 1.3333333333333333]")))
    n = [1 / 3, 2 / 3, 2 / 3]
    for k, t in enumerate(c["t"]):
        q = [math.cos(t)] + [math.sin(t) * x for x in n]
        q = [-x for x in q] if q[0] < 0 else q
        for name, wanted in zip(("qw", "qx", "qy", "qz"), q, strict=True):
            check(close(c[name][k], wanted, 2e-6), name, c[name][k], "at", t, "expected", wanted)
        r20, r21, r22 = 2 * (q[1] * q[3] - q[2] * q[0]), 2 * (q[2] * q[3] + q[1] * q[0]), 1 - 2 * (q[1] ** 2 + q[2] ** 2)
        check(close(c["pitch"][k], -math.asin(r20), 1e-5), "pitch", c["pitch"][k])
        check(close(c["roll"][k], math.atan2(r21, r22), 1e-5), "roll", c["roll"][k])
    for name, wanted in zip(("lx", "ly", "lz"), n, strict=True):
        check_all(c, name, 1e-9, [0.5 * 2 * wanted] * len(c["t"]))
    # orbital: 4 (1, 2, 3) × (1, 0, 0) = (0, 12, -8); 2 (0, 0, 1) × (0, 3, 0) = (-6, 0, 0)
    for name, spin, orbit in zip(("Lx", "Ly", "Lz"), n, (-6, 12, -8), strict=True):
        check_all(c, name, 1e-7, [spin + orbit] * len(c["t"]))
    u = units(h)
    check([u[x] for x in ("qw", "roll", "lx", "Lz")] == ["1", "rad", "kg m2/s", "kg m2/s"], u)


def test_angular_momentum_of_a_tumbling_body(h):
    """Torque-free tumbling about the middle axis (Dzhanibekov): each component of L stays, though w turns over."""
    c = simulated(h, h.write("top.yaml", TOP.replace("INERTIA", "[0.2, 0.3, 0.4]").replace(
        "OMEGA", "[0.01, 8, 0.01]").replace("duration: 2 s", "duration: 6 s")))
    check(min(c["wy"]) < -5 or min(c["pitch"]) < -1.4, "it does not tumble:", min(c["wy"]))
    for name in ("lx", "ly", "lz"):
        check(max(c[name]) - min(c[name]) < 2e-3, name, "changes by", max(c[name]) - min(c[name]))


def test_columns_that_cannot_be(h):
    for column, says in [("of: string, what: effort", "expected force_x, force_y, force_z, torque_x"),
                         ("of: P, what: qw", "qw is not available for the point 'P'"),
                         ("what: point_x", "point_x needs a part")]:
        text = POINTS.replace("VELOCITY", "0").replace("of: P, what: x", column)
        r = h.run("check", h.write("m.yaml", text), code=2)
        check(says in r.stderr + r.stdout, says, "not in", r.stderr, r.stdout)


if __name__ == "__main__":
    main(globals())
