#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the load of a frame predict its cost? Prints CPU time over load_us (rt/session/session.c) of the frames of the shipped
heave, the least of several runs, relative to the median. rt/loop/cause.c separates own work from a slow processor by it.

Usage: load.py [--hawse build/release/rt/hawse] [--scenario FILE] [--ends 6 12] [--runs 3]
       Uses the last 4000 frames before each end [s]; the runs are paced.
"""
import argparse
import json
import os
import re
import subprocess
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
with open(os.path.join(ROOT, "rt", "loop", "cause.c")) as source:
    MARGIN = float(re.search(r"^#define MARGIN (\S+)$", source.read(), re.M)[1])
HEAVY = 1.5  # a frame above this multiple of the median CPU time is heavy


def run_frames(hawse, scenario, end, folder):
    """Runs the scenario; returns CPU time and load [us] by frame."""
    trace = os.path.join(folder, "t.json")
    subprocess.run([hawse, "sil", scenario, "--clock", "wall", "--duration", str(end), "--trace", trace], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(trace) as f:
        found = json.load(f)
    events = found["traceEvents"] if isinstance(found, dict) else found
    return {int(e["name"].split()[1]): (e["args"]["cpu_us"], e["args"]["load_us"]) for e in events
            if e.get("args", {}).get("load_us")}


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--hawse", default=os.path.join(ROOT, "build", "release", "rt", "hawse"))
    p.add_argument("--scenario", default=os.path.join(ROOT, "config", "scenarios", "weigh.yaml"))
    p.add_argument("--ends", type=int, nargs="+", default=[6, 12])
    p.add_argument("--runs", type=int, default=3)
    a = p.parse_args()
    cost, load = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for end in a.ends:
            for _ in range(a.runs):
                for frame, (cpu, units) in run_frames(a.hawse, a.scenario, end, folder).items():
                    cost[frame], load[frame] = min(cpu, cost.get(frame, cpu)), units
    unit = quantile([cost[f] / load[f] for f in cost], 0.5)
    ratio = {f: cost[f] / load[f] / unit for f in cost}
    usual = quantile(cost.values(), 0.5)
    heavy = [f for f in cost if cost[f] > HEAVY * usual]
    print(f"{len(cost)} frames, least of {a.runs} runs: CPU time {usual:.0f} us by the median, {max(cost.values()):.0f} at "
          f"most; {unit:.2f} us a unit of load by the median")
    print("CPU time over load, in medians:")
    for name, some in (("all", list(cost)), (f"more than {HEAVY} median times", heavy)):
        if some:
            shares = "  ".join(f"{100 * s:g} %: {quantile([ratio[f] for f in some], s):.2f}"
                               for s in (0.01, 0.1, 0.5, 0.9, 0.99, 1))
            beyond = sum(ratio[f] > MARGIN for f in some)
            print(f"  {name:24} {len(some):6} frames  {shares}  beyond {MARGIN}: {beyond}")


if __name__ == "__main__":
    main()
