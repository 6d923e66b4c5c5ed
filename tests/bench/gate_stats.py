# SPDX-License-Identifier: MIT
"""Statistics of the gate: the median of the rounds' ratios and its bootstrap interval."""
import random
from statistics import median

RESAMPLES = 2000
JUDGED_SHARE = 0.02  # of all time; clock readings dominate a smaller phase, which has no verdict


def percent(ratio):
    return 100 * (ratio - 1)


def interval(pairs, resamples=RESAMPLES):
    """95 % interval of the median of all ratios. pairs: for each pair of processes, the ratios of its groups, each the
    median of its rounds. Resamples pairs, then groups within a pair (Davison & Hinkley 1997, Bootstrap Methods, 3.8),
    because all groups of a process share its random error."""
    rng = random.Random(1)
    found = []
    for _ in range(resamples):
        drawn = []
        for groups in rng.choices(pairs, k=len(pairs)):
            drawn += rng.choices(groups, k=len(groups))
        found.append(median(drawn))
    found.sort()
    return found[round(0.025 * (resamples - 1))], found[round(0.975 * (resamples - 1))]


def quantity(name, k, pairs, share):
    """Phase k of all pairs (gate_pair.Pair): ratio of new to base, its interval, the medians of the pairs."""
    ratios = [[median(b[k] / max(a[k], 1) for a, b in g) for g in p.groups if g] for p in pairs]
    ratios = [r for r in ratios if r]
    low, high = interval(ratios)
    rounds = [a[k] for p in pairs for g in p.groups for a, _ in g]
    return {"name": name, "ratio": median([x for r in ratios for x in r]), "low": low, "high": high,
            "pairs": [median(r) for r in ratios], "base_ns": median(rounds), "share": share,
            "judged": share >= JUDGED_SHARE}


def quantities(pairs):
    """All phases and their total."""
    names = pairs[0].phases + ["total"]
    whole = [sum(a[k] for p in pairs for g in p.groups for a, _ in g) for k in range(len(names))]
    return [quantity(n, k, pairs, whole[k] / max(whole[-1], 1)) for k, n in enumerate(names)]


def verdict(q, limit, sure):
    """slower: the whole interval is above the limit. unclear: the interval reaches beyond `sure`, the difference that must
    be detectable. Else same or faster. limit, sure [%]."""
    if not q["judged"]:
        return "not judged"
    if percent(q["low"]) > limit:
        return "slower"
    if percent(q["high"]) > sure:
        return "unclear"
    return "faster" if percent(q["high"]) < -limit else "same"
