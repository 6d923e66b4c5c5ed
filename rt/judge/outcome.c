// SPDX-License-Identifier: MIT
// Judges "housed" and "jammed". Housed (seamanship's "home"): the shank in the pipe, the crown pin between its limits,
// each fluke on the hull with its least load, nothing on the shell beside the pocket, the tension in its band, at rest
// for end.hold. It ends with the seat, or once the anchor has not been at rest for end.hold: an eased lever moves it
// for a moment. Jammed: for end.hold the motor pulls near its limit with the brake open, the chain does not move, and
// the anchor is not seated.
#include "rt/judge/outcome.h"
#include "rt/base/line.h"
#include "rt/judge/deck_events.h"
#include <stdio.h>

#define DEGREE (3.14159265358979323846 / 180)
#define STALL_SHARE 0.9   // motor torque over its limit above which the motor counts as stalled
#define STALL_SPEED 0.002 // chain speed below which the chain counts as stopped [m/s]

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

vec3 outcome_face(const scenario *sc) { return vec3_unit(vector(sc->ship.face_normal)); }

static void measure(outcome *o, const scenario *sc, const outcome_input *in) {
    vec3 axis = vec3_unit(vector(sc->ship.pipe_axis)), mouth = vector(sc->ship.mouth);
    vec3 shackle = vec3_sub(in->shackle, mouth);
    o->pin_distance = -vec3_dot(vec3_sub(in->pin, mouth), axis);
    o->shackle_depth = vec3_dot(shackle, axis);
    o->shackle_offset = vec3_norm(vec3_madd(shackle, -o->shackle_depth, axis));
    o->last = *in;
}

bool outcome_shank_in_pipe(const outcome *o, const scenario *sc) {
    return o->shackle_depth > 0.5 * sc->anchor.shackle && o->shackle_offset < 0.5 * sc->ship.pipe_bore;
}

double outcome_least_fluke_load(const outcome *o, const scenario *sc) {
    return sc->end.fluke_load > 0 ? sc->end.fluke_load : SEAT_LEAST_SHARE * o->last.weight;
}

bool outcome_flukes_bear(const outcome *o, const scenario *sc) {
    double least = outcome_least_fluke_load(o, sc);
    return seat_fluke_load(&o->last.seat, SEAT_LEFT) >= least && seat_fluke_load(&o->last.seat, SEAT_RIGHT) >= least;
}

double outcome_turn(const outcome *o, const scenario *sc) {
    vec3 level = vec3_unit(vec3_cross(vec3_make(0, 0, 1), outcome_face(sc)));
    return acos(fmin(1, fabs(vec3_dot(o->last.across, level))));
}

// The head folds to either side, so the hinge angle counts without its sign.
bool outcome_in_pose(const outcome *o, const scenario *sc) {
    double most = sc->end.stowed.tolerance;
    if (!(most > 0)) return true;
    return fabs(fabs(o->last.hinge) - sc->end.stowed.hinge) <= most && outcome_turn(o, sc) <= most;
}

bool outcome_into_hull(const outcome *o, const scenario *sc) {
    return vec3_dot(o->last.flukes, outcome_face(sc)) < -DECK_INTO_HULL;
}

bool outcome_seated(const outcome *o, const scenario *sc) {
    bool in_place = o->pin_distance >= sc->end.pin_least && o->pin_distance <= sc->end.pin_distance;
    return in_place && outcome_shank_in_pipe(o, sc) && outcome_flukes_bear(o, sc) && o->last.beside == 0 &&
           !outcome_into_hull(o, sc) && outcome_in_pose(o, sc);
}

bool outcome_has_held(const outcome *o, const scenario *sc, double since) {
    return since >= 0 && o->last.t - since >= sc->end.hold;
}

static bool is_at_rest(const outcome *o, const scenario *sc) {
    return o->last.anchor_speed < sc->end.speed && o->last.tension >= sc->end.tension_min &&
           o->last.tension <= sc->end.tension_max;
}

// Updates the time at which a condition began to hold; negative while it does not hold.
static double update_since(double start, bool holds, double t) { return !holds ? -1 : start < 0 ? t : start; }

void outcome_init(outcome *o, const scenario *sc, const outcome_input *in) {
    *o = (outcome){.started = true,
                   .time_s = -1,
                   .quiet_since = -1,
                   .restless_since = -1,
                   .stalled_since = -1,
                   .still_since = -1,
                   .stopped_since = -1,
                   .chain_out_start = in->chain_out,
                   .peak_lining_c = in->lining,
                   .peak_lining_s = in->t,
                   .least_brake_share = in->brake_share,
                   .parted_s = -1};
    measure(o, sc, in);
}

