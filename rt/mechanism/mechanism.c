// SPDX-License-Identifier: MIT
// Assembles a mechanism and finds its consistent start.
#include "dynamics/core/start.h"
#include "rt/mechanism/private.h"
#include <stdlib.h>
#include <string.h>

// Limits of the residuals of a consistent start.
#define POSITION 1e-9     // [m]
#define VELOCITY 1e-9     // [m/s]
#define MOTION 1e-6       // of a body's given velocity, relative to 1 + |velocity| [m/s, rad/s]
#define ACCELERATION 1e-6 // [m/s²]

// Adds the points that are nodes of their own.
static void add_points(mechanism *k) {
    for (int i = 0; i < k->def->points.n; i++) {
        const scenario_point *p = &k->def->points.item[i];
        k->point[i] = -1;
        if (p->on.index >= 0) continue;
        int node = k->point[i] = dyn_add_node(k->model, mechanism_vec3(p->at), p->fixed);
        if (p->mass > 0) dyn_add_point_mass(k->model, node, p->mass);
        k->velocity[node] = mechanism_vec3(p->velocity);
        k->given[node] = !p->fixed && rt_config_is_given(&scenario_point_list, p, "velocity");
    }
}

static void add_vectors(mechanism *k) {
    for (int i = 0; i < k->def->vectors.n; i++) {
        const scenario_vector *v = &k->def->vectors.item[i];
        k->vector[i] = dyn_add_node(k->model, mechanism_vec3(v->along), v->fixed);
    }
}

// Allocates model and arrays with capacity for all that the file's parts can add.
static bool allocate(mechanism *k, const scenario *sc) {
    const scenario_model *f = k->def;
    size_t points = (size_t)f->points.n, bodies = (size_t)f->bodies.n, joints = (size_t)f->joints.n,
           coordinates = (size_t)f->coordinates.n, drivers = (size_t)f->drivers.n, forces = (size_t)f->forces.n,
           shapes = (size_t)f->shapes.n, contacts = (size_t)f->contacts.n, materials = (size_t)f->materials.n;
    size_t ties = points + 2 * joints + 3 * coordinates + drivers;
    int parts =
        2 * f->joints.n + f->coordinates.n + f->drivers.n; // gears begin with the joints and end after the coordinates
    dyn_joint_need need = {.nodes = f->points.n + f->vectors.n + 3 * f->bodies.n + (int)ties + parts,
                           .rows = 2 * f->joints.n,
                           .groups = (int)ties + parts};
    for (int i = 0; i < f->joints.n; i++) {
        dyn_joint_kind kind = f->joints.item[i].kind;
        if (dyn_joint_kinds[kind].bodies < 2) continue; // inline, distance: two rows and two ties are counted above
        dyn_joint_need n = dyn_joint_needs(kind);
        need.nodes += n.nodes, need.rows += n.rows, need.groups += n.groups;
    }
    if (!dyn_model_create(k->model, sc->solver.step, mechanism_vec3(f->gravity), need.nodes, f->bodies.n, need.rows,
                          need.groups, f->forces.n + parts + f->contacts.n + 1))
        return false;
    size_t nodes = (size_t)need.nodes + DYN_FIRST_NODE;
    k->point = calloc(points + 1, sizeof *k->point);
    k->vector = calloc((size_t)f->vectors.n + 1, sizeof *k->vector);
    k->body = calloc(bodies + 1, sizeof *k->body);
    k->pose = calloc(bodies + 1, sizeof *k->pose);
    k->joint = calloc(joints + 1, sizeof *k->joint);
    k->row = calloc(joints + 1, sizeof *k->row);
    k->gear = calloc(joints + 1, sizeof *k->gear);
    k->travel = calloc(coordinates + 1, sizeof *k->travel);
    k->angle = calloc(coordinates + 1, sizeof *k->angle);
    k->distance = calloc(coordinates + 1, sizeof *k->distance);
    k->coordinate = calloc(coordinates + 1, sizeof *k->coordinate);
    k->driver = calloc(drivers + 1, sizeof *k->driver);
    k->force = calloc(forces + 1, sizeof *k->force);
    k->scalar = calloc(forces + 1, sizeof *k->scalar);
    k->force_index = calloc(forces + 1, sizeof *k->force_index);
    k->solid = calloc(shapes + 1, sizeof *k->solid);
    k->mesh = calloc(shapes + 1, sizeof *k->mesh);
    k->library = calloc(materials + 1, sizeof *k->library);
    k->curve = calloc(shapes + 1, sizeof *k->curve);
    k->contact = calloc(contacts + 1, sizeof *k->contact);
    k->tie = calloc(ties + 1, sizeof *k->tie);
    k->part = calloc((size_t)parts + 1, sizeof *k->part);
    k->given = calloc(nodes, 1);
    k->velocity = calloc(nodes, sizeof *k->velocity);
    k->scratch = calloc(nodes, sizeof *k->scratch);
    return k->point && k->vector && k->body && k->pose && k->joint && k->row && k->gear && k->travel && k->angle &&
           k->distance && k->coordinate && k->driver && k->force && k->scalar && k->force_index && k->solid &&
           k->mesh && k->library && k->curve && k->contact && k->tie && k->part && k->given && k->velocity &&
           k->scratch;
}

