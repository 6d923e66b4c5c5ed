#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Outputs of runs and replays: they never overwrite an input, never silently lack a part, and follow links. Also frame
times of frames with several steps."""
import os
import re
import struct
import subprocess

from harness import CHUNK, END_KIND, TIMES, TIMES_KIND, Recording, Skip, check, chunk_crc, main
from test_pictures import DRIVERS

FALL = """model:
  points:
    - {name: C, at: [0, 0, 1 m]}
  bodies:
    - {name: ball, points: [C], mass: 1 kg, centre: [0, 0, 0], inertia: [0.001, 0.001, 0.001]}
record:
  - {name: z, of: ball, what: z}
  - {name: vz, of: ball, what: vz}
"""


def out(h, name):
    return os.path.join(h.out, name)


def example(h, *name):
    return os.path.join(h.source, "config", "scenarios", *name)


def pendulum(h):
    return example(h, "examples", "pendulum.yaml")


def read(path):
    with open(path, "rb") as f:
        return f.read()


def recorded(h, name="a.rec", seconds="0.5", scenario=None):
    file = out(h, name)
    h.run("sil", scenario or pendulum(h), "--duration", seconds, "--record", file)
    return file


# Inputs are not overwritten

def test_the_recording_is_no_output_of_its_own_replay(h):
    """By its name, a link and another name for the same file: nothing is opened and nothing left behind."""
    file = recorded(h)
    other, link = out(h, "other.mp4"), out(h, "link.svg")
    os.link(file, other)
    os.symlink(file, link)
    before = h.outputs()
    for option, to in (("--slice", file), ("--csv", file), ("--mat", file), ("--report", file), ("--html", file),
                       ("--slice", link), ("--plot", link), ("--video", other), ("--slice", other)):
        r = h.run("replay", file, option, to, code=2)
        check(f"{to}: error: is the recording itself: expected another name for the output" in r.stderr, option, r.stderr)
        check(h.outputs() == before, option, "changed", sorted(h.outputs()))
    h.run("replay", file, "--check")


def test_what_is_played_is_no_output_of_its_run(h):
    """A recording or a script as the operator's device."""
    script = h.write("out/s.csv", "t,lever,brake,clutch\n0,0,1,1\n")
    file = recorded(h)
    before = h.outputs()
    for command, more in (("sil", ()), ("run", ("--headless",))):
        for device, to in ((f"recording:{file}", file), (f"script:{script}", script), (f"rest=recording:{file}", file)):
            for option in ("--record", "--report"):
                r = h.run(command, pendulum(h), "--duration", "0.1", "--device", device, option, to, *more, code=2)
                check(f"{to}: error: is what the operator plays: expected another name" in r.stderr, option, r.stderr)
                check(h.outputs() == before, device, option, "changed", sorted(h.outputs()))
    r = h.run("sil", pendulum(h), "--duration", "0.1", "--script", script, "--csv", script, code=2)
    check("is what the operator plays" in r.stderr and h.outputs() == before, r.stderr)


# Every command that reads a recording to its end reports how it ends

EXPORTS = (("--csv", "x.csv"), ("--mat", "x.mat"), ("--plot", "x.svg"), ("--slice", "x.rec"))


def test_exports_tell_damage(h):
    rec = Recording(recorded(h, seconds="2"))
    at, kind, _ = rec.whole[-4]
    data = bytearray(rec.data)
    data[at + CHUNK.size + 3] ^= 4
    bad, end = h.write("bad.rec", bytes(data)), 1e-9 * rec.h_ns
    for option, name in EXPORTS:
        r = h.run("replay", bad, option, out(h, name), code=2)
        check(r.stderr.count(f"damaged at byte {at}: the chunk's checksum is wrong") == 1, option, r.stderr)
        check(os.path.getsize(out(h, name)) > 0, "what is whole is not there")
        r = h.run("replay", bad, option, out(h, name), "--to", str(100 * end))
        check(r.stderr == "", option, "of a part that is whole:", r.stderr)
    r = h.run("replay", bad, "--report", out(h, "r.json"), code=2)
    check(r.stderr.count("damaged at byte") == 1, r.stderr)


