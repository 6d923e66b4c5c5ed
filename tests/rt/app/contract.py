# SPDX-License-Identifier: MIT
"""The report's contract: every key with its type, and what must hold in any run."""
from harness import check, close

NUMBER, WHOLE, FLAG, TEXT = (int, float), int, bool, str
TAIL = {"p50": WHOLE, "p99": WHOLE, "p99_9": WHOLE, "max": WHOLE}
SPREAD = {"p50": WHOLE, "p99": WHOLE, "max": WHOLE}
CONTRACT = {
    "scenario": TEXT, "version": TEXT, "exercise": TEXT, "made": TEXT, "host": {"cpu": TEXT, "kernel": TEXT, "scheduler": TEXT}, "h_s": NUMBER,
    "steps": WHOLE, "sim_time_s": NUMBER, "wall_time_s": NUMBER, "real_time_factor": NUMBER,
    "frame": {"frames": WHOLE, "period_ns": WHOLE, "budget_ns": WHOLE, "misses": WHOLE, "max_consecutive_misses": WHOLE,
              "work_ns": TAIL, "wakeup_ns": TAIL},
    "phase_ns": {n: SPREAD for n in ("input", "windlass", "contact", "assemble", "solve", "project", "publish")},
    "solver": {"newton_mean": NUMBER, "newton_max": WHOLE, "cap_hits": WHOLE, "pivots": WHOLE, "phi_max_m": NUMBER, "tangent": TEXT,
               "linear": TEXT},
    "trust": {"trusted": FLAG, "why": TEXT, "advice": TEXT, "phi_max_m": NUMBER, "phi_limit_m": NUMBER,
              "phi_steps": WHOLE, "caps_in_a_row": WHOLE, "caps_limit": WHOLE, "law_refused_steps": WHOLE},
    "pull": {"text": TEXT, "steps": WHOLE, "time_s": NUMBER, "force_max_n": NUMBER, "ignored_steps": WHOLE},
    "contact": {"pairs_max": WHOLE, "regions_max": WHOLE, "points_max": WHOLE, "dropped": WHOLE},
    "allocations_in_loop": WHOLE, "state_hash": TEXT, "events": {}, "event_list": list,
    "outcome": {"housed": FLAG, "jammed": FLAG, "time_s": NUMBER, "chain_in_m": NUMBER, "peak_tension_n": NUMBER,
                "hull_impacts": WHOLE, "max_impact_n": NUMBER, "why": TEXT},
}
OF_SHIP = {"verdict": TEXT, "evidence": TEXT, "left_fluke_n": NUMBER, "right_fluke_n": NUMBER, "least_fluke_n": NUMBER}
OF_BRAKE = ("heat_j", "lining_c", "peak_lining_c", "peak_lining_s", "fades_c", "capacity_share", "least_capacity_share")
VERDICTS = {"anchor_lost", "housed", "wrong_way_round", "over_hauled", "jammed", "under_way", "hanging_in_pipe",
            "seated_askew", "off_tension", "stopped_by_operator", "short_of_power"}


def faults(found, contract, at=""):
    for key, kind in contract.items():
        path = f"{at}{key}"
        if key not in found:
            yield f"{path} is missing"
        elif isinstance(kind, dict):
            if not isinstance(found[key], dict):
                yield f"{path} is no object"
            else:
                yield from faults(found[key], kind, path + ".")
        elif kind is FLAG:
            if found[key] not in (True, False):
                yield f"{path} is {found[key]!r}"
        elif isinstance(found[key], bool) or not isinstance(found[key], kind):
            yield f"{path} is {found[key]!r}"


def check_contract(h, r):
    """Checks the report's keys and types; null is allowed only where the contract allows it."""
    r = {**r, "outcome": dict(r["outcome"])}
    if h.sanitized:
        check(r["allocations_in_loop"] is None, "allocations are not counted under sanitizers")
        r["allocations_in_loop"] = 0
    if not r["outcome"]["housed"]:
        check(r["outcome"]["time_s"] is None, "housed at", r["outcome"]["time_s"], "and not housed")
        r["outcome"]["time_s"] = 0.0
    wrong = list(faults(r, CONTRACT))
    if r["outcome"]["why"] != "a mechanism":
        wrong += faults(r["outcome"], OF_SHIP, "outcome.")
        check(isinstance(r.get("peaks"), list), "peaks:", r.get("peaks"))
        wrong += faults(r.get("brake", {}), dict.fromkeys(OF_BRAKE, NUMBER), "brake.")
        check(r["outcome"]["verdict"] in VERDICTS, "verdict:", r["outcome"]["verdict"])
        check(r["outcome"]["housed"] == (r["outcome"]["verdict"] == "housed"), "housed and", r["outcome"]["verdict"])
    check(not wrong, "\n".join(wrong))
    check(all(isinstance(n, int) for n in r["events"].values()), "events:", r["events"])
    spreads = [("work_ns", r["frame"]["work_ns"]), ("wakeup_ns", r["frame"]["wakeup_ns"]), *r["phase_ns"].items()]
    for name, s in spreads:
        check(0 <= s["p50"] <= s["p99"] <= s.get("p99_9", s["p99"]) <= s["max"], "out of order:", name, s)
    check(r["allocations_in_loop"] == 0, r["allocations_in_loop"], "allocations in the loop")
    check(r["solver"]["cap_hits"] < 0.01 * r["steps"], r["solver"]["cap_hits"], "steps at the Newton cap")
    check(r["trust"]["trusted"] and r["trust"]["why"] == "", r["trust"])
    check(0 < r["solver"]["phi_max_m"] <= 1e-5, "constraints are left by", r["solver"]["phi_max_m"], "m")
    check(close(r["sim_time_s"], r["steps"] * r["h_s"], 1e-9), r["sim_time_s"], r["steps"], r["h_s"])
