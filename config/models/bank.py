#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes bank.asc: a bank beside the ship as an ESRI ASCII grid of depths [m], x ahead of her and y to port.

depth = 22 - 6 exp(-((x - 9)² + (y - 25)²) / (2 · 15²)): 22 m of water, and 16 m over the bank's top, 18 m abreast of the
hawse; its flank is at most 14 deg steep. Our own bank, no place on earth.

Usage: bank.py > bank.asc"""
import math

NODES, STEP, FIRST = 41, 5.0, -100.0


def depth(x, y):
    return 22 - 6 * math.exp(-((x - 9)**2 + (y - 25)**2) / (2 * 15**2))


def main():
    print(f"ncols {NODES}\nnrows {NODES}\nxllcenter {FIRST:g}\nyllcenter {FIRST:g}\ncellsize {STEP:g}\nNODATA_value -9999")
    for row in reversed(range(NODES)):
        print(" ".join(f"{depth(FIRST + STEP * column, FIRST + STEP * row):.3f}" for column in range(NODES)))


if __name__ == "__main__":
    main()
