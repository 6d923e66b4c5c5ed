#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bottom under the ship: the anchor that is let go comes to rest on it, the run replays to the same bits, and what cannot
be is refused with its number."""
import json
import os

from harness import check, main, png_pixels
import math
from harness import check, main
from test_ship import shipped, sil


def test_let_go(h):
    """Free fall to the bottom, at the speed that chain and anchor reach in water; the bottom bears both, and the brake
    holds the chain between hawse and bottom alone: 54.8 kg/m, 20 m of it in water."""
    seconds = 2.5 if h.sanitized else 9
    rec, r = sil(h, shipped(h, "let_go.yaml", ("script: let_go", f"script: {h.source}/config/scenarios/let_go")), seconds)
    c = h.csv()
    out = h.run("replay", rec, "--anywhere", "--check").stdout
    check("every state equal" in out, out)
    check(r["solver"]["cap_hits"] == 0 and r["solver"]["phi_max_m"] < 1e-5, r["solver"])
    check(h.sanitized or r["allocations_in_loop"] == 0, "allocations in the loop")
    check(r["trust"]["trusted"], r["trust"])
    if h.sanitized:
        return
    check(5.8 < -min(c["chain_speed"]) < 7.0, "fell at", min(c["chain_speed"]))
    check(-21 < c["pin_z"][-1] < -20, "crown pin at", c["pin_z"][-1])
    check(c["anchor_speed"][-1] < 0.5 and abs(c["anchor_tension"][-1]) < 2e3, c["anchor_tension"][-1])
    hangs = 54.8 * 9.81 * (20 * (1 - 1025 / 7850) + 5.2)
    check(abs(c["tension"][-1] - hangs) < 0.15 * hangs, "tension", c["tension"][-1], "of", hangs)


def test_soils(h):
    """The stronger the sand near its surface, the less the anchor sinks into it; clay that consolidates ends in another state."""
    deep, ends = {}, {}
    for name, soil in (("weak", "sand\n  friction_angle: 31 deg"), ("firm", "sand\n  friction_angle: 31 deg\n  stress_exponent: 0.46"), ("soft", "soft_clay"),
                       ("stiff", "stiff_clay"), ("consolidating", "soft_clay\n  consolidation: 2 s")):
        case = shipped(h, "let_go.yaml", ("script: let_go", f"script: {h.source}/config/scenarios/let_go"),
                       ("  soil: sand", f"  soil: {soil}"))
        _, r = sil(h, case, 1 if h.sanitized else 8)
        check(r["solver"]["cap_hits"] == 0, name, r["solver"])
        deep[name], ends[name] = -20 - h.csv()["pin_z"][-1], r["state_hash"]
    if h.sanitized:
        return
    print("crown pin below the bottom [m]:", {name: round(d, 3) for name, d in deep.items()})
    check(deep["firm"] < deep["weak"] - 0.1 and deep["stiff"] < 0.5 * deep["soft"], deep)
    check(ends["soft"] != ends["consolidating"], "consolidation does nothing")


def brown(path):
    """Pixels of the picture that are redder than steel, hull and sky, above the instruments; not the boot-topping's red."""
    width, _, rows = png_pixels(path)
    step, n = len(rows[0]) // width, 0
    for row in rows[40:520]:
        for x in range(0, len(row), step):
            r, g, b = row[x:x + 3]
            n += 90 < r < 220 and r > g + 12 and g > b + 8
    return n


