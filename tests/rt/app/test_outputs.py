#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Outputs never replace an input or each other; two runs that write one name never mix, and the loser is told."""
import glob
import os
import re
import shutil
import signal
import subprocess
import time

from harness import BOX, BOX_TRIANGLES, Recording, check, main, obj
from test_pictures import DRIVERS
from test_trust import CUBE

PATIENCE = 120  # [s]; test machines are busy
SIL = ("--report", "--html", "--csv", "--record", "--video", "--trace")


def example(h, name="pendulum"):
    return os.path.join(h.source, "config", "scenarios", "examples", name + ".yaml")


def contents(folder):
    found = {}
    for at, _, names in os.walk(folder):
        for n in names:
            path = os.path.join(at, n)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as f:
                    found[path] = f.read()
    return found


def names_of(h, path):
    """Other names of a file: absolute, relative, through a symbolic link, as a hard link."""
    link, hard = h.path("link-" + os.path.basename(path)), h.path("hard-" + os.path.basename(path))
    for make, name in ((os.symlink, link), (os.link, hard)):
        if not os.path.lexists(name):
            make(path, name)
    return path, os.path.relpath(path, h.folder), os.path.join(h.folder, ".", os.path.basename(path)), link, hard


def refused(h, before, *args):
    """The command refuses before it runs, and changes nothing. Returns what it says."""
    r = h.run(*args, code=2, env=DRIVERS, timeout=PATIENCE)
    check("simulated" not in r.stdout, "it ran:", args, r.stdout)
    check(contents(h.folder) == before, args, "changed the files:", sorted(set(contents(h.folder)) ^ set(before)))
    return r.stderr


def test_no_output_of_a_mechanism_replaces_an_input(h):
    """Scenario, mesh, script and map, by each name that they have, for each output of sil and run."""
    mesh = h.write("box.obj", obj(BOX, BOX_TRIANGLES))
    script = h.write("s.csv", "t,lever,brake,clutch\n0,0,1,1\n")
    scenario = h.write("case.yaml", CUBE.replace("MESH", "box.obj") + "operator:\n  script: s.csv\n")
    inputs = [n for path in (mesh, script, scenario) for n in names_of(h, path)]
    before = contents(h.folder)
    for to in inputs:
        for option in SIL:
            says = refused(h, before, "sil", scenario, "--clock", "wall", option, to)
            check(re.search(r"is (the scenario|a file that the scenario names): expected another name", says), option, to, says)
    for option in ("--report", "--html", "--record", "--trace"):
        for to in (mesh, script, scenario):
            refused(h, before, "run", scenario, "--headless", "--duration", "0.1", option, to)
    h.run("sil", scenario, "--csv", h.path("c.csv"))  # nothing is wrong with a name of its own


def test_no_output_of_a_heave_replaces_an_input(h):
    """Hull and anchor meshes and those of the scenery as every output, --contacts, --loads and --drawing included."""
    for name in ("bow.ply", "shank.ply", "head.ply"):
        shutil.copy(os.path.join(h.models, name), h.path(name))
    scenario = h.scenario(script="t,lever,brake,clutch\n0,0,1,1\n")
    os.mkdir(h.path("foredeck"))
    shutil.copy(os.path.join(h.models, "foredeck", "plating.ply"), h.path("foredeck", "plating.ply"))
    os.symlink("foredeck/plating.ply", h.path("link.ply"))
    with open(scenario) as f:
        h.write("case.yaml", f.read().replace(h.models + "/", ""))
    before = contents(h.folder)
    for to in ("bow.ply", "shank.ply", "head.ply", "script.csv", "case.yaml", "foredeck/plating.ply", "link.ply"):
        for option in (*SIL, "--contacts"):
            says = refused(h, before, "sil", "case.yaml", "--clock", "wall", option, to)
            check("expected another name for the output of " + option in says, option, to, says)
        for option, command, ending in (("--loads", "sil", ".csv"), ("--loads", "sil", ".vtp"), ("--drawing", "check", ".svg"),
                                        ("--drawing", "check", ".png")):
            hard = () if "foredeck" in to or to == "link.ply" else (os.link,)  # a folder's file keeps its own name
            for make in (os.symlink, *hard):
                link = h.path("link" + ending)
                make(h.path(to), link)
                named = {**before, link: before[h.path(to)]} if make == os.link else before
                says = refused(h, named, command, "case.yaml", option, "link" if option == "--loads" else link)
                name = f"--loads NAME{ending}" if option == "--loads" else option
                check("expected another name for the output of " + name in says, option, to, says)
                os.remove(link)
    r = h.run("check", "case.yaml", "--drawing", "d.svg")  # nothing is wrong with a name of its own
    check(os.path.exists(h.path("d.svg")), r.stdout)


