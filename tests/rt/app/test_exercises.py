#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Exercises: one score for a run, its replay and its recording; acts in the recording; reference runs; bad files."""
import json
import os
import re

from harness import Recording, check, main

# A short exercise: the anchor is close to its pocket at the start.
SCENARIO = (("depth: 10 m", "depth: 3 m"),)
EXERCISE = """exercise: {id: short, title: A short heave, time_limit: 12 s, ends: housed for 1 s, pass: 60}
briefing: [{text: Heave.}]
scenario: case.yaml
objectives:
  - {name: heaved, reach: chain_speed > 0.05 m/s, from: heave_away, full: 3 s, zero: 6 s, weight: 50, critical: true}
  - {name: gently, max: tension, from: heave_away, full: 110 kN, zero: 130 kN, weight: 50}
reports:
  - {say: leading, when: how, within: 5 s, weight: 20}
forbidden:
  - {name: brake_set, when: brake > 0.9 and lever > 0.5 for 1 s, cost: 30}
acts:
  - {name: heave_away, at: 2 s, order: Heave away}
  - {name: how, when: chain_speed > 0.05 m/s, after: 1 s, order: How is the cable leading?}
  - {name: one_pump, at: 6 s, fail: pump_lost}
references:
  - {script: good.csv, expect: pass}
  - {script: idle.csv, expect: fail, by: heaved}
"""
HEAD = "t [s],lever [1],brake [1],clutch [1],report\n"
GOOD = HEAD + "0,0,1,1,0\n2.5,0,1,1,0\n3.5,0.5,0,1,0\n6.5,0.5,0,1,leading_9\n7,0.5,0,1,0\n12,0.5,0,1,0\n"
IDLE = HEAD + "0,0,1,1,0\n12,0,1,1,0\n"


def exercise(h, text=EXERCISE):
    h.scenario(*SCENARIO)
    h.write("good.csv", GOOD)
    h.write("idle.csv", IDLE)
    return h.write("exercise.yaml", text)


def out(h, name):
    return os.path.join(h.out, name)


def scored(h, what, recording):
    h.run("score", what, recording, "--anywhere", "--json", out(h, "score.json"), code=0)
    with open(out(h, "score.json")) as f:
        return json.load(f)["score"]


def test_one_score(h):
    """Software-in-the-loop, real time and the recording of each give the same points; the recording has the acts."""
    what, good = exercise(h), h.path("good.csv")
    h.run("sil", what, "--anywhere", "--script", good, "--record", out(h, "a.rec"), "--report", out(h, "a.json"))
    h.run("run", what, "--anywhere", "--headless", "--device", f"script:{good}", "--record", out(h, "b.rec"), "--report",
          out(h, "b.json"))
    scores = []
    for name in ("a", "b"):
        with open(out(h, name + ".json")) as f:
            scores.append(json.load(f)["score"])
        scores.append(scored(h, what, out(h, name + ".rec")))
    check(all(s == scores[0] for s in scores), scores)
    check(scores[0]["passed"] and not scores[0]["validated"], scores[0])
    names = {i["name"]: i for i in scores[0]["items"]}
    check(names["leading"]["judged"] and 50 < scores[0]["of_100"] < 100, scores[0])
    a, b = Recording(out(h, "a.rec")), Recording(out(h, "b.rec"))
    check(a.hashes() == b.hashes(), "the runs differ")
    r = h.run("replay", out(h, "a.rec"), "--anywhere", "--check")
    check("every state equal" in r.stdout, r.stdout)
    h.run("sil", h.path("case.yaml"), "--anywhere", "--duration", "12", "--script", good, "--record", out(h, "c.rec"))
    check(Recording(out(h, "c.rec")).hashes() != a.hashes(), "the pump did not fail")


def test_references(h):
    """The author's runs end as the exercise says; a reference that does not is told, with exit code 1."""
    r = h.run("check", exercise(h), "--anywhere", "--references")
    check("good.csv: passed, as expected" in r.stdout and "idle.csv: failed, as expected" in r.stdout, r.stdout)
    check("failed by 'heaved'" in r.stdout, r.stdout)
    r = h.run("check", exercise(h, EXERCISE.replace("expect: pass", "expect: fail")), "--anywhere", "--references", code=1)
    check("passed, as expected: NO" in r.stdout, r.stdout)


def test_no_recording_asked(h):
    """A run without --record is scored by a temporary recording, which goes."""
    temporary = h.path("tmp")
    os.mkdir(temporary)
    r = h.run("sil", exercise(h), "--anywhere", "--script", h.path("idle.csv"), "--html", out(h, "p.html"),
              env={"TMPDIR": temporary}, code=1)
    check(re.search(r"not passed, \d+\.\d of 100", r.stdout), r.stdout)
    with open(out(h, "p.html")) as f:
        page = f.read()
    check("<h2>Score</h2>" in page and "did not come: chain_speed &gt; 0.05 m/s" in page, "the page has no score")
    check("hawse replay" not in r.stdout and os.listdir(temporary) == [], r.stdout, os.listdir(temporary))


