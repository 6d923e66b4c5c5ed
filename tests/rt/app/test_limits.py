#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Signals, limits and files of other kinds: a run ends in order, says what it lacks, and never hangs."""
import glob
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time

from harness import Recording, Skip, check, main
from test_pictures import DRIVERS, NOTHING_DRAWN
from test_study import study

PATIENCE = 120  # [s]; test machines are busy
SOON = 20  # [s] within which what must not wait has ended


def example(h, name="pendulum"):
    return os.path.join(h.source, "config", "scenarios", "examples", name + ".yaml")


def start(h, *args, **kw):
    kw = {"env": h.env, "cwd": h.folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
          "stderr": subprocess.PIPE, "text": True, **kw}
    return subprocess.Popen([h.hawse, *args], **kw)


def wait_for(what, p):
    end = time.monotonic() + PATIENCE
    while not what():
        check(time.monotonic() < end and p.poll() is None, "it ended or hangs", p.poll())
        time.sleep(0.02)


def size(path):
    return os.path.getsize(path) if os.path.exists(path) else 0


def ended_in_order(h, p, code, out=None, err=None):
    """Report and recording are whole."""
    if out is None and err is None:
        out, err = p.communicate(timeout=PATIENCE)
    check(p.returncode == code, "exit code", p.returncode, out, err)
    recording = Recording(h.path("a.rec"))
    check(recording.closed and len(recording.frames()) > 0, "the recording has no end")
    with open(h.path("r.json")) as f:
        check(json.load(f)["steps"] == len(recording.frames()), "the report is of another run")
    return err


OUT = ("--record", "a.rec", "--report", "r.json")
LIVE = (("sil", "--clock", "wall"), ("run", "--headless"))


# Signals

def test_a_signal_ends_the_run_in_order(h):
    """SIGHUP, SIGINT and SIGTERM: report and recording as at a normal end, in sil and in run."""
    for command, *more in LIVE:
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            for name in ("a.rec", "r.json"):
                if os.path.exists(h.path(name)):
                    os.remove(h.path(name))
            p = start(h, command, example(h), "--duration", "300", *more, *OUT)
            try:
                wait_for(lambda: size(h.path("a.rec")) > 20000, p)
                p.send_signal(number)
                ended_in_order(h, p, 0)
            finally:
                p.kill()


