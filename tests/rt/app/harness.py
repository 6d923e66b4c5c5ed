# SPDX-License-Identifier: MIT
"""Harness of the end-to-end tests: runs of the program in a scratch folder, edited scenarios, and checks.

A test is a function test_NAME(h) in tests/rt/app/test_FILE.py; CMake registers each by itself:
    test_FILE.py HAWSE SOURCE SANITIZED NAME      exit code 0 passed, 1 failed, 77 skipped
"""
import contextlib
import csv
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

SKIPPED = 77


class Skip(Exception):
    """Skips a test; the text names what the machine lacks."""


def need_terminals():
    """Skips the test where the machine has no pseudo-terminals: a root without /dev/ptmx or /dev/pts."""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError as e:
        raise Skip(f"no pseudo-terminals: {e}") from e


def check(holds, *what):
    if not holds:
        raise AssertionError(" ".join(str(w) for w in what))


@contextlib.contextmanager
def busy(n, before=()):
    """Context with n processes that load the processors; before: words before their command."""
    hogs = [subprocess.Popen([*before, "sh", "-c", "while :; do :; done"]) for _ in range(n)]
    try:
        yield
    finally:
        for p in hogs:
            p.kill()
            p.wait()


class Standstill:
    """Context that measures `longest`, the longest time [s] without processor time, over all processors. A thread on
    each processor wakes every 5 ms, with real-time priority where permitted."""

    def __init__(self):
        self.longest, self.over = 0, threading.Event()
        self.threads = [threading.Thread(target=self.watch, args=(cpu,)) for cpu in os.sched_getaffinity(0)]

    def watch(self, cpu):
        os.sched_setaffinity(0, {cpu})  # 0: this thread
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(os.sched_get_priority_max(os.SCHED_FIFO)))
        before = time.monotonic()
        while not self.over.is_set():
            time.sleep(0.005)
            now = time.monotonic()
            self.longest, before = max(self.longest, now - before - 0.005), now

    def __enter__(self):
        for t in self.threads:
            t.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for t in self.threads:
            t.join()


def undisturbed(attempt, tries=5):
    """Returns the result of attempt(). A failure counts only if the machine stood still for at most 80 ms. Input older
    than 100 ms is stale, and the fail-safe that follows is right but not under test. Skips when the machine stood
    still in every failed try."""
    stood = []
    for _ in range(tries):
        with Standstill() as s:
            try:
                return attempt()
            except AssertionError as e:
                failed = e
        if s.longest <= 0.08:
            raise failed
        stood.append(f"{1e3 * s.longest:.0f}")
    raise Skip(f"this machine stood still for {', '.join(stood)} ms in {tries} tries that failed; 80 ms explain it")


