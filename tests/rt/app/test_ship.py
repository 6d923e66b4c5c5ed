#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A ship that moves: the heave runs and replays to the same bits, the time series has its motion, bad tables are refused
with their line."""
import math
import os
from harness import check, close, main

SWELL = "ship_in_swell.csv"
HEAD = "time_s,surge_m,sway_m,heave_m,roll_deg,pitch_deg,yaw_deg\n"
SIX = ("surge", "sway", "heave", "roll", "pitch", "yaw")


def shipped(h, name, *edits):
    """Copies a shipped scenario so that it finds its files. edits: (old, new), each old must match exactly once."""
    folder = os.path.join(h.source, "config", "scenarios")
    with open(os.path.join(folder, name)) as f:
        text = f.read()
    for old, new in edits:
        check(text.count(old) == 1, f"{name} has '{old}' {text.count(old)} times")
        text = text.replace(old, new)
    text = text.replace("../models", h.models).replace("script: weigh", f"script: {folder}/weigh")
    return h.write(name, text.replace(f"table: {SWELL}", f"table: {folder}/{SWELL}"))


def sil(h, case, seconds, *args, name="ship.rec"):
    rec = os.path.join(h.out, name)
    h.run("sil", case, "--anywhere", "--duration", str(seconds), "--record", rec, "--report",
          os.path.join(h.out, "r.json"), "--csv", os.path.join(h.out, "c.csv"), *args)
    return rec, h.report()


def replays(h, case):
    """Runs, replays and runs again by the recording: the same bits each time, others than those of a ship at rest."""
    seconds = 1 if h.sanitized else 5
    rec, first = sil(h, case, seconds)
    moved = h.csv()
    _, again = sil(h, case, seconds, "--script", rec, name="again.rec")
    check(first["state_hash"] == again["state_hash"], first["state_hash"], again["state_hash"])
    out = h.run("replay", rec, "--anywhere", "--check").stdout
    check("every state equal" in out, out)
    out = h.run("replay", rec, "--anywhere", "--check", "--from", str(0.6 * seconds)).stdout
    check("every state equal" in out, "from the middle:", out)
    _, rest = sil(h, shipped(h, "weigh.yaml"), seconds)
    check(rest["state_hash"] != first["state_hash"], "the motion does nothing")
    check("heave" not in h.csv(), "a ship at rest has columns of motion")
    check(h.sanitized or first["allocations_in_loop"] == 0, "allocations in the loop")
    check(first["solver"]["cap_hits"] == 0 and first["solver"]["phi_max_m"] < 1e-5, first["solver"])
    return moved


def test_prescribed_motion(h):
    """The ship moves by its table; the hawse's upward speed is that of the motion."""
    c = replays(h, shipped(h, "weigh_moving_ship.yaml"))
    with open(os.path.join(h.source, "config", "scenarios", SWELL)) as f:
        rows = [[float(v) for v in line.split(",")] for line in f if line[0].isdigit()]
    for t, *want in rows:
        if t not in c["t"]:
            continue
        k = c["t"].index(t)
        for name, value in zip(SIX, want):
            scale = 1 if name in SIX[:3] else math.pi / 180
            check(close(c[name][k], scale * value, 1e-9), name, "at", t, "s:", c[name][k], "for", scale * value)
    # small angles, mouth at (9, 7, 5.2), origin at (-76, 0, 0): up = heave + 7 roll - 85 pitch
    up = [z + 7 * r - 85 * p for z, r, p in zip(c["heave"], c["roll"], c["pitch"])]
    for k in range(1, len(up) - 1):
        speed = (up[k + 1] - up[k - 1]) / (c["t"][k + 1] - c["t"][k - 1])
        check(close(c["hawse_speed"][k], speed, 2e-3), "speed at", c["t"][k], c["hawse_speed"][k], speed)


def test_head_sea(h):
    """Heave and pitch in a head sea, no roll; the sea that swings the chain moves the ship."""
    c = replays(h, shipped(h, "weigh_head_sea.yaml"))
    check(max(map(abs, c["heave"])) > 0.005 and max(map(abs, c["pitch"])) > 1e-4, "the ship does not move")
    check(max(map(abs, c["roll"])) < 1e-9 and max(map(abs, c["surge"])) == 0, "roll or surge in a head sea")


