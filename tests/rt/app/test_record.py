#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Recordings: killed runs and full disks, output of replay, and the same bits everywhere."""
import concurrent.futures
import os
import random
import re
import shutil
import struct
import subprocess
import time

from harness import Recording, Skip, busy, check, main
from mat import read_mat
from test_pictures import DRIVERS, skip_without_pictures

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")
AT_A_TIME = 6  # long runs, to be killed
STILL = "t [s],lever [1],brake [1],clutch [1]\n0,0,0.3,1\n900,0,0.3,1\n"


def out(h, name):
    return os.path.join(h.out, name)


def record(h, scenario, name, seconds, *args):
    file = out(h, name)
    h.run("sil", scenario, "--anywhere", "--duration", str(seconds), "--record", file, *args)
    return Recording(file)


def checked(h, file, *args, code=0):
    r = h.run("replay", file, "--anywhere", "--check", *args, code=code)
    m = re.match(r"(\d+) frames replayed, (every state equal|(\d+) states differ, the first in frame (\d+): )", r.stdout)
    check(m, "no result:", r.stdout, r.stderr)
    return int(m[1]), int(m[4]) if m[4] else None, r.stdout, r.stderr


def pendulum(h):
    """A mechanism, which starts at once, with a long duration and an absolute path."""
    return os.path.join(h.source, "config", "scenarios", "examples", "pendulum.yaml")


# Killed runs, full disks and damage

def killed(h, k, wait):
    """Kills a run some time after its file was begun. The file must be whole up to its last chunk and replay to the
    same bits. Returns the age [s] of the last recorded frame at the kill, or the age of the file if it has no frame,
    and whether it has one."""
    file = out(h, f"k{k}.rec")
    p = subprocess.Popen([h.hawse, "sil", pendulum(h), "--clock", "wall", "--duration", "500", "--record", file],
                         env=h.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    give_up = time.monotonic() + 60
    while not (os.path.exists(file) and os.path.getsize(file) > 0):
        check(p.poll() is None and time.monotonic() < give_up, "no recording comes:", p.poll())
        time.sleep(0.001)
    time.sleep(wait)
    p.kill()
    killed_ns = time.monotonic_ns()
    p.wait(timeout=60)
    if os.path.getsize(file) < 80:  # not even the header
        return wait, False
    rec = Recording(file)
    check(not rec.closed, "closed by a dead process")
    hashes = rec.hashes()
    n, first, stdout, stderr = checked(h, file)
    check((n, first) == (len(hashes), None), "kill", k, n, len(hashes), first)
    check(f"{n} frames are whole" in stderr and "not closed, as after a crash" in stderr, stderr)
    os.remove(file)
    if not rec.times:
        return wait, False
    last = max(rec.times)
    check(last + 1 == n or n == 0 or last + 1 >= n - 1000, "times:", last, n)
    return (killed_ns - rec.times[last][0]) * 1e-9, True


def test_killed_at_random_moments(h):
    """SIGKILL a hundred times within 3 s, several runs at once, since they mostly wait: no file lacks more than the
    last second."""
    rng, times = random.Random(1), 100 if not h.sanitized else 10
    waits = [3 * rng.random() for _ in range(times)]
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as some:
        ends = list(some.map(lambda k: killed(h, k, waits[k]), range(times)))
    lost, with_frames = [s for s, _ in ends], sum(found for _, found in ends)
    check(with_frames >= (3 if h.sanitized else 60), "too few kills with frames:", with_frames)
    print(f"{with_frames} killed with frames on the disk; lost at most {max(lost):.3f} s, on average "
          f"{sum(lost) / len(lost):.3f} s")
    # a chunk holds 0.25 s; as much again for a delayed writer
    check(h.sanitized or max(lost) <= 0.5, "more than half a second is lost:", max(lost))


def test_full_disk(h):
    """No space left: the run continues to its end, the event is counted, and the file is readable to its last whole
    chunk."""
    place = h.path("small")
    os.mkdir(place)
    mounted = os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", place],
                                                  stderr=subprocess.DEVNULL).returncode == 0
    if not mounted:
        raise Skip("no right to mount a small tmpfs")
    try:
        file, case = os.path.join(place, "a.rec"), h.scenario(QUICK)
        for clock in ("manual", "wall"):
            r = h.run("sil", case, "--anywhere", "--duration", "3", "--clock", clock, "--record", file, "--report",
                      out(h, "r.json"), code=1)
            report = h.report()
            check(report["steps"] == 3000, "it stopped:", report["steps"])
            check(report["events"].get("record_failed") == 1, report["events"])
            check(re.search(r"a\.rec: error: the recording is incomplete, \d+ frames are missing: No space left", r.stderr),
                  r.stderr)
            rec = Recording(file)
            n, first, _, stderr = checked(h, file)
            check(0 < n == len(rec.hashes()) < 3000 and first is None and not rec.closed, n, first)
            check("not closed, as after a crash" in stderr, stderr)
            r = h.run("sil", case, "--anywhere", "--duration", "3", "--record", file, code=2)  # no room for a header
            check("the recording cannot be written: No space left" in r.stderr and Recording(file).data == rec.data,
                  "the older recording is lost:", r.stderr)
            os.remove(file)
    finally:
        subprocess.run(["umount", place], check=True)


