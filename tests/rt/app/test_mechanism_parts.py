#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ropes, gears, racks, drag, tables, repeated parts and orientations of mechanisms, against closed forms."""
import math
import os
import re

from harness import check, close, main

G = 9.81


def simulated(h, path, *options):
    """Columns of a mechanism's whole run; its constraints hold in every frame."""
    h.run("check", *(o for o in options if o == "--anywhere"), path)
    r = h.run("sil", path, "--csv", os.path.join(h.out, "c.csv"), "--report", os.path.join(h.out, "r.json"), *options)
    check("simulated" in r.stdout and "DO NOT TRUST" not in r.stdout + r.stderr, r.stdout, r.stderr)
    report = h.report()
    check(report["solver"]["phi_max_m"] < 1e-8, "constraints are violated by", report["solver"]["phi_max_m"])
    check(h.sanitized or report["allocations_in_loop"] == 0, "a frame allocates:", report["allocations_in_loop"])
    return h.csv()


def example(h, name):
    return simulated(h, os.path.join(h.source, "config", "scenarios", "examples", name))


def check_all(c, column, tolerance, expected):
    for t, is_, wanted in zip(c["t"], c[column], expected, strict=True):
        check(close(is_, wanted, tolerance), f"{column} = {is_} at {t} s, expected {wanted}")


def test_atwood(h):
    """a = g (m2 - m1)/(m1 + m2), T = 2 m1 m2 g/(m1 + m2); the motion is quadratic, which the step integrates exactly."""
    c = example(h, "atwood.yaml")
    a = G * (3 - 2) / (3 + 2)
    check_all(c, "heavy_z", 1e-7, [-1 - 0.5 * a * t * t for t in c["t"]])
    check_all(c, "light_z", 1e-7, [-1.6 + 0.5 * a * t * t for t in c["t"]])
    check_all(c, "heavy_vz", 1e-6, [-a * t for t in c["t"]])
    check_all(c, "pull", 1e-3, [-2 * 2 * 3 * G / 5] * len(c["t"]))
    check_all(c, "length", 1e-7, [2.8] * len(c["t"]))


HEAVY = """
model:
  points:
    - {name: O, at: [0, 0, 0], fixed: true}
    - {name: H, at: [-0.1 m, 0, -1 m], offset: [0.2 m, 0, 0], fixed: true, repeat: 2}
    - {name: W, at: [-0.1 m, 0, -1 m], offset: [0.2 m, 0, 0], repeat: 2}
    - {name: C, at: [0, 0, 0]}
  bodies:
    - {name: pulley, points: [C], mass: 3 kg, centre: [0, 0, 0], inertia: [0.02, 0.04, 0.02]}
    - {name: light, points: [W1], mass: 2 kg, centre: [0, 0, 0], inertia: [0.01, 0.01, 0.01]}
    - {name: heavy, points: [W2], mass: 3 kg, centre: [0, 0, 0], inertia: [0.01, 0.01, 0.01]}
  joints:
    - {name: axle, kind: revolute, bodies: [ground, pulley], points: [O, C], axis: [0, 1, 0]}
    - {name: left, kind: prismatic, bodies: [ground, light], points: [H1, W1], axis: [0, 0, 1]}
    - {name: right, kind: prismatic, bodies: [ground, heavy], points: [H2, W2], axis: [0, 0, 1]}
    - {name: rope_left, kind: rack, coordinates: [turn, up], radius: 0.1 m}
    - {name: rope_right, kind: rack, coordinates: [turn, down], radius: -0.1 m}
  coordinates:
    - {name: turn, kind: angle, joint: axle}
    - {name: up, kind: travel, joint: left}
    - {name: down, kind: travel, joint: right}
record:
  - {name: up, of: up, what: position}
  - {name: down, of: down, what: position}
  - {name: pull_left, of: rope_left, what: effort}
  - {name: pull_right, of: rope_right, what: effort}
  - {name: weight_of_all, of: axle, what: force_z}
end: {duration: 0.6 s}
"""