rt_status mechanism_create(mechanism *k, const scenario *sc, dyn_model *m, rt_diag *d) {
    *k = (mechanism){.def = &sc->model, .model = m};
    if (!allocate(k, sc)) {
        rt_diag_error(d, sc->path, sc->model_line, 0, "no memory for %d bodies", sc->model.bodies.n);
        return RT_ERR_MEMORY;
    }
    add_points(k);
    add_vectors(k);
    rt_status status = mechanism_add_bodies(k, sc, d);
    if (status == RT_OK) status = mechanism_add_joints(k, sc, d);
    if (status == RT_OK) status = mechanism_add_coordinates(k, sc, d);
    if (status == RT_OK) status = mechanism_add_gears(k, sc, d);
    if (status == RT_OK) status = mechanism_add_drivers(k, sc, d);
    if (status != RT_OK) return status;
    mechanism_add_forces(k);
    status = mechanism_add_shapes(k, sc, d);
    if (status == RT_OK) status = mechanism_add_materials(k, sc, d);
    if (status == RT_OK) status = mechanism_add_contacts(k, sc, d);
    if (status != RT_OK) return status;
    for (int i = 0; i < k->def->points.n; i++)
        mechanism_point_node(k, i); // recording and snapshot need a node for each
    return RT_OK;
}