def test_no_drawing_replaces_the_map_or_law_of_a_scenario(h):
    """check reads them, and runs neither."""
    scenario = h.scenario(script="t,lever,brake,clutch\n0,0,1,1\n")
    h.write("law.so", "no program")
    h.write("m.map", "keyboard: {}\n")
    with open(scenario) as f:
        text = f.read()
    check(text.count("operator:\n") == 1 and "contact:\n" not in text, "the shipped scenario has other sections")
    h.write("case.yaml", text.replace("operator:\n", "operator:\n  map: m.map\n") + "contact:\n  law: user\n  law_library: law.so\n")
    for to in ("law.so", "m.map", "script.csv", "case.yaml"):
        os.symlink(to, h.path("d.svg"))
        before = contents(h.folder)
        says = refused(h, before, "check", "case.yaml", "--anywhere", "--drawing", "d.svg")
        check("is a file that the scenario names" in says or "is the scenario" in says, to, says)
        os.remove(h.path("d.svg"))


def test_no_output_of_a_replay_replaces_an_input(h):
    """Recording, recorded scenario and its mesh, for exports too, which run nothing."""
    h.write("box.obj", obj(BOX, BOX_TRIANGLES))
    h.write("case.yaml", CUBE.replace("MESH", "box.obj"))
    h.run("sil", "case.yaml", "--record", "a.rec")
    before = contents(h.folder)
    for to in ("a.rec", "box.obj", "case.yaml"):
        for option in ("--csv", "--mat", "--plot", "--slice", "--report", "--html", "--video"):
            refused(h, before, "replay", "a.rec", option, to)


def test_no_output_of_study_or_compare_replaces_an_input(h):
    h.write("base.yaml", open(h.scenario(script="t,lever,brake,clutch\n0,0,1,1\n")).read())
    study = h.write("study.yaml", "base: base.yaml\nvariants:\n  - name: a\n")
    h.run("sil", example(h), "--duration", "0.1", "--report", "r.json")
    shutil.copy(h.path("r.json"), h.path("s.json"))
    before = contents(h.folder)
    for to in (study, h.path("base.yaml"), h.path("script.csv")):
        refused(h, before, "study", study, "--anywhere", "--duration", "0.1", "--report", to)
    for option in ("--json", "--junit", "--html"):
        for to in ("r.json", "s.json"):
            refused(h, before, "compare", "r.json", "s.json", option, to)


def test_no_output_replaces_a_permitted_law(h):
    """What --allow-law names is an input, whether or not the scenario names it."""
    law = h.write("law.so", "no program")
    before = contents(h.folder)
    for option in ("--report", "--csv", "--record"):
        says = refused(h, before, "sil", example(h), "--duration", "0.1", "--allow-law", law, option, law)
        check("is a permitted law: expected another name" in says, says)


def test_a_pipe_without_a_reader_heeds_a_signal(h):
    """Output into a pipe waits for its reader; a signal ends the wait."""
    os.mkfifo(h.path("pipe.csv"))
    p = start(h, "sil", example(h), "--duration", "0.5", "--report", "r.json", "--csv", "pipe.csv")
    try:
        time.sleep(2)
        check(p.poll() is None, "it did not wait for the reader")
        p.send_signal(signal.SIGTERM)
        out, err = p.communicate(timeout=PATIENCE)
    finally:
        p.kill()
    check(p.returncode == 2 and "pipe.csv: error: cannot be written: Interrupted" in err, p.returncode, out, err)
    with open(h.path("text"), "wb") as text:  # with a reader, everything arrives
        reader = subprocess.Popen(["cat", h.path("pipe.csv")], stdout=text)
        h.run("sil", example(h), "--duration", "0.5", "--csv", "pipe.csv")
        reader.wait(PATIENCE)
    check(open(h.path("text")).read().startswith("t,"), "nothing arrived")


