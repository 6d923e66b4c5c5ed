#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse run when its window is closed, resized to nothing or destroyed, and when no window is possible."""
import ctypes
import os
import re
import shutil
import signal
import subprocess
import time

from harness import Recording, Skip, busy, check, main, png_pixels
from test_pictures import DRIVERS, QUICK

SCREEN = ("-screen", "0", "1280x800x24", "-noreset")  # else it refuses clients for a moment after each client
PATIENCE = 90  # [s]; test machines are busy


class Display:
    """A virtual X server that a test can stop; it chooses a free number."""

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
    """hawse run in a window of the display, with recording and report; the context ends it."""

    def __init__(self, h, display, *options, env=None):
        self.h, self.recording = h, os.path.join(h.out, "a.rec")
        self.env = {**h.env, **DRIVERS, "SDL_AUDIODRIVER": "dummy", "MESA_DEBUG": "1", "DISPLAY": display.name, **(env or {})}
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
        """Waits until the recording has grown by this much."""
        wanted, end = self.size() + bytes_more, time.monotonic() + PATIENCE
        while self.size() < wanted:
            check(time.monotonic() < end and self.p.poll() is None, "it stopped:", self.p.poll(), self.said())
            time.sleep(0.05)
        if "no window, continuing without it" in self.said():
            raise Skip("no window here: " + self.said())

    def xdotool(self, *args):
        if not shutil.which("xdotool"):
            raise Skip("no xdotool here")
        r = subprocess.run(["xdotool", *args], env=self.env, capture_output=True, text=True, timeout=60)
        check(r.returncode == 0, "xdotool", *args, r.stderr)
        return r.stdout.split()

    def window(self):
        found = self.xdotool("search", "--onlyvisible", "--name", " hawse$")
        check(len(found) == 1, "windows:", found)
        return found[0]

    def shows(self, *size):
        """Waits until the server shows a picture of this size that is not blank."""
        if not shutil.which("import"):
            raise Skip("no ImageMagick to look with")
        end, found, path = time.monotonic() + PATIENCE, None, self.h.path("shot.png")
        while time.monotonic() < end:
            subprocess.run(["import", "-silent", "-window", self.window(), "-depth", "8", "-define", "png:color-type=2",
                            path], env=self.env, check=True, timeout=60)
            width, height, rows = png_pixels(path)
            colours = {row[x:x + 3] for row in map(bytes, rows[::4]) for x in range(0, len(row), 12)}
            found = width, height, len(colours)
            if found[:2] == size and found[2] > 200:
                return
            time.sleep(0.2)
        raise AssertionError(f"expected a picture of {size}, found {found}; {self.said()}")

    def press(self, *keys):
        for key in keys:
            self.xdotool("key", "--window", self.window(), key)
        self.runs_on(30000)

    def ended(self, code, *says):
        """Checks that the run ends by itself with this exit code, a closed and whole recording, and a report of as many
        frames."""
        try:
            self.p.wait(PATIENCE)
        except subprocess.TimeoutExpired as late:
            raise AssertionError("it does not end: " + self.said()) from late
        check(self.p.returncode == code, self.p.returncode, self.said())
        for s in says:
            check(len(re.findall(s, self.said())) == 1, f"'{s}' not once in:", self.said())
        check("Mesa: " not in self.said(), self.said())
        recording = Recording(self.recording)
        check(recording.closed, "the recording has no end")
        check(self.h.report()["steps"] == len(recording.frames()), self.h.report()["steps"], len(recording.frames()))
        self.h.run("replay", self.recording, "--anywhere", "--check")


GONE = "the window or its display went away: the run ends here; its recording is kept"


def test_display_dies(h):
    with Display() as d, Live(h, d) as r:
        d.kill()
        r.ended(1, GONE)


EVERYTHING = ("F2", "p", "k", "m", "o", "i", "t", "l", "j")


