# SPDX-License-Identifier: MIT
"""Inputs of fuzz_program.py: good ones made with the program itself, and their mutations."""
import os
import re
import struct
import subprocess

import harness
from test_trust import BALL, CUBE, ESCAPES, LAW, header_changed

NUMBERS = (b"0", b"-1", b"1e308", b"-1e308", b"1e-300", b"nan", b"inf", b"0x10", b"1e9", b"3 m", b"", b"2147483648", b"[1, 2]")
PATHS = (b"/dev/zero", b"pipe", b"../far/canary", b"/etc/hostname", b"law.so", b".", b"/", b"x" * 300, b"/dev/full",
         b"../far/box.obj", b"none", b"socket", b'"\\e[2J"', ESCAPES)
# Its answers follow from its input alone, and are now and then what no law may answer.
WILD = """#include "contact/law/user.h"
#include <math.h>
#include <string.h>
const int hawse_contact_version = HAWSE_CONTACT_VERSION;
const char hawse_contact_name[] = "wild";
static double answer(const void *in, unsigned n, unsigned salt, double good) {
    const double odd[] = {NAN, INFINITY, -INFINITY, -1, 1e300, 0, 1e-320, -1e300};
    unsigned long h = 14695981039346656037u + salt;
    for (unsigned i = 0; i < n; i++) h = (h ^ ((const unsigned char *)in)[i]) * 1099511628211u;
    return h % 16 < 8 ? good : odd[h / 16 % 8];
}
int hawse_contact_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    double force = in->gap < 0 ? -1e5 * in->gap : 0;
    out->force = answer(in, sizeof *in, 1, force), out->elastic = answer(in, sizeof *in, 2, force);
    out->d_gap = answer(in, sizeof *in, 3, -1e5), out->d_gap_rate = answer(in, sizeof *in, 4, 0);
    out->energy = answer(in, sizeof *in, 5, 0);
    return answer(in, sizeof *in, 6, 0) == 0 ? 0 : 1;
}
int hawse_contact_friction(const hawse_contact_slide *in, hawse_contact_friction_force *out) {
    for (int i = 0; i < 3; i++) out->force[i] = answer(in, sizeof *in, 7 + i, 0);
    for (int i = 0; i < 9; i++) out->d_velocity[i / 3][i % 3] = answer(in, sizeof *in, 10 + i, 0);
    out->keep = answer(in, sizeof *in, 20, 1e-3);
    return 0;
}
"""
SCRIPT = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.02,0.5,0,1\n1,0.5,0,1\n"


class Inputs:
    def __init__(self, hawse, source, work):
        self.good, seeds = {}, os.path.join(work, "seeds")
        self.seeds = seeds
        os.mkdir(seeds)

        def put(name, content):
            path = os.path.join(seeds, name)
            with open(path, "wb") as f:
                f.write(content if isinstance(content, bytes) else content.encode())
            return path
        examples = os.path.join(source, "config", "scenarios", "examples")
        for name in sorted(os.listdir(examples)):
            if name.endswith(".yaml"):
                with open(os.path.join(examples, name), "rb") as f:
                    put(name, f.read())
        put("ball.yaml", BALL.replace("LIBRARY", "law.so"))
        put("cube.yaml", CUBE.replace("MESH", "box.obj") + "operator:\n  script: s.csv\n")
        put("box.obj", harness.obj(harness.BOX, harness.BOX_TRIANGLES))
        put("box.stl", harness.stl_binary(harness.BOX, harness.BOX_TRIANGLES))
        put("s.csv", SCRIPT)
        put("study.yaml", "title: t\nbase: ship.yaml\nvariants:\n  - name: a\n  - name: b\n    end: {duration: 0.01}\n")
        with open(os.path.join(source, "config", "scenarios", "weigh.yaml")) as f:
            ship = f.read().replace("../models", os.path.join(source, "config", "models")).replace("weigh.csv", "s.csv")
        put("ship.yaml", ship.replace("depth: 10 m", "depth: 3 m\n  settle: 0.1 s"))
        put("wild.yaml", BALL.replace("LIBRARY", "wild.so").replace("law: user", "law: user, friction: user"))
        for name, source_text in (("law", LAW.replace("STIFFNESS", "1e5")), ("wild", WILD)):
            law = put(name + ".c", source_text)
            subprocess.run(["cc", "-shared", "-fPIC", "-I", source, "-o", os.path.join(seeds, name + ".so"), law], check=True)
            os.remove(law)
        env = {**os.environ, "HAWSE_MESH_CACHE": "off"}
        for scenario, rec, more in (("pendulum.yaml", "p.rec", ()), ("ball.yaml", "b.rec", ("--allow-law", "law.so")),
                                    ("cube.yaml", "c.rec", ())):
            subprocess.run([hawse, "sil", scenario, "--duration", "0.05", "--record", rec, "--report", rec + ".json", *more],
                           cwd=seeds, env=env, check=True, stdout=subprocess.DEVNULL)
        if os.path.exists(os.path.join(seeds, "MARK")):
            os.remove(os.path.join(seeds, "MARK"))
        for name in os.listdir(seeds):
            with open(os.path.join(seeds, name), "rb") as f:
                self.good[name] = f.read()

    @staticmethod
    def name_of(word):
        """The file that a word of the command line names."""
        return re.sub(r"^(script|recording):", "", word)

    def read_with(self, name, near):
        """An input and what it names, if it is as it was made."""
        names = {"cube.yaml": ("box.obj", "s.csv"), "ball.yaml": ("law.so",), "wild.yaml": ("wild.so",), "study.yaml": ("ship.yaml",),
                 "ship.yaml": ("s.csv",)}
        path = os.path.join(near, name)
        if name not in self.good or not os.path.isfile(path):
            return []
        with open(path, "rb") as f:
            same = f.read() == self.good[name]
        return [name, *(names.get(name, ()) if same else ())]

    def write(self, rng, odd, near, far):
        """Writes inputs, some of them mutated, into `near`, and what must stay into `far`. Returns their names."""
        for name in ("canary", "box.obj"):
            with open(os.path.join(far, name), "wb") as f:
                f.write(self.good["box.obj"])
        for name, content in self.good.items():
            if rng.random() < odd:
                content = self.mutated(rng, name, content)
            with open(os.path.join(near, name), "wb") as f:
                f.write(content)
        with open(os.path.join(near, "broken.so"), "wb") as f:
            f.write(damaged(rng, self.good["law.so"], rng.randrange(1, 200)))
        os.mkfifo(os.path.join(near, "pipe"))
        os.mkfifo(os.path.join(near, "pipe.yaml"))
        return sorted([*self.good, "broken.so", "pipe", "pipe.yaml"])

    def mutated(self, rng, name, content):
        if name.endswith(".so"):
            return content  # broken.so is the damaged one
        if name.endswith(".rec"):
            return recording(rng, content)
        if name.endswith(".stl"):
            return damaged(rng, content, rng.randrange(1, 20))
        return text(rng, content)


