// SPDX-License-Identifier: MIT
// The newest values: filled from a snapshot by the main thread, written as JSON by the server's.
#include "rt/file/json.h"
#include "rt/file/text.h"
#include "rt/station/private.h"
#include <math.h>
#include <stdlib.h>

// ---- main thread
// -----------------------------------------------------------------------------------------------------

void station_fill(station_values *v, const station_desk *desk, const dyn_snapshot *now) {
    const dyn_gauges *g = &now->gauges, shown = dyn_gauges_shown(g);
    const dyn_snapshot_conning *c = &now->ship.conning;
    const dyn_snapshot_watch *w = &now->watch;
    session *s = desk->s;
    const bool deck = s->sim.kind->has_windlass;
#define STATION_VALUE(name, label, unit, value) v->number[STATION_##name] = deck ? (value) : ABSENT;
    STATION_CHANNELS(STATION_VALUE)
#undef STATION_VALUE
    v->frame = now->frame;
    v->t = now->t;
    v->run = desk->run;
    v->runs = session_pace_runs(&s->pace);
    v->rewound = desk->rewind->held && s->frames < desk->rewind->end;
    v->has_plan = deck && w->state != DYN_WATCH_OFF;
    v->clutch = g->clutch;
    v->stopper = g->stopper;
    v->motor = g->motor;
    v->housed = g->housed;
    v->safety = g->safety;
    v->alarms = deck ? alarm_conditions(&shown, &s->alarm_limits) : 0;
    v->failures = atomic_load_explicit(&s->failures, memory_order_relaxed);
    train_director *t = desk->exercise->active ? &desk->exercise->director : NULL;
    v->order = t ? atomic_load_explicit(&t->newest, memory_order_relaxed) : 0;
    v->acts = t ? atomic_load_explicit(&t->taken_place, memory_order_relaxed) : 0;
    v->misses = now->info.misses;
    v->watch = *w;
    const mat3 r = dyn_snapshot_ship_pose(&now->ship).r;
    const vec3 ahead = mat3_mul(&r, (vec3){1, 0, 0});
    v->yaw_rad = atan2(ahead.y, ahead.x);
}

// ---- server's thread
// -------------------------------------------------------------------------------------------------

static void write_bits(rt_json *j, const char *key, uint64_t bits) {
    rt_json_array(j, key);
    for (int k = 0; bits >> k; k++) {
        if (bits >> k & 1) rt_json_int(j, NULL, k);
        if (k == 63) break;
    }
    rt_json_end(j);
}

// To the centimetre.
static double rounded(double v) { return round(100 * v) / 100; }

// A place of the world as metres north and east of the circles' centre. The world's x axis has the true direction
// north_rad, and its y axis lies to port of it.
static void write_place(rt_json *j, const char *key, const dyn_snapshot_watch *w, double x, double y) {
    const double dx = x - w->centre.x, dy = y - w->centre.y, n = w->north_rad;
    rt_json_array(j, key);
    rt_json_number(j, NULL, rounded(dx * cos(n) + dy * sin(n)));
    rt_json_number(j, NULL, rounded(dx * sin(n) - dy * cos(n)));
    rt_json_end(j);
}

static void write_plan(rt_json *j, const station_values *v) {
    const dyn_snapshot_watch *w = &v->watch;
    if (!v->has_plan) return;
    rt_json_object(j, "plan");
    rt_json_int(j, "state", w->state);
    rt_json_bool(j, "outside", w->outside);
    write_place(j, "ship", w, w->midship.x, w->midship.y);
    write_place(j, "hawse", w, w->hawse.x, w->hawse.y);
    write_place(j, "anchor", w, w->anchor.x, w->anchor.y);
    write_place(j, "antenna", w, w->antenna.x, w->antenna.y);
    rt_json_number(j, "length", w->length_m);
    rt_json_number(j, "beam", w->beam_m);
    rt_json_number(j, "heading", w->north_rad - v->yaw_rad);
    rt_json_number(j, "swing", w->swing_m);
    rt_json_number(j, "limit", w->limit_m);
    rt_json_number(j, "wind", w->wind_m_s);
    rt_json_number(j, "wind_from", w->wind_rad);
    rt_json_number(j, "current", w->current_m_s);
    rt_json_number(j, "current_to", w->current_rad);
    rt_json_array(j, "track");
    for (int k = 0; k < w->n_track; k++) write_place(j, NULL, w, (double)w->track[k][0], (double)w->track[k][1]);
    rt_json_end(j);
    rt_json_end(j);
}