def test_damage_is_told(h):
    """Replay describes the part after damage, and a file of another format version."""
    rec = record(h, pendulum(h), "a.rec", 2)
    at, _, _ = rec.whole[3]
    data = bytearray(rec.data)
    data[at + 40] ^= 4
    bad = h.write("bad.rec", bytes(data))
    for args in ((), ("--check",)):
        r = h.run("replay", bad, *args, code=2)
        check(f"damaged at byte {at}: the chunk's checksum is wrong" in r.stderr, r.stderr)
        check("there are whole chunks behind it" in r.stderr, r.stderr)
    r = h.run("replay", bad, code=2)
    check(f"damaged: {at} bytes are intact, {len(rec.whole) - 4} intact chunks behind" in r.stdout, r.stdout)
    data[8] = 1
    r = h.run("replay", h.write("old.rec", bytes(data)), code=2)
    check("old.rec: error: written in another version of the format: this program reads version 7; replay it "
          "with the hawse that recorded it" in r.stderr and len(r.stderr.splitlines()) == 1, r.stderr)


# Output of replay

def test_contents(h):
    h.run("sil", h.scenario(QUICK), "--anywhere", "--duration", "3", "--inject-nan", "1.499", "--record", out(h, "a.rec"),
          code=3)  # raises an event
    rec = Recording(out(h, "a.rec"))
    r = h.run("replay", out(h, "a.rec"))
    for line in (r"scenario: .*/case\.yaml", r"recorded by hawse: \d", r"compiler: \d", r"flags: .*-ffp-contract=off",
                 r"floating point: rounding to nearest, FTZ on, DAZ on", r"clock: manual",
                 r"file: [0-9a-f]{16} .*/bow\.ply", r"frames: 1500 of 1 ms, 0\.000 to 1\.500 s",
                 r"states: 3 of \d+ bytes; channels: 41, 150 rows; times: 1500 frames",
                 r"event: non_finite 1 times, first in frame 1499 \(1\.499 s\)",
                 r"closed normally; 0 frames dropped", r"work: p50 "):
        check(re.search("^" + line, r.stdout, re.M), line, "is not in:\n", r.stdout)
    check(not r.stderr, r.stderr)
    events = {}
    for f in rec.frames():
        for k, name in enumerate(re.search(r"^events=(.*)$", rec.info, re.M)[1].split(",")):
            if f[5] >> k & 1:
                events[name] = events.get(name, 0) + 1
    printed = dict(re.findall(r"^event: (\w+) (\d+) times", r.stdout, re.M))
    check(printed == {k: str(v) for k, v in events.items()} and printed["non_finite"] == "1", printed, events)


