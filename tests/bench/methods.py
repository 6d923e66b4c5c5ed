#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the two methods of contact between anchor and hull: the shipped heave with each, alternating, and 10 000 small
moves about the housed anchor. Prints both tables. Compare times as ratios within one run on a quiet machine.

    cmake --build --preset ci --target hawse bench_methods && python3 tests/bench/methods.py [--build build/ci]
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCENARIO = {"regions": "weigh.yaml", "foundation": "weigh_foundation.yaml"}


def run_heave(hawse, method, folder, duration):
    report = os.path.join(folder, "r.json")
    args = ["--duration", str(duration)] if duration else []
    subprocess.run([hawse, "sil", os.path.join(ROOT, "config/scenarios", SCENARIO[method]), "--report", report, *args],
                   check=True, stdout=subprocess.DEVNULL)
    with open(report) as f:
        return json.load(f)


def print_row(name, runs, of, text="{:.1f}"):
    print(f"{name:34}" + "".join(f"{text.format(statistics.median(of(r) for r in runs[m])):>14}" for m in SCENARIO))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.path.join(ROOT, "build/ci"))
    p.add_argument("--repeats", type=int, default=3)
    p.add_argument("--duration", type=float, help="end the heaves after this time [s]")
    p.add_argument("--csv", help="write the forces of all poses to this file")
    a = p.parse_args()
    runs = {m: [] for m in SCENARIO}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(a.repeats):
            for m in SCENARIO:
                runs[m].append(run_heave(os.path.join(a.build, "rt/hawse"), m, folder, a.duration))
    print(f"{'the shipped heave':34}" + "".join(f"{m:>14}" for m in SCENARIO))
    for q in ("p50", "p99"):
        print_row(f"contact {q} [us]", runs, lambda r: r["phase_ns"]["contact"][q] / 1e3)
    for q in ("p50", "p99"):
        print_row(f"whole step {q} [us]", runs, lambda r: r["frame"]["work_ns"][q] / 1e3)
    print_row("Newton iterations a step", runs, lambda r: r["solver"]["newton_mean"], "{:.3f}")
    print_row("steps at the cap", runs, lambda r: r["solver"]["cap_hits"], "{:.0f}")
    print_row("hull impacts", runs, lambda r: r["outcome"]["hull_impacts"], "{:.0f}")
    print_row("largest impact [kN]", runs, lambda r: r["outcome"]["max_impact_n"] / 1e3)
    print_row("peak tension [kN]", runs, lambda r: r["outcome"]["peak_tension_n"] / 1e3)
    print_row("housed after [s] (-1: not)", runs, lambda r: r["outcome"]["time_s"] or -1)
    print_row("tension at rest [kN]", runs, lambda r: r["outcome"]["tension_n"] / 1e3)
    print("\nabout the housed pose", flush=True)
    subprocess.run([os.path.join(a.build, "tests/bench/bench_methods"), *([a.csv] if a.csv else [])], check=True)


if __name__ == "__main__":
    main()