// The lines after `seen` that are still there.
static void write_lines(rt_json *j, const station_values *v, uint64_t seen) {
    uint64_t first = v->lines > STATION_LINES ? v->lines - STATION_LINES : 0;
    if (seen > first) first = seen;
    rt_json_array(j, "log");
    for (uint64_t n = first; n < v->lines; n++) {
        const station_line *l = &v->line[n % STATION_LINES];
        rt_json_object(j, NULL);
        rt_json_int(j, "number", (int64_t)l->number);
        rt_json_int(j, "frame", (int64_t)l->frame);
        rt_json_number(j, "t", l->t);
        rt_json_text(j, "kind", l->kind);
        rt_json_text(j, "text", l->text);
        rt_json_end(j);
    }
    rt_json_end(j);
}

static void write_moments(rt_json *j, const station_values *v) {
    rt_json_array(j, "snapshots");
    for (int k = 0; k < v->moments; k++) {
        rt_json_object(j, NULL);
        rt_json_text(j, "name", v->moment[k]);
        rt_json_number(j, "t", v->moment_t[k]);
        rt_json_end(j);
    }
    rt_json_end(j);
}

// States in words.
static void write_states(rt_json *j, const station_values *v) {
    static const char *const stopper[] = {"open", "down, no hold", "holding", "broken"};
    static const char *const motor[] = {"sound", "tripped", "burst", "off"};
    rt_json_object(j, "states");
    rt_json_text(j, "Clutch", v->clutch ? "engaged" : "disengaged");
    rt_json_text(j, "Stopper", v->stopper < 4 ? stopper[v->stopper] : "");
    rt_json_text(j, "Motor", v->motor < 4 ? motor[v->motor] : "");
    rt_json_text(j, "Anchor", v->housed ? "housed" : "not housed");
    rt_json_text(j, "Controls", rt_safety_name((rt_safety)v->safety));
    rt_json_end(j);
}

char *station_values_write(const station_values *v, uint64_t seen) {
    rt_text t;
    rt_json j = {.file = rt_text_open(&t)};
    if (!j.file) return NULL;
    rt_json_object(&j, NULL);
    rt_json_int(&j, "version", STATION_VERSION);
    rt_json_int(&j, "sequence", (int64_t)v->sequence);
    rt_json_int(&j, "run", v->run);
    rt_json_int(&j, "frame", (int64_t)v->frame);
    rt_json_number(&j, "t", v->t);
    rt_json_bool(&j, "runs", v->runs);
    rt_json_bool(&j, "ended", v->ended);
    rt_json_bool(&j, "rewound", v->rewound);
    rt_json_array(&j, "numbers");
    for (int k = 0; k < STATION_CHANNELS_COUNT; k++) rt_json_number(&j, NULL, rounded(v->number[k]));
    rt_json_end(&j);
    write_states(&j, v);
    write_bits(&j, "alarms", v->alarms);
    write_bits(&j, "failures", v->failures);
    write_bits(&j, "acts", v->acts);
    rt_json_int(&j, "order", v->order);
    rt_json_int(&j, "misses", (int64_t)v->misses);
    write_moments(&j, v);
    write_plan(&j, v);
    write_lines(&j, v, seen);
    rt_json_end(&j);
    return rt_text_close(&t);
}