def test_no_folder_of_pictures_holds_an_input(h):
    """A scenario that is named like a picture lies in the folder where pictures or traces go, or a picture there is a
    link to an input: writing the picture would write the input."""
    os.mkdir(h.path("frames"))
    shutil.copy(example(h), h.path("frames", "frame_000001.png"))
    before = contents(h.folder)
    says = refused(h, before, "sil", h.path("frames", "frame_000001.png"), "--duration", "0.1", "--frames", h.path("frames"))
    check("frames: error: --frames: holds the scenario" in says, says)
    os.remove(h.path("frames", "frame_000001.png"))
    h.write("box.obj", obj(BOX, BOX_TRIANGLES))
    h.write("case.yaml", CUBE.replace("MESH", "box.obj"))
    h.run("sil", "case.yaml", "--duration", "0.1", "--record", "a.rec")
    base = os.path.basename(h.scenario(script="t,lever,brake,clutch\n0,0,1,1\n", name="base.yaml"))
    h.write("study.yaml", f"base: {base}\nvariants:\n  - name: a\n")
    for option, name, command in (("--frames", "frame_000000.png", ("sil", "case.yaml")),
                                  ("--frames", "frame_000000.png", ("replay", "a.rec")),
                                  ("--trace-misses", "miss_0001.trace.json", ("sil", "case.yaml", "--clock", "wall")),
                                  ("--trace-misses", "miss_0001.trace.json", ("run", "case.yaml", "--headless")),
                                  ("--pictures", "a.png", ("study", "study.yaml", "--anywhere"))):
        for to in ("study.yaml", "base.yaml", "script.csv") if command[0] == "study" else ("case.yaml", "box.obj"):
            for make in (os.symlink, os.link):
                make(h.path(to), h.path("frames", name))
                says = refused(h, contents(h.folder), *command, option, "frames")
                check(f"frames: error: {option}: holds " in says and "expected another folder" in says, command, to, says)
                os.remove(h.path("frames", name))


def test_one_file_for_two_outputs_is_refused(h):
    """The same path, another path, a link, a hard link, or a name that differs in case only; also one that is not yet
    there. Devices take several outputs."""
    h.write("there.json", "older")
    os.symlink("there.json", h.path("link.json"))
    os.symlink("new.json", h.path("dangling.json"))
    os.link(h.path("there.json"), h.path("hard.json"))
    before = contents(h.folder)
    for a, b in (("new.json", "new.json"), ("new.json", "./new.json"), ("new.json", h.path("new.json")),
                 ("new.json", "dangling.json"), ("there.json", "link.json"), ("there.json", "hard.json"),
                 ("new.json", "NEW.json")):
        for first, second in (("--report", "--csv"), ("--record", "--html"), ("--csv", "--trace")):
            says = refused(h, before, "sil", example(h), "--duration", "0.1", "--clock", "wall", first, a, second, b)
            check(f"{second}: is the file of {first} too: expected another name" in says, says)
    h.run("sil", example(h), "--duration", "0.1", "--report", "/dev/null", "--csv", "/dev/null")
    h.run("sil", example(h), "--duration", "0.1", "--report", "a.json", "--csv", "a.csv")


# Two runs

