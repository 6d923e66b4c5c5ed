#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The closed-loop operator, `operator: house`: heaves home, lowers and tries again, gives up, and stops at an alarm, by
what a person on deck sees; the same bits in every run and in the replay."""
import json
import os
import re

from harness import check, main

QUICK = ("depth: 10 m", "depth: 1.6 m\n  settle: 1 s")  # the shackle is just below the hawse


def house(h, *edits, more="", name="case.yaml"):
    """The shipped heave by the operator's rules."""
    path = h.scenario(*edits, name=name)
    with open(path) as f:
        text = re.sub(r"(?m)^operator:\n +script: .*\n", "operator: house\n", f.read())
    check("operator: house" in text, text)
    return h.write(name, text.replace("operator: house\n", f"operator:\n  type: house\n{more}") if more else text)


def sil(h, case, seconds, *args, **kw):
    h.run("sil", case, "--anywhere", "--duration", str(seconds), "--report", os.path.join(h.out, "r.json"), *args, **kw)
    return h.report()


def rules(r):
    return [e["rule"] for e in r["operator"]["rules"]]


def test_same_bits_in_run_and_replay(h):
    """Twice the same hash; the recorded commands alone give it too, in the replay and as a device."""
    case, rec = house(h, QUICK), os.path.join(h.out, "a.rec")
    seconds = 1.5 if h.sanitized else 8
    r = sil(h, case, seconds, "--record", rec)
    check(r["operator"]["device"] == "house", r["operator"])
    check(h.sanitized or r["allocations_in_loop"] == 0, r["allocations_in_loop"], "allocations in the loop")
    wanted = ["prepare", "take_weight"] if h.sanitized else ["prepare", "take_weight", "heave", "approach"]
    check(rules(r)[:4] == wanted and not r["operator"]["rules_done"], rules(r))
    h.run("replay", rec, "--anywhere", "--check")
    check(sil(h, case, seconds)["state_hash"] == r["state_hash"], "another run, other bits")
    played = sil(h, case, seconds, "--device", "recording:" + rec)
    check(played["operator"]["device"] == "script" and played["state_hash"] == r["state_hash"], "the commands alone differ")


def test_real_time(h):
    """In real time the operator gives the same commands as software-in-the-loop, and its frames allocate nothing."""
    case = house(h, QUICK)
    wanted = sil(h, case, 3)
    h.run("run", case, "--anywhere", "--headless", "--device", "house", "--duration", "3", "--report",
          os.path.join(h.out, "run.json"))
    r = h.report("run.json")
    check(r["state_hash"] == wanted["state_hash"] and rules(r) == rules(wanted), rules(r), rules(wanted))
    check(h.sanitized or r["allocations_in_loop"] == 0, r["allocations_in_loop"])


def test_named_as_a_device(h):
    """--device house works a ship's scenario with a script; not a mechanism, and not beside another device."""
    r = sil(h, h.scenario(QUICK), 0.1, "--device", "house")
    check(r["operator"]["device"] == "house" and rules(r) == ["prepare"], r["operator"])
    mechanism = os.path.join(h.source, "tests", "data", "mechanism.yaml")
    h.refused(mechanism, "--anywhere", "--device", "house", says=("--device house: expected a ship's scenario",))
    h.refused(h.weigh, "--device", "lever=house,rest=script:x.csv", says=("--device: house works all controls",))


def test_check_prints_the_rules(h):
    """`hawse check` prints the rules as a scenario's text, which loads to the same run."""
    said = h.run("check", house(h, QUICK), "--anywhere").stdout
    text = re.search(r"(?m)^operator:\n(?: +.*\n)+", said)[0]
    check(text.count("- {rule: ") > 20 and "until: chain < 1 m, next: approach" in text, text)
    own = h.scenario(QUICK, name="own.yaml")
    with open(own) as f:
        own = h.write("own.yaml", re.sub(r"(?m)^operator:\n +script: .*\n", lambda _: text, f.read()))
    seconds = 0.3 if h.sanitized else 3
    ours, theirs = sil(h, own, seconds), sil(h, house(h, QUICK), seconds)
    check(ours["state_hash"] == theirs["state_hash"] and rules(ours) == rules(theirs), rules(ours), rules(theirs))


