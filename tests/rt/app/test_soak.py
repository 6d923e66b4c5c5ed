#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Soak test: the shipped scenario, heaved in and lowered again and again. Memory and open files stay constant after the
first round, the schedule does not drift against CLOCK_MONOTONIC, and the recording has every frame. Missed deadlines
do not fail it."""
import mmap
import os
import struct
import subprocess
import time

from harness import CHUNK, END_KIND, FRAMES_KIND, HEAD, TIMES, TIMES_KIND, check, main, whole_chunks

# time in the round [s], lever, brake, clutch: heave in as the shipped script, then lower
ROUND = [(0, 0, 1, 1), (2, 0.2, 0, 1), (4, 1, 0, 1), (60, 1, 0, 1), (64, 0.4, 0, 1), (105, 0.4, 0, 1), (106, 0.1, 0, 1),
         (107, 0, 1, 1), (109, 0, 1, 1), (110, -0.2, 0, 1), (111, -1, 0, 1), (177, -1, 0, 1), (178, 0, 0, 1),
         (179, 0, 1, 1)]
ROUND_S = 180
# the same, over fewer links
SHORT_ROUND = [(0, 0, 1, 1), (2, 0.2, 0, 1), (4, 1, 0, 1), (26, 0, 1, 1), (28, -0.2, 0, 1), (29, -1, 0, 1), (51, -0.2, 0, 1),
               (52, 0, 1, 1)]
SHORT_ROUND_S = 54
KIB = 1024
MOST_TREND = 256 * KIB  # allowed growth of reserved memory, and of resident memory if locked, over a run [bytes]
# allowed growth of resident memory if not locked: contact memory is reserved early and touched late
MOST_TOUCHED = 1024 * KIB
MOST_SPREAD = 1024 * KIB  # each second the recording packs a state in temporary memory
# tolerance of the recorded time seen from outside, where this process and the writer wake late
MOST_DRIFT_NS = 100_000_000
TELL_EACH = 300  # samples, of about a second
END_FRAMES = 1000  # the last samples, when the run may be closing


def script(h, seconds, turn=ROUND, turn_s=ROUND_S):
    rows = [f"{n * turn_s + t},{lever},{brake},{clutch}\n" for n in range(int(seconds / turn_s) + 1)
            for t, lever, brake, clutch in turn]
    return h.write("rounds.csv", "t [s],lever [1],brake [1],clutch [1]\n" + "".join(rows))


# While it runs ---------------------------------------------------------------------------------------------------------

class Tail:
    """Counts the frames of a growing recording."""

    def __init__(self, path):
        self.path, self.at, self.frames = path, 0, 0

    def read(self):
        if not os.path.exists(self.path):
            return self.frames
        with open(self.path, "rb") as f:
            if self.at == 0:
                head = f.read(HEAD.size)
                self.at = HEAD.size + sum(HEAD.unpack(head)[5:]) if len(head) == HEAD.size else 0
            f.seek(self.at)
            data = f.read() if self.at else b""
        done = 0
        for at, kind, length, _, first, n in whole_chunks(data, 0):
            done = at + CHUNK.size + length
            if kind == FRAMES_KIND:
                self.frames = first + n
        self.at += done
        return self.frames


class Sample:
    """Memory and files of a process, and its recorded frames, at one time."""

    def __init__(self, pid, tail):
        before, give_up = tail.read(), time.monotonic() + 0.6
        while tail.read() == before and time.monotonic() < give_up:  # short enough to see each chunk arrive
            time.sleep(0.002)
        self.ns, self.frames, self.fresh = time.monotonic_ns(), tail.frames, tail.frames > before
        with open(f"/proc/{pid}/status") as f:
            status = dict(line.split(":", 1) for line in f)
        self.alive = "VmRSS" in status
        if self.alive:
            self.resident, self.data = (KIB * int(status[k].split()[0]) for k in ("VmRSS", "VmData"))
            self.files = len(os.listdir(f"/proc/{pid}/fd"))


class Run:
    """Runs to the end with a sample each second; began and ended: on CLOCK_MONOTONIC [ns]."""

    def __init__(self, h, command, seconds, *args, warm_s=ROUND_S):
        self.file, self.steps, self.warm = os.path.join(h.out, "soak.rec"), 1000 * seconds, 1000 * warm_s
        free = os.statvfs(h.out).f_bavail * os.statvfs(h.out).f_frsize
        check(free > 300 * self.steps, f"the recording needs {300e-6 * self.steps:.0f} MB in {h.out}")
        words = [h.hawse, command, h.weigh, "--anywhere", "--duration", str(seconds), "--record", self.file, "--report",
                 os.path.join(h.out, "r.json"), *args]
        with open(os.path.join(h.out, "said"), "w+") as said:
            self.began = time.monotonic_ns()
            p = subprocess.Popen(words, env=h.env, cwd=h.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
            try:
                self.samples = self.watch(p)
            finally:
                p.kill()
            said.seek(0)
            check(p.wait() == 0, f"exit code {p.returncode}: {' '.join(words)}\n{said.read()}")
        self.report = h.report()

    def watch(self, p):
        tail, samples = Tail(self.file), []
        while p.poll() is None:
            s = Sample(p.pid, tail)
            samples += [s] if s.alive else []
            if s.alive and len(samples) % TELL_EACH == 0:  # a run ended early has then printed something
                print(f"{1e-9 * (s.ns - self.began):.0f} s: {s.frames} frames recorded, resident {s.resident // KIB} KiB, "
                      f"data {s.data // KIB} KiB, {s.files} open files", flush=True)
            try:
                p.wait(timeout=max(0, 1 - (time.monotonic_ns() - s.ns) * 1e-9))
            except subprocess.TimeoutExpired:
                pass
        self.ended = time.monotonic_ns()
        return samples

    def steady(self):
        """Samples after the first round, or after the first half of a run of less than two rounds."""
        warm = min(self.warm, self.steps // 2)
        kept = [s for s in self.samples if warm <= s.frames <= self.steps - END_FRAMES]
        check(len(kept) >= 5, "too few samples:", len(kept), "of", len(self.samples))
        return kept


# What must hold --------------------------------------------------------------------------------------------------------

def trend(samples, key):
    """Slope of the least-squares line over the frames, times the frames between the first sample and the last."""
    n = len(samples)
    x, y = [s.frames for s in samples], [getattr(s, key) for s in samples]
    mx, my = sum(x) / n, sum(y) / n
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x) * (x[-1] - x[0])


def check_memory(run):
    kept, locked = run.steady(), run.report["host"]["memory_locked"]
    for key, most in (("data", MOST_TREND), ("resident", MOST_TREND if locked else MOST_TOUCHED)):
        values = [getattr(s, key) for s in kept]
        grown, spread = trend(kept, key), max(values) - min(values)
        print(f"{key}: {values[0] // KIB} KiB, trend {grown / KIB:+.1f} KiB, spread {spread // KIB} KiB in {len(kept)} "
              f"samples of {(kept[-1].frames - kept[0].frames) * 1e-3:.0f} s")
        check(grown < most, f"{key} memory grows by {grown / KIB:.0f} KiB")
        check(spread < MOST_SPREAD, f"{key} memory varies by {spread // KIB} KiB")
    files = {s.files for s in kept}
    print(f"open files: {sorted(files)}")
    check(len(files) == 1, "the number of open files changes:", sorted(files))


class Recorded:
    """Reads every chunk of a recording once; it may be larger than the memory. Frames must be consecutive, none
    dropped. releases: by frame, the requested ones; gaps: number of releases not one step after the previous, and the
    sum of their delays; late: least start after its release in each tenth [ns]."""

    def __init__(self, path, steps, asked):
        self.releases, self.gaps, self.gap_ns, self.late = {}, 0, 0, [None] * 10
        self.steps, self.asked, self.last = steps, set(asked), None
        frames, timed, order, closed = 0, 0, 0, False
        with open(path, "rb") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as data:
            head = HEAD.unpack_from(data)
            self.h_ns, at = head[3], HEAD.size + sum(head[5:])
            for at, kind, length, sequence, first, n in whole_chunks(data, at):
                check(sequence == order, f"chunk {sequence} in place {order}")
                order += 1
                if kind == FRAMES_KIND:
                    check(first == frames, f"frames are missing: {first} follows {frames}")
                    frames += n
                elif kind == TIMES_KIND:
                    check(first == timed, f"times are missing: those of {first} follow {timed}")
                    timed += n
                    self.add_times(data[at + CHUNK.size:at + CHUNK.size + length], first)
                elif kind == END_KIND:
                    dropped, closed = struct.unpack_from("<3Q", data, at + CHUNK.size), True
        check(closed and dropped == (0, 0, 0), "closed:", closed, "dropped frames, channels, states:", closed and dropped)
        check(frames == timed == steps, f"{frames} frames and {timed} times of {steps}")

    def add_times(self, rows, first):
        for frame, row in enumerate(TIMES.iter_unpack(rows), first):
            release, start = row[0], row[1]
            if self.last is not None and release != self.last + self.h_ns:
                self.gaps += 1
                self.gap_ns += release - self.last - self.h_ns
            self.last, tenth = release, 10 * frame // self.steps
            if self.late[tenth] is None or start < self.late[tenth]:
                self.late[tenth] = start
            if frame in self.asked:
                self.releases[frame] = release


def check_clock(h, run):
    """Releases: steps and counted slips account for all time between first and last. Starts: without disturbance a
    frame starts at its release, at the end as at the beginning. This process's clock agrees."""
    n, frame, seen = run.steps, run.report["frame"], [s for s in run.samples if s.fresh]
    rec = Recorded(run.file, n, [0, n - 1] + [s.frames - 1 for s in seen])
    wall = rec.releases[n - 1] - rec.releases[0]
    drift = wall - (n - 1) * rec.h_ns - frame["slip_ns"]
    print(f"{wall * 1e-9:.3f} s between the first release and the last, of which {frame['slip_ns'] * 1e-9:.3f} s in "
          f"{frame['slips']} slips; drift {drift} ns; least start after release in each tenth {rec.late} ns")
    check(rec.h_ns == frame["period_ns"] and run.report["steps"] == n, "steps:", rec.h_ns, run.report["steps"])
    check(abs(drift) <= 2 * rec.h_ns, f"the simulation drifts by {drift} ns against the clock")
    check(rec.gaps <= frame["slips"] and rec.gap_ns <= frame["slip_ns"], "slips not counted:", rec.gaps, rec.gap_ns)
    check(all(0 <= late <= 2 * rec.h_ns for late in rec.late), "frames start later and later:", rec.late)
    check(run.began < rec.releases[0] and rec.releases[n - 1] < run.ended, "another clock:", run.began, rec.releases,
          run.ended)
    if h.sanitized:  # permanently behind
        return
    ages = [s.ns - rec.releases[s.frames - 1] for s in seen]
    third = len(ages) // 3
    check(third >= 3 and min(ages) >= 0, "recorded before their release:", ages)
    moved = min(ages[-third:]) - min(ages[:third])
    print(f"newest recorded frame as seen from outside: {min(ages[:third]) * 1e-6:.1f} ms old in the first third, "
          f"{moved * 1e-6:+.1f} ms in the last")
    check(abs(moved) <= MOST_DRIFT_NS, f"the recorded times drift by {moved} ns")