def test_mud(h):
    """The anchor sinks into soft clay by its weight, breaks out below the windlass's limit, comes up covered with mud, and is
    housed; the same lift without a bottom shows none."""
    seen = {}
    for name, edits in (("mud", ()), ("none", (("ground:\n  depth: 9 m\n  soil: soft_clay\n", ""),))):
        frames = os.path.join(h.out, name)
        os.mkdir(frames)
        _, r = sil(h, shipped(h, "weigh_from_mud.yaml", *edits), 2 if h.sanitized else 176 if name == "mud" else 110,
                   "--frames", frames, "--fps", "0.1", "--view", "anchor")
        check(r["solver"]["cap_hits"] == 0 and r["solver"]["phi_max_m"] < 1e-5, r["solver"])
        if h.sanitized:
            return
        seen[name] = brown(os.path.join(frames, "frame_110000.png"))
        if name == "mud":
            check(r["outcome"]["housed"] and r["trust"]["trusted"], r["outcome"])
            told = [e["event"] for e in r["event_list"]]
            check("up_and_down" in told and "in_sight" in told[told.index("aweigh"):], told)
            c = h.csv()
            at = c["t"].index(10)
            check(-12 < c["pin_z"][at] < -10 and c["anchor_speed"][at] < 0.05, "in the clay at", c["pin_z"][at])
            check(60e3 < max(c["anchor_tension"][1500:4000]) < 140e3, "breaks out at", max(c["anchor_tension"][1500:4000]))
    print(seen)
    check(seen["mud"] > 1500 > 20 * seen["none"], "pixels of mud with and without a bottom:", seen)


def test_soil_has_weight(h):
    """Broken out of soft clay, the anchor hangs heavier by the submerged weight of the soil that it carries; without the key the
    soil has none."""
    seconds, load, soil = 1 if h.sanitized else 48, {}, {}
    for name, edits in (("none", ()), ("carried", (("  soil: soft_clay", "  soil: soft_clay\n  carries: 0.3"),))):
        case = shipped(h, "weigh_from_mud.yaml", ("script: weigh_from", f"script: {h.source}/config/scenarios/weigh_from"), *edits)
        _, r = sil(h, case, seconds)
        check(r["solver"]["cap_hits"] == 0 and r["trust"]["trusted"], name, r["solver"], r["trust"])
        c, soil[name] = h.csv(), r.get("soil")
        load[name] = sum(c["anchor_tension"][-200:]) / 200 if not h.sanitized else 0
    check(soil["none"] is None and soil["carried"]["carried_kg"] >= 0, soil)
    if h.sanitized:
        return
    kg = soil["carried"]["carried_kg"]
    hangs = kg * 9.81 * 9.3e3 / (9.3e3 + 1025 * 9.81)  # of it a tenth is on the chain
    print("carries", round(kg), "kg, which weigh", round(hangs), "N; the anchor", round(load["carried"] - load["none"]), "N more")
    check(300 < kg < 1500 and 0.75 * hangs < load["carried"] - load["none"] < 1.05 * hangs, kg, hangs, load)


def test_slack_and_snatch(h):
    """A small ship up and down in a head sea: her bow falls faster than chain and anchor, the chain goes slack, and as she rises
    it snatches the anchor off the bottom. Link by link, no constraint is off by 1e-5 m."""
    _, r = sil(h, shipped(h, "weigh_up_and_down.yaml"), 2 if h.sanitized else 40)
    check(r["solver"]["cap_hits"] == 0 and r["solver"]["phi_max_m"] < 1e-5, r["solver"])
    if h.sanitized:
        return
    c = h.csv()
    load, hangs, slack, snatches = c["anchor_tension"], 6414 * 9.81 * (1 - 1025 / 7850), False, []
    for k in range(len(load)):
        if load[k] < 1e3:
            slack = True
        elif slack and load[k] > hangs:
            slack = False
            snatches.append(max(load[k:k + 50]))
    print("snatches after slack [kN]:", [round(f / 1e3) for f in snatches], "of a hanging anchor's", round(hangs / 1e3))
    check(len(snatches) >= 3 and max(snatches) > 1.5 * hangs, snatches)
    check(max(c["hawse_speed"]) > 1.1, "the bow rises at", max(c["hawse_speed"]), "the windlass hoists 0.15 m/s")
def reach(pull, length, up, weight):
    """Horizontal span of a catenary with this horizontal pull, part of which may lie on the bottom."""
    a = pull / weight
    lifted = math.sqrt(up * (up + 2 * a))
    if lifted < length:
        return length - lifted + a * math.acosh(1 + up / a)
    return 2 * a * math.asinh(math.sqrt(length**2 - up**2) / (2 * a))
