#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The ship's instruments as NMEA 0183, read by an independent parser (pynmea2): in a run, and with the other end absent."""
import importlib
import os
import socket
import sys

from harness import Skip, check, close, main
from test_ship import shipped

KNOT = 1852 / 3600
sys.path.append("/usr/lib/python3/dist-packages")  # of the Debian package, for an interpreter of one's own


def parser():
    try:
        return importlib.import_module("pynmea2")
    except ImportError:
        raise Skip("pynmea2 is not here (python3-nmea2)") from None


def listen():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.bind(("127.0.0.1", 0))
    s.setblocking(False)
    return s, s.getsockname()[1]


def received(s):
    lines = []
    while True:
        try:
            lines.append(s.recv(200).decode("ascii"))
        except BlockingIOError:
            return lines


def run(h, to, *args, code=0, seconds=3):
    folder = os.path.join(h.source, "config", "scenarios")
    edits = (("    speed: 0.3 m/s ", "    heading: 200 deg\n    latitude: 53.9 deg\n    longitude: -8.7 deg\n    speed: 0.3 m/s "),
             ("start:\n", "ground:\n  depth: 22.5 m\n  slope: 2 deg\n  slope_to: 0 deg\nstart:\n"))
    return h.run("run", shipped(h, "weigh_under_way.yaml", *edits),
                 "--anywhere", "--headless", "--device", f"script:{folder}/weigh_under_way.csv", "--duration", str(seconds),
                 "--nmea", to, "--report", os.path.join(h.out, "r.json"), *args, code=code)


def test_parsed_by_another_program(h):
    """Every sentence has a good checksum and parses; heading, position, wind, rudder and shaft are the ship's."""
    nmea = parser()
    s, port = listen()
    out = run(h, f"udp:127.0.0.1:{port}", "--record", os.path.join(h.out, "a.rec")).stdout
    check("NMEA 0183: " in out and " 0 refused" in out, out)
    lines = received(s)
    last, kinds = {}, {}
    for line in lines:
        m = nmea.parse(line, check=True)
        last[m.sentence_type] = m
        kinds[m.sentence_type] = kinds.get(m.sentence_type, 0) + 1
    print(len(lines), kinds)
    check(set(kinds) == {"HDT", "ROT", "RMC", "VTG", "VHW", "MWV", "DPT", "RSA", "RPM", "XDR"}, kinds)
    check(kinds["HDT"] > 5 * kinds["RMC"], "the heading is not faster than the position", kinds)
    h.run("replay", os.path.join(h.out, "a.rec"), "--anywhere", "--csv", os.path.join(h.out, "c.csv"))
    c = h.csv()
    end = lambda name: c[name][-1]
    deg = 180 / 3.14159265358979
    check(abs((float(last["HDT"].heading) - end("heading") * deg + 180) % 360 - 180) < 0.3, last["HDT"], end("heading"))
    check(198 < float(last["HDT"].heading) < 202, last["HDT"])
    check(close(last["RMC"].latitude, 53.9, 1e-3) and close(last["RMC"].longitude, -8.7, 1e-3), last["RMC"])
    check(last["RMC"].data[11] == "S", "the mode is not that of a simulator", last["RMC"].data)
    check(close(float(last["VTG"].spd_over_grnd_kts), max(c["speed_over_ground"]) / KNOT, 0.3), last["VTG"])
    check(last["MWV"].reference == "R" and last["MWV"].wind_speed_units == "M", last["MWV"])
    check(5 < float(last["MWV"].wind_speed) < 20 and 300 < float(last["MWV"].wind_angle) < 340, last["MWV"])
    # the bottom is 22.5 m deep at midship, the ship draws 9.5 m; it heaves and has moved by less than 2 m on a slope
    check(close(float(last["DPT"].depth), end("under_keel"), 0.3) and close(end("under_keel"), 13, 0.6), last["DPT"],
          end("under_keel"))
    check(close(float(last["DPT"].offset), 9.5, 1e-6), last["DPT"])
    check(float(last["RSA"].rsa_starboard) < -4, "port rudder is negative", last["RSA"])
    check(float(last["RPM"].speed) > 1 and last["RPM"].source == "S", last["RPM"])
    check(last["XDR"].num_transducers == 2, last["XDR"])


def test_nobody_listens(h):
    """A closed port costs no frame; the end of the run tells the losses. The mode can be A."""
    s, port = listen()
    s.close()
    out = run(h, f"udp:127.0.0.1:{port}", seconds=1).stdout
    check("NMEA 0183: " in out and " 0 refused" not in out, out)
    check(h.report("r.json")["allocations_in_loop"] == 0 or h.sanitized, "a frame allocated")
    out = run(h, "serial:" + h.path("no_port"), seconds=1).stdout
    check("NMEA 0183: 0 sentences sent" in out, out)
    s, port = listen()
    run(h, f"udp:localhost:{port}", "--nmea-mode", "A", seconds=1.5)
    check(any(x.startswith("$GPRMC") and ",A*" in x for x in received(s)), "no RMC of mode A")


def test_bad_options(h):
    for args, says in ((("--nmea", "tcp:host"), "--nmea: expected udp:HOST[:PORT]"), (("--nmea", "udp:"), "--nmea: expected"),
                       (("--nmea", "udp:localhost", "--nmea-mode", "X"), "--nmea-mode: expected S or A, found 'X'")):
        r = h.run("run", "weigh", "--headless", "--duration", "1", *args, code=2)
        check(says in r.stderr, r.stderr)


if __name__ == "__main__":
    main(globals())
