// SPDX-License-Identifier: MIT
// Raises the deck's events: each when a value passes its threshold, with hysteresis or a dead time against chatter.
#include "rt/judge/deck_events.h"

#define DEGREE (3.14159265358979323846 / 180)

// The sequence of reports is that of seamanship. Stays follow the lead of the cable at the hawse: 30 and 60 deg below
// the horizontal, and within 5 deg of straight down. The anchor is in sight with the crown 0..2 m under the surface.
// Slack follows the criterion for lifting gear: a sling keeps a tenth of its static load (DNV-RP-N103, snap forces).
// The other thresholds are our assumptions.
deck_limits deck_limits_default(void) {
    return (deck_limits){.band = 0.1,
                         .sight = 1,
                         .medium_stay = 30 * DEGREE,
                         .short_stay = 60 * DEGREE,
                         .up_and_down = 85 * DEGREE,
                         .lead_band = 2 * DEGREE,
                         .loaded = 0.1,
                         .aweigh = 1,
                         .turned = 0.5,
                         .moved = 0.05,
                         .slack = 0.1,
                         .snap = 1.5,
                         .snap_time = 1,
                         .foul = 0.02,
                         .fouled = 1};
}

double deck_lead(vec3 direction) {
    return atan2(-direction.z, sqrt(direction.x * direction.x + direction.y * direction.y));
}

static deck_evidence common_evidence(const deck_input *in) {
    return (deck_evidence){.way = in->chain_speed < 0 ? -1 : 1,
                           .chain_out = in->chain_out,
                           .chain_speed = in->chain_speed,
                           .tension = in->tension};
}

static void raise_event(deck_log *k, rt_events *events, rt_event kind, const deck_input *in, int n, double a, double b,
                        double c) {
    deck_evidence e = common_evidence(in);
    e.n = n, e.a = a, e.b = b, e.c = c;
    k->own[kind - RT_EVENT_SHACKLE_IN_WATER] = e;
    *events |= RT_EVENT_BIT(kind);
}

// Returns +1 or -1 when the value passes zero upward or downward, else 0. A value that comes from `band` away passes at
// zero. A value that turned back earlier passes at `band` beyond zero.
static int detect_passage(deck_passage *p, double value, double band) {
    int side = value < 0 ? -1 : 1;
    bool beyond = fabs(value) >= band;
    if (p->side == 0) {
        *p = (deck_passage){side, beyond};
        return 0;
    }
    if (side == p->side) {
        if (beyond) p->armed = 1;
        return 0;
    }
    if (!p->armed && !beyond) return 0;
    *p = (deck_passage){side, beyond};
    return side;
}

// Judges the passages of a joining shackle, which moves through water, air, pipe, deck and lifter.
static void judge_mark(deck_log *k, const deck_def *d, const deck_input *in, int i, rt_events *events) {
    double outboard = in->chain_out - d->mark[i], band = d->limits.band;
    bool aboard = outboard < 0; // inboard of the lifter, so at least as far beyond deck and water
    int at_lifter = detect_passage(&k->at_lifter[i], outboard, band);
    int on_deck = detect_passage(&k->on_deck[i], aboard ? -outboard : in->along[i] - d->pipe_length, band);
    int in_water = detect_passage(&k->in_water[i], aboard ? -outboard : in->height[i], band);
    if (at_lifter) raise_event(k, events, RT_EVENT_SHACKLE_AT_LIFTER, in, i + 1, d->mark[i], 0, 0);
    if (on_deck) raise_event(k, events, RT_EVENT_SHACKLE_ON_DECK, in, i + 1, d->mark[i], 0, 0);
    if (in_water) raise_event(k, events, RT_EVENT_SHACKLE_IN_WATER, in, i + 1, d->mark[i], 0, 0);
}

static double static_load(const deck_def *d, const deck_input *in) {
    return d->anchor_weight + d->chain_weight * in->chain_out;
}

