# SPDX-License-Identifier: MIT
"""Every failure and the incidents of config/scenarios. Each has the consequence that the scenario's header describes.
The same run without the failure, or with the right reaction, does not."""
import math
import os
import struct

from harness import Recording, check, close, main
from test_verdict import pictured


class Run:
    """A finished run: its report, its columns, and its recording if requested."""

    def __init__(self, h, path, name, record, *more):
        out = os.path.join(h.out, name)
        args = ["--record", out + ".rec"] if record else []
        h.run("sil", path, "--report", out + ".json", "--csv", out + ".csv", *args, *more)
        self.report, self.column, self.recording = h.report(name + ".json"), h.csv(name + ".csv"), out + ".rec"
        self.outcome = self.report["outcome"]
        for n, values in self.column.items():
            check(all(abs(v) < 1e12 for v in values), n, "is not finite")  # false for NaN

    def times(self, event):
        return [e["t_s"] for e in self.report["event_list"] if e["event"] == event]

    def at(self, name, t):
        c = self.column
        return c[name][min(range(len(c["t"])), key=lambda k: abs(c["t"][k] - t))]

    def end(self, name):
        return self.column[name][-1]

    def fastest_out(self):
        return -min(self.column["chain_speed"])

    def ran_out(self):
        """Chain paid out since the start [m]."""
        return max(self.column["chain_out"]) - self.column["chain_out"][0]


def folder(h, kind):
    return os.path.join(h.source, "config", "scenarios", kind)


def shipped(h, kind, name, *more, record=False):
    return Run(h, os.path.join(folder(h, kind), name + ".yaml"), name, record, *more)


def changed(h, kind, name, *more, script=None, edits=()):
    """Writes the scenario with other rows of its script (old, new), or edits; each must match exactly once."""
    text = {}
    for ending, changes in (("yaml", edits), ("csv", script or ())):
        with open(os.path.join(folder(h, kind), f"{name}.{ending}")) as f:
            text[ending] = f.read()
        for old, new in changes:
            check(text[ending].count(old) == 1, f"{name}.{ending} has '{old}' {text[ending].count(old)} times")
            text[ending] = text[ending].replace(old, new)
    csv = h.write(f"{name}_other.csv", text["csv"])
    scenario = text["yaml"].replace("../../models", h.models).replace(f"script: {name}.csv", f"script: {csv}")
    return Run(h, h.write(f"{name}_other.yaml", scenario), name + "_other", False, "--anywhere", *more)


def without(h, kind, name, *more, record=False):
    """The same run with the script's last column, the failure, never set."""
    with open(os.path.join(folder(h, kind), name + ".csv")) as f:
        rows = f.read().splitlines()
    script = h.write(f"{name}_sound.csv", "".join(
        r + "\n" if r.startswith(("#", "t ")) else r.rsplit(",", 1)[0] + ",0\n" for r in rows))
    return Run(h, os.path.join(folder(h, kind), name + ".yaml"), name + "_sound", record, "--script", script, *more)


def replays(h, run):
    h.run("replay", run.recording, "--anywhere", "--check")


# Failures -------------------------------------------------------------------------------------------------------------

def test_power_lost(h):
    """Without power the chain stops within 0.5 s and is held. With power back the motor stays off until the lever has
    been at neutral (no-volt release)."""
    r = shipped(h, "failures", "power_lost", "--duration", "28")
    check(r.times("failure") == [10], r.times("failure"))
    check(r.at("chain_speed", 9.5) > 0.1 and r.at("lever", 15) == 1, "was not heaving")
    check(abs(r.at("chain_out", 19.9) - r.at("chain_out", 10.5)) < 0.01, "was not held")
    check(r.at("motor_torque", 15) == 0, "torque without power")
    check(r.at("lever", 22.9) == 1 and abs(r.at("chain_speed", 22.9)) < 0.01, "started under a full lever")
    check(r.at("chain_speed", 27) > 0.1, "did not start again")
    alarms = [(a["alarm"], round(a["raised_s"], 1)) for a in r.report["alarms"]]
    check(alarms[:2] == [("power_lost", 10.0), ("motor_off", 20.0)], alarms)
    if h.sanitized:  # the comparison runs the same code
        return
    sound = without(h, "failures", "power_lost", "--duration", "28")
    check(sound.at("chain_out", 10.5) - sound.at("chain_out", 19.9) > 0.9 * 0.15 * 9.4, "the sound one stood")


