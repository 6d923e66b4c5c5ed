#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse compare: regressions, changes that are none, and reports that cannot be compared."""
import copy
import json
import os
import re
import xml.etree.ElementTree as xml

from harness import check, main

SPREAD = {"p50": 100000, "p90": 150000, "p99": 300000, "p99_9": 500000, "max": 900000}
PHASES = {"input": 0.001, "windlass": 0.004, "contact": 0.4, "assemble": 0.3, "solve": 0.1, "project": 0.1,
          "publish": 0.095}


def scaled(spread, by):
    return {q: max(1, int(by * v)) for q, v in spread.items()}


def made_up(**changes):
    """Makes a report of 60 000 steps in real time; changes: path of keys joined by __ -> value."""
    r = {"scenario": "config/scenarios/weigh.yaml", "version": "0.1.0",
         "host": {"cpu": "a <processor>", "kernel": "6.1", "scheduler": "SCHED_FIFO 80"}, "h_s": 0.001, "steps": 60000,
         "sim_time_s": 60, "wall_time_s": 60.0, "real_time_factor": 1.0,
         "frame": {"period_ns": 1000000, "budget_ns": 1000000, "misses": 60, "max_consecutive_misses": 2, "slips": 0,
                   "work_ns": SPREAD, "cpu_ns": SPREAD, "wakeup_ns": scaled(SPREAD, 0.1),
                   "causes": {"own_work": 20, "preempted": 40, "late_timer": 0}},
         "phase_ns": {n: scaled(SPREAD, share) for n, share in PHASES.items()},
         "solver": {"newton_mean": 1.8, "newton_max": 10, "cap_hits": 2, "phi_max_m": 1e-11, "tangent": "t"},
         "contact": {"pairs_max": 90, "regions_max": 6, "points_max": 54, "dropped": 0},
         "allocations_in_loop": 0, "state_hash": "0123456789abcdef", "events": {}}
    r = copy.deepcopy(r)
    for path, value in changes.items():
        *keys, last = path.split("__")
        at = r
        for k in keys:
            at = at[k]
        if value is None:
            del at[last]
        else:
            at[last] = value
    return r


def compare(h, base, new, *args, code=0):
    """Runs hawse compare with all outputs; returns the result and the printed text."""
    paths = [h.write(n, c if isinstance(c, (str, bytes)) else json.dumps(c)) for n, c in
             (("base.json", base), ("new.json", new))]
    out = {k: os.path.join(h.out, "c." + k) for k in ("json", "junit", "html")}
    for path in out.values():
        if os.path.exists(path):
            os.remove(path)
    r = h.run("compare", *paths, *[a for k, p in out.items() for a in ("--" + k, p)], *args, code=code)
    check(sorted(os.listdir(h.out)) == ([] if code == 2 else ["c.html", "c.json", "c.junit"]), os.listdir(h.out))
    return (h.report("c.json") if code != 2 else None), r


def regressions(result):
    return [i["name"] for i in result["items"] if i["verdict"] == "regression"]


def verdict_of(result, name):
    return next(i for i in result["items"] if i["name"] == name)


def test_equal(h):
    result, r = compare(h, made_up(), made_up())
    check(result["regressions"] == 0 and not regressions(result), result)
    check(result["same_state"] and result["same_host"], result)
    check("no regression" in r.stdout and "the same work" in r.stdout, r.stdout)
    check(all(i["ratio"] in (1, None) for i in result["items"]), result["items"])
    judged = {i["name"] for i in result["items"] if i["verdict"] == "same"}
    expected = {f"phase_ns.{n}.p50" for n in PHASES} | {f"frame.cpu_ns.{q}" for q in ("p50", "p90", "p99", "p99_9")} | {
        "frame.work_ns.p50", "frame.causes.own_work", "solver.newton_mean", "solver.cap_hits", "contact.dropped",
        "allocations_in_loop"}
    check(judged == expected, "judged:", sorted(judged ^ expected))


def test_regressions(h):
    """Finds each single change by its name and no other; the reverse change is no regression."""
    cases = [({"phase_ns__solve": scaled(SPREAD, 0.16)}, ["phase_ns.solve.p50"]),
             ({"frame__cpu_ns": {**SPREAD, "p99": 460000}}, ["frame.cpu_ns.p99"]),
             ({"frame__cpu_ns": {**SPREAD, "p90": 230000}}, ["frame.cpu_ns.p90"]),
             ({"frame__cpu_ns": {**SPREAD, "p99_9": 1100000}}, ["frame.cpu_ns.p99_9"]),
             ({"frame__work_ns": {**SPREAD, "p50": 160000}}, ["frame.work_ns.p50"]),
             ({"frame__causes__own_work": 60}, ["frame.causes.own_work"]),
             ({"solver__newton_mean": 1.9}, ["solver.newton_mean"]),
             ({"solver__cap_hits": 30}, ["solver.cap_hits"]),
             ({"contact__dropped": 12}, ["contact.dropped"]),
             ({"allocations_in_loop": 1}, ["allocations_in_loop"])]
    for change, names in cases:
        result, r = compare(h, made_up(), made_up(**change), code=1)
        check(regressions(result) == names, change, "found", regressions(result))
        check(names[0] in r.stdout and "1 regression" in r.stdout, r.stdout)
        result, _ = compare(h, made_up(**change), made_up())
        check(verdict_of(result, names[0])["verdict"] == "better", change, "the other way round")


