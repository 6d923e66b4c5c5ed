#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The swinging chain (workload W1) in hawse and its peers: time per step and error, in one run.

Each code is an executable w1_<code> of the build folder; a code that is not built is skipped by name. See w1.md.
"""
import argparse
import csv
import json
import math
import os
import statistics
import subprocess
import sys

REFERENCE = os.path.join(os.path.dirname(__file__), "..", "data", "w1_reference.csv")
CODES = [("hawse", "trapezoidal"), ("bullet", "multibody"), ("bullet_native", "multibody"), ("simbody", "euler"),
         ("simbody", "verlet"), ("mujoco", "euler"), ("ode", "step"), ("bullet", "rk4"), ("simbody", "rk3")]
LINKS = [10, 30, 100, 300]
SCALING_LINKS = [50, 100, 200, 500, 1000, 2000]
SHORTEST_S = 0.1     # of motion in a timed repeat
REPEAT_WALL_S = 5.0  # a repeat of a slow code is shortened to this
FAILED_M = 1.0       # a larger error counts as failure
SKIPPED = 77


def run(build, code, method, links, h, seconds):
    """Runs one code; returns its JSON, or None if the code cannot start (its message is on stderr)."""
    command = [os.path.join(build, "w1_" + code), "--method", method, "--links", str(links), "--h", repr(h),
               "--seconds", repr(seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")
    return json.loads(done.stdout) if done.stdout else None


def read_reference():
    """{links: {time in ms: (x, y, z)}}"""
    table = {}
    with open(REFERENCE, encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            at = table.setdefault(int(row["links"]), {})
            at[round(1e3 * float(row["t"]))] = tuple(float(row[c]) for c in "xyz")
    return table


def errors(result, reference):
    """Distance to the reference [m] by time [ms], at the times of both."""
    return {ms: math.dist(p, reference[ms]) for ms, p in positions(result).items() if ms in reference}


def positions(result):
    return {round(1e3 * p[0]): p[1:] for p in result["position"]}


# ---- accuracy and time of all codes ----------------------------------------------------------------------------------

def measure(build, codes, links, options):
    """Alternating repeats: {(code, method): [result, ...]}. The order rotates by one place with each repeat."""
    spans = {}
    for code in codes:  # trial run: can the code do this N, and how long may a repeat be?
        look = run(build, *code, links, options.h, SHORTEST_S)
        if look:
            affordable = REPEAT_WALL_S / (1e-6 * look["wall_us"]) * options.h
            spans[code] = max(SHORTEST_S, min(options.timing_seconds, affordable))
    results = {c: [] for c in spans}
    for k in range(options.repeats):
        turn = k % len(spans)
        for code in (list(spans) * 2)[turn:turn + len(spans)]:
            results[code].append(run(build, *code, links, options.h, spans[code]))
    return results


def summary(build, code, links, repeats, reference, options):
    """Table line of one code: times of the repeats, error of one whole run."""
    line = {"code": code[0], "method": code[1], "links": links, "h": options.h, "repeats": len(repeats)}
    for clock in ("cpu_us", "wall_us"):
        line[clock] = statistics.median(r[clock] for r in repeats)
        line[clock + "_min"] = min(r[clock + "_min"] for r in repeats)
    if line["wall_us"] * 1e-6 * options.seconds / options.h > options.patience:
        line["whole_run"] = "too slow"
        return line
    whole = run(build, *code, links, options.h, options.seconds)
    error = errors(whole, reference)
    if "gap" in whole:
        line["gap_mm"] = 1e3 * whole["gap"]
    line["whole_run"] = "done" if whole["finite"] and max(error.values()) <= FAILED_M else "failed"
    if line["whole_run"] == "done":
        line["error_mm"] = 1e3 * error[round(1e3 * options.seconds)]
        line["worst_mm"] = 1e3 * max(error.values())
    return line


def compare(build, options):
    codes = [c for c in CODES if is_built(build, c[0]) and (not options.code or f"{c[0]}:{c[1]}" in options.code)]
    reference = read_reference()
    lines = []
    print(f"h = {options.h:g} s; CPU time per step, median of {options.repeats} alternating repeats of "
          f"{options.timing_seconds:g} s; error of the flukes after {options.seconds:g} s, and the worst on the way\n")
    print(f"{'code':<15}{'method':<13}{'N':>5}{'us/step':>10}{'min':>10}{'wall':>10}{'ratio':>8}{'error mm':>12}"
          f"{'worst mm':>12}{'gap mm':>11}")
    for links in options.links:
        if links not in reference:
            raise SystemExit(f"--links: no reference for {links}; expected one of {sorted(reference)}")
        times = measure(build, codes, links, options)
        group = [summary(build, c, links, r, reference[links], options) for c, r in times.items()]
        own = next((g["cpu_us"] for g in group if g["code"] == "hawse"), None)
        for line in group:
            line["ratio_to_hawse"] = line["cpu_us"] / own if own else None
            print_line(line)
        lines += group
        print(flush=True)
    return lines


def is_built(build, code):
    if os.access(os.path.join(build, "w1_" + code), os.X_OK):
        return True
    message = f"skipped: w1_{code} is not built"
    if message not in is_built.reported:
        is_built.reported.add(message)
        print(message)
    return False


is_built.reported = set()


def print_line(g):
    ratio = f"{g['ratio_to_hawse']:.2f}" if g["ratio_to_hawse"] else "-"
    text = (f"{g['code']:<15}{g['method']:<13}{g['links']:>5}{g['cpu_us']:>10.2f}{g['cpu_us_min']:>10.2f}"
            f"{g['wall_us']:>10.2f}{ratio:>8}")
    if g["whole_run"] == "done":
        text += f"{g['error_mm']:>12.5f}{g['worst_mm']:>12.5f}"
    else:
        text += f"{g['whole_run']:>12}{'':>12}"
    print(text + (f"{g['gap_mm']:>11.1e}" if "gap_mm" in g else ""))


# ---- hawse alone: cost against length --------------------------------------------------------------------------------

def scaling(build, options):
    times = {n: [] for n in SCALING_LINKS}
    for _ in range(options.repeats):
        for n in SCALING_LINKS:
            times[n].append(run(build, "hawse", "trapezoidal", n, options.h, options.timing_seconds)["cpu_us"])
    lines = [{"code": "hawse", "links": n, "h": options.h, "cpu_us": statistics.median(t)} for n, t in times.items()]
    base = lines[0]["cpu_us"] / lines[0]["links"]
    print(f"{'N':>6}{'us/step':>11}{'us/link':>10}{'to N = 50':>11}")
    for line in lines:
        line["us_per_link"] = line["cpu_us"] / line["links"]
        print(f"{line['links']:>6}{line['cpu_us']:>11.2f}{line['us_per_link']:>10.4f}{line['us_per_link'] / base:>11.3f}")
    return lines


# ---- the reference ---------------------------------------------------------------------------------------------------

def write_reference(build, links, path):
    """Writes Simbody's error-controlled Runge-Kutta-Merson, and its distance from Bullet's RK4 extrapolated from two steps."""
    rows, notes = [], []
    for n in links:
        merson = positions(run(build, "simbody", "merson", n, 0.1, 10.0))
        coarse, fine = (positions(run(build, "bullet", "rk4", n, h, 10.0)) for h in (5e-4, 2.5e-4))
        # second order, like its ball joint: the limit is fine + (fine - coarse) / 3
        limit = {t: [f + (f - c) / 3 for f, c in zip(fine[t], coarse[t])] for t in merson}
        notes.append(f"N = {n}: {max(math.dist(merson[t], limit[t]) for t in merson):.1e} m")
        rows += [[n, f"{t / 1000:g}"] + [f"{x:.12f}" for x in p] for t, p in sorted(merson.items())]
        print(notes[-1], flush=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("# Swinging chain W1: centre of mass of the flukes, world frame [m], against time [s].\n"
                   "# Simbody 3.7, Runge-Kutta-Merson with error control, accuracy 1e-11 a step (tests/bench/w1_simbody.cpp).\n"
                   "# Largest distance from Bullet 3.24's RK4, extrapolated from h = 0.5 and 0.25 ms, in 10 s:\n"
                   f"# {'; '.join(notes)}.\n"
                   "# Written by tests/bench/w1.py --write-reference.\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["links", "t", "x", "y", "z"])
        writer.writerows(rows)


# ---- the test --------------------------------------------------------------------------------------------------------

def check(build, code, method, order):
    """One second of 10 links at 2 ms and 1 ms: the error falls by 2^order and agrees with the extrapolation of both runs."""
    if not is_built(build, code):
        return SKIPPED
    reference = read_reference()[10]
    coarse, fine = (run(build, code, method, 10, h, 1.0) for h in (2e-3, 1e-3))
    error = [max(errors(r, reference).values()) for r in (coarse, fine)]
    observed = math.log2(error[0] / error[1])
    a, b = positions(coarse), positions(fine)
    predicted = max(math.dist(a[t], b[t]) for t in b) / (2**order - 1)
    print(f"{code} {method}: error {1e3 * error[0]:.5f} mm at 2 ms, {1e3 * error[1]:.5f} mm at 1 ms, order {observed:.3f}; "
          f"predicted {1e3 * predicted:.5f} mm")
    good = len(b) == 10 and abs(observed - order) <= 0.1 and error[1] <= 1.1 * predicted
    return 0 if good else 1


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build/bench/tests/bench", help="folder of the w1_* executables (%(default)s)")
    p.add_argument("--links", type=int, nargs="+", default=LINKS, help="chains to run (%(default)s)")
    p.add_argument("--code", nargs="+", metavar="CODE:METHOD", help="run only these")
    p.add_argument("--h", type=float, default=1e-3, help="step [s] (%(default)s)")
    p.add_argument("--seconds", type=float, default=10, help="length of the runs for the error [s] (%(default)s)")
    p.add_argument("--timing-seconds", type=float, default=1, help="length of each timed repeat [s] (%(default)s)")
    p.add_argument("--repeats", type=int, default=5, help="number of alternating repeats (%(default)s)")
    p.add_argument("--patience", type=float, default=120, help="skip whole runs that would take longer [s] (%(default)s)")
    p.add_argument("--quick", action="store_true", help="check that everything runs: 10 and 30 links, 1 s, one repeat of 0.1 s; not a measurement")
    p.add_argument("--scaling", action="store_true", help="hawse alone: time per link against N")
    p.add_argument("--json", metavar="FILE", help="also write the lines of the table to FILE")
    p.add_argument("--check", nargs=3, metavar=("CODE", "METHOD", "ORDER"), help="test the order and error of one code")
    p.add_argument("--write-reference", metavar="FILE", help="recompute the reference (needs Simbody and Bullet)")
    options = p.parse_args()
    if options.quick:
        options.links, options.seconds, options.timing_seconds, options.repeats = [10, 30], 1, SHORTEST_S, 1
    return options


def main():
    options = arguments()
    build = options.build
    if options.check:
        return check(build, options.check[0], options.check[1], int(options.check[2]))
    if options.write_reference:
        write_reference(build, options.links, options.write_reference)
        return 0
    lines = scaling(build, options) if options.scaling else compare(build, options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(lines, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
