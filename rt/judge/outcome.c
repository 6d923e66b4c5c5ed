// SPDX-License-Identifier: MIT
// Judges "housed" and "jammed". Housed (seamanship's "home"): enough contact regions, none beside the pocket, shank in
// the pipe, crown pin home, tension in its band, at rest for end.hold. Jammed: for end.hold the motor pulls near its
// limit with the brake open, the chain does not move, and the anchor is not home.
#include "rt/judge/outcome.h"
#include "rt/judge/deck_events.h"
#include <stdio.h>

#define STALL_SHARE 0.9   // motor torque over its limit above which the motor counts as stalled
#define STALL_SPEED 0.002 // chain speed below which the chain counts as stopped [m/s]

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

static void measure(outcome *o, const scenario *sc, const outcome_input *in) {
    vec3 axis = vec3_unit(vector(sc->ship.pipe_axis)), mouth = vector(sc->ship.mouth);
    vec3 shackle = vec3_sub(in->shackle, mouth);
    o->pin_distance = -vec3_dot(vec3_sub(in->pin, mouth), axis);
    o->shackle_depth = vec3_dot(shackle, axis);
    o->shackle_offset = vec3_norm(vec3_madd(shackle, -o->shackle_depth, axis));
    o->last = *in;
}

static bool shank_in_pipe(const outcome *o, const scenario *sc) {
    return o->shackle_depth > 0.5 * sc->anchor.shackle && o->shackle_offset < 0.5 * sc->ship.pipe_bore;
}

static bool is_home(const outcome *o, const scenario *sc) {
    return o->pin_distance <= sc->end.pin_distance && shank_in_pipe(o, sc) && o->last.regions >= sc->end.regions &&
           o->last.beside == 0;
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
                   .stalled_since = -1,
                   .chain_out_start = in->chain_out,
                   .parted_s = -1};
    measure(o, sc, in);
}

// Records the peak load of the chain, and the time at which it parts.
static void record_chain_load(outcome *o, const outcome_input *in) {
    if (in->breaking_share > o->peak_breaking_share) {
        o->peak_breaking_share = in->breaking_share;
        o->peak_link = in->worst_link;
    }
    if (in->parted && o->parted_s < 0) o->parted_s = in->t;
}

void outcome_update(outcome *o, const scenario *sc, const outcome_input *in, rt_events *events) {
    if (!o->started) outcome_init(o, sc, in);
    measure(o, sc, in);
    o->chain_in_m = o->chain_out_start - in->chain_out;
    o->peak_tension_n = fmax(o->peak_tension_n, in->tension);
    o->max_impact_n = fmax(o->max_impact_n, in->impact_force);
    o->hull_impacts += (uint64_t)in->impacts;
    record_chain_load(o, in);

    bool was_housed = o->housed, was_jammed = o->jammed;
    o->quiet_since = update_since(o->quiet_since, !in->parted && is_home(o, sc) && is_at_rest(o, sc), in->t);
    o->housed = o->quiet_since >= 0 && in->t - o->quiet_since >= sc->end.hold;
    bool pulls = in->motor_share > STALL_SHARE && fabs(in->chain_speed) < STALL_SPEED;
    bool stalled = pulls && in->brake == 0 && !in->parted && !is_home(o, sc);
    o->stalled_since = update_since(o->stalled_since, stalled, in->t);
    o->jammed = o->stalled_since >= 0 && in->t - o->stalled_since >= sc->end.hold;
    if (o->jammed) o->was_jammed = true;
    if (o->housed && o->time_s < 0) o->time_s = in->t;
    if (o->housed && !was_housed) *events |= RT_EVENT_BIT(RT_EVENT_HOUSED);
    if (o->jammed && !was_jammed) *events |= RT_EVENT_BIT(RT_EVENT_JAMMED);
}

bool outcome_needs_attention(const outcome *o, const scenario *sc) {
    bool near = o->pin_distance < 2 * sc->anchor.shackle; // twice the shank's length: the whole anchor is in sight
    return near || o->parted_s >= 0 || o->housed || o->jammed || o->last.motor_share > STALL_SHARE;
}

void outcome_explain(const outcome *o, const scenario *sc, char *text, size_t size) {
    size_t n = 0;
    if (o->parted_s >= 0) {
        snprintf(text, size, "anchor lost: link %d parted at %.1f s, at its breaking load", o->last.parted,
                 o->parted_s);
        return;
    }
    if (o->housed) {
        snprintf(text, size, "housed: crown pin %.2f m from the mouth, %d contact regions, tension %.0f kN",
                 o->pin_distance, o->last.regions, o->last.tension / 1e3);
        return;
    }
#define ADD(...)                                                                                                       \
    do {                                                                                                               \
        int w = snprintf(text + n, size - n, __VA_ARGS__);                                                             \
        n = w < 0 || n + (size_t)w >= size ? size - 1 : n + (size_t)w;                                                 \
    } while (0)
    ADD("not housed:");
    if (o->jammed) ADD(" motor stalled;");
    if (o->last.motor_share > STALL_SHARE && o->last.brake > 0) ADD(" motor pulls against the brake;");
    if (o->pin_distance > sc->end.pin_distance)
        ADD(" crown pin %.2f m from the mouth (at most %.2f);", o->pin_distance, sc->end.pin_distance);
    if (vec3_dot(o->last.flukes, vec3_unit(vector(sc->ship.face_normal))) < -DECK_INTO_HULL)
        ADD(" flukes point into the hull;");
    if (!shank_in_pipe(o, sc)) ADD(" shank not in the pipe;");
    if (o->last.regions < sc->end.regions) ADD(" %d contact regions (at least %d);", o->last.regions, sc->end.regions);
    if (o->last.beside > 0) ADD(" bears on the shell beside the pocket;");
    if (o->last.anchor_speed >= sc->end.speed) ADD(" moving at %.0f mm/s;", 1e3 * o->last.anchor_speed);
    if (o->last.tension < sc->end.tension_min) ADD(" tension %.0f kN too low;", o->last.tension / 1e3);
    if (o->last.tension > sc->end.tension_max) ADD(" tension %.0f kN too high;", o->last.tension / 1e3);
    if (n > 0 && text[n - 1] == ';')
        text[n - 1] = 0;
    else
        ADD(" not yet at rest for %.0f s", sc->end.hold);
#undef ADD
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