def damaged(rng, content, n):
    data = bytearray(content)
    for _ in range(n):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[:rng.randrange(len(data))] if rng.random() < 0.2 else data)


def text(rng, content):
    lines = content.split(b"\n")
    for _ in range(rng.randrange(1, 4)):
        k, kind = rng.randrange(len(lines)), rng.randrange(9)
        if kind == 0:
            del lines[k]
        elif kind == 1:
            lines.insert(k, rng.choice(lines))
        elif kind == 2:
            lines[k] = damaged(rng, lines[k], 1) if lines[k] else b"\t"
        elif kind == 3:
            lines[k] = lines[k] + rng.choice((ESCAPES, b"x" * 5000, b"\x00", b": [" * 40, b"&a *a", b"!!x"))
        elif kind in (4, 5):
            lines[k] = re.sub(rb"(file|law_library|script|map|base): [^,}]*", lambda m: m[1] + b": " + rng.choice(PATHS), lines[k])
        else:
            numbers = list(re.finditer(rb"-?\d+(\.\d+)?(e-?\d+)?", lines[k]))
            if numbers:
                at = rng.choice(numbers)
                lines[k] = lines[k][:at.start()] + rng.choice(NUMBERS) + lines[k][at.end():]
        if not lines:
            lines = [b""]
    return b"\n".join(lines)


def recording(rng, content):
    """Header texts with a right checksum, chunks with a right checksum, or plain damage."""
    kind = rng.randrange(4)
    if kind == 0:
        return damaged(rng, content, rng.randrange(1, 30))
    r = harness.Recording.__new__(harness.Recording)
    r.data, r.whole = content, []
    _, _, _, _, _, *sizes = harness.HEAD.unpack_from(content)
    at, texts = harness.HEAD.size, []
    for size in sizes:
        texts.append(content[at:at + size])
        at += size
    if kind in (1, 2):
        k = rng.choice((0, 1, 1, 1, 2, 3, 4))
        names = ("path", "scenario", "info", "sections", "channels")
        new = rng.choice((*PATHS, b"/x.yaml", b"/proc/self/fd/0")) if k == 0 else text(rng, texts[k])
        return header_changed(r, **{names[k]: new})
    r.whole = [(a, what, length) for a, what, length, *_ in harness.whole_chunks(content, at)]
    a, _, length = rng.choice(r.whole)
    if length == 0:
        return content
    place = a + harness.CHUNK.size + rng.randrange(length)
    new = rng.choice((b"\xff", b"\x00", struct.pack("<d", float("nan")), struct.pack("<Q", 2**63), b"\x7f"))
    return r.changed(place, new[:a + harness.CHUNK.size + length - place])