def catenary_pull(span, length, up, weight):
    """Horizontal pull of a catenary over this span, part of which may lie on the bottom: bisection."""
    def reach(a):
        lifted = math.sqrt(up * (up + 2 * a))
        if lifted < length:
            return length - lifted + a * math.acosh(1 + up / a)
        return 2 * a * math.asinh(math.sqrt(length**2 - up**2) / (2 * a))

    low, high = 1e-3, 1e5
    for _ in range(100):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if reach(middle) < span else (low, middle)
    return low * weight


def pin_in_world(c, k):
    turn, x, y = c["yaw"][k], c["pin_x"][k] + 20, c["pin_y"][k]  # from midship at x = -20 m
    return (c["surge"][k] + x * math.cos(turn) - y * math.sin(turn), c["sway"][k] + x * math.sin(turn) + y * math.cos(turn))


def test_bring_up(h):
    """The chain takes the way off the ship, and the anchor holds. When the ship stands, the pull on it is that of the
    catenary between hawse and anchor, toward the anchor. The run replays to the same bits."""
    seconds = 2 if h.sanitized else 115
    case = shipped(h, "bring_up.yaml", ("script: bring_up", f"script: {h.source}/config/scenarios/bring_up"))
    rec, r = sil(h, case, seconds)
    c = h.csv()
    out = h.run("replay", rec, "--anywhere", "--check", "--from", str(0.9 * seconds)).stdout
    check("every state equal" in out, out)
    check(r["solver"]["cap_hits"] == 0 and r["solver"]["phi_max_m"] < 1e-5, r["solver"])
    check(h.sanitized or r["allocations_in_loop"] == 0, "allocations in the loop")
    if h.sanitized:
        return
    check(all(math.isfinite(v) for name in ("tension", "surge", "pin_x", "speed_ahead") for v in c[name]), "not finite")
    speed = c["speed_ahead"]
    k = next(k for k, v in enumerate(speed) if v >= 0)
    check(speed[0] < -0.51 and 90 < c["t"][k] < 115 and abs(speed[-1]) < 0.1, "stands at", c["t"][k], speed[-1])
    rests = next(k for k, t in enumerate(c["t"]) if t > 12)
    dragged = math.dist(pin_in_world(c, rests), pin_in_world(c, -1))
    # from the mouth at (9, 7, 5.2); 9.5 m of chain between mouth and gypsy; 25 m up, four fifths of them in water
    x, y, up = c["shackle_x"][k] - 9, c["shackle_y"][k] - 7, 5.2 - c["shackle_z"][k]
    pull = math.hypot(c["tackle_surge"][k], c["tackle_sway"][k])
    closed = catenary_pull(math.hypot(x, y), c["chain_out"][k] - 9.5, up, 54.8 * 9.81 * (1 - 0.8 * 1025 / 7850))
    lead = math.atan2(y, x) + math.atan2(c["tackle_sway"][k], c["tackle_surge"][k])  # the force's sway is to starboard
    print(f"stands after {c['t'][k]:.1f} s, pull {pull:.0f} N, catenary {closed:.0f} N, {math.degrees(lead):.2f} deg off "
          f"the anchor, which is dragged {dragged:.3f} m")
    check(dragged < 0.3, "the anchor drags", dragged)
    watch = r["anchor_watch"]
    check(watch["state"] == "brought_up" and 100 < watch["brought_up_s"] < 115, watch)
    check(watch["alarm_s"] is None and watch["anchor_drags_s"] is None and watch["dragged_max_m"] < 0.3, watch)
    check(abs(watch["outboard_m"] - (c["chain_out"][-1] - 9.5)) < 0.3, watch)
    check(abs(watch["scope_m"] - math.sqrt(watch["outboard_m"]**2 - 25.2**2)) < 0.3, watch)
    at_end = pin_in_world(c, -1)  # of midship's axes: the world's are the ship's at the start
    check(math.dist((at_end[0] - 20, at_end[1]), watch["lies_m"][:2]) < 0.01, at_end, watch)
    check(abs(pull - closed) < 0.1 * closed, "pull", pull, "of", closed)
    check(abs(lead) < math.radians(2), "pull off the anchor by", math.degrees(lead), "deg")


