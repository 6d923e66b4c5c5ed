#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse run: paced by the clock, ended by its duration or a signal, with complete outputs."""
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from contract import check_contract
from harness import Recording, Skip, check, main

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "loop"))
from flight_trace import check as check_trace  # noqa: E402

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")
CAUSES = {"own_work", "slow_processor", "preempted", "blocked", "page_fault", "throttled", "host", "late_timer", "backlog"}


def script(h):
    return "script:" + os.path.join(h.source, "config", "scenarios", "weigh.csv")


def out(h, name):
    return os.path.join(h.out, name)


def check_real_time(h, r, steps):
    """Checks the report of a paced run: contract, a cause for every miss, measured wake-ups."""
    frame = r["frame"]
    check_contract(h, r)
    check(r["steps"] == steps, "steps:", r["steps"])
    check(set(frame["causes"]) == CAUSES and sum(frame["causes"].values()) == frame["misses"], "causes:", frame)
    check(set(frame["backlog_of"]) == CAUSES and sum(frame["backlog_of"].values()) == frame["causes"]["backlog"]
          and frame["backlog_of"]["backlog"] == 0, "backlog of:", frame["backlog_of"])
    worst = frame["worst"]
    check(len(worst) == min(10, sum(b["frames"] for b in frame["work_bins"])), "worst frames:", len(worst))
    check(all(w["text"].startswith(f"frame {w['frame']} ended ") for w in worst), worst)
    check([w["late_ns"] for w in worst] == sorted((w["late_ns"] for w in worst), reverse=True), worst)
    check(all((w["cause"] in CAUSES) if w["late_ns"] > 0 else "cause" not in w for w in worst), worst)
    check(sum(w["late_ns"] > 0 for w in worst) == min(10, frame["misses"]), "a miss is missing from the list:", frame)
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
    # the frames take real time, or the report has the time slipped
    check(wall > seconds * 0.999 and report["wall_time_s"] >= seconds * 0.999 - 0.001, wall, report["wall_time_s"])
    rec = Recording(out(h, "a.rec"))
    check(rec.closed and len(rec.frames()) == report["steps"], "frames:", len(rec.frames()))
    check(f"{rec.hashes()[-1]:016x}" == report["state_hash"], "the last hash")
    h.run("replay", out(h, "a.rec"), "--anywhere", "--check")


def test_without_privileges(h):
    """Without privileges the run works; it prints what was refused and the consequence, and the report has both."""
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
        raise Skip("no setpriv to change the user")
    case = h.scenario(QUICK)
    before = ("prlimit", "--rtprio=0", *before) if shutil.which("prlimit") else before
    r = h.run("run", case, "--anywhere", "--headless", "--device", script(h), "--duration", "0.5",
              "--report", out(h, "r.json"), before=before)
    report = h.report()
    for sentence in ("real-time scheduling refused (EPERM): wake-ups will be late under load",
                     "/etc/security/limits.d/hawse.conf", "- rtprio 80\n", "LimitRTPRIO=80"):
        check(r.stderr.count(sentence) == 1 and report["host"]["refused"].count(sentence) == 1, r.stderr, report["host"])
    check(report["host"]["scheduler"] == "SCHED_OTHER", report["host"])
    check_real_time(h, report, 500)


def test_keyboard_needs_a_window(h):
    for options in (["--headless"], []):
        for display in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
            h.env.pop(display, None)
        r = h.run("run", h.scenario(QUICK), "--anywhere", "--device", "keyboard", "--duration", "1", *options, code=2)
        check("--device keyboard needs a window" in r.stderr, r.stderr)


def begin(h):
    """Starts a long recorded run; returns when its first chunks are on disk."""
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
    """Ctrl-C and SIGTERM: a report, a complete recording, exit code 0."""
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
    """SIGKILL: the recording replays up to its last whole chunk, and there is no report."""
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
    """sil --clock wall: the same frames and bits as with the manual clock, but paced."""
    case, seconds = h.scenario(QUICK), 0.3 if h.sanitized else 3
    def run(clock):
        trace = ("--trace", out(h, "t.json")) if clock == "wall" else ()
        h.run("sil", case, "--anywhere", "--duration", str(seconds), "--clock", clock, "--report", out(h, "r.json"), *trace)
        return h.report()
    a = run("manual")
    for _ in range(3):
        b = run("wall")
        check(b["wall_time_s"] >= seconds * 0.999 - 0.001, "not paced:", b["wall_time_s"])
        check(a["steps"] == b["steps"], "steps:", a["steps"], b["steps"])
        check(check_trace(out(h, "t.json"))[:3] == (0, b["steps"] - 1, b["steps"]), "frames are missing from the trace")
        if b["frame"]["slips"] == 0:
            check(a["state_hash"] == b["state_hash"], "another clock, other bits:", a["state_hash"], b["state_hash"])
            return
    raise Skip("this machine is too slow or too busy for a run without a time slip")


