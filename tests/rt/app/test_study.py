#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Design studies: changes and outcomes of variants, interrupted studies, and the parametric bow's mesh, which is
generated once and cached."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import time

from harness import Skip, check, main
from test_pictures import NOTHING_DRAWN

# A short heave that starts with the anchor at the hawse.
SCRIPT = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.2,0.5,0,1\n60,0.5,0,1\n"


def base(h, name="base.yaml"):
    return h.scenario(("depth: 10 m", "depth: 3 m\n  settle: 1 s"), name=name, script=SCRIPT)


def study(h, text, name="study.yaml"):
    base(h)
    return h.write(name, f"base: base.yaml\n{text}")


def run(h, file, *args, code=0, **kw):
    out = os.path.join(h.out, "study.json")
    r = h.run("study", file, "--anywhere", "--report", out, *args, code=code, **kw)
    with open(out) as f:
        return r, json.load(f)


def test_variants_differ_by_what_they_set(h):
    """A variant without changes equals the base's run to the last bit; the others differ. Common keys are set before a
    variant's own. The number of processes does not matter."""
    seconds = "0.2" if h.sanitized else "1"
    file = study(h, "title: Three masses\ncommon:\n  operator: {type: script}\n  anchor: {pin_friction: 300 N m}\nvariants:\n"
                    "  - name: as it is\n    anchor: {pin_friction: 200 N m}\n"
                    "  - name: stiffer pin\n"
                    "  - name: heavy\n    anchor:\n      head_mass: 5 t\n      shank_mass: 3000 kg\n")
    r, one = run(h, file, "--duration", seconds)
    check("Three masses" in r.stdout and "variant" in r.stdout, r.stdout)
    check(r.stderr == "", "no terminal, no progress:", r.stderr)
    _, two = run(h, file, "--duration", seconds, "-j", "3")
    hashes = [v["state_hash"] for v in one["variants"]]
    check(hashes == [v["state_hash"] for v in two["variants"]], "another number of processes, another result")
    check(len(set(hashes)) == 3, "the same run twice:", hashes)
    h.run("sil", h.path("base.yaml"), "--anywhere", "--duration", seconds, "--report", os.path.join(h.out, "r.json"))
    check(h.report()["state_hash"] == hashes[0], "not the base's run")
    peaks = [v["peak_tension_n"] for v in one["variants"]]
    check(peaks[2] > peaks[0], "a heavier anchor pulls no more:", peaks)
    v = one["variants"][2]
    check(v["set"] == {"anchor.head_mass": "5 t", "anchor.shank_mass": "3000 kg"}, v["set"])
    check(v["verdict"] == "not home" and v["why"].startswith("not housed") and v["time_s"] is None, v)
    check(v["sim_time_s"] == float(seconds) and v["cap_hits"] < 5, v)


def test_recorded_and_replayed(h):
    """A recorded run with parameters replays from the recording alone."""
    file, rec = parametric(h, "bore: 560 mm"), os.path.join(h.out, "a.rec")
    h.run("sil", file, "--anywhere", "--duration", "0.05", "--record", rec)
    r = h.run("replay", rec, "--anywhere", "--check")
    check("every state equal" in r.stdout, r.stdout, r.stderr)


def test_what_is_wrong_is_told_at_once(h):
    file = study(h, "variants:\n"
                    "  - name: a\n    anchor: {head_mas: 5 t}\n"
                    "  - name: b\n    anchor: {head_mass: 5 m}\n"
                    "  - name: a\n    windlas: {max_tension: 5 kN}\n"
                    "  - name: c\n    chain: {special: [1]}\n"
                    "  - anchor: {head_mass: 5 t}\n"
                    "  - name: d\n    anchor: {type: hall, mass: 6 t}\n")
    out = os.path.join(h.out, "r.json")
    r = h.run("study", file, "--anywhere", "--report", out, code=2)
    for line, says in ((4, r"unknown key 'anchor.head_mas' of a scenario; did you mean 'anchor.head_mass'"),
                       (6, r"anchor.head_mass: .*kg"), (7, "another variant has this name"),
                       (8, "unknown key 'windlas.max_tension'.*windlass.max_tension"),
                       (10, "chain.special: a variant cannot set a list"), (11, "a variant needs a name"),
                        (12, "variant 'd'.*anchor.*sets it: remove this key")):
        check(re.search(rf"^{re.escape(file)}:{line}(:\d+)?: error: .*{says}", r.stderr, re.M), says, "not in", r.stderr)
    check(not os.path.exists(out), "a report of nothing")


