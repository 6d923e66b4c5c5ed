#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse view: the picture of a running simulator, in a window under a virtual X server, through the state stream."""
import os
import re
import shutil
import socket
import subprocess
import time

from harness import Skip, check, main, png_pixels
from test_pictures import DRIVERS, QUICK, skip_without_pictures, with_gl
from test_robust import PATIENCE, Display

BLOCK = 16


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.bind(("127.0.0.1", 0))
        return str(s.getsockname()[1])


class View:
    """A window of hawse view; the context ends it."""

    def __init__(self, h, display, scenario, port, view="bolster"):
        if not shutil.which("xdotool"):
            raise Skip("no xdotool here")
        self.h, self.view, self.file = h, view, h.path(f"{view}.out")
        self.env = {**h.env, **DRIVERS, "DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"}
        self.out = open(self.file, "w")
        self.p = subprocess.Popen([h.hawse, "view", scenario, "--anywhere", "--from", port, "--view", view], cwd=h.folder,
                                  stdin=subprocess.DEVNULL, stdout=self.out, stderr=subprocess.STDOUT, env=self.env)

    def __enter__(self):
        self.wait(lambda: "close the window" in self.said(), "no window")
        return self

    def __exit__(self, *_):
        self.p.kill()
        self.p.wait()
        self.out.close()

    def said(self):
        with open(self.file) as f:
            return f.read()

    def wait(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            skip_without_pictures(self.said())
            check(time.monotonic() < end and self.p.poll() is None, what, self.p.poll(), self.said())
            time.sleep(0.05)

    def xdotool(self, *args):
        r = subprocess.run(["xdotool", *args], env=self.env, capture_output=True, text=True, timeout=60)
        check(r.returncode == 0, "xdotool", *args, r.stderr)
        return r.stdout.split()

    def press(self, *keys):
        window = self.xdotool("search", "--sync", "--onlyvisible", "--name", f" {self.view} .* hawse view$")[0]
        self.xdotool("windowfocus", "--sync", window)
        for key in keys:
            self.xdotool("key", "--window", window, key)
            time.sleep(0.2)

    def shot(self):
        """Takes a picture by F12; returns its simulated time and its pixels."""
        before = self.said().count("picture written")
        self.press("F12")
        self.wait(lambda: self.said().count("picture written") > before, "no picture")
        name = re.findall(r"picture written: (\S+)\n", self.said())[-1]
        return float(re.search(r"-t([0-9.]+?)(-\d+)?\.png", name)[1]), png_pixels(self.h.path(name))

    def shot_when(self, holds, what):
        end = time.monotonic() + PATIENCE
        while True:
            t, picture = self.shot()
            if holds(t, is_marked(picture)):
                return t, picture
            check(time.monotonic() < end, what, "t", t, "marked", is_marked(picture), self.said())


def is_marked(picture):
    """Whether the amber box of a picture that is not of this moment is there."""
    _, _, rows = picture
    amber = sum(r > 220 and 140 < g < 210 and b < 110 for row in rows[70:160]
                for r, g, b in zip(row[30:720:3], row[31:720:3], row[32:720:3]))
    return amber > 300


class Sender:
    """hawse run without a window, with a stream; the context ends it."""

    def __init__(self, h, scenario, *ports, seconds=600):
        self.file = open(h.path("run.out"), "w+")
        streams = [word for port in ports for word in ("--stream", port)]
        script = os.path.join(h.source, "config", "scenarios", "weigh.csv")
        self.p = subprocess.Popen([h.hawse, "run", scenario, "--anywhere", "--headless", "--device", "script:" + script,
                                   "--duration", str(seconds), *streams, "--report", os.path.join(h.out, "r.json")],
                                  stdin=subprocess.DEVNULL, stdout=self.file, stderr=subprocess.STDOUT, env=h.env)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.p.kill()
        self.p.wait()
        self.file.close()

    def said(self):
        self.file.seek(0)
        return self.file.read()


def scene_blocks(picture):
    """Mean colours of the scene in blocks: a window draws edges with fewer samples than an off-screen picture."""
    width, _, rows = picture
    blocks = {}
    for top in range(32, 528, BLOCK):  # between the line of numbers, of which a trainee has none, and the instruments
        for left in range(0, width, BLOCK):
            if left < 240 and 64 <= top < 160:
                continue  # the mark
            part = [rows[y][3 * left:3 * (left + BLOCK)] for y in range(top, top + BLOCK)]
            blocks[left, top] = [sum(sum(row[k::3]) for row in part) / BLOCK ** 2 for k in range(3)]
    return blocks


def difference(a, b):
    """Mean over the blocks, and greatest, of the greatest difference of a colour, of 255."""
    each = [max(abs(x - y) for x, y in zip(a[k], b[k])) for k in a]
    return sum(each) / len(each), max(each)


def test_shows_the_same(h):
    """At the end of a run the window shows its last state, as an off-screen picture of the same run at that moment: much
    nearer to that than to pictures of half a second before and after."""
    case, port = h.scenario(QUICK), free_port()
    with Display() as display, View(h, display, case, port, "anchor") as v:  # this camera follows: it has no past
        v.shot_when(lambda t, marked: t == 0 and marked, "a picture before the first signal")
        with Sender(h, case, port, seconds=4) as s:
            s.p.wait(PATIENCE)
            check(s.p.returncode in (0, 1), s.said())
            said = s.said()
        print(re.search(r"state stream: .*", said)[0])
        t, shown = v.shot_when(lambda t, marked: t == 4, "the last state")
        check(t == 4 and is_marked(v.shot_when(lambda t, marked: marked, "the mark")[1]), "the picture is old and does not say so")
        v.press("Escape", "Escape")
        v.wait(lambda: v.p.poll() is not None or "frames received" in v.said(), "Escape twice")
        check(v.p.wait(PATIENCE) == 0, v.said())
        print(re.search(r"\d+ frames received.*", v.said())[0])
    folder = h.path("pictures")
    with_gl(h, "sil", case, "--anywhere", "--duration", "4.5", "--fps", "2", "--frames", folder, "--view", "anchor")
    shown, found = scene_blocks(shown), {}
    for name in os.listdir(folder):
        ms = int(name[6:12])
        found[ms] = difference(shown, scene_blocks(png_pixels(os.path.join(folder, name))))
    print({k: [round(x, 2) for x in v] for k, v in sorted(found.items())})
    others = [v for k, v in found.items() if k != 4000]
    check(len(others) >= 8 and found[4000][0] < 1 and found[4000][1] < 20, found)
    check(all(o[0] > 5 * found[4000][0] for o in others), found)


def test_killed_and_restarted(h):
    """A view that is killed and started again, and a sender that is, both go on by themselves. Frames never allocate."""
    case, port, second = h.scenario(QUICK), free_port(), free_port()
    with Display() as display:
        with Sender(h, case, port, second) as s:
            with View(h, display, case, port) as v, View(h, display, case, second, "deck") as other:
                t, deck = other.shot_when(lambda t, marked: t > 0 and not marked, "a second view of one sender")
                v.shot_when(lambda t, marked: t > 0 and not marked, "a picture")
                check(difference(scene_blocks(v.shot()[1]), scene_blocks(deck))[0] > 10, "both views show the same")
            with View(h, display, case, port) as v:  # both were killed, and the sender ran on
                before, _ = v.shot_when(lambda t, marked: t > 1 and not marked, "the view started again")
                v.shot_when(lambda t, marked: t > before and not marked, "it goes on")
                s.p.kill()
                last, _ = v.shot_when(lambda t, marked: marked, "no mark without a sender")
                with Sender(h, case, port, seconds=8) as again:
                    v.shot_when(lambda t, marked: 0 < t < last and not marked, "it does not follow the restarted sender")
                    check(again.p.wait(PATIENCE) in (0, 1), again.said())
    check(h.report()["allocations_in_loop"] == 0 or h.sanitized, "a frame allocated")


def test_another_scenario_is_refused(h):
    """The view ends with a message that names the sender's scenario; so does one of another chain."""
    case, port = h.scenario(QUICK), free_port()
    other = h.scenario(QUICK, ("bar_diameter: 50 mm", "bar_diameter: 52 mm"), name="other.yaml")
    with Display() as display, Sender(h, case, port):
        env = {**DRIVERS, "DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"}
        r = h.run("view", other, "--anywhere", "--from", port, code=2, env=env, timeout=PATIENCE)
        skip_without_pictures(r.stderr)
        check(f"the sender at {port} runs another scenario, 'Weigh the port anchor and house it'" in r.stderr, r.stderr)


def test_bad_options(h):
    weigh = h.weigh
    for args, says in ((("view", weigh), "--from is missing"),
                       (("view", weigh, "--from", "7001x"), r"--from: expected [ADDRESS:]PORT"),
                       (("view", weigh, "--from", "host:7001"), "--from: expected an address in numbers"),
                       (("view", weigh, "--from", "224.0.0.1:7001"), "--from: expected a multicast group in 239.0.0.0/8"),
                       (("view", weigh, "--from", "192.0.2.7:7001"), "--from: cannot receive at 192.0.2.7:7001"),
                       (("view", weigh, "--from", free_port(), "--view", "crow"), "--view: expected one of overview"),
                       (("run", weigh, "--headless", "--duration", "1", "--stream", "0"), "--stream: expected [ADDRESS:]PORT"),
                       (("run", weigh, "--headless", "--duration", "1", "--stream", "255.255.255.255:7001"), "--stream: no way to")):
        r = h.run(*args, code=2)
        check(says in r.stderr, args, r.stderr)
    said = h.run("view", "--help").stdout
    check(all(s in said for s in ("usage: hawse view SCENARIO --from", "underwater", "F12", "multicast group")), said)


if __name__ == "__main__":
    main(globals())
