#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is NEW slower than its base? Both are gate_steps programs, of two builds. They step the same scenario in turns on one
processor. The verdict on a phase follows from its time ratio: the median over many rounds and its 95 % interval.

Exit code 0: not slower; 1: a phase or the total is slower; 2: bad input; 77: the machine is too noisy to decide."""
import argparse
import os
import sys

import gate_page
from base_build import build_commit
from gate_pair import Broken, Plan, run_pair
from gate_stats import percent, quantities, verdict

HERE = os.path.dirname(os.path.abspath(__file__))
SCENARIO = os.path.join(HERE, "..", "..", "config", "scenarios", "weigh.yaml")
NOISY = 77
MOST = 3  # limit of the pairs of an unclear run, in multiples of --pairs


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("new", metavar="NEW", help="gate_steps of the build to judge")
    p.add_argument("--base", metavar="PROGRAM", help="gate_steps of the build to compare with")
    p.add_argument("--base-commit", metavar="REV", help="build that commit and compare with it")
    p.add_argument("--scenario", default=SCENARIO, help="default: the shipped one")
    p.add_argument("--depth", default="0.3", help="depth of the anchor below the bolster at the start [m] (0.3: at the hull)")
    p.add_argument("--settle", default="1", help="time for the chain to settle before the first timed step [s]")
    p.add_argument("--skip", default="0", help="steps before the first timed step")
    p.add_argument("--limit", type=float, default=1.5, help="NEW is slower if the whole interval lies above this [%%]")
    p.add_argument("--sure", type=float, default=3, help="the difference that must be detectable: an interval across "
                                                         "the limit that reaches beyond this is inconclusive [%%]")
    p.add_argument("--pairs", type=int, default=8, help="pairs of fresh processes, at least 5; up to three times as "
                                                        "many if the result is unclear")
    p.add_argument("--groups", type=int, default=Plan.groups, help="groups in a pair, each on its own pages of memory")
    p.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="processor for both programs")
    p.add_argument("--inject-slow", metavar="phase=NAME,+P%", help="test aid: slow NEW down by this")
    for kind, text in (("json", "the figures"), ("junit", "a test case a quantity"), ("html", "one page with plots")):
        p.add_argument("--" + kind, metavar="FILE", help="write " + text)
    a = p.parse_args()
    if not (a.base or a.base_commit):
        p.error("expected --base or --base-commit")
    if a.pairs < 5 or a.groups < 2 or not 0 < a.limit < a.sure:
        p.error("expected at least 5 pairs, at least 2 groups, and 0 < limit < sure")
    return a


def commands(a):
    tail = [a.scenario, "--depth", a.depth, "--settle", a.settle, "--skip", a.skip]
    return [a.base, *tail], [a.new, *tail, *(["--inject-slow", a.inject_slow] if a.inject_slow else [])]


def run_once(a):
    """Returns one run: quantities with verdicts, states, compilers, rounds. Adds pairs while a verdict is unclear."""
    base, new = commands(a)
    plan = Plan(groups=a.groups)
    pairs, found = [], []
    while len(pairs) < MOST * a.pairs and (not found or any(q["verdict"] == "unclear" for q in found)):
        pairs += [run_pair(base, new, plan, a.cpu, k % 2 == 1) for k in range(a.pairs if not pairs else a.pairs // 2)]
        if not any(any(p.groups) for p in pairs):
            continue
        found = quantities(pairs)
        for q in found:
            q["verdict"] = verdict(q, a.limit, a.sure)
    if not found:
        raise Broken(f"other programs interrupted every round on processor {a.cpu}: choose another with --cpu, or stop them")
    h = pairs[0].hashes
    return {"quantities": found, "state_hashes": list(h), "same_state": h[0] == h[1], "compilers": pairs[0].compilers,
            "pairs": len(pairs), "rounds": sum(len(g) for p in pairs for g in p.groups), "rounds_lost": sum(p.lost for p in pairs)}


def combine_verdicts(runs):
    """Verdict of each quantity: that of two runs; of a single run if there is only one. Else unclear."""
    result = {}
    for k, q in enumerate(runs[0]["quantities"]):
        said = [r["quantities"][k]["verdict"] for r in runs]
        result[q["name"]] = next((v for v in said if said.count(v) >= min(2, len(said))), "unclear")
    return result


def is_settled(runs):
    said = [[r["quantities"][k]["verdict"] for r in runs] for k in range(len(runs[0]["quantities"]))]
    if any(s.count("slower") >= 2 for s in said):
        return True
    if len(runs) == 1:
        return not any(s[0] in ("slower", "unclear") for s in said)
    return all(max(s.count(v) for v in s) >= 2 for s in said)


def run_gate(a):
    runs = []
    while not runs or (len(runs) < 3 and not is_settled(runs)):
        runs.append(run_once(a))
        gate_page.print_run(runs[-1], len(runs))
    final = combine_verdicts(runs)
    slower = [n for n, v in final.items() if v == "slower"]
    unclear = [n for n, v in final.items() if v == "unclear"]
    outcome = "slower" if slower else "unclear" if unclear else "passed"
    return {"base": a.base, "new": a.new, "scenario": os.path.basename(a.scenario), "depth_m": float(a.depth),
            "limit_percent": a.limit, "sure_percent": a.sure, "outcome": outcome, "verdicts": final, "runs": runs}


def main():
    a = arguments()
    try:
        if a.base_commit:
            a.base = build_commit(a.base_commit, "gate_steps")
        result = run_gate(a)
    except (Broken, OSError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    gate_page.write_results(result, a)
    for name, v in result["verdicts"].items():
        if v == "slower":
            worst = min(percent(q["low"]) for r in result["runs"] for q in r["quantities"]
                        if q["name"] == name and q["verdict"] == v)
            print(f"slower: {name}, by more than {worst:.1f} %")
        elif v == "unclear":
            print(f"skipped: {name}: the machine is too noisy to detect {a.sure:g} %")
    print(result["outcome"])
    return {"passed": 0, "slower": 1, "unclear": NOISY}[result["outcome"]]


if __name__ == "__main__":
    sys.exit(main())
