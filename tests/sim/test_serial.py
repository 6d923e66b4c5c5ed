#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse with a serial console: the virtual console on a pseudo-terminal, through the unmodified libserialport."""
import contextlib
import os
import signal
import subprocess

from contract import check_contract
from harness import Skip, check, main, undisturbed

QUICK = ("depth: 10 m", "depth: 3 m\n  settle: 1 s")
ROOT = "/dev/../../.."  # PTY_SHIM_ROOT
HANDS = "t, lever, brake, clutch\n0, 0, 1, 1\n0.4, 0, 0, 1\n0.5, 0.5, 0, 1\n20, 0.5, 0, 1\n"


def built(h, *name):
    path = os.path.join(os.path.dirname(os.path.dirname(h.hawse)), *name)
    check(os.path.exists(path), path, "is not built")
    return path


def shim(h):
    if not os.path.exists("/sys/class/tty") or not os.access("/dev/ptmx", os.R_OK | os.W_OK):
        raise Skip("no /sys/class/tty or no pseudo-terminals here")
    return {"LD_PRELOAD": built(h, "tests", "hw", "libpty_shim.so"), "ASAN_OPTIONS": "verify_asan_link_order=0"}


@contextlib.contextmanager
def console(h, *options, hands=HANDS):
    """A virtual console with these hands; gives the name of its port, and after the end its last words."""
    link, words = h.path("console"), []
    p = subprocess.Popen([built(h, "hw", "hawse-console"), "--link", link, "--script", h.write("hands.csv", hands),
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
        check("reporting" in words[0] and "kN" in words[0], words)
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


def stops_the_windlass(h, fault):
    """A run with that fault from 1.5 s on."""
    with console(h, "--fault", f"{fault}@1.5+1.5") as (port, _):
        r, c = sil(h, port, 3.5)
    moving = [t for t, lever in zip(c["t"], c["lever"]) if lever > 0]
    check(moving and max(moving) > 0.5, fault, ": it never moved")
    stopped = [k for k, lever in enumerate(c["lever"]) if lever == 0 and c["t"][k] > max(0.6, moving[0])]
    check(stopped, fault, ": it never stopped")
    after = stopped[0]
    # the fault began 1.5 s after the console was answered, the run a little later than that; 100 ms at most until a
    # line is known to be dead, 300 ms until fail-safe, and what the machine may be late
    check(c["t"][after] < 2.5, fault, ": stopped at", c["t"][after])
    check(all(v == 0 for v in c["lever"][after:]), fault, ": moved again without a reset")
    check(all(v == 1 for v in c["failsafe"][after:]), fault, ": not fail-safe")
    check(r["events"].get("device_lost", 0) > 0, fault, r["events"])


def test_faults_stop_the_windlass(h):
    if h.sanitized:
        raise Skip("too slow for real time")
    for fault in ("unplug", "silence", "frozen", "range", "baud"):
        undisturbed(lambda: stops_the_windlass(h, fault))


def test_refusals(h):
    env = shim(h)
    case = h.scenario(QUICK)
    h.refused(case, "--anywhere", "--device", "serial:/dev/no_such_port", "--clock", "wall",
              says=["serial port /dev/no_such_port: not there"])
    h.refused(case, "--anywhere", "--device", "serial:/dev/null", says=["--device"])
    with console(h, "--fault", "version") as (port, _):
        r = h.run("run", case, "--anywhere", "--headless", "--device", port, "--duration", "1", code=2, env=env)
        check("cannot be used: expected protocol 1.x, found 2.1" in r.stderr, r.stderr)
    with console(h, "--fault", "baud") as (port, _):
        r = h.run("run", case, "--anywhere", "--headless", "--device", port, "--duration", "1", code=2, env=env)
        check("expected a console that says HELLO at 115200 baud, heard" in r.stderr, r.stderr)
        check("damaged frames" in r.stderr, r.stderr)
    r = subprocess.run([built(h, "hw", "hawse-console"), "--fault", "tea"], capture_output=True, text=True)
    check(r.returncode == 2 and "--fault: expected" in r.stderr, r)


def test_devices_lists_ports(h):
    r = h.run("devices")
    check("serial port" in r.stdout, r.stdout)


if __name__ == "__main__":
    main(globals())
