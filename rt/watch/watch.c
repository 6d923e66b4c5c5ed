// SPDX-License-Identifier: MIT
#include "rt/watch/watch.h"
#include <math.h>
#include <string.h>

// Margin: a position that a ship's receiver shows in coastal waters is within 10 m in 95 % (IMO resolution A.1046(27)).
// An anchor is aweigh as in the deck's events (rt/judge/deck_events.c). The other thresholds are our assumptions: 10 m
// is beyond the way on which a stockless anchor digs in, three to five lengths of its flukes; 0.25 m in 10 s is less
// than the speed of a ship that the wind sets down on a slack chain.
watch_limits watch_limits_default(void) {
    return (watch_limits){.margin = 10,
                          .band = 5,
                          .own = 10,
                          .settle = 10,
                          .opens = 0.25,
                          .still = 0.02,
                          .laid = 0.7,
                          .veered = 2,
                          .hove = 5,
                          .aweigh = 1,
                          .track_m = 0.5};
}

static double between(vec3 a, vec3 b) { return hypot(a.x - b.x, a.y - b.y); }

// Pythagoras on the taut chain. A catenary is shorter, so that a ship rides within it.
double watch_scope(double outboard, double height) {
    return outboard > height ? sqrt(outboard * outboard - height * height) : 0;
}

// Swing circle: scope and length of the ship. Drag circle: scope and distance from the hawse to the place by which
// the position is taken. Both about the anchor (US Navy, NAVEDTRA 14221 Quartermaster 3 & 2, Precision Anchoring, which
// takes the whole chain for the scope).
double watch_swing(const watch_def *d, const watch_input *in) {
    return watch_scope(in->outboard, in->height) + d->to_stern;
}

double watch_limit(const watch_def *d, const watch_input *in) {
    return watch_scope(in->outboard, in->height) + d->to_antenna + d->limits.margin;
}

double anchor_watch_dragged(const anchor_watch *w) {
    return w->state == DYN_WATCH_OFF ? 0 : between(w->last.anchor, w->from);
}

double anchor_watch_off(const anchor_watch *w) {
    return w->state == DYN_WATCH_OFF ? 0 : between(w->last.antenna, w->centre);
}

static void enter(anchor_watch *w, int32_t state, const watch_input *in) {
    w->state = state;
    w->extreme = in->outboard;
    w->quiet_s = in->t, w->quiet_m = between(in->hawse, w->centre);
}

// The anchor is on the bottom: a new watch about the place of this centre.
static void begin(anchor_watch *w, const watch_input *in, vec3 centre) {
    w->dropped = w->from = in->anchor;
    w->centre = centre;
    w->outside = w->drags = w->alarmed = w->n_track = 0;
    enter(w, DYN_WATCH_LAYING, in);
}

void anchor_watch_init(anchor_watch *w, const watch_def *d, const watch_input *in) {
    memset(w, 0, sizeof *w);
    w->off_ground = in->grounded ? -1 : in->t;
    w->brought_up_s = w->alarm_s = w->alarm_m = w->drags_s = (double)NAN;
    w->track_step = d->limits.track_m;
    w->last = *in;
    if (in->grounded) begin(w, in, in->anchor);
}

// Begins the watch when the anchor comes to the bottom, and ends it when the anchor is aweigh.
static void judge_ground(anchor_watch *w, const watch_def *d, const watch_input *in) {
    if (in->grounded && w->state == DYN_WATCH_OFF) begin(w, in, in->hawse), w->track_step = d->limits.track_m;
    if (in->grounded) w->off_ground = -1;
    if (!in->grounded && w->off_ground < 0) w->off_ground = in->t;
    if (w->state == DYN_WATCH_OFF || w->off_ground < 0 || in->t - w->off_ground < d->limits.aweigh) return;
    w->state = DYN_WATCH_OFF;
    w->outside = w->drags = 0;
}

// The place of the anchor as the bridge knows it after the ship has dragged: the horizontal scope from the hawse, along
// the lead of the chain.
static vec3 laid_off(const watch_input *in) {
    double level = hypot(in->lead.x, in->lead.y), scope = watch_scope(in->outboard, in->height);
    if (level == 0) return in->hawse;
    return vec3_make(in->hawse.x + scope * in->lead.x / level, in->hawse.y + scope * in->lead.y / level, in->anchor.z);
}

// The bridge takes the place where she lies now for good: new centre, no alarm; the anchor's way counts from here.
static void set_anew(anchor_watch *w, const watch_input *in) {
    w->centre = laid_off(in);
    w->from = in->anchor;
    w->alarmed = w->outside = w->drags = 0;
    w->set++;
    enter(w, w->state, in);
}

