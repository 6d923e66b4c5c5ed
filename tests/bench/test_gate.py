#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of the timing gate, the instruction counts and the windlass budget.

Usage: test_gate.py statistics             intervals, verdicts and outputs on made-up figures
       test_gate.py faults GATE_STEPS      a program that fails or is no gate_steps is bad input
       test_gate.py tries GATE_STEPS N     A/A passes, a phase 3 % slower is detected; N tries each
       test_gate.py counts GATE_COUNTS     equal counts are equal, 6 % more of a phase fails, 4 % more is a warning
       test_gate.py budget GATE_COUNTS     a windlass phase beyond its budget fails
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import counts
import gate
import gate_page
from gate_pair import Pair, sum_phases
from gate_stats import interval, quantities, verdict

HERE = os.path.dirname(os.path.abspath(__file__))
PLANTED = ["contact", "assemble", "solve", "project", "publish"]  # phases with a share large enough for a verdict
SKIPPED = 77


def check(holds, *what):
    if not holds:
        sys.exit(" ".join(["FAILED:", *map(str, what)]))


# Statistics -----------------------------------------------------------------------------------------------------------

def draw_ratios(rng, slower, noise, luck):
    """8 pairs of 20 groups of ratios: slower by that share, with a random error of each group and of each pair (luck)."""
    return [[(1 + slower) * (1 + x + rng.gauss(0, noise)) for _ in range(20)]
            for x in (rng.gauss(0, luck) for _ in range(8))]


def test_interval():
    """The 95 % interval contains the truth in most of 200 draws; with only 8 pairs somewhat less often than 95 %."""
    rng, inside, widths = random.Random(7), 0, []
    for _ in range(200):
        low, high = interval(draw_ratios(rng, 0.03, 0.02, 0.005), 200)
        inside += low <= 1.03 <= high
        widths.append(high - low)
    check(170 <= inside <= 200, "the interval contains the truth in", inside, "of 200")
    wide = interval(draw_ratios(rng, 0.03, 0.02, 0.05))
    check(wide[1] - wide[0] > 3 * sum(widths) / 200, "luck of the pairs does not widen the interval:", wide)
    check(interval([[1.0] * 20] * 8) == (1, 1), "no noise, no width")
    one_bad = [[1.0] * 20] * 7 + [[5.0] * 20]
    check(interval(one_bad) == (1, 1), "one bad pair of 8 moves the median:", interval(one_bad))


def test_verdicts():
    def verdict_of(low, high, judged=True):
        return verdict({"low": 1 + low / 100, "high": 1 + high / 100, "judged": judged}, 1.5, 3)
    cases = [((-0.5, 0.5), "same"), ((1.4, 2.9), "same"), ((1.6, 2.0), "slower"), ((1.6, 9), "slower"),
             ((1.4, 3.1), "unclear"), ((-9, 9), "unclear"), ((-4, -1.6), "faster"), ((-4, -1.4), "same")]
    for ends, expected in cases:
        check(verdict_of(*ends) == expected, ends, "is", verdict_of(*ends), "expected", expected)
    check(verdict_of(5, 6, judged=False) == "not judged", "a phase of no share was judged")


def test_agreement():
    """The verdict of two runs of three counts, and no run beyond those needed takes place."""
    def run(*verdicts):
        return {"quantities": [{"name": str(k), "verdict": v} for k, v in enumerate(verdicts)]}
    cases = [([run("same")], True, "same"), ([run("slower")], False, None), ([run("unclear")], False, None),
             ([run("slower"), run("slower")], True, "slower"), ([run("slower"), run("same")], False, None),
             ([run("slower"), run("same"), run("same")], True, "same"),
             ([run("slower"), run("same"), run("slower")], True, "slower"),
             ([run("slower"), run("same"), run("unclear")], False, "unclear"),
             ([run("same", "slower"), run("same", "slower")], True, "same"),
             ([run("unclear", "slower"), run("same", "slower")], True, "unclear")]
    for runs, settled, expected in cases:
        check(gate.is_settled(runs) == settled, runs, "settled:", gate.is_settled(runs))
        check(expected is None or gate.combine_verdicts(runs)["0"] == expected, runs, "agreed:", gate.combine_verdicts(runs))


