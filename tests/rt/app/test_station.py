#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The instructor's station: what it does is an input of the frames and replays; the score that it shows is the recording's."""
import json
import os
import re
import time

from harness import check, main
from station import PATIENCE, SCORED, Run, exercise, rows


def test_controls_are_recorded_and_replay(h):
    """Each control acts in the frame that the answer names, is in the recording from that frame on, and replays."""
    record = os.path.join(h.out, "a.rec")
    with Run(h, os.path.join(h.source, "config", "scenarios", "weigh_under_way.yaml"), "weigh_under_way.csv",
             "--record", record) as run:
        on = run.act({"do": "failure", "failure": "pump_lost", "on": True})["frame"]
        off = run.act({"do": "failure", "failure": "pump_lost", "on": False})["frame"]
        orders = [run.act({"do": "order", "order": name, "share": share})["frame"]
                  for name, share in (("engine", 0.4), ("rudder", -0.25), ("thruster", 1))]
        stands = run.act({"do": "pause"})["frame"]
        waiting = run.act({"do": "failure", "failure": "brake_faded", "on": True})
        check(waiting["paused"] and waiting["frame"] is None, "a paused run took a command over", waiting)
        time.sleep(0.3)
        v = run.values()
        check(v["frame"] == stands and not v["runs"], "time ran in the pause", stands, v)
        run.act({"do": "resume"})
        run.wait(lambda v: v["runs"] and v["frame"] > stands + 20, "no resumption")
        note = run.act({"do": "note", "text": "late on the brake"})
        run.act({"do": "press", "act": 1}, code=409)
        run.wait(lambda v: [x["text"] for x in v["log"] if x["kind"] == "note"] == ["late on the brake"], "no note")
        run.end()
    got = rows(record)
    pump = [k for k, r in enumerate(got) if r[0] & 2]
    check(pump[0] == on and pump[-1] == off - 1, "pump lost in frames", pump[0], pump[-1], "answered", on, off)
    for k, (frame, want) in enumerate(zip(orders, (400, -250, 1000))):
        check(got[frame][1 + k] == want != got[frame - 1][1 + k], "order", k, frame, got[frame - 1], got[frame])
    brake = [k for k, r in enumerate(got) if r[0] & 4]
    check(brake and brake[0] == stands, "brake faded in", brake[:1], "paused at", stands)
    with open(os.path.join(h.out, "a.notes")) as f:
        check("late on the brake" in f.read(), "no note kept", note)
    h.run("replay", record, "--anywhere", "--check")


def test_buttons_of_an_exercise(h):
    """A button's act takes place once, in the frame that the answer names; the table has what the page shows."""
    record = os.path.join(h.out, "a.rec")
    with Run(h, exercise(h), "weigh.csv", "--record", record) as run:
        table = run.get("/table")[1]
        check(table["exercise"]["title"] == "Weigh and stop" and table["role"] == "instructor", table)
        check([a["button"] for a in table["exercise"]["acts"]] == [True, False], table["exercise"])
        frame = run.act({"do": "press", "act": 1})["frame"]
        check("taken place" in run.act({"do": "press", "act": 1}, code=409)["error"], "pressed twice")
        check("no button" in run.act({"do": "press", "act": 2}, code=409)["error"], "an act without a button")
        check("manoeuvre" in run.act({"do": "order", "order": "engine", "share": 1}, code=409)["error"], "engine")
        run.wait(lambda v: v["acts"] == [0] and v["order"] == 1, "no act in the values")
        run.wait(lambda v: "Hold on" in str(run.get("/values?log=0")[1]["log"]), "no order in the log")
        run.end()
    got = rows(record)
    check([k for k, r in enumerate(got) if r[4 + 1]] == [frame] and got[frame][5] == 1, "act", frame)
    check(got[frame][0] & 1 and not got[frame - 1][0] & 1, "power lost", got[frame - 1:frame + 1])
    h.run("replay", record, "--anywhere", "--check")


def test_live_score_is_the_recordings(h):
    """The score that the page shows grows with the run, and ends as hawse score gives it for the recording."""
    record, found = os.path.join(h.out, "a.rec"), os.path.join(h.out, "score.json")
    file = h.write("scored.yaml", SCORED % os.path.join(h.source, "config", "scenarios", "weigh.yaml"))
    seen, scores, sequence = 0, [], 0
    with Run(h, file, "weigh.csv", "--record", record) as run:
        run.wait(lambda v: "score" in v, "no score")
        while True:
            v = run.get(f"/values?after={sequence}&score={seen}")[1]
            sequence = v["sequence"]
            if "score" in v:
                check(v["scored"] > seen, "an old score", v["scored"], seen)
                seen = v["scored"]
                scores.append(v["score"])
            if v["ended"]:
                break
        run.p.wait(timeout=PATIENCE)
    times = [s["time"] for s in scores]
    check(times == sorted(times) and len(times) > 5, "no steps of the score", times)
    check([s["final"] for s in scores] == [False] * (len(scores) - 1) + [True], "final", scores[-1])
    h.run("score", file, record, "--anywhere", "--json", found, code=1)
    with open(found) as f:
        want = json.load(f)["score"]
    check(scores[-1]["score"] == want, "live", scores[-1]["score"], "recorded", want)
    check(scores[0]["score"] != want, "the score did not grow")
    check([i["points"] for i in want["items"] if i["name"] in ("tension", "lever")] == [10, -10], want)
    check([(r["say"], r["state"]) for r in scores[-1]["reports"]] == [("aweigh", "missed")], scores[-1]["reports"])


