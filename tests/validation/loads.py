#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes tests/validation/loads.md: how a blow's peak, impulse and energy follow step, stiffness and mesh.

Usage: loads.py BUILD [-o FILE] [--drop]
  BUILD    a built tree, such as build/release
  -o FILE  the table; default tests/validation/loads.md
  --drop   print the drop on a plate alone: seconds in place of minutes
Exit code 0: written; 1: a run failed; 2: bad usage.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
SECONDS = 112  # the anchor strikes the shell at 60 s and the pocket at 110 s
STIFFNESS = {"regions": ("anchor_stiffness", 2e9), "foundation": ("foundation_modulus", 1e10)}
RUNS = [(method, step, factor) for method in STIFFNESS for step, factor in ((1, 1), (0.5, 1), (1, 0.25), (1, 4))]

PAGE = """# Loads of a blow, by step, stiffness and mesh

Written by `python3 tests/validation/loads.py build/release`. [README.md](README.md#loads-of-a-blow) explains it.

## A sphere on a plate

900 kg, radius 0.3 m, 0.5 m/s, e = 0.2; K = 1: 2e9 N/m^1.5 (regions), 10 GPa/m (foundation). *law's peak*: of the law's own
equation, by Runge and Kutta's method. Momentum m v (1 + e): 540 N s; energy of the approach: 112.5 J.

{drop}

## The shipped heave

`weigh.yaml`: the shackle's end strikes the shell at 60 s; the two flukes strike the pocket's back face at 110 s, a
millisecond apart (*a + b*). *largest force*: at any time, also at rest under the haul.

| method | step ms | K | shackle: peak kN | impulse N s | energy J | frames | flukes: peak kN | impulse N s | energy J | largest force kN |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
{heave}
"""


def heave(hawse, folder, method, step_ms, factor):
    """Runs the shipped heave with another method, step and stiffness; returns its report."""
    with open(os.path.join(SOURCE, "config", "scenarios", "weigh.yaml")) as f:
        text = f.read()
    key, stiffness = STIFFNESS[method]
    text = text.replace("../models", os.path.join(SOURCE, "config", "models"))
    text = text.replace("script: weigh.csv", "script: " + os.path.join(SOURCE, "config", "scenarios", "weigh.csv"))
    text += f"contact:\n  method: {method}\n  {key}: {factor * stiffness:g}\nsolver:\n  step: {step_ms} ms\n"
    scenario, report = os.path.join(folder, "heave.yaml"), os.path.join(folder, "heave.json")
    with open(scenario, "w") as f:
        f.write(text)
    subprocess.run([hawse, "sil", scenario, "--anywhere", "--duration", str(SECONDS), "--report", report], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(report) as f:
        return json.load(f)


def rows_of(report, method, step_ms, factor):
    """Two rows: the shackle on the shell, and the two flukes on the pocket, which strike within milliseconds."""
    blows = report["blows"]["list"]
    shell = max((b for b in blows if abs(b["t_s"] - 60) < 1), key=lambda b: b["peak_n"], default=None)
    flukes = [b for b in blows if b["part"] == "fluke tip" and b["face"] == "pocket's back face" and b["t_s"] > 100]
    flukes = sorted(flukes, key=lambda b: -b["energy_j"])[:2]
    head = f"| {method} | {step_ms:g} | {factor:g} |"
    first = "– | – | – | –" if not shell else (
        f"{shell['peak_n'] / 1e3:.1f} | {shell['impulse_ns']:.0f} | {shell['energy_j']:.1f} | {shell['frames']}")
    return (f"{head} {first} | {' + '.join(f'''{b['peak_n'] / 1e3:.1f}''' for b in flukes)} "
            f"| {sum(b['impulse_ns'] for b in flukes):.0f} | {' + '.join(f'''{b['energy_j']:.0f}''' for b in flukes)} "
            f"| {report['outcome']['max_impact_n'] / 1e3:.1f} |")


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("build")
    args.add_argument("-o", default=os.path.join(HERE, "loads.md"))
    args.add_argument("--drop", action="store_true")
    a = args.parse_args()
    drop = subprocess.run([os.path.join(a.build, "tests", "validation", "test_validation_loads"), "--table"], check=True,
                          capture_output=True, text=True).stdout
    if a.drop:
        print(drop, end="")
        return 0
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for run in RUNS:
            rows.append(rows_of(heave(os.path.join(a.build, "rt", "hawse"), folder, *run), *run))
            print(rows[-1], flush=True)
    with open(a.o, "w") as f:
        f.write(PAGE.format(drop=drop.rstrip(), heave="\n".join(rows)))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as e:
        print(e, file=sys.stderr)
        sys.exit(1)
