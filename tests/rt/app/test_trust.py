#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Data never run code, and never decide which files may be read: contact laws of the user's own, the root of paths,
control characters in texts that come from data."""
import json
import os
import re
import shutil
import subprocess
import zlib

from harness import HEAD, Recording, Skip, check, main
from test_pictures import DRIVERS
from test_study import study

BALL = """model:
  points:
    - {name: C, at: [0, 0, 60 mm], velocity: [0.5 m/s, 0, -1 m/s]}
  bodies:
    - {name: ball, points: [C], mass: 1 kg, centre: [0, 0, 0], inertia: [0.001, 0.001, 0.001]}
  shapes:
    - {name: floor, kind: plane, at: [0, 0, 0]}
    - {name: sphere, kind: sphere, on: ball, at: [0, 0, 60 mm], radius: 50 mm}
  materials:
    - {name: pad, law: user, law_library: LIBRARY}
  contacts:
    - {name: touch, shapes: [sphere, floor], material: pad}
solver:
  step: 0.5 ms
record:
  - {name: z, of: ball, what: z}
end:
  duration: 0.1 s
"""

# Its constructor leaves a mark in the working folder: whoever loads the library runs it.
LAW = """#include "contact/law/user.h"
#include <stdio.h>
const int hawse_contact_version = HAWSE_CONTACT_VERSION;
const char hawse_contact_name[] = "marks";
__attribute__((constructor)) static void mark(void) {
    FILE *f = fopen("MARK", "w");
    if (f) fclose(f);
}
int hawse_contact_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    out->force = out->elastic = in->gap < 0 ? -STIFFNESS * in->gap : 0;
    out->d_gap = in->gap < 0 ? -STIFFNESS : 0;
    return 0;
}
"""


def library(h, name="law.so", stiffness="1e5"):
    """Builds a law whose constructor leaves a mark."""
    if not shutil.which("cc"):
        raise Skip("no cc here")
    source, path = h.write("law.c", LAW.replace("STIFFNESS", stiffness)), h.path(name)
    fresh = h.path("fresh.so")  # a new inode: another process may have the old one mapped
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-I", h.source, "-o", fresh, source], check=True, timeout=60)
    os.replace(fresh, path)
    return path


def marked(h):
    """Whether the law ran since the last call."""
    mark = h.path("MARK")
    ran = os.path.exists(mark)
    if ran:
        os.remove(mark)
    return ran


def ball(h, law, name="ball.yaml"):
    return h.write(name, BALL.replace("LIBRARY", law))


def recorded(h):
    law = library(h)
    scenario, rec = ball(h, "law.so"), h.path("a.rec")
    h.run("sil", scenario, "--allow-law", law, "--record", rec)
    check(marked(h), "a permitted law does not run: the marks mean nothing")
    return law, scenario, rec


def test_a_law_runs_only_where_the_command_line_names_it(h):
    """sil, run and study refuse the scenario's library without --allow-law, and with the name of another one."""
    law, other = library(h), library(h, "other.so")
    scenario = ball(h, "law.so")
    for args in ((), ("--anywhere",), ("--allow-law", other)):
        for command, more in (("sil", ()), ("run", ("--headless", "--duration", "0.1"))):
            r = h.run(command, scenario, *more, *args, code=2)
            check(re.search(r"ball\.yaml:\d+: .*is a program.*--allow-law", r.stderr), r.stderr)
            check(not marked(h), command, args, "ran the law")
    for command, more in (("sil", ()), ("run", ("--headless", "--duration", "0.1"))):
        h.run(command, scenario, *more, "--allow-law", law)
        check(marked(h), command, "did not run the permitted law")
    h.run("sil", scenario, "--allow-law", "law.so")  # by another path of the same file
    check(marked(h), "did not run the permitted law")
    r = h.run("sil", scenario, "--allow-law", h.path("none.so"), code=2)
    check("none.so: error: --allow-law: cannot be read: No such file" in r.stderr, r.stderr)
    # a study: of a ship, and every variant in a process of its own
    file = study(h, "variants:\n  - name: a\n  - name: b\n")
    with open(h.path("base.yaml"), "a") as f:
        f.write("contact:\n  law: user\n  law_library: law.so\n")
    short = ("study", file, "--anywhere", "--duration", "0.01")
    for args in ((), ("--allow-law", other)):
        r = h.run(*short, *args, code=1)
        check(len(re.findall(r"^[ab] +failed .*law\.so is a program.*--allow-law", r.stdout, re.M)) == 2, r.stdout, r.stderr)
        check(not marked(h), "study", args, "ran the law")
    h.run(*short, "--allow-law", law)
    check(marked(h), "study did not run the permitted law")


