#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse run in a window when that is closed, resized to nothing or taken away, and where there can be none."""
import os
import re
import shutil
import signal
import subprocess
import time

from harness import Recording, Skip, check, main
from test_pictures import DRIVERS, QUICK

SCREEN = ("-screen", "0", "1280x800x24")
PATIENCE = 90  # [s]; machines that run tests are busy


class Display:
    """A virtual X server that can be taken away; it chooses a number that is free."""

    def __init__(self, *options):
        if not shutil.which("Xvfb"):
            raise Skip("no Xvfb here")
        read, write = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), *SCREEN, *options], pass_fds=(write,),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as f:
            self.name = ":" + f.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        self.server.kill()
        self.server.wait()


class Live:
    """hawse run in a window of the display, recorded and reported; ended at the latest with the block."""

    def __init__(self, h, display, *options, env=None):
        self.h, self.recording = h, os.path.join(h.out, "a.rec")
        self.env = {**h.env, **DRIVERS, "SDL_AUDIODRIVER": "dummy", "DISPLAY": display.name, **(env or {})}
        script = os.path.join(h.source, "config", "scenarios", "weigh.csv")
        self.err = open(h.path("err"), "w+")
        self.p = subprocess.Popen([h.hawse, "run", h.scenario(QUICK), "--anywhere", "--device", "script:" + script,
                                   "--record", self.recording, "--report", os.path.join(h.out, "r.json"), *options],
                                  stdin=subprocess.DEVNULL, stdout=self.err, stderr=subprocess.STDOUT, env=self.env)

    def __enter__(self):
        self.runs_on(50000)
        return self

    def __exit__(self, *_):
        self.p.kill()
        self.p.wait()
        self.err.close()

    def size(self):
        return os.path.getsize(self.recording) if os.path.exists(self.recording) else 0

    def said(self):
        with open(self.h.path("err")) as f:
            return f.read()

    def runs_on(self, bytes_more):
        """Waits until so much more is recorded."""
        wanted, end = self.size() + bytes_more, time.monotonic() + PATIENCE
        while self.size() < wanted:
            check(time.monotonic() < end and self.p.poll() is None, "it stopped:", self.p.poll(), self.said())
            time.sleep(0.05)
        if "no window, going on without" in self.said():
            raise Skip("no window here: " + self.said())

    def xdotool(self, *args):
        if not shutil.which("xdotool"):
            raise Skip("no xdotool here")
        r = subprocess.run(["xdotool", *args], env=self.env, capture_output=True, text=True, timeout=60)
        check(r.returncode == 0, "xdotool", *args, r.stderr)
        return r.stdout.split()

    def window(self):
        found = self.xdotool("search", "--onlyvisible", "--name", "^hawse$")
        check(len(found) == 1, "windows:", found)
        return found[0]

    def ended(self, code, *says):
        """It ends by itself, with that exit code, its recording closed and whole, and a report of as many frames."""
        try:
            self.p.wait(PATIENCE)
        except subprocess.TimeoutExpired as late:
            raise AssertionError("it does not end: " + self.said()) from late
        check(self.p.returncode == code, self.p.returncode, self.said())
        for s in says:
            check(len(re.findall(s, self.said())) == 1, f"'{s}' not once in:", self.said())
        recording = Recording(self.recording)
        check(recording.closed, "the recording has no end")
        check(self.h.report()["steps"] == len(recording.frames()), self.h.report()["steps"], len(recording.frames()))
        self.h.run("replay", self.recording, "--anywhere", "--check")


GONE = "the display went away: the run ends here, what it recorded is kept"


def test_display_dies(h):
    with Display() as d, Live(h, d) as r:
        d.kill()
        r.ended(1, GONE)


def test_display_dies_under_panels(h):
    """With all that is drawn, in the middle of the pictures; the page says why it has none."""
    with Display() as d, Live(h, d, "--html", os.path.join(h.out, "r.html")) as r:
        for key in ("F2", "p", "k", "m", "o", "i", "t", "l", "j"):
            r.xdotool("key", "--window", r.window(), key)
        r.runs_on(50000)
        d.kill()
        r.ended(1, GONE)


def test_client_killed(h):
    """xkill: the server lives on, and ends the connection."""
    with Display() as d, Live(h, d) as r:
        r.xdotool("windowkill", r.window())
        r.ended(1, GONE)


def test_window_closed(h):
    with Display() as d, Live(h, d) as r:
        r.xdotool("windowclose_")
        r.ended(0)


def test_interrupted(h):
    with Display() as d, Live(h, d) as r:
        r.p.send_signal(signal.SIGINT)
        r.ended(0)


def test_terminated(h):
    with Display() as d, Live(h, d) as r:
        r.p.send_signal(signal.SIGTERM)
        r.ended(0)


if __name__ == "__main__":
    main(globals())
