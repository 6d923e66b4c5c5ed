#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Deck events of a heave in their order, with times and evidence that fit the geometry; a replay reports the same."""
import json
import os
from harness import check, main
from test_pictures import DRIVERS
from test_ship import shipped, sil

# From the first joining shackle in the water until it has passed the lifter, at five times the speed.
FAST = """t [s],lever [1],brake [1],clutch [1]
0,0,1,1
0.2,0,0,1
1,1,0,1
21,1,0,1
22,0,1,1
23,0,1,1
"""


def deck_log(report):
    return [e for e in report["event_list"] if "evidence" in e and e["event"] != "hull_impact"]


def heave(h, name, seconds, *edits, more=(), script=FAST):
    case = h.scenario(*edits, script=script, name=name + ".yaml")
    rec = os.path.join(h.out, name + ".rec")
    h.run("sil", case, "--anywhere", "--duration", str(seconds), "--record", rec, "--report",
          os.path.join(h.out, name + ".json"), *more, env=DRIVERS)
    h.run("replay", rec, "--anywhere", "--report", os.path.join(h.out, "again.json"))
    one, again = h.report(name + ".json"), h.report("again.json")
    check(one["event_list"] == again["event_list"], "the replay has other events:", again["event_list"])
    check(one["outcome"].get("jam") == again["outcome"].get("jam"), "and explains otherwise")
    return one


def test_joining_shackle_passes(h):
    """A joining shackle passes water, deck and lifter. The lengths between fit the ship: mouth 5.2 m above water, pipe
    of 5.74 m, lifter 3.6 m from the pipe's end."""
    r = heave(h, "deep", 23, ("depth: 10 m", "depth: 34 m"), ("capacity: 120", "capacity: 240"),
              ("rated_speed: 0.15 m/s", "rated_speed: 0.8 m/s"), ("rated_tension: 119 kN", "rated_tension: 300 kN"),
              ("max_tension: 178 kN", "max_tension: 400 kN"), more=("--html", os.path.join(h.out, "deep.html")))
    log = [e for e in deck_log(r) if e["event"].startswith("shackle")]
    check([e["event"] for e in log] == ["shackle_in_water", "shackle_on_deck", "shackle_at_lifter"],
          "events:", [e["event"] for e in log])
    water, deck, lifter = (e["evidence"] for e in log)
    check(all(e["shackle"] == 1 and e["mark_m"] == 27.5 and e["chain_speed_m_s"] > 0.3 for e in (water, deck, lifter)),
          "evidence:", log)
    check(abs(lifter["chain_out_m"] - 27.5) < 0.002, "at the lifter with", lifter["chain_out_m"], "m out")
    check(abs(deck["chain_out_m"] - 27.5 - 3.6) < 0.3, "on deck with", deck["chain_out_m"], "m out")
    check(abs(water["chain_out_m"] - deck["chain_out_m"] - 5.74 - 5.2) < 0.4, "in the water with", water["chain_out_m"])
    check("1 shackle at the lifter: joining shackle 1" in lifter["text"], lifter["text"])
    with open(os.path.join(h.out, "deep.html")) as f:
        page = f.read()
    check("Deck log" in page and lifter["text"] in page, "the page lacks the event")


def test_the_list_has_the_joining_shackles(h):
    """A chain given as a list: the Kenter link's middle is 36 links of 200 mm and half its own pitch from the end link.
    It is at the lifter when that much chain is out."""
    parts = """capacity: 120
  grade: 3
  parts:
    - {part: common, count: 36}
    - {part: kenter}
    - {part: common, length: 27.5 m, count: 3, joined: kenter}"""
    r = heave(h, "list", 8, ("depth: 10 m", "depth: 2.5 m"), ("capacity: 120", parts),
              ("rated_speed: 0.15 m/s", "rated_speed: 0.8 m/s"), ("rated_tension: 119 kN", "rated_tension: 300 kN"),
              ("max_tension: 178 kN", "max_tension: 400 kN"))
    at = [e["evidence"] for e in deck_log(r) if e["event"] == "shackle_at_lifter"]
    check(len(at) == 1 and at[0]["shackle"] == 1 and abs(at[0]["mark_m"] - 37 * 0.2 + 0.1) < 1e-9, "passages:", at)
    check(abs(at[0]["chain_out_m"] - at[0]["mark_m"]) < 0.002, "passage:", at)


def test_the_anchor_comes_to_the_hawse(h):
    """The shipped heave from 6 m below the mouth, anchor turned round: in sight, clear of the water, at the hawse,
    flukes into the hull; in this order and once each."""
    r = heave(h, "turned", 26, ("depth: 10 m", "depth: 4.5 m"), ("flukes: outboard", "flukes: hull"),
              ("rated_speed: 0.15 m/s", "rated_speed: 0.3 m/s"))
    log = deck_log(r)
    names = [e["event"] for e in log]
    ladder = ["in_sight", "clear_of_water", "at_hawse", "wrong_way_round"]
    check([n for n in names if n in ladder] == ladder, "events:", names)
    at = {e["event"]: e for e in log}
    check(abs(at["in_sight"]["evidence"]["crown_z_m"] + 1) < 0.001, at["in_sight"])
    check(0 <= at["clear_of_water"]["evidence"]["lowest_z_m"] < 0.001, at["clear_of_water"])
    check(0 <= at["at_hawse"]["evidence"]["shackle_depth_m"] < 0.001, at["at_hawse"])
    check(at["wrong_way_round"]["evidence"]["flukes_into_hull_deg"] > 20, at["wrong_way_round"])
    # from the shackle's depth to the mouth, by the chain heaved in
    check(at["clear_of_water"]["t_s"] - at["in_sight"]["t_s"] > 1 / 0.4, "too soon:", at)
    check(json.dumps(r["event_list"]).count('"evidence"') >= 4, "no evidence")


def test_a_foul_anchor_is_told(h):
    """The anchor that hangs by a turn of its chain comes into sight: the report says foul, with the load. A start with a
    turn needs the contact of chain and anchor."""
    edits = [("script: foul_anchor", f"script: {h.source}/config/scenarios/foul_anchor"), ("depth: 7.5 m", "depth: 5.5 m"),
             ("settle: 10 s", "settle: 4 s")]
    rec, r = sil(h, shipped(h, "foul_anchor.yaml", *edits), 1 if h.sanitized else 11)
    check("every state equal" in h.run("replay", rec, "--anywhere", "--check").stdout, "other bits")
    check(r["trust"]["trusted"] and r["solver"]["cap_hits"] == 0 and r["contact"]["dropped"] == 0, r["trust"], r["contact"])
    if h.sanitized:
        return
    check(r["allocations_in_loop"] == 0, "allocations in the loop")
    seen = [e["evidence"] for e in r["event_list"] if e["event"] == "in_sight"]
    check(len(seen) == 1 and seen[0]["foul_load_n"] > 10e3 and seen[0]["text"].startswith("foul anchor"), seen)
    case = shipped(h, "foul_anchor.yaml", *edits, ("chain_on_anchor: true", "chain_on_anchor: false"))
    refused = h.run("check", case, "--anywhere", code=2).stderr
    check("foul expects contact.chain_on_anchor: true, found false" in refused, refused)


if __name__ == "__main__":
    main(globals())