def test_drags(h):
    """On too short a chain the anchor drags. The alarm comes before 50 m, and a replay reports the same watch."""
    seconds = 2 if h.sanitized else 60
    case = shipped(h, "drags.yaml", ("script: drags", f"script: {h.source}/config/scenarios/drags"))
    page = os.path.join(h.out, "page.html")
    rec, r = sil(h, case, seconds, "--html", page)
    if h.sanitized:
        return
    with open(page, encoding="utf-8") as f:
        part = f.read().split("<h2>Anchor watch</h2>")[1].split("<h2>")[0]
    check(part.count("<svg") == 2 and "plan, north up" in part and f"alarm {r['anchor_watch']['alarm_radius_m']:.0f} m" in part, part[-500:])
    c, watch = h.csv(), r["anchor_watch"]
    alarm = [a for a in r["alarms"] if a["alarm"] == "dragging"]
    check(len(alarm) == 1 and alarm[0]["priority"] == "alarm", r["alarms"])
    check(abs(alarm[0]["raised_s"] - watch["alarm_s"]) < 0.05 and watch["dragged_at_alarm_m"] < 50, watch)
    check(r["events"]["anchor_drags"] == 1 and watch["anchor_drags_s"] > watch["alarm_s"], r["events"])
    k = next(k for k, t in enumerate(c["t"]) if t >= watch["alarm_s"])
    check(c["antenna_off"][k - 2] < c["alarm_radius"][k - 2] and c["antenna_off"][k + 2] > c["alarm_radius"][k + 2], k)
    check(abs(c["antenna_off"][-1] - math.dist((c["antenna_x"][-1], c["antenna_y"][-1]), watch["centre_m"][:2])) < 1e-6)
    check(abs(c["anchor_dragged"][-1] - watch["dragged_m"]) < 1e-9 and c["anchor_dragged"][-1] > 10, watch)
    again = os.path.join(h.out, "again.json")
    h.run("replay", rec, "--anywhere", "--from", str(0.9 * seconds), "--report", again)
    with open(again, encoding="utf-8") as f:
        check(json.load(f)["anchor_watch"] == watch, "another watch in the replay")
    watch_is_set_anew(h, rec, watch)


def watch_is_set_anew(h, rec, before):
    """In the last seconds of the run the bridge sets the watch anew: the alarm ends, and the branch replays to the same watch."""
    script = h.write("anew.csv", "t,lever,brake,clutch,watch_set\n0,0,1,0,0\n56,0,1,0,0\n56.5,0,1,0,1\n60,0,1,0,1\n")
    branch, report = os.path.join(h.out, "anew.rec"), os.path.join(h.out, "anew.json")
    h.run("sil", "--branch-of", rec, "--anywhere", "--from", "56", "--duration", "60", "--script", script, "--record", branch,
          "--report", report)
    with open(report, encoding="utf-8") as f:
        r = json.load(f)
    watch = r["anchor_watch"]
    check(before["set_anew"] == 0 and watch["set_anew"] == 1, before, watch)
    alarm = [a for a in r["alarms"] if a["alarm"] == "dragging"]
    check(len(alarm) == 1 and abs(alarm[0]["cleared_s"] - 56.5) < 0.1, r["alarms"])
    check(watch["dragged_m"] < before["dragged_m"] - 9 and watch["alarm_s"] == before["alarm_s"], before, watch)
    check(math.dist(watch["centre_m"][:2], before["centre_m"][:2]) > 9, before, watch)
    check("every state equal" in h.run("replay", branch, "--anywhere", "--check", "--from", "55").stdout, "other states in the replay")
    h.run("replay", branch, "--anywhere", "--from", "55", "--report", report)
    with open(report, encoding="utf-8") as f:
        check(json.load(f)["anchor_watch"] == watch, "another watch in the replay")