def test_bad_studies(h):
    base(h)
    for text, says in (("variants: [{name: a}]\n", "'base' is missing"), ("base: base.yaml\n", "variants: expected"),
                       ("base: nobody.yaml\nvariants: [{name: a}]\n", "nobody.yaml"),
                       ("base: base.yaml\nvariants: [{name: a}]\nvariant: 3\n", "unknown key 'variant'"),
                       ("base: base.yaml\nvariants: [{name: ../a}]\n", "name: expected"), ("- 1\n", "expected a study"),
                       ("base: base.yaml\nvariants: [3]\n", "expected a variant: a mapping of a name")):
        r = h.run("study", h.write("bad.yaml", text), "--anywhere", code=2)
        check(says in r.stderr and "error" in r.stderr, says, "not in", r.stderr)
    for args, says in ((["-j", "0"], "-j"), (["-j", "x"], "-j"), (["--view", "nowhere"], "nowhere")):
        r = h.run("study", h.path("base.yaml"), *args, code=2)
        check(says in r.stderr, r.stderr)


def test_interrupted(h):
    """Ctrl-C ends the study: a report of the finished variants, exit code 1, no process left."""
    file = study(h, "variants:\n  - name: short\n    end: {duration: 0.05}\n  - name: long\n  - name: never\n")
    out = os.path.join(h.out, "r.json")
    p = subprocess.Popen([h.hawse, "study", file, "--anywhere", "--report", out], env=h.env, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, start_new_session=True)
    children = f"/proc/{p.pid}/task/{p.pid}/children"
    seen, until = set(), time.monotonic() + 200
    while len(seen) < 2 and time.monotonic() < until:  # the second variant is running
        with open(children) as f:
            seen |= set(f.read().split())
        time.sleep(0.02)
    time.sleep(0.3)
    os.kill(p.pid, signal.SIGINT)  # signals the study only, which stops its processes itself
    stdout, stderr = p.communicate(timeout=60)
    check(p.returncode == 1, p.returncode, stdout, stderr)
    with open(out) as f:
        found = [v["verdict"] for v in json.load(f)["variants"]]
    check(found == ["not home", "not run", "not run"], found)
    check(not any(os.path.exists(f"/proc/{pid}") for pid in seen), "left behind:", seen)