def test_pump_lost(h):
    r = shipped(h, "failures", "pump_lost")
    check(len(r.times("motor_stall")) == 1 and r.times("motor_stall")[0] > 10, "no stall", r.times("motor_stall"))
    check(abs(r.end("chain_out") - r.at("chain_out", 11)) < 0.05, "it moved", r.end("chain_out"))
    if h.sanitized:  # the comparison runs the same code
        return
    sound = without(h, "failures", "pump_lost")
    check(not sound.times("motor_stall") and sound.end("chain_out") < r.end("chain_out") - 1.5, "the sound one stalled")


def test_brake_faded(h):
    """A set brake holds; faded it lets the chain run, and fully set it stops the chain."""
    r = shipped(h, "failures", "brake_faded", record=True)
    check(abs(r.at("chain_out", 7.9) - r.at("chain_out", 3)) < 0.05, "did not hold while sound")
    check(r.times("runaway") and 8 < r.times("runaway")[0] < 10.5, r.times("runaway"))
    check(r.ran_out() > 5 and abs(r.end("chain_speed")) < 0.01, "not stopped")
    replays(h, r)
    if h.sanitized:  # the comparison runs the same code
        return
    sound = without(h, "failures", "brake_faded")
    check(not sound.times("runaway") and sound.ran_out() < 0.05, "the sound one ran", sound.ran_out())


def test_motor_burst(h):
    """A burst motor holds nothing, and neutral does not help; the band brake holds."""
    r = shipped(h, "failures", "motor_burst")
    check(r.times("motor_burst") == [10] and r.times("motor_overspeed") and r.times("runaway"), r.report["events"])
    check(r.ran_out() > 15 and abs(r.end("chain_speed")) < 0.01, r.ran_out())
    if h.sanitized:  # the comparison runs the same code
        return
    sound = without(h, "failures", "motor_burst")
    check(not sound.times("runaway") and sound.fastest_out() < 0.1, "the sound one ran", sound.fastest_out())


def test_clutch_out(h):
    r = shipped(h, "failures", "clutch_out", record=True)
    check(r.times("runaway") and 10 < r.times("runaway")[0] < 12, r.times("runaway"))
    check(r.at("motor_torque", 11.5) < 1e3, "the motor bears the chain")
    check(abs(r.end("chain_speed")) < 0.01, "not stopped")
    replays(h, r)
    if h.sanitized:  # the comparison runs the same code
        return
    sound = without(h, "failures", "clutch_out")
    check(not sound.times("runaway") and sound.fastest_out() < 0.1, "the sound one ran")


def test_stopper_unseated(h):
    """An unseated stopper bar holds nothing: the chain runs under the bar until the band brake is set. For the sound
    stopper see rt.app.stopper.holds_and_is_lifted."""
    r = shipped(h, "failures", "stopper_unseated", record=True)
    check(r.times("stopper_on_running_chain") and not r.times("stopper_holds"), r.report["events"])
    check(max(r.column["stopper"]) == 1 and max(r.column["stopper_load"]) == 0, "it holds")
    check(r.times("runaway") and r.ran_out() > 5, "has not run out", r.ran_out())
    check(abs(r.end("chain_speed")) < 0.01, "the brake does not hold", r.end("chain_speed"))
    replays(h, r)
    if h.sanitized:  # the comparison runs the same code
        return
    kept = changed(h, "failures", "stopper_unseated", script=(("5,0,0,0,1,1", "5,0,1,0,1,1"), ("7,0,0,0,1,1", "7,0,1,0,1,1")))
    check(not kept.times("runaway") and kept.ran_out() < 0.05, "ran with the brake set")


