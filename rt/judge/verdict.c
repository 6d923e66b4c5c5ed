// SPDX-License-Identifier: MIT
// Names the outcome and writes its evidence.
#include "rt/judge/verdict.h"
#include "rt/base/line.h"

#define DEGREE (3.14159265358979323846 / 180)
#define JAM_MOVED 0.05 // move of the crown pin from the place of the jam, after which the anchor has come free [m]
#define FREE 50.0      // a fluke under a smaller load is free [N]

static bool head_bears(const outcome *o, const scenario *sc) {
    double least = outcome_least_fluke_load(o, sc);
    return seat_fluke_load(&o->last.seat, SEAT_LEFT) >= least || seat_fluke_load(&o->last.seat, SEAT_RIGHT) >= least;
}

static bool shackle_in_pipe(const outcome *o, const scenario *sc) {
    return o->shackle_depth > 0 && o->shackle_offset < 0.5 * sc->ship.pipe_bore;
}

// Whether the anchor is still where the motor stalled.
static bool is_at_jam(const outcome *o) { return o->was_jammed && fabs(o->pin_distance - o->jam_pin) < JAM_MOVED; }

// Verdict on an anchor at rest with the shank in the pipe and the motor not stalled.
static outcome_verdict judge_in_pipe(const outcome *o, const scenario *sc) {
    if (!head_bears(o, sc)) return OUTCOME_HANGING_IN_PIPE;
    bool askew = !outcome_flukes_bear(o, sc) || o->last.beside > 0 || !outcome_in_pose(o, sc);
    if (askew) return OUTCOME_SEATED_ASKEW;
    if (o->pin_distance <= sc->end.pin_distance) return OUTCOME_OFF_TENSION;
    return o->last.held ? OUTCOME_STOPPED : OUTCOME_SHORT_OF_POWER;
}

outcome_verdict outcome_judge(const outcome *o, const scenario *sc) {
    bool in_pipe = outcome_shank_in_pipe(o, sc), stands = outcome_has_held(o, sc, o->stopped_since);
    if (o->parted_s >= 0) return OUTCOME_ANCHOR_LOST;
    if (o->housed) return OUTCOME_HOUSED;
    if (shackle_in_pipe(o, sc) && outcome_into_hull(o, sc)) return OUTCOME_WRONG_WAY_ROUND;
    if (in_pipe && o->pin_distance < sc->end.pin_least) return OUTCOME_OVER_HAULED;
    if (o->jammed || (stands && is_at_jam(o))) return OUTCOME_JAMMED;
    if (in_pipe && outcome_has_held(o, sc, o->still_since)) return judge_in_pipe(o, sc);
    if (!stands || (in_pipe && outcome_seated(o, sc))) return OUTCOME_UNDER_WAY;
    return o->last.held ? OUTCOME_STOPPED : OUTCOME_SHORT_OF_POWER;
}

static const struct {
    const char *name, *words;
} verdict[OUTCOME_VERDICTS] = {
    [OUTCOME_ANCHOR_LOST] = {"anchor_lost", "anchor lost"},
    [OUTCOME_HOUSED] = {"housed", "housed"},
    [OUTCOME_WRONG_WAY_ROUND] = {"wrong_way_round", "wrong way round"},
    [OUTCOME_OVER_HAULED] = {"over_hauled", "over-hauled"},
    [OUTCOME_JAMMED] = {"jammed", "jammed"},
    [OUTCOME_UNDER_WAY] = {"under_way", "under way"},
    [OUTCOME_HANGING_IN_PIPE] = {"hanging_in_pipe", "hanging in the pipe"},
    [OUTCOME_SEATED_ASKEW] = {"seated_askew", "seated askew"},
    [OUTCOME_OFF_TENSION] = {"off_tension", "seated, tension out of its band"},
    [OUTCOME_STOPPED] = {"stopped_by_operator", "stopped by the operator"},
    [OUTCOME_SHORT_OF_POWER] = {"short_of_power", "short of power"},
};

const char *outcome_verdict_name(outcome_verdict v) { return verdict[v].name; }
const char *outcome_verdict_words(outcome_verdict v) { return verdict[v].words; }

// Evidence

// Side of the ship to which this half of the head points.
static const char *side_of(const outcome *o, int side) {
    vec3 a = vec3_scale(side == SEAT_LEFT ? -1 : 1, o->last.across);
    if (fabs(a.x) >= fabs(a.y)) return a.x > 0 ? "forward" : "after";
    return a.y > 0 ? "port" : "starboard";
}

