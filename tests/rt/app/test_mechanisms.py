#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mechanisms from scenario files, run as by a user: each ends well, keeps its constraints, and agrees with the closed
form or another program's solution."""
import math
import os

from harness import Skip, check, close, main


def simulated(h, *name):
    """Columns of a mechanism's whole run; checks the constraints in every frame."""
    path = os.path.join(h.source, *name)
    h.run("check", path)
    r = h.run("sil", path, "--csv", os.path.join(h.out, "c.csv"), "--report", os.path.join(h.out, "r.json"))
    check("simulated" in r.stdout and "DO NOT TRUST" not in r.stdout + r.stderr, r.stdout, r.stderr)
    worst = h.report()["solver"]["phi_max_m"]
    check(worst < 1e-8, "constraints are violated by", worst)
    return h.csv()


def example(h, name):
    return simulated(h, "config", "scenarios", "examples", name)


def check_all(c, what, tolerance, column, expected):
    """Compares every row of a column with its expected value."""
    for k, (is_, wanted) in enumerate(zip(c[column], expected, strict=True)):
        check(close(is_, wanted, tolerance), f"{what}: {column} = {is_} at {c['t'][k]} s, expected {wanted}")


def turns(angles):
    """Unwraps angles of atan2 from row to row."""
    out = [angles[0]]
    for a in angles[1:]:
        out.append(a + 2 * math.pi * round((out[-1] - a) / (2 * math.pi)))
    return out


def test_examples_are_all_here(h):
    """Every example has a test below or in test_mechanism_parts.py."""
    folder = os.path.join(h.source, "config", "scenarios", "examples")
    found = sorted(name for name in os.listdir(folder) if name.endswith(".yaml"))
    check(found == ["atwood.yaml", "drop_with_drag.yaml", "gears.yaml", "parallel_cranks.yaml", "pendulum.yaml",
                    "rods.yaml", "slider_crank.yaml", "universal_shaft.yaml"], found)


def test_a_joint_of_each_kind(h):
    c = simulated(h, "tests", "data", "mechanism.yaml")
    check(len(c["t"]) > 100 and abs(c["turn"][-1]) > 6, "it does not turn")


def test_pendulum(h):
    """The pendulum only loses energy, and the stop gives little. Friction holds it in the end, off the lowest place by
    at most the balance of gravity: m g l/2 sin <= 0.5 N m."""
    c = example(h, "pendulum.yaml")
    check(max(c["angle"]) > math.radians(120) and max(c["angle"]) < math.radians(123), "stop:", max(c["angle"]))
    check(max(c["buffer"]) == 0 and min(c["buffer"]) < -100, "the stop pulls or does nothing")
    check(max(abs(f) for f in c["friction"]) <= 0.5, "more than the limit")
    check(c["energy"][-1] < c["energy"][0] - 9 and max(c["energy"]) <= c["energy"][0] + 1e-6, "energy is gained")
    off, reach = math.asin(0.5 / (2 * 9.81 * 0.5)), 1.5e-3  # plus the elastic deflection of the friction
    for k in range(-100, 0):
        check(close(c["angle"][k], math.pi / 2, off + reach), "it is not held:", c["angle"][k])
        check(close(c["angle"][k], c["angle"][-1], 2 * reach), "it slides:", c["angle"][k])
        check(close(c["support"][k], -2 * 9.81, 0.1), "its weight is 19.6 N:", c["support"][k])


def test_slider_crank(h):
    """Position and speed of the slider agree with the closed form; the motor's work equals the energy gained."""
    c = example(h, "slider_crank.yaml")
    r, l, w = 0.1, 0.3, 10 * math.pi
    check_all(c, "motor", 1e-9, "turn", [w * t for t in c["t"]])
    root = [math.sqrt(l * l - (r * math.sin(w * t)) ** 2) for t in c["t"]]
    check_all(c, "slider", 1e-9, "stroke", [r * math.cos(w * t) + s for t, s in zip(c["t"], root)])
    check_all(c, "slider", 1e-7, "speed", [-r * w * math.sin(w * t) * (1 + r * math.cos(w * t) / s)
                                           for t, s in zip(c["t"], root)])
    # error of the trapezoidal rule with rows 2 ms apart: step²/12 times the change of the power's slope, 2e4 W/s
    work, most = 0, 0
    for k in range(1, len(c["t"])):
        work += 0.5 * (c["torque"][k] + c["torque"][k - 1]) * w * (c["t"][k] - c["t"][k - 1])
        most = max(most, abs(work))
        check(close(work, c["energy"][k] - c["energy"][0], 0.02), "work", work, "at", c["t"][k])
    check(most > 2, "hardly any work:", most)
    # Bearing and guide together carry the loss of momentum along y. The centre of the crank has half of A's speed; so
    # has the rod's, whose other end stays on the axis.
    check_all({"t": c["t"], "y": [a + b for a, b in zip(c["bearing_y"], c["guide_y"])]}, "reactions", 0.05, "y",
              [(1 + 0.5) * 0.5 * w * w * r * math.sin(w * t) for t in c["t"]])