def check_replay(h, run):
    """Replays a slice from the middle, and the end."""
    cut, seconds = os.path.join(h.out, "slice.rec"), run.steps // 1000
    for begin in (seconds // 2, seconds - 2):
        h.run("replay", run.file, "--slice", cut, "--from", str(begin), "--to", str(begin + 2))
        r = h.run("replay", cut, "--anywhere", "--check")
        check("every state equal" in r.stdout, r.stdout)


def soak(h, seconds):
    run = Run(h, "run", seconds, "--headless", "--device", "script:" + script(h, seconds))
    if not h.sanitized:  # a sanitizer keeps freed memory, and checks for leaks itself
        check_memory(run)
    check_clock(h, run)
    check_replay(h, run)


def test_real_time(h):
    soak(h, 10 if h.sanitized else 20)


def full_speed(h, seconds, turn, turn_s):
    """A round of the anchor frees the memory that it takes. The other runs also replay their recordings."""
    run = Run(h, "sil", seconds, "--script", script(h, seconds, turn, turn_s), warm_s=turn_s)
    if not h.sanitized:
        check_memory(run)
    Recorded(run.file, run.steps, ())


def test_full_speed(h):
    full_speed(h, 5 if h.sanitized else 2 * SHORT_ROUND_S, SHORT_ROUND, SHORT_ROUND_S)


def test_whole_rounds(h):
    full_speed(h, 20 if h.sanitized else 2 * ROUND_S, ROUND, ROUND_S)


def test_two_hours(h):
    soak(h, 60 if h.sanitized else 7200)


if __name__ == "__main__":
    main(globals())