def test_sum_phases():
    """A step disturbed in one program is dropped from both; a round that loses more than half of its steps is lost."""
    a, b = ["0 1 10", "1 900 900", "0 2 20", "0 3 30"], ["0 2 11", "0 2 21", "1 900 900", "0 4 31"]
    check(sum_phases(a, b) == ([4, 40, 44], [6, 42, 48]), sum_phases(a, b))
    check(sum_phases(a, ["0 1 1", "0 1 1", "0 1 1", "1 1 1"]) is not None, "two of four left")
    check(sum_phases(a, ["1 1 1", "1 1 1", "0 1 1", "1 1 1"]) is None, "one of four left")


def test_pages():
    """JSON, JUnit and HTML of a result; the XML is well-formed and its counts are right."""
    rng = random.Random(3)
    groups = [[([100, 900, 1000], [100, int(900 * rng.gauss(1.05, 0.01)), 1045])] * 5 for _ in range(20)]
    found = quantities([Pair(["input", "so<lve"], groups)] * 8)
    for q in found:
        q["verdict"] = verdict(q, 1.5, 3)
    check([q["verdict"] for q in found] == ["same", "slower", "slower"], found)
    run = {"quantities": found, "state_hashes": ["a", "b"], "same_state": False, "pairs": 8, "rounds": 800, "rounds_lost": 1}
    result = {"base": "a & b", "new": "c", "scenario": "s", "depth_m": 0.3, "limit_percent": 1.5, "sure_percent": 3,
              "outcome": "slower", "verdicts": {q["name"]: q["verdict"] for q in found}, "runs": [run]}
    suite = xml.fromstring(gate_page.junit("gate", result["verdicts"]).split("\n", 1)[1])
    check([suite.get("tests"), suite.get("failures"), suite.get("skipped")] == ["3", "2", "0"], suite.attrib)
    check(len(suite.findall("testcase/failure")) == 2, "failures in JUnit")
    page = gate_page.html(result)
    body = xml.fromstring(page[page.index("<body>"):page.index("</html>")])
    check(len(body.findall(".//svg")) == 1 and len(body.findall(".//tr")) == 4, "plots or rows are missing")
    check("[%]" in page and "src=" not in page and "href=" not in page, "no unit, or not self-contained")
    json.dumps(result)


def test_dumps():
    text = ("part: 1\nsummary: 99\ndesc: Trigger: Client Request: solve\nsummary: 5\nfn=x\n1 2\n"
            "desc: Trigger: Client Request: between\nsummary: 7\ndesc: Trigger: Client Request: solve\nsummary: 6\n"
            "desc: Trigger: Client Request: solve\nsummary: 2\ndesc: Trigger: Client Request: between\nsummary: 3\n")
    found = counts.parse_dumps(text.splitlines())
    check(found == [{"solve": 5}, {"solve": 8}], found)
    for new, expected in ((104, "warning"), (106, "more"), (101, "same"), (103, "warning"), (94, "fewer")):
        check(counts.verdict(100, new, 0.5, 5, 2) == expected, new, counts.verdict(100, new, 0.5, 5, 2))


def check_statistics():
    for test in (test_interval, test_verdicts, test_agreement, test_sum_phases, test_pages, test_dumps):
        test()


# Programs -------------------------------------------------------------------------------------------------------------

def run_gate(*arguments):
    return subprocess.run([sys.executable, "-B", os.path.join(HERE, "gate.py"), *arguments], capture_output=True, text=True)


def check_faults(program):
    """Any program that is no running gate_steps ends with exit code 2 and one clear message."""
    with tempfile.TemporaryDirectory() as folder:
        early = os.path.join(folder, "early")
        with open(early, "w") as f:  # ends in the middle of a block
            f.write("#!/bin/sh\necho hawse-gate 1 x; echo phases input windlass contact assemble solve project publish; echo ready\nread a; read b; echo 0 1 1; exit 3\n")
        os.chmod(early, 0o755)
        cases = [("/bin/true", (), "ended with exit code 0"), (os.path.join(folder, "none"), (), "No such file"),
                 ("/bin/echo", (), "expected 'hawse-gate 1'"), (early, (), "ended with exit code 3"),
                 (program, ("--scenario", os.path.join(folder, "no.yaml")), "ended with exit code 2"),
                 (program, ("--inject-slow", "phase=sole,+5%"), "ended with exit code 2"),
                 (program, ("--inject-slow", "phase=solve,5"), "ended with exit code 2"),
                 (program, ("--pairs", "4"), "5 pairs"), (program, ("--limit", "3"), "limit < sure")]
        for new, extra, says in cases:
            r = run_gate(new, "--base", program, *extra)
            check(r.returncode == 2 and says in r.stderr and "Traceback" not in r.stderr, new, extra, r.returncode,
                  r.stdout, r.stderr)
    check(run_gate(program).returncode == 2, "no base")