void mechanism_destroy(mechanism *k) {
    for (int i = 0; k->contact && i < k->def->contacts.n; i++) contact_shape_contact_free(&k->contact[i]);
    for (int i = 0; k->mesh && i < k->def->shapes.n; i++) contact_prepared_free(&k->mesh[i]);
    for (int i = 0; k->library && i < k->def->materials.n; i++) law_library_close(&k->library[i]);
    for (int i = 0; k->curve && i < k->def->shapes.n; i++) contact_plane_curve_free(&k->curve[i]);
    free(k->solid);
    free(k->library);
    free(k->curve);
    free(k->mesh);
    free(k->contact);
    free(k->point);
    free(k->vector);
    free(k->body);
    free(k->pose);
    free(k->joint);
    free(k->row);
    free(k->gear);
    free(k->travel);
    free(k->angle);
    free(k->distance);
    free(k->coordinate);
    free(k->driver);
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

// A part of the file as in messages, "joint 'hinge'", and its line.
typedef struct culprit {
    char text[128];
    int line;
} culprit;

static culprit name_part(const char *kind, const rt_name *name) {
    culprit c = {.line = name->line};
    snprintf(c.text, sizeof c.text, "%s '%s'", kind, name->text);
    return c;
}

// Finds the part that owns a row.
static culprit find_owner(const mechanism *k, const scenario *sc, int row) {
    const dyn_model *m = k->model;
    int bilinear = row - dyn_bilinear_row(m, 0), group = -1;
    for (int g = 0; g < m->n_groups; g++)
        if (within(row, m->group[g].first_row, m->group[g].first_row + m->group[g].n_rows)) group = g;
    culprit c = {"a further point of a body", sc->model_line};
    for (int b = 0; b < k->def->bodies.n; b++)
        for (int r = 0; r < DYN_BODY_ROWS; r++)
            if (dyn_body_row(k->body[b], r) == row) c = name_part("body", &k->def->bodies.item[b].name);
    for (int i = 0; i < k->n_parts; i++) {
        const mechanism_part *p = &k->part[i];
        if ((bilinear >= 0 && within(bilinear, p->first_bilinear, p->end_bilinear)) ||
            (group >= 0 && within(group, p->first_group, p->end_group)))
            c = name_part(p->kind, p->name);
    }
    return c;
}

// Finds the part whose velocity the joints contradict.
static culprit find_mover(const mechanism *k, const scenario *sc, int node) {
    for (int i = 0; i < k->def->points.n; i++)
        if (k->point[i] == node) return name_part("point", &k->def->points.item[i].name);
    return (culprit){"a body's angular velocity", sc->model_line};
}

static rt_status report_bad_start(const mechanism *k, const scenario *sc, const dyn_start_info *info, rt_diag *d) {
    if (!(info->position <= POSITION)) {
        culprit who = find_owner(k, sc, info->position_row);
        rt_diag_error(d, sc->path, who.line, 0,
                      "the mechanism cannot be assembled from its initial positions: %s stays open by %.3g m (at most "
                      "%g)",
                      who.text, info->position, POSITION);
    } else if (!(info->velocity <= VELOCITY)) {
        culprit who = find_owner(k, sc, info->velocity_row);
        rt_diag_error(d, sc->path, who.line, 0,
                      "the velocities at the start contradict each other: %s opens at %.3g m/s (at most %g)", who.text,
                      info->velocity, VELOCITY);
    } else if (!(info->given <= VELOCITY)) {
        culprit who = find_mover(k, sc, info->given_node);
        rt_diag_error(d, sc->path, who.line, 0,
                      "the velocities at the start contradict the joints: %s would be off by %.3g m/s (at most %g)",
                      who.text, info->given, VELOCITY);
    } else {
        culprit who = find_owner(k, sc, info->acceleration_row);
        rt_diag_error(d, sc->path, who.line, 0,
                      "no consistent accelerations at the start: %s is off by %.3g m/s² (at most %g); usual cause: "
                      "drivers that contradict each other",
                      who.text, info->acceleration, ACCELERATION);
    }
    return RT_ERR_FORMAT;
}

// Whether a body moves with the velocity that the file gives.
static bool has_given_velocity(const scenario *sc, const scenario_body *b, const char *key, vec3 asked, vec3 is,
                               rt_diag *d) {
    if (!rt_config_is_given(&scenario_body_list, b, key) ||
        vec3_norm(vec3_sub(asked, is)) <= MOTION * (1 + vec3_norm(asked)))
        return true;
    rt_diag_error(
        d, sc->path, b->item.line, b->item.column,
        "body '%s': %s: expected [%.6g, %.6g, %.6g], from the joints and the other velocities at the start, found "
        "[%.6g, %.6g, %.6g]",
        b->name.text, key, is.x, is.y, is.z, asked.x, asked.y, asked.z);
    return false;
}

// Checks the velocities of the bodies. The check of the given nodes is not enough: fixed nodes have no velocity, and a
// shared node has that of the last body.
static bool check_velocities(const mechanism *k, const scenario *sc, const dyn_state *s, rt_diag *d) {
    const dyn_eval e = dyn_eval_at(k->model, s);
    for (int i = 0; i < k->def->bodies.n; i++) {
        const scenario_body *b = &k->def->bodies.item[i];
        const scenario_point *p = &k->def->points.item[b->point[0]];
        bool own = rt_config_is_given(&scenario_point_list, p, "velocity"); // prevails over the body's
        vec3 asked = mechanism_vec3(b->velocity), is = s->qd[k->point[b->point[0]]];
        if (!own && !has_given_velocity(sc, b, "velocity", asked, is, d)) return false;
        asked = mechanism_vec3(b->angular_velocity), is = dyn_body_omega(&e, k->body[i]);
        if (!has_given_velocity(sc, b, "angular_velocity", asked, is, d)) return false;
    }
    return true;
}

rt_status mechanism_start(mechanism *k, const scenario *sc, dyn_state *s, dyn_work *w, const rt_command *c,
                          double residual[3], rt_diag *d) {
    for (int i = 0; i < k->model->n_nodes; i++)
        if (k->given[i]) s->qd[i] = k->velocity[i];
    const dyn_start_def def = {
        .given = k->given, .position = POSITION, .velocity = VELOCITY, .acceleration = ACCELERATION};
    dyn_start_info info = dyn_start(k->model, s, w, c, &def);
    residual[0] = info.position, residual[1] = fmax(info.velocity, info.given), residual[2] = info.acceleration;
    if (!info.solved) return report_bad_start(k, sc, &info, d);
    if (!check_velocities(k, sc, s, d)) return RT_ERR_FORMAT;
    k->energy0 = dyn_energy(k->model, s);
    k->lambda = calloc((size_t)k->model->n_rows + 1, sizeof *k->lambda);
    if (k->lambda) return RT_OK;
    rt_diag_error(d, sc->path, sc->model_line, 0, "no memory for %d rows", k->model->n_rows);
    return RT_ERR_MEMORY;
}