class Harness:
    def __init__(self, hawse, source, sanitized, folder):
        self.hawse, self.source, self.sanitized, self.folder = hawse, source, sanitized, folder
        self.out = self.path("out")
        self.data = os.path.join(source, "..", "shared", "data")
        self.models = os.path.join(source, "config", "models")
        self.weigh = os.path.join(source, "config", "scenarios", "weigh.yaml")
        os.mkdir(self.out)
        self.env = dict(os.environ, HAWSE_MESH_CACHE="off")  # the meshes are in the source tree: write no cache there
        leaks = os.path.join(source, "tests", "render", "leaks.txt")  # memory that Mesa and X keep
        self.env["LSAN_OPTIONS"] = f"suppressions={leaks}:print_suppressions=0"

    def path(self, *name):
        return os.path.join(self.folder, *name)

    def write(self, name, content):
        """Writes a file in the scratch folder; returns its path."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb" if isinstance(content, bytes) else "w") as f:
            f.write(content)
        return path

    def run(self, *args, code=0, env=None, cwd=None, before=(), timeout=600):
        """Runs hawse; fails on an unexpected exit code."""
        r = subprocess.run([*before, self.hawse, *args], capture_output=True, text=True, errors="replace",
                           stdin=subprocess.DEVNULL, env={**self.env, **(env or {})}, cwd=cwd or self.folder,
                           timeout=timeout)
        check(r.returncode == code, f"exit code {r.returncode}, expected {code}: hawse {' '.join(args)}\n"
              f"--- stdout\n{r.stdout}--- stderr\n{r.stderr}")
        return r

    def scenario(self, *edits, name="case.yaml", script=None):
        """Writes the shipped scenario into the scratch folder with absolute paths (run it with --anywhere). edits:
        (old, new), each old must match exactly once. script: rows of its own script."""
        with open(self.weigh) as f:
            text = f.read()
        script_path = os.path.join(self.source, "config", "scenarios", "weigh.csv")
        if script is not None:
            script_path = self.write("script.csv", script)
        for old, new in [*edits, ("script: weigh.csv", f"script: {script_path}")]:
            check(text.count(old) == 1, f"the shipped scenario has '{old}' {text.count(old)} times")
            text = text.replace(old, new)
        text = text.replace("../models", self.models)
        return self.write(name, text)

    def outputs(self):
        """Contents of every file of the output folder."""
        found = {}
        for at, _, names in os.walk(self.out):
            for n in names:
                with open(os.path.join(at, n), "rb") as f:
                    found[os.path.join(at, n)] = f.read()
        return found

    def refused(self, *args, says=(), at=None, command="sil", errors=1, before=()):
        """Runs a command that must fail with exit code 2 and `errors` errors. The messages match each of says (regular
        expressions); the first is at place `at`, if given. The command starts nothing and leaves its outputs
        unchanged."""
        wanted = []
        if command in ("sil", "run"):
            wanted = ["--report", os.path.join(self.out, "r.json"), "--record", os.path.join(self.out, "a.rec")]
            with open(os.path.join(self.out, "r.json"), "w") as f:
                f.write("an older report\n")
        if command == "sil":
            wanted += ["--csv", os.path.join(self.out, "c.csv"), "--duration", "0.05"]
        kept = self.outputs()
        r = self.run(command, *wanted, *args, code=2, before=before)
        check(self.outputs() == kept, "outputs changed:", sorted(self.outputs()))
        check("simulated" not in r.stdout, "it ran:", r.stdout)
        lines = r.stderr.splitlines()
        found = [s for s in lines if re.search(r"(^|: )error: ", s)]
        check(len(found) == errors, f"{len(found)} errors, expected {errors}:\n{r.stderr}")
        for s in says:
            check(re.search(s, r.stderr), f"nothing like '{s}' in:\n{r.stderr}")
        if at:
            check(found[0].startswith(at + ":"), f"expected the place {at}, found:\n{r.stderr}")
        return r

    def report(self, name="r.json"):
        with open(os.path.join(self.out, name)) as f:
            return json.load(f)

    def csv(self, name="c.csv"):
        """Reads the columns by name, as numbers. Each row must have as many numbers as there are names."""
        with open(os.path.join(self.out, name), newline="") as f:
            text = f.read()
        check(text.endswith("\r\n"), "the last row is cut short")
        rows = list(csv.reader(text.splitlines()))
        check(all(len(r) == len(rows[0]) for r in rows), "rows of different lengths")
        check(len(rows[1]) == len(rows[0]) and rows[1][0] == "s", "no row of units")
        return {n: [float(r[k]) for r in rows[2:]] for k, n in enumerate(rows[0])}


# Meshes ---------------------------------------------------------------------------------------------------------------

BOX = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
BOX_TRIANGLES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
                 (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]


def obj(vertices, triangles):
    return "".join(f"v {x} {y} {z}\n" for x, y, z in vertices) + "".join(
        f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)


def stl_binary(vertices, triangles):
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *vertices[a], *vertices[b], *vertices[c], 0) for a, b, c in triangles)
    return b"a box".ljust(80) + struct.pack("<I", len(triangles)) + body


def ply_turned(path):
    """Bytes of a binary PLY with every triangle reversed."""
    with open(path, "rb") as f:
        data = f.read()
    head, body = data.split(b"end_header\n", 1)
    nv = int(re.search(rb"element vertex (\d+)", head)[1])
    nt = int(re.search(rb"element face (\d+)", head)[1])
    size = len(re.findall(rb"property (double|float)", head)) * (8 if b"property double" in head else 4)
    check(len(body) == nv * size + nt * 13, "another layout than expected:", head)
    faces = bytearray(body[nv * size:])
    for k in range(nt):
        n, a, b, c = struct.unpack_from("<B3i", faces, 13 * k)
        struct.pack_into("<B3i", faces, 13 * k, n, a, c, b)
    return head + b"end_header\n" + body[:nv * size] + bytes(faces)


# Recordings (rt/record/format.h) --------------------------------------------------------------------------------------

COMMAND = struct.Struct("<ddBB30xQQ")  # lever, brake, clutch, fail-safe, hash, events; then a u16 for each section
ORDERS = struct.Struct("<24x3h")  # in the same bytes: engine, rudder, bow thruster
CHUNK = struct.Struct("<IIIIQII")
HEAD = struct.Struct("<8sIIqQ6Q")
TIMES = struct.Struct("<qiI7I")
FRAMES_KIND, TIMES_KIND, CHANNELS_KIND, PULLS_KIND, STATE_KIND, END_KIND = range(1, 7)


def chunk_crc(data, at, length):
    head = bytearray(data[at:at + CHUNK.size])
    struct.pack_into("<I", head, 28, 0)
    return zlib.crc32(data[at + CHUNK.size:at + CHUNK.size + length], zlib.crc32(bytes(head)))


def whole_chunks(data, at):
    """Offset, kind, payload size, sequence, first frame and rows of each chunk from `at` to the end or to the first
    incomplete chunk."""
    kind = None
    while at + CHUNK.size <= len(data) and kind != END_KIND:
        _, kind, length, sequence, first, n, crc = CHUNK.unpack_from(data, at)
        if at + CHUNK.size + length > len(data):
            break
        check(crc == chunk_crc(data, at, length), "checksum at byte", at)
        yield at, kind, length, sequence, first, n
        at += CHUNK.size + length


class Recording:
    """Parsed recording: texts of the header, and chunks of frames, each [offset, first frame, list of frames (lever,
    brake, clutch, fail-safe, hash, events)]; times by frame; offsets of the recorded states by the frame after
    them."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        magic, version, _, self.h_ns, self.first, *sizes = HEAD.unpack_from(self.data)
        check(magic == b"HAWSEREC" and version == 7, "not a recording:", magic, version)
        at, texts = HEAD.size, []
        for size in sizes:
            texts.append(self.data[at:at + size])
            at += size
        self.path, self.scenario, self.info, sections, channels = (t.decode() for t in texts[:5])
        self.sections, self.channels = sections.splitlines(), [c.split("\t") for c in channels.splitlines()]
        self.state_size, self.row = sizes[5], COMMAND.size + 2 * len(self.sections)
        self.head, self.chunks, self.closed = self.data[:at], [], False
        self.times, self.states, self.whole, self.orders = {}, {}, [], []
        for at, kind, length, _, first, n in whole_chunks(self.data, at):
            self.whole.append((at, kind, length))
            self.add_chunk(kind, at + CHUNK.size, first, n)

    def add_chunk(self, kind, at, first, n):
        if kind == FRAMES_KIND:
            self.chunks.append([at - CHUNK.size, first,
                                [list(COMMAND.unpack_from(self.data, at + k * self.row)) for k in range(n)]])
            self.orders += [ORDERS.unpack_from(self.data, at + k * self.row) for k in range(n)]
        elif kind == TIMES_KIND:
            for k in range(n):
                self.times[first + k] = TIMES.unpack_from(self.data, at + k * TIMES.size)
        elif kind == STATE_KIND:
            self.states[first] = at
        self.closed = kind == END_KIND

    def crc(self, at, length, data=None):
        return chunk_crc(data if data is not None else self.data, at, length)

    def frames(self):
        return [f for _, _, frames in self.chunks for f in frames]

    def hashes(self):
        return [f[4] for f in self.frames()]

    def changed(self, place, new):
        """Bytes of the recording with other bytes at that place and a corrected chunk checksum."""
        for at, _, length in self.whole:
            if at + CHUNK.size <= place < at + CHUNK.size + length:
                data = bytearray(self.data)
                data[place:place + len(new)] = new
                struct.pack_into("<I", data, at + 28, self.crc(at, length, bytes(data)))
                return bytes(data)
        raise AssertionError(f"no chunk at {place}")

    def state(self, frame):
        """The state recorded before that frame."""
        length = struct.unpack_from("<I", self.data, self.states[frame] - CHUNK.size + 8)[0]
        return zlib.decompress(self.data[self.states[frame]:self.states[frame] + length])

    def with_state(self, frame, state):
        """Bytes of the recording with another state before that frame."""
        payload, at = zlib.compress(state, 1), self.states[frame] - CHUNK.size
        magic, kind, length, sequence, first, _, _ = CHUNK.unpack_from(self.data, at)
        data = self.data[:at] + CHUNK.pack(magic, kind, len(payload), sequence, first, len(payload), 0) + payload
        data = bytearray(data + self.data[at + CHUNK.size + length:])
        struct.pack_into("<I", data, at + 28, self.crc(at, len(payload), bytes(data)))
        return bytes(data)

    def without(self, first):
        """Bytes of the recording as if the recorder had dropped the chunk that begins with this frame."""
        data, n = bytearray(self.head), 0
        for at, kind, length in self.whole:
            fields = list(CHUNK.unpack_from(self.data, at))
            if fields[4] == first and kind in (FRAMES_KIND, TIMES_KIND):
                continue
            place = len(data)
            fields[3], n = n, n + 1
            data += CHUNK.pack(*fields) + self.data[at + CHUNK.size:at + CHUNK.size + length]
            struct.pack_into("<I", data, place + 28, self.crc(place, length, bytes(data)))
        return bytes(data)

    def with_lever(self, frame, lever):
        """Bytes of the recording with another lever in that frame and a corrected checksum."""
        for at, first, frames in self.chunks:
            if first <= frame < first + len(frames):
                return self.changed(at + CHUNK.size + (frame - first) * self.row, struct.pack("<d", lever))
        raise AssertionError(f"no frame {frame}")