// Records the peak load of the chain, and the time at which it parts.
static void record_chain_load(outcome *o, const outcome_input *in) {
    if (in->breaking_share > o->peak_breaking_share) {
        o->peak_breaking_share = in->breaking_share;
        o->peak_breaking_s = in->t;
        o->peak_link = in->worst_link;
    }
    if ((in->parted || in->end_parted) && o->parted_s < 0) o->parted_s = in->t;
}

// Records the largest tension and force, with time and place.
static void record_peaks(outcome *o, const outcome_input *in) {
    if (in->tension > o->peak_tension_n) o->peak_tension_n = in->tension, o->peak_tension_s = in->t;
    if (in->impact_force <= o->max_impact_n) return;
    o->max_impact_n = in->impact_force;
    o->max_impact_s = in->t;
    o->max_impact_at = in->impact_at;
    o->max_impact_part = in->impact_part;
    o->max_impact_face = in->impact_face;
}

// Records the hottest lining and the largest loads of the bitter end and of soil.
static void record_windlass(outcome *o, const outcome_input *in) {
    if (in->bitter_end > o->peak_bitter_end_n) o->peak_bitter_end_n = in->bitter_end, o->peak_bitter_end_s = in->t;
    if (in->soil > o->peak_soil_kg) o->peak_soil_kg = in->soil, o->peak_soil_s = in->t;
    if (in->lining > o->peak_lining_c) o->peak_lining_c = in->lining, o->peak_lining_s = in->t;
    o->least_brake_share = fmin(o->least_brake_share, in->brake_share);
}

static void judge_housed(outcome *o, const scenario *sc, rt_events *events) {
    bool before = o->housed, seated = o->parted_s < 0 && outcome_seated(o, sc), quiet = seated && is_at_rest(o, sc);
    o->quiet_since = update_since(o->quiet_since, quiet, o->last.t);
    o->restless_since = update_since(o->restless_since, !quiet, o->last.t);
    bool over = !seated || outcome_has_held(o, sc, o->restless_since);
    o->housed = before ? !over : outcome_has_held(o, sc, o->quiet_since);
    if (o->housed && o->time_s < 0) o->time_s = o->last.t;
    if (o->housed && !before) *events |= RT_EVENT_BIT(RT_EVENT_HOUSED);
}

static void judge_jammed(outcome *o, const scenario *sc, rt_events *events) {
    const outcome_input *in = &o->last;
    bool before = o->jammed, pulls = in->motor_share > STALL_SHARE && fabs(in->chain_speed) < STALL_SPEED;
    bool stalled = pulls && in->brake == 0 && o->parted_s < 0 && !outcome_seated(o, sc);
    o->stalled_since = update_since(o->stalled_since, stalled, in->t);
    o->jammed = outcome_has_held(o, sc, o->stalled_since);
    if (o->jammed) o->was_jammed = true, o->jam_pin = o->pin_distance;
    if (o->jammed && !before) *events |= RT_EVENT_BIT(RT_EVENT_JAMMED);
}

void outcome_update(outcome *o, const scenario *sc, const outcome_input *in, rt_events *events) {
    if (!o->started) outcome_init(o, sc, in);
    measure(o, sc, in);
    o->chain_in_m = o->chain_out_start - in->chain_out;
    record_peaks(o, in);
    record_windlass(o, in);
    o->hull_impacts += (uint64_t)in->impacts;
    record_chain_load(o, in);

    o->still_since = update_since(o->still_since, in->anchor_speed < sc->end.speed, in->t);
    o->stopped_since = update_since(o->stopped_since, fabs(in->chain_speed) < STALL_SPEED, in->t);
    judge_housed(o, sc, events);
    judge_jammed(o, sc, events);
}

bool outcome_needs_attention(const outcome *o, const scenario *sc) {
    bool near = o->pin_distance < 2 * sc->anchor.shackle; // twice the shank's length: the whole anchor is in sight
    return near || o->parted_s >= 0 || o->housed || o->jammed || o->last.motor_share > STALL_SHARE;
}

void outcome_write_loss(const outcome *o, char *text, size_t size) {
    if (o->last.parted)
        snprintf(text, size, "link %d parted at %.1f s, at its breaking load", o->last.parted, o->parted_s);
    else
        snprintf(text, size, "the bitter end parted at %.1f s, and all chain ran out", o->parted_s);
}