def test_atwood_with_a_heavy_pulley(h):
    """A rope that does not slip on a pulley of inertia I: a = g (m2 - m1)/(m1 + m2 + I/r²), tensions m (g ± a). Each side
    of the rope is a rack on the pulley's rim."""
    c = simulated(h, h.write("heavy.yaml", HEAVY))
    a = G * (3 - 2) / (3 + 2 + 0.04 / 0.1 ** 2)
    check_all(c, "up", 1e-6, [0.5 * a * t * t for t in c["t"]])
    check_all(c, "down", 1e-6, [-0.5 * a * t * t for t in c["t"]])
    check_all(c, "pull_left", 1e-3, [2 * (G + a)] * len(c["t"]))
    check_all(c, "pull_right", 1e-3, [3 * (G - a)] * len(c["t"]))


ROPE = """
model:
  points:
    - {name: O, at: [0, 0, 0], fixed: true}
    - {name: P, at: [0, 0, 0.2 m], mass: 1 kg}
  forces:
    - {name: rope, kind: rope, points: [O, P], stiffness: 2 kN/m, damping: DAMPING, rest: 0.7 m}
solver: {step: 0.1 ms}
record_interval: 0.1 ms
record:
  - {name: z, of: P, what: z}
  - {name: pull, of: rope, what: effort}
  - {name: stretch, of: rope, what: position}
  - {name: energy, what: energy}
end: {duration: 3 s}
"""


def test_rope_slack_and_taut(h):
    """A weight falls through the slack, bounces on the taut rope and comes back: turning points and times of the closed
    form. Below the rest length the rope exerts exactly nothing."""
    c = simulated(h, h.write("rope.yaml", ROPE.replace("DAMPING", "0")))
    m, k, rest = 1, 2000, 0.7
    fall, sag, w = 0.2 + rest, m * G / k, math.sqrt(k / m)
    v = math.sqrt(2 * G * fall)
    reach = math.hypot(sag, v / w)
    lowest = -rest - sag - reach
    taut = 2 * (math.pi - math.acos(sag / reach)) / w
    period = 2 * math.sqrt(2 * fall / G) + taut
    check(close(min(c["z"]), lowest, 2e-5), "lowest", min(c["z"]), "expected", lowest)
    check(close(min(c["pull"]), -k * (sag + reach), 0.1), "pull", min(c["pull"]))
    check(max(c["pull"]) == 0, "it pushes")
    check(all(p == 0 for p, s in zip(c["pull"], c["stretch"]) if s <= rest), "it pulls while slack")
    check(sum(p < 0 for p in c["pull"]) > 1000, "it never pulls")
    tops = [c["t"][i] for i in range(1, len(c["t"]) - 1) if c["z"][i - 1] < c["z"][i] >= c["z"][i + 1]]
    check(len(tops) == 3, "tops at", tops)
    for n, t in enumerate(tops, 1):
        check(close(t, n * period, 1e-3), "top", n, "at", t, "expected", n * period)
    check_all(c, "energy", 1e-3, [m * G * 0.2] * len(c["t"]))


def test_rope_with_damping_loses_energy(h):
    c = simulated(h, h.write("rope.yaml", ROPE.replace("DAMPING", "20 N s/m")))
    check(max(c["pull"]) == 0, "it pushes")
    check(all(b <= a + 1e-6 for a, b in zip(c["energy"], c["energy"][1:])), "it gains energy")
    check(c["energy"][-1] < c["energy"][0] - 4, "it loses nothing")


def test_gears(h):
    """theta1'' = torque/(I1 + n² I2 + (n r)² m): a pair of gears and a rack are one inertia; the work becomes kinetic
    energy; torque on the wheel and force on the bar by Newton's law. The trapezoidal rule turns a
    body by w h (1 - (w h)²/12) a step: the sum over a motion with w = a t is a³ h² t⁴/48 = 1.8e-5 at the end; the
    energy is off by less than (w h)² = 3e-5 of 3 J."""
    c = example(h, "gears.yaml")
    i1, i2, m, n, r, torque = 0.002, 0.02, 5, -0.5, 0.03, 0.2
    a = torque / (i1 + n * n * i2 + (n * r) ** 2 * m)
    turn = [0.5 * a * t * t for t in c["t"]]
    check(turn[-1] > 4 * math.pi, "less than two turns")
    check_all(c, "turn", 3e-5, turn)
    check_all(c, "turn_back", 3e-5, [n * x for x in turn])
    check_all(c, "feed", 1e-6, [n * r * x for x in turn])
    check_all(c, "energy", 9e-5, [torque * x for x in turn])
    check_all(c, "mesh", 1e-5, [n * a * (i2 + r * r * m)] * len(turn))
    check_all(c, "rack", 1e-5, [n * r * a * m] * len(turn))


