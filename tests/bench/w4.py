#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The chain on the bottom (workload W4) in hawse and its peers: time per step, tension against the closed form, in one run.

Each code is an executable w4_<code> of the build folder; a code that is not built is skipped by name. See w4.md.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

CODES = [("hawse", "trapezoidal"), ("ode", "quickstep"), ("ode", "quickstep_200"), ("bullet", "multibody")]
SLOW_US = 1000.0  # a code that needs more per step runs once
SKIPPED = 77


def run(build, code, method, links, h):
    command = [os.path.join(build, "w4_" + code), "--method", method, "--links", str(links), "--h", repr(h)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")
    return json.loads(done.stdout.replace("nan", "NaN").replace("inf", "Infinity"))


def is_built(build, code):
    if os.access(os.path.join(build, "w4_" + code), os.X_OK):
        return True
    print(f"skipped: w4_{code} is not built")
    return False


def compare(build, links, h, repeats, patience):
    """Alternating repeats of all codes with so many links."""
    results = {}
    for k in range(repeats):
        for code in CODES:
            first = results.get(code, [None])[0]
            if code[0] == "bullet" and links > patience or first and first["wall_us"] > SLOW_US:
                continue
            if is_built(build, code[0]):
                results.setdefault(code, []).append(run(build, *code, links, h))
    own = statistics.median(r["cpu_us"] for r in results[CODES[0]])
    for code, runs in results.items():
        cpu = statistics.median(r["cpu_us"] for r in runs)
        r = runs[0]
        print(f"{code[0]:<8}{code[1]:<15}{links:>6}{1e3 * h:>7g}{cpu:>11.1f}{cpu / own:>8.2f}{100 * r['error']:>11.3f}"
              f"{100 * r['noise']:>10.3f}{1e3 * r['gap']:>11.1e}", flush=True)


def check(build):
    """hawse alone: the closed form within 0.5 %, noise below 0.5 %."""
    if not is_built(build, "hawse"):
        return SKIPPED
    for links, h in ((100, 1e-3), (200, 1e-3)):
        r = run(build, *CODES[0], links, h)
        print(r)
        if not (abs(r["error"]) < 0.005 and r["noise"] < 0.005 and r["gap"] < 1e-6):
            return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/bench/tests/bench", help="folder of the executables (%(default)s)")
    parser.add_argument("--links", type=int, nargs="+", default=[100, 300], help="lengths of the chain (100 300)")
    parser.add_argument("--h", type=float, default=1e-3, help="step [s] (%(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="repeats of a fast code (%(default)s)")
    parser.add_argument("--patience", type=int, default=100, help="most links for Bullet, whose cost grows with the cube (%(default)s)")
    parser.add_argument("--check", action="store_true", help="only check hawse; exit code 1 if it is off")
    options = parser.parse_args()
    if options.check:
        return check(options.build)
    print(f"{'code':<8}{'method':<15}{'links':>6}{'h ms':>7}{'us/step':>11}{'ratio':>8}{'error %':>11}{'noise %':>10}{'gap mm':>11}")
    for links in options.links:
        compare(options.build, links, options.h, options.repeats, options.patience)
    return 0


if __name__ == "__main__":
    sys.exit(main())