def test_a_variant_that_dies_is_told(h):
    """The other variants still run."""
    file = study(h, "variants:\n  - name: long\n  - name: short\n    end: {duration: 0.05}\n")
    out = os.path.join(h.out, "r.json")
    p = subprocess.Popen([h.hawse, "study", file, "--anywhere", "--report", out], env=h.env, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    children, pid, until = f"/proc/{p.pid}/task/{p.pid}/children", "", time.monotonic() + 100
    while not pid and time.monotonic() < until:
        with open(children) as f:
            pid = f.read().strip()
        time.sleep(0.02)
    os.kill(int(pid.split()[0]), signal.SIGKILL)
    p.communicate(timeout=200)
    with open(out) as f:
        found = [(v["verdict"], v["why"]) for v in json.load(f)["variants"]]
    check(p.returncode == 1 and found[0][0] == "failed" and "signal 9" in found[0][1] and found[1][0] == "not home", found)


def test_pictures(h):
    folder = os.path.join(h.out, "pictures")
    file = study(h, "variants:\n  - name: a b\n")
    r = subprocess.run([h.hawse, "study", file, "--anywhere", "--duration", "0.02", "--pictures", folder], env=h.env,
                       capture_output=True, text=True)
    for said, why in NOTHING_DRAWN.items():
        if r.returncode != 0 and said in r.stdout + r.stderr:
            raise Skip(why)
    check(r.returncode == 0, r.stdout, r.stderr)
    with open(os.path.join(folder, "a b.png"), "rb") as f:
        check(f.read(8) == b"\x89PNG\r\n\x1a\n", "no PNG")
    check(os.listdir(folder) == ["a b.png"], "left behind:", os.listdir(folder))


def test_an_earlier_picture_stays(h):
    """An earlier picture stays until a new one is complete: the study tests drawing under another name. Also through a
    link."""
    folder, earlier = os.path.join(h.out, "pictures"), h.write("earlier.png", "before")
    os.mkdir(folder)
    os.symlink(earlier, os.path.join(folder, "long.png"))
    file = study(h, "variants:\n  - name: long\n")
    p = subprocess.Popen([h.hawse, "study", file, "--anywhere", "--pictures", folder], env=h.env, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    children, seen, until = f"/proc/{p.pid}/task/{p.pid}/children", set(), time.monotonic() + 100
    while p.poll() is None and len(seen) < 2 and time.monotonic() < until:  # the test drawing, and the run
        with open(children) as f:
            seen |= set(f.read().split())
        time.sleep(0.01)
    p.send_signal(signal.SIGINT)  # does nothing to a program that has refused and ended
    stdout, stderr = p.communicate(timeout=60)
    for said, why in NOTHING_DRAWN.items():
        if said in stdout + stderr:
            raise Skip(why)
    check(p.returncode == 1 and len(seen) == 2, p.returncode, stdout, stderr)
    check(os.listdir(folder) == ["long.png"] and os.path.islink(os.path.join(folder, "long.png")), os.listdir(folder))
    check(os.path.exists(earlier), "the earlier picture is gone")
    with open(earlier) as f:
        check(f.read() == "before", "the earlier picture was written over")


def test_a_picture_that_is_not_there(h):
    """A picture that cannot be written does not change the verdict, and is reported beside it. If the first picture
    cannot be written, nothing runs."""
    folder = os.path.join(h.out, "pictures")
    os.makedirs(os.path.join(folder, "b.png"))
    file = study(h, "variants:\n  - name: a\n  - name: b\n")
    out = os.path.join(h.out, "study.json")
    args = [h.hawse, "study", file, "--anywhere", "--duration", "0.02", "--pictures", folder, "--report", out]
    r = subprocess.run(args, env=h.env, capture_output=True, text=True)
    for said, why in NOTHING_DRAWN.items():
        if r.returncode != 0 and said in r.stdout + r.stderr:
            raise Skip(why)
    check(r.returncode == 1 and "no picture: cannot be written: Is a directory" in r.stdout, r.returncode, r.stdout, r.stderr)
    with open(out) as f:
        a, b = json.load(f)["variants"]
    check(a["verdict"] == b["verdict"] == "not home" and a["why"] == b["why"], a, b)
    check("no_picture" not in a and b["no_picture"] == "cannot be written: Is a directory", a, b)
    check(os.path.isfile(os.path.join(folder, "a.png")), "no picture of the other")
    os.remove(out)
    os.remove(os.path.join(folder, "a.png"))
    os.mkdir(os.path.join(folder, "a.png"))
    r = subprocess.run(args, env=h.env, capture_output=True, text=True)
    check(r.returncode == 2 and f"{folder}: error: --pictures: cannot be written: Is a directory" in r.stderr, r.stderr)
    check("verdict" not in r.stdout and not os.path.exists(out), "it ran:", r.stdout)


# The parametric bow ---------------------------------------------------------------------------------------------------

def parametric(h, pocket="bolster_radius: 200 mm"):
    with open(os.path.join(h.source, "config", "scenarios", "weigh_parametric.yaml")) as f:
        text = f.read()
    script = os.path.join(h.source, "config", "scenarios", "weigh.csv")
    text = re.sub(r"(?ms)^  pocket:\n.*?(?=^\S)", f"  pocket: {{{pocket}}}\n", text)
    return h.write("bow.yaml", text.replace("script: weigh.csv", f"script: {script}"))


def cache(h):
    return {"XDG_CACHE_HOME": h.path("cache")}


def list_cached(h):
    return sorted(os.listdir(h.path("cache", "hawse"))) if os.path.isdir(h.path("cache", "hawse")) else []


def test_bow_is_made_once(h):
    """The mesh is generated from its CAD source at first use and then cached. Its lip has the requested radius."""
    if not shutil.which("gmsh"):
        raise Skip("gmsh is not here")
    file = parametric(h)
    r = h.run("check", file, "--anywhere", env=cache(h))
    check("bow-" in r.stdout and "closed" in r.stdout and "self intersections: none" in r.stdout, r.stdout)
    made = list_cached(h)
    check(len(made) == 1 and re.fullmatch(r"bow-[0-9a-f]{16}\.ply", made[0]), made)
    path = h.path("cache", "hawse", made[0])
    before = os.stat(path)
    h.run("check", file, "--anywhere", env=cache(h))
    after = os.stat(path)
    check((before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns), "made again")
    h.run("check", parametric(h, "bolster_radius: 120 mm"), "--anywhere", env=cache(h))
    check(len(list_cached(h)) == 2, list_cached(h))


def test_bow_without_gmsh(h):
    """One message with the missing packages and the file that would do instead; no partial mesh."""
    tools = h.path("tools")
    os.mkdir(tools)
    for name in ("bash", "dirname", "env", "mktemp", "rm", "python3"):
        os.symlink(shutil.which(name), os.path.join(tools, name))
    file = parametric(h)
    for command in ("check", "sil"):
        r = h.run(command, file, "--anywhere", env={**cache(h), "PATH": tools}, code=2)
        check(re.search(r"bow-[0-9a-f]{16}\.ply: error: .*gmsh is missing.*apt install gmsh.*--to FILE", r.stderr), r.stderr)
    check(list_cached(h) == [], list_cached(h))


def test_bow_maker_killed(h):
    """A killed generator leaves no file under the mesh's name; the next one generates it whole."""
    if not shutil.which("gmsh"):
        raise Skip("gmsh is not here")
    file = parametric(h)
    p = subprocess.Popen([h.hawse, "check", file, "--anywhere"], env={**h.env, **cache(h)}, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    time.sleep(0.7)
    children = f"/proc/{p.pid}/task/{p.pid}/children"
    with open(children) as f:
        pid = f.read().split()
    check(pid, "it was over before it could be killed")
    for deeper in subprocess.run(["ps", "-o", "pid=", "--ppid", pid[0]], capture_output=True, text=True).stdout.split():
        os.kill(int(deeper), signal.SIGKILL)
    os.kill(int(pid[0]), signal.SIGKILL)
    _, stderr = p.communicate(timeout=60)
    check(p.returncode == 2 and "error" in stderr and list_cached(h) == [], p.returncode, stderr, list_cached(h))
    h.run("check", file, "--anywhere", env=cache(h))
    check(len(list_cached(h)) == 1, list_cached(h))


def test_impossible_bow(h):
    """Impossible parameters: the message has the generator's reason."""
    if not shutil.which("gmsh"):
        raise Skip("gmsh is not here")
    r = h.run("check", parametric(h, "width: 1.5 m, corner_radius: 0.6 m, rim_radius: 200 mm, height: 1.2 m, depth: 0.15 m, "
                                     "bolster_radius: 350 mm, bore: 0.7 m, pipe_angle: 1.12, flare: 0.35"),
              "--anywhere", env=cache(h), code=2)
    check("export: gmsh failed on bow.geo" in r.stderr and list_cached(h) == [], r.stderr)


# The shipped studies --------------------------------------------------------------------------------------------------

def test_shipped_studies_load(h):
    """Every shipped study loads and starts: all the variants that its file lists, each with its own scenario."""
    files = sorted(glob.glob(os.path.join(h.source, "config", "scenarios", "study_*.yaml")))
    check(len(files) >= 2, files)
    if not shutil.which("gmsh"):
        files = [f for f in files if not re.search("bolster|anchors", f)]
    if not files:
        raise Skip("gmsh is not here, and every study needs it")
    for file in files:
        out = os.path.join(h.out, "r.json")
        h.run("study", file, "-j", "2", "--duration", "0.01", "--report", out, env=cache(h))
        with open(out) as f:
            found = json.load(f)["variants"]
        with open(file) as f:
            listed = len(re.findall(r"^ +- ", f.read(), re.M))
        check(len({v["state_hash"] for v in found}) == len(found) == listed >= 2, file, listed,
              [v["state_hash"] for v in found])


def test_wrong_way_round(h):
    """Flukes toward the hull: the verdict says so, whatever holds the anchor; the other way round it is housed."""
    slowly = os.path.join(h.source, "config", "scenarios", "weigh_slowly.csv")
    file = h.write("way.yaml", f"base: base.yaml\ncommon: {{operator: {{script: {slowly}}}, end: {{duration: 100 s}}}}\n"
                               "variants:\n  - name: right\n  - name: wrong\n    start: {flukes: hull}\n")
    h.scenario(("depth: 10 m", "depth: 4 m"), name="base.yaml")
    _, found = run(h, file, "-j", "2", timeout=900)
    right, wrong = found["variants"]
    check(right["verdict"] == "housed" and right["flukes_at_hawse"] > 0.3, right)
    check(wrong["verdict"] == "wrong way" and wrong["flukes_at_hawse"] < -0.3 and not wrong["housed"], wrong)
    check("flukes point into the hull" in wrong["why"], wrong["why"])


def test_shipped_anchors(h):
    """Five anchors, one pocket with seats for each: the Danforth type is never housed."""
    if not shutil.which("gmsh"):
        raise Skip("gmsh is not here")
    out = os.path.join(h.out, "r.json")
    begun = ("--duration", "1") if h.sanitized else ()  # the beginning of each
    h.run("study", os.path.join(h.source, "config", "scenarios", "study_anchors.yaml"), "-j", "2", "--report", out, *begun,
          timeout=900)
    if h.sanitized:
        return
    with open(out) as f:
        found = {v["name"]: v for v in json.load(f)["variants"]}
    check(not found["Danforth"]["housed"] and found["Danforth"]["verdict"] in ("jammed", "not home"), found["Danforth"])
    for name, v in found.items():
        check(v["newton_mean"] < 2.5 and v["cap_hits"] < 0.01 * v["steps"], name, v["newton_mean"], v["cap_hits"])
        check(v["housed"] or name == "Danforth", name, v["verdict"], v["why"])


if __name__ == "__main__":
    main(globals())