PLANETARY = """
model:
  gravity: [0, 0, 0]
  points:
    - {name: O, at: [0, 0, 0], fixed: true}
    - {name: C, at: [0, 0, 0]}
    - {name: S, at: [0, 0, 0]}
    - {name: Q, at: [0.3 m, 0, 0]}
    - {name: P, on: carrier, at: [0.3 m, 0, 0]}
  bodies:
    - {name: carrier, points: [C], mass: 1 kg, centre: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}
    - {name: sun, points: [S], mass: 1 kg, centre: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}
    - {name: planet, points: [Q], mass: 1 kg, centre: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}
  joints:
    - {name: arm, kind: revolute, bodies: [ground, carrier], points: [O, C], axis: [0, 0, 1]}
    - {name: axle, kind: revolute, bodies: [carrier, sun], points: [C, S], axis: [0, 0, 1]}
    - {name: pin, kind: revolute, bodies: [carrier, planet], points: [P, Q], axis: [0, 0, 1]}
    - {name: whole, kind: revolute, bodies: [ground, sun], points: [O, S], axis: [0, 0, 1]}
    - {name: mesh, kind: gear, coordinates: [sun_turn, planet_turn], ratio: -2}
    - {name: ring, kind: gear, coordinates: [planet_turn, arm_turn], ratio: -0.25}
  coordinates:
    - {name: arm_turn, kind: angle, joint: arm}
    - {name: sun_turn, kind: angle, joint: axle}
    - {name: planet_turn, kind: angle, joint: pin}
    - {name: sun_in_world, kind: angle, joint: whole}
  drivers:
    - {name: motor, coordinate: sun_in_world, angular_rate: 60 rpm}
record:
  - {name: carrier, of: arm_turn, what: position}
  - {name: sun, of: sun_in_world, what: position}
  - {name: planet, of: planet, what: wz}
end: {duration: 3 s}
"""


def test_planetary_gear(h):
    """Willis's equation: sun of 40 teeth, planet of 20, fixed ring of 80: the carrier makes 1/(1 + 80/40) of the sun's
    turns. The ring's teeth: arm turns by -20/80 of the planet's turn against the arm."""
    c = simulated(h, h.write("planetary.yaml", PLANETARY))
    check_all(c, "sun", 1e-8, [2 * math.pi * t for t in c["t"]])
    check_all(c, "carrier", 1e-7, [2 * math.pi * t / 3 for t in c["t"]])
    check_all(c, "planet", 1e-6, [-2 * math.pi] * len(c["t"]))  # w_arm (1 - ring/planet)


def test_terminal_velocity(h):
    """v = vt tanh(g t/vt), vt = sqrt(2 m g/(rho Cd A)); then drag equals weight; the rocket's thrust by its table."""
    c = example(h, "drop_with_drag.yaml")
    m, half = 0.2, 0.5 * 1.225 * 0.47 * 0.0314
    vt = math.sqrt(m * G / half)
    falling = [k for k, t in enumerate(c["t"]) if t <= 6]
    for k in falling:
        t = c["t"][k]
        check(close(c["vz"][k], -vt * math.tanh(G * t / vt), 1e-4), "speed", c["vz"][k], "at", t)
        check(close(c["z"][k], -vt * vt / G * math.log(math.cosh(G * t / vt)), 1e-4), "place", c["z"][k], "at", t)
        check(close(c["drag"][k], half * c["vz"][k] ** 2, 1e-12), "drag", c["drag"][k], "at", t)
    check(close(c["drag"][falling[-1]], m * G, 0.02), "drag at the end", c["drag"][falling[-1]])
    for t, f in zip(c["t"], c["thrust"]):
        wanted = 4 * min(1, max(0, (t - 6) / 0.5)) * min(1, max(0, (8.5 - t) / 0.5))
        check(close(f, wanted, 1e-9), "thrust", f, "at", t, "expected", wanted)
    check(max(c["vz"]) > 5, "the rocket does not lift it")