static int stay_of(const deck_limits *l, double lead, double band) {
    return lead >= l->up_and_down + band   ? DECK_UP_AND_DOWN
           : lead >= l->short_stay + band  ? DECK_SHORT_STAY
           : lead >= l->medium_stay + band ? DECK_MEDIUM_STAY
                                           : DECK_LONG_STAY;
}

// Judges the lead of the cable while the anchor is on the ground and the cable is under load.
static void judge_lead(deck_log *k, const deck_def *d, const deck_input *in, rt_events *events) {
    const deck_limits *l = &d->limits;
    double lead = deck_lead(in->lead);
    bool counts = in->grounded && in->tension > l->loaded * static_load(d, in);
    if (!in->grounded) k->stay = DECK_NO_STAY;
    if (!counts) return;
    int rising = stay_of(l, lead, 0), falling = stay_of(l, lead, -l->lead_band);
    int now = k->stay == DECK_NO_STAY || rising > k->stay ? rising : falling < k->stay ? falling : k->stay;
    if (now == k->stay) return;
    k->stay = now;
    raise_event(k, events, (rt_event)(RT_EVENT_LONG_STAY + now - DECK_LONG_STAY), in, 0, lead / DEGREE, 0, 0);
}

// Judges "aweigh": the anchor has had no ground contact for limits.aweigh.
static void judge_ground(deck_log *k, const deck_def *d, const deck_input *in, rt_events *events) {
    if (in->grounded) k->grounded = 1;
    k->left_ground = in->grounded || !k->grounded ? -1 : k->left_ground < 0 ? in->t : k->left_ground;
    if (k->left_ground < 0 || in->t - k->left_ground < d->limits.aweigh) return;
    k->grounded = 0;
    raise_event(k, events, RT_EVENT_AWEIGH, in, 0, k->left_ground, static_load(d, in), 0);
}

// Judges whether the anchor is foul: off the ground, the chain bears on it elsewhere than at the shackle. A stretch
// that only brushes the anchor, or swings against it for a moment, does not count.
static void judge_foul(deck_log *k, const deck_def *d, const deck_input *in) {
    const bool bears = !in->grounded && in->foul_load > d->limits.foul * d->anchor_weight;
    if (bears == (k->foul > 0)) {
        k->foul_turns = -1;
        return;
    }
    if (k->foul_turns < 0) k->foul_turns = in->t;
    if (in->t - k->foul_turns >= d->limits.fouled) k->foul = bears;
}

// Load of the chain on the anchor as the officer reports it: 0 from a clear anchor, NaN without that contact.
static double foul_load(const deck_log *k, const deck_input *in) {
    return isnan(in->foul_load) || k->foul ? in->foul_load : 0;
}

static void judge_anchor(deck_log *k, const deck_def *d, const deck_input *in, rt_events *events) {
    const deck_limits *l = &d->limits;
    int sight = detect_passage(&k->sight, in->crown_z + l->sight, l->band);
    int clear = detect_passage(&k->clear, in->lowest_z, l->band);
    double inside = in->shackle_offset < d->pipe_bore ? in->shackle_depth : -fmax(l->band, fabs(in->shackle_depth));
    int hawse = detect_passage(&k->hawse, inside, l->band);
    if (sight > 0) raise_event(k, events, RT_EVENT_IN_SIGHT, in, 0, in->crown_z, foul_load(k, in), in->foul_chain);
    if (clear > 0) raise_event(k, events, RT_EVENT_CLEAR_OF_WATER, in, 0, in->lowest_z, 0, 0);
    if (hawse > 0) raise_event(k, events, RT_EVENT_AT_HAWSE, in, 0, in->shackle_depth, in->shackle_offset, 0);
}