def test_display_dies_under_panels(h):
    """The display dies while everything is drawn; the page has the reason for missing pictures."""
    page = os.path.join(h.out, "r.html")
    with Display() as d, Live(h, d, "--html", page) as r:
        r.shows(1280, 720)  # the panel needs it
        r.press(*EVERYTHING)
        d.kill()
        r.ended(1, GONE)
    with open(page) as f:
        check("No pictures:" in (text := f.read()) and "the window or its display went away" in text, "no reason")


class Keys(Live):
    """hawse run with the keyboard, paused as at a first start, on a busy machine."""

    def __init__(self, h, display):
        self.h, self.recording = h, os.path.join(h.out, "a.rec")
        self.env = {**h.env, **DRIVERS, "SDL_AUDIODRIVER": "dummy", "DISPLAY": display.name}
        self.err, self.server = open(h.path("err"), "w+"), display.server
        self.p = subprocess.Popen([h.hawse, "run", h.scenario(QUICK), "--anywhere", "--device", "keyboard", "--record",
                                   self.recording, "--report", os.path.join(h.out, "r.json")],
                                  stdin=subprocess.DEVNULL, stdout=self.err, stderr=subprocess.STDOUT, env=self.env)

    def __enter__(self):
        self.xdotool("search", "--sync", "--onlyvisible", "--name", " hawse$")
        self.xdotool("windowfocus", self.window())  # no window manager gives it here
        return self

    def moves_lever(self):
        """Holds the key until the recording has a moved lever. A slow machine may take the first picture's delay for a
        loss, after which only a lever at neutral arms: so the key is let go and held again."""
        give_up, moved = time.monotonic() + PATIENCE, False
        while not moved:
            check(time.monotonic() < give_up, "the lever did not move")
            self.xdotool("keydown", "--window", self.window(), "w")
            time.sleep(1)
            self.xdotool("keyup", "--window", self.window(), "w")
            time.sleep(0.5)  # a chunk of the recording is 0.25 s
            moved = os.path.exists(self.recording) and max([f[0] for f in Recording(self.recording).frames()], default=0) > 0

    def stalls(self):
        """A picture takes one and a half seconds: the keyboard is not heard meanwhile."""
        self.server.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        self.server.send_signal(signal.SIGCONT)
        time.sleep(1.5)

    def end(self):
        self.p.send_signal(signal.SIGTERM)
        self.p.wait(PATIENCE)
        return self.h.report()


def test_untouched_start_is_not_failsafe(h):
    """First start on a busy machine whose pictures take long: the run waits, not armed or armed, and needs no reset."""
    with Display() as d, busy(2 * len(os.sched_getaffinity(0))), Keys(h, d) as r:
        time.sleep(2)
        r.stalls()
        report = r.end()
    events = report["events"]
    check("failsafe" not in events and events["disarmed"] >= 1, events)
    check(events["device_lost"] >= 1, "the display did not hold up the keyboard:", events)
    check(report["operator"]["safety"] in ("disarmed", "active") and report["alarms"] == [], report["operator"], report["alarms"])


def test_loss_after_first_move_is_failsafe(h):
    """Once the operator has moved the lever, the same silence is a loss: only a reset arms again."""
    with Display() as d, Keys(h, d) as r:
        time.sleep(1)
        r.xdotool("key", "--window", r.window(), "F5")
        r.moves_lever()
        r.stalls()
        report = r.end()
    check(report["events"].get("failsafe") == 1 and report["operator"]["safety"] == "failsafe", report["events"])
    check(max(f[0] for f in Recording(r.recording).frames()) > 0, "the lever did not move")


def test_display_stands_still(h):
    """The display hangs: frames and recording continue. When it answers again, the pictures continue."""
    with Display() as d, Live(h, d) as r:
        r.shows(1280, 720)
        d.server.send_signal(signal.SIGSTOP)
        try:
            r.runs_on(300000)
        finally:
            d.server.send_signal(signal.SIGCONT)
        r.p.send_signal(signal.SIGINT)
        r.ended(0)