def test_recorded_scenario_is_whole(h):
    """The file has every key and replays without the scenario, its script and its folder."""
    schema = h.run("check", "--schema").stdout
    ship = schema[:schema.index("the scenario of a mechanism")]
    case = h.scenario(QUICK, script="t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n")
    rec = record(h, case, "a.rec", 0.7)
    section, have = "", set()
    for line in rec.scenario.splitlines():
        section = line[:-1] if not line.startswith(" ") else section
        m = re.match(r"  (\w+):", line)
        have.add(f"{section}.{m[1]}" if m else section)
    keys = set(re.findall(r"^  ([a-z_]+\.[a-z_]+) ", ship, re.M))
    empty = {"operator.map", "chain.special", "chain.parts", "contact.anchor_force", "contact.link_force", "contact.mu",
             "contact.law_library", "ship.structure", "operator.rules", "ground.bathymetry", "ground.areas"}
    check(len(keys) > 70 and keys - have == empty, "missing:", keys - have - empty, "too many:", empty & have)
    check("\n  duration: 0.69999999999999996\n" in rec.scenario, "not the duration that counted")
    first = rec.scenario
    os.remove(case)
    os.remove(h.path("script.csv"))
    check(checked(h, out(h, "a.rec"))[:2] == (700, None), "replay without its scenario")
    again = record(h, h.write("again.yaml", first.replace(h.path("script.csv"), os.path.join(
        h.source, "config", "scenarios", "weigh.csv"))), "b.rec", 0.7)
    check(again.scenario.replace("config/scenarios/weigh.csv", "") == first.replace(h.path("script.csv"), h.source + "/"),
          "the resolved scenario resolves to another")


def test_recorded_mechanisms_are_whole(h):
    """Normalised directions and resolved names reload to the same bits, in every shipped mechanism."""
    for folder in ("examples", "iftomm"):
        at = os.path.join(h.source, "config", "scenarios", folder)
        for name in sorted(os.listdir(at)):
            if not name.endswith(".yaml"):
                continue
            rec = record(h, os.path.join(at, name), "a.rec", 0.05)
            n, first, _, stderr = checked(h, out(h, "a.rec"))
            check(n == len(rec.frames()) > 0 and first is None and not stderr, name, n, first, stderr)


def test_recorded_lists_are_whole(h):
    """Special links with their meshes, tables of force and friction, and the foundation contact reload."""
    points = "[{depth: 1 mm, force: 3 kN}, {depth: 5 mm, force: 20 kN}]"
    law = f"contact:\n  law: table\n  friction: table\n  mu: [{{speed: 1 mm/s, mu: 0.2}}]\n  anchor_force: {points}\n"
    at = os.path.join(h.source, "config", "scenarios")
    for case in (os.path.join(at, "weigh_special_links.yaml"), os.path.join(at, "weigh_foundation.yaml"),
                 h.scenario(QUICK, ("operator:", f"{law}  link_force: {points}\noperator:"))):
        rec = record(h, case, "a.rec", 0.1)
        n, first, _, stderr = checked(h, out(h, "a.rec"))
        missing = [line for line in stderr.splitlines() if "start.settle" not in line]  # the short settling is told
        check(n == 100 and first is None and not missing, case, n, first, stderr)
        check(("link: " in rec.scenario) == ("special" in case) and ("depth: 0.001" in rec.scenario) == ("case" in case),
              rec.scenario)


def test_changed_mesh_is_told(h):
    models = h.path("models")
    shutil.copytree(h.models, models)
    with open(h.weigh) as f:
        text = f.read().replace("../models", models).replace("script: weigh.csv", "script: " + os.path.join(
            h.source, "config", "scenarios", "weigh.csv")).replace(*QUICK)
    record(h, h.write("own.yaml", text), "a.rec", 0.3)
    with open(os.path.join(models, "head.ply"), "ab") as f:
        f.write(b"\n")
    n, first, _, stderr = checked(h, out(h, "a.rec"))
    check(n == 300 and "head.ply: warning: has changed since the recording was made" in stderr, stderr)