def test_gear(h):
    """Each key of engine, rudder, thruster and hull moves the ship otherwise, with engine astern, rudder and thruster ordered."""
    orders = h.write("astern.csv", "t [s],lever [1],brake [1],clutch [1],engine [1],rudder [1],bow_thruster [1]\n"
                                   "0,0,1,1,0.5,0.9,0.8\n1.5,0,1,1,0.5,0.9,0.8\n1.6,0,1,1,-0.6,0.9,0.8\n20,0,1,1,-0.6,0.9,0.8\n")
    given = ("# none", "cross_flow_drag: 1.2", "shaft_time: 5 s", "start_delay: 1 s", "rudder_most: 45 deg",
             "rudder_rate: 5 deg/s", "thruster_time: 1 s", "thruster_fades: 6 m/s",
             # of an engine that is soon astern
             "# quick", "reverse_below: 0.1 Hz", "astern_thrust: 0.5", "propeller_walk: 0.2",
             "telegraph", "thruster_left: 0.95",
             # of a ship with way astern
             "# sternway", "reversed_thrust: 1.1")
    ends = {}
    for k, key in enumerate(given):
        quick = "    start_delay: 0.5 s\n    shaft_time: 2 s\n" if k >= given.index("# quick") else ""
        speed = -1.5 if k >= given.index("# sternway") else 0.3
        own = "  telegraph: {half_astern: 0.5}\n" if key == "telegraph" else ""
        line = "" if own else f"    {key}\n"
        case = shipped(h, "weigh_under_way.yaml", ("    speed: 0.3 m/s ", f"{quick}{line}    speed: {speed} m/s "),
                       ("  motion:\n", f"{own}  motion:\n"))
        h.run("sil", case, "--anywhere", "--script", orders, "--duration", "1" if h.sanitized else "15", "--csv", os.path.join(h.out, "c.csv"))
        c = h.csv()
        ends[key] = tuple(c[name][-1] for name in ("surge", "sway", "yaw", "rudder", "propeller"))
    if h.sanitized:
        return
    alike = [(a, b) for a in given for b in given if a < b and ends[a] == ends[b]]
    check(not alike, "the same end:", alike, ends)
    check(abs(ends["rudder_most: 45 deg"][3]) > abs(ends["shaft_time: 5 s"][3]), "largest rudder angle", ends)


def test_under_way(h):
    """Engine, rudder, wind and current move the ship; the orders of the script are in the recording; the same bits again."""
    case = shipped(h, "weigh_under_way.yaml")
    c = replays(h, case)
    check(c["sway"][-1] > 0.05 * c["t"][-1], "the current does not set the ship to port:", c["sway"][-1])
    if h.sanitized:
        return
    _, one = sil(h, case, 20)
    turned = h.csv()["yaw"][-1]
    with open(os.path.join(h.source, "config", "scenarios", "weigh_under_way.csv")) as f:
        other = h.write("other.csv", f.read().replace("0.3,-0.5,0\n", "0.3,0.5,0\n"))
    _, two = sil(h, case, 20, "--script", other)
    check(turned - h.csv()["yaw"][-1] > 1e-4, "port rudder turns to port of starboard rudder:", turned, h.csv()["yaw"][-1])
    check(one["state_hash"] != two["state_hash"], "the rudder does nothing")


def test_heave_is_told(h):
    """The heaves on the moving ships end housed, or with the reason."""
    for name in ("weigh_moving_ship.yaml", "weigh_head_sea.yaml", "weigh_under_way.yaml"):
        _, report = sil(h, shipped(h, name), 3 if h.sanitized else 130)
        out, solver = report["outcome"], report["solver"]
        print(name, out, solver)
        check(out["housed"] or out["why"] or h.sanitized, out)
        check(solver["cap_hits"] <= 5 and solver["phi_max_m"] < 1e-4, solver)