static void add_flukes(text_line *l, const outcome *o) {
    for (int side = 0; side < SEAT_SIDES; side++) {
        char parts[160];
        double load = seat_fluke_load(&o->last.seat, side);
        seat_write_fluke(&o->last.seat, side, parts, sizeof parts);
        if (load < FREE)
            text_line_add(l, "; %s fluke free", side_of(o, side));
        else
            text_line_add(l, "; %s fluke bears %.1f kN (%s)", side_of(o, side), load / 1e3, parts);
    }
}

static void add_shank(text_line *l, const outcome *o) {
    char faces[160];
    if (seat_write_shank(&o->last.seat, 0, faces, sizeof faces)) text_line_add(l, "; shank on %s", faces);
}

static void add_askew(text_line *l, const outcome *o, const scenario *sc) {
    const char *next = "";
    if (!outcome_flukes_bear(o, sc)) {
        text_line_add(l, "a fluke bears less than %.1f kN", outcome_least_fluke_load(o, sc) / 1e3);
        next = ", ";
    }
    if (o->last.beside > 0) {
        text_line_add(l, "%s%d contacts beside the pocket", next, o->last.beside);
        next = ", ";
    }
    if (!outcome_in_pose(o, sc))
        text_line_add(l, "%shead folded by %.0f deg (stowed: %.0f within %.0f)", next, fabs(o->last.hinge) / DEGREE,
                      sc->end.stowed.hinge / DEGREE, sc->end.stowed.tolerance / DEGREE);
}

static void add_reason(text_line *l, const outcome *o, const scenario *sc, outcome_verdict v) {
    const outcome_input *in = &o->last;
    double least = outcome_least_fluke_load(o, sc) / 1e3;
    switch (v) {
    case OUTCOME_HOUSED:
        text_line_add(l, "at rest, both flukes bear at least %.1f kN", least);
        break;
    case OUTCOME_WRONG_WAY_ROUND:
        text_line_add(l, "flukes point %.0f deg into the hull",
                      asin(fmin(1, -vec3_dot(in->flukes, outcome_face(sc)))) / DEGREE);
        break;
    case OUTCOME_OVER_HAULED:
        text_line_add(l, "crown pin nearer to the mouth than %.2f m", sc->end.pin_least);
        break;
    case OUTCOME_JAMMED:
        text_line_add(l, o->jammed ? "motor stalled at %.0f %% of its pull" : "motor stalled here, now at %.0f %%",
                      100 * in->motor_share);
        break;
    case OUTCOME_UNDER_WAY:
        text_line_add(l, "chain at %.1f m/min, anchor at %.0f mm/s", 60 * in->chain_speed, 1e3 * in->anchor_speed);
        break;
    case OUTCOME_HANGING_IN_PIPE:
        text_line_add(l, "neither fluke bears %.1f kN", least);
        break;
    case OUTCOME_SEATED_ASKEW:
        add_askew(l, o, sc);
        break;
    case OUTCOME_OFF_TENSION:
        text_line_add(l, "tension expected within %.0f .. %.0f kN", sc->end.tension_min / 1e3,
                      sc->end.tension_max / 1e3);
        break;
    case OUTCOME_STOPPED:
        text_line_add(l, "the operator holds the chain short of home (crown pin at most %.2f m)", sc->end.pin_distance);
        break;
    case OUTCOME_SHORT_OF_POWER:
        text_line_add(l, "the operator heaves and the chain stands, the motor at %.0f %% of its pull",
                      100 * in->motor_share);
        break;
    default:
        break;
    }
}

void outcome_write_evidence(const outcome *o, const scenario *sc, char *text, size_t size) {
    text_line l = text_line_begin(text, size);
    outcome_verdict v = outcome_judge(o, sc);
    if (v == OUTCOME_ANCHOR_LOST) {
        outcome_write_loss(o, text, size);
        return;
    }
    add_reason(&l, o, sc, v);
    if (o->last.regions > 0) {
        add_flukes(&l, o);
        add_shank(&l, o);
        text_line_add(&l, "; head turned by %.0f deg", outcome_turn(o, sc) / DEGREE);
    }
    text_line_add(&l, "; crown pin %.2f m from the mouth, tension %.0f kN", o->pin_distance, o->last.tension / 1e3);
}
