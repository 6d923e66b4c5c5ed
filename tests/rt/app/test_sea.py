#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The heave in still water and in waves houses the anchor and replays to the same bits; impossible waves are
refused."""
import os
from harness import check, main

SEA = "sea:\n  immersion: buoyancy_drag\n"


def heave(h, scenario, seconds, *args, name="sea.rec"):
    rec = os.path.join(h.out, name)
    h.run("sil", scenario, "--anywhere", "--duration", str(seconds), "--record", rec, "--report",
          os.path.join(h.out, "r.json"), "--csv", os.path.join(h.out, "c.csv"), *args)
    return rec, h.report()


def in_waves(h, name="waves.yaml", of="weigh_in_waves.yaml"):
    """Copies the shipped scenario so that it finds its models."""
    folder = os.path.join(h.source, "config", "scenarios")
    with open(os.path.join(folder, of)) as f:
        text = f.read()
    for kind in ("models/bow.ply", "models/foredeck", "models/shank.ply", "models/head.ply"):
        text = text.replace("../" + kind, os.path.join(h.source, "config", kind))
    return h.write(name, text.replace("weigh.csv", os.path.join(folder, "weigh.csv")))


def housed(h, report):
    out = report["outcome"]
    check(out["housed"] and not out["jammed"], out["why"])
    # on the way no snap; hard home the motor stalls at 178 kN, and its momentum adds a tenth or so
    c = h.csv()
    way = max(f for f, pin in zip(c["tension"], c["pin_distance"]) if pin > 0.45)
    check(way < 180e3 and out["peak_tension_n"] < 1.2 * 178e3, "peak tension:", way, out["peak_tension_n"])
    check(report["solver"]["newton_mean"] < 2.5 and report["solver"]["cap_hits"] <= 5, "Newton:", report["solver"])
    for name in ("in_sight", "clear_of_water", "at_hawse", "housed"):
        check(report["events"].get(name, 0) >= 1, "no event", name, report["events"])


def test_still_water_heave_is_housed(h):
    """The shipped heave with buoyancy and drag."""
    housed(h, heave(h, h.scenario(("start:", SEA + "start:")), 130)[1])


def test_heave_in_waves_is_housed(h):
    """The shipped heave in waves."""
    housed(h, heave(h, in_waves(h), 130)[1])


def test_waves_replay(h):
    """A recording contains its waves: every replayed state is equal, and a second run ends in the same state."""
    seconds = 1 if h.sanitized else 5
    case = in_waves(h)
    rec, first = heave(h, case, seconds)
    _, again = heave(h, case, seconds, "--script", rec, name="again.rec")
    check(first["state_hash"] == again["state_hash"], first["state_hash"], again["state_hash"])
    out = h.run("replay", rec, "--anywhere", "--check").stdout
    check("every state equal" in out, out)
    still = h.scenario(("start:", SEA + "start:"), name="still.yaml")
    check(heave(h, still, seconds)[1]["state_hash"] != first["state_hash"], "waves do nothing")


def test_check_tells_the_sea(h):
    """hawse check describes the sea, and reports a scenario's impossible waves."""
    out = h.run("check", in_waves(h), "--anywhere").stdout
    check("irregular waves of 2 m and 7 s, 76.5 m long" in out and "the ship lies still" in out, out)
    check("sea: no buoyancy or drag" in h.run("check", h.weigh).stdout, "the shipped sea")
    case = h.scenario(("start:", "sea:\n  wave_height: 1 m\nstart:"), name="dry.yaml")
    r = h.run("check", case, "--anywhere", code=2)
    line = 1 + open(case).read().split("\n").index("  wave_height: 1 m")
    check(f"dry.yaml:{line}:" in r.stderr and "sea.immersion: buoyancy_drag" in r.stderr, r.stderr)
    with open(os.path.join(h.source, "config", "scenarios", "examples", "parallel_cranks.yaml")) as f:
        mechanism = h.write("mechanism.yaml", f.read() + SEA)
    r = h.run("check", mechanism, "--anywhere", code=2)
    check("section 'sea' is a ship's" in r.stderr, r.stderr)
    schema = h.run("check", "--schema").stdout
    check("sea.wave_direction" in schema and "180 deg head sea" in schema, "schema")


if __name__ == "__main__":
    main(globals())