PUSHED = """
model:
  gravity: [0, 0, 0]
  points:
    - {name: M, at: [0, 0, 0], mass: 2 kg}
    - {name: O, at: [5 m, 0, 0], fixed: true}
    - {name: A, at: [5 m, 0, 0]}
    - {name: E, at: [9 m, 0, 0], fixed: true}
    - {name: B, at: [9 m, 0, 0]}
  bodies:
    - {name: rotor, points: [A], mass: 1 kg, centre: [0, 0, 0], inertia: [2, 2, 4]}
    - {name: slide, points: [B], mass: 8 kg, centre: [0, 0, 0], inertia: [1, 1, 1]}
  joints:
    - {name: axle, kind: revolute, bodies: [ground, rotor], points: [O, A], axis: [0, 0, 1]}
    - {name: guide, kind: prismatic, bodies: [ground, slide], points: [E, B], axis: [0, 1, 0]}
  coordinates:
    - {name: turn, kind: angle, joint: axle}
  forces:
    - {name: push, kind: force, point: M, force: [0, 3 N, 0], TABLE}
    - {name: twist, kind: torque, bodies: [rotor], torque: [0, 0, 6 N m], TABLE}
    - {name: ram, kind: actuator, joint: guide, max_force: 12 N, TABLE}
record:
  - {name: y, of: M, what: y}
  - {name: turn, of: turn, what: position}
  - {name: slide, of: B, what: y}
  - {name: push, of: push, what: force_y}
  - {name: twist, of: twist, what: torque_z}
  - {name: ram, of: ram, what: effort}
end: {duration: 1.5 s}
"""


def test_forces_from_a_table(h):
    """A force, a torque and an actuator that rise from 0 to their whole over 1 s and then stay, as shares of their size:
    each gives 1.5 m/s² or rad/s² at the end; x = 1.5 t³/6, then the quadratic from there."""
    listed = simulated(h, h.write("list.yaml", PUSHED.replace(
        "TABLE", "table: [{t: 0, factor: 0}, {t: 1 s, factor: 1}]")))
    h.write("ramp.csv", "# share of the force\nt,factor\n0,0\n1,1\n")
    c = simulated(h, h.write("file.yaml", PUSHED.replace("TABLE", "table_file: ramp.csv")), "--anywhere")
    check(c == listed, "the same table from a file acts otherwise")
    x = [1.5 * (t ** 3 / 6 if t < 1 else 1 / 6 + (t - 1) / 2 + (t - 1) ** 2 / 2) for t in c["t"]]
    for name in ("y", "turn", "slide"):
        check_all(c, name, 1e-6, x)  # the trapezoidal rule is off by h² times the third derivative over 12
    for name, whole in (("push", 3), ("twist", 6), ("ram", 12)):
        check_all(c, name, 1e-9, [whole * min(t, 1) for t in c["t"]])


DRIVEN = """
model:
  gravity: [0, 0, 0]
  points:
    - {name: O, at: [0, 0, 0], fixed: true}
    - {name: P, at: [1 m, 0, 0]}
  bodies:
    - {name: rod, points: [O, P], mass: 2 kg, centre: [0.5 m, 0, 0], inertia: [0.001, 0.2, 0.2]}
  joints:
    - {name: hinge, kind: revolute, bodies: [ground, rod], points: [O], axis: [0, 0, 1]}
  coordinates:
    - {name: turn, kind: angle, joint: hinge}
  drivers:
    - {name: motor, coordinate: turn, MOTION}
record_interval: 1 ms
record:
  - {name: turn, of: turn, what: position}
  - {name: rate, of: turn, what: rate}
  - {name: torque, of: motor, what: effort}
end: {duration: 2 s}
"""


def check_swing(c):
    """0.8 sin(pi t) through points 20 ms apart. A cubic spline with exact ends is off by at most 5/384 h⁴ f'''', its
    second derivative by 3/8 h² f'''' (de Boor 1978, ch. V; Hall & Meyer 1976)."""
    a, w, h, inertia = 0.8, math.pi, 0.02, 0.2 + 2 * 0.25
    f4 = a * w ** 4
    check_all(c, "turn", 5 / 384 * h ** 4 * f4, [a * math.sin(w * t) for t in c["t"]])
    check_all(c, "rate", 1e-4, [a * w * math.cos(w * t) for t in c["t"]])
    check_all(c, "torque", inertia * 3 / 8 * h * h * f4, [-inertia * a * w * w * math.sin(w * t) for t in c["t"]])