def test_no_evidence(h):
    """Larger values that are no regression: caused by the machine, too small, within the limit, or by chance."""
    cases = [{"phase_ns__input": scaled(SPREAD, 0.005)},                      # five times 0.1 % of the step
             {"phase_ns__solve": scaled(SPREAD, 0.14)},                       # +40 %
             {"phase_ns__solve": {**scaled(SPREAD, 0.1), "p99": 90000000, "max": 90000000}},
             {"frame__work_ns": {**SPREAD, "p99": 4000000, "p99_9": 8000000, "max": 90000000}},
             {"frame__wakeup_ns": SPREAD, "frame__misses": 900, "frame__causes__preempted": 880},
             {"frame__causes__own_work": 32},                                 # 12 more than 20 occur by chance
             {"solver__newton_mean": 1.85, "solver__newton_max": 12, "solver__cap_hits": 6, "contact__pairs_max": 300},
             {"frame__causes__late_timer": 500}]
    for change in cases:
        result, _ = compare(h, made_up(), made_up(**change))
        check(not regressions(result), change, "found", regressions(result))
    few = {"steps": 60, "sim_time_s": 0.06}
    spread = {"frame__cpu_ns": scaled(SPREAD, 9)}
    result, _ = compare(h, made_up(**few), made_up(**few, frame__cpu_ns={**SPREAD, "p99": 3000000, "p99_9": 6000000}))
    check("fewer than 30 frames" in verdict_of(result, "frame.cpu_ns.p99")["why"], result)
    result, _ = compare(h, made_up(**few), made_up(**few, **spread), code=1)
    check(regressions(result) == ["frame.cpu_ns.p50"], regressions(result))
    # 3000 steps: the base's p99 may be up to 331 us (rank 1.96 standard deviations higher), the new one's down to 297
    # or 351 us
    for now, chance in ((330000, True), (400000, False)):
        some = {"steps": 3000, "sim_time_s": 3}
        result, _ = compare(h, made_up(**some), made_up(**some, frame__cpu_ns={**SPREAD, "p99": now}), "--p99", "5",
                            code=0 if chance else 1)
        check(("chance in so few" in verdict_of(result, "frame.cpu_ns.p99")["why"]) == chance, now, result)


def test_frames_of_several_steps(h):
    """Counts per frame are judged against the number of frames: with 60 000 steps in 2 000 frames 20 values exceed the
    p99, too few; with 60 000 frames 600 do. Counts per step are judged against steps. Reports without a number of
    frames have one step a frame."""
    slow = {"frame__cpu_ns": {**SPREAD, "p99": 3000000}}
    result, _ = compare(h, made_up(), made_up(**slow), code=1)
    check(regressions(result) == ["frame.cpu_ns.p99"], regressions(result))
    few = {"frame__frames": 2000}
    result, _ = compare(h, made_up(**few), made_up(**few, **slow))
    check("fewer than 30 frames" in verdict_of(result, "frame.cpu_ns.p99")["why"], verdict_of(result, "frame.cpu_ns.p99"))
    # 20 of 60 000 and 40 of 2 000 late frames are different rates; 20 and 23 cap hits are in the same number of steps
    result, _ = compare(h, made_up(solver__cap_hits=20), made_up(**few, frame__causes__own_work=40, solver__cap_hits=23), code=1)
    check(regressions(result) == ["frame.causes.own_work"], regressions(result))


def test_another_machine(h):
    """Times from another machine are listed but not judged; counts are judged."""
    slow = {"frame__work_ns": scaled(SPREAD, 5), "frame__cpu_ns": scaled(SPREAD, 5), "frame__causes__own_work": 900}
    result, r = compare(h, made_up(), made_up(host__cpu="another", **slow))
    check(not regressions(result) and not result["same_host"] and "another processor" in r.stdout, r.stdout)
    result, _ = compare(h, made_up(), made_up(host__kernel="7.0", solver__newton_mean=2.5), code=1)
    check(regressions(result) == ["solver.newton_mean"], regressions(result))


def test_another_state(h):
    result, r = compare(h, made_up(), made_up(state_hash="fedcba9876543210"))
    check(not result["same_state"] and "another motion" in r.stdout, r.stdout)


def test_limits(h):
    worse = made_up(phase_ns__solve=scaled(SPREAD, 0.16))
    compare(h, made_up(), worse, "--p50", "70")
    compare(h, made_up(), made_up(phase_ns__solve=scaled(SPREAD, 0.12)), "--p50", "10", code=1)
    compare(h, made_up(), made_up(solver__newton_mean=1.85), "--work", "2", code=1)
    compare(h, made_up(), made_up(frame__cpu_ns={**SPREAD, "p99_9": 800000}), "--p99.9", "40", code=1)
    compare(h, made_up(), worse, "--p50", "-1", code=2)
    compare(h, made_up(), worse, "--p50", "x", code=2)