def paced(h, *options, code=0, duration=3, case=None, before=()):
    """Runs headless in real time with these options; returns its report and its output."""
    r = h.run("run", case or h.scenario(QUICK), "--anywhere", "--headless", "--device", script(h), "--duration",
              str(0.5 if h.sanitized else duration), "--report", out(h, "r.json"), *options, code=code, before=before)
    return h.report(), r


def test_halt(h):
    """Policy halt: the first miss ends the run with exit code 1, set by command line and by scenario."""
    slow = ("--inject-slow", "phase=solve,+10000%")
    for case, options in ((h.scenario(QUICK), ("--on-overrun", "halt")),
                          (h.scenario(QUICK, ("end:", "end:\n  on_overrun: halt")), ())):
        report, r = paced(h, *slow, *options, code=1, case=case)
        frame = report["frame"]
        check(frame["halted"] and frame["on_overrun"] == "halt" and frame["misses"] == 1, frame)
        check(frame["missed"][0]["frame"] == report["steps"] - 1, frame["missed"])
        check("halted at that miss" in r.stdout, r.stdout)
    h.run("sil", case, "--anywhere", "--clock", "wall", "--report", out(h, "r.json"), *slow, code=1)
    check(h.report()["frame"]["halted"], "software-in-the-loop does not halt")
    report, _ = paced(h, *slow, "--on-overrun", "slip", duration=1, case=case)
    check(not report["frame"]["halted"] and report["frame"]["misses"] > 100, "the command line goes first")