# Pictures -------------------------------------------------------------------------------------------------------------

def png_pixels(path):
    """Width, height and the rows of bytes of an 8-bit RGB or RGBA PNG (filters undone, RFC 2083 6)."""
    with open(path, "rb") as f:
        data = f.read()
    check(data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG")
    at, body, head = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        block = data[at + 8:at + 8 + size]
        check(zlib.crc32(kind + block) == struct.unpack_from(">I", data, at + 8 + size)[0], "checksum of", kind)
        head = struct.unpack(">IIBBBBB", block) if kind == b"IHDR" else head
        body += block if kind == b"IDAT" else b""
        at += 12 + size
    width, height, depth, colour, _, _, interlace = head
    check(depth == 8 and colour in (2, 6) and interlace == 0, "another kind of PNG:", head)
    bpp = 3 if colour == 2 else 4
    raw, rows, above = zlib.decompress(body), [], bytes(width * bpp)
    check(len(raw) == height * (width * bpp + 1), "the picture is not whole")
    for y in range(height):
        start = y * (width * bpp + 1)
        rows.append(png_row(raw[start], bytearray(raw[start + 1:start + 1 + width * bpp]), above, bpp))
        above = rows[-1]
    return width, height, rows


def write_png(path, width, rows):
    """Writes rows of RGB bytes as a PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)) +
                chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)) + chunk(b"IEND", b""))


def png_row(filter_kind, row, above, bpp):
    for x in range(len(row) if filter_kind else 0):
        a, b = row[x - bpp] if x >= bpp else 0, above[x]
        c = above[x - bpp] if x >= bpp else 0
        if filter_kind == 4:
            p = a + b - c
            pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
            guess = a if pa <= pb and pa <= pc else b if pb <= pc else c
        else:
            guess = {1: a, 2: b, 3: (a + b) // 2}[filter_kind]
        row[x] = (row[x] + guess) & 255
    return row


# Running --------------------------------------------------------------------------------------------------------------

def main(module):
    hawse, source, sanitized, name = sys.argv[1:5]
    folder = tempfile.mkdtemp(prefix="hawse_sim_")
    try:
        module["test_" + name](Harness(hawse, source, sanitized == "1", folder))
    except Skip as why:
        print(f"skipped: {why}")
        sys.exit(SKIPPED)
    except AssertionError as fault:
        print(f"FAILED {name}: {fault}")
        sys.exit(1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def close(a, b, tolerance):
    return math.isfinite(a) and math.isfinite(b) and abs(a - b) <= tolerance
