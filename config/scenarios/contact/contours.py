#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the contours of the mechanisms in this folder, a point "x, y" in mm a line, anticlockwise.

    contours.py circle RADIUS POINTS > cam.csv
    contours.py geneva_wheel POINTS > geneva_wheel.csv   POINTS: of an arc
    contours.py geneva_lock POINTS > geneva_lock.csv
"""
import math
import sys

# Geneva drive of six slots: lengths in mm. The pin enters a slot along it: crank = DISTANCE sin(pi / SLOTS).
SLOTS, DISTANCE, PIN, LOCK = 6, 60.0, 4.0, 22.0
CLEARANCE = 0.005  # on each side of the pin, and around the lock
HALF = math.pi / SLOTS
CRANK = DISTANCE * math.sin(HALF)
RADIUS = DISTANCE * math.cos(HALF)  # of the wheel: where the pin enters


def arc(x, y, radius, begin, end, points):
    """Points of an arc, both ends with it; angles in rad."""
    angles = [begin + (end - begin) * i / (points - 1) for i in range(points)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def circle(radius, points):
    return arc(0, 0, radius, 0, 2 * math.pi * (points - 1) / points, points)


def turned(points, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def geneva_wheel(points):
    """From the lower flank of a slot to its bottom, back along the upper one, the tip, and the arc of the lock."""
    width, lock = PIN + CLEARANCE, LOCK + CLEARANCE
    mouth = math.sqrt(RADIUS**2 - width**2)
    bottom = DISTANCE - CRANK - 1  # centre of its round
    slot = arc(bottom, 0, width, -math.pi / 2, -3 * math.pi / 2, points)
    # the arc is about the crank's axis, DISTANCE away half way to the next slot; it ends where it leaves the wheel
    half = math.acos((DISTANCE**2 + lock**2 - RADIUS**2) / (2 * DISTANCE * lock))
    x, y = DISTANCE * math.cos(HALF), DISTANCE * math.sin(HALF)
    hollow = arc(x, y, lock, HALF + math.pi + half, HALF + math.pi - half, points)
    one = [(mouth, -width)] + slot + [(mouth, width)] + hollow
    return [p for k in range(SLOTS) for p in turned(one, 2 * HALF * k)]


def geneva_lock(points):
    """The pin is at x = CRANK; the lock has nothing within the angle in which the pin drives, but a hub."""
    drives = math.pi / 2 - HALF
    return (arc(0, 0, LOCK, drives, 2 * math.pi - drives, points) +
            arc(0, 0, 6.0, -drives, drives, max(points // 3, 8)))


def main(arguments):
    shapes = {"circle": circle, "geneva_wheel": geneva_wheel, "geneva_lock": geneva_lock}
    try:
        make, numbers = shapes[arguments[0]], [float(a) if "." in a else int(a) for a in arguments[1:]]
        contour = make(*numbers)
    except (IndexError, KeyError, TypeError, ValueError):
        sys.exit(__doc__)
    print(f"# contours.py {' '.join(arguments)}: x, y in mm")
    for x, y in contour:
        print(f"{x:.12g}, {y:.12g}")


if __name__ == "__main__":
    main(sys.argv[1:])
