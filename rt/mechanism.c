// SPDX-License-Identifier: MIT
#include "dynamics/start.h"
#include "rt/mechanism_private.h"
#include <stdlib.h>
#include <string.h>

// Residuals below which a start counts as consistent.
#define POSITION 1e-9     // [m]
#define VELOCITY 1e-9     // [m/s]
#define ACCELERATION 1e-6 // [m/s²]

void mechanism_fault(const scenario *sc, const rt_item *item, rt_diag *d, const char *kind, const rt_name *name,
                     const char *why) {
    rt_diag_error(d, sc->path, item->line, item->column, "%s '%s': %s", kind, name->text, why);
}

void mechanism_begin_part(mechanism *k, const char *kind, const rt_name *name) {
    k->part[k->n_parts] = (mechanism_part){
        .kind = kind, .name = name, .first_bilinear = k->model->n_row_defs, .first_group = k->model->n_groups};
}

void mechanism_end_part(mechanism *k) {
    mechanism_part *p = &k->part[k->n_parts++];
    p->end_bilinear = k->model->n_row_defs;
    p->end_group = k->model->n_groups;
}

// Points that are nodes of their own.
static void add_points(mechanism *k) {
    for (int i = 0; i < k->def->points.n; i++) {
        const scenario_point *p = &k->def->points.item[i];
        k->point[i] = -1;
        if (p->on.index >= 0) continue;
        int node = k->point[i] = dyn_add_node(k->model, mechanism_vec3(p->at), p->fixed);
        if (p->mass > 0) dyn_add_point_mass(k->model, node, p->mass);
        k->velocity[node] = mechanism_vec3(p->velocity);
        k->given[node] = !p->fixed && rt_config_given(&scenario_point_list, p, "velocity");
    }
}

static void add_vectors(mechanism *k) {
    for (int i = 0; i < k->def->vectors.n; i++) {
        const scenario_vector *v = &k->def->vectors.item[i];
        k->vector[i] = dyn_add_node(k->model, mechanism_vec3(v->along), v->fixed);
    }
}

// Room for all that the file's parts can add.
static bool make_room(mechanism *k, const scenario *sc) {
    const scenario_model *f = k->def;
    int joints = f->joints.n + f->coordinates.n + f->drivers.n;
    int nodes = f->points.n + f->vectors.n + 3 * f->bodies.n + 8 * joints;
    size_t all = (size_t)nodes + DYN_FIRST_NODE;
    if (!dyn_model_create(k->model, sc->solver.step, mechanism_vec3(f->gravity), nodes, f->bodies.n, 8 * joints,
                          f->points.n + 10 * joints, 2 * (f->forces.n + joints) + 1))
        return false;
    k->point = calloc((size_t)f->points.n + 1, sizeof *k->point);
    k->vector = calloc((size_t)f->vectors.n + 1, sizeof *k->vector);
    k->body = calloc((size_t)f->bodies.n + 1, sizeof *k->body);
    k->part = calloc((size_t)joints + 1, sizeof *k->part);
    k->given = calloc(all, 1);
    k->velocity = calloc(all, sizeof *k->velocity);
    return k->point && k->vector && k->body && k->part && k->given && k->velocity;
}

// Points that keep their distance.
static void add_distance(mechanism *k, const scenario_joint *j) {
    int p = k->point[j->point[0]], q = k->point[j->point[1]];
    double length = vec3_norm(vec3_sub(k->model->node0[q], k->model->node0[p]));
    const dyn_row_def row = {q, p, q, p, 0.5 / length, length * length};
    dyn_add_row(k->model, &row, -1, -1);
}

static rt_status add_joints(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->joints.n; i++) {
        const scenario_joint *j = &k->def->joints.item[i];
        mechanism_begin_part(k, "joint", &j->name);
        if (j->kind == SCENARIO_DISTANCE) add_distance(k, j);
        mechanism_end_part(k);
    }
    (void)sc, (void)d;
    return worst;
}

rt_status mechanism_create(mechanism *k, const scenario *sc, dyn_model *m, rt_diag *d) {
    *k = (mechanism){.def = &sc->model, .model = m};
    if (!make_room(k, sc)) {
        rt_diag_error(d, sc->path, sc->model_line, 0, "no memory for %d bodies", sc->model.bodies.n);
        return RT_ERR_MEMORY;
    }
    add_points(k);
    add_vectors(k);
    rt_status status = mechanism_add_bodies(k, sc, d);
    return status == RT_OK ? add_joints(k, sc, d) : status;
}