def test_sil_has_a_thread_for_traces(h):
    """Paced software-in-the-loop writes no trace within its frames: the first thread writes less than a trace."""
    if h.sanitized:
        raise Skip("a sanitizer writes on the first thread too")
    words = [h.hawse, "sil", h.scenario(QUICK), "--anywhere", "--clock", "wall", "--duration", "8", "--inject-slow",
             "phase=project,+10000%", "--trace-misses", out(h, "misses")]
    p = subprocess.Popen(words, env=h.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        trace, give_up = out(h, os.path.join("misses", "miss_0002.trace.json")), time.monotonic() + 60
        while not os.path.exists(trace):  # the first trace is whole
            check(p.poll() is None and time.monotonic() < give_up, "no trace of a second miss comes:", p.poll())
            time.sleep(0.01)
        with open(f"/proc/{p.pid}/task/{p.pid}/io") as f:
            written = int(dict(line.split(": ") for line in f)["wchar"])
    finally:
        p.kill()
        p.wait()
    size = os.path.getsize(out(h, os.path.join("misses", "miss_0001.trace.json")))
    check(size > 200000 and written < size // 4, "the frames' thread wrote", written, "bytes, a trace has", size)


def test_slow_phase_is_told(h):
    """Injected load takes its time in that phase, counts as own work with its counter, and changes no state."""
    report, r = paced(h, "--inject-slow", "phase=project,+10000%", "--trace", out(h, "t.json"), "--trace-misses",
                      out(h, "misses"), duration=2)
    frame = report["frame"]
    own = frame["missed_own_work"]
    check(10 < len(own) == min(32, frame["causes"]["own_work"]), len(own), frame["causes"])
    check(all(m["cause"] == "own_work" for m in own), [m["cause"] for m in own])
    check(own[-1] == [m for m in frame["missed"] if m["cause"] == "own_work"][-1], own[-1])
    if not h.sanitized:
        check(all(m["injected_us"] > 500 for m in own), own[:3])
        check(sum(m["phase"] == "project" for m in own) > 0.9 * len(own), [m["phase"] for m in own])
    check(frame["slips"] > 0 and frame["slip_ns"] > 0 and report["events"]["time_slip"] == frame["slips"], frame["slips"])
    check("time slip: the simulation is now" in r.stderr and "behind the clock" in r.stdout, r.stderr, r.stdout)
    check(report["events"]["overrun"] >= frame["misses"] - 1, report["events"])
    check(report["inject_slow"] == {"phase": "project", "share": 100}, report["inject_slow"])
    first, last, frames, misses = check_trace(out(h, "t.json"))
    check(last == report["steps"] - 1 and frames == min(4000, report["steps"]) and misses > 10, first, last, frames)
    files = sorted(os.listdir(out(h, "misses")))
    check(files and files[0] == "miss_0001.trace.json", files)
    first, last, frames, misses = check_trace(out(h, os.path.join("misses", files[0])))
    check(misses >= 1 and frames <= 3100, first, last, frames, misses)
    plain = h.run("sil", h.scenario(QUICK), "--anywhere", "--duration", str(report["sim_time_s"]), "--report",
                  out(h, "s.json"))
    if frame["slips"] == 0:
        check(h.report("s.json")["state_hash"] == report["state_hash"], plain.stdout)


def test_slow_phase_in_the_loop(h):
    """At full speed too: the share of the phase's own time, in no other phase, and the same states."""
    case, times = h.scenario(QUICK), {(): [], ("--inject-slow", "phase=solve,+100%"): []}
    for _ in range(5):
        states = set()
        for options, found in times.items():
            h.run("sil", case, "--anywhere", "--duration", "0.3" if h.sanitized else "3", "--report", out(h, "r.json"),
                  *options)
            states.add(h.report()["state_hash"])
            found.append(h.report()["phase_ns"]["solve"]["p50"])
        check(len(states) == 1, "injected load changes the state")
    plain, doubled = (min(found) for found in times.values())  # other work on the machine only adds to a time
    check(1.6 < doubled / plain < 2.6, "twice the time:", times)


def test_headroom(h):
    report, r = paced(h, "--headroom", duration=20)
    head, frame = report["headroom"], report["frame"]
    check("headroom: " in r.stdout and "of the budget" in r.stdout, r.stdout)
    check(head["margin_ns"] % (frame["budget_ns"] // 50) == 0 and head["margin_ns"] <= head["load_ns"], head)
    check(abs(head["margin_percent"] - 100 * head["margin_ns"] / frame["budget_ns"]) < 1e-9, head)
    if head["found"]:
        own = frame["missed_own_work"]
        check(own and own[0]["frame"] == head["first_own_miss"] >= report["steps"] - 3, own, head, report["steps"])
    else:
        check(report["steps"] == 20000 or h.sanitized, report["steps"], head)


def check_latency(latency, least, period_ns=1000000):
    # after a long standstill of the machine the loop skips periods and counts them
    periods = latency["frames"] + latency["slip_ns"] / latency["period_ns"]
    check(periods >= least and latency["period_ns"] == period_ns, latency)
    check(set(latency["causes"]) == CAUSES and sum(latency["causes"].values()) == latency["misses"], latency)
    check(latency["causes"]["own_work"] == 0 or latency["misses"] > 0, latency["causes"])
    check(0 < latency["response_ns"]["p50"] <= latency["response_ns"]["max"], latency["response_ns"])


def test_latency_beside_the_run(h):
    """Empty frames on another processor during the run have their own statistics; nothing is subtracted."""
    one = {min(os.sched_getaffinity(0))}
    h.refused(h.scenario(QUICK), "--anywhere", "--latency", command="run", before=("taskset", "-c", str(min(one))),
              says=("--latency needs a second processor",))
    if os.sched_getaffinity(0) == one:
        raise Skip("only one processor")
    report, r = paced(h, "--latency")
    check_latency(report["latency"], 0.5 * report["steps"])
    check(report["latency"]["frame_cpu"] != report["host"]["frame_cpu"], report["latency"]["frame_cpu"])
    check("frames: " in r.stdout and "empty frames on another processor during the run: " in r.stdout, r.stdout)
    h.run("latency", "--duration", "1", "--report", out(h, "l.json"))
    alone = h.report("l.json")
    check_latency(alone["latency"], 1000)
    h.run("latency", "--duration", "1", "--work", "0.0003", "--report", out(h, "l.json"))
    busy = h.report("l.json")
    check_latency(busy["latency"], 1000)
    check(busy["frame_work_ns"] == busy["latency"]["frame_work_ns"] == 300000, busy["latency"]["frame_work_ns"])
    # the processor's clock rate may rise between calibration and frames
    check(240000 < busy["latency"]["work_ns"]["p50"] and alone["latency"]["work_ns"]["p50"] < 30000,
          busy["latency"]["work_ns"], alone["latency"]["work_ns"])
    beside, r = paced(h, "--latency", "--latency-work", "0.0003")
    check_latency(beside["latency"], 0.5 * beside["steps"])
    check("frames of 0.300 ms on another processor during the run: " in r.stdout, r.stdout)
    check(beside["latency"]["frame_work_ns"] == 300000 and report["latency"]["frame_work_ns"] == 0, beside["latency"])
    check(beside["latency"]["work_ns"]["p50"] > 240000, beside["latency"]["work_ns"])
    h.refused(h.scenario(QUICK), "--anywhere", "--latency-work", "0.0003", command="run", says=("--latency-work needs --latency",))
    h.refused(h.scenario(QUICK), "--anywhere", "--latency", "--latency-work", "0.001", command="run",
              says=("--latency-work: expected less than the period of a frame",))
    h.refused("--work", "0.001", command="latency", says=("--work: expected less than the period of a frame",))
    check(alone["host"]["kernel"] == report["host"]["kernel"], alone["host"])


# Occupies a processor for 4 ms, about every 40 ms, by a thread of higher priority.
HOLD = """import os, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(85))
print(flush=True)
while True:
    time.sleep(0.0367)
    end = time.perf_counter() + 0.004
    while time.perf_counter() < end:
        pass
"""


def recorded(h, name, before=()):
    """A run in real time and its recording; of a pendulum under a sanitizer, where a ship's frames are too slow."""
    keep = ("--record", out(h, name))
    if not h.sanitized:
        report, r = paced(h, *keep, before=before)
    else:
        pendulum = os.path.join(h.source, "config", "scenarios", "examples", "pendulum.yaml")
        r = h.run("run", pendulum, "--headless", "--duration", "3", "--report", out(h, "r.json"), *keep, before=before)
        report = h.report()
    return report, r, Recording(out(h, name)).hashes()


def test_first_processor_taken_away(h):
    """The standby thread runs the frames meanwhile with the same results: every hash equals the undisturbed run's."""
    if len(os.sched_getaffinity(0)) < 2:
        raise Skip("only one processor")
    busy = max(os.sched_getaffinity(0))
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(busy)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        if not holder.stdout.readline():
            raise Skip("no real-time scheduling here")
        # a process with one processor has no standby thread
        alone, _, _ = recorded(h, "alone.rec", before=("taskset", "-c", str(busy)))
        report, r, held = recorded(h, "held.rec")
    finally:
        holder.kill()
        holder.wait()
    frame, host = report["frame"], report["host"]
    check(host["standby_cpu"] not in (-1, host["frame_cpu"]) and alone["host"]["standby_cpu"] == -1, host, alone["host"])
    # about 24 times 4 frames a second
    check(frame["stood_in"] > report["steps"] / 30, "the other thread ran", frame["stood_in"], "of", report["steps"])
    check(2 * frame["misses"] < alone["frame"]["misses"], frame["misses"], "misses; with one processor",
          alone["frame"]["misses"])
    check(f"{frame['stood_in']} frames ran on the standby thread" in r.stdout, r.stdout)
    _, _, free = recorded(h, "free.rec")
    check(len(held) == report["steps"] and held == free, "not the same states")


def test_options_are_checked(h):
    case = h.scenario(QUICK)
    for text in ("solve,+5%", "phase=solve", "phase=solve,5%", "phase=sove,+5%", "phase=solve,+5", "phase=solve,+0%",
                 "phase=solve,+nan%", "phase=solve,+5%x", "phase=,+5%"):
        for command in ("sil", "run"):
            h.refused(case, "--anywhere", "--inject-slow", text, command=command, says=("--inject-slow: expected phase=",))
    h.refused(case, "--anywhere", "--on-overrun", "skip", command="run", says=("--on-overrun: expected slip or halt",))
    h.refused(case, "--anywhere", "--trace", out(h, "t.json"), says=("need --clock wall",))
    h.refused(h.scenario(QUICK, ("end:", "end:\n  on_overrun: skip")), "--anywhere", says=("on_overrun",))


if __name__ == "__main__":
    main(globals())