def test_client_killed(h):
    """xkill: the server stays and closes the connection."""
    with Display() as d, Live(h, d) as r:
        r.xdotool("windowkill", r.window())
        r.ended(1, GONE)


def test_window_destroyed(h):
    """Another program destroys the window: the server answers each picture with an error, at which Xlib would end the
    program."""
    with Display() as d, Live(h, d) as r:
        r.xdotool("windowclose", r.window())
        r.ended(1, GONE)


class Close(ctypes.Structure):
    """A ClientMessage of Xlib with WM_DELETE_WINDOW, padded to an XEvent (ICCCM 4.2.8)."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_byte * 128)]


def ask_to_close(display, window):
    """Sends what a window manager sends for its close button; the test has no window manager."""
    try:
        x = ctypes.CDLL("libX11.so.6")
    except OSError as why:
        raise Skip("no libX11 here") from why
    x.XOpenDisplay.restype, x.XInternAtom.restype = ctypes.c_void_p, ctypes.c_ulong
    opened = ctypes.c_void_p(x.XOpenDisplay(display.name.encode()))
    protocols, delete = (x.XInternAtom(opened, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    event = Close(type=33, window=int(window), message_type=protocols, format=32)
    event.data[0] = delete
    check(x.XSendEvent(opened, ctypes.c_ulong(int(window)), 0, ctypes.c_long(0), ctypes.byref(event)), "not sent")
    x.XCloseDisplay(opened)


def test_window_closed(h):
    with Display() as d, Live(h, d) as r:
        ask_to_close(d, r.window())
        r.ended(0)


def test_interrupted(h):
    with Display() as d, Live(h, d) as r:
        r.p.send_signal(signal.SIGINT)
        r.ended(0)


def test_terminated(h):
    with Display() as d, Live(h, d) as r:
        r.p.send_signal(signal.SIGTERM)
        r.ended(0)


def test_resized_moved_and_hidden(h):
    """Window of one pixel and back with everything on; unmapped, mapped, moved. The frames never wait."""
    with Display() as d, Live(h, d) as r:
        window = r.window()
        r.shows(1280, 720)
        r.press(*EVERYTHING)
        for width, height in ((1, 1), (640, 360), (1, 600), (1000, 1), (1280, 720)):
            r.xdotool("windowsize", window, str(width), str(height))
            r.runs_on(30000)
            if min(width, height) > 1:
                r.shows(width, height)
        r.press(*EVERYTHING, "h", "v", "n", "F1", *"1234567")
        r.xdotool("windowsize", window, "1", "1")
        r.press("1", "2")
        r.xdotool("windowunmap", window)
        r.runs_on(60000)
        r.xdotool("windowmap", window)
        r.xdotool("windowmove", window, "-900", "300")
        r.xdotool("windowsize", window, "800", "500")
        r.xdotool("windowmove", window, "100", "60")
        r.shows(800, 500)
        r.p.send_signal(signal.SIGINT)
        r.ended(0)


OLD_GL = {"LIBGL_ALWAYS_SOFTWARE": "1", "MESA_GL_VERSION_OVERRIDE": "2.1"}
NO_WINDOW = r"(?m)^no window, continuing without it: error: expected OpenGL 3\.3 core on video driver \"x11\", found "


def without_window(h, display, *options, env=None, code=0):
    r = h.run("run", h.scenario(QUICK), "--anywhere", "--duration", "0.2", "--report", os.path.join(h.out, "r.json"),
              *options, code=code, env={**DRIVERS, "DISPLAY": display.name if display else "", "SDL_VIDEODRIVER": "",
                                        "WAYLAND_DISPLAY": "", "SDL_AUDIODRIVER": "nonsense", **(env or {})})
    check(code or h.report()["steps"] == 200, r.stderr)
    return r.stderr


def test_old_gl(h):
    """Old OpenGL: one message with the version found, the version needed and the remedy; the scenario's operator
    works it."""
    with Display() as d:
        said = without_window(h, d, env=OLD_GL)
        if "no window" not in said:
            raise Skip("OpenGL cannot be made older here")
        check(len(re.findall(NO_WINDOW + r"2\.1 .*: install a driver", said)) == 1, said)
        check(said.count("no window") == 2 and "no window to operate it in: the scenario's operator works it for" in said, said)
        said = without_window(h, d, "--device", "keyboard", env=OLD_GL, code=2)
        check("--device keyboard needs a window, and there is none" in said, said)


def test_no_glx(h):
    with Display("-extension", "GLX") as d:
        said = without_window(h, d)
        check(len(re.findall(NO_WINDOW + "no OpenGL .*: install a driver", said)) == 1, said)
        script = "script:" + os.path.join(h.source, "config", "scenarios", "weigh.csv")
        said = without_window(h, d, "--device", script)
        check("to operate it" not in said, said)


class Nowhere:
    name = ":4711"


def test_no_display(h):
    """No display and no audio. If the named display does not answer, the program opens no invisible window instead."""
    check("no window to operate it in" in without_window(h, None), "it does not say who operates")
    said = without_window(h, Nowhere)
    check(said.count("no window, continuing without it: error: cannot open a display") == 1 and "':4711'" in said, said)


def test_nothing_to_operate_it(h):
    with open(h.weigh) as f:
        script = re.search(r"(?m)^ +script: weigh.csv\n", f.read())[0]
    case = h.scenario()
    with open(case) as f:
        text = re.sub(r"(?m)^operator:.*\n(?: +.*\n)+", "", f.read())
    check(script and "operator" not in text, text)
    r = h.run("run", h.write("none.yaml", text), "--anywhere", "--duration", "0.2", code=2,
              env={"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""})
    check("nothing to operate it with: no joystick, no window and no operator" in r.stderr, r.stderr)


def test_start_that_fails(h):
    """The chain settles while the window opens; an error of the start is still reported, and nothing is left behind."""
    case = h.scenario(("depth: 10 m", "depth: 3 m\n  settle: 0.2 s"), ("chain:", "solver:\n  step: 20 ms\n  gamma: 1\nchain:"))
    says = ("(the chain did not settle: its state became non-finite|no consistent start: acceleration residual)",)
    h.refused(case, "--anywhere", says=says)
    with Display() as display:
        h.env = {**h.env, **DRIVERS, "SDL_AUDIODRIVER": "dummy", "DISPLAY": display.name}
        h.refused(case, "--anywhere", command="run", says=says)


def test_no_room_for_a_recording(h):
    """A temporary recording only serves rewinding, so the run continues without it; a requested one must exist."""
    script = "script:" + os.path.join(h.source, "config", "scenarios", "weigh.csv")
    nowhere = os.path.join(h.out, "none")
    with Display() as d:
        r = h.run("run", h.scenario(QUICK), "--anywhere", "--device", script, "--duration", "0.2", "--no-sound",
                  env={**DRIVERS, "DISPLAY": d.name, "TMPDIR": nowhere})
    if "no window" in r.stderr:
        raise Skip("no window here: " + r.stderr)
    check(f"no rewind in this run, continuing without it: {nowhere}/hawse-run-" in r.stderr, r.stderr)
    check("0.200 s simulated" in r.stdout, r.stdout)


def test_replay_loses_its_display(h):
    recording = os.path.join(h.out, "a.rec")
    h.run("sil", h.scenario(QUICK), "--anywhere", "--duration", "1", "--record", recording)
    with Display() as d:
        p = subprocess.Popen([h.hawse, "replay", recording, "--anywhere", "--window"], stdin=subprocess.DEVNULL, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**h.env, **DRIVERS, "DISPLAY": d.name})
        try:
            line = p.stdout.readline()  # the keys, when the window is open
            if line:
                d.kill()
            out, err = p.communicate(timeout=PATIENCE)
        finally:
            p.kill()
    if not line:
        raise Skip("no window here: " + err)
    check(p.returncode == 1 and "the window or its display went away" in err, p.returncode, err)
    check("closed at" in out, out)


if __name__ == "__main__":
    main(globals())
