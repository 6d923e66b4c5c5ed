#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ten minutes of the shipped scenario at 1 kHz on two processors with the window open. No frame is late by own work,
and no more frames are late by other causes than empty frames beside them at the same time."""
import os
import shutil

from harness import Skip, check, main
from test_pictures import DRIVERS

RUNS, SECONDS = 5, 120


def one_run(h, before):
    script = "script:" + os.path.join(h.source, "config", "scenarios", "weigh.csv")
    r = h.run("run", h.weigh, "--device", script, "--duration", str(SECONDS), "--latency", "--report",
              h.path("out", "r.json"), before=before, env=DRIVERS, timeout=SECONDS + 120)
    if "no window, continuing without it" in r.stderr:
        raise Skip("no window here: " + r.stderr.strip())
    report = h.report()
    if not report["host"]["scheduler"].startswith("SCHED_FIFO"):
        raise Skip("real-time scheduling is refused here: " + report["host"]["scheduler"])
    return report


def format_causes(causes):
    return ", ".join(f"{k} {n}" for k, n in causes.items() if n > 0) or "none"


def test_no_miss_of_our_own(h):
    xvfb, cores = shutil.which("xvfb-run"), sorted(os.sched_getaffinity(0))[:2]
    if not xvfb:
        raise Skip("no xvfb-run here")
    if h.sanitized:
        raise Skip("too slow for real time")
    if len(cores) < 2:
        raise Skip("one processor here")
    before = ("taskset", "-c", f"{cores[0]},{cores[1]}", xvfb, "-a", "-s", "-screen 0 1280x800x24")
    own, others, empty = [], 0, 0
    for k in range(RUNS):
        r = one_run(h, before)
        frame, beside = r["frame"], r["latency"]
        own += frame["missed_own_work"]
        others += frame["misses"] - frame["causes"]["own_work"]
        empty += beside["misses"]
        print(f"run {k + 1}: {r['steps']} frames, missed: {format_causes(frame['causes'])}; run by the second thread: "
              f"{frame['stood_in']}; of {beside['frames']} empty frames: {format_causes(beside['causes'])}")
        print(*["    " + m["text"] for m in frame["missed"]], *["    empty " + m["text"] for m in beside["missed"]],
              sep="\n", flush=True)
    print(f"in all: {len(own)} by our own work, {others} by other causes; {empty} of the empty frames")
    check(not own, "by our own work:", *[m["text"] for m in own])
    check(others <= empty, "more frames were late by other causes than empty ones:", others, "and", empty)


if __name__ == "__main__":
    main(globals())