def test_bad_input(h):
    good = made_up()
    text = json.dumps(good)
    cases = [("", r"expected a report"), (text[:len(text) // 2], r"new.json:1:\d+: error: expected a report"),
             ("[1, 2]", "not a report: expected an object"), ("{}", "'scenario' is missing"),
             (made_up(frame__work_ns=None), "'frame.work_ns.p50' is missing"),
             (made_up(steps="many"), "'steps': expected a whole number"),
             (made_up(phase_ns=3), "'phase_ns': expected an object"), (made_up(steps=0), "no step was run"),
             (made_up(scenario="other/harbour.yaml"), "another scenario: expected weigh.yaml.*found harbour.yaml"),
             (made_up(h_s=0.002), "another step: expected 0.001 s, found 0.002 s"),
             (made_up(sim_time_s=30, steps=30000), "another duration: expected 60 s.*found 30 s"),
             (made_up(frame__causes=None), "another kind of run: expected real time, found software-in-the-loop"),
             (text.replace('"steps"', '"steps": 1, "steps"'), "duplicate"), (b"\xff\xfe\x00", "expected a report"),
             ("[" * 100000, "expected a report")]
    for new, says in cases:
        _, r = compare(h, good, new, code=2)
        check(re.search(says, r.stderr), f"nothing like '{says}' in:\n{r.stderr}")
    _, r = compare(h, "{}", "{}", code=2)
    check(r.stderr.count("is missing") >= 30, "not all faults of both:", r.stderr)
    compare(h, good, made_up(scenario="/elsewhere/weigh.yaml"))  # another tree of the same scenario
    there = h.write("there.json", text)
    h.run("compare", there, os.path.join(h.folder, "none.json"), code=2)
    h.run("compare", there, h.folder, code=2)
    h.run("compare", there, code=2)
    h.run("compare", there, there, there, code=2)
    r = h.run("compare", there, there, "--html", os.path.join(h.folder, "none", "c.html"), code=2)
    check("no regression" not in r.stdout, "compared before the outputs were known to be writable")


def test_outputs(h):
    """The JUnit counts are right; the page is well-formed and self-contained, and its axes have units."""
    result, _ = compare(h, made_up(), made_up(phase_ns__solve=scaled(SPREAD, 0.16), frame__causes__own_work=70), code=1)
    suite = xml.parse(os.path.join(h.out, "c.junit")).getroot()
    count = {k: int(suite.get(k)) for k in ("tests", "failures", "skipped")}
    found = {k: len(suite.findall(p)) for k, p in
             (("tests", "testcase"), ("failures", "testcase/failure"), ("skipped", "testcase/skipped"))}
    check(count == found and count["failures"] == 2 and count["tests"] == len(result["items"]), count, found)
    with open(os.path.join(h.out, "c.html"), encoding="utf-8") as f:
        page = f.read()
    body = xml.fromstring(page[page.index("<body>"):page.index("</html>")])
    plots = body.findall(".//svg")
    check(len(plots) == 3, len(plots), "plots")
    texts = [["".join(t.itertext()) for t in p.findall("text")] for p in plots]
    check("[%]" in texts[0][-1] and "[µs]" in texts[1][-1] and "[1]" in texts[2][-1], [t[-1] for t in texts])
    check("a &lt;processor&gt;" in page, "the processor's name is not escaped")
    check(not any(s in page for s in ("src=", "href=", "@import", "url(", "<script")), "not self-contained")
    for p in plots:
        width = float(p.get("viewBox").split()[2])
        at = [float(v) for e in p for k, v in e.attrib.items() if k in ("x", "x1", "x2", "cx")]
        check(at and all(0 <= x <= width for x in at), "drawn beside the plot:", min(at), max(at))


def test_two_runs(h):
    """Two reports of the program: the same work, and no regression in counts."""
    seconds = "0.1" if h.sanitized else "0.5"
    names = [os.path.join(h.out, n) for n in ("a.json", "b.json")]
    for name in names:
        h.run("sil", h.weigh, "--duration", seconds, "--report", name)
    # times are not compared: other tests run at the same time
    limits = ("--p50", "10000", "--p99", "10000", "--p99.9", "10000")
    to = [os.path.join(h.out, f"c.{kind}") for kind in ("json", "junit", "html")]
    r = h.run("compare", *names, *limits, "--json", to[0], "--junit", to[1], "--html", to[2])
    check("the same work" in r.stdout, r.stdout)
    c, suite = h.report("c.json"), xml.parse(to[1]).getroot()
    check(int(suite.get("tests")) == len(c["items"]) > 10 and suite.get("failures") == "0", suite.attrib)
    with open(to[2], encoding="utf-8") as f:
        page = f.read()
    body = xml.fromstring(page[page.index("<body>"):page.index("</html>")])
    check(body.findall(".//svg") and body.findall(".//tr"), "the page lacks plots or rows")
    check(c["same_state"] and c["same_host"] and verdict_of(c, "solver.newton_mean")["ratio"] == 1, c)


if __name__ == "__main__":
    main(globals())
