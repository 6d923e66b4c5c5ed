// SPDX-License-Identifier: MIT
// World of kind "mechanism": table of functions that start, show and record it.
#include "contact/set/set.h"
#include "rt/mechanism/private.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static rt_status start(sim *s, rt_diag *d) {
    (void)s, (void)d; // mechanism_assemble has found the start
    return RT_OK;
}

static void destroy(sim *s) {
    if (s->self) mechanism_destroy(s->self);
    free(s->self);
}

// A mechanism has no links that join or part, and no outcome.
static void exchange(sim *s) { (void)s; }
static void judge(sim *s) { (void)s; }
static bool part(sim *s) {
    (void)s;
    return false;
}

// Without drivers, actuators and applied forces nothing does work on a mechanism. A user's law may not tell its energy.
static sim_drive drive(const sim *s) {
    const scenario_model *m = &s->sc.model;
    bool passive = m->drivers.n == 0;
    for (int k = 0; k < m->forces.n; k++) passive = passive && m->forces.item[k].kind < SCENARIO_APPLIED_FORCE;
    for (int k = 0; k < m->materials.n; k++) passive = passive && m->materials.item[k].law.law != CONTACT_LAW_USER;
    return (sim_drive){.known = passive};
}

static int bodies(const sim *s) { return s->model.n_bodies; }

// The model's body that carries a point of the file; -1: none.
static int find_carrier(const mechanism *k, int point) {
    const scenario_model *m = k->def;
    if (m->points.item[point].on.index >= 0) return k->body[m->points.item[point].on.index];
    for (int i = 0; i < m->bodies.n; i++)
        if (m->bodies.item[i].point[0] == point || m->bodies.item[i].point[1] == point) return k->body[i];
    return -1;
}

// A point of a body grips the body; any other must be a point mass.
static bool grip(const sim *s, int kind, int number, vec3 at, rt_pull *out) {
    const mechanism *k = s->self;
    bool is_body = kind == DYN_SHOW_BODY && number >= 0 && number < s->model.n_bodies,
         is_point = kind == DYN_SHOW_POINT && number >= 0 && number < s->sc.model.points.n;
    int body = is_body ? number : is_point ? find_carrier(k, number) : -1;
    if (is_point && body >= 0) at = pose_point_inverse(&k->pose[body], mechanism_point_position(k, number));
    if (is_point && body < 0) at = vec3_make(0, 0, 0);
    *out = (rt_pull){.kind = body >= 0 ? RT_PULL_BODY : RT_PULL_NODE,
                     .number = body >= 0  ? body
                               : is_point ? k->point[number]
                                          : -1,
                     .at = {at.x, at.y, at.z}};
    if (body >= 0) return s->model.body[body].mass > 0;
    return is_point && !s->model.fixed[out->number] && s->model.node_weight[out->number] > 0;
}

// Reach of a pull by hand: a quarter of the diagonal of the box of all points; 1 m for a single point.
static double pull_reach(const mechanism *k) {
    vec3 lo = {0, 0, 0}, hi = lo;
    for (int i = 0; i < k->def->points.n; i++) {
        vec3 at = mechanism_point_position(k, i);
        lo = i > 0 ? vec3_min(lo, at) : at;
        hi = i > 0 ? vec3_max(hi, at) : at;
    }
    double size = vec3_norm(vec3_sub(hi, lo));
    return size > 0 ? 0.25 * size : 1;
}

static sim_contacts contacts(const sim *s) {
    (void)s; // a mechanism records contacts in its columns
    return (sim_contacts){0};
}

static dyn_gauges gauges(const sim *s) {
    const rt_command *c = &s->command;
    return (dyn_gauges){.lever = c->lever, .brake = c->brake, .clutch = c->clutch, .engaged = c->clutch};
}

static void snapshot(const sim *s, dyn_snapshot *out) {
    const mechanism *k = s->self;
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    out->n_bodies = out->n_contacts = out->n_regions = out->n_contours = out->n_corners = out->n_reactions = 0;
    out->undrawn = out->has_mud = 0;
    for (int i = 0; i < s->model.n_bodies && i < DYN_SNAPSHOT_BODIES; i++)
        out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_BODY, i, dyn_body_pose(&e, i)};
    for (int i = 0; i < s->sc.model.points.n && out->n_bodies < DYN_SNAPSHOT_BODIES; i++) {
        const pose at = {mat3_identity(), s->state.q[k->point[i]]};
        out->body[out->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_POINT, i, at};
    }
    for (int i = 0; i < s->sc.model.contacts.n; i++) {
        int first = out->n_contacts;
        contact_set_snapshot(&k->contact[i].set, out);
        for (int c = first; c < out->n_contacts; c++) out->contact[c].pair = i;
    }
    out->gauges = gauges(s);
    out->info = (dyn_snapshot_info){.newton = s->step.newton, .points = out->n_contacts, .phi_max_m = s->step.phi_max};
    out->message[0] = 0;
}