def start(h, *args):
    return subprocess.Popen([h.hawse, *args], env=h.env, cwd=h.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def wait_for(what, p):
    end = time.monotonic() + PATIENCE
    while not what():
        check(time.monotonic() < end and p.poll() is None, "it ended or hangs", p.poll())
        time.sleep(0.02)


def test_two_runs_never_mix_their_rows(h):
    """The first to end has the name; the other is told, with exit code 1, and its whole output is in its part."""
    long = start(h, "sil", example(h), "--duration", "8", "--clock", "wall", "--csv", "c.csv", "--report", "r.json")
    try:
        wait_for(lambda: glob.glob(h.path("c.csv.*.part")), long)
        h.run("sil", example(h), "--duration", "0.5", "--csv", "c.csv", "--report", "r.json")
        short = contents(h.folder)[h.path("c.csv")]
        out, err = long.communicate(timeout=PATIENCE)
    finally:
        long.kill()
    check(long.returncode == 1, long.returncode, out, err)
    for name in ("c.csv", "r.json"):
        told = re.search(rf"{name}: error: another process has written this file since the run began: .* output is in (\S+)", err)
        check(told and os.path.exists(h.path(told[1])), "the loser is not told:", err)
    with open(h.path("c.csv"), "rb") as f:
        check(f.read() == short, "the winner's rows changed")
    part = glob.glob(h.path("c.csv.*.part"))
    check(len(part) == 1, part)
    rows = open(part[0]).read().splitlines()[2:]
    check([float(r.split(",")[0]) for r in rows] == sorted(float(r.split(",")[0]) for r in rows), "rows are mixed")
    check(abs(float(rows[-1].split(",")[0]) - 8) < 0.1, "rows are missing", rows[-1])


def test_many_runs_at_once_leave_one_whole_file(h):
    """Eight runs of different lengths write one name: one of them has it, whole; each other one is told."""
    runs = [start(h, "sil", example(h), "--duration", str(0.2 + 0.1 * k), "--csv", "c.csv") for k in range(8)]
    told = 0
    for p in runs:
        _, err = p.communicate(timeout=PATIENCE)
        check(p.returncode in (0, 1), p.returncode, err)
        told += "another process has written" in err
        check((p.returncode == 1) == ("another process has written" in err), p.returncode, err)
    parts = glob.glob(h.path("c.csv.*.part"))
    check(len(parts) == told, parts, told)
    ends = sorted(round(float(open(f).read().splitlines()[-1].split(",")[0]), 6) for f in [h.path("c.csv"), *parts])
    check(ends == sorted(set(ends)) and len(ends) >= told + 1, "mixed or lost:", ends)


def test_a_second_run_does_not_record_to_a_recording_that_grows(h):
    """It is refused before it runs; the first recording is whole. After the end, or a kill, the name is free again."""
    first = start(h, "sil", example(h), "--duration", "30", "--clock", "wall", "--record", "a.rec")
    try:
        wait_for(lambda: os.path.exists(h.path("a.rec")), first)
        os.symlink("a.rec", h.path("link.rec"))
        for name in ("a.rec", "link.rec"):
            r = h.run("sil", example(h), "--duration", "0.2", "--record", name, code=2)
            check("another process records to this file: expected another name" in r.stderr, r.stderr)
        first.send_signal(signal.SIGINT)
        out, err = first.communicate(timeout=PATIENCE)
    finally:
        first.kill()
    check(first.returncode == 0, first.returncode, out, err)
    recording = Recording(h.path("a.rec"))
    check(recording.closed and len(recording.frames()) > 0, "the recording is not whole")
    check(not glob.glob(h.path("*.part")), glob.glob(h.path("*.part")))
    h.run("sil", example(h), "--duration", "0.2", "--record", "a.rec")
    check(len(Recording(h.path("a.rec")).frames()) != len(recording.frames()), "not replaced after its end")


def test_a_part_follows_no_link(h):
    """Links under names that a part once had stay, and what they lead to."""
    victim = h.write("victim", "mine")
    for name in ("c.csv.part", "a.part.mp4", "r.json.part"):
        os.symlink(victim, h.path(name))
    h.run("sil", example(h), "--duration", "0.2", "--csv", "c.csv", "--report", "r.json")
    check(open(victim).read() == "mine", "what the link led to was overwritten")
    check(all(os.path.islink(h.path(n)) for n in ("c.csv.part", "a.part.mp4", "r.json.part")), "a link was replaced")


def test_after_a_kill_the_rows_are_found(h):
    """The part of a killed run stays beside its name, with the rows up to the kill; the next run does not take it."""
    p = start(h, "sil", example(h), "--duration", "100", "--clock", "wall", "--csv", "c.csv")
    try:
        wait_for(lambda: sum(os.path.getsize(f) for f in glob.glob(h.path("c.csv.*.part"))) > 2000, p)
    finally:
        p.kill()
        p.wait()
    part, = glob.glob(h.path("c.csv.*.part"))
    with open(part, "rb") as f:
        rows = f.read()
    h.run("sil", example(h), "--duration", "0.2", "--csv", "c.csv")
    with open(part, "rb") as f:
        check(f.read() == rows and os.path.exists(h.path("c.csv")), "the next run wrote into it")


if __name__ == "__main__":
    main(globals())