def test_check_runs_no_law(h):
    """It names the library with its hash, and knows no option to run it."""
    law = library(h)
    r = h.run("check", ball(h, "law.so"), "--anywhere")
    check(not marked(h), "check ran the law")
    check(re.search(rf"material 'pad': laws of {re.escape(os.path.realpath(law))}, hash [0-9a-f]{{16}}; not loaded", r.stdout),
          r.stdout)
    h.run("check", ball(h, "law.so"), "--allow-law", law, code=2)
    check(not marked(h), "check ran the law")


def test_a_recording_runs_no_law(h):
    """replay in each of its ways, without the option that names the library."""
    law, _, rec = recorded(h)
    for args in (("--check",), ("--report", "r.json"), ("--html", "r.html"), ("--frames", "frames"), ()):
        code = 2 if args else 0
        h.run("replay", rec, "--anywhere", *args, code=code, env=DRIVERS)
        check(not marked(h), args, "ran the law")
    check("every state equal" in h.run("replay", rec, "--check", "--allow-law", law).stdout, "the same law, another result")
    check(marked(h), "the permitted law did not run")


def test_a_changed_law_is_refused_before_it_is_loaded(h):
    """The hash of the bytes is compared with the recorded one first; a file of the same name is not enough."""
    law, scenario, rec = recorded(h)
    library(h, stiffness="2e5")
    for args in (("--check",), ("--report", "r.json")):
        r = h.run("replay", rec, *args, "--allow-law", law, code=2)
        check("law.so: error: the law_library has changed since the recording was made" in r.stderr, r.stderr)
        check(not marked(h), "the changed law ran")
    # the user names the scenario: its present library is what he asks for
    r = h.run("replay", rec, "--check", "--scenario", scenario, "--allow-law", law, code=1)
    check(marked(h) and "has changed since the recording was made" in r.stderr, r.stderr)


def test_the_checked_bytes_are_the_loaded_ones(h):
    """The file is opened once: what is hashed and what is loaded is one copy of it."""
    law, _, rec = recorded(h)
    strace = shutil.which("strace")
    if not strace:
        raise Skip("no strace here to see which files are opened")
    r = subprocess.run([strace, "-f", "-e", "trace=openat,open", "-o", h.path("calls"), h.hawse, "replay", rec, "--check",
                        "--allow-law", law], env=h.env, cwd=h.folder, capture_output=True, text=True, timeout=120)
    if r.returncode != 0:
        raise Skip("strace cannot trace here: " + r.stderr)
    with open(h.path("calls")) as f:
        opened = [line for line in f if "law.so" in line]
    check(len(opened) == 1, "the library was opened more than once:", *opened)


def header_changed(rec, **text):
    """Bytes of the recording with other texts in its header: path, scenario, info, sections, channels."""
    names = ("path", "scenario", "info", "sections", "channels")
    magic, version, _, h_ns, first, *sizes = HEAD.unpack_from(rec.data)
    at, texts = HEAD.size, []
    for size in sizes:
        texts.append(rec.data[at:at + size])
        at += size
    for k, name in enumerate(names):
        texts[k] = text.get(name, texts[k])
    sizes = [len(t) for t in texts]
    crc = zlib.crc32(HEAD.pack(magic, version, 0, h_ns, first, *sizes) + b"".join(texts))
    return HEAD.pack(magic, version, crc, h_ns, first, *sizes) + b"".join(texts) + rec.data[at:]