def stages(r):
    """The reports of the ladder: each stage and when it was reached."""
    names = ("long_stay", "medium_stay", "short_stay", "up_and_down", "aweigh", "in_sight", "clear_of_water", "at_hawse")
    return [(e["event"], e["t_s"]) for e in r["event_list"] if e["event"] in names]


def test_an_hour_at_anchor(h):
    """Let go at 1 kn astern, brought up by six shackles in 30 m, an hour in a gusty wind, weighed, lowered since the flukes
    point to the hull, weighed again and housed: one run. Its last part replays to the same bits."""
    seconds = 2 if h.sanitized else 5560
    case = shipped(h, "at_anchor.yaml", ("script: at_anchor", f"script: {h.source}/config/scenarios/at_anchor"))
    rec, r = sil(h, case, seconds)
    out = h.run("replay", rec, "--anywhere", "--check", "--from", str(0.98 * seconds)).stdout
    check("every state equal" in out, out)
    check(h.sanitized or r["allocations_in_loop"] == 0, "allocations in the loop")
    if h.sanitized:
        return
    c, watch, ladder = h.csv(), r["anchor_watch"], stages(r)
    print(watch, r["sleeping_links"], r["solver"], ladder[-12:])
    check(r["trust"]["trusted"] and r["solver"]["cap_hits"] == 0 and r["solver"]["phi_max_m"] < 1e-6, r["solver"])
    check(watch["brought_up"] == 1 and watch["alarm_s"] is None and 200 < watch["brought_up_s"] < 400, watch)
    at = next(k for k, t in enumerate(c["t"]) if t >= 3850)
    check(c["anchor_dragged"][at] < 10, "drags in the hour", c["anchor_dragged"][at])
    heading = [math.remainder(v, math.tau) for v in c["heading"][:at]]
    check(max(c["chain_out"]) > 6 * 27.5 and min(heading) < -0.5 and max(heading) > 0.5, "six shackles, yawing")
    check([e for e, _ in ladder[-4:]] == ["aweigh", "in_sight", "clear_of_water", "at_hawse"], ladder)
    check([e for e, _ in ladder].count("aweigh") == 2, "not lowered and weighed again", ladder)
    seat = r["outcome"]
    check(seat["housed"] and 5500 < seat["time_s"] < 5560 and 0.25 < seat["pin_distance_m"] < 0.45 and
          min(seat["left_fluke_n"], seat["right_fluke_n"]) > seat["least_fluke_n"], "not housed", seat)


def test_rising_wind(h):
    """In a wind that rises the anchor drags; the alarm comes before 50 m. With more chain the anchor holds again."""
    seconds = 2 if h.sanitized else 620
    case = shipped(h, "rising_wind.yaml", ("script: rising_wind", f"script: {h.source}/config/scenarios/rising_wind"))
    out = h.run("check", case, "--anywhere").stdout
    check("wind: 8 m/s from 0 deg to port of ahead, from 115 s on changing to 20 m/s in 60 s" in out, out)
    err = h.run("check", shipped(h, "rising_wind.yaml", ("  speed: 8 m/s", "  speed: 0 m/s")), "--anywhere", code=2).stderr
    check("wind.rises_to: expected a wind.speed above 0 m/s" in err, err)
    _, r = sil(h, case, seconds)
    if h.sanitized:
        return
    c, watch = h.csv(), r["anchor_watch"]
    at = lambda t: next(k for k, x in enumerate(c["t"]) if x >= t)
    print(r["sleeping_links"], watch, c["anchor_dragged"][at(160)])
    check(c["anchor_dragged"][at(160)] < 0.3 and c["alarms"][at(160)] == 0, "drags in the light wind")
    check(175 < watch["alarm_s"] < 230 and 10 < watch["dragged_at_alarm_m"] < 50, watch)
    check(watch["state"] == "brought_up" and watch["brought_up"] == 2 and 450 < watch["brought_up_s"] < 550, watch)
    check(math.dist(pin_in_world(c, at(520)), pin_in_world(c, -1)) < 1, "drags on the longer chain")
    check(r["sleeping_links"]["woke"] > 10 and r["trust"]["trusted"], r["sleeping_links"])