def test_csv_and_mat(h):
    """Exports equal the recorded data: the run's CSV file byte for byte, and MAT files with the same numbers for
    independent readers."""
    for case, seconds in ((h.scenario(QUICK), 1.2), (pendulum(h), 0.6)):
        record(h, case, "a.rec", seconds, "--csv", out(h, "a.csv"))
        h.run("replay", out(h, "a.rec"), "--csv", out(h, "b.csv"), "--mat", out(h, "b.mat"))
        with open(out(h, "a.csv"), "rb") as f, open(out(h, "b.csv"), "rb") as g:
            check(f.read() == g.read(), "another CSV file")
        table, (reader, mat) = h.csv("a.csv"), read_mat(out(h, "b.mat"))
        print("MAT file read by", reader)
        for name, column in table.items():
            check(mat[name] == column, name, "differs:", mat[name][:3], column[:3])
        check(set(mat) == set(table) | {"frame", "units"}, sorted(mat))
        with open(out(h, "a.csv")) as f:
            units = f.read().splitlines()[1].split(",")
        check([u.strip() for u in mat["units"]] == units, mat["units"])
        h.run("replay", out(h, "a.rec"), "--csv", out(h, "c.csv"), "--from", "0.2", "--to", "0.3")
        t = h.csv("c.csv")["t"]
        check(t == [x for x in table["t"] if 0.2 < x <= 0.3 + 1e-9], "between 0.2 and 0.3 s:", t)


def test_seek_and_slice(h):
    """Replay gives the same bits from any frame; a slice is a recording, too."""
    rec = record(h, h.scenario(QUICK), "a.rec", 3.3)
    check(sorted(rec.states) == [1000, 2000, 3000, 3300], sorted(rec.states))
    for begin, end, first, last in ((0, 9, 0, 3300), (0.5, 1.25, 0, 1250), (1, 2, 1000, 2000), (2.999, 9, 2000, 3300),
                                    (3.2, 3.3, 3000, 3300)):
        n, bad, _, _ = checked(h, out(h, "a.rec"), "--from", str(begin), "--to", str(end))
        check((n, bad) == (last - first, None), begin, end, n, bad)
    for args in (("--from", "4"), ("--from", "2", "--to", "1"), ("--from", "1e300"), ("--to", "0")):
        for what in (("--check",), ("--csv", out(h, "x.csv")), ("--window",)):
            r = h.run("replay", out(h, "a.rec"), "--anywhere", *what, *args, code=2)
            check("no frame between --from and --to: the recording holds 0.000 to 3.300 s" in r.stderr, r.stderr)
    check(not os.path.exists(out(h, "x.csv")), "a file without rows")
    h.run("replay", out(h, "a.rec"), "--slice", out(h, "s.rec"), "--from", "1.5", "--to", "2.7")
    cut = Recording(out(h, "s.rec"))
    check(cut.first == 1000 and cut.closed and cut.frames() == rec.frames()[1000:2700], len(cut.frames()))
    check(sorted(cut.states) == [2000] and cut.times == {k: rec.times[k] for k in range(1000, 2700)}, "states, times")
    check(f"slice_of={out(h, 'a.rec')}\n" in cut.info and cut.scenario == rec.scenario, cut.info)
    check(checked(h, out(h, "s.rec"))[:2] == (1700, None), "the slice replays otherwise")
    check(checked(h, out(h, "s.rec"), "--from", "2.5")[:2] == (700, None), "the slice replays otherwise from 2.5 s")
    r = h.run("replay", out(h, "s.rec"))
    check("frames: 1700 of 1 ms, 1.000 to 2.700 s" in r.stdout, r.stdout)


def test_branch(h):
    """A branch by the recorded commands or by the run's script is the run itself; another script gives another run. Its
    recording holds the run before it and replays to the same bits."""
    file, branch = out(h, "a.rec"), out(h, "b.rec")
    still = ("--script", h.write("still.csv", STILL))
    rec = record(h, h.scenario(QUICK), "a.rec", 3.3)
    for args, same in ((("--device", f"recording:{file}"), True), (("--script", os.path.join(h.source, "config", "scenarios", "weigh.csv")), True),
                       (still, False)):
        h.run("sil", "--branch-of", file, "--anywhere", "--from", "1.5", "--duration", "3.3", "--record", branch, *args)
        b = Recording(branch)
        check(b.closed and f"branch_of={file}\n" in b.info and b.hashes()[:1500] == rec.hashes()[:1500], b.info)
        check((b.hashes() == rec.hashes()) == same and len(b.hashes()) == 3300, args, len(b.hashes()))
        check(checked(h, branch)[:2] == (3300, None), "the branch replays otherwise")
    h.run("sil", "--branch-of", file, "--anywhere", "--duration", "3.5", "--record", branch, *still)
    check(len(Recording(branch).hashes()) == 3500, "a branch from the end")
    for args, told in ((("--from", "9", *still), "expected a time in the recording, 0.000 to 3.300 s, found 9 s"),
                       (("--record", file, *still), "the recording of --branch-of"),
                       (("weigh", *still), "expected SCENARIO or --branch-of, found both"),
                       ((), "no operator: expected --script FILE")):
        r = h.run("sil", "--branch-of", file, "--anywhere", *args, code=2)
        check(told in r.stderr, r.stderr)
    check(Recording(file).frames() == rec.frames(), "a refused branch changed the recording")


