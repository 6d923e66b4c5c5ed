// SPDX-License-Identifier: MIT
#include "rt/report/story.h"
#include <math.h>
#include <stdlib.h>

report_story *report_story_create(const sim *s, rt_diag *d) {
    report_story *r = calloc(1, sizeof *r);
    if (r) r->history = report_history_create(s);
    if (r && r->history) return r;
    rt_diag_error(d, NULL, 0, 0, "no memory for the report's plots and pictures");
    free(r);
    return NULL;
}

void report_story_free(report_story *r) {
    if (r) report_history_free(r->history);
    free(r);
}

static void record_moment(report_moment *m, const dyn_snapshot *s, double value) {
    m->taken = true;
    m->value = value;
    m->snapshot = *s;
}

static void record_first(report_moment *m, const dyn_snapshot *s, bool now) {
    if (now && !m->taken) record_moment(m, s, 0);
}

static void record_peak(report_moment *m, const dyn_snapshot *s, double value) {
    if (value > m->value) record_moment(m, s, value);
}

// Largest normal force on the anchor, or on a mechanism's body [N].
static double find_largest_normal_force(const dyn_snapshot *s) {
    double most = 0;
    for (int k = 0; k < s->n_contacts; k++)
        if (s->body[s->contact[k].body].kind != DYN_SHOW_LINK) most = fmax(most, vec3_norm(s->contact[k].normal_force));
    return most;
}

void report_story_update(report_story *r, const dyn_snapshot *s) {
    report_moment *m = r->moment;
    for (int k = 0; k < REPORT_MOMENTS && s->t < r->last; k++) // after a rewind
        if (m[k].taken && m[k].snapshot.t > s->t) m[k].taken = false, m[k].value = 0;
    r->last = s->t;
    const dyn_gauges *g = &s->gauges;
    bool first = !m[REPORT_START].taken, stopped = g->estop || g->failsafe, touching = s->info.regions > 0;
    r->began_touching = (first || r->began_touching) && touching;
    r->began_stopped = (first || r->began_stopped) && stopped;
    record_first(&m[REPORT_START], s, true);
    record_first(&m[REPORT_TOUCH], s, touching && !r->began_touching);
    record_first(&m[REPORT_JAMMED], s, g->jammed);
    record_first(&m[REPORT_STOPPED], s, stopped && !r->began_stopped);
    record_first(&m[REPORT_HOUSED], s, g->housed);
    if (first) return;
    record_peak(&m[REPORT_PEAK_TENSION], s, g->tension_n);
    record_peak(&m[REPORT_PEAK_FORCE], s, find_largest_normal_force(s));
}

void report_story_end(report_story *r, const dyn_snapshot *s) {
    if (s->n_bodies > 0) record_moment(&r->moment[REPORT_END], s, 0);
}

const char *report_moment_name(report_moment_kind k) {
    static const char *const name[REPORT_MOMENTS] = {
        "start",  "first touch of the hull",     "highest tension", "largest force on the hull",
        "jammed", "emergency stop or fail-safe", "housed",          "end"};
    return name[k];
}
