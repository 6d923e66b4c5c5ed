#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse with a serial console: the virtual console on a pseudo-terminal, through the unmodified libserialport."""
import concurrent.futures
import contextlib
import copy
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

from contract import check_contract
from harness import Recording, Skip, check, main, need_terminals, undisturbed

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")
ROOT = "/dev/../../.."  # PTY_SHIM_ROOT
HANDS = "t, lever, brake, clutch\n0, 0, 1, 1\n0.4, 0, 0, 1\n0.5, 0.5, 0, 1\n20, 0.5, 0, 1\n"


def built_file(h, *name):
    path = os.path.join(os.path.dirname(os.path.dirname(h.hawse)), *name)
    check(os.path.exists(path), path, "is not built")
    return path


def shim(h):
    need_terminals()
    if not os.path.exists("/sys/class/tty"):
        raise Skip("no /sys/class/tty here")
    return {"LD_PRELOAD": built_file(h, "tests", "hw", "libpty_shim.so"), "ASAN_OPTIONS": "verify_asan_link_order=0"}


@contextlib.contextmanager
def console(h, *options, hands=HANDS):
    """A virtual console with these hands; yields the name of its port and collects its last output."""
    need_terminals()
    link, words = h.path("console"), []
    p = subprocess.Popen([built_file(h, "hw", "hawse-console"), "--link", link, "--script", h.write("hands.csv", hands),
                          *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    try:
        check("console at" in p.stdout.readline(), "the console did not start")
        yield f"serial:{ROOT}{link}", words
    finally:
        p.send_signal(signal.SIGTERM)
        words.append(p.communicate(timeout=20)[0])
    check(p.returncode == 0, "the console ended with", p.returncode, words)
    check(not os.path.lexists(link), "the link is still there")


def sil(h, port, seconds, *options):
    h.run("sil", h.scenario(QUICK), "--anywhere", "--device", port, "--clock", "wall", "--duration", str(seconds),
          "--report", h.path("out", "r.json"), "--csv", h.path("out", "c.csv"), "--record", h.path("out", "a.rec"),
          *options, env=shim(h))
    return h.report(), h.csv()


def test_run_and_replay(h):
    seconds = 0.5 if h.sanitized else 3

    def attempt():
        with console(h) as (port, words):
            h.run("run", h.scenario(QUICK), "--anywhere", "--headless", "--device", port, "--duration", str(seconds),
                  "--report", h.path("out", "r.json"), "--record", h.path("out", "a.rec"), env=shim(h))
        link = h.report()["link"]
        check(link["serial"] == "HC-0001" and link["state"] == "up" and link["accepted"] == 1, link)
        check(link["inputs"] > 20 and link["received"]["crc_errors"] == 0, link)
        check(0 < link["age_ns"]["p50"] <= link["age_ns"]["p99"] and link["round_trip_ns"]["p50"] > 0, link)
        tension = re.search(r"tension (-?\d+) kN", words[0])  # last output of the console
        check("reporting" in words[0] and tension and int(tension[1]) > 0, words)
    undisturbed(attempt)
    check_contract(h, h.report())
    h.run("replay", h.path("out", "a.rec"), "--anywhere", "--check")


def test_hands_reach_the_windlass(h):
    if h.sanitized:
        raise Skip("too slow for real time")

    def attempt():
        with console(h) as (port, _):
            r, c = sil(h, port, 3)
        check(max(c["lever"]) > 0.49 and c["failsafe"][-1] == 0, max(c["lever"]), c["failsafe"][-5:])
        check(r["link"]["losses"] == 0, r["link"])
    undisturbed(attempt)
    h.run("replay", h.path("out", "a.rec"), "--anywhere", "--check")


# Faults of the virtual console while the hands hold the lever, and the required reactions:
#   silent   no valid input: fail-safe, no motion until a reset
#   damaged  few valid frames: the windlass may stop or continue; once stopped it stays stopped
#   reported no input is lost: it must not stop
# with the counts that the report's link must have.
FAULTS = {
    "unplug": ("silent", "losses"),
    "silence": ("silent", None),
    "garbage": ("damaged", "received.crc_errors"),
    "flood": ("silent", "received.oversize"),
    "half": ("damaged", "received.crc_errors"),
    "duplicates": ("reported", "received.duplicates"),
    "baud": ("silent", None),
    "version": ("silent", "losses"),
    "stuck": ("silent", None),
    "frozen": ("silent", None),
    "frozen-time": ("silent", "not_believed.frozen"),
    "stall": ("silent", None),
    "range": ("silent", "not_believed.out_of_range"),
}
FAULT_AT, FAULT_FOR = 1.0, 1.2  # after the handshake [s]


def stays_stopped(fault, c, after):
    check(all(v == 0 for v in c["lever"][after:]), fault, ": moved again without a reset")
    check(all(v == 1 for v in c["failsafe"][after:]), fault, ": not fail-safe")


def counted(link, path):
    for key in path.split("."):
        link = link[key]
    return link


def fault_in_a_run(h, fault):
    """A run with that fault for a little over 1 s, and without fault until the end."""
    outcome, count = FAULTS[fault]
    with console(h, "--fault", f"{fault}@{FAULT_AT}+{FAULT_FOR}") as (port, _):
        r, c = sil(h, port, 2.8)
    moving = [t for t, lever in zip(c["t"], c["lever"]) if lever > 0]
    check(moving and max(moving) > 0.5, fault, ": it never moved")
    check(count is None or counted(r["link"], count) > 0, fault, ":", count, "was never counted:", r["link"])
    wrong = [v for v in c["lever"] if not 0 <= v <= 0.5 + 1e-3]
    check(not wrong, fault, ": a lever that the hands never gave:", wrong[:3])
    stopped = [k for k, v in enumerate(c["failsafe"]) if v == 1 and c["t"][k] > max(0.6, moving[0])]
    if outcome == "reported":
        check(not stopped and c["lever"][-1] > 0.49, fault, ": stopped at", stopped[:1])
        check(r["events"].get("device_lost", 0) == 0, fault, r["events"])
        return
    check(r["events"].get("device_lost", 0) > 0 or fault == "garbage", fault, r["events"])
    if outcome == "silent":
        # the fault begins some time after the handshake, the run a little later; up to 100 ms to detect a dead line,
        # 300 ms to fail-safe, plus the machine's delay
        check(stopped and c["t"][stopped[0]] < FAULT_AT + 1, fault, ": stopped at", c["t"][stopped[0]] if stopped else None)
    if stopped:
        stays_stopped(fault, c, stopped[0])


def test_faults_stop_the_windlass(h):
    if h.sanitized:
        raise Skip("too slow for real time")
    says = subprocess.run([built_file(h, "hw", "hawse-console"), "--help"], capture_output=True, text=True).stdout
    kinds = re.sub(r"\s", "", re.search(r"KIND: ([a-z,\s-]+?)\n  --", says)[1]).split(",")
    check(sorted(kinds) == sorted(FAULTS), "the console's faults are", kinds)

    def in_a_folder_of_its_own(fault):
        own = copy.copy(h)
        own.folder = h.path(fault)
        own.out = own.path("out")
        os.makedirs(own.out)
        undisturbed(lambda: fault_in_a_run(own, fault))
    with concurrent.futures.ThreadPoolExecutor(2) as two:
        list(two.map(in_a_folder_of_its_own, FAULTS))


def test_unplugged_console_has_no_name(h):
    """A closed pseudo-terminal's number may soon be another program's: no link may point to it meanwhile."""
    link = h.path("console")
    with console(h, "--fault", "unplug"):
        give_up = time.monotonic() + 20
        while os.path.lexists(link):
            check(time.monotonic() < give_up, "the link of an unplugged console is there")
            time.sleep(0.01)


MAP = """name: a console with short patience
lever: {{channel: 0, min: 82, neutral_low: 490, neutral_high: 534, max: 942}}
brake: {{channel: 1, min: 82, neutral_low: 82, neutral_high: 122, max: 942}}
clutch: {{channel: 0, action: switch}}
estop: {{channel: 1, invert: true}}
reset: {{channel: 2}}
dead_man: {{channel: 3}}
safety: {{stale: {stale} ms, failsafe: {failsafe} ms}}
"""


def test_thresholds_of_the_device_map(h):
    """The map's thresholds for stale and lost input are in the report, and in the frames when the line falls silent."""
    if h.sanitized:
        raise Skip("too slow for real time")
    stale_ms, failsafe_ms = 50, 150

    def attempt():
        at = "@" + h.write("own.yaml", MAP.format(stale=stale_ms, failsafe=failsafe_ms))
        with console(h, "--fault", "silence@1.0") as (port, _):
            r, _ = sil(h, port + at, 2)
        o = r["operator"]
        check((o["stale_ns"], o["failsafe_ns"]) == (1e6 * stale_ms, 1e6 * failsafe_ms), o)
        rec = Recording(h.path("out", "a.rec"))
        bit = re.search(r"^events=(.*)$", rec.info, re.M)[1].split(",").index
        frames = rec.frames()
        stale = [k for k, f in enumerate(frames) if f[5] >> bit("stale") & 1]
        lost = [k for k, f in enumerate(frames) if f[5] >> bit("failsafe") & 1]
        check(len(stale) == len(lost) == 1, "stale in", stale, "lost in", lost)
        apart = rec.times[lost[0]][0] - rec.times[stale[0]][0]
        check(abs(apart - 1e6 * (failsafe_ms - stale_ms)) <= 1.001 * rec.h_ns, apart)
        check(all(f[0] == 0 and f[3] == 1 for f in frames[lost[0]:]), "it moved when its input was lost")
        check(all(f[0] == frames[stale[0]][0] > 0.4 for f in frames[stale[0]:lost[0]]), "the last command was not held")
    undisturbed(attempt)


class Terminal:
    """A terminal with a virtual console: sends keys and reads the output."""

    def __init__(self, h, link):
        need_terminals()
        self.master, self.slave = pty.openpty()
        self.before, self.shown = termios.tcgetattr(self.slave), ""
        self.p = subprocess.Popen([built_file(h, "hw", "hawse-console"), "--link", link], stdin=self.slave, stdout=self.slave,
                                  stderr=subprocess.STDOUT)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def until(self, pattern, seconds=20):
        """Waits until new output matches; returns the match."""
        give_up = time.monotonic() + seconds
        while not (found := re.search(pattern, self.shown)):
            check(time.monotonic() < give_up, "never shown:", pattern, "but", self.shown[-300:])
            if select.select([self.master], [], [], 0.1)[0]:
                self.shown += os.read(self.master, 4096).decode()
        self.shown = self.shown[found.end():]
        return found

    def close(self):
        self.p.kill()
        self.p.wait()
        os.close(self.master)
        os.close(self.slave)


def keys_move_the_console(h):
    """Lever and brake of the windlass while keys are pressed at the console's terminal."""
    link = h.path("console")
    t = Terminal(h, link)
    try:
        t.until("w s lever")
        t.until(r"hello, fault none \| lever \+0\.00 brake 1\.00")
        check(not termios.tcgetattr(t.slave)[3] & (termios.ICANON | termios.ECHO), "keys wait for the end of their line")
        sil = subprocess.Popen([h.hawse, "sil", h.scenario(QUICK), "--anywhere", "--device", f"serial:{ROOT}{link}",
                                "--clock", "wall", "--duration", "3", "--csv", h.path("out", "c.csv")],
                               env={**h.env, **shim(h)}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
        # armed by the neutral lever, and shown so; the chain, settled for 1 s only, begins to pull at the lifter
        t.until(r"\| active .*?tension [1-9]\d* kN, chain")
        t.press("a" * 20 + "w" * 12)
        t.until(r"lever \+0\.60 brake 0\.00")
        time.sleep(0.5)
        t.press("ss")
        t.until(r"lever \+0\.50 brake 0\.00")
        said = sil.communicate(timeout=60)[0]
        check(sil.returncode == 0, said)
        t.press("q")
        check(t.p.wait(timeout=20) == 0, "q did not end it")
        check(termios.tcgetattr(t.slave) == t.before, "the terminal is not as it was")
    finally:
        t.close()
    return h.csv()


def test_keys_move_the_console(h):
    """Keys at the virtual console's terminal move brake and lever of the windlass; q ends the console."""
    if h.sanitized:
        raise Skip("too slow for real time")

    def attempt():
        c = keys_move_the_console(h)
        check(c["lever"][0] == 0 and abs(max(c["lever"]) - 0.6) < 2e-3, max(c["lever"]))
        check(abs(c["lever"][-1] - 0.5) < 2e-3 and c["brake"][0] == 1 and c["brake"][-1] == 0, c["lever"][-3:], c["brake"][-3:])
        check(c["failsafe"][-1] == 0, "not armed at the end")
    undisturbed(attempt)


def test_refusals(h):
    env = shim(h)
    case = h.scenario(QUICK)
    h.refused(case, "--anywhere", "--device", "serial:/dev/no_such_port", "--clock", "wall",
              says=["serial port /dev/no_such_port: not found"])
    h.refused(case, "--anywhere", "--device", "serial:/dev/null", says=["--device"])
    with console(h, "--fault", "version") as (port, _):
        r = h.run("run", case, "--anywhere", "--headless", "--device", port, "--duration", "1", code=2, env=env)
        check("cannot be used: expected protocol 1.x, found 2.2" in r.stderr, r.stderr)
    with console(h, "--fault", "baud") as (port, _):
        r = h.run("run", case, "--anywhere", "--headless", "--device", port, "--duration", "1", code=2, env=env)
        check("expected HELLO from a console at 115200 baud, received" in r.stderr, r.stderr)
        check("damaged frames" in r.stderr, r.stderr)
    r = subprocess.run([built_file(h, "hw", "hawse-console"), "--fault", "tea"], capture_output=True, text=True)
    check(r.returncode == 2 and "--fault: expected" in r.stderr, r)


def test_devices_lists_ports(h):
    r = h.run("devices")
    check("serial port" in r.stdout, r.stdout)


if __name__ == "__main__":
    main(globals())
