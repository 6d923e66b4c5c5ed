# SPDX-License-Identifier: MIT
"""The chain stopper and failed sensors in the shipped scenarios: report and recording."""
import os

from harness import check, main


def sil(h, name, *more):
    """Runs and records a shipped scenario; returns its report."""
    h.run("sil", os.path.join(h.source, "config", "scenarios", f"{name}.yaml"), "--record",
          os.path.join(h.out, f"{name}.rec"), "--report", os.path.join(h.out, f"{name}.json"), "--csv",
          os.path.join(h.out, f"{name}.csv"), *more)
    return h.report(f"{name}.json")


def at(c, t):
    """Row of the columns at time t."""
    return min(range(len(c["t"])), key=lambda k: abs(c["t"][k] - t))


def stopper_events(r):
    return [(e["event"], e["t_s"]) for e in r["event_list"] if e["event"].startswith("stopper")]


def test_holds_and_is_lifted(h):
    """Heave with the bar down until it falls between two links, then walk back onto it. With brake off and clutch out
    the stopper bears the chain's load, the lifter none. The bar does not lift under load, but when heaved to
    slack. The recording replays to the same bits."""
    r = sil(h, "stopper_holds")
    names = [e for e, _ in stopper_events(r)]
    check(names == ["stopper_holds", "stopper_refused", "stopper_open"], stopper_events(r))
    c = h.csv("stopper_holds.csv")
    before, on, after = at(c, 1.9), at(c, 14.8), at(c, 34)
    check(c["stopper"][before] == 0 and c["stopper"][on] == 2 and c["stopper"][after] == 0, "states")
    mean = lambda name, t0, t1: sum(c[name][at(c, t0):at(c, t1)]) / (at(c, t1) - at(c, t0))
    weight = mean("anchor_tension", 13.5, 14.8)
    # walked back: the pipe's friction bears a part, the lifter only the chain that hangs into the locker
    check(mean("stopper_load", 13.5, 14.8) > 0.8 * weight, "the stopper bears", mean("stopper_load", 13.5, 14.8), weight)
    check(abs(mean("tension", 13.5, 14.8)) < 0.06 * weight, "the lifter bears", mean("tension", 13.5, 14.8))
    check(c["brake"][on] == 0 and c["clutch"][on] == 0, "not let go")
    # held: the shackle sinks by at most the bar's play and give, 0.8 and 0.2 bar diameters of 50 mm
    sunk = c["shackle_z"][at(c, 12.4)] - min(c["shackle_z"][at(c, 12.5):at(c, 16)])
    check(sunk < 0.05 + 0.05, "the anchor sank by", sunk)  # plus the swing of the chain
    check(abs(mean("stopper_load", 30, 34)) == 0 and mean("tension", 30, 34) > weight, "not handed back")
    h.run("replay", os.path.join(h.out, "stopper_holds.rec"), "--anywhere", "--check")


def test_failed_sensors_change_nothing_but_the_instruments(h):
    """The same heave with and without failures: the same states to the bit, and the same recorded gauges, but for the
    counter's reading and the alarms, which are the instruments'."""
    failing = h.write("failing.csv", "t [s],lever,brake,clutch,tension_sensor,speed_sensor,counter_sensor,lining_sensor\n"
                      "0,0,1,1,0,0,0,0\n0.5,0.5,0,1,0,0,0,0\n1,0.6,0,1,1,0,0,0\n2,0.6,0,1,1,1,1,1\n4,0.6,0,1,0,0,1,0\n")
    sound = h.write("sound.csv", "t [s],lever,brake,clutch\n0,0,1,1\n0.5,0.5,0,1\n1,0.6,0,1\n2,0.6,0,1\n4,0.6,0,1\n")
    report = []
    for script in (failing, sound):
        report.append(sil(h, "sensors_fail", "--script", script, "--duration", "5"))
        report[-1]["rows"] = h.csv("sensors_fail.csv")
    check(report[0]["events"].get("failure") == 2 and "failure" not in report[1]["events"], report[0]["events"])
    check(report[0]["state_hash"] == report[1]["state_hash"], "another run")
    differ = {name for name, column in report[0]["rows"].items() if column != report[1]["rows"][name]}
    check("counter" in differ and differ <= {"counter", "alarms"}, differ)


def test_place_that_does_not_fit(h):
    for place in ("0.1 m", "30 m"):
        path = h.scenario(("operator:\n", f"stopper:\n  place: {place}\noperator:\n"), name="bad.yaml")
        r = h.run("sil", path, "--anywhere", "--duration", "0.1", code=2)
        check("the chain stopper does not fit" in r.stderr and "stopper.place in 0.4 .. " in r.stderr, r.stderr)


if __name__ == "__main__":
    main(globals())
