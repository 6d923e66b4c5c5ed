#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flight_trace.py FILE: checks a flight recorder's trace by Perfetto's rules; prints the first frame, the last frame, the number of\nframes and the number of misses.

The Trace Event Format (JSON object form): every event has ph, name, pid, tid, ts [us]; X has dur, and the spans\nof a track must nest strictly, whether a reader rounds to ns, truncates to ns (Perfetto, which drops overlapping spans) or uses the\nnumbers unchanged (speedscope); i has a scope; C has numbers as arguments."""
import json
import sys


def spans_nest(spans):
    open_ends = []
    for ts, dur, name in sorted(spans, key=lambda s: (s[0], -s[1])):
        while open_ends and open_ends[-1] <= ts:
            open_ends.pop()
        assert dur >= 0 and (not open_ends or ts + dur <= open_ends[-1]), f"{name} at {ts} ns sticks out"
        open_ends.append(ts + dur)


def check(path):
    with open(path) as f:
        trace = json.load(f)
    events, tracks = trace["traceEvents"], {}
    named = {(e["pid"], e["tid"]) for e in events if e["ph"] == "M"}
    for e in events:
        assert isinstance(e["name"], str) and (e["pid"], e["tid"]) in named and e["ts"] >= 0, e
        if e["ph"] == "X":
            tracks.setdefault((e["pid"], e["tid"]), []).append((e["ts"], e["dur"], e["name"]))
        elif e["ph"] == "C":
            assert e["args"] and all(isinstance(v, (int, float)) for v in e["args"].values()), e
        elif e["ph"] == "i":
            assert e["s"] == "t", e
        else:
            assert e["ph"] == "M", e
    for spans in tracks.values():
        for convert in (round, int, float):
            spans_nest([(convert(1000 * ts), convert(1000 * dur), name) for ts, dur, name in spans])
    frames = [int(e["name"].split()[1]) for e in events if e["ph"] == "X" and e["name"].startswith("frame ")]
    assert frames == list(range(frames[0], frames[-1] + 1)), "frames are missing"
    why = [e for e in events if e["ph"] == "i" and e["name"] != "release"]
    assert all(e["args"]["why"].startswith("frame ") for e in why), why
    return frames[0], frames[-1], len(frames), len(why)


if __name__ == "__main__":
    print(*check(sys.argv[1]))
