#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A real run has the same bits afterwards, whatever moved it: a joystick, a serial console or a script. Its replay, and
software-in-the-loop with its recording as the device, have the same hash in every frame; on one processor, on two, and
on two under load."""
import contextlib
import os

from harness import Recording, Skip, busy, check, main, undisturbed
from test_serial import built, console, shim

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")
SECONDS = 2
HANDS = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.4,0,0,1\n0.8,0.5,0,1\n1.4,1,0,1\n1.7,0,0,1\n1.8,0,1,1\n"


def commands(recording):
    """Command and state hash of each frame; the events of a frame are another matter."""
    return [f[:5] for f in recording.frames()]


def the_same_afterwards(h, case, plugged_in, pinned, env=None):
    """Runs in real time, with what plugged_in() gives as the device, then again from the recording alone; both come off
    with the same frames."""
    first, again = h.path("out", "a.rec"), h.path("out", "b.rec")

    def moved():
        with plugged_in() as device:
            h.run("run", case, "--anywhere", "--headless", "--device", device, "--duration", str(SECONDS), "--record",
                  first, env=env, before=pinned)
        real = Recording(first)
        check(len(real.frames()) == 1000 * SECONDS, "frames:", len(real.frames()))
        most = max(f[0] for f in real.frames())
        check(most > 0.4, device, "did not move the lever:", most)
        return real

    real = undisturbed(moved)
    r = h.run("replay", first, "--anywhere", "--check", before=pinned)
    check(f"{len(real.frames())} frames replayed, every state equal" in r.stdout, r.stdout)
    h.run("sil", case, "--anywhere", "--device", f"recording:{first}", "--duration", str(SECONDS), "--record", again,
          before=pinned)
    differing = [k for k, (a, b) in enumerate(zip(commands(real), commands(Recording(again)))) if a != b]
    check(not differing, pinned, ":", len(differing), "frames differ, the first:", differing[:1])
    return real


def everywhere(h, one_run):
    """one_run(pinned) on one processor, on two, and on two under load."""
    if h.sanitized:
        raise Skip("too slow for real time")
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        raise Skip("one processor here")
    one, two = ("taskset", "-c", str(cores[0])), ("taskset", "-c", f"{cores[0]},{cores[1]}")
    for pinned, load in ((one, 0), (two, 0), (two, 2)):
        with busy(load):
            one_run(pinned)


def test_joystick(h):
    env = {"LD_PRELOAD": built(h, "tests", "hw", "libstick_shim.so"), "XDG_CONFIG_HOME": h.path("config")}
    device = "joystick@" + os.path.join(h.source, "config", "devices", "generic_joystick.yaml")
    everywhere(h, lambda pinned: the_same_afterwards(h, h.scenario(QUICK), lambda: contextlib.nullcontext(device),
                                                     pinned, env))


def test_serial_console(h):
    @contextlib.contextmanager
    def plugged_in():
        with console(h, hands=HANDS) as (port, _):
            yield port
    everywhere(h, lambda pinned: the_same_afterwards(h, h.scenario(QUICK), plugged_in, pinned, shim(h)))


def test_script(h):
    device = "script:" + h.write("hands.csv", HANDS)
    everywhere(h, lambda pinned: the_same_afterwards(h, h.scenario(QUICK), lambda: contextlib.nullcontext(device),
                                                     pinned))


if __name__ == "__main__":
    main(globals())