CUBE = """model:
  points:
    - {name: C, at: [0, 0, 2 m]}
  bodies:
    - {name: box, points: [C], mass: 1 kg, centre: [0, 0, 0], inertia: [0.001, 0.001, 0.001]}
  shapes:
    - {name: floor, kind: plane, at: [0, 0, 0]}
    - {name: hull, kind: mesh, on: box, at: [0, 0, 0], file: MESH}
  materials:
    - {name: steel, law: exact, stiffness: 1e6, restitution: 0.5}
  contacts:
    - {name: touch, shapes: [hull, floor], material: steel}
end:
  duration: 0.02 s
"""


def far_mesh(h):
    """A mesh beside the folder in which the test works."""
    from harness import BOX, BOX_TRIANGLES, obj
    return h.write("far/box.obj", obj(BOX, BOX_TRIANGLES))


def test_a_recording_does_not_set_its_root(h):
    """Paths lie in the root of the recording's own file, whatever path of a scenario it records; --anywhere is the
    user's word."""
    mesh = far_mesh(h)
    scenario = h.write("near/case.yaml", CUBE.replace("MESH", mesh))
    rec = h.path("near", "a.rec")
    r = h.run("sil", scenario, "--record", rec, code=2)
    check("leaves the configuration root" in r.stderr, r.stderr)
    h.run("sil", scenario, "--anywhere", "--record", rec)
    whole = Recording(rec)
    for path in (b"/x.yaml", b"/", b"", whole.path.encode(), os.path.join(h.path("far"), "x.yaml").encode()):
        evil = h.write("near/evil.rec", header_changed(whole, path=path))
        for args in (("--check",), ("--report", "r.json"), ("--html", "r.html")):
            r = h.run("replay", evil, *args, code=2)
            check(re.search(r"'[^']*box\.obj' leaves the configuration root '[^']*/near'", r.stderr), path, r.stderr)
    check("every state equal" in h.run("replay", rec, "--check", "--anywhere").stdout, "not with the user's word either")


def test_one_level_up_is_not_a_root(h):
    """A scenario in a folder of its own reaches that folder only; in scenarios/ beside models/, the folder of both; a
    study's base and its variants likewise."""
    mesh = far_mesh(h)
    inside = h.write("near/box.obj", open(mesh).read())
    for name, path, code in (("near/case.yaml", "../far/box.obj", 2), ("near/case.yaml", "box.obj", 0),
                             ("near/case.yaml", inside, 0), ("near/scenarios/case.yaml", "../box.obj", 2),
                             ("near/scenarios/sub/case.yaml", "../../box.obj", 2)):
        r = h.run("check", h.write(name, CUBE.replace("MESH", path)), code=code)
        check(code == 0 or "leaves the configuration root" in r.stderr, name, path, r.stderr)
    os.makedirs(h.path("near", "models"))  # now it is a configuration
    for name, path, code in (("near/scenarios/case.yaml", "../box.obj", 0), ("near/scenarios/case.yaml", "../../far/box.obj", 2),
                             ("near/scenarios/sub/case.yaml", "../../box.obj", 0),
                             ("near/scenarios/sub/sub/case.yaml", "../../../box.obj", 2)):
        r = h.run("check", h.write(name, CUBE.replace("MESH", path)), code=code)
        check(code == 0 or "leaves the configuration root" in r.stderr, name, path, r.stderr)
    study = h.write("apart/study.yaml", f"base: {h.weigh}\nvariants:\n  - name: a\n")
    r = h.run("study", study, "--duration", "0.01", code=2)
    check(re.search(r"study\.yaml:1:\d+: error: base: '.*weigh\.yaml' leaves the configuration root", r.stderr), r.stderr)