def test_speed_sensor(h):
    """Let go without speed reading the chain runs away; checked at the true speed it does not."""
    r = shipped(h, "failures", "speed_sensor")
    check(r.times("runaway") and r.fastest_out() > 5, r.fastest_out())
    if h.sanitized:  # the comparison runs the same code
        return
    right = changed(h, "failures", "speed_sensor", script=(("6,0,0,0,1", "4.15,0,0,0,1"), ("6.5,0,1,0,1", "4.65,0,1,0,1")))
    check(not right.times("runaway") and 1 < right.fastest_out() < 5, right.fastest_out())
    check(right.ran_out() < 0.5 * r.ran_out(), "no shorter", right.ran_out(), r.ran_out())


def test_tension_sensor(h):
    """Without tension reading the operator heaves until the motor stalls; eased at the true tension the anchor houses
    without a stall."""
    r = shipped(h, "failures", "tension_sensor")
    check(r.times("motor_stall") and r.outcome["housed"], r.report["events"])
    if h.sanitized:  # the comparison runs the same code
        return
    right = changed(h, "failures", "tension_sensor", script=(("38.9,1,0,1,1", "38.9,0,0,1,1"), ("48,1,0,1,1", "48,0,1,1,1")))
    check(not right.times("motor_stall"), right.times("motor_stall"))
    check(right.end("tension") < 0.9 * r.end("tension"), "no less", right.end("tension"), r.end("tension"))


def test_counter_sensor(h):
    """Without counter the anchor comes home at full speed and strikes harder than when slowed for the last metre."""
    r = shipped(h, "failures", "counter_sensor")
    if h.sanitized:  # the comparison runs the same code
        return
    right = changed(h, "failures", "counter_sensor", "--duration", "65",
                    script=(("33,1,0,1,1", "33,1,0,1,1\n35,0.3,0,1,1"), ("40.5,1,0,1,1\n42,0.2,0,1,1\n46,0,1,1,1\n50,0,1,1,1", "65,0.3,0,1,1")))
    # from every step; columns of every 10 ms miss an impact
    blows = [x.report["outcome"]["max_impact_n"] for x in (r, right)]
    check(blows[0] > 1.2 * blows[1], "it strikes with", blows)
    check(abs(r.end("pin_distance") - right.end("pin_distance")) < 0.3, "not as far", r.end("pin_distance"), right.end("pin_distance"))


def test_lining_sensor(h):
    """Two runs of chain in quick succession: the hot brake stops the second later than a brake that cooled."""
    r = shipped(h, "failures", "lining_sensor")
    late = (("\n8,0,0.3,0,1\n8.3,", "\n28,0,0.3,0,1\n28.3,"), ("\n10,0,0.05", "\n30,0,0.05"), ("\n10.3,", "\n30.3,"),
            ("\n16,0,0.3", "\n40,0,0.3"))
    if h.sanitized:  # the comparison runs the same code
        return
    right = changed(h, "failures", "lining_sensor", "--duration", "40", script=late)
    first = [x.at("chain_out", 7.9) for x in (r, right)]
    check(first[0] == first[1] and abs(r.end("chain_speed")) < 0.02, "another first burst", first)
    check(r.ran_out() > right.ran_out() + 1, "no longer", r.ran_out(), right.ran_out())


