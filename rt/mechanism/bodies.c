// SPDX-License-Identifier: MIT
// Adds the bodies of a mechanism. Each has two points and two vectors: those of the file, and new ones for missing
// ones.
#include "rt/mechanism/private.h"

static int node_or_none(const int *node, int index) { return index >= 0 ? node[index] : -1; }

// Adds the missing nodes among p1, u, v: along x, y, z of the body frame, or orthogonal to the given ones.
static void add_missing_nodes(mechanism *k, const pose *at, dyn_body_def *def) {
    dyn_model *m = k->model;
    vec3 x = mat3_column(&at->r, 0), y = mat3_column(&at->r, 1);
    if (def->p1 < 0) {
        bool both = def->u >= 0 && def->v >= 0;
        vec3 along = both ? vec3_unit(vec3_cross(m->node0[def->u], m->node0[def->v])) : x;
        def->p1 = dyn_add_node(m, vec3_add(m->node0[def->p0], along), false);
    }
    vec3 d = vec3_unit(vec3_sub(m->node0[def->p1], m->node0[def->p0]));
    if (def->u < 0) def->u = dyn_add_node(m, y, false);
    if (def->v < 0) def->v = dyn_add_node(m, vec3_unit(vec3_cross(d, m->node0[def->u])), false);
}

static mat3 inertia_tensor(const double moments[3], const double products[3]) {
    const double *i = moments, *p = products;
    return (mat3){{{i[0], p[0], p[2]}, {p[0], i[1], p[1]}, {p[2], p[1], i[2]}}};
}

static void set_node_velocity(mechanism *k, int node, vec3 velocity) {
    if (k->model->fixed[node]) return;
    k->given[node] = 1;
    k->velocity[node] = velocity;
}

// Whether the file gives the point's own velocity, which overrides that of the body.
static bool has_own_velocity(const mechanism *k, int point) {
    return point >= 0 && rt_config_is_given(&scenario_point_list, &k->def->points.item[point], "velocity");
}

// Sets the velocities of the body's nodes from the body's velocities in the file.
static void set_body_velocities(mechanism *k, const scenario_body *b, const dyn_body_def *def) {
    const dyn_model *m = k->model;
    vec3 omega = mechanism_vec3(b->angular_velocity), arm = vec3_sub(m->node0[def->p1], m->node0[def->p0]);
    if (rt_config_is_given(&scenario_body_list, b, "velocity") && !has_own_velocity(k, b->point[0]))
        set_node_velocity(k, def->p0, mechanism_vec3(b->velocity));
    if (!rt_config_is_given(&scenario_body_list, b, "angular_velocity")) return;
    set_node_velocity(k, def->u, vec3_cross(omega, m->node0[def->u]));
    set_node_velocity(k, def->v, vec3_cross(omega, m->node0[def->v]));
    bool moves = k->given[def->p0] || m->fixed[def->p0];
    if (moves && !has_own_velocity(k, b->point[1]))
        set_node_velocity(k, def->p1, vec3_add(k->velocity[def->p0], vec3_cross(omega, arm)));
}

static rt_status add_body(mechanism *k, const scenario *sc, int index, rt_diag *d) {
    const scenario_body *b = &k->def->bodies.item[index];
    dyn_model *m = k->model;
    pose at;
    if (!scenario_body_pose(k->def, b, &at)) {
        mechanism_report_error(sc, &b->item, d, "body", &b->name, "its axes do not span a frame");
        return RT_ERR_FORMAT;
    }
    dyn_body_def def = {.p0 = k->point[b->point[0]],
                        .p1 = node_or_none(k->point, b->point[1]),
                        .u = node_or_none(k->vector, b->vector[0]),
                        .v = node_or_none(k->vector, b->vector[1]),
                        .mass = b->mass,
                        .centre = mechanism_vec3(b->centre),
                        .inertia = inertia_tensor(b->inertia, b->products)};
    add_missing_nodes(k, &at, &def);
    def.rb_p1 = pose_point_inverse(&at, m->node0[def.p1]);
    def.ub = mat3_tmul(&at.r, m->node0[def.u]);
    def.vb = mat3_tmul(&at.r, m->node0[def.v]);
    if (dyn_add_body(m, &def, &k->body[index]) != RT_OK) {
        mechanism_report_error(
            sc, &b->item, d, "body", &b->name,
            "its points and vectors lie in one plane, or its inertia is not that of any masses (each "
            "principal moment is at most the sum of the other two)");
        return RT_ERR_FORMAT;
    }
    k->pose[k->body[index]] = at;
    set_body_velocities(k, b, &def);
    return RT_OK;
}

rt_status mechanism_add_bodies(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->bodies.n; i++) {
        rt_status status = add_body(k, sc, i, d);
        if (status != RT_OK) worst = status;
    }
    return worst;
}