def test_a_replay_reads_no_file_that_is_merely_listed(h):
    """The header's list of files with their hashes may name a device without an end: it is not opened."""
    rec, evil = h.path("a.rec"), h.path("evil.rec")
    h.run("sil", os.path.join(h.source, "config", "scenarios", "examples", "pendulum.yaml"), "--duration", "0.1",
          "--record", rec)
    os.mkfifo(h.path("pipe"))
    whole = Recording(rec)
    files = "".join(f"file=0123456789abcdef {p}\n" for p in ("/dev/zero", h.path("pipe")))
    h.write("evil.rec", header_changed(whole, info=(whole.info + files).encode()))
    h.run("replay", evil, "--check", timeout=60)


ESCAPES = b"\x1b]0;owned\x07\x1b[2J\xc2\x9b31m\xe2\x80\xae\xff\x08"


def obeyed(text):
    """Bytes that a terminal obeys, or that turn the text around."""
    return re.findall(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]", text)


def said(h, *args, code=0):
    r = subprocess.run([h.hawse, *args], env=h.env, cwd=h.folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
    check(r.returncode == code, args, r.returncode, r.stdout, r.stderr)
    return r.stdout + r.stderr


def test_a_terminal_obeys_no_data(h):
    """Control characters in a recording, in names of files, in a scenario and in a study are shown, not sent."""
    pendulum = os.path.join(h.source, "config", "scenarios", "examples", "pendulum.yaml")
    rec = h.path("a.rec")
    h.run("sil", pendulum, "--duration", "0.1", "--record", rec)
    whole = Recording(rec)
    info = whole.info.encode().replace(b"host=", b"host=" + ESCAPES).replace(b"newton_cap", ESCAPES)
    info += b"file=0123456789abcdef /" + ESCAPES + b"\n"
    evil = h.write("evil.rec", header_changed(whole, path=b"/" + ESCAPES, info=info))
    text = said(h, "replay", evil)
    check(not obeyed(text) and b"\\x1b]0;owned\\x07\\x1b[2J\\xc2\\x9b31m" in text, text)
    check(not obeyed(said(h, "replay", evil, "--check")), "--check")
    channels = "".join(f"{name}\t{unit}\n" for name, unit in whole.channels).encode().replace(b"t\t", ESCAPES + b"\t", 1)
    h.write("columns.rec", header_changed(whole, channels=channels))
    h.run("replay", "columns.rec", "--csv", "c.csv")
    with open(h.path("c.csv"), "rb") as f:
        check(not obeyed(f.read().replace(b"\r\n", b"\n")), "the table of a recording")
    h.run("sil", pendulum, "--duration", "0.1", "--report", "r.json")
    with open(h.path("r.json")) as f:
        report = json.load(f)
    report["phase_ns"]["\x1b[2J"] = report["phase_ns"]["solve"]
    h.write("s.json", json.dumps(report))
    text = said(h, "compare", "r.json", "s.json")
    check(not obeyed(text) and b"\\x1b[2J" in text, text)
    name = "evil\x1b[31m.yaml"
    with open(pendulum) as f:
        h.write(name, f.read())
    for args, code in ((("check", name), 0), (("sil", name, "--duration", "0.01"), 0), (("sil", "none\x1b[2J.yaml"), 2),
                       (("sil", pendulum, "--\x1b[2J"), 2), (("\x1b[2J",), 2), (("compare", "\x1b[2J", "b"), 2),
                       (("sil", pendulum, "--report", "no\x1b[2J/r.json"), 2)):
        text = said(h, *args, code=code)
        check(not obeyed(text), args, text)
    bad = 'model: {"key\\e[2J": 1}\n"other\\x9b31m": 2\n'
    text = said(h, "check", h.write("bad.yaml", bad), code=2)
    check(not obeyed(text) and b"\\x1b[2J" in text, text)
    study = h.write("study.yaml", f'title: "a\\e[2J"\nbase: {h.weigh}\nvariants:\n  - name: "b\\e[2J"\n')
    text = said(h, "study", study, "--anywhere", code=2)
    check(not obeyed(text) and b"without '/', control characters" in text, text)


if __name__ == "__main__":
    main(globals())