def test_exports_tell_a_missing_end(h):
    rec = Recording(recorded(h, seconds="1"))
    check(rec.whole[-1][1] == END_KIND, "no end mark")
    cut = h.write("cut.rec", rec.data[:rec.whole[-1][0]])
    for option, name in (*EXPORTS, ("--report", "r.json")):
        r = h.run("replay", cut, option, out(h, name))
        check(r.stderr.count("not closed, as after a crash") == 1, option, r.stderr)
    r = h.run("replay", cut, "--csv", out(h, "x.csv"), "--report", out(h, "r.json"))
    check(r.stderr.count("not closed, as after a crash") == 1, "reported more than once:", r.stderr)


def test_dropped_rows_and_states_are_told(h):
    rec = Recording(recorded(h, seconds="1"))
    at, kind, length = rec.whole[-1]
    check(kind == END_KIND and length == 24, kind, length)
    r = h.run("replay", out(h, "a.rec"))
    check("closed normally; 0 frames dropped by the recorder\n" in r.stdout, r.stdout)
    r = h.run("replay", h.write("b.rec", rec.changed(at + CHUNK.size, struct.pack("<3Q", 5, 3, 2))))
    check("closed normally; 5 frames, 3 rows of channels and 2 states dropped by the recorder\n" in r.stdout, r.stdout)


# Links

def test_outputs_through_a_link(h):
    """The link's target is written, whole or not at all, and the link stays; also to a missing target."""
    os.mkdir(h.path("far"))
    file = recorded(h, seconds="0.1")
    for k, (command, option, name) in enumerate((("sil", "--csv", "a.csv"), ("sil", "--report", "a.json"),
                                                 ("sil", "--html", "a.html"), ("sil", "--record", "b.rec"),
                                                 ("replay", "--csv", "b.csv"), ("replay", "--mat", "a.mat"),
                                                 ("replay", "--plot", "a.svg"), ("replay", "--slice", "c.rec"))):
        for there in (True, False):
            target, link = h.path("far", name), out(h, f"{k}-{there}-{name}")
            if there:
                h.write(f"far/{name}", "before")
            elif os.path.exists(target):
                os.remove(target)
            os.symlink(target, link)
            args = (pendulum(h), "--duration", "0.1") if command == "sil" else (file,)
            h.run(command, *args, option, link, env=DRIVERS) # pictures leak in Mesa
            check(os.path.islink(link) and os.readlink(link) == target, option, "replaced the link")
            check(os.path.getsize(target) > 10, option, "did not write what it leads to")
    check(not [n for n in os.listdir(h.path("far")) + os.listdir(h.out) if ".part" in n], "left behind")


def test_output_to_the_standard_output(h):
    """/dev/stdout is a link to /proc/self/fd/1: output goes into a file and into a pipe, and the name stays."""
    stdout = h.path("stdout")
    os.symlink("/proc/self/fd/1", stdout)
    args = [h.hawse, "sil", pendulum(h), "--duration", "0.3", "--csv", stdout]
    h.run(*args[1:-1], out(h, "a.csv"))
    for mode in ("wb", "ab"):
        h.write("b.csv", "there\n")
        with open(h.path("b.csv"), mode) as f:
            r = subprocess.run(args, env=h.env, stdout=f, stderr=subprocess.PIPE)
        check(r.returncode == 0 and os.path.islink(stdout), r.returncode, r.stderr)
        found = read(h.path("b.csv"))
        table = (b"there\n" if mode == "ab" else b"") + read(out(h, "a.csv"))
        check(found.startswith(table), mode, "another table:", found[:200])
        check(b"s simulated" in found[len(table):], "what was printed after it is lost:", found[-200:])
        check(not [n for n in os.listdir(h.folder) if n.endswith(".part")], "left behind")
    r = subprocess.run(args, env=h.env, capture_output=True)
    check(r.returncode == 0 and os.path.islink(stdout), r.returncode, r.stderr)
    check(r.stdout.startswith(read(out(h, "a.csv"))), "another table:", r.stdout[:200])


