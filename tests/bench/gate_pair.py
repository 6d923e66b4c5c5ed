# SPDX-License-Identifier: MIT
"""Two programs gate_steps that take turns on one processor, block by block."""
import os
import subprocess
from dataclasses import dataclass, field


class Broken(Exception):
    """A program that did not do what it was asked."""


@dataclass
class Plan:
    groups: int = 12  # in a pair of processes; each on other pages of memory
    rounds: int = 10  # in a group; in each both run 2 blocks
    lead: int = 6    # first steps of a block, that fetch back what the other's turn drove out of the caches: not counted
    steps: int = 10  # of a block that are counted


@dataclass
class Pair:
    """What two fresh processes gave: of each group the rounds, of each round the times of both."""
    phases: list
    groups: list = field(default_factory=list)
    lost: int = 0        # rounds in which other work had the processor half of the time
    hashes: tuple = ()
    compilers: tuple = ()


class Stepper:
    """One process of gate_steps, ready to run blocks."""

    def __init__(self, command, cpu):
        self.program = command[0]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
        hello = self.line().split(maxsplit=2)
        if hello[:2] != ["hawse-gate", "1"]:
            raise Broken(f"{self.program}: expected 'hawse-gate 1', found '{' '.join(hello)}'")
        self.compiler = hello[2] if len(hello) > 2 else ""
        self.phases = self.line().split()[1:]
        self.line()
        self.hash = None

    def ask(self, text):
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Broken(f"{self.program} ended with exit code {self.process.wait()}") from None

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            raise Broken(f"{self.program} ended with exit code {self.process.wait()}")
        return text.rstrip("\n")

    def block(self, steps):
        """Runs the steps; a line "DISTURBED NS..." for each, not taken apart here: the other's turn should come soon."""
        self.ask(str(steps))
        lines = [self.line() for _ in range(steps)]
        self.hash = self.line().split()[1]
        return lines

    def move(self, steps):
        """Other pages of memory, and a block that is not counted to fill them."""
        self.ask("fork")
        self.block(steps)

    def close(self):
        self.process.stdin.close()
        rest = self.process.stdout.read() # to the end of the last child
        self.process.stdout.close()
        if self.process.wait() != 0 or rest != "bye\n":
            raise Broken(f"{self.program} ended with exit code {self.process.returncode} and '{rest}'")


def sums(base, new):
    """Time of each phase and of all of them in both, over the steps that nothing disturbed in either; None when there
    is not a half of them left."""
    rows = [[[int(x) for x in line.split()] for line in lines] for lines in (base, new)]
    kept = [(a[1:], b[1:]) for a, b in zip(*rows) if not (a[0] or b[0])]
    if 2 * len(kept) < len(base):
        return None
    a, b = ([sum(x) for x in zip(*side)] for side in zip(*kept))
    return a + [sum(a)], b + [sum(b)]


def run_round(first, second, plan):
    """Both run the same two blocks, the first one in one order and then in the other, so that what it costs to be the
    first cancels out: ABBA. The lines of both."""
    def block(stepper):
        return stepper.block(plan.lead + plan.steps)[plan.lead:]

    x = block(first)
    y = block(second) + block(second)
    return x + block(first), y


def run_pair(base, new, plan, cpu, swapped):
    """Two fresh processes, commands base and new, through the plan; swapped: BAAB."""
    a, b = Stepper(base, cpu), Stepper(new, cpu)
    if a.phases != b.phases:
        raise Broken(f"phases differ: {' '.join(a.phases)}; {' '.join(b.phases)}")
    pair = Pair(a.phases)
    for g in range(plan.groups):
        order = (b, a) if swapped ^ (g % 2 == 1) else (a, b)
        for s in order:
            s.move(plan.steps)
        raw = [run_round(*order, plan) for _ in range(plan.rounds)]
        both = [sums(*(r if order[0] is a else r[::-1])) for r in raw]
        pair.groups.append([r for r in both if r])
        pair.lost += sum(r is None for r in both)
    pair.hashes, pair.compilers = (a.hash, b.hash), (a.compiler, b.compiler)
    a.close()
    b.close()
    return pair
