#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Output of mechanisms: pictures, films and pages of runs and recordings, and hawse run without a window."""
import os
import glob
import re
import shutil
import signal
import subprocess
import time

from harness import Recording, Skip, check, main, png_pixels
from test_film import need_ffmpeg, probe
from test_pictures import DRIVERS, with_gl, with_window
from test_robust import PATIENCE, Display


def scenario(h, *name):
    return os.path.join(h.source, "config", "scenarios", *name)


def out(h, name):
    return os.path.join(h.out, name)


def state_hash(r):
    return re.search(r"state hash ([0-9a-f]{16})", r.stdout)[1]


def painted(path):
    """Rows and columns with colour in them, below the line at the top: floor and backdrop are grey."""
    width, height, rows = png_pixels(path)
    across, down = set(), set()
    for y in range(30, height, 4):
        row = rows[y]
        for x in range(0, width, 4):
            p = row[3 * x:3 * x + 3]
            if max(p) - min(p) > 60:
                across.add(x)
                down.add(y)
    return (min(across), max(across)), (min(down), max(down))


def test_pictures_of_a_run(h):
    """Pictures come at equal steps of simulated time and show motion; the run is the same without them."""
    case, folder = scenario(h, "iftomm", "A02_four_bar_2.yaml"), out(h, "p")
    bare = h.run("sil", case, "--duration", "1")
    seen = with_gl(h, "sil", case, "--duration", "1", "--frames", folder, "--fps", "2", "--view", "front")
    check(state_hash(seen) == state_hash(bare), "pictures change the run")
    names = sorted(os.listdir(folder))
    check(names == ["frame_000001.png", "frame_000500.png", "frame_001000.png"], names)
    places = [painted(os.path.join(folder, n)) for n in names]
    for (left, right), (top, bottom) in places:
        check(right - left > 500 and bottom - top > 60, "it does not fill the picture:", places)
    check(places[2][1][0] > places[0][1][1], "it has not folded over:", places)


def test_pictures_of_a_recording(h):
    """Pictures of a recording equal those of its run to the last bit, from any frame."""
    case, rec = scenario(h, "contact", "bouncing_ball.yaml"), out(h, "a.rec")
    with_gl(h, "sil", case, "--duration", "1", "--frames", out(h, "p"), "--fps", "4", "--record", rec)
    with_gl(h, "replay", rec, "--frames", out(h, "q"), "--fps", "4", "--from", "0.5")
    for n in ("frame_000750.png", "frame_001000.png"):
        with open(os.path.join(h.out, "p", n), "rb") as a, open(os.path.join(h.out, "q", n), "rb") as b:
            check(a.read() == b.read(), n, "differs")


def test_film(h):
    need_ffmpeg()
    film = out(h, "a.mp4")
    with_gl(h, "sil", scenario(h, "examples", "slider_crank.yaml"), "--video", film, "--fps", "50")
    check(probe(film) == "1280,720,50/1,11", probe(film))


def test_cameras(h):
    """A mechanism has its own cameras; a ship's camera name is refused before any output."""
    case = scenario(h, "examples", "pendulum.yaml")
    shown = set()
    for view in ("overview", "front", "side", "top", "follow", "near", "free"):
        with_gl(h, "sil", case, "--duration", "0.3", "--frames", out(h, view), "--fps", "4", "--view", view)
        with open(os.path.join(h.out, view, "frame_000250.png"), "rb") as f:
            shown.add(f.read())
        shutil.rmtree(out(h, view))
    check(len(shown) >= 6, "cameras that show the same:", 7 - len(shown))  # free starts at the overview
    r = h.run("sil", case, "--frames", out(h, "p"), "--view", "bolster", code=2)
    check("--view: expected one of overview, front, side, top, follow, near, free; found 'bolster'" in r.stderr, r.stderr)
    r = h.run("sil", h.weigh, "--anywhere", "--duration", "0.1", "--frames", out(h, "p"), "--view", "front", code=2)
    check("--view: expected one of overview, bolster" in r.stderr and "found 'front'" in r.stderr, r.stderr)
    check(os.listdir(h.out) == [], os.listdir(h.out))