def test_driver_from_a_table(h):
    rows = [(0.02 * k, 0.8 * math.sin(math.pi * 0.02 * k)) for k in range(101)]  # no curvature at its ends
    listed = "angular_table: [" + ", ".join(f"{{t: {t:.17g}, angle: {x:.17g}}}" for t, x in rows) + "]"
    c = simulated(h, h.write("list.yaml", DRIVEN.replace("MOTION", listed)))
    check_swing(c)
    h.write("swing.csv", "t,angle\n" + "".join(f"{t:.17g},{x:.17g}\n" for t, x in rows))
    file = simulated(h, h.write("file.yaml", DRIVEN.replace("MOTION", "table_file: swing.csv")), "--anywhere")
    check(file == c, "the same table from a file moves otherwise")


def test_driver_from_a_table_has_no_jumps(h):
    """A coarse table: torque, which follows the acceleration, is continuous. Piecewise linear motion would have
    infinite torques."""
    c = simulated(h, h.write("coarse.yaml", DRIVEN.replace(
        "MOTION", "angular_table: [{t: 0, angle: 0}, {t: 0.5 s, angle: 20 deg}, {t: 1.1 s, angle: -5 deg}, "
        "{t: 1.6 s, angle: 0 deg}]")))
    jump = max(abs(b - a) for a, b in zip(c["torque"], c["torque"][1:]))
    check(max(c["torque"]) > 1 and jump < 0.05, "torque jumps by", jump)
    check(close(c["turn"][1599], 0, 1e-8) and close(c["turn"][499], math.radians(20), 1e-8), "it misses a point")
    straight = [c["turn"][k] for k in (1700, 1800, 1900)]
    check(close(straight[0] + straight[2], 2 * straight[1], 1e-7), "not straight on after the table")


def test_tables_that_cannot_be(h):
    for motion, says in [
            ("angular_table: [{t: 0, angle: 0}, {t: 0, angle: 1}]", "times must ascend: point 1"),
            ("angular_table: [{t: 0, angle: 0}]", r"expected a list of 2"),
            ("table: [{t: 0, length: 0}, {t: 1, length: 1}]", "key 'table' does not fit a driver of an angle"),
            ("table_file: one.csv", "has 1 points: expected at least 2"),
            ("table_file: bad.csv", r"bad\.csv:2: error: expected a row"),
            ("table_file: none.csv", "there is no file"),
            ("table_file: one.csv, angular_table: [{t: 0, angle: 0}, {t: 1, angle: 1}]", "given twice")]:
        h.write("one.csv", "0, 1\n")
        h.write("bad.csv", "0, 1\n0.1; 2\n")
        h.run("check", "--anywhere", h.write("m.yaml", DRIVEN.replace("MOTION", motion)), code=2)
        r = h.run("sil", "--anywhere", h.write("m.yaml", DRIVEN.replace("MOTION", motion)), code=2)
        check(re.search(says, r.stderr), says, "not in", r.stderr)


def test_rods(h):
    """60 rods from one entry each: energy stays; the reaction at the hook is what gravity and the motion of the mean
    centre ask for. Names are numbered, and a repeated column too."""
    c = example(h, "rods.yaml")
    check({"spin1", "spin2", "spin3"} <= set(c) and "spin4" not in c, sorted(c))
    check(max(abs(e) for e in c["energy_error"]) < 0.3, "energy changes by", max(map(abs, c["energy_error"])))
    check(min(c["tip_z"]) < -2.5, "it does not fall")
    for x, z in zip(c["tip_x"], c["tip_z"]):
        check(math.hypot(x, z) <= 60 * 0.05 + 1e-8, "longer than its rods:", x, z)


