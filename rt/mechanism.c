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

static int larger(int a, int b) { return a > b ? a : b; }

static dyn_joint_need most_of_a_joint(void) {
    dyn_joint_need most = {0, 0, 0};
    for (int kind = 0; kind < DYN_JOINT_KINDS; kind++) {
        dyn_joint_need n = dyn_joint_needs((dyn_joint_kind)kind);
        most = (dyn_joint_need){larger(most.nodes, n.nodes), larger(most.rows, n.rows), larger(most.groups, n.groups)};
    }
    return most;
}

// Room for all that the file's parts can add.
static bool make_room(mechanism *k, const scenario *sc) {
    const scenario_model *f = k->def;
    size_t points = (size_t)f->points.n, bodies = (size_t)f->bodies.n, joints = (size_t)f->joints.n,
           coordinates = (size_t)f->coordinates.n, drivers = (size_t)f->drivers.n, forces = (size_t)f->forces.n;
    size_t ties = points + 2 * joints + 3 * coordinates + drivers;
    int parts = f->joints.n + f->coordinates.n + f->drivers.n;
    dyn_joint_need need = {.nodes = f->points.n + f->vectors.n + 3 * f->bodies.n + (int)ties + parts,
                           .rows = 2 * f->joints.n,
                           .groups = (int)ties + parts};
    dyn_joint_need joint = most_of_a_joint();
    need.nodes += f->joints.n * joint.nodes;
    need.rows += f->joints.n * joint.rows;
    need.groups += f->joints.n * joint.groups;
    if (!dyn_model_create(k->model, sc->solver.step, mechanism_vec3(f->gravity), need.nodes, f->bodies.n, need.rows,
                          need.groups, f->forces.n + parts))
        return false;
    size_t nodes = (size_t)need.nodes + DYN_FIRST_NODE;
    k->point = calloc(points + 1, sizeof *k->point);
    k->vector = calloc((size_t)f->vectors.n + 1, sizeof *k->vector);
    k->body = calloc(bodies + 1, sizeof *k->body);
    k->pose = calloc(bodies + 1, sizeof *k->pose);
    k->joint = calloc(joints + 1, sizeof *k->joint);
    k->angle = calloc(coordinates + 1, sizeof *k->angle);
    k->distance = calloc(coordinates + 1, sizeof *k->distance);
    k->coordinate = calloc(coordinates + 1, sizeof *k->coordinate);
    k->driver = calloc(drivers + 1, sizeof *k->driver);
    k->driver_sign = calloc(drivers + 1, sizeof *k->driver_sign);
    k->force = calloc(forces + 1, sizeof *k->force);
    k->scalar = calloc(forces + 1, sizeof *k->scalar);
    k->force_index = calloc(forces + 1, sizeof *k->force_index);
    k->tie = calloc(ties + 1, sizeof *k->tie);
    k->part = calloc((size_t)parts + 1, sizeof *k->part);
    k->given = calloc(nodes, 1);
    k->velocity = calloc(nodes, sizeof *k->velocity);
    k->scratch = calloc(nodes, sizeof *k->scratch);
    return k->point && k->vector && k->body && k->pose && k->joint && k->angle && k->distance && k->coordinate &&
           k->driver && k->driver_sign && k->force && k->scalar && k->force_index && k->tie && k->part && k->given &&
           k->velocity && k->scratch;
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
    if (status == RT_OK) status = mechanism_add_joints(k, sc, d);
    if (status == RT_OK) status = mechanism_add_coordinates(k, sc, d);
    if (status == RT_OK) status = mechanism_add_drivers(k, sc, d);
    if (status != RT_OK) return status;
    mechanism_add_forces(k);
    for (int i = 0; i < k->def->points.n; i++) mechanism_point_node(k, i); // what is recorded
    return RT_OK;
}

void mechanism_destroy(mechanism *k) {
    free(k->point);
    free(k->vector);
    free(k->body);
    free(k->pose);
    free(k->joint);
    free(k->angle);
    free(k->distance);
    free(k->coordinate);
    free(k->driver);
    free(k->driver_sign);
    free(k->force);
    free(k->scalar);
    free(k->force_index);
    free(k->tie);
    free(k->scratch);
    free(k->lambda);
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
    snprintf(text, size, "a further point of a body");
    for (int b = 0; b < k->def->bodies.n; b++)
        for (int r = 0; r < DYN_BODY_ROWS; r++)
            if (dyn_body_row(k->body[b], r) == row) snprintf(text, size, "body '%s'", k->def->bodies.item[b].name.text);
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
    k->lambda = calloc((size_t)k->model->n_rows + 1, sizeof *k->lambda);
    if (k->lambda) return RT_OK;
    rt_diag_error(d, sc->path, sc->model_line, 0, "no memory for %d rows", k->model->n_rows);
    return RT_ERR_MEMORY;
}