static bool evidence(const sim *s, rt_event event, deck_evidence *out) {
    (void)s, (void)event;
    *out = (deck_evidence){0};
    return false;
}

static void save_verdict(const sim *s, void *to) { (void)s, (void)to; }
static void restore_verdict(sim *s, const void *from) { (void)s, (void)from; }

static int columns(const sim *s) { return 1 + s->sc.model.records.n; }

static sim_column column(const sim *s, int k) {
    if (k == 0) return (sim_column){"t", "s"};
    const scenario_record *r = &s->sc.model.records.item[k - 1];
    return (sim_column){r->name.text, scenario_record_unit(&s->sc.model, r)};
}

// Solves for the multipliers first, since reactions depend on them.
static void values(sim *s, double *value) {
    mechanism *k = s->self;
    const scenario_model *m = &s->sc.model;
    mechanism_solve_multipliers(k, &s->state, s->work, &s->command);
    value[0] = sim_time(s);
    for (int i = 0; i < m->records.n; i++)
        value[1 + i] = mechanism_column_value(k, &m->records.item[i], &s->state, &s->step);
}

// A hundredth of the duration [s], at most a ship's interval.
static double row_interval(const sim *s) { return fmin(0.01, 0.01 * s->sc.end.duration); }

enum { CHARTS = 3 }; // of a mechanism's first columns

static int charts(const sim *s, sim_column chart[SIM_CHARTS]) {
    int n = (int)fmin(CHARTS, s->sc.model.records.n);
    for (int k = 0; k < n; k++) chart[k] = column(s, k + 1);
    return n;
}

// Only when a row of the time series is due: the multipliers cost a solution of a linear system.
static bool chart_values(sim *s, bool row_due, double value[SIM_CHARTS]) {
    mechanism *k = s->self;
    const scenario_model *m = &s->sc.model;
    if (!row_due) return false;
    mechanism_solve_multipliers(k, &s->state, s->work, &s->command);
    for (int i = 0; i < m->records.n && i < CHARTS; i++)
        value[i] = mechanism_column_value(k, &m->records.item[i], &s->state, &s->step);
    return true;
}

static void explain_nothing(const sim *s, char *text, size_t size) {
    (void)s;
    if (size) text[0] = 0;
}

const sim_kind mechanism_kind = {
    .name = "mechanism",
    .frame_of_steps = true,
    .start = start,
    .destroy = destroy,
    .exchange = exchange,
    .part = part,
    .judge = judge,
    .drive = drive,
    .grip = grip,
    .bodies = bodies,
    .contacts = contacts,
    .gauges = gauges,
    .snapshot = snapshot,
    .evidence = evidence,
    .save_verdict = save_verdict,
    .restore_verdict = restore_verdict,
    .force_name = mechanism_force_name,
    .body_name = mechanism_body_name,
    .node_name = mechanism_node_name,
    .row_name = mechanism_row_name,
    .columns = columns,
    .column = column,
    .values = values,
    .row_interval = row_interval,
    .charts = charts,
    .chart_values = chart_values,
    .status = explain_nothing,
    .explain = explain_nothing,
};

const mechanism *mechanism_of(const sim *s) { return s->kind == &mechanism_kind ? s->self : NULL; }

rt_status mechanism_assemble(sim *s, rt_diag *d) {
    s->self = calloc(1, sizeof(mechanism));
    if (!s->self) {
        rt_diag_error(d, s->sc.path, 0, 0, "no memory for the mechanism");
        return RT_ERR_MEMORY;
    }
    s->kind = &mechanism_kind;
    rt_status status = mechanism_create(s->self, &s->sc, &s->model, d);
    if (status == RT_OK) status = sim_finish_model(s, pull_reach(s->self), d);
    if (status == RT_OK) status = mechanism_start(s->self, &s->sc, &s->state, s->work, &s->command, s->residual, d);
    if (status != RT_OK) sim_destroy(s);
    return status;
}
