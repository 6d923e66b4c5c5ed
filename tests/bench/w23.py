#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Contact in hawse and its peers: the anchor into the pipe (W2) and the chain over the lip (W3), in one run.

Each code is an executable w23_<code> of the build folder; a code that is not built is skipped by name. See w23.md.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

DATA = os.path.join(os.path.dirname(__file__), "..", "..", "..", "shared", "data", "peers")
CODES = {"w2": [("hawse", "regions"), ("hawse", "foundation"), ("ode", "quickstep"), ("ode", "step")],
         "w3": [("hawse", "links"), ("ode", "quickstep"), ("ode", "step")]}
PEER = ("ode", "quickstep")  # denominator of the ratios
HULLS = ["20k", "100k"]
TIMES = ["median_us", "p99_us", "late_median_us", "late_p99_us"]
CONVERGED = 0.01  # largest relative change of the mean force
FINE = 8  # step of the fine run: h / FINE
# W2's first blow comes at 2.85 m/s. At 1 ms it would last less than 4 steps, so it is softened to them: at most
# v 4 h / 2.94 deep, the depth of an undamped one (contact/law/normal.c).
SOFTENED = 1e3 * 2.85 * 4e-3 / 2.94  # [mm]
RESOLVED = 1.2  # deepest place of that blow in the fine run [mm]
SKIPPED = 77