def lie_in_bights(h, rest, seconds):
    """A chain that falls in bights behind the anchor, while the ship drifts; its report."""
    script = os.path.join(h.out, "rest.csv")
    with open(script, "w") as f:
        f.write("t,lever,brake,clutch\n0,0,1,1\n0.5,0,1,0\n1.5,0,1,0\n2,0,0,0\n10,0,0,0\n11,0,1,0\n")
    case = shipped(h, "bring_up.yaml", ("script: bring_up.csv", f"script: {script}"),
                   ("  soil: sand", f"  soil: sand\n  rest: {rest}"), ("ship:", "solver: {step: 2 ms}\nship:"))
    return sil(h, case, seconds)


def test_rest(h):
    """Links that lie still sleep, though some of a bight lie clear of the bottom between others. The run replays to the
    same bits."""
    seconds = 2 if h.sanitized else 26
    rec, r = lie_in_bights(h, "true", seconds)
    out = h.run("replay", rec, "--anywhere", "--check", "--from", str(0.9 * seconds)).stdout
    check("every state equal" in out, out)
    check(h.sanitized or r["allocations_in_loop"] == 0, "allocations in the loop")
    links = r["sleeping_links"]
    print(links)
    check(links["fell_asleep"] - links["woke"] == links["asleep"] and links["lost_j"] < 1e-3, links)
    check(h.sanitized or links["asleep"] > 30, links)


def test_rest_as_all_links(h):
    """With sleeping links the pull at the gypsy and the chain out are those of the chain of all links, and every event
    on deck comes at the same second."""
    seconds, mean, events = 2 if h.sanitized else 40, {}, {}
    for rest in ("false", "true"):
        _, r = lie_in_bights(h, rest, seconds)
        c = h.csv()
        mean[rest] = [sum(v for t, v in zip(c["t"], c[name]) if t > seconds - 3) for name in ("tension", "chain_out")]
        events[rest] = [(e["event"], e["t_s"]) for e in r["event_list"]]
    off = [b / a - 1 for a, b in zip(mean["false"], mean["true"])]
    print(r["sleeping_links"], off, events["true"])
    check(all(abs(o) < 0.01 for o in off), mean)
    check(len(events["false"]) == len(events["true"]), events)
    check(all(a == b and abs(s - t) < 1 for (a, s), (b, t) in zip(events["false"], events["true"])), events)


def bank(h, *edits):
    script = ("script: let_go", f"script: {h.source}/config/scenarios/let_go")
    grid = ("bathymetry: ../models", f"bathymetry: {h.source}/config/models")
    return shipped(h, "let_go_on_bank.yaml", script, *(edits if any("bathymetry" in e[0] for e in edits) else (grid, *edits)))


def bank_depth(x, y):
    return 22 - 6 * math.exp(-((x - 9)**2 + (y - 25)**2) / (2 * 15**2))


def test_bank(h):
    """Let go onto the flank of the bank: the anchor lies at the closed form's depth, chain and anchor stay, the run replays to
    the same bits and allocates nothing; on rock the anchor lies higher than in sand."""
    seconds, deep = 2.5 if h.sanitized else 9, {}
    for soil in ("sand", "rock"):
        rec, r = sil(h, bank(h, ("  soil: sand", f"  soil: {soil}")), seconds)
        c = h.csv()
        if soil == "sand":
            check("every state equal" in h.run("replay", rec, "--anywhere", "--check").stdout, "replay")
        check(r["solver"]["cap_hits"] == 0 and r["solver"]["phi_max_m"] < 1e-5, r["solver"])
        check(h.sanitized or r["allocations_in_loop"] == 0, "allocations in the loop")
        if not h.sanitized:
            deep[soil] = -c["pin_z"][-1] - bank_depth(c["pin_x"][-1], c["pin_y"][-1])
            check(c["anchor_speed"][-1] < 0.5, soil, c["anchor_speed"][-1])
    print("crown pin below the bottom [m]:", deep)
    if not h.sanitized:
        check(-0.6 < deep["rock"] < deep["sand"] < 1, deep)


