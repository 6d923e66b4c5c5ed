#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists every text of the interface: panels, hints, keys' help, alarms, notices. None is over 80 characters. No text of the
program has a wording that the style page replaced. `--list` prints them with file and line.

    test_texts.py [--list]
"""
import os
import re
import sys

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
LONGEST = 80
# What an operator, a designer or an instructor reads in the window.
ROOMS = ("render/panel", "render/instrument", "render/overlay", "rt/desk", "rt/editor", "rt/variants", "rt/debrief",
         "rt/timeline", "rt/alarm")
FILES = ("render/view/display.c", "render/view/view.c", "hw/device/keyboard.c", "rt/jam/text.c", "rt/judge/outcome.c",
         "rt/deck/show.c", "rt/session/session.c")
# Names of places, keys of tables and messages on a terminal are no texts of the window.
NOT_SHOWN = ("rt/desk/run.c", "rt/desk/settling.c", "rt/editor/files.c")

# Rooms whose texts reach a terminal, a report or the page as well: their wordings are checked, not their length.
WORDED = ("rt", "hw", "render", "dynamics", "contact")

# Old wordings of the style page's table, and words of its rules 3 and 4.
FORBIDDEN = (
    "begin anew", "begins anew", "time stands still", "commands do not pass", "put the clutch in", "let go of the lever",
    "it must stand", "nothing was heard", "the last command is held", "nothing but the", "dogs stuck", "not self-locking",
    "it counts when", "do not go together", "may be written behind", "as far as it is recorded", "slacker",
    "for want of room", "whoever", "nobody", "somebody", "is not sought", "is told", "is taken in", "what there is",
    "where it may be", "what an empty frame", "worked with which", "is worked", "take the last change", "go on from here",
    "make it again", "as they stand", "parameters are others", "release the band brake")

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\\n]|\\.)+\'|(\S)', re.S)
ESCAPE = re.compile(r'\\x([0-9a-fA-F]{2})|\\(.)')
CONVERSION = re.compile(r"%[-+ #0]*(\*|\d+)?(\.(\*|\d+))?(l|z)?[a-zA-Z]")


def unescape(text):
    def one(m):
        return chr(int(m[1], 16)) if m[1] else {"n": "\n", "t": "\t"}.get(m[2], m[2])
    return ESCAPE.sub(one, text).encode("latin-1", "replace").decode("utf-8", "replace")


def literals(path):
    """Line and text of each string of a source; neighbouring strings are one."""
    with open(path, encoding="utf-8") as f:
        source = f.read()
    found, before = [], False
    for m in TOKEN.finditer(source):
        if m[1] is not None and not source[:m.start()].rsplit("\n", 1)[-1].lstrip().startswith("#"):
            if before:
                found[-1][1] += m[1]
            else:
                found.append([source.count("\n", 0, m.start()) + 1, m[1]])
            before = True
        elif m[2] is not None or m[1] is not None:
            before = False
    return [(line, unescape(text)) for line, text in found]


def is_text(text):
    """Whether it has two words: not a name of an item, a key, a format of one value."""
    words = re.findall(r"[A-Za-z]{2,}", CONVERSION.sub(" ", text))
    return len(words) >= 2 and " " in text.strip() and "##" not in text.split("###")[0][:2]


def shown_length(line):
    """Characters on the screen: a number takes four, a text at least eight."""
    line = line.split("###")[0]
    return len(CONVERSION.sub(lambda m: "x" * (8 if m[0].endswith("s") else 4), line))


def texts():
    files = list(FILES)
    for room in ROOMS:
        files += [f"{room}/{name}" for name in sorted(os.listdir(os.path.join(SOURCE, room))) if name.endswith((".c", ".cpp"))]
    for name in files:
        if name in NOT_SHOWN:
            continue
        for line, text in literals(os.path.join(SOURCE, name)):
            if is_text(text):
                yield name, line, text


def other_texts():
    """Texts of the other files of the program."""
    shown = {name for name, _, _ in texts()}
    for top in WORDED:
        for folder, _, names in os.walk(os.path.join(SOURCE, top)):
            for path in (os.path.join(folder, n) for n in sorted(names) if n.endswith((".c", ".cpp"))):
                name = os.path.relpath(path, SOURCE)
                yield from ((name, line, text) for line, text in literals(path) if name not in shown and is_text(text))


def old_wordings(text):
    return [f"old wording '{w}' in '{text}'" for w in FORBIDDEN if w in text.lower()]


def faults_of(text):
    return [f"{shown_length(t)} characters, at most {LONGEST}: '{t}'" for t in text.split("\n")
            if shown_length(t) > LONGEST] + old_wordings(text)


def main():
    n, faults, others = 0, 0, 0
    for name, line, text in texts():
        n += 1
        if "--list" in sys.argv:
            print(f"{name}:{line}: {text!r}")
        for fault in faults_of(text):
            faults += 1
            print(f"{name}:{line}: {fault}")
    for name, line, text in other_texts():
        others += 1
        for fault in old_wordings(text):
            faults += 1
            print(f"{name}:{line}: {fault}")
    if n < 250 or others < 1000 or not faults_of("Begin anew with these") or not faults_of("x" * 81):
        print(f"{n} texts: the list is not whole, or the check finds nothing")
        faults += 1
    print(f"{n} texts of the interface, {others} others, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