// Judges "wrong way round": at the hawse with the flukes into the hull for limits.turned, which is longer than a swing
// takes. One event until the flukes point outboard again or the anchor leaves the hawse.
static void judge_flukes(deck_log *k, const deck_def *d, const deck_input *in, rt_events *events) {
    bool into = k->hawse.side > 0 && in->flukes_in > DECK_INTO_HULL;
    if (k->hawse.side < 0 || in->flukes_in < 0.5 * DECK_INTO_HULL) k->turned = 0;
    k->turned_since = !into ? -1 : k->turned_since < 0 ? in->t : k->turned_since;
    if (k->turned || k->turned_since < 0 || in->t - k->turned_since < d->limits.turned) return;
    k->turned = 1;
    raise_event(k, events, RT_EVENT_WRONG_WAY_ROUND, in, 0, asin(fmin(1, in->flukes_in)) / DEGREE, in->pin_distance, 0);
}

// Judges "dislodged": a housed anchor moves although the chain is held. A move while the operator pays out chain is no
// event.
static void judge_housed(deck_log *k, const deck_def *d, const deck_input *in, rt_events *events) {
    if (in->housed && !k->housed) k->housed_at = in->pin_distance;
    if (in->housed) k->housed = 1;
    double moved = in->pin_distance - k->housed_at;
    if (!k->housed || in->housed || moved < d->limits.moved) return;
    k->housed = 0;
    if (in->held) raise_event(k, events, RT_EVENT_DISLODGED, in, 0, in->pin_distance, moved, 0);
}

// Judges "snap load": slack, and within snap_time after it a peak. The event is raised when the tension has fallen
// below 0.9 of the peak, or after snap_time.
static void judge_tension(deck_log *k, const deck_def *d, const deck_input *in, rt_events *events) {
    const deck_limits *l = &d->limits;
    double load = static_load(d, in);
    if (in->tension < l->slack * load) {
        k->slack_least = k->slack ? fmin(k->slack_least, in->tension) : in->tension;
        k->slack = 1;
        k->slack_ended = -1;
        return;
    }
    if (k->slack) k->slack_ended = in->t, k->peak = 0;
    k->slack = 0;
    if (k->slack_ended < 0) return;
    if (in->tension > k->peak) k->peak = in->tension, k->peak_at = in->t;
    bool snaps = k->peak > l->snap * load, over = in->t - k->slack_ended > l->snap_time;
    if (snaps && (over || in->tension < 0.9 * k->peak))
        raise_event(k, events, RT_EVENT_SNAP_LOAD, in, 0, k->peak, k->slack_least, k->peak_at - k->slack_ended);
    else if (!over)
        return;
    k->slack_ended = -1;
}

void deck_log_init(deck_log *k, const deck_def *def, const deck_input *in) {
    rt_events nothing = 0;
    *k = (deck_log){.left_ground = -1, .turned_since = -1, .slack_ended = -1, .foul_turns = -1, .housed = in->housed};
    k->housed_at = in->pin_distance;
    deck_log_update(k, def, in, &nothing);
    for (int i = 0; i < DECK_KINDS; i++) k->own[i] = (deck_evidence){0};
}

void deck_log_update(deck_log *k, const deck_def *def, const deck_input *in, rt_events *events) {
    k->last = *in;
    for (int i = 0; i < def->marks; i++) judge_mark(k, def, in, i, events);
    judge_lead(k, def, in, events);
    judge_ground(k, def, in, events);
    judge_foul(k, def, in);
    judge_anchor(k, def, in, events);
    judge_flukes(k, def, in, events);
    judge_housed(k, def, in, events);
    judge_tension(k, def, in, events);
}

deck_evidence deck_evidence_of(const deck_log *k, rt_event kind) {
    if (kind >= RT_EVENT_SHACKLE_IN_WATER && kind <= RT_EVENT_SNAP_LOAD)
        return k->own[kind - RT_EVENT_SHACKLE_IN_WATER];
    deck_evidence e = common_evidence(&k->last);
    if (kind == RT_EVENT_HOUSED) e.a = k->last.pin_distance, e.b = k->last.regions, e.c = k->last.fluke_load;
    if (kind == RT_EVENT_JAMMED) e.a = k->last.pin_distance, e.b = k->last.motor_load;
    if (kind == RT_EVENT_HULL_IMPACT) e.a = k->last.impact_force;
    return e;
}