def test_surveys_refused(h):
    """A bathymetry that is damaged, ambiguous, without water for the ship, or without a value under her: file, line, reason."""
    head = "ncols 2\nnrows 2\nxllcorner {0}\nyllcorner {0}\ncellsize 100\n"
    grids = {
        "empty.asc": "", "short.asc": head.format(-100) + "20 20\n20\n", "word.asc": head.format(-100) + "20 20\n2o 20\n",
        "shoal.asc": head.format(-100) + "4 4\n4 4\n", "none.asc": head.format(-100) + "20 20\n-9999 20\n",
        "away.asc": head.format(5000) + "20 20\n20 20\n", "up.asc": head.format(-100) + "-20 -20\n-20 -20\n", "map.tif": "II*",
        "twice.xyz": "-50 -50 20\n50 -50 20\n-50 50 20\n50 50 20\n50 50 21\n",
    }
    for name, text in grids.items():
        with open(os.path.join(h.out, name), "w") as f:
            f.write(text)
    draught = ("\nanchor:", "\n  motion:\n    length: 60 m\n    beam: 12 m\n    draught: 5 m\nanchor:")
    cases = [
        ("empty.asc", (), "empty.asc:1: error: ESRI ASCII grid: expected a header; found an empty file"),
        ("short.asc", (), "short.asc:7: error: expected 2 rows of 2 values, 4 in all; found 3"),
        ("word.asc", (), "word.asc:7: error: expected a depth or an elevation"),
        ("twice.xyz", (), "twice.xyz:5: error: expected each point once; found that of line 4 again"),
        ("map.tif", (), "expected ground.axes: north; found ship"),
        ("missing.asc", (), "ground.bathymetry: there is no file"),
        ("up.asc", (), "no node is under water if its values are depths"),
        ("none.asc", (), "found NODATA"),
        ("away.asc", (), "the grid ends before"),
        ("shoal.asc", (draught,), "the ship is aground at the start: expected more water than its draught"),
        ("bank.asc", (("  values: depth\n", ""),), "ground.bathymetry needs ground.values: depth (positive down) or elevation"),
        ("bank.asc", (("  values: depth", "  values: depth\n  depth: 20 m"),), "ground.bathymetry gives the depth"),
        ("bank.asc", (("radius: 12 m", "radius: 40 m"),), "ground.areas[1]: expected at least 1 m to ground.areas[0]"),
        ("bank.asc", (("radius: 12 m, ", ""),), "ground.areas[0]: expected a radius, or length and width; found neither"),
        ("bank.asc", (("soil: rock", "soil: peat"),), "sand|soft_clay|stiff_clay|rock"),
        ("bank.asc", (("soil: rock", "soil: rock, shear_strength: 4 kPa"),), "shear_strength does not belong to soil: rock"),
        ("bank.asc", (("    soil: soft_clay  ", "    soil: rock  "),), "ground.cover.soil: expected a soil over"),
    ]
    for name, edits, message in cases:
        place = f"{h.source}/config/models" if name == "bank.asc" else h.out
        case = bank(h, ("bathymetry: ../models/bank.asc", f"bathymetry: {place}/{name}"), *edits)
        err = h.run("check", case, "--anywhere", code=2).stderr
        check(message in err, f"{name}: expected '{message}':", err)
    err = h.run("sil", case, "--anywhere", "--duration", "1", code=2).stderr
    check(message in err, err)
    no_file = ("  bathymetry: ../models/bank.asc\n  values: depth\n", "  depth: 20 m\n  axes: north\n")
    err = h.run("check", bank(h, no_file), "--anywhere", code=2).stderr
    check("ground.axes says how ground.bathymetry lies" in err, err)
    out = h.run("check", bank(h), "--anywhere").stdout
    check("bathymetry: 41 by 41 nodes, 5 m by 5 m apart" in out and "areas: rock at 32, 10 m, soft clay at" in out, out)


