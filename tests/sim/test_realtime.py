#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse run: paced by the clock, ended by its duration or a signal, with what there is kept."""
import os
import re
import shutil
import signal
import subprocess
import time

from contract import check_contract
from harness import Recording, Skip, check, main

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")
CAUSES = {"own_work", "preempted", "late_wakeup", "page_fault", "backlog"}


def script(h):
    return "script:" + os.path.join(h.source, "config", "scenarios", "weigh.csv")


def out(h, name):
    return os.path.join(h.out, name)


def check_real_time(h, r, steps):
    """The report of a paced run: the contract, every miss with a cause, wake-ups measured."""
    frame = r["frame"]
    check_contract(h, r)
    check(r["steps"] == steps, "steps:", r["steps"])
    check(set(frame["causes"]) == CAUSES and sum(frame["causes"].values()) == frame["misses"], "causes:", frame)
    check(0 < len(frame["worst"]) <= frame["misses"] or frame["misses"] == 0, "a miss that is not told:", frame)
    check(all(w["text"].startswith(f"frame {w['frame']} ") and w["cause"] in CAUSES for w in frame["worst"]),
          frame["worst"])
    check(frame["wakeup_ns"]["max"] > 0 and frame["work_ns"]["p50"] > 0, "nothing measured:", frame)
    check(frame["max_consecutive_misses"] <= frame["misses"] <= r["steps"], frame)


def test_headless(h):
    seconds = 0.5 if h.sanitized else 3
    start = time.monotonic()
    r = h.run("run", h.scenario(QUICK), "--anywhere", "--headless", "--device", script(h), "--duration", str(seconds),
              "--report", out(h, "r.json"), "--record", out(h, "a.rec"))
    wall = time.monotonic() - start
    report = h.report()
    check_real_time(h, report, int(1000 * seconds))
    check(re.match(r"SCHED_(FIFO \d+|OTHER)", report["host"]["scheduler"]), report["host"])
    check("deadlines missed" in r.stdout and report["host"]["scheduler"] in r.stdout, r.stdout)
    # paced: the frames take their time, or slipped it (and said so)
    check(wall > seconds * 0.999 and report["wall_time_s"] >= seconds * 0.999 - 0.001, wall, report["wall_time_s"])
    rec = Recording(out(h, "a.rec"))
    check(rec.closed and len(rec.frames()) == report["steps"], "frames:", len(rec.frames()))
    check(f"{rec.hashes()[-1]:016x}" == report["state_hash"], "the last hash")
    h.run("replay", out(h, "a.rec"), "--anywhere", "--check")


def test_without_privileges(h):
    """Nobody special: it runs, says what was refused and what follows from it, and the report has it."""
    setpriv = shutil.which("setpriv")
    if os.getuid() != 0:
        before = ()
    elif setpriv:
        before = (setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all",
                  "--")
        os.chmod(h.folder, 0o777)
        os.chmod(h.out, 0o777)
        if subprocess.run([*before, "test", "-x", h.hawse, "-a", "-r", h.weigh]).returncode != 0:
            raise Skip("the build is not readable for an unprivileged user")
    else:
        raise Skip("no setpriv to become somebody else with")
    case = h.scenario(QUICK)
    before = ("prlimit", "--rtprio=0", *before) if shutil.which("prlimit") else before
    r = h.run("run", case, "--anywhere", "--headless", "--device", script(h), "--duration", "0.5",
              "--report", out(h, "r.json"), before=before)
    sentence = "real-time scheduling refused (EPERM): wake-ups will be late under load; allow rtprio"
    report = h.report()
    check(sentence in r.stderr and sentence in report["host"]["refused"], r.stderr, report["host"])
    check(report["host"]["scheduler"] == "SCHED_OTHER", report["host"])
    check_real_time(h, report, 500)


def test_keyboard_needs_a_window(h):
    for options in (["--headless"], []):
        for display in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
            h.env.pop(display, None)
        r = h.run("run", h.scenario(QUICK), "--anywhere", "--device", "keyboard", "--duration", "1", *options, code=2)
        check("--device keyboard needs a window" in r.stderr, r.stderr)


def begin(h):
    """Starts a long run that records; returns when its first chunks are on the disk."""
    file = out(h, "a.rec")
    p = subprocess.Popen([h.hawse, "run", h.scenario(QUICK), "--anywhere", "--headless", "--device", script(h),
                          "--duration", "500", "--record", file, "--report", out(h, "r.json")],
                         env=h.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    give_up = time.monotonic() + 100
    while not (os.path.exists(file) and os.path.getsize(file) > 1000 and len(Recording(file).frames()) >= 2000):
        check(p.poll() is None and time.monotonic() < give_up, "no recording comes:", p.poll())
        time.sleep(0.05)
    return p, file


def test_interrupted(h):
    """Ctrl-C and a polite end: a report, a recording that is whole, exit code 0."""
    for number in (signal.SIGINT, signal.SIGTERM):
        p, file = begin(h)
        p.send_signal(number)
        stdout, stderr = p.communicate(timeout=60)
        check(p.returncode == 0, "exit code", p.returncode, stdout, stderr)
        report = h.report()
        check(2000 <= report["steps"] < 500000 and "simulated" in stdout, report["steps"], stdout)
        rec = Recording(file)
        check(rec.closed and len(rec.frames()) == report["steps"], "frames:", len(rec.frames()), report["steps"])
        check(f"{rec.hashes()[-1]:016x}" == report["state_hash"], "the last hash")
        os.remove(out(h, "r.json"))
        if number == signal.SIGINT:
            r = h.run("replay", file, "--anywhere", "--check")
            check(f"{report['steps']} frames replayed, every state equal" in r.stdout, r.stdout)
        os.remove(file)


def test_killed(h):
    """Killed outright: the recording replays up to its last whole chunk, and nothing claims to be a report."""
    p, file = begin(h)
    p.kill()
    p.communicate(timeout=60)
    check(not os.path.exists(out(h, "r.json")), "a report of a run that never ended")
    rec = Recording(file)
    frames = len(rec.frames())
    check(not rec.closed and frames >= 2000, "frames:", frames)
    r = h.run("replay", file, "--anywhere", "--check")
    check(f"{frames} frames replayed, every state equal" in r.stdout, frames, r.stdout)
    check("not closed, as after a crash" in r.stderr and f"{frames} frames are whole" in r.stderr, r.stderr)


def test_wall_clock_in_the_loop(h):
    """sil --clock wall: the same frames and the same bits as with the manual clock, paced."""
    case, seconds = h.scenario(QUICK), 0.3 if h.sanitized else 3
    def run(clock):
        h.run("sil", case, "--anywhere", "--duration", str(seconds), "--clock", clock, "--report", out(h, "r.json"))
        return h.report()
    a = run("manual")
    for _ in range(3):
        b = run("wall")
        check(b["wall_time_s"] >= seconds * 0.999 - 0.001, "not paced:", b["wall_time_s"])
        check(a["steps"] == b["steps"], "steps:", a["steps"], b["steps"])
        if b["frame"]["slips"] == 0:
            check(a["state_hash"] == b["state_hash"], "another clock, other bits:", a["state_hash"], b["state_hash"])
            return
    raise Skip("this machine is too slow or too busy for a run without a time slip")


if __name__ == "__main__":
    main(globals())
