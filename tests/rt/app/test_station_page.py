#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The instructor's page in a browser."""
import os
import shutil

from harness import check, main, png_pixels
from station import Run, browse, exercise, pem_of, show


def test_page_asks_for_the_code(h):
    """Without a token the encrypted page shows how to pair; with one it does not."""
    with Run(h, h.weigh, "weigh.csv", tls=pem_of(h)) as run:
        dom = show(h, run, "--dump-dom", token=False)
        check('<form id="pair">' in dom and "no access" in dom and "Chain tension" not in dom, dom[:3000])
        dom = show(h, run, "--dump-dom")
        check('<form id="pair" hidden="">' in dom and "Chain tension" in dom, dom[:3000])


def test_page(h):
    """A browser shows gauges, exercise, switches and log."""
    dom = browse(h, exercise(h), "--dump-dom")
    for text in ("Chain tension", " kN", "blackout", "Weigh and stop", "power lost", "must be met", "bridge: Hold on", "0.0 of 100 points if it ended now", "home when housed", "to begun, 0.", "POWER LOST",
                 '<span id="role">instructor</span>', "connected"):
        check(text in dom, f"'{text}' is not on the page", dom[:4000])


def test_other_stations_beside_this_one(h):
    """The page shows a card of another station that permits it, and the reason for one that does not."""
    with Run(h, h.weigh, "weigh.csv") as here, Run(h, h.weigh, "weigh.csv") as closed, \
            Run(h, exercise(h), "weigh.csv", "--station-reader", here.origin) as there:
        there.act({"do": "failure", "failure": "pump_lost", "on": True})
        for run in (here, closed, there):  # a browser beside three runs in real time is more than a small machine can
            run.act({"do": "pause"})
        dom = show(h, here, "--dump-dom", others=[f"{r.origin}/#{r.viewer}" for r in (there, closed)])
    cards = dom[dom.index('<ol id="others">'):dom.index("<main")]
    for text in ("Chain tension", "0.0 of 100 points", "PUMP LOST", "no connection", f'href="{there.origin}/#{there.viewer}"'):
        check(text in cards, f"'{text}' is not on the cards", cards)


def test_page_says_that_the_connection_is_lost(h):
    """The run ends before the browser does."""
    dom = browse(h, h.weigh, "--dump-dom", seconds=15, budget=6000)
    check("connection lost, trying again" in dom and "Chain tension" in dom, dom[:2000])


def test_page_is_drawn(h):
    """The charts have their lines."""
    picture = h.path("page.png")
    browse(h, exercise(h), f"--screenshot={picture}")
    if os.environ.get("HAWSE_KEEP_PAGE"):
        shutil.copy(picture, os.environ["HAWSE_KEEP_PAGE"])
    width, height, pixels = png_pixels(picture)
    blue = sum(b > 200 and r < 140 for row in pixels for r, b in zip(row[0::3], row[2::3]))
    check((width, height) == (1280, 720) and blue > 300, "no charts", width, height, blue)


if __name__ == "__main__":
    main(globals())