void mechanism_destroy(mechanism *k) {
    free(k->point);
    free(k->vector);
    free(k->body);
    free(k->part);
    free(k->given);
    free(k->velocity);
    *k = (mechanism){0};
}

static bool within(int x, int from, int to) { return x >= from && x < to; }

// "joint 'hinge'", "body 'rod'": whose row it is.
static void owner(const mechanism *k, int row, char *text, size_t size) {
    const dyn_model *m = k->model;
    int bilinear = row - dyn_bilinear_row(m, 0), group = -1;
    for (int g = 0; g < m->n_groups; g++)
        if (within(row, m->group[g].first_row, m->group[g].first_row + m->group[g].n_rows)) group = g;
    snprintf(text, size, "a further point or vector of a body");
    for (int b = 0; b < k->def->bodies.n; b++)
        for (int r = 0; r < DYN_BODY_ROWS; r++)
            if (dyn_body_row(k->body[b], r) == row)
                snprintf(text, size, "body '%s'", k->def->bodies.item[b].name.text);
    for (int i = 0; i < k->n_parts; i++) {
        const mechanism_part *p = &k->part[i];
        if ((bilinear >= 0 && within(bilinear, p->first_bilinear, p->end_bilinear)) ||
            (group >= 0 && within(group, p->first_group, p->end_group)))
            snprintf(text, size, "%s '%s'", p->kind, p->name->text);
    }
}

// Whose velocity it is that the rest contradicts.
static void mover(const mechanism *k, int node, char *text, size_t size) {
    snprintf(text, size, "a body's angular velocity");
    for (int i = 0; i < k->def->points.n; i++)
        if (k->point[i] == node) snprintf(text, size, "point '%s'", k->def->points.item[i].name.text);
}

static rt_status explain(const mechanism *k, const scenario *sc, const dyn_start_info *info, rt_diag *d) {
    char who[128];
    if (!(info->position <= POSITION)) {
        owner(k, info->position_row, who, sizeof who);
        rt_diag_error(d, sc->path, sc->model_line, 0,
                      "the mechanism cannot be assembled from where its parts stand: %s stays open by %.3g m (at most "
                      "%g)",
                      who, info->position, POSITION);
    } else if (!(info->velocity <= VELOCITY)) {
        owner(k, info->velocity_row, who, sizeof who);
        rt_diag_error(d, sc->path, sc->model_line, 0,
                      "the velocities at the start contradict each other: %s opens at %.3g m/s (at most %g)", who,
                      info->velocity, VELOCITY);
    } else if (!(info->given <= VELOCITY)) {
        mover(k, info->given_node, who, sizeof who);
        rt_diag_error(d, sc->path, sc->model_line, 0,
                      "the velocities at the start contradict the joints: %s would be off by %.3g m/s (at most %g)",
                      who, info->given, VELOCITY);
    } else {
        owner(k, info->acceleration_row, who, sizeof who);
        rt_diag_error(d, sc->path, sc->model_line, 0,
                      "no consistent accelerations at the start: %s is off by %.3g m/s² (at most %g); drivers that "
                      "contradict each other do this",
                      who, info->acceleration, ACCELERATION);
    }
    return RT_ERR_FORMAT;
}

rt_status mechanism_start(mechanism *k, const scenario *sc, dyn_state *s, dyn_work *w, const rt_command *c,
                          double residual[3], rt_diag *d) {
    for (int i = 0; i < k->model->n_nodes; i++)
        if (k->given[i]) s->qd[i] = k->velocity[i];
    const dyn_start_def def = {
        .given = k->given, .position = POSITION, .velocity = VELOCITY, .acceleration = ACCELERATION};
    dyn_start_info info = dyn_start(k->model, s, w, c, &def);
    residual[0] = info.position, residual[1] = fmax(info.velocity, info.given), residual[2] = info.acceleration;
    if (!info.solved) return explain(k, sc, &info, d);
    k->energy0 = dyn_energy(k->model, s);
    return RT_OK;
}