def test_repeats_that_cannot_be(h):
    path = os.path.join(h.source, "config", "scenarios", "examples", "rods.yaml")
    with open(path) as f:
        text = f.read()
    for old, new, says in [
            ("repeat: 61", "repeat: 60", "copy 60 refers to 'P61', and 'P' in line 6 has 60 copies"),
            ("points: [P, P+1], mass", "points: [P, P+99999999999999999999], mass", "refers to 'P1000001'"),
            ("{name: O, at", "{name: P3, at", "the name 'P3' is already used"),
            ("of: P61, what: x", "of: P, what: x", "there is no part 'P'"),
            ("name: hook", "name: hook+1", r"has a '\+'"),
            ("repeat: 60}\njoints", "repeat: 0}\njoints", "expected 1 .. 20000"),
            ("points: [O, P1]", "points: [O+2, P1]", r"there is no point 'O\+2'")]:
        if old not in text:
            old, new = old.replace("\njoints", "\n  joints"), new.replace("\njoints", "\n  joints")
        check(text.count(old) == 1, old)
        r = h.run("check", h.write("m.yaml", text.replace(old, new)), code=2)
        check(re.search(says, r.stderr + r.stdout), says, "not in", r.stderr, r.stdout)


POSES = """
model:
  gravity: [0, 0, 0]
  points:
    - {name: A, at: [1 m, 2 m, 3 m]}
    - {name: T, on: a, frame: body, at: [1 m, 0, 0]}
    - {name: B, at: [1 m, 2 m, 3 m]}
    - {name: U, on: b, at: [1 m, 2 m, 3 m]}
  bodies:
    - {name: a, points: [A], ORIENTATION, mass: 1 kg, centre: [0, 0, 0], inertia: [1, 2, 2.5]}
    - {name: b, points: [B], mass: 1 kg, centre: [0, 0, 0], inertia: [1, 2, 2.5]}
  shapes:
    - {name: s, kind: box, on: a, frame: body, at: [0, 0, 0.5 m], angles: [0, 90 deg, 0], size: [1 m, 2 m, 3 m]}
record:
  - {name: qw, of: a, what: qw}
  - {name: qx, of: a, what: qx}
  - {name: qy, of: a, what: qy}
  - {name: qz, of: a, what: qz}
  - {name: roll, of: a, what: roll}
  - {name: pitch, of: a, what: pitch}
  - {name: yaw, of: a, what: yaw}
  - {name: Tx, of: T, what: x}
  - {name: Ty, of: T, what: y}
  - {name: Tz, of: T, what: z}
end: {duration: 1 ms}
"""


def turn(roll, pitch, yaw):
    """R = Rz(yaw) Ry(pitch) Rx(roll), written out."""
    cr, sr, cp, sp, cy, sy = (f(x) for x in (roll, pitch, yaw) for f in (math.cos, math.sin))
    return [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr]]


def test_orientations(h):
    """Angles, the quaternion of the same turn and the axes of the same frame give the same bits of the start up to
    rounding, and come back as columns; a further point is placed in its body's frame."""
    angles = [math.radians(x) for x in (20, -35, 130)]
    r = turn(*angles)
    cr, sr, cp, sp, cy, sy = (f(x / 2) for x in angles for f in (math.cos, math.sin))
    q = [cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
         cr * cp * sy - sr * sp * cy]
    x, y = ([r[i][k] for i in range(3)] for k in (0, 1))
    for orientation in ["angles: [20 deg, -35 deg, 130 deg]", f"quaternion: {[-3 * v for v in q]}",
                        f"x_axis: {x}, y_axis: {y}"]:
        c = simulated(h, h.write("pose.yaml", POSES.replace("ORIENTATION", orientation)))
        for name, wanted in zip(("qw", "qx", "qy", "qz", "roll", "pitch", "yaw"), [*q, *angles], strict=True):
            check(close(c[name][0], wanted, 1e-12), orientation, name, c[name][0], "expected", wanted)
        for k, name in enumerate(("Tx", "Ty", "Tz")):
            check(close(c[name][0], k + 1 + r[k][0], 1e-12), orientation, name, c[name][0])