def test_back_snapshot_and_restore(h):
    """Back, snapshot and restore move the run; resuming makes a branch with its own recording, score and logbook."""
    record, book, found = os.path.join(h.out, "a.rec"), h.path("book.sqlite"), os.path.join(h.out, "score.json")
    file = h.write("scored.yaml", SCORED % os.path.join(h.source, "config", "scenarios", "weigh.yaml"))
    with Run(h, file, "weigh.csv", "--record", record, "--trainee", "Ann", "--log", book) as run:
        run.wait(lambda v: v["t"] > 2, "no start")
        kept = run.act({"do": "snapshot", "name": "two seconds"})["frame"]
        check("that name" in run.act({"do": "snapshot", "name": "two seconds"}, code=409)["error"], "named twice")
        run.wait(lambda v: v["t"] > 4, "it stands")
        back = run.act({"do": "back", "seconds": 1.5})
        run.wait(lambda v: v["frame"] == back["frame"] and v["rewound"] and not v["runs"], "not back")
        check(back["t"] > kept / 1000, back, kept)
        check(run.act({"do": "back", "seconds": 0.1})["frame"] == back["frame"] - 100, "back from there")
        check(run.act({"do": "back", "seconds": 1e4})["frame"] == 0, "before the start")
        first = run.act({"do": "back", "seconds": 1})["frame"]
        check(first == 0, "before the start again", first)
        run.act({"do": "resume"})
        run.wait(lambda v: v["t"] > 1 and not v["rewound"], "no branch")
        again = run.act({"do": "restore", "name": "two seconds"})["frame"]
        check(again == kept, "restored", again, kept)
        run.wait(lambda v: v["frame"] == kept and v["rewound"], "not there")
        check("no snapshot" in run.act({"do": "restore", "name": "three"}, code=409)["error"], "an unknown name")
        v = run.values()
        check(v["snapshots"] == [{"name": "two seconds", "t": kept / 1000}], v["snapshots"])
        run.act({"do": "resume"})
        run.wait(lambda v: v["t"] > kept / 1000 + 1, "no second branch")
        log = [x["text"] for x in run.get("/values?log=0")[1]["log"] if x["kind"] == "instructor"]
        check(sum("back" in x for x in log) == 4 and f"to {kept / 1000:.3f} s" in log[-2] and log[-1] == "resumed", log)
        sequence = 0
        while not v["ended"]:
            v = run.get(f"/values?after={sequence}")[1]
            sequence = v["sequence"]
        run.p.wait(timeout=PATIENCE)
    branch = os.path.join(h.out, "a-3.rec")
    for name in (record, os.path.join(h.out, "a-2.rec"), branch):
        h.run("replay", name, "--anywhere", "--check")
    check(rows(branch)[:kept] == rows(record)[:kept] and len(rows(branch)) == 12000, "the branch", len(rows(branch)))
    h.run("score", file, branch, "--anywhere", "--json", found, code=1)
    with open(found) as f:
        check(v["score"]["score"] == json.load(f)["score"], "score of the branch", v["score"])
    said = h.run("log", "show", "1", "--log", book).stdout
    for text in ("snapshot 'two seconds'", "back 1.5 s", "restored 'two seconds'", "resumed"):
        check(text in said, f"'{text}' is not in the logbook", said)


def test_no_way_back_without_a_recording(h):
    """A run without a recording refuses to go back, and runs on."""
    with Run(h, h.weigh, "weigh.csv") as run:
        for command in ({"do": "back", "seconds": 1}, {"do": "snapshot", "name": "a"}):
            check("--record" in run.act(command, code=409)["error"], "no reason", command)
        check("no snapshot" in run.act({"do": "restore", "name": "a"}, code=409)["error"], "restored")
        for body in ({"do": "back", "seconds": 0}, {"do": "back", "seconds": "1"}, {"do": "back"},
                     {"do": "snapshot", "name": "x" * 41}, {"do": "snapshot", "name": ""}, {"do": "restore", "name": 1}):
            run.act(body, code=400)
        check(run.values()["runs"], "it stands")


def test_threads_are_nice(h):
    """Server, hub and scorer have niceness 10 and no real-time policy, and do not use the frames' processor."""
    with Run(h, h.weigh, "weigh.csv") as run:
        nice = []
        for task in os.listdir(f"/proc/{run.p.pid}/task"):
            with open(f"/proc/{run.p.pid}/task/{task}/stat") as f:
                fields = f.read().rpartition(")")[2].split()  # from field 3 of proc(5): nice is 19, policy 41
            if fields[16] == "10":
                nice.append((fields[38], os.sched_getaffinity(int(task))))
        said = run.end()
        kept = re.search(r"frames: .* on processor (\d+)", said)
    check(len(nice) == 3 and all(policy == "0" for policy, _ in nice), "threads", nice)
    check(not kept or os.cpu_count() < 2 or all(int(kept[1]) not in cpus for _, cpus in nice), nice, kept)


def test_slow_reader_is_counted(h):
    """A reader that comes late gets the newest values; what it missed is counted. One that has them waits."""
    with Run(h, h.weigh, "weigh.csv") as run:
        first = run.values()["sequence"]
        run.wait(lambda v: v["sequence"] > first + 4, "values stand still")
        late = run.get(f"/values?after={first}")[1]["sequence"]
        after = run.get(f"/values?after={late}")[1]["sequence"]
        check(after > late, "no wait for newer values", late, after)
        dropped = int(re.search(r"(\d+) values dropped", run.end())[1])
        check(dropped >= late - first - 1, "dropped", dropped, "of", late - first)


if __name__ == "__main__":
    main(globals())
