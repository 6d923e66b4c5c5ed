#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sound of the program: the audio output of a run with a window, and runs without audio."""
import array

from harness import Skip, check, main
from test_pictures import DRIVERS

RATE = 48000
SCRIPT = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.5,0,0,1\n1,1,0,1\n10,1,0,1\n"


def run(h, driver, *options, seconds=1):
    case = h.scenario(script=SCRIPT)
    r = h.run("run", case, "--anywhere", "--device", "script:" + h.path("script.csv"), "--duration", str(seconds),
              *options, env={**DRIVERS, "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": driver,
                             "SDL_DISKAUDIOFILE": h.path("sound.raw")})
    if "no window, continuing without it" in r.stderr:
        raise Skip("no window here: " + r.stderr.strip())
    return r


def test_heaving_is_heard(h):
    r = run(h, "disk", seconds=4)
    check("no sound" not in r.stderr, r.stderr)
    samples = array.array("f")
    with open(h.path("sound.raw"), "rb") as f:
        samples.frombytes(f.read())
    check(len(samples) > RATE, len(samples))
    check(all(abs(x) <= 1 for x in samples), max(samples))
    # silence before any motion; then the motor; faded out at the end
    check(not any(samples[:RATE // 10]), "sound at the start")
    loud = max(abs(x) for x in samples[-RATE:])
    check(loud > 0.01, f"nothing louder than {loud} in the last second")
    check(not any(samples[-100:]), samples[-100:])


def test_no_audio_and_the_run_goes_on(h):
    r = run(h, "nonsense")
    messages = [line for line in r.stderr.splitlines() if "sound" in line or "audio" in line or "ALSA" in line]
    check(len(messages) == 1 and "no sound, continuing without it" in messages[0] and "'nonsense'" in messages[0], r.stderr)
    check("1.000 s simulated" in r.stdout, r.stdout)


def test_no_sound_is_silent(h):
    r = run(h, "nonsense", "--no-sound")
    check("sound" not in r.stderr and "audio" not in r.stderr, r.stderr)


if __name__ == "__main__":
    main(globals())