def test_dropped_frames(h):
    """Replay reports frames that the recorder dropped; the check continues from the next recorded state."""
    rec = record(h, h.scenario(QUICK), "a.rec", 2.3)
    file = h.write("gap.rec", rec.without(rec.chunks[2][1]))
    check(rec.chunks[2][1] == 500 and len(rec.chunks[2][2]) == 250, rec.chunks[2][:2])
    n, first, _, stderr = checked(h, file)
    check((n, first) == (2300 - 500, None), n, first)  # without 500 .. 999
    check("frames 500 to 749 were not recorded" in stderr and "frames 500 to 999 cannot be replayed" in stderr, stderr)
    r = h.run("replay", file)
    check("frames: 2050 of 1 ms, 0.000 to 2.300 s; 250 between them were dropped" in r.stdout, r.stdout)
    n, first, _, stderr = checked(h, h.write("end.rec", rec.without(2000)))
    check((n, first) == (2000, None) and "frames 2000 to 2299 cannot be replayed" in stderr, n, stderr)


def test_check_names_the_part(h):
    """A changed command: the check names the frame, every part that changed, and later the values. A changed value in a
    recorded state: the check names the state and the value."""
    rec = record(h, h.scenario(QUICK), "a.rec", 3)
    n, first, stdout, _ = checked(h, h.write("lever.rec", rec.with_lever(2500, -0.5)), code=1)
    check((n, first) == (3000, 2500), n, first)
    parts = stdout.splitlines()[0].split(": ")[1].split(", ")
    check("internal state of windlass" in parts and "velocities" in parts and "step count" not in parts and
          set(parts) <= set(rec.sections), parts)
    check("499 frames later, in the state recorded after frame 2999:" in stdout, stdout)
    check(re.search(r"^  velocities: \d+ of \d+ values differ, most .*, [xyz]: recorded \S+, now \S+$", stdout, re.M), stdout)
    place, state = 8 + 24 * 6 + 8, bytearray(rec.state(2000))  # after the step count: node 6, y
    struct.pack_into("<d", state, place, struct.unpack_from("<d", state, place)[0] + 1e-9)
    n, first, stdout, _ = checked(h, h.write("state.rec", rec.with_state(2000, bytes(state))), code=1)
    check((n, first) == (3000, None), n, first)
    check(re.search(r"the state recorded after frame 1999 differs, though its hash does not:\n"
                    r"  positions: 1 of \d+ values differ, most .*, y: recorded ", stdout), stdout)
    hash_at = rec.chunks[0][0] + 32 + 7 * rec.row + 48  # behind head and command
    n, first, stdout, _ = checked(h, h.write("hash.rec", rec.changed(hash_at, b"x")), code=1)
    check(first == 7 and "no single part" in stdout, first, stdout)


# The same bits

def same_as(rec, want, what):
    """Whether both runs had the same commands in every frame. Before the first difference their hashes must be
    equal."""
    n = next((k for k, (a, b) in enumerate(zip(rec.frames(), want.frames())) if a[:4] != b[:4]), len(want.frames()))
    check(len(rec.frames()) == len(want.frames()) and rec.hashes()[:n] == want.hashes()[:n], what, "differs in frame",
          next((k for k, (a, b) in enumerate(zip(rec.hashes(), want.hashes())) if a != b), None), "of", n)
    return n == len(want.frames())