def test_sternway_turns_the_flukes(h):
    """Flukes toward the hull stay there on a ship without way; with way astern they turn, and the anchor is housed."""
    still = (("script: weigh_with_sternway.csv", "script: weigh.csv"), ("speed: -1.5 m/s", "speed: 0 m/s"))
    for edits, verdict in ((still, "wrong_way_round"), ((), "housed")):
        _, report = sil(h, shipped(h, "weigh_with_sternway.yaml", *edits), 1 if h.sanitized else 130)
        out, solver = report["outcome"], report["solver"]
        print(verdict, out["verdict"], out["why"], solver)
        check(h.sanitized or out["verdict"] == verdict, out)
        check(solver["cap_hits"] == 0 and solver["phi_max_m"] < 1e-5, solver)


def test_water(h):
    """Added mass, plates, held water, shelter, and a current that falls with depth act on anchor and chain, replay to the
    same bits, and are refused where they cannot act."""
    sea = "  immersion: buoyancy_drag\n"
    abeam = ("wave_direction: 180 deg", "wave_direction: 90 deg")  # from starboard: the port anchor lies in the lee
    _, plain = sil(h, shipped(h, "weigh_under_way.yaml", abeam), 1)
    for key in ("added_mass: true", "fluke_lift: true", "shelter: true", "current_depth: 30 m"):
        _, report = sil(h, shipped(h, "weigh_under_way.yaml", abeam, (sea, f"{sea}  {key}\n")), 1)
        check(report["state_hash"] != plain["state_hash"], key, "does nothing")
    full = (sea, sea + "  added_mass: true\n  fluke_lift: true\n  held_water: 0.2 m3\n  shelter: true\n  current_depth: 30 m\n")
    rec, report = sil(h, shipped(h, "weigh_under_way.yaml", abeam, full, ("  speed: 12 m/s\n", "  speed: 12 m/s\n  drift: 0.02\n")), 1)
    check("every state equal" in h.run("replay", rec, "--anywhere", "--check", "--from", "0.5").stdout, "replay")
    check(report["solver"]["cap_hits"] == 0 and report["solver"]["phi_max_m"] < 1e-5, report["solver"])
    for key in ("added_mass: true", "fluke_lift: true", "held_water: 1 m3", "shelter: true"):
        case = h.scenario(("start:\n", f"sea: {{{key}}}\nstart:\n"), name="dry.yaml")
        h.refused(case, "--anywhere", says=(f"sea.{key.split(':')[0]} needs sea.immersion: buoyancy_drag; found none",))
    case = h.scenario(("start:\n", "sea: {immersion: buoyancy_drag, shelter: true}\nstart:\n"), name="open.yaml")
    h.refused(case, "--anywhere", says=("sea.shelter needs the hull's ship.motion.length, beam and draught",))
    h.refused(shipped(h, "weigh_under_way.yaml", (sea, sea + "  current_depth: 5 m\n")), "--anywhere",
              says=("sea.current_depth: expected more than the draught of 9.5 m; found 5 m",))


def test_no_verdict_of_trust_in_a_current(h):
    """A current does work on the chain: energy that it gives is not called gained from nothing."""
    case = h.scenario(("start:\n", "sea: {immersion: buoyancy_drag, current: 1.5 m/s, current_direction: 0 deg}\nstart:\n"))
    report = os.path.join(h.out, "r.json")
    out = h.run("sil", case, "--anywhere", "--duration", "2", "--report", report)
    check("DO NOT TRUST" not in out.stdout + out.stderr, out.stdout)
    check(h.report()["trust"]["energy_gained_j"] is None, h.report()["trust"])


