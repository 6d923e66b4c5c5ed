#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does NEW (a gate_counts program) execute more instructions than its base? Counts 200 steps by phase under callgrind,
without noise: equal programs have equal counts. The base is the record counts.json, or another program.

Exit code 0: no; 1: more, by the limit; 2: bad input; 77: no record for this compiler, these flags and libraries."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

import gate_page
from base_build import build_commit
from gate_pair import Broken
from gate_stats import JUDGED_SHARE, percent

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(HERE, "counts.json")
SCENARIO = os.path.join(HERE, "..", "..", "config", "scenarios", "weigh.yaml")
START = ["--depth", "0.3", "--settle", "0.2", "--skip", "200"]  # the anchor strikes the hull, links lie on it
NO_RECORD = 77


def key_of(program):
    """Compiler, flags and libraries; counts depend on them as on the source."""
    key = subprocess.run([program, "--key"], capture_output=True, text=True)
    if key.returncode != 0:
        raise Broken(f"{program}: {key.stderr.strip() or 'not a gate_counts program'}")
    return key.stdout.strip()


def parse_dumps(lines):
    """Instructions of each step by phase: sums of callgrind's dumps under the name of the phase."""
    found, frame, name = [], {}, None
    for line in lines:
        if line.startswith("desc: Trigger: Client Request: "):
            name = line.split(": ")[-1].strip()
        elif line.startswith("summary: ") and name:
            if name == "between":
                found.append(frame)
                frame = {}
            else:
                frame[name] = frame.get(name, 0) + int(line.split()[1])
            name = None
    return found


def run_callgrind(program, options):
    """Runs the program under callgrind. Returns the finished process and the instructions of each step by phase."""
    with tempfile.TemporaryDirectory(prefix="hawse_counts_") as folder:
        out = os.path.join(folder, "callgrind.out")
        done = subprocess.run(["valgrind", "--tool=callgrind", "--instr-atstart=no", "--combine-dumps=yes",
                               "--dump-line=no", f"--callgrind-out-file={out}", program, SCENARIO, *options],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Broken(f"{program} under valgrind ended with exit code {done.returncode}:\n{done.stderr[-2000:]}")
        with open(out, encoding="utf-8", errors="replace") as f:
            found = parse_dumps(f)
    if not any(found):
        raise Broken(f"{program}: callgrind dumped nothing")
    return done, found


def count(program, steps, plant=None):
    """Instructions of each phase and in total, and the final state hash."""
    done, found = run_callgrind(program, [*START, "--steps", str(steps), *(["--plant", plant] if plant else [])])
    phases = {}
    for frame in found:
        for name, n in frame.items():
            phases[name] = phases.get(name, 0) + n
    return {"phases": {**phases, "total": sum(phases.values())}, "state_hash": done.stdout.strip(), "steps": steps}


def verdict(base, new, share, fail, warn):
    more = percent(new / base) if base else 0
    return ("not judged" if share < JUDGED_SHARE else "more" if more > fail else "warning" if more > warn else
            "fewer" if more < -fail else "same")


def judge(base, new, fail, warn):
    """Verdict by phase."""
    if base["steps"] != new["steps"]:
        raise Broken(f"{new['steps']} steps counted, expected {base['steps']} as in the base: give --steps, or record again with --update")
    a, b = base["phases"], new["phases"]
    if a.keys() != b.keys():
        raise Broken(f"phases differ: {' '.join(a)}; {' '.join(b)}")
    return {n: verdict(a[n], b[n], a[n] / a["total"], fail, warn) for n in a}


def print_comparison(base, new, verdicts):
    same = base["state_hash"] == new["state_hash"]
    print(f"{new['steps']} steps; states {'equal' if same else 'differ: the two programs simulated different motions'}")
    print(f"  {'phase':<10}{'base':>14}{'new':>14}{'change':>10}  instructions")
    for n, v in verdicts.items():
        a, b = base["phases"][n], new["phases"][n]
        print(f"  {n:<10}{a:14}{b:14}{percent(b / max(a, 1)):+9.2f}%  {v}")


def read_record():
    with open(RECORD, encoding="utf-8") as f:
        return json.load(f)


def update(program, steps):
    """Records the program's counts under its key."""
    record = read_record() if os.path.exists(RECORD) else {}
    record[key_of(program)] = count(program, steps)
    with open(RECORD, "w", encoding="utf-8") as f:
        json.dump(record, f, indent=1, sort_keys=True)
        f.write("\n")
    return 0


def base_counts(a):
    """The base's counts; None, with a message, if the record has none for this build."""
    if a.base_commit:
        a.base = build_commit(a.base_commit, "gate_counts")
    if a.base:
        return count(a.base, a.steps)
    key, record = key_of(a.new), read_record()
    if key not in record:
        print(f"skipped: {RECORD} has no counts for '{key}', only for " + ", ".join(f"'{k}'" for k in record) +
              "; compare with a build of another commit: --base-commit REV")
        return None
    return record[key]


def compare(a):
    base = base_counts(a)
    if base is None:
        return NO_RECORD
    new = count(a.new, a.steps, a.plant)
    verdicts = judge(base, new, a.fail, a.warn)
    print_comparison(base, new, verdicts)
    gate_page.write_file(a.json, json.dumps({"base": base, "new": new, "verdicts": verdicts}, indent=2) + "\n")
    gate_page.write_file(a.junit, gate_page.junit("counts", verdicts))
    return 1 if "more" in verdicts.values() else 0


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("new", metavar="NEW", help="gate_counts of the build to judge")
    p.add_argument("--base", metavar="PROGRAM", help="gate_counts of the build to compare with; default: the record")
    p.add_argument("--base-commit", metavar="REV", help="build that commit and compare with it")
    p.add_argument("--fail", type=float, default=5, help="an increase above this is a regression [%%]")
    p.add_argument("--warn", type=float, default=2, help="an increase above this is a warning [%%]")
    p.add_argument("--steps", type=int, default=200)
    p.add_argument("--plant", metavar="phase=NAME,INSTRUCTIONS", help="test aid: add instructions at each mark of this phase of NEW")
    p.add_argument("--update", action="store_true", help="record the counts of NEW")
    p.add_argument("--json", metavar="FILE", help="write the counts")
    p.add_argument("--junit", metavar="FILE", help="write one test case per phase")
    return p.parse_args()


def main():
    a = arguments()
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return NO_RECORD
    if not os.path.exists(a.new):
        print(f"skipped: {a.new} is not built: valgrind was not installed at configuration, or the build has sanitizers")
        return NO_RECORD
    try:
        return update(a.new, a.steps) if a.update else compare(a)
    except (Broken, OSError, ValueError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
