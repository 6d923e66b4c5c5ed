#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cost of the sea. Counts instructions of a frame of the shipped heave, initially under water (callgrind): without the sea, in
still water, in a regular wave, in an irregular sea. Times a picture without and with waves.

Usage: sea.py [--hawse build/ci/rt/hawse] [--seconds 0.5]
"""
import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SEA = "sea:\n  immersion: buoyancy_drag\n"
CASES = {
    "none": "",
    "still water": SEA,
    "regular wave": SEA + "  wave_height: 2 m\n",
    "irregular sea": SEA + "  wave_height: 2 m\n  waves: jonswap\n",
}


def write_scenario(folder, name, sea):
    shipped = os.path.join(ROOT, "config", "scenarios")
    with open(os.path.join(shipped, "weigh.yaml")) as f:
        text = f.read()
    text = text.replace("../models", os.path.join(ROOT, "config", "models"))
    text = text.replace("weigh.csv", os.path.join(shipped, "weigh.csv"))
    text = text.replace("start:\n", sea + "start:\n  settle: 0.2 s\n")
    path = os.path.join(folder, name.replace(" ", "_") + ".yaml")
    with open(path, "w") as f:
        f.write(text)
    return path


def count_instructions(hawse, case, folder, seconds):
    """Instructions within sim_frame, and of these the sea's force element's."""
    out = os.path.join(folder, "cg.out")
    subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=sim_frame", "--callgrind-out-file=" + out, hawse,
                    "sil", case, "--anywhere", "--duration", str(seconds)], check=False, capture_output=True)
    listing = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", out], capture_output=True,
                             text=True).stdout
    total = int(re.search(r"^\s*([\d,]+).*PROGRAM TOTALS", listing, re.M)[1].replace(",", ""))
    # each function is listed once for the file that its object was made from: those within the program count
    sea = {m[2]: int(m[1].replace(",", ""))
           for m in re.finditer(r"^\s*([\d,]+) .*dynamics/tackle/sea\.c:(predict|eval)\b", listing, re.M)}
    return total, sum(sea.values())


def measure_picture(hawse, case, folder):
    """Processor time [ms] of a picture and its file: the difference of runs with 20 and with none, over 20."""
    frames = os.path.join(folder, "frames")
    os.makedirs(frames, exist_ok=True)
    took = []
    for more in ([], ["--frames", frames, "--fps", "20"]):
        begun = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([hawse, "sil", case, "--anywhere", "--duration", "1", *more], check=False, capture_output=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(used.ru_utime + used.ru_stime - begun.ru_utime - begun.ru_stime)
    return 1e3 * (took[1] - took[0]) / 20


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--hawse", default=os.path.join(ROOT, "build", "ci", "rt", "hawse"))
    p.add_argument("--seconds", type=float, default=0.5)
    a = p.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("error: valgrind is not installed (apt-get install valgrind)")
    with tempfile.TemporaryDirectory() as folder:
        cases = {name: write_scenario(folder, name, sea) for name, sea in CASES.items()}
        print("| sea | instructions a frame | of them the sea |\n|---|---|---|")
        for name, case in cases.items():
            total, sea = count_instructions(a.hawse, case, folder, a.seconds)
            print(f"| {name} | {total / a.seconds / 1e6:.2f} k | {100 * sea / total:.1f} % |", flush=True)
        print("\n| picture | ms of processor time, each of three runs |\n|---|---|")
        ms = {name: [] for name in ("none", "regular wave")}
        for _ in range(3):
            for name, runs in ms.items():
                runs.append(measure_picture(a.hawse, cases[name], folder))
        for name, runs in ms.items():
            print(f"| {name} | {', '.join(f'{x:.1f}' for x in runs)} |")


if __name__ == "__main__":
    main()