def test_universal_shaft(h):
    """Hooke's joint: tan(out) = cos(30°) tan(in); the input's arm is across the plane of the shafts at the start. In
    whole turns the motor's work equals the load's."""
    c = example(h, "universal_shaft.yaml")
    cos, w = math.cos(math.pi / 6), 4 * math.pi
    check_all(c, "motor", 1e-9, "turn", [w * t for t in c["t"]])
    check_all(c, "second shaft", 1e-8, "turn_out",
              turns([math.atan2(cos * math.sin(w * t), math.cos(w * t)) for t in c["t"]]))
    check_all(c, "second shaft", 1e-6, "rate_out", [w * cos / (1 - 0.25 * math.sin(w * t) ** 2) for t in c["t"]])
    check_all(c, "load", 1e-9, "load", [-4] * len(c["t"]))
    turn = [k for k, t in enumerate(c["t"]) if 0.5 <= t < 1.5 - 1e-9]  # two turns, evenly sampled
    check(len(turn) == 100, "rows:", len(turn))
    check(close(sum(c["torque"][k] for k in turn) / 100, 4, 1e-3), "the motor's mean torque is not the load's")


def test_parallel_cranks(h):
    """The rod keeps its direction through ten passages of the line where the linkage could fold over. Frames fall
    exactly on them. There a bar longer by d moves its end by sqrt(2 l d): 3e-5 m for l = 0.5 m, d = 1e-9 m.
    Forces of such a frame are not compared."""
    c = example(h, "parallel_cranks.yaml")
    w = math.pi
    check_all(c, "crank", 1e-8, "A1x", [0.5 * math.sin(w * t) for t in c["t"]])
    check_all(c, "rod", 1e-8, "B3x", [2 + 0.5 * math.sin(w * t) for t in c["t"]])
    check_all(c, "rod", 3e-5, "B3z", [0.5 * math.cos(w * t) for t in c["t"]])
    passages = [k for k, t in enumerate(c["t"]) if abs(math.cos(w * t)) < 1e-6]
    check(len(passages) == 10, "passages:", len(passages))
    # the cranks' centres rise by half as much as the rod
    torque = [-(3 * 0.25 + 4 * 0.5) * 9.81 * math.sin(w * t) for t in c["t"]]
    check_all(c, "motor", 1e-3, "torque", [c["torque"][k] if k in passages else torque[k] for k in range(len(torque))])


def test_slider_crank_of_another_program(h):
    """Compares with the reference solution in EXUDYN (MATLAB's ode45, relative tolerance 1e-6 a step). Torque times
    angle is the kinetic energy: the reference is off by 2e-6 after 1 s and by 1e-4 at the end."""
    path = os.path.join(h.data, "mbs", "exudyn_slidercrank_ref.txt")
    if not os.path.exists(path):
        raise Skip(f"{path} is not here")
    with open(path) as f:
        reference = {}
        for line in f:
            if not line.startswith("#"):
                t, angle, rate = map(float, line.split(","))
                reference[t] = angle, rate
    c = simulated(h, "tests", "data", "slider_crank_exudyn.yaml")
    times, k, seen = sorted(reference), 0, [0, 0]
    for t, angle in zip(c["t"], c["turn"]):
        while times[k + 1] < t and k + 2 < len(times):
            k += 1
        (a, va), (b, vb), step = reference[times[k]], reference[times[k + 1]], times[k + 1] - times[k]
        s = (t - times[k]) / step  # cubic interpolation
        wanted = (a * (1 + 2 * s) * (1 - s) ** 2 + va * step * s * (1 - s) ** 2 + b * s * s * (3 - 2 * s) +
                  vb * step * s * s * (s - 1))
        seen[t > 1] = max(seen[t > 1], abs(angle - wanted))
        check(close(angle, wanted, 1e-4 if t <= 1 else 1e-4 * wanted), "crank", angle, "at", t, "expected", wanted)
    print("largest differences up to 1 s and 3 s:", *seen)
    check(c["t"][-1] == 3 and c["turn"][-1] > 121, "it ends early")


if __name__ == "__main__":
    main(globals())
