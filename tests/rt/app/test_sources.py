#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A real run repeats with the same bits, whatever its device: a joystick, a serial console or a script. Its replay, and
software-in-the-loop with its recording as the device, have the same hash in every frame, on one processor and on two,
alone and under load."""
import contextlib
import math
import os

from harness import Recording, Skip, busy, check, main, undisturbed
from test_serial import built_file, console, shim
from test_ship import shipped

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")
SECONDS = 2
HANDS = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.4,0,0,1\n0.8,0.5,0,1\n1.4,1,0,1\n1.7,0,0,1\n1.8,0,1,1\n"
# no test moves its lever
BRAKE = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.4,-1,0,1\n1.2,-1,0,1\n1.3,-1,0.25,1\n"


def commands(recording):
    """Command and state hash of each frame, without the events."""
    return [f[:5] for f in recording.frames()]


def check_repeats(h, case, plugged_in, pinned, env=None, moves=True):
    """Runs in real time with the device of plugged_in(), then again from the recording alone; both must have the same
    frames. moves: the device must have moved the lever."""
    first, again = h.path("out", "a.rec"), h.path("out", "b.rec")

    def moved():
        with plugged_in() as device:
            h.run("run", case, "--anywhere", "--headless", "--device", device, "--duration", str(SECONDS), "--record",
                  first, env=env, before=pinned)
        real = Recording(first)
        check(len(real.frames()) == 1000 * SECONDS, "frames:", len(real.frames()))
        most = max(f[0] for f in real.frames())
        check(most > 0.4 or not moves, device, "did not move the lever:", most)
        return real

    real = undisturbed(moved)
    r = h.run("replay", first, "--anywhere", "--check", before=pinned)
    check(f"{len(real.frames())} frames replayed, every state equal" in r.stdout, r.stdout)
    h.run("sil", case, "--anywhere", "--device", f"recording:{first}", "--duration", str(SECONDS), "--record", again,
          before=pinned)
    differing = [k for k, (a, b) in enumerate(zip(commands(real), commands(Recording(again)))) if a != b]
    check(not differing, pinned, ":", len(differing), "frames differ, the first:", differing[:1])
    return real


def run_everywhere(h, one_run):
    """Calls one_run(pinned, starved) on one processor and on two, alone and beside two busy programs. starved: the busy
    programs share the frames' processor, so the device threads run late and their input is rightly stale."""
    if h.sanitized:
        raise Skip("too slow for real time")
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        raise Skip("one processor here")
    one, two = ("taskset", "-c", str(cores[0])), ("taskset", "-c", f"{cores[0]},{cores[1]}")
    for pinned, load in ((one, 0), (two, 0), (two, 2), (one, 2)):
        with busy(load, pinned):
            one_run(pinned, pinned == one and load > 0)


def joystick_name(h):
    return "joystick@" + os.path.join(h.source, "config", "devices", "generic_joystick.yaml")


def stick_env(h):
    return {"LD_PRELOAD": built_file(h, "tests", "hw", "libstick_shim.so"), "XDG_CONFIG_HOME": h.path("config")}


def test_joystick(h):
    run_everywhere(h, lambda pinned, starved: check_repeats(
        h, h.scenario(QUICK), lambda: contextlib.nullcontext(joystick_name(h)), pinned, stick_env(h), not starved))


def test_bridge_of_a_joystick(h):
    """Engine, rudder and bow thruster from axes of the joystick: its orders are those recorded, and they move the ship."""
    if h.sanitized:
        raise Skip("too slow for real time")
    stick = os.path.join(h.source, "config", "devices", "generic_joystick.yaml")
    with open(stick) as f:
        text = f.read()
    for axis, name in ((3, "engine"), (4, "rudder"), (5, "bow_thruster")):
        at = text.index("channel: -1", text.index(f"\n{name}:"))
        text = text[:at] + f"channel: {axis}" + text[at + len("channel: -1"):]
    case = shipped(h, "weigh_under_way.yaml", ("  depth: 10 m", "  depth: 3 m\n  settle: 1 s"))
    device = "joystick@" + h.write("bridge.yaml", text)

    def ordered():
        real = check_repeats(h, case, lambda: contextlib.nullcontext(device), (), stick_env(h))
        engine, rudder, thruster = real.orders[-1]
        check(-630 < engine < -570 and rudder == -1000 and thruster == 1000, "orders:", engine, rudder, thruster)
    undisturbed(ordered)
    h.run("sil", case, "--anywhere", "--device", "recording:" + h.path("out", "a.rec"), "--duration", str(SECONDS), "--csv",
          os.path.join(h.out, "c.csv"))
    c = h.csv()
    degrees = math.degrees(c["rudder"][-1])
    check(degrees < -2 and c["propeller"][-1] < -0.05, "rudder:", degrees, "propeller:", c["propeller"][-1])


def test_serial_console(h):
    @contextlib.contextmanager
    def plugged_in():
        with console(h, hands=HANDS) as (port, _):
            yield port
    run_everywhere(h, lambda pinned, starved: check_repeats(h, h.scenario(QUICK), plugged_in, pinned, shim(h),
                                                              not starved))


def test_script(h):
    """The frame itself reads the script, so load cannot make it stale."""
    device = "script:" + h.write("hands.csv", HANDS)
    run_everywhere(h, lambda pinned, _: check_repeats(h, h.scenario(QUICK), lambda: contextlib.nullcontext(device),
                                                        pinned))


def test_lever_and_brake_of_two_devices(h):
    """A mix of real devices: the lever from the joystick, brake and the rest from the serial console."""
    if h.sanitized:
        raise Skip("too slow for real time")
    env = {**shim(h), **stick_env(h)}
    env["LD_PRELOAD"] = shim(h)["LD_PRELOAD"] + ":" + stick_env(h)["LD_PRELOAD"]

    @contextlib.contextmanager
    def plugged_in():
        with console(h, hands=BRAKE) as (port, _):
            yield f"lever={joystick_name(h)},rest={port}"

    def moved_by_both():
        real = check_repeats(h, h.scenario(QUICK), plugged_in, (), env)
        brakes = [f[1] for f in real.frames()]
        check(max(brakes) > 0.99 and min(brakes) < 0.01, "brake:", min(brakes), max(brakes))
        held = [b for b in brakes if abs(b - 0.25) < 0.01]  # not a position of the joystick's brake
        check(len(held) > 100, "the console's brake was not seen")
    undisturbed(moved_by_both)


if __name__ == "__main__":
    main(globals())