def test_links_to_nowhere(h):
    """The folder of a link's target is missing: an error before any run or output."""
    link = out(h, "a.csv")
    os.symlink(h.path("gone", "a.csv"), link)
    for option in ("--csv", "--report", "--record"):
        r = h.run("sil", pendulum(h), "--duration", "0.1", option, link, code=2)
        check(f"{link}: error: {option}: cannot write in the folder '{h.path('gone')}': No such file" in r.stderr, r.stderr)
        check(not r.stdout and os.listdir(h.out) == ["a.csv"], r.stdout, os.listdir(h.out))


# Frames of several steps

def with_times(rec, ns_of_step, release_of_frame, steps):
    """Bytes of the recording as if step k of a frame had taken ns_of_step(frame, k), one after the other."""
    data = bytearray(rec.data)
    for at, kind, length in rec.whole:
        if kind != TIMES_KIND:
            continue
        first, rows = CHUNK.unpack_from(data, at)[4:6]
        for row in range(rows):
            frame, k = divmod(first + row, steps)
            before = sum(ns_of_step(frame, j) for j in range(k))
            values = (release_of_frame(frame), 1000 + before, ns_of_step(frame, k), ns_of_step(frame, k), *[0] * 6)
            TIMES.pack_into(data, at + CHUNK.size + row * TIMES.size, *values)
        struct.pack_into("<I", data, at + 28, chunk_crc(bytes(data), at, length))
    return bytes(data)


def test_frames_of_several_steps(h):
    """Five steps of 0.2 ms a frame: a frame's time is the sum of its steps, and it is late if it ends after 1 ms. Steps
    of 0.15 ms make 0.75 ms; of 0.25 ms, in frames 7 and 8, 1.25 ms."""
    file = out(h, "a.rec")
    h.run("run", example(h, "contact", "bouncing_ball.yaml"), "--headless", "--duration", "0.3", "--record", file,
          "--report", out(h, "r.json"))
    rec, own = Recording(file), h.report()
    check(len(rec.times) == 1500 == own["steps"], len(rec.times), own["steps"])
    releases = len({t[0] for t in rec.times.values()})
    check(own["frame"]["frames"] == releases == 300, own["frame"]["frames"], releases)
    check(own["frame"]["period_ns"] == 10**6 and "period_ns=1000000\n" in rec.info, own["frame"]["period_ns"])
    made = h.write("made.rec", with_times(rec, lambda frame, k: 250000 if frame in (7, 8) else 150000,
                                          lambda frame: 10**9 + frame * 10**6, 5))
    r = h.run("replay", made)
    check("paced as 300 frames of 1 ms, each of several steps\n" in r.stdout, r.stdout)
    check("; 2 frames ended after their period\n" in r.stdout, r.stdout)
    check(re.search(r"work: p50 0\.7\d\d, p99 0\.7\d\d, max 1\.250 ms; start after release: p99 0\.001, max 0\.001 ms",
                    r.stdout), r.stdout)
    h.run("replay", made, "--report", out(h, "again.json"))
    again = h.report("again.json")
    frame = again["frame"]
    check(frame["frames"] == 300 and frame["period_ns"] == 10**6 and again["steps"] == 1500, frame)
    check(frame["misses"] == 2 and frame["max_consecutive_misses"] == 2 and frame["work_ns"]["max"] == 1250000, frame)
    check(abs(again["wall_time_s"] - 0.3) < 1e-9, again["wall_time_s"])


# Long recordings

def test_resolved_scenario_larger_than_a_file_may_be(h):
    """With every key of every spring the resolved scenario is several times the file; the run replays."""
    springs = "".join(f"    - {{name: s{k}, kind: spring, points: [A{k}, C], stiffness: 10, rest: 1 m}}\n" for k in range(1700))
    points = "".join(f"    - {{name: A{k}, at: [0, 0, 2 m], fixed: true}}\n" for k in range(1700))
    text = FALL.replace("  bodies:", f"{points}  bodies:").replace("record:", f"  forces:\n{springs}record:")
    case = h.write("springs.yaml", text + "end:\n  duration: 0.005 s\n")
    check(os.path.getsize(case) < 1 << 18, os.path.getsize(case))
    file = recorded(h, seconds="0.005", scenario=case)
    check(len(Recording(file).scenario) > 1 << 20, len(Recording(file).scenario))
    r = h.run("replay", file, "--check")
    check("5 frames replayed, every state equal" in r.stdout, r.stdout)