def test_a_hangup_of_the_terminal_that_is_ignored_stays_ignored(h):
    """As under nohup: the run goes on."""
    p = start(h, "sil", example(h), "--duration", "300", "--clock", "wall", *OUT,
              preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    try:
        wait_for(lambda: size(h.path("a.rec")) > 20000, p)
        p.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        before = size(h.path("a.rec"))
        wait_for(lambda: size(h.path("a.rec")) > before, p)
        p.send_signal(signal.SIGTERM)
        ended_in_order(h, p, 0)
    finally:
        p.kill()


def test_a_signal_ends_latency_with_its_report(h):
    p = start(h, "latency", "--duration", "300", "--report", "r.json")
    try:
        time.sleep(2)
        p.send_signal(signal.SIGTERM)
        out, err = p.communicate(timeout=PATIENCE)
    finally:
        p.kill()
    check(p.returncode == 0 and size(h.path("r.json")) > 0, p.returncode, out, err)


def test_a_file_size_limit_does_not_kill(h):
    """SIGXFSZ: the recording ends with its last whole chunk, rows are kept, the report is written; exit code 1."""
    limit = 200000
    for command, *more in (("sil",), ("run", "--headless")):
        table = ("--csv", "c.csv") if command == "sil" else ()
        p = start(h, command, example(h), "--duration", "4", *more, *OUT, *table,
                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        out, err = p.communicate(timeout=PATIENCE)
        check(p.returncode == 1 and "a.rec: error: the recording is incomplete" in err and "File too large" in err,
              command, p.returncode, out, err)
        check(size(h.path("a.rec")) > limit // 2 and len(Recording(h.path("a.rec")).frames()) > 0, "no recording")
        with open(h.path("r.json")) as f:
            check(json.load(f)["events"]["record_failed"] == 1, "the report does not tell it")
        os.remove(h.path("r.json"))
        os.remove(h.path("a.rec"))


def test_a_closed_pipe_loses_no_recording(h):
    """As | head -1: the reader of standard output is gone before the first line."""
    for command, *more in LIVE:
        read, write = os.pipe()
        p = start(h, command, example(h), "--duration", "0.5", *more, *OUT, stdout=write)
        os.close(read)
        os.close(write)
        err = ended_in_order(h, p, 1)
        check("standard output" not in err, "a message that nobody needs:", err)
    shell = f"{h.hawse} sil {example(h)} --duration 1 --record b.rec --csv /dev/stdout | head -1"
    r = subprocess.run(["sh", "-c", shell], env=h.env, cwd=h.folder, capture_output=True, text=True, timeout=PATIENCE)
    check(Recording(h.path("b.rec")).closed and r.stdout.startswith("t,"), r.stdout, r.stderr)


def test_closed_standard_descriptors_mix_with_no_output(h):
    """A caller has closed input, output and errors: what is printed must not go into the recording."""
    for closed in (">&-", "2>&-", "<&- >&- 2>&-"):
        shell = f'exec "$@" {closed}'
        r = subprocess.run(["sh", "-c", shell, "sh", h.hawse, "sil", example(h), "--duration", "0.2", *OUT, "--csv", "c.csv"],
                           env=h.env, cwd=h.folder, capture_output=True, text=True, timeout=PATIENCE)
        check(r.returncode == (0 if closed == "2>&-" else 1), closed, r.returncode, r.stdout, r.stderr)
        check(Recording(h.path("a.rec")).closed, "the recording has no end")
        for name in ("c.csv", "a.rec", "r.json"):
            with open(h.path(name), "rb") as f:
                check(b" s simulated in " not in f.read(), closed, "printed into", name)


# Full outputs

def test_a_full_standard_output_is_told(h):
    """Exit code 1 and a message, whatever the command prints."""
    if not os.path.exists("/dev/full"):
        raise Skip("no /dev/full here")
    h.run("sil", example(h), "--duration", "0.1", *OUT)
    for args in (("--help",), ("--version",), ("check", example(h)), ("check", "--schema"), ("replay", "a.rec"),
                 ("replay", "a.rec", "--check"), ("compare", "r.json", "r.json"), ("sil", "--help"),
                 ("sil", example(h), "--duration", "0.1", *OUT)):
        with open("/dev/full", "w") as full:
            p = start(h, *args, stdout=full)
            _, err = p.communicate(timeout=PATIENCE)
        check(p.returncode == 1, args, "exit code", p.returncode, err)
        check("error: the standard output cannot be written: " in err, args, err)
    check(Recording(h.path("a.rec")).closed, "the recording has no end")


def full(h, name):
    """A name whose file is on a full disk. Returns it."""
    os.symlink("/dev/full", h.path(name))
    return name


def test_a_full_disk_is_exit_code_1(h):
    """What ran and could not write an output fell short; what was not written is told. Every command, every output that
    is written through: a film is not, see below."""
    if not os.path.exists("/dev/full"):
        raise Skip("no /dev/full here")
    h.run("sil", example(h), "--duration", "0.2", *OUT)
    for folder, names in (("frames", ("frame_000000.png", "frame_000001.png")), ("pictures", ("a.png",)),
                          ("again", ("frame_000000.png", "frame_000001.png"))):
        os.mkdir(h.path(folder))
        for name in names:
            full(h, os.path.join(folder, name))
    file = study(h, "variants:\n  - name: a\n")
    svg, rec, png = full(h, "full.svg"), full(h, "full.rec"), full(h, "full.png")
    full(h, "rows.csv"), full(h, "mesh.vtp")
    ship = h.path("base.yaml")  # of the study
    pictures = (("sil", example(h), "--duration", "0.1", "--frames", "frames"), ("replay", "a.rec", "--frames", "again"),
                ("study", file, "--anywhere", "--duration", "0.02", "--pictures", "pictures"))
    for args in (("sil", example(h), "--duration", "0.1", "--report", "/dev/full"),
                 ("sil", example(h), "--duration", "0.1", "--csv", "/dev/full"),
                 ("sil", example(h), "--duration", "0.1", "--html", "/dev/full"),
                 ("sil", example(h), "--duration", "0.1", "--clock", "wall", "--trace", "/dev/full"),
                 ("sil", ship, "--anywhere", "--duration", "0.02", "--contacts", "/dev/full"),
                 ("sil", ship, "--anywhere", "--duration", "0.02", "--loads", "rows"),
                 ("sil", ship, "--anywhere", "--duration", "0.02", "--loads", "mesh"),
                 ("run", example(h), "--headless", "--duration", "0.1", "--report", "/dev/full"),
                 ("run", example(h), "--headless", "--duration", "0.1", "--html", "/dev/full"),
                 ("run", example(h), "--headless", "--duration", "0.1", "--trace", "/dev/full"),
                 ("replay", "a.rec", "--csv", "/dev/full"), ("replay", "a.rec", "--mat", "/dev/full"),
                 ("replay", "a.rec", "--slice", rec), ("replay", "a.rec", "--plot", svg), ("replay", "a.rec", "--plot", png),
                 ("replay", "a.rec", "--report", "/dev/full"), ("replay", "a.rec", "--html", "/dev/full"),
                 ("check", ship, "--anywhere", "--drawing", svg), ("check", ship, "--anywhere", "--drawing", png),
                 ("study", file, "--anywhere", "--duration", "0.02", "--report", "/dev/full"),
                 ("latency", "--duration", "0.2", "--report", "/dev/full"),
                 ("compare", "r.json", "r.json", "--json", "/dev/full"), ("compare", "r.json", "r.json", "--junit", "/dev/full"),
                 ("compare", "r.json", "r.json", "--html", "/dev/full"), *pictures):
        try:
            r = h.run(*args, code=1, env=DRIVERS)
        except AssertionError as e:
            if any(s in str(e) for s in NOTHING_DRAWN):
                continue
            raise
        check(re.search("cannot be written: |No space left on device", r.stdout + r.stderr), args, r.stdout, r.stderr)
    for command, *more in (("sil",), ("run", "--headless")):  # a recording that cannot begin: nothing runs
        r = h.run(command, example(h), *more, "--duration", "0.1", "--record", rec, "--report", "none.json", code=2)
        check("full.rec: error: the recording cannot be written: No space left on device" in r.stderr, r.stderr)
        check("simulated" not in r.stdout and not os.path.exists(h.path("none.json")), command, "ran", r.stdout)


def test_a_full_disk_under_a_film_is_exit_code_1(h):
    """ffmpeg writes the film beside its name; a limit of file size stands for the full disk."""
    if not shutil.which("ffmpeg"):
        raise Skip("no ffmpeg here")
    limit = 6000  # above the scenario that a replay writes for itself, below the film
    h.run("sil", example(h), "--duration", "0.5", "--record", "a.rec")
    for args in (("sil", example(h), "--duration", "0.5", "--video", "v.mp4"), ("replay", "a.rec", "--video", "v.mp4")):
        p = start(h, *args, env={**h.env, **DRIVERS}, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        out, err = p.communicate(timeout=PATIENCE)
        if any(s in err for s in NOTHING_DRAWN):
            raise Skip("no pictures here: " + err)
        check(p.returncode == 1 and re.search(r"v\.mp4: error: (cannot write the film|the film is incomplete)", err), args,
              p.returncode, out, err)
        check(not os.path.exists(h.path("v.mp4")), "a film that is not whole has the name")


def test_a_start_that_does_not_settle_is_exit_code_2(h):
    """README: bad input. Nothing is written."""
    case = h.scenario(("depth: 10 m", "depth: 3 m\n  settle: 0.2 s"), ("chain:", "solver:\n  step: 20 ms\n  gamma: 1\nchain:"))
    for command, *more in (("sil", "--duration", "0.1"), ("run", "--headless", "--duration", "0.1")):
        r = h.run(command, case, "--anywhere", *more, *OUT, code=2)
        check("did not settle" in r.stderr or "no consistent start" in r.stderr, r.stderr)
        check(not os.path.exists(h.path("a.rec")) and not os.path.exists(h.path("r.json")), "half-written")


# Files of other kinds

def test_pipes_devices_and_sockets_are_refused_at_once(h):
    """As every input of every command: nobody waits for a writer."""
    for ending in (".yaml", ".csv", ".rec", ".json", ".stl"):
        os.mkfifo(h.path("pipe" + ending))
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(h.path("socket.yaml"))
    os.symlink("/dev/zero", h.path("device.yaml"))
    h.run("sil", example(h), "--duration", "0.1", "--report", "r.json")
    with open(example(h)) as f:
        text = f.read()
    piped = h.write("piped.yaml", text + "operator:\n  script: pipe.csv\n")
    for args, found in ((("check", "pipe.yaml"), "a pipe"), (("check", "pipe.stl"), "a pipe"), (("sil", "pipe.yaml"), "a pipe"),
                        (("run", "pipe.yaml", "--headless"), "a pipe"), (("study", "pipe.yaml"), "a pipe"),
                        (("replay", "pipe.rec"), "a pipe"), (("replay", "pipe.rec", "--check"), "a pipe"),
                        (("compare", "pipe.json", "r.json"), "a pipe"), (("compare", "r.json", "pipe.json"), "a pipe"),
                        (("run", example(h), "--headless", "--device", "script:pipe.csv"), "a pipe"),
                        (("sil", example(h), "--script", "pipe.csv"), "a pipe"),
                        (("sil", example(h), "--script", "pipe.yaml"), "a pipe"),
                        (("sil", example(h), "--device", "recording:pipe.rec"), "a pipe"),
                        (("sil", example(h), "--allow-law", "pipe.rec"), "a pipe"), (("sil", piped), "a pipe"),
                        (("check", piped), "a pipe"),
                        (("check", "socket.yaml"), "a socket"), (("check", "device.yaml"), "a device"),
                        (("sil", "device.yaml"), "a device"), (("check", "."), "a folder"), (("replay", "."), "a folder"),
                        (("compare", ".", "r.json"), "a folder")):
        r = h.run(*args, code=2, timeout=SOON)
        check(f"expected a file, found {found}" in r.stderr or (found == "a folder" and "expected" in r.stderr), args, r.stderr)


# Limits of the machine

def test_a_tiny_stack_is_told(h):
    """64 kB: a message instead of a fault; with what the message asks for, everything runs."""
    commands = (("check", h.weigh), ("sil", example(h), "--duration", "0.1", *OUT), ("replay", "a.rec", "--check"),
                ("--help",))
    for args in commands:
        r = h.run(*args, code=2, before=("sh", "-c", 'ulimit -s 64; exec "$@"', "sh"))
        check("error: the stack is limited to 64 kB: expected at least 1024 kB" in r.stderr, r.stderr)
    if h.sanitized:
        return  # a sanitizer's frames are larger
    for args in (*commands[1:], commands[0], ("run", example(h), "--headless", "--duration", "0.2", "--html", "r.html")):
        h.run(*args, before=("sh", "-c", 'ulimit -s 1024; exec "$@"', "sh"), env=DRIVERS)


def as_nobody(h, threads):
    """What a child does before it becomes hawse: drops its rights, since the limit does not hold for root, and allows
    this many processes and threads."""
    nobody = 65534
    if os.getuid() != 0:
        raise Skip("not root: the limit would count the user's other processes")
    os.chmod(h.folder, 0o777)

    def before():
        os.setgroups([])
        os.setgid(nobody)
        os.setuid(nobody)
        resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads))
    return before


def test_without_threads_pictures_are_drawn_all_the_same(h):
    """The software renderer would wait for ever for a thread that could not be made, deaf to SIGTERM."""
    if h.sanitized:
        raise Skip("a sanitizer needs a thread of its own")
    os.mkdir(h.path("home"))
    os.chmod(h.path("home"), 0o777)
    env = {**h.env, **DRIVERS, "HOME": h.path("home"), "LIBGL_ALWAYS_SOFTWARE": "1", "LP_NUM_THREADS": "2"}
    for threads in (1, 2, 3):
        p = start(h, "sil", example(h), "--duration", "0.1", "--frames", f"frames{threads}", "--html", f"r{threads}.html",
                  env=env, preexec_fn=as_nobody(h, threads))
        try:
            out, err = p.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired as late:
            raise AssertionError(f"it hangs with {threads} threads") from late
        finally:
            p.kill()
        if any(s in err for s in NOTHING_DRAWN):
            raise Skip("no pictures here: " + err)
        check(p.returncode == 0 and "the system allows no more threads" in err, threads, p.returncode, out, err)
        check(len(glob.glob(h.path(f"frames{threads}", "*.png"))) == 1 and size(h.path(f"r{threads}.html")) > 0, "nothing drawn")


# Studies

def test_a_killed_study_keeps_its_finished_variants(h):
    """SIGKILL: the report has every variant that had ended, and so does the table; no process is left."""
    file = study(h, "variants:\n  - name: short\n    end: {duration: 0.05}\n  - name: long\n    end: {duration: 300}\n")
    with open(h.path("table"), "w") as table:
        p = start(h, "study", file, "--anywhere", "--report", "s.json", stdout=table)
        try:
            wait_for(lambda: size(h.path("s.json")) > 0 and size(h.path("table")) > 0, p)
        finally:
            p.kill()
            p.wait()
    with open(h.path("s.json")) as f:
        short, long = json.load(f)["variants"]
    check(short["verdict"] == "not home" and short["steps"] == 50, short)
    check(long["verdict"] == "not run" and long["why"] == "not finished", long)
    with open(h.path("table")) as f:
        rows = f.read().splitlines()
    check(len(rows) == 3 and rows[2].startswith("short"), rows)
    end = time.monotonic() + PATIENCE
    while subprocess.run(["pgrep", "-f", h.path("study.yaml")], stdout=subprocess.DEVNULL).returncode == 0:
        check(time.monotonic() < end, "a process of the study is left")
        time.sleep(0.1)


if __name__ == "__main__":
    main(globals())
