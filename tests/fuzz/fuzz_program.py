#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fuzzes the whole program: scenarios, laws, recordings, scripts, studies, reports, meshes and options together, with
signals and limits. fuzz_program.py HAWSE SOURCE [--seconds S] [--seed N] [--keep DIR]; exit code 1: a finding."""
import argparse
import collections
import json
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rt", "app"))
import harness  # noqa: E402
from fuzz_inputs import Inputs  # noqa: E402
from test_pictures import DRIVERS  # noqa: E402
from test_trust import obeyed  # noqa: E402

LIMIT_S = 90  # a run that takes longer hangs
MEMORY = 6 << 30  # [bytes] of address space
COMMANDS = ("sil", "sil", "sil", "run", "replay", "replay", "replay", "check", "check", "study", "compare", "latency")
FILM = ("--frames", "--video") if shutil.which("ffmpeg") else ("--frames",)
OUTPUTS = {"sil": ("--report", "--html", "--csv", "--contacts", "--loads", "--record", "--trace", *FILM),
           "run": ("--report", "--html", "--record", "--trace"),
           "replay": ("--csv", "--mat", "--plot", "--slice", "--report", "--html", *FILM),
           "study": ("--report",), "compare": ("--json", "--junit", "--html"), "latency": ("--report",), "check": ("--drawing",)}
SUFFIX = {"--plot": ".svg", "--drawing": ".svg", "--record": ".rec", "--slice": ".rec", "--video": ".mp4", "--frames": "", "--loads": ".csv"}
SHIP = ("--contacts", "--loads", "--drawing")  # a mechanism has none
DRAWN = 0.1  # share of the runs with pictures: a renderer starts slowly
NUMBERS = {"sil": ("--fps", "--inject-nan", "--inject-slow", "--on-overrun", "--clock"), "replay": ("--from", "--to", "--fps"),
           "run": ("--latency-work", "--inject-slow"), "study": ("-j",), "latency": ("--work",), "check": ("--scale",),
           "compare": ("--p50", "--p99", "--p99.9", "--work", "--misses")}
VALUES = ("0", "-0", "1", "-1", "nan", "-inf", "1e308", "1e-300", "0x10", "", "0.01", "1e5", "phase=solve,+5%", "halt", "wall")


class Case:
    """One run in a folder of its own: inputs, the command line, and what must not happen."""

    def __init__(self, hawse, inputs, rng, folder, sanitized=False):
        self.hawse, self.inputs, self.rng, self.folder, self.sanitized = hawse, inputs, rng, folder, sanitized
        self.near, self.far = os.path.join(folder, "near"), os.path.join(folder, "far")
        os.makedirs(self.near)
        os.makedirs(self.far)
        self.permitted = self.sent = False
        self.odd = rng.choice((0, 0, 0.1, 0.4))  # share of what is not as it should be
        self.names = inputs.write(rng, self.odd, self.near, self.far)
        self.args = self.command_line()
        self.limits, self.signal_s, self.stdout = self.surroundings()
        self.before = self.state()

    def chance(self, p):
        return self.rng.random() < p

    def output(self, suffix):
        """A name to write to: mostly a new one, else an input, a link, a device, a folder or one used before."""
        if not self.chance(self.odd):
            return f"out{self.rng.randrange(12)}{suffix}"
        name = self.rng.choice([n for n in self.names if "pipe" not in n])  # a pipe rightly waits for its reader
        kind = self.rng.randrange(6)
        link = f"l{self.rng.randrange(1000)}{suffix}"
        if kind == 0:
            return name
        if kind == 1:
            return self.rng.choice(("/dev/null", "/dev/full", "/dev/stdout", ".", "", "none/x" + suffix, "x" * 300))
        if kind == 2:
            return os.path.join(self.near, ".", name)
        if not os.path.lexists(os.path.join(self.near, link)):
            if kind == 3 and os.path.isfile(os.path.join(self.near, name)):
                os.link(os.path.join(self.near, name), os.path.join(self.near, link))
            else:
                os.symlink(name if kind == 4 else "../far/canary", os.path.join(self.near, link))
        return link

    def positional(self, command):
        """The words that the command reads, and the options about them."""
        rng, one = self.rng, self.one
        if command == "latency":
            return ["--duration", "0.2"]
        if command == "compare":
            first = one(".json")
            return [first, one(".json") if self.chance(self.odd) else first]
        if command == "replay":
            return [one(".rec"), *rng.choice(([], ["--check"], ["--from", "0.01"], ["--check", "--scenario", one(".yaml")]))]
        if command == "study":
            return [one("study.yaml"), "--duration", "0.02", "-j", str(rng.randrange(1, 3))]
        if command == "check":
            return [one(rng.choice(("ship.yaml", ".yaml", ".yaml", ".obj", ".stl")))]
        words = [one("ship.yaml" if self.chance(0.05) else ".yaml"), "--duration",
                 rng.choice(("1e-9", "nan", "-1") if self.chance(self.odd) else ("0.05", "0.2"))]
        play = ([], ["--device", f"script:{one('.csv')}"], ["--device", f"recording:{one('.rec')}"])
        return words + rng.choice(play) + (["--headless"] if command == "run" else [])

    def one(self, ending):
        """Mostly an input of that kind, else any."""
        fit = [n for n in self.names if n.endswith(ending)]
        return self.rng.choice(fit if fit and not self.chance(self.odd) else self.names)

    def command_line(self):
        rng, command = self.rng, self.rng.choice(COMMANDS)
        args = [command, *self.positional(command)]
        drawn, ship = self.chance(DRAWN), "ship.yaml" in args
        options = [o for o in OUTPUTS[command] if self.chance(0.6 if o in SHIP and ship else 0.25) and (drawn or o not in FILM)]
        if not ship and not self.chance(self.odd):
            options = [o for o in options if o not in SHIP]
        if "--check" in args and not self.chance(self.odd):
            options = []
        if "--trace" in options and command == "sil":
            args += ["--clock", "wall"]
        for option in options:
            name = self.output(SUFFIX.get(option, ".x"))
            args += [option, name.removesuffix(".csv") if option == "--loads" else name]
        if self.chance(0.1 + self.odd):
            args += [rng.choice(NUMBERS[command]), rng.choice(VALUES)]
        if command not in ("compare", "latency") and self.chance(0.85 if command in ("replay", "study") or ship else 0.5):
            args += ["--anywhere"]
        if command in ("sil", "run", "replay", "study") and self.chance(0.6):
            laws = rng.choice(("broken.so", rng.choice(self.names))) if self.chance(self.odd) else "law.so", "wild.so"
            if command == "replay":  # which names the law that was there when it was recorded
                laws += (os.path.join(self.inputs.seeds, "law.so"),)
            args += [w for law in laws for w in ("--allow-law", law)]
            self.permitted = True
        if self.chance(0.2 * self.odd):
            args += [rng.choice(("--help", "--nonsense", "\x1b[2J", "--report", "-"))]
        return args

    def surroundings(self):
        rng, limits = self.rng, [(resource.RLIMIT_CORE, 0)]
        if not self.sanitized:  # a sanitizer reserves more, and prints into files of its own
            limits += [(resource.RLIMIT_AS, MEMORY)]
        if self.chance(0.1):
            limits += [(resource.RLIMIT_FSIZE, rng.choice((0, 1, 4096, 100000)))]
        if self.chance(0.05):
            limits += [(resource.RLIMIT_NOFILE, rng.choice((5, 8, 16)))]
        if self.chance(0.05):
            limits += [(resource.RLIMIT_STACK, rng.choice((64, 256, 1024)) << 10)]
        return limits, rng.uniform(0, 0.5) if self.chance(0.1) else None, rng.choice(("pipe",) * 8 + ("closed", "/dev/full"))

    def state(self):
        """Every file that is no output: its content."""
        found = {}
        for root in (self.near, self.far):
            for at, _, names in os.walk(root):
                for n in names:
                    path = os.path.join(at, n)
                    mode = os.lstat(path).st_mode
                    if stat.S_ISREG(mode):
                        with open(path, "rb") as f:
                            found[path] = f.read()
                    else:
                        found[path] = os.readlink(path) if stat.S_ISLNK(mode) else "other"
        return found

    def run(self):
        def prepare():
            for what, value in self.limits:
                resource.setrlimit(what, (value, value))
        read, write = os.pipe()
        out = {"pipe": subprocess.PIPE, "closed": write}.get(self.stdout) or open(self.stdout, "wb")
        p = subprocess.Popen([self.hawse, *self.args], cwd=self.near, stdin=subprocess.DEVNULL, stdout=out,
                             stderr=subprocess.PIPE, preexec_fn=prepare, start_new_session=True,
                             env={**os.environ, **(DRIVERS if set(FILM) & set(self.args) else {}), "HAWSE_MESH_CACHE": "off", "TMPDIR": self.folder, "HOME": self.folder})
        os.close(read)
        os.close(write)
        if self.stdout == "/dev/full":
            out.close()
        try:
            if self.signal_s is not None:
                time.sleep(self.signal_s)
                self.sent = p.poll() is None
                p.send_signal(self.rng.choice((signal.SIGHUP, signal.SIGINT, signal.SIGTERM)))
            stdout, stderr = p.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            p.communicate()
            return None, b"", b""
        return p.returncode, stdout or b"", stderr

    def faults(self, code, stdout, stderr):
        """Each promise that the run broke."""
        if code is None:
            return [f"it hangs for {LIMIT_S} s"]
        found, now = [], self.state()
        if code < 0 and not (self.sent and -code in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)):
            found.append(f"killed by signal {-code}")
        if code == 3 and self.stdout == "pipe" and not any(s in stdout + stderr for s in (b"non-finite", b"no memory", b"cannot be started", b"thread")):
            found.append("internal error")
        if code > 3:
            found.append(f"exit code {code}")
        if code == 2 and not stderr:
            found.append("refused without a word")
        spared = self.spared()
        found += [f"changed {path}" for path, content in self.before.items() if now.get(path) != content and spared(path)]
        if os.path.exists(os.path.join(self.near, "MARK")) and not self.permitted:
            found.append("a law ran that was not permitted")
        said = stderr + (b"" if "/dev/stdout" in self.args else stdout)  # a table or a matrix that was asked for there is data
        if obeyed(said):
            found.append(f"a terminal would obey {obeyed(said)[:3]}")
        others = set(os.listdir(self.folder)) - {"near", "far"}
        found += [f"left {name}" for name in others if not name.startswith(".")]
        return found + (self.broken_outputs(now) if code == 0 and "--help" not in self.args else [])

    def spared(self):
        """Whether a file must stay as it is: an input of this run, or what no output names."""
        given = [(o, v) for o, v in zip(self.args[1:], self.args[2:]) if o in OUTPUTS[self.args[0]]]
        values = [v + end for o, v in given for end in ((".csv", ".vtp") if o == "--loads" else ("",))]
        written = {os.path.realpath(os.path.join(self.near, v)) for v in values} | {os.path.join(self.near, v) for v in values}
        words = [v for o, v in zip(self.args, self.args[1:]) if o not in OUTPUTS[self.args[0]]]
        named = {self.inputs.name_of(w) for w in words}
        read = {os.path.join(self.near, n) for w in named for n in self.inputs.read_with(w, self.near)}
        return lambda path: path not in written or path in read

    def broken_outputs(self, now):
        found, last = [], dict(zip(self.args[1:], self.args[2:]))
        for option, name in last.items():
            path = os.path.join(self.near, name)
            if option not in ("--report", "--record") or self.args[0] not in ("sil", "run") or path not in now:
                continue
            try:
                if option == "--report":
                    with open(path, "rb") as f:  # through a link, too
                        json.load(f)
                elif not harness.Recording(path).closed:
                    found.append("the recording has no end")
            except Exception as e:  # noqa: BLE001
                found.append(f"{option} is not whole: {e}")
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hawse")
    parser.add_argument("source")
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the cases with findings")
    parser.add_argument("--sanitized", action="store_true", help="the program is built with a sanitizer")
    o = parser.parse_args()
    if not shutil.which("cc"):
        print("skipped: no cc here to build laws with")
        sys.exit(harness.SKIPPED)
    if o.keep:
        os.makedirs(o.keep, exist_ok=True)
    work, end, runs, findings = tempfile.mkdtemp(prefix="hawse_fuzz_"), time.monotonic() + o.seconds, 0, 0
    count, inputs = collections.Counter(), Inputs(os.path.abspath(o.hawse), os.path.abspath(o.source), work)
    while time.monotonic() < end:
        folder = os.path.join(work, f"case{runs}")
        case = Case(os.path.abspath(o.hawse), inputs, random.Random(f"{o.seed} {runs}"), folder, o.sanitized)
        code, stdout, stderr = case.run()
        found = case.faults(code, stdout, stderr)
        count[case.args[0], code] += 1
        runs += 1
        if found:
            findings += 1
            print(f"FINDING in case {runs - 1} of seed {o.seed}: {'; '.join(found)}\n  hawse {case.args} limits {case.limits} "
                  f"stdout {case.stdout} signal {case.signal_s}\n  {stderr[-600:]!r}", flush=True)
            if o.keep:
                shutil.move(folder, os.path.join(o.keep, f"case{runs - 1}"))
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(work, ignore_errors=True)
    print(f"{runs} runs, {findings} findings, seed {o.seed}")
    for command in sorted({c for c, _ in count}):
        print(f"  {command}: " + ", ".join(f"{n} with {code}" for (c, code), n in sorted(count.items(), key=str) if c == command))
    sys.exit(findings > 0)


if __name__ == "__main__":
    main()
