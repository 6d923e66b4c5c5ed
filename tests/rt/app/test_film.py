#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plots, image sequences and films of runs and of recordings."""
import glob
import os
import re
import shutil
import signal
import subprocess
import time
import xml.dom.minidom

from harness import Skip, check, main, png_pixels
from test_pictures import DRIVERS, QUICK, skip_without_pictures, with_gl


def recorded(h, seconds="1.6"):
    rec = os.path.join(h.out, "a.rec")
    h.run("sil", h.scenario(QUICK), "--anywhere", "--duration", seconds, "--record", rec)
    return rec


def need_ffmpeg():
    if not shutil.which("ffmpeg") or not shutil.which("ffprobe"):
        raise Skip("no ffmpeg here")


def probe(path):
    """Width, height, pictures a second and number of decodable pictures of a film."""
    r = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                        "stream=width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", path],
                       capture_output=True, text=True, check=True)
    check(r.stderr == "", "the film is damaged:", r.stderr)
    return r.stdout.strip()


def test_plot(h):
    rec = recorded(h)
    for name in ("p.svg", "p.png"):
        h.run("replay", rec, "--plot", os.path.join(h.out, name))
    h.run("replay", rec, "--plot", os.path.join(h.out, "q.svg"), "--channels", "lever,hinge", "--from", "0.5", "--to", "1")
    sizes = []
    for name in ("p.svg", "q.svg"):
        tree = xml.dom.minidom.parse(os.path.join(h.out, name))
        check(len(tree.getElementsByTagName("path")) > 5 and len(tree.getElementsByTagName("use")) > 30, name, "is empty")
        sizes.append(int(float(tree.documentElement.getAttribute("height").rstrip("px"))))
    check(sizes[0] > sizes[1], "three axes are higher than two:", sizes)
    width, height, rows = png_pixels(os.path.join(h.out, "p.png"))
    check((width, height) == (1920, 2 * sizes[0]), width, height)
    check(len({bytes(r) for r in rows}) > height // 3, "an empty plot")


def test_plot_of_other_channels(h):
    rec = recorded(h, "0.3")
    plot = os.path.join(h.out, "p.svg")
    r = h.run("replay", rec, "--plot", plot, "--channels", "tension,chain_ot", code=2)
    check("'chain_ot'" in r.stderr and "did you mean 'chain_out'?" in r.stderr, r.stderr)
    check("anchor_tension" in r.stderr and "phi_max" in r.stderr, "the list of channels is missing:", r.stderr)
    r = h.run("replay", rec, "--plot", os.path.join(h.out, "p.pdf"), code=2)
    check(".png or .svg" in r.stderr, r.stderr)
    r = h.run("replay", rec, "--plot", plot, "--channels", "", code=2)
    check(os.listdir(h.out) == ["a.rec"], os.listdir(h.out))


def test_sequence_of_a_recording(h):
    """Pictures of a part of a recording, ten a second."""
    rec = recorded(h)
    with_gl(h, "replay", rec, "--anywhere", "--frames", os.path.join(h.out, "p"), "--fps", "10", "--from", "0.5",
            "--to", "1.5", "--view", "anchor")
    names = sorted(os.listdir(os.path.join(h.out, "p")))
    check(names == ["frame_000501.png"] + [f"frame_{t:06d}.png" for t in range(600, 1501, 100)], names)


def test_same_run_same_pictures(h):
    """The same run makes the same pictures to the last bit, however long the frames take."""
    for name in ("p", "q"):
        slow = () if name == "p" else ("--inject-slow", "phase=solve,+300%")
        with_gl(h, "sil", h.scenario(QUICK), "--anywhere", "--duration", "0.5", "--fps", "4", "--frames",
                os.path.join(h.out, name), *slow)
    names = sorted(os.listdir(os.path.join(h.out, "p")))
    check(names == ["frame_000001.png", "frame_000250.png", "frame_000500.png"], names)
    for n in names:
        with open(os.path.join(h.out, "p", n), "rb") as a, open(os.path.join(h.out, "q", n), "rb") as b:
            check(a.read() == b.read(), n, "differs")


def test_bad_options(h):
    case = h.scenario(QUICK)
    for args, says in ((("--fps", "5"), "--frames or --video"), (("--frames", "p", "--fps", "0.001"), "0.01 to 1000"),
                       (("--frames", "p", "--fps", "2000"), "0.01 to 1000"), (("--frames", "p", "--view", "x"), "overview"),
                       (("--video", "a.avi"), "ends in .mp4")):
        r = h.run("sil", case, "--anywhere", "--duration", "0.1", *args, code=2, env=DRIVERS, cwd=h.out)
        skip_without_pictures(r.stderr)
        check(says in r.stderr and "simulated" not in r.stdout, args, r.stderr)
    check(os.listdir(h.out) == [], os.listdir(h.out))


def test_film(h):
    need_ffmpeg()
    rec, film = os.path.join(h.out, "a.rec"), os.path.join(h.out, "a.mp4")
    with_gl(h, "sil", h.scenario(QUICK), "--anywhere", "--duration", "1", "--video", film, "--record", rec)
    check(probe(film) == "1280,720,25/1,26", probe(film))
    again = os.path.join(h.out, "b.mp4")
    h.run("replay", rec, "--anywhere", "--video", again, "--fps", "10", "--from", "0.5", env=DRIVERS)
    check(probe(again) == "1280,720,10/1,6", probe(again))
    link, far = os.path.join(h.out, "link.mp4"), h.path("far.mp4")
    os.symlink(far, link)
    h.write("far.mp4", "before")
    h.run("replay", rec, "--anywhere", "--video", link, "--fps", "10", "--from", "0.5", env=DRIVERS)
    check(os.path.islink(link) and probe(far) == "1280,720,10/1,6", "the link was replaced")
    check(not [n for n in os.listdir(h.out) if "part" in n], os.listdir(h.out))


def test_film_without_ffmpeg(h):
    """No ffmpeg on the PATH: an error before the run, and no file left behind."""
    args = ["sil", h.scenario(QUICK), "--anywhere", "--duration", "0.1", "--video", os.path.join(h.out, "a.mp4"), "--csv",
            os.path.join(h.out, "c.csv")]
    r = h.run(*args, code=2, env={**DRIVERS, "PATH": h.path("none")})
    skip_without_pictures(r.stderr)
    check("ffmpeg" in r.stderr and "PATH" in r.stderr and "simulated" not in r.stdout, r.stderr)
    check(os.listdir(h.out) == [], "left behind:", os.listdir(h.out))


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        return [int(c) for c in f.read().split()]


def test_ffmpeg_killed(h):
    """ffmpeg is killed midway: the run reports it, completes its other outputs and removes the partial film."""
    need_ffmpeg()
    args = [h.hawse, "sil", h.scenario(QUICK), "--anywhere", "--duration", "100", "--video", os.path.join(h.out, "a.mp4"),
            "--report", os.path.join(h.out, "r.json"), "--record", os.path.join(h.out, "a.rec")]
    p = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**h.env, **DRIVERS})
    try:
        recording = os.path.join(h.out, "a.rec")
        while p.poll() is None and not (os.path.exists(recording) and os.path.getsize(recording) > 100000):
            time.sleep(0.05)
        if p.poll() is None:
            found = children(p.pid)
            check(len(found) == 1, "children:", found)
            os.kill(found[0], signal.SIGKILL)
        out, err = p.communicate(timeout=60)
    finally:
        p.kill()
    skip_without_pictures(err)
    check(p.returncode == 1, p.returncode, err)
    check(re.search(r"a\.mp4: error: the film is incomplete: signal 9", err), err)
    check(sorted(os.listdir(h.out)) == ["a.rec", "r.json"], os.listdir(h.out))
    check(h.report()["steps"] > 0, "no report")
    h.run("replay", recording, "--anywhere", "--check")


def test_interrupted(h):
    """Ctrl-C ends the run; the film up to then is complete."""
    need_ffmpeg()
    film = os.path.join(h.out, "a.mp4")
    args = [h.hawse, "sil", h.scenario(QUICK), "--anywhere", "--duration", "100", "--video", film, "--csv",
            os.path.join(h.out, "c.csv")]
    p = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**h.env, **DRIVERS},
                         start_new_session=True)
    try:
        csv = os.path.join(h.out, "c.csv.*.part")
        while p.poll() is None and sum(os.path.getsize(f) for f in glob.glob(csv)) <= 10000:
            time.sleep(0.05)
        if p.poll() is None:
            os.killpg(p.pid, signal.SIGINT)  # a terminal signals the whole group
        out, err = p.communicate(timeout=60)
    finally:
        p.kill()
    skip_without_pictures(err)
    check(p.returncode == 0, p.returncode, err)
    seconds = float(re.search(r"([0-9.]+) s simulated", out)[1])
    pictures = int(probe(film).split(",")[-1])
    check(abs(pictures - (25 * seconds + 1)) <= 1, pictures, "pictures of", seconds, "s")


if __name__ == "__main__":
    main(globals())