def test_orientations_that_cannot_be(h):
    for orientation, says in [("angles: [0, 0, 0], quaternion: [1, 0, 0, 0]", "given twice"),
                              ("angles: [0, 0, 0], x_axis: [1, 0, 0]", "given twice"),
                              ("quaternion: [0, 0, 0, 0]", "that is not zero"),
                              ("quaternion: [1, 0, 0]", "expected a list of 4 numbers, found 3")]:
        r = h.run("check", h.write("pose.yaml", POSES.replace("ORIENTATION", orientation)), code=2)
        check(says in r.stderr + r.stdout, says, "not in", r.stderr, r.stdout)
    for old, new, says in [("on: a, frame: body, at: [1 m", "frame: body, at: [1 m", "expected the key 'on'"),
                           ("kind: box, on: a", "kind: box", "expected the key 'on'"),
                           ("angles: [0, 90 deg, 0], size", "angles: [0, 0, 0], z_axis: [0, 1, 0], size", "given twice"),
                           ("at: [0, 0, 0.5 m]", "at: [0, 0, 0.5 m], offset: [1 m, 0, 0]", "needs the key 'repeat'")]:
        check(POSES.count(old) == 1, old)
        text = POSES.replace("ORIENTATION", "angles: [0, 0, 0]").replace(old, new)
        r = h.run("check", h.write("pose.yaml", text), code=2)
        check(says in r.stderr + r.stdout, says, "not in", r.stderr, r.stdout)


LEANING = """
model:
  points:
    - {name: A, at: [0, 0, 0.2 m]}
  bodies:
    - {name: a, points: [A], angles: [0, 30 deg, 40 deg], mass: 2 kg, centre: [0, 0, 0], inertia: [1, 1, 1]}
  shapes:
    - {name: floor, kind: plane, at: [0, 0, 0]}
    - {name: ball, kind: sphere, on: a, frame: FRAME, at: PLACE, radius: 0.1 m}
  materials:
    - {name: steel, stiffness: 1e6, restitution: 0}
  contacts:
    - {name: touch, shapes: [ball, floor], material: steel}
record:
  - {name: depth, of: touch, what: depth}
  - {name: x, of: touch, what: point_x}
  - {name: y, of: touch, what: point_y}
end: {duration: 1 ms}
"""


def test_shapes_in_their_body_frame(h):
    """A sphere at (0.3, 0, 0) of a leaning body: 0.3 R e_x in the world; the same hit from either frame."""
    r = turn(0, math.radians(30), math.radians(40))
    at = [0.3 * r[0][0], 0.3 * r[1][0], 0.2 + 0.3 * r[2][0]]
    a = simulated(h, h.write("body.yaml", LEANING.replace("FRAME", "body").replace("PLACE", "[0.3 m, 0, 0]")))
    b = simulated(h, h.write("world.yaml", LEANING.replace("FRAME", "world").replace("PLACE", str(at))))
    check(close(a["depth"][0], 0.1 - at[2], 1e-5), "depth", a["depth"][0], "expected", 0.1 - at[2])
    check(close(a["x"][0], at[0], 1e-5) and close(a["y"][0], at[1], 1e-5), "place", a["x"][0], a["y"][0])
    for name in ("depth", "x", "y"):
        check(close(a[name][0], b[name][0], 1e-12), name, a[name][0], b[name][0])


def test_help_shows_mechanisms(h):
    """Who types --help finds what a mechanism can do: every kind of the key tables, and an example that runs."""
    schema = h.run("check", "--schema").stdout
    for text in (h.run("sil", "--help").stdout, schema):
        check("A scenario with the section model is a mechanism" in text, text)
        for word in ("gear", "rack", "distance", "rope", "drag", "actuator", "travel", "mesh", "curve", "table", "repeat: N",
                     "quaternion", "record_interval"):
            check(re.search(rf"\b{word}", text), "no", word, "in", text)
        shown = text[text.index("An example:\n") + len("An example:\n"):text.index("More: ")]
        example_ = "".join(line[2:] + "\n" for line in shown.splitlines())
        c = simulated(h, h.write("example.yaml", example_))
        check(close(max(map(abs, c["angle"])), math.pi, 1e-2), "it does not swing:", max(map(abs, c["angle"])))
    for key in ("model.joints[].ratio", "model.joints[].radius", "model.drivers[].table[].t", "model.forces[].area",
                "model.bodies[].quaternion", "model.shapes[].frame", "model.points[].repeat", "record_interval"):
        check(f"  {key} " in schema, "the schema lacks", key)


if __name__ == "__main__":
    main(globals())