def test_same_bits_everywhere(h):
    """Software-in-the-loop with both clocks, real time, and the replay of each have the same hash in every frame, on
    one processor and on two, idle and under load. (Where the load starves the operator's thread, the input goes stale
    and the commands differ; those frames agree with their replay only.)"""
    case = h.scenario(QUICK, script=STILL)  # constant input: no clock matters
    seconds = 0.5 if h.sanitized else 1
    want = record(h, case, "a.rec", seconds)
    check(len(set(want.hashes())) == 1000 * seconds, "frames:", len(want.hashes()))
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2 or not shutil.which("taskset"):
        raise Skip("one processor here, or no taskset")
    device = "script:" + h.path("script.csv")
    for before in (("taskset", "-c", str(cores[0])), ("taskset", "-c", f"{cores[0]},{cores[1]}")):
        for load in (0, 2):
            with busy(load):
                runs = {"wall": ("sil", case, "--clock", "wall"), "real": ("run", case, "--headless", "--device", device)}
                for name, args in runs.items():
                    for attempt in range(4):
                        h.run(*args, "--anywhere", "--duration", str(seconds), "--record", out(h, name), before=before)
                        same = same_as(Recording(out(h, name)), want, f"{name} {before} {load}")
                        r = h.run("replay", out(h, name), "--anywhere", "--check", before=before)
                        check(f"{int(1000 * seconds)} frames replayed, every state equal" in r.stdout, r.stdout)
                        if same:
                            break
                    check(same or load and name == "real", name, before, load, "never had the same commands")


def test_real_run_with_moving_lever(h):
    """A moving script, sampled in real time under load, gives other commands than in the loop. The replay has the same
    hash in every frame, on any number of processors."""
    seconds = 0.5 if h.sanitized else 4
    device = "script:" + h.write("move.csv", "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.5,0,0,1\n1,1,0,1\n9,1,0,1\n")
    with busy(2):
        h.run("run", h.scenario(QUICK), "--anywhere", "--headless", "--device", device, "--duration", str(seconds),
              "--record", out(h, "a.rec"))
    rec = Recording(out(h, "a.rec"))
    check(len(rec.hashes()) == 1000 * seconds and "clock=wall" in rec.info, len(rec.hashes()))
    check(h.sanitized or max(f[0] for f in rec.frames()) > 0.9, "the lever did not move")
    release = [rec.times[k][0] for k in range(len(rec.times))]
    check(all(b > a for a, b in zip(release, release[1:])), "releases do not go on")
    for cores in ("0", "0,1"):
        before = ("taskset", "-c", cores) if shutil.which("taskset") and os.cpu_count() > 1 else ()
        r = h.run("replay", out(h, "a.rec"), "--anywhere", "--check", before=before)
        check(f"{len(rec.hashes())} frames replayed, every state equal" in r.stdout, r.stdout)


# Playback

def test_window(h):
    """Playback in a window by its keys: pauses, jumps, and ends at its last frame."""
    xvfb, xdotool = shutil.which("xvfb-run"), shutil.which("xdotool")
    if not xvfb or not xdotool:
        raise Skip("no xvfb-run or no xdotool here")
    for case in (h.scenario(QUICK), pendulum(h)):
        record(h, case, "a.rec", 3.5)
        watched(h, xvfb)


def watched(h, xvfb):
    keys = h.write("keys.sh", f"""#!/bin/sh
"{h.hawse}" replay "{out(h, 'a.rec')}" --anywhere --window >"{h.path('told')}" 2>&1 &
id=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name 'hawse replay' | head -1)
[ -n "$window" ] || {{ wait $id; exit 9; }}
xdotool windowfocus "$window"
sleep 2
for key in space End Left period period Escape; do xdotool key "$key"; sleep 0.7; done
wait $id
""")
    r = subprocess.run([xvfb, "-a", "-s", "-screen 0 1280x800x24", "sh", keys], env={**h.env, **DRIVERS}, timeout=110,
                       capture_output=True, text=True)
    with open(h.path("told")) as f:
        printed = f.read()
    skip_without_pictures(printed)
    if r.returncode == 9:
        raise Skip("no window here: " + printed.strip() + r.stderr)
    check(r.returncode == 0 and re.search("space +play, pause", printed), r.returncode, printed, r.stderr)
    check("closed at 0.003 s, frame 3\n" in printed, printed)  # to the end, 5 s back to the first frame, two forward


if __name__ == "__main__":
    main(globals())
