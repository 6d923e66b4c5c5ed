#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of a run, off-screen and in a window."""
import os
import re
import shutil

from harness import Skip, check, main, png_pixels

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")


# Drivers are unloaded before the sanitizer checks for leaks, so their leaks look like ours. The tests of render/ keep
# the drivers loaded and do check. The thread sanitizer does not see how a driver's threads synchronise.
DRIVERS = {"ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": "ignore_noninstrumented_modules=1"}


# Messages of the program when it cannot draw, with the reason.
NOTHING_DRAWN = {"OpenGL 3.3": "no OpenGL 3.3 here", "HAWSE_RENDER=OFF": "this build draws nothing (HAWSE_RENDER=OFF)"}


def skip_without_pictures(said):
    """Skips if the program reported that it cannot draw."""
    for sign, why in NOTHING_DRAWN.items():
        if sign in said:
            raise Skip(why)


def with_gl(h, *args):
    """Runs the program; skips without OpenGL."""
    try:
        return h.run(*args, env=DRIVERS)
    except AssertionError as fault:
        if "exit code 2" in str(fault):
            skip_without_pictures(str(fault))
        raise


def with_window(h, *args):
    """Runs the program under a display of its own; skips if it cannot open a window."""
    xvfb = shutil.which("xvfb-run")
    if not xvfb:
        raise Skip("no xvfb-run here")
    try:
        r = h.run(*args, before=(xvfb, "-a", "-s", "-screen 0 1280x800x24"), env=DRIVERS)
        said = r.stderr
    except AssertionError as fault:  # some devices need a window
        r, said = None, str(fault)
        if "no window, continuing without it" not in said:
            raise
    if "no window, continuing without it" in said:
        skip_without_pictures(said)
        raise Skip("no window here: " + said.strip())
    return r


def test_frames(h):
    """One picture at the start and one every two seconds: right size, not blank, and moving."""
    folder = os.path.join(h.out, "pictures")
    with_gl(h, "sil", h.scenario(QUICK), "--anywhere", "--duration", "2.5", "--frames", folder)
    names = sorted(os.listdir(folder))
    check(names == ["frame_000001.png", "frame_002000.png"], "pictures:", names)
    pictures = []
    for n in names:
        width, height, rows = png_pixels(os.path.join(folder, n))
        check((width, height) == (1280, 720), "size:", width, height)
        bpp = len(rows[0]) // width
        colours = {bytes(row[x:x + bpp]) for row in rows[::4] for x in range(0, len(row), 4 * bpp)}
        check(len(colours) > 200, "colours:", len(colours))  # a blank picture has few colours, a lit scene many
        halves = [rows[:height // 2], rows[height // 2:]]
        check(all(len({bytes(r) for r in half}) > height // 4 for half in halves), "half of the picture is empty")
        pictures.append(rows)
    differing = sum(a != b for a, b in zip(*pictures))
    check(differing > 50, "rows that changed in two seconds:", differing)


VIEWS = ("overview", "bolster", "deck", "anchor", "underwater", "pipe", "free")


def test_views(h):
    """Each camera has its own picture; help and the error for an unknown name list all cameras."""
    case = h.scenario(QUICK)
    said = h.run("sil", "--help").stdout
    check(all(name in said for name in VIEWS), "help names the cameras:", said)
    wrong = h.run("sil", case, "--view", "crow", code=2).stderr
    check("crow" in wrong and all(name in wrong for name in VIEWS), "message:", wrong)
    pictures = {}
    for name in VIEWS:
        folder = os.path.join(h.out, name)
        with_gl(h, "sil", case, "--anywhere", "--duration", "0.01", "--frames", folder, "--view", name)
        width, _, rows = png_pixels(os.path.join(folder, "frame_000001.png"))
        pictures[name] = [rows[y][:width] for y in range(40, 480, 8)]
    for name in VIEWS:
        twins = [other for other in VIEWS[:-1] if other != name and pictures[other] == pictures[name]]
        check(not twins or name == "free", name, "is the picture of", twins)  # free starts at bolster


def test_frames_change_no_bit(h):
    """Drawing does not change the run."""
    case = h.scenario(QUICK)
    with_gl(h, "sil", case, "--anywhere", "--duration", "0.5", "--frames", os.path.join(h.out, "p"), "--report",
            os.path.join(h.out, "a.json"))
    h.run("sil", case, "--anywhere", "--duration", "0.5", "--report", os.path.join(h.out, "b.json"))
    check(h.report("a.json")["state_hash"] == h.report("b.json")["state_hash"], "the pictures changed the state")


def test_frames_without_gl(h):
    """Without OpenGL, or in a build without rendering: an error before the run, and no file left behind."""
    env = {**DRIVERS, "__EGL_VENDOR_LIBRARY_DIRS": h.path("none"), "LIBGL_DRIVERS_PATH": h.path("none")}
    outputs = (("--frames", "p"), ("--csv", "c.csv"), ("--record", "a.rec"), ("--report", "r.json"))
    args = ["sil", h.scenario(QUICK), "--anywhere", "--duration", "0.1"]
    for option, name in outputs:
        args += [option, os.path.join(h.out, name)]
    try:
        r = h.run(*args, code=2, env=env)
    except AssertionError as fault:
        if "exit code 0" in str(fault):
            raise Skip("OpenGL cannot be hidden here") from fault
        raise
    check(any(sign in r.stderr for sign in NOTHING_DRAWN) and "simulated" not in r.stdout, r.stderr, r.stdout)
    check(os.listdir(h.out) == [], "left behind:", os.listdir(h.out))


def test_window(h):
    """A window under its own display, with the keyboard as device: the run ends after its duration."""
    seconds = 1 if h.sanitized else 3
    r = with_window(h, "run", h.scenario(QUICK), "--anywhere", "--device", "keyboard", "--duration", str(seconds),
                    "--report", os.path.join(h.out, "r.json"))
    report = h.report()
    check(report["steps"] == 1000 * seconds, "steps:", report["steps"])
    check("W or Up" in r.stdout, "the keys are missing:", r.stdout)
    check(h.sanitized or report["allocations_in_loop"] == 0, report["allocations_in_loop"])


def test_scenery_is_drawing_only(h):
    """The run of a ship with scenery is the run without it, to the last bit; its pictures differ."""
    def run(name, *edits):
        case, folder = h.scenario(QUICK, *edits, name=name + ".yaml"), os.path.join(h.out, name)
        r = with_gl(h, "sil", case, "--anywhere", "--duration", "0.2", "--frames", folder, "--view", "overview")
        with open(os.path.join(folder, sorted(os.listdir(folder))[0]), "rb") as f:
            return re.search(r"state hash ([0-9a-f]{16})", r.stdout)[1], f.read()
    dressed, bare = run("dressed"), run("bare", ("  scenery: ../models/foredeck\n", ""))
    check(dressed[0] == bare[0], "scenery changes the run:", dressed[0], bare[0])
    check(dressed[1] != bare[1], "scenery does not show")


if __name__ == "__main__":
    main(globals())