static void bring_up(anchor_watch *w, const watch_input *in, rt_events *events) {
    if (w->alarmed) w->centre = laid_off(in);
    w->from = in->anchor;
    w->alarmed = w->outside = w->drags = 0;
    w->times++;
    w->brought_up_s = in->t;
    enter(w, DYN_WATCH_BROUGHT_UP, in);
    *events |= RT_EVENT_BIT(RT_EVENT_BROUGHT_UP);
}

// Whether the ship has not opened from the anchor for the settling time, with the chain held and laid out.
static bool is_quiet(anchor_watch *w, const watch_def *d, const watch_input *in) {
    const watch_limits *l = &d->limits;
    double open = between(in->hawse, w->centre);
    bool laid = open >= l->laid * watch_scope(in->outboard, in->height) && in->outboard > in->height;
    if (fabs(in->chain_speed) > l->still || open > w->quiet_m + l->opens || !laid)
        w->quiet_s = in->t, w->quiet_m = open;
    return in->t - w->quiet_s >= l->settle;
}

// Follows the chain: paid out, hove in, or held.
static void judge_chain(anchor_watch *w, const watch_def *d, const watch_input *in, rt_events *events) {
    const watch_limits *l = &d->limits;
    const double out = in->outboard;
    switch (w->state) {
    case DYN_WATCH_LAYING:
        w->extreme = fmax(w->extreme, out);
        if (out < w->extreme - l->hove)
            enter(w, DYN_WATCH_WEIGHING, in);
        else if (is_quiet(w, d, in))
            bring_up(w, in, events);
        break;
    case DYN_WATCH_BROUGHT_UP:
        if (out > w->extreme + l->veered) enter(w, DYN_WATCH_LAYING, in);
        if (out < w->extreme - l->hove) enter(w, DYN_WATCH_WEIGHING, in);
        break;
    default:
        w->extreme = fmin(w->extreme, out);
        if (out > w->extreme + l->veered) enter(w, DYN_WATCH_LAYING, in);
    }
}

// The anchor by its own way, which the instructor sees.
static void judge_anchor(anchor_watch *w, const watch_def *d, const watch_input *in, rt_events *events) {
    double way = between(in->anchor, w->from);
    w->dragged_most = fmax(w->dragged_most, way);
    if (w->drags || way < d->limits.own) return;
    w->drags = 1;
    if (isnan(w->drags_s)) w->drags_s = in->t;
    *events |= RT_EVENT_BIT(RT_EVENT_ANCHOR_DRAGS);
}

// The ship by her position, which the bridge sees. A ship that weighs goes to her anchor: no alarm.
static void judge_ship(anchor_watch *w, const watch_def *d, const watch_input *in) {
    double off = between(in->antenna, w->centre), over = off - watch_limit(d, in);
    w->off_most = fmax(w->off_most, off);
    if (w->state == DYN_WATCH_WEIGHING || over < -d->limits.band) w->outside = 0;
    if (w->state == DYN_WATCH_WEIGHING) return;
    w->over_most = w->over_most == 0 ? over : fmax(w->over_most, over);
    if (over <= 0 || w->outside) return;
    w->outside = w->alarmed = 1;
    if (isnan(w->alarm_s)) w->alarm_s = in->t, w->alarm_m = between(in->anchor, w->from);
}

// Adds the antenna's place once it has moved; a full track loses every other point.
static void add_track(anchor_watch *w, vec3 at) {
    int n = w->n_track;
    if (n > 0 && hypot(at.x - (double)w->track[n - 1][0], at.y - (double)w->track[n - 1][1]) < w->track_step) return;
    if (n == DYN_TRACK) {
        n = DYN_TRACK / 2;
        for (int k = 0; k < n; k++) memcpy(w->track[k], w->track[2 * k], sizeof w->track[k]);
        w->track_step *= 2;
    }
    w->track[n][0] = (float)at.x, w->track[n][1] = (float)at.y;
    w->n_track = n + 1;
}

void anchor_watch_update(anchor_watch *w, const watch_def *d, const watch_input *in, rt_events *events) {
    const bool asked = in->set != w->last.set;
    w->last = *in;
    judge_ground(w, d, in);
    if (w->state == DYN_WATCH_OFF) return;
    if (asked) set_anew(w, in);
    judge_chain(w, d, in, events);
    judge_anchor(w, d, in, events);
    judge_ship(w, d, in);
    add_track(w, in->antenna);
}