def run(options, workload, code, hull, seconds=None, h=None):
    """Runs one code; returns its JSON."""
    command = [os.path.join(options.build, "w23_" + code[0]), "--workload", workload, "--method", code[1], "--data",
               options.data, "--hull", hull, "--h", repr(h or options.h)]
    if seconds:
        command += ["--seconds", repr(seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")
    return json.loads(done.stdout)


def is_built(options, code):
    if os.access(os.path.join(options.build, "w23_" + code), os.X_OK):
        return True
    message = f"skipped: w23_{code} is not built"
    if message not in is_built.reported:
        is_built.reported.add(message)
        print(message)
    return False


is_built.reported = set()


def has_data(options):
    for name in ["shank", "flukes"] + ["hull_" + h for h in options.hull]:
        path = os.path.join(options.data, f"w2_{name}.obj")
        if not os.path.exists(path):
            print(f"skipped: {path} does not exist; --data names the folder of the meshes")
            return False
    return True


# ---- the table -------------------------------------------------------------------------------------------------------

def compare(options):
    lines = []
    print(f"h = {options.h:g} s; thread CPU time of a whole step, medians of {options.repeats} alternating repeats")
    for workload in options.workload:
        codes = [c for c in CODES[workload] if is_built(options, c[0])]
        runs = {(hull, c): [] for hull in options.hull for c in codes}
        for k in range(options.repeats):
            keys = list(runs)
            turn = k % len(keys)
            for hull, code in keys[turn:] + keys[:turn]:
                runs[hull, code].append(run(options, workload, code, hull, options.seconds))
        group = [summary(r) for r in runs.values()]
        print_table(workload, group)
        lines += group
        if workload == "w3" and ("hawse", "links") in codes and not options.quick:
            lines.append(converged(options, group))
    return lines


def summary(repeats):
    """The first repeat's line (all repeats have the same motion) with the median times."""
    line = dict(repeats[0])
    for key in TIMES:
        line[key] = statistics.median(r[key] for r in repeats)
    line["repeats"] = len(repeats)
    return line


def print_table(workload, group):
    print(f"\n{workload}: {'hull':<6}{'code':<18}{'median':>8}{'p99':>8}{'jammed' if workload == 'w2' else 'late':>8}{'p99':>8}"
          f"{'ratio':>7}{'to 20k':>8}{'contacts':>10}{'depth mm':>10}{'gap um':>10}{'force kN':>10}{'noise kN':>10}"
          f"{'contact noise':>15}")
    for g in group:
        peer = next((p for p in group if (p["code"], p["method"]) == PEER and p["hull"] == g["hull"]), None)
        small = next((p for p in group if p["method"] == g["method"] and p["code"] == g["code"] and
                      p["hull"] == "20k"), None)
        times = "".join(f"{g[key]:>8.1f}" for key in TIMES)
        ratio = f"{g['median_us'] / peer['median_us']:>7.2f}" if peer else f"{'-':>7}"
        to_small = f"{g['median_us'] / small['median_us']:>8.2f}" if small else f"{'-':>8}"
        print(f"    {g['hull']:<6}{g['code'] + ' ' + g['method']:<18}{times}{ratio}{to_small}"
              f"{g['contacts_mean']:>6.1f}/{g['contacts_max']:<3d}{g['depth_mm']:>10.2f}{1e3 * g['gap_mm']:>10.1e}"
              f"{g['force_mean_kn']:>10.3f}{g['force_noise_kn']:>10.3f}{g['contact_noise_kn']:>15.3f}"
              f"{'' if g['finite'] else '  not finite'}", flush=True)


def converged(options, group):
    """Compares hawse's mean force at h with that at h / FINE; returns the fine run."""
    fine = run(options, "w3", ("hawse", "links"), options.hull[0], options.seconds, options.h / FINE)
    own = next(g for g in group if g["code"] == "hawse" and g["hull"] == options.hull[0])
    change = own["force_mean_kn"] / fine["force_mean_kn"] - 1
    print(f"    mean force of hawse at h/{FINE}: {fine['force_mean_kn']:.3f} kN; at h: {100 * change:+.3f} %")
    return fine


# ---- the test --------------------------------------------------------------------------------------------------------

def check_depths(options, code, hull, own):
    """Compares W2's depths with those of the fine run, which resolves the first blow."""
    fine = run(options, "w2", code, hull, h=options.h / FINE)
    change = own["later_depth_mm"] / fine["later_depth_mm"] - 1
    print(f"w2 {code[1]} {hull}: depth_mm at h/{FINE} {fine['depth_mm']:.3g} (< {RESOLVED:g}); later_depth_mm at h "
          f"{100 * change:+.2f} % off (< 2 %)")
    return fine["depth_mm"] < RESOLVED and abs(change) < 0.02


def check(options):
    """Checks one run of each of hawse's cases: quantities that do not depend on the machine's speed."""
    if not is_built(options, "hawse") or not has_data(options):
        return SKIPPED
    bad, force = 0, {}
    limits = {"w2": {"depth_mm": SOFTENED, "later_depth_mm": 1.0, "force_noise_kn": 0.3}, "w3": {"gap_mm": 1e-3, "force_noise_kn": 0.05}}
    for workload, code, hull in [(w, c, h) for w in limits for c in CODES[w] if c[0] == "hawse" for h in options.hull]:
        r = run(options, workload, code, hull)
        good = r["finite"] and all(r[key] < limit for key, limit in limits[workload].items())
        if workload == "w2":
            good = check_depths(options, code, hull, r) and good
        bad += not good
        force[workload, hull] = r["force_mean_kn"]
        print(f"{workload} {code[1]} {hull}: " + ", ".join(f"{key} {r[key]:.3g} (< {limit:g})" for key, limit in
                                                           limits[workload].items()) + ("" if good else "  FAILED"))
    hull = options.hull[0]
    fine = run(options, "w3", CODES["w3"][0], hull, h=options.h / 4)["force_mean_kn"]
    change = force["w3", hull] / fine - 1
    bad += not abs(change) < CONVERGED
    print(f"w3 {hull}: mean force {100 * change:+.4f} % off that at h/4 (< {100 * CONVERGED:g} %)")
    return 1 if bad else 0


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build/bench/tests/bench", help="folder of the w23_* executables (%(default)s)")
    p.add_argument("--data", default=os.path.normpath(DATA), help="folder of the meshes w2_*.obj (%(default)s)")
    p.add_argument("--workload", nargs="+", choices=["w2", "w3"], default=["w2", "w3"])
    p.add_argument("--hull", nargs="+", choices=HULLS, default=HULLS)
    p.add_argument("--h", type=float, default=1e-3, help="step [s] (%(default)s)")
    p.add_argument("--seconds", type=float, help="length of the motion [s] (w2: 30, w3: 10)")
    p.add_argument("--repeats", type=int, default=5, help="number of alternating repeats (%(default)s)")
    p.add_argument("--quick", action="store_true", help="check that everything runs: one repeat of 1 s; not a measurement")
    p.add_argument("--json", metavar="FILE", help="also write the lines of the tables to FILE")
    p.add_argument("--check", action="store_true", help="test depth, gap and noise of hawse")
    options = p.parse_args()
    if options.quick:
        options.repeats, options.seconds = 1, 1.0
    return options


def main():
    options = arguments()
    if options.check:
        return check(options)
    if not has_data(options):
        return SKIPPED
    lines = compare(options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(lines, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