def test_gives_up(h):
    """Flukes toward the hull in still water: the operator reads them, lowers, reads them again, and gives up with the
    chain on the brake. It neither hauls the anchor in nor calls it housed."""
    more = "  house: {tries: 1, lower: 0.5 m, wait: 1 s}\n"
    deeper = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")  # where flukes toward the hull are clear of it
    case = house(h, deeper, ("flukes: outboard", "flukes: hull"), more=more)
    r = sil(h, case, 85, "--csv", os.path.join(h.out, "c.csv"))
    wanted = ["approach", "read_flukes", "lower", "turn", "heave", "approach", "read_flukes", "lower", "give_up"]
    check(rules(r)[-len(wanted):] == wanted and r["operator"]["rules_done"], rules(r))
    check("haul" not in rules(r) and not r["outcome"]["housed"] and r["outcome"]["pin_distance_m"] > 2, r["outcome"])
    c = h.csv()
    check(c["lever"][-1] == 0 and c["brake"][-1] == 1 and abs(c["chain_speed"][-1]) < 1e-3, "the chain is not held")


def test_alarm_stops_the_lever(h):
    """A runaway while the lever heaves: lever to neutral, brake set, chain held; the operator sees the chain's speed,
    not the failure."""
    rows = "    - {rule: heave, lever: 1, brake: 0, clutch: false, until: chain < 0 m, next: end}\n" \
           "    - {rule: any, until: speed < -0.45 m/s for 0.2 s, next: stop}\n" \
           "    - {rule: stop}\n    - {rule: end}\n"
    r = sil(h, house(h, QUICK, more="  rules:\n" + rows), 4, "--csv", os.path.join(h.out, "c.csv"))
    check(rules(r) == ["heave", "stop"], r["operator"])
    c = h.csv()
    check(min(c["chain_speed"]) < -0.45 and abs(c["chain_speed"][-1]) < 0.01 and c["brake"][-1] == 1, c["chain_speed"][-1])


def test_studies_use_it(h):
    """A study heaves by the rules, whatever its base has, unless it names a script or `type: script`."""
    base, other = h.scenario(QUICK, name="base.yaml"), os.path.join(h.source, "config", "scenarios", "weigh_slowly.csv")
    file = h.write("study.yaml", f"base: {os.path.basename(base)}\nvariants:\n  - name: usual\n"
                                 "  - {name: as the base, operator: {type: script}}\n"
                                 f"  - {{name: another, operator: {{script: {other}}}}}\n  - {{name: said, operator: house}}\n")
    h.run("study", file, "--anywhere", "--duration", "3", "--report",
          os.path.join(h.out, "study.json"), "-j", "2")
    with open(os.path.join(h.out, "study.json")) as f:
        usual, script, another, said = json.load(f)["variants"]
    check(usual["operator_rule"] == said["operator_rule"] != "" and usual["operator_tries"] == 0, usual)
    check("operator_rule" not in script and "operator_rule" not in another, script)
    check(usual["state_hash"] == said["state_hash"] != script["state_hash"], "hashes:", usual["state_hash"])
    check(script["state_hash"] == sil(h, base, 3)["state_hash"], "not the base's run")


def test_weigh_is_housed(h):
    """The shipped heave by the rules: home, hauled to the set tension, at rest on the brake with the bar down."""
    r = sil(h, h.weigh, 130, "--device", "house", "--csv", os.path.join(h.out, "c.csv"))
    check(rules(r) == ["prepare", "take_weight", "heave", "approach", "read_flukes", "haul", "strain", "hold", "stopper",
                       "secured"], rules(r))
    check(r["operator"]["rules_done"] and r["operator"]["tries"] == 0, r["operator"])
    o = r["outcome"]
    check(o["housed"] and 0.9 * 178e3 < o["tension_n"] < 1.05 * 178e3, o["why"], o["tension_n"])
    c, down = h.csv(), [e["t_s"] for e in r["operator"]["rules"] if e["rule"] == "stopper"][0]
    for t, bar, brake, lever, speed in zip(*(c[name] for name in ("t", "stopper", "brake", "lever", "chain_speed"))):
        check(bar == 0 if t < down else t < down + 1 or bar > 0, "the bar at", t, bar)
        check(t < down or (brake == 1 and lever == 0 and abs(speed) < 1e-3), "brake, lever, chain at", t, brake, lever, speed)


if __name__ == "__main__":
    main(globals())