def test_logged(h):
    """A run with a trainee is in the logbook, with its items; software-in-the-loop only where a logbook is named."""
    what, log = exercise(h), out(h, "log.db")
    idle = ("sil", what, "--anywhere", "--script", h.path("idle.csv"), "--trainee", "Ada")
    home = {"XDG_DATA_HOME": h.path("data")}
    h.run(*idle, env=home, code=1)
    check(not os.path.exists(h.path("data")), "an entry without --log")
    h.run(*idle, "--log", log, "--record", out(h, "a.rec"), code=1)
    h.run("run", what, "--anywhere", "--headless", "--device", "script:" + h.path("good.csv"), "--trainee", "Bob", env=home)
    r = h.run("log", "--log", log)
    check("Ada" in r.stdout and "short" in r.stdout and "Bob" not in r.stdout, r.stdout)
    r = h.run("log", "show", "1", "--log", log)
    check("heaved" in r.stdout and "brake_set" in r.stdout and "a.rec --window --from" in r.stdout, r.stdout)
    r = h.run("log", env=home)
    check("Bob" in r.stdout and "passed" in r.stdout, r.stdout)
    r = h.run(*idle[:-2], "--log", log, code=2)
    check("--log: expected together with --trainee" in r.stderr, r.stderr)
    h.run(*idle, "--log", h.path("good.csv"), code=2)


def test_acts_see_the_input(h):
    """An act may follow an event of the operator's input, such as the emergency stop."""
    text = EXERCISE.replace("  - {name: one_pump", "  - {name: seen, when: estop, order: Why do you stop?}\n  - {name: one_pump")
    text = text.replace("objectives:\n", "objectives:\n  - {name: asked, reach: seen, full: 4 s, weight: 10}\n")
    h.write("stop.csv", "t [s],lever [1],brake [1],clutch [1],estop\n0,0,1,1,0\n3,0,1,1,1\n12,0,1,1,1\n")
    what = exercise(h, text)
    h.run("sil", what, "--anywhere", "--script", h.path("stop.csv"), "--record", out(h, "a.rec"), "--report",
          out(h, "a.json"), code=1)
    with open(out(h, "a.json")) as f:
        asked = next(i for i in json.load(f)["score"]["items"] if i["name"] == "asked")
    check(asked["points"] == 10 and 3 <= asked["value"] < 3.2, asked)


def test_bad_exercise(h):
    """Faults are told with their place, before anything runs."""
    for old, new, told in (("max: tension", "max: tensoin", "exercise.yaml:6:5: error: max: expected a channel; did you"),
                           ("full: 110 kN", "full: 110 m", "exercise.yaml:6:5: error: full: "),
                           ("scenario: case.yaml", "scenario: none.yaml", "exercise.yaml:3:11: error: scenario: there is no"),
                           ("fail: pump_lost", "fail: pump", "expected a failure: power_lost pump_lost"),
                           ("when: how", "when: who", "expected a channel, an event or an act, found 'who'")):
        check(EXERCISE.count(old) == 1, old)
        what = exercise(h, EXERCISE.replace(old, new))
        for command in (("sil", what, "--script", h.path("good.csv")), ("check", what)):
            r = h.run(*command, "--anywhere", "--record", out(h, "x.rec"), code=2) if command[0] == "sil" else \
                h.run(*command, "--anywhere", code=2)
            check(told in r.stderr, command, r.stderr)
    check(not os.path.exists(out(h, "x.rec")), "a recording without a run")


def test_score_refuses(h):
    """What is no exercise, no recording or not from the start is refused."""
    what = exercise(h)
    h.run("sil", what, "--anywhere", "--script", h.path("good.csv"), "--record", out(h, "a.rec"))
    h.run("replay", out(h, "a.rec"), "--slice", out(h, "s.rec"), "--from", "3")
    for args, told in (((h.path("case.yaml"), out(h, "a.rec")), "expected an exercise"),
                       ((what, h.path("good.csv")), "good.csv: error:"),
                       ((what, out(h, "s.rec")), "expected a recording from its run's start, found a slice from 3.000 s")):
        r = h.run("score", *args, "--anywhere", code=2)
        check(told in r.stderr, r.stderr)
    r = h.run("score", what, out(h, "a.rec"), "--anywhere", "--json", out(h, "a.rec"), code=2)
    check("a.rec" in r.stderr, r.stderr)


if __name__ == "__main__":
    main(globals())