def test_run_is_the_run_of_sil(h):
    """Without a window: no operator, whole steps a frame, the same states. The report has both counts."""
    for case, seconds, steps, period in ((scenario(h, "examples", "slider_crank.yaml"), 0.15, 2, 1000000),
                                         (scenario(h, "iftomm", "A04_bricard.yaml"), 0.2, 1, 1000000),
                                         (scenario(h, "contact", "bouncing_ball.yaml"), 0.1503, 5, 1000000)):
        rec = out(h, "a.rec")
        sil = h.run("sil", case, "--duration", str(seconds))
        run = h.run("run", case, "--headless", "--duration", str(seconds), "--record", rec, "--report", out(h, "r.json"))
        check(state_hash(run) == state_hash(sil), case, run.stdout, sil.stdout)
        check((f"{steps} steps of" in run.stdout) == (steps > 1), run.stdout)
        report, frames = h.report(), len(Recording(rec).frames())
        check(report["steps"] == frames == round(seconds / report["h_s"]), report["steps"], frames)
        check(report["frame"]["period_ns"] == period, report["frame"]["period_ns"])
        of_loop = sum(b["frames"] for b in report["frame"]["work_bins"])
        check(of_loop == -(-frames // steps), of_loop, "frames")  # the last frame may have fewer steps
        check("every state equal" in h.run("replay", rec, "--check").stdout, "the replay differs")
        os.remove(rec)


def test_lever(h):
    """A script operates the lever of a mechanism, as of a ship; without a script it stays at 0."""
    text = """model:
  points:
    - {name: O, at: [0, 0, 0], fixed: true}
  bodies:
    - {name: wheel, points: [O], mass: 2 kg, centre: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}
  joints:
    - {name: axle, kind: revolute, bodies: [ground, wheel], points: [O], axis: [0, 1, 0]}
  forces:
    - {name: motor, kind: actuator, joint: axle, max_torque: 1 N m, command: lever}
record:
  - {name: turn, of: axle, what: position}
end:
  duration: 0.5 s
"""
    case = h.write("wheel.yaml", text)
    hands = h.write("hands.csv", "t [s],lever [1],brake [1],clutch [1]\n0,0,0,1\n0.1,0,0,1\n0.2,0.5,0,1\n")
    still = h.run("run", case, "--headless", "--duration", "0.5")
    worked = h.run("run", case, "--headless", "--duration", "0.5", "--device", "script:" + hands)
    check(state_hash(still) != state_hash(worked), "the lever does nothing")
    check(state_hash(worked) == state_hash(h.run("sil", case, "--script", hands)), "sil differs")


def test_window(h):
    """Runs in a real window for its duration; the page's pictures are drawn after it closes."""
    case = scenario(h, "contact", "bouncing_ball.yaml")
    r = with_window(h, "run", case, "--duration", "1", "--html", out(h, "r.html"), "--report", out(h, "r.json"))
    check("no window" not in r.stderr and "continuing without" not in r.stderr, r.stderr)
    report = h.report()
    check(report["steps"] == 5000 and report["picture"]["pictures"] >= 3, report["steps"], report["picture"])
    with open(out(h, "r.html")) as f:
        page = f.read()
    check(page.count("<img ") >= 2, "pictures of the page:", page.count("<img "))
    check(state_hash(r) == state_hash(h.run("sil", case, "--duration", "1")), "the window changes the run")


def test_window_pauses_at_the_end(h):
    """Without --duration the window stays open and the mechanism pauses at end.duration, also when F5 starts it again."""
    if not shutil.which("xdotool"):
        raise Skip("no xdotool here")
    with open(scenario(h, "contact", "bouncing_ball.yaml")) as f:
        text = re.sub(r"duration: .*", "duration: 0.4 s", f.read())
    case = h.write("ball.yaml", text)
    with Display() as display, open(h.path("err"), "w+") as err:
        env = {**h.env, **DRIVERS, "SDL_AUDIODRIVER": "dummy", "DISPLAY": display.name}
        p = subprocess.Popen([h.hawse, "run", case, "--anywhere", "--report", out(h, "r.json")], cwd=h.out, env=env,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
        try:
            times = []

            def press(*keys):
                window, end = [], time.monotonic() + PATIENCE
                while not window:
                    check(time.monotonic() < end, "no window opens")
                    window = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "hawse$"], env=env,
                                            capture_output=True, text=True, timeout=PATIENCE).stdout.split()
                    err.seek(0)
                    if not window and "no window, continuing without it" in (said := err.read()):
                        raise Skip("no window here: " + said)
                subprocess.run(["xdotool", "key", "--window", window[0], *keys], env=env, timeout=PATIENCE)

            def shown(least, patience=PATIENCE):
                """Takes pictures (F12) until one shows this time or more; then that time."""
                end = time.monotonic() + patience
                while time.monotonic() < end and p.poll() is None:
                    press("F12")
                    time.sleep(0.5)
                    times[:] = sorted(float(re.search(r"-t([0-9.]+?)(-[0-9]+)?\.png", n)[1])
                                      for n in glob.glob(os.path.join(h.out, "hawse-*.png")))
                    if times and times[-1] >= least:
                        return times[-1]
                return None

            check(shown(0.4) == 0.4, "it does not pause at 0.4 s:", times, p.poll())
            press("F5")
            check(shown(0.401, 2) is None, "it runs past its end:", times)
            p.send_signal(signal.SIGTERM)
            check(p.wait(PATIENCE) == 0, "exit code:", p.returncode)
        finally:
            p.kill()
            p.wait()
    report = h.report()
    check(abs(report["steps"] * report["h_s"] - 0.4) < 1e-9, report["steps"], report["h_s"])


if __name__ == "__main__":
    main(globals())