def test_rows_do_not_drift(h):
    """A row with the first step, then one every 0.01 s, for longer than 2172 s. By then sums of 0.01 have drifted by
    1e-9 s, the time that a row may be early, and rows would come a step late."""
    if h.sanitized:
        raise Skip("440 000 steps")
    n = 220000
    case = h.write("long.yaml", FALL + f"solver:\n  step: 5 ms\nend:\n  duration: {n // 100} s\n")
    h.run("sil", case, "--csv", out(h, "a.csv"), "--record", out(h, "a.rec"))
    for name in ("a.csv", "b.csv"):
        if name == "b.csv":
            h.run("replay", out(h, "a.rec"), "--csv", out(h, name))
        t = h.csv(name)["t"]
        check(len(t) == 1 + n and t[0] == 0.005, name, len(t), "rows")
        late = [x for k, x in enumerate(t[1:], 1) if abs(x - 0.01 * k) > 1e-6]
        check(not late, name, len(late), "rows at other times, the first at", late[:1])


def test_runs_shorter_than_a_step(h):
    """The run has one step or one frame; none would mean: until stopped."""
    r = h.run("sil", pendulum(h), "--duration", "0.0004", "--report", out(h, "r.json"), timeout=60)
    check(h.report()["steps"] == 1, r.stdout)
    h.run("run", pendulum(h), "--headless", "--duration", "0.0004", "--report", out(h, "r.json"), timeout=60)
    check(h.report()["steps"] == 1, r.stdout)
    r = h.run("latency", "--duration", "0.0005", timeout=60)
    check(re.search(r"\d of 1 deadlines missed", r.stdout), r.stdout)


# Options without effect

def test_options_that_do_not_go_together(h):
    file = recorded(h)
    before = h.outputs()
    for args, says in ((("--check", "--window"), "expected --check or --window, found both"),
                       (("--check", "--csv", out(h, "x.csv")), "--check and --window write no files"),
                       (("--check", "--report", out(h, "x.json")), "--check and --window write no files"),
                       (("--window", "--slice", out(h, "x.rec")), "--check and --window write no files"),
                       (("--window", "--frames", out(h, "x")), "--check and --window write no files"),
                       (("--channels", "angle"), "--channels needs --plot"),
                       (("--channels", "angle", "--csv", out(h, "x.csv")), "--channels needs --plot"),
                       (("--view", "front"), "--view needs --frames or --video"),
                       (("--scenario", pendulum(h)), "--scenario needs an option that runs the recording again"),
                       (("--scenario", pendulum(h), "--csv", out(h, "x.csv")), "--scenario needs an option that runs the recording again"),
                       (("--from", "0.1"), "--from, --to: need an option that uses that part"),
                       (("--check", "--from", "-1"), "--from, --to: expected a time of 0 or later"),
                       (("--csv", out(h, "x.csv"), "--to", "-0.5"), "--from, --to: expected a time of 0 or later")):
        r = h.run("replay", file, *args, code=2)
        check(len(r.stderr.splitlines()) == 1 and says in r.stderr and not r.stdout, args, r.stderr, r.stdout)
        check(h.outputs() == before, args, "wrote", sorted(h.outputs()))


def test_plot_of_nothing(h):
    """A mechanism without columns has the time only."""
    file = recorded(h, seconds="0.01", scenario=os.path.join(h.source, "tests", "data", "four_bar.yaml"))
    r = h.run("replay", file, "--plot", out(h, "p.svg"), code=2)
    check("error: --plot: the recording has no channel besides the time\n" in r.stderr, r.stderr)
    check(not os.path.exists(out(h, "p.svg")), "a plot of nothing")


if __name__ == "__main__":
    main(globals())