def test_bad_tables(h):
    """A table that is no motion, and responses with wrong signs, are refused with file, line and reason."""
    for rows, line, says in (("0,0,0,0,0,0,0\n2,0,0,0,0,0,0\n1,0,0,0,0,0,0\n", 4, "expected a time after 2 s, found 1 s"),
                             ("0,0,0,0,0,0,0\n1,0,0,deep,0,0,0\n", 3, "value 4: expected a number, found 'deep'"),
                             ("0,0,0,0,0,0,0\n0.1,0,0,2,0,0,0\n0.2,0,0,0,0,0,0\n", 3, "smooth the table")):
        table = h.write("bad.csv", HEAD + rows)
        case = shipped(h, "weigh_moving_ship.yaml", (f"table: {SWELL}", f"table: {table}"))
        for command in ("sil", "check"):
            h.refused(case, "--anywhere", says=(says,), at=f"{table}:{line}", command=command)
    case = shipped(h, "weigh_moving_ship.yaml", (f"table: {SWELL}", "table: nowhere.csv"))
    h.refused(case, "--anywhere", says=("nowhere.csv",))
    names = [f"{m}_{part}" for m in SIX for part in ("re", "im")]
    head = ("origin_m,-76,0,0\naxes,ahead port up\nphase,leads\nangles_per,amplitude\ndepth,deep\n"
            f"heading_deg,omega_rad_s,{','.join(names)}\n")
    k = 0.3**2 / 9.81
    good = f"180,0.3,0,0.9,0,0,0.95,0,0,0,0,{-0.9 * k},0,0\n"
    for row, code in ((good, 0), (good.replace(f"{-0.9 * k}", f"{0.9 * k}"), 2)):
        table = h.write("rao.csv", head + row)
        case = shipped(h, "weigh_head_sea.yaml", ("waves: closed_form ", f"responses: {table}\n    waves: responses "))
        if code:
            h.refused(case, "--anywhere", says=("pitch in the longest wave, 20.9 s at 180 deg",), at=f"{table}:7")
        else:
            sil(h, case, 0.1)


def test_settings(h):
    """Each kind of motion needs its settings; check and schema tell them."""
    case = shipped(h, "weigh_head_sea.yaml", ("    length: 180 m\n", ""))
    line = 1 + next(k for k, s in enumerate(open(case).read().split("\n")) if "waves: closed_form" in s)
    h.refused(case, "--anywhere", says=("ship.motion.length: ship.motion.waves: closed_form needs it",),
              at=f"{case}:{line}")
    case = shipped(h, "weigh_head_sea.yaml", ("waves: closed_form", "waves: responses"))
    h.refused(case, "--anywhere", says=("needs a file ship.motion.responses, found none",))
    h.write("rao.csv", "")
    case = shipped(h, "weigh_head_sea.yaml", ("waves: closed_form ", "responses: rao.csv\n    waves: closed_form "))
    h.refused(case, "--anywhere", says=("ship.motion.responses: expected ship.motion.waves: responses",))
    still, beam = ("    waves: closed_form ", "    # waves: none "), ("    beam: 30 m\n", "")
    for edits, says in (((still, beam), "ship.motion.beam: ship.motion.manoeuvring: mmg needs it"),
                        ((("    speed: 0.3 m/s ", f"    table: {SWELL}\n    speed: 0.3 m/s "),),
                         "expected no ship.motion.table, which prescribes the same motion"),
                        ((("  motion:\n", "  telegraph: {half_ahead: 0.4}\n  motion:\n"),),
                         "ship.telegraph.half_ahead: expected more revolutions than the 0.45 of 'slow ahead', found 0.4"),
                        ((("  motion:\n", "  telegraph: {full_astern: 0.5}\n  motion:\n"),),
                         "ship.telegraph.full_astern: expected more revolutions than the 0.6 of 'half astern', found 0.5"),
                        ((("manoeuvring: mmg ", "manoeuvring: none "),),
                         "wind.speed: a wind of 12 m/s needs ship.motion.manoeuvring: mmg")):
        h.refused(shipped(h, "weigh_under_way.yaml", *edits), "--anywhere", says=(says,))
    out = h.run("check", shipped(h, "weigh_under_way.yaml"), "--anywhere").stdout
    check("the ship manoeuvres from 0.3 m/s ahead" in out and "12 m/s from 30 deg to port of ahead, gusty" in out, out)
    out = h.run("check", shipped(h, "weigh_head_sea.yaml"), "--anywhere").stdout
    check("the ship heaves, pitches and rolls in the waves, by its length of 180 m" in out, out)
    check("the ship lies still" not in out, out)
    out = h.run("check", shipped(h, "weigh_moving_ship.yaml"), "--anywhere").stdout
    check("the ship moves by " in out and SWELL in out, out)
    schema = h.run("check", "--schema").stdout
    check("ship.motion.table" in schema and "ship.motion.roll_damping" in schema, "schema")


if __name__ == "__main__":
    main(globals())