def turned(h, run, t_from, t_to):
    """Angle [deg] by which the anchor's hinge turned about the vertical, between the recorded states nearest to these
    times. The hinge is the first unit vector of the state that lies along the shell at the start: the nodes come first,
    before contacts and blows."""
    r = Recording(run.recording)
    state = {f: struct.unpack(f"<{r.state_size // 8}d", r.state(f)[:r.state_size // 8 * 8]) for f in r.states}
    first, *_ = [state[f] for f in sorted(state)]
    along = [k for k in range(len(first) - 2) if abs(math.hypot(*first[k:k + 3]) - 1) < 1e-6
             and abs(first[k] * 0.906308 - first[k + 1] * 0.422618) > 0.99]
    check(along, "no unit vector lies along the shell")
    at = [math.atan2(s[along[0] + 1], s[along[0]])
          for s in (state[min(state, key=lambda f: abs(f * r.h_ns * 1e-9 - t))] for t in (t_from, t_to))]
    return math.degrees(math.remainder(at[1] - at[0], 2 * math.pi))


def test_swivel_seized(h):
    """With a seized swivel the lifter's pockets turn back the chain's 40 deg, and the anchor with it. With a free
    swivel the anchor keeps its direction, but for the swivel's friction."""
    r = shipped(h, "failures", "swivel_seized", "--duration", "9.5", record=True)
    free = without(h, "failures", "swivel_seized", "--duration", "9.5", record=True)
    angle = abs(turned(h, r, 1, 9)), abs(turned(h, free, 1, 9))
    check(abs(angle[0] - 40) < 10 and angle[1] < 0.5 * angle[0], "turned by", angle)


# Incidents ------------------------------------------------------------------------------------------------------------

def test_power_short(h):
    """With one pump, lever at full hoist and clutch engaged, the chain runs out; with both pumps it does not."""
    r = shipped(h, "incidents", "power_short", record=True)
    run_out = [e for e in r.times("shackle_at_lifter") if e > 3]
    check(run_out and r.at("lever", 3) == r.end("lever") == 1 and min(r.column["clutch"]) == 1, r.report["events"])
    check(r.ran_out() > 25 and abs(r.end("chain_speed")) < 0.01, r.ran_out())
    replays(h, r)
    if h.sanitized:  # the comparison runs the same code
        return
    sound = without(h, "incidents", "power_short")
    check(sound.ran_out() < 0.1, "both pumps let it run", sound.ran_out())


def test_motor_burst_while_heaving(h):
    """The motor is driven backwards, overspeeds and bursts, in this order; with the band brake set none of it
    happens."""
    r = shipped(h, "incidents", "motor_burst", record=True)
    over, burst, away = (r.times(e)[0] for e in ("motor_overspeed", "motor_burst", "runaway"))
    check(3 < over < burst < away, over, burst, away)
    check(abs(r.end("chain_speed")) < 0.01 and r.ran_out() > 5, "the band brake does not hold")
    replays(h, r)
    if h.sanitized:  # the comparison runs the same code
        return
    held = changed(h, "incidents", "motor_burst", script=(("3,1,0,1", "3,1,1,1"), ("5.5,1,0,1", "5.5,1,1,1")))
    check(not held.times("motor_overspeed") and not held.times("motor_burst") and held.ran_out() < 0.05, "it rendered")


def test_all_ran_out(h):
    """The motor fails, the worn brake slips although set, the chain runs out, and the bitter end holds it. An unworn
    brake stops the chain at once. With the brake off the bitter end parts, and report and page say that anchor and chain
    are lost."""
    r = shipped(h, "incidents", "all_ran_out", record=True)
    burst, slip, end = (r.times(e)[0] for e in ("motor_burst", "brake_slip", "bitter_end"))
    check(burst == 6 and burst < slip < end, burst, slip, end)
    check(not r.times("bitter_end_parted"), "the bitter end parted")
    check(abs(r.end("chain_out") - 24) < 0.1 and abs(r.end("chain_speed")) < 0.02, r.end("chain_out"))
    check(r.at("brake", 7) == 1, "the brake is not set")
    replays(h, r)
    if h.sanitized:  # the comparison runs the same code
        return
    sound = changed(h, "incidents", "all_ran_out", edits=(("brake_wear: 9.25 mm", "brake_wear: 0 mm   "),))
    check(not sound.times("bitter_end") and sound.ran_out() < 1, "the sound brake let it run", sound.ran_out())
    unbraked = changed(h, "incidents", "all_ran_out", "--duration", "14", "--html", h.path("lost.html"),
                       script=(("6.3,0,1,1,1", "6.3,0,0,1,1"), ("24,0,1,1,1", "24,0,0,1,1")))
    check(unbraked.times("bitter_end_parted"), "it held without a brake")
    check(unbraked.outcome["verdict"] == "anchor_lost" and not unbraked.outcome["housed"], unbraked.outcome["verdict"])
    check("lost" in unbraked.outcome["chain_verdict"], unbraked.outcome["chain_verdict"])
    lost = [a for a in unbraked.report["alarms"] if a["alarm"] == "anchor_lost"]
    check(len(lost) == 1 and lost[0]["priority"] == "alarm" and lost[0]["cleared_s"] is None, lost)
    with open(h.path("lost.html")) as f:
        page = f.read()
    check("ANCHOR AND CHAIN LOST: the exercise has failed" in page, "the page has no alarm of the loss")
    pictured(page, "anchor lost")


def test_deep_run_out(h):
    """Lowered in deep water the brake grows hot, fades and warns, and fully set it still stops the chain. Its heat is the
    work of the chain at the lifter, less what lifts the chain out of the locker and gives it its speed. Two heat
    capacities warmed by that work have the lining's temperature, and the key's curve has the fade."""
    r = shipped(h, "incidents", "deep_run_out")
    c, brake = r.column, r.report["brake"]
    chain, drop, at_rest = 0.0219 * 62 ** 2, 3.0, 20
    lining, drum, heat, most, before = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(1, len(c["t"])):
        v = [max(-c["chain_speed"][i], 0) for i in (k - 1, k)]
        power = [(c["tension"][i] - chain * (9.81 * drop + w * w)) * w for i, w in zip((k - 1, k), v)]
        step, h_s = 0.5 * sum(power), c["t"][k] - c["t"][k - 1]
        through = 250 * (lining - drum)
        lining += (step - through) * h_s / 5e3
        drum += (through - 60 * drum) * h_s / 70e3
        heat += step * h_s
        most = max(most, lining)
    check(close(brake["heat_j"], heat, 0.05 * heat) and heat > 2e6, "heat", brake["heat_j"], "work", heat)
    check(close(brake["peak_lining_c"], at_rest + most, 0.06 * most), "lining", brake["peak_lining_c"], at_rest + most)
    check(brake["peak_lining_c"] > 300 and brake["fades_c"] == 250, brake)
    x = (brake["peak_lining_c"] - 250) / 200
    mu = 0.38 + (0.175 - 0.38) * x * x * (3 - 2 * x)
    left = math.expm1(mu * math.radians(300)) / math.expm1(0.38 * math.radians(300))
    check(close(brake["least_capacity_share"], left, 0.01), brake["least_capacity_share"], "left of the brake, expected", left)
    hot = [a["raised_s"] for a in r.report["alarms"] if a["alarm"] == "brake_hot"]
    check(len(hot) == 1 and close(r.at("lining", hot[0]), 250, 2), "BRAKE HOT at", hot, r.at("lining", hot[0]))
    check(abs(r.end("chain_speed")) < 0.02 and r.end("lining") < brake["peak_lining_c"] - 20, "did not stop and cool")


def test_deep_run_out_lost(h):
    """Nobody applies the brake: all 11 shackles run out, and the bitter end parts with a strength as class asks for."""
    r = shipped(h, "incidents", "deep_run_out", "--script", os.path.join(folder(h, "incidents"), "deep_run_out_lost.csv"),
                "--duration", "50")
    (end,), (parted,) = r.times("bitter_end"), r.times("bitter_end_parted")
    check(end <= parted < end + 0.1 and r.at("chain_speed", end - 0.05) < -5, end, parted, r.at("chain_speed", end - 0.05))
    check(max(r.column["chain_out"]) >= 299.5 and len(r.times("shackle_at_lifter")) == 10, max(r.column["chain_out"]))
    check(r.times("runaway") and r.report["solver"]["cap_hits"] == 0, r.report["events"])
    check(r.outcome["verdict"] == "anchor_lost" and "bitter end parted" in r.outcome["chain_verdict"], r.outcome)


def test_pin_lost(h):
    """The weak shackle bears the hanging anchor and parts while heaving: the anchor is lost, and the lifter bears the
    bare chain. With a sound pin nothing parts."""
    r = shipped(h, "incidents", "pin_lost", "--duration", "30", record=True)
    check(r.outcome["parted"] and 4 < r.outcome["parted_s"] < 30, r.outcome["parted_s"])
    check(r.times("chain_parted") and r.outcome["chain_verdict"].startswith("parted"), r.outcome["chain_verdict"])
    check(r.at("tension", 4) > 60e3 and r.end("tension") < 10e3, "the lifter bears", r.end("tension"))
    replays(h, r)
    if h.sanitized:  # the comparison runs the same code
        return
    sound = changed(h, "incidents", "pin_lost", "--duration", "30", edits=((", strength: 0.05", ""),))
    check(not sound.outcome["parted"] and sound.end("tension") > 50e3, "the sound one parted")


if __name__ == "__main__":
    main(globals())
