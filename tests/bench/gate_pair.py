# SPDX-License-Identifier: MIT
"""Runs two gate_steps programs in turns on one processor, block by block."""
import os
import subprocess
from dataclasses import dataclass, field


class Broken(Exception):
    """A program failed or broke the protocol."""


@dataclass
class Plan:
    groups: int = 12  # in a pair of processes; each on other pages of memory
    rounds: int = 10  # in a group; each program runs 2 blocks a round
    lead: int = 6    # uncounted first steps of a block: they reload the caches after the other program's turn
    steps: int = 10  # counted steps of a block


@dataclass
class Pair:
    """Result of two fresh processes: groups of rounds; a round is the times of both."""
    phases: list
    groups: list = field(default_factory=list)
    lost: int = 0        # rounds with more than half of the steps disturbed by other programs
    hashes: tuple = ()
    compilers: tuple = ()


class Stepper:
    """One process of gate_steps, ready to run blocks."""

    def __init__(self, command, cpu):
        self.program = command[0]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
        hello = self.read_line().split(maxsplit=2)
        if hello[:2] != ["hawse-gate", "1"]:
            raise Broken(f"{self.program}: expected 'hawse-gate 1', found '{' '.join(hello)}'")
        self.compiler = hello[2] if len(hello) > 2 else ""
        self.phases = self.read_line().split()[1:]
        self.read_line()
        self.hash = None

    def send(self, text):
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Broken(f"{self.program} ended with exit code {self.process.wait()}") from None

    def read_line(self):
        text = self.process.stdout.readline()
        if not text:
            raise Broken(f"{self.program} ended with exit code {self.process.wait()}")
        return text.rstrip("\n")

    def run_block(self, steps):
        """Runs the steps and returns a line "DISTURBED NS..." for each, unparsed: the other program's turn must come soon."""
        self.send(str(steps))
        lines = [self.read_line() for _ in range(steps)]
        self.hash = self.read_line().split()[1]
        return lines

    def move_pages(self, steps):
        """Continues the process on other pages of memory and runs an uncounted block to fill them."""
        self.send("fork")
        self.run_block(steps)

    def close(self):
        self.process.stdin.close()
        rest = self.process.stdout.read() # to the end of the last child
        self.process.stdout.close()
        if self.process.wait() != 0 or rest != "bye\n":
            raise Broken(f"{self.program} ended with exit code {self.process.returncode} and '{rest}'")


def sum_phases(base, new):
    """Time of each phase and their sum, of both programs, over the steps undisturbed in both. None if fewer than half of
    the steps are left."""
    rows = [[[int(x) for x in line.split()] for line in lines] for lines in (base, new)]
    kept = [(a[1:], b[1:]) for a, b in zip(*rows) if not (a[0] or b[0])]
    if 2 * len(kept) < len(base):
        return None
    a, b = ([sum(x) for x in zip(*side)] for side in zip(*kept))
    return a + [sum(a)], b + [sum(b)]


def run_round(first, second, plan):
    """Both run the same two blocks in the order ABBA, which cancels the cost of running first. Returns the lines of both."""
    def block(stepper):
        return stepper.run_block(plan.lead + plan.steps)[plan.lead:]

    x = block(first)
    y = block(second) + block(second)
    return x + block(first), y


def run_pair(base, new, plan, cpu, swapped):
    """Runs two fresh processes, commands base and new, through the plan. swapped: BAAB."""
    a, b = Stepper(base, cpu), Stepper(new, cpu)
    if a.phases != b.phases:
        raise Broken(f"phases differ: {' '.join(a.phases)}; {' '.join(b.phases)}")
    pair = Pair(a.phases)
    for g in range(plan.groups):
        order = (b, a) if swapped ^ (g % 2 == 1) else (a, b)
        for s in order:
            s.move_pages(plan.steps)
        raw = [run_round(*order, plan) for _ in range(plan.rounds)]
        both = [sum_phases(*(r if order[0] is a else r[::-1])) for r in raw]
        pair.groups.append([r for r in both if r])
        pair.lost += sum(r is None for r in both)
    pair.hashes, pair.compilers = (a.hash, b.hash), (a.compiler, b.compiler)
    a.close()
    b.close()
    return pair