def test_a_survey_lies_north_up(h):
    """Shoal water 20 m north of a ship of 60 m: one that heads north is aground at the start, one that heads east is not, and
    neither is one by whose own axes the shoal lies to port."""
    with open(os.path.join(h.out, "north.xyz"), "w") as f:
        for k in range(441):
            f.write(f"{430900 + 10 * (k % 21)} {6512000 + 10 * (k // 21)} {20 if k // 21 < 12 else 1}\n")
    for axes, heading, aground in (("north", 0, True), ("north", 90, False), ("north", 180, True), ("ship", 0, False)):
        motion = ("\nanchor:", f"\n  motion:\n    length: 60 m\n    beam: 12 m\n    draught: 5 m\n    heading: {heading} deg\nanchor:")
        grid = ("bathymetry: ../models/bank.asc", f"bathymetry: {h.out}/north.xyz\n  axes: {axes}\n  origin: [431000, 6512100, 0]")
        err = h.run("check", bank(h, grid, motion), "--anywhere", code=2 if aground else 0).stderr
        check(("the ship is aground at the start" in err) == aground, axes, heading, err)


def test_aground(h):
    """A ship that drifts astern over a shoal is told that she is aground, once, and goes on."""
    with open(os.path.join(h.out, "shoal.xyz"), "w") as f:
        for x in range(-200, 201, 5):
            for y in (-200, 200):
                f.write(f"{x} {y} {20 if x > -51 else 2}\n")
    case = shipped(h, "bring_up.yaml", ("script: bring_up", f"script: {h.source}/config/scenarios/bring_up"),
                   ("  depth: 20 m", f"  bathymetry: {h.out}/shoal.xyz\n  values: depth"))
    _, r = sil(h, case, 2 if h.sanitized else 12)
    print(r["events"])
    check(h.sanitized or r["events"].get("aground") == 1, r["events"])


def test_refused(h):
    """Each with what was found and what was expected."""
    cases = [
        (("  immersion: buoyancy_drag\n  added_mass: true", "  immersion: none"), "needs sea.immersion: buoyancy_drag"),
        (("  depth: 5 m", "  depth: 40 m"), "the anchor's head starts 1"),
        (("  depth: 20 m", "  depth: -1 m"), "ground.depth"),
        (("  soil: sand", "  soil: gravel"), "sand|soft_clay|stiff_clay|rock"),
        (("  soil: sand", "  soil: sand\n  shear_strength: 5 kPa"), "ground.shear_strength does not belong to ground.soil: sand"),
        (("  soil: sand", "  soil: soft_clay\n  friction_angle: 30 deg"), "ground.friction_angle does not belong"),
        (("  soil: sand", "  soil: soft_clay\n  stress_exponent: 0.5"), "ground.stress_exponent does not belong"),
        (("  soil: sand", "  soil: sand\n  stress_exponent: 0"), "ground.stress_exponent"),
        (("  soil: sand", "  soil: sand\n  consolidation: 864000 s"), "ground.consolidation does not belong"),
    ]
    script = ("script: let_go", f"script: {h.source}/config/scenarios/let_go")
    for edit, message in cases:
        err = h.run("check", shipped(h, "let_go.yaml", script, edit), "--anywhere", code=2).stderr
        check(message in err, f"expected '{message}':", err)
    moves = "  motion:\n    waves: closed_form\n    length: 180 m\n    beam: 30 m\n    draught: 22 m\n    block: 0.8\nanchor:"
    err = h.run("check", shipped(h, "let_go.yaml", script, ("\nanchor:", "\n" + moves)), "--anywhere", code=2).stderr
    check("the ship is aground" in err and "draught" in err, err)


if __name__ == "__main__":
    main(globals())