static void add_reasons_of_place(text_line *l, const outcome *o, const scenario *sc) {
    double beyond = o->pin_distance - sc->end.pin_distance, over = sc->end.pin_least - o->pin_distance;
    if (o->jammed) text_line_add_whole(l, " motor stalled;");
    if (o->last.motor_share > STALL_SHARE && o->last.brake > 0)
        text_line_add_whole(l, " motor pulls against the brake;");
    if (beyond > 0) text_line_add_whole(l, " anchor %.2f m short of home;", beyond);
    if (over > 0) text_line_add_whole(l, " anchor over-hauled by %.2f m;", over);
    if (outcome_into_hull(o, sc)) text_line_add_whole(l, " flukes point into the hull;");
    if (!outcome_shank_in_pipe(o, sc)) text_line_add_whole(l, " shank not in the pipe;");
}

static void add_reasons_of_bearing(text_line *l, const outcome *o, const scenario *sc) {
    const double load[] = {seat_fluke_load(&o->last.seat, SEAT_LEFT), seat_fluke_load(&o->last.seat, SEAT_RIGHT)};
    if (!outcome_flukes_bear(o, sc))
        text_line_add_whole(l, " flukes bear %.1f and %.1f kN (least %.1f each);", load[0] / 1e3, load[1] / 1e3,
                            outcome_least_fluke_load(o, sc) / 1e3);
    if (!outcome_in_pose(o, sc))
        text_line_add_whole(l, " head folded %.0f deg, turned %.0f (stowed %.0f and 0, within %.0f);",
                            fabs(o->last.hinge) / DEGREE, outcome_turn(o, sc) / DEGREE, sc->end.stowed.hinge / DEGREE,
                            sc->end.stowed.tolerance / DEGREE);
    if (o->last.beside > 0) text_line_add_whole(l, " bears on the shell beside the pocket;");
}

static void add_reasons_of_rest(text_line *l, const outcome *o, const scenario *sc) {
    if (o->last.anchor_speed >= sc->end.speed)
        text_line_add_whole(l, " moving at %.0f mm/s;", 1e3 * o->last.anchor_speed);
    if (o->last.tension < sc->end.tension_min)
        text_line_add_whole(l, " tension %.0f kN (least %.0f);", o->last.tension / 1e3, sc->end.tension_min / 1e3);
    if (o->last.tension > sc->end.tension_max)
        text_line_add_whole(l, " tension %.0f kN (limit %.0f);", o->last.tension / 1e3, sc->end.tension_max / 1e3);
}

void outcome_explain(const outcome *o, const scenario *sc, char *text, size_t size) {
    text_line l = text_line_begin(text, size);
    if (o->parted_s >= 0) {
        text_line_add(&l, "anchor lost: ");
        outcome_write_loss(o, text + l.n, size - l.n);
        return;
    }
    if (o->housed) {
        text_line_add(&l, "housed: flukes bear %.0f and %.0f kN, tension %.0f kN",
                      seat_fluke_load(&o->last.seat, SEAT_LEFT) / 1e3, seat_fluke_load(&o->last.seat, SEAT_RIGHT) / 1e3,
                      o->last.tension / 1e3);
        text_line_add_whole(&l, ", crown pin %.2f m from the mouth", o->pin_distance);
        return;
    }
    text_line_add(&l, "not housed:");
    add_reasons_of_place(&l, o, sc);
    add_reasons_of_bearing(&l, o, sc);
    add_reasons_of_rest(&l, o, sc);
    if (l.n > 0 && text[l.n - 1] == ';')
        text[l.n - 1] = 0;
    else
        text_line_add(&l, " not yet at rest for %.0f s", sc->end.hold);
}

void outcome_write(const outcome *o, rt_json *j) {
    rt_json_bool(j, "housed", o->housed);
    rt_json_bool(j, "jammed", o->was_jammed);
    rt_json_number(j, "time_s", o->time_s >= 0 ? o->time_s : (double)NAN);
    rt_json_number(j, "chain_in_m", o->chain_in_m);
    rt_json_number(j, "peak_tension_n", o->peak_tension_n);
    rt_json_int(j, "hull_impacts", (int64_t)o->hull_impacts);
    rt_json_number(j, "max_impact_n", o->max_impact_n);
    rt_json_number(j, "pin_distance_m", o->pin_distance);
    rt_json_int(j, "regions", o->last.regions);
    rt_json_number(j, "tension_n", o->last.tension);
}