def run_try(program, planted):
    """True if the gate is right: exit code 0 for a build against itself, 1 for an injected slowdown. None if the gate calls
    the machine too noisy."""
    r = run_gate(program, "--base", program, *(["--inject-slow", f"phase={planted},+3%"] if planted else []))
    check(r.returncode in (0, 1, SKIPPED), r.stdout, r.stderr)
    said = [line.split(":")[1].split(",")[0].strip() for line in r.stdout.splitlines() if line.startswith("slower: ")]
    # with a slower phase the total is slower too
    true = planted in said and set(said) <= {planted, "total"} if planted else not said
    good = None if r.returncode == SKIPPED else true and r.returncode == (1 if planted else 0)
    what, heard = f"+3 % of {planted}" if planted else "A/A", ", ".join(said) or "nothing"
    mark = {True: "", False: "   WRONG", None: "   too noisy to decide"}[good]
    print(f"{what:<16} reported slower: {heard}; runs: {r.stdout.count('run ')}{mark}", flush=True)
    if not good:
        print(r.stdout)
    return good


def run_tries(program, n):
    aa, plants = [], []
    for k in range(n):
        aa.append(run_try(program, None))
        plants.append(run_try(program, PLANTED[k % len(PLANTED)]))
    for name, said in (("A/A passed", aa), ("+3 % detected", plants)):
        print(f"{name}: {said.count(True)} of {n}, {said.count(False)} wrong, {said.count(None)} too noisy to decide")
    check(False not in aa + plants, "the gate was wrong")
    if None in aa + plants:
        print("skipped: this machine is too noisy")
        sys.exit(SKIPPED)


def check_planted_counts(program):
    """A phase that executes 6 % more fails, 4 % more is a warning; the others are equal to the last instruction."""
    if not os.path.exists(program) or not shutil.which("valgrind"):
        print("skipped: gate_counts is not built: valgrind is not installed, or the build has sanitizers")
        sys.exit(SKIPPED)
    steps, once = 20, 1000
    base, planted = counts.count(program, steps), counts.count(program, steps, f"phase=project,{once}")
    marks = (planted["phases"]["project"] - base["phases"]["project"]) // once  # of the phase in all steps
    check(marks >= steps, marks, "marks of the phase in", steps, "steps")
    for share, said in ((0.06, "more"), (0.04, "warning")):
        new = counts.count(program, steps, f"phase=project,{round(share * base['phases']['project'] / marks)}")
        verdicts = counts.judge(base, new, 5, 2)
        counts.print_comparison(base, new, verdicts)
        check(verdicts["project"] == said and base["state_hash"] == new["state_hash"], verdicts)
        rest = [n for n in verdicts if n not in ("project", "total") and base["phases"][n] != new["phases"][n]]
        check(not rest, "changed without a plant:", rest)


def check_planted_budget(program):
    done = subprocess.run([sys.executable, "-B", os.path.join(HERE, "windlass_budget.py"), program, "--plant", "1000"],
                          capture_output=True, text=True)
    print(done.stdout, done.stderr)
    if done.returncode == SKIPPED:
        sys.exit(SKIPPED)
    check(done.returncode == 1, "not found: exit code", done.returncode)


def main():
    what, *rest = sys.argv[1:] or [""]
    if what == "statistics":
        check_statistics()
    elif what == "faults":
        check_faults(rest[0])
    elif what == "tries":
        run_tries(rest[0], int(rest[1]))
    elif what == "counts":
        check_planted_counts(rest[0])
    elif what == "budget":
        check_planted_budget(rest[0])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
