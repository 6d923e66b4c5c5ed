// SPDX-License-Identifier: MIT
// Adds the joints, relative coordinates and drivers of a mechanism.
#include "rt/mechanism/private.h"

static int body_of(const mechanism *k, int index) { return index >= 0 ? k->body[index] : -1; }

static dyn_tie *next_tie(mechanism *k) { return &k->tie[k->n_ties++]; }

vec3 mechanism_point_position(const mechanism *k, int point) { return mechanism_vec3(k->def->points.item[point].at); }

int mechanism_point_node(mechanism *k, int point) {
    const scenario_point *p = &k->def->points.item[point];
    if (k->point[point] < 0)
        k->point[point] =
            dyn_body_point_node(k->model, k->body[p->on.index], mechanism_point_position(k, point), next_tie(k));
    return k->point[point];
}

// Adds the constraint of a constant distance between two points.
static void add_distance(mechanism *k, const scenario_joint *j) {
    int p = mechanism_point_node(k, j->point[0]), q = mechanism_point_node(k, j->point[1]);
    double length = vec3_norm(vec3_sub(k->model->node0[q], k->model->node0[p]));
    const dyn_row_def row = {q, p, q, p, 0.5 / length, length * length};
    k->row[j - k->def->joints.item] = dyn_add_row(k->model, &row, -1, -1);
}

// Adds two rows that hold a point on an axis of a body: products with two vectors across the axis. The point may belong
// to any body or to none.
static void add_inline(mechanism *k, const scenario_joint *j) {
    int p = mechanism_point_node(k, j->point[0]), q = mechanism_point_node(k, j->point[1]);
    int body = body_of(k, j->body[0]);
    vec3 axis = mechanism_vec3(j->axis), across = vec3_any_normal(axis);
    const vec3 normal[2] = {across, vec3_cross(axis, across)};
    for (int i = 0; i < 2; i++) {
        dyn_direction n = dyn_body_direction(k->model, body, normal[i], next_tie(k));
        const dyn_row_def row = {q, p, n.head, n.tail, n.scale, 0};
        int added = dyn_add_row(k->model, &row, body, -1);
        if (i == 0) k->row[j - k->def->joints.item] = added;
    }
}

static rt_status add_joint(mechanism *k, const scenario *sc, int index, rt_diag *d) {
    const scenario_joint *j = &k->def->joints.item[index];
    if (j->kind == DYN_JOINT_DISTANCE) return add_distance(k, j), RT_OK;
    if (j->kind == DYN_JOINT_INLINE) return add_inline(k, j), RT_OK;
    if (dyn_joint_kinds[j->kind].coordinates > 0) return RT_OK; // mechanism_add_gears
    const dyn_joint_def def = {
        .kind = j->kind,
        .body = {body_of(k, j->body[0]), body_of(k, j->body[1])},
        .point = {mechanism_point_position(k, j->point[0]), mechanism_point_position(k, j->point[1])},
        .axis = {mechanism_vec3(j->axis), mechanism_vec3(j->second_axis)}};
    const char *why = "";
    rt_status status = dyn_joint_add(&k->joint[index], k->model, &def, &why);
    if (status != RT_OK) mechanism_report_error(sc, &j->item, d, "joint", &j->name, why);
    return status;
}

rt_status mechanism_add_joints(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->joints.n; i++) {
        mechanism_begin_part(k, "joint", &k->def->joints.item[i].name);
        rt_status status = add_joint(k, sc, i, d);
        if (status != RT_OK) worst = status;
        mechanism_end_part(k);
    }
    return worst;
}

mechanism_hinge mechanism_hinge_of(const mechanism *k, int joint, int axis) {
    const scenario_joint *j = &k->def->joints.item[joint];
    vec3 first = mechanism_vec3(j->axis), second = mechanism_vec3(j->second_axis);
    bool two = dyn_joint_kinds[j->kind].angles == 2, about_second = two && axis == 2;
    mechanism_hinge h = {.carrier = body_of(k, j->body[about_second]), .other = body_of(k, j->body[!about_second])};
    h.axis = about_second ? second : first;
    h.along = two ? about_second ? first : second : vec3_any_normal(first);
    h.sign = about_second ? -1 : 1; // if the second body carries the axis, `other` is the first body
    return h;
}

// Adds the angle of the second body relative to the first about an axis of the carrier, zero at the start.
static rt_status add_angle(mechanism *k, const scenario *sc, int index, rt_diag *d) {
    const scenario_coordinate *s = &k->def->coordinates.item[index];
    mechanism_hinge h = mechanism_hinge_of(k, s->joint.index, s->axis);
    dyn_direction fixed = dyn_body_direction(k->model, h.carrier, h.along, next_tie(k));
    dyn_direction turned = dyn_body_direction(k->model, h.other, h.along, next_tie(k));
    dyn_direction w = dyn_body_direction(k->model, h.carrier, h.axis, next_tie(k));
    const char *why = "";
    rt_status status = h.sign > 0 ? dyn_relative_angle_add(&k->angle[index], k->model, &fixed, &turned, &w, 0, &why)
                                  : dyn_relative_angle_add(&k->angle[index], k->model, &turned, &fixed, &w, 0, &why);
    if (status != RT_OK) mechanism_report_error(sc, &s->item, d, "coordinate", &s->name, why);
    k->coordinate[index] = k->angle[index].node;
    return status;
}

static rt_status add_length(mechanism *k, const scenario *sc, int index, rt_diag *d) {
    const scenario_coordinate *s = &k->def->coordinates.item[index];
    int p = mechanism_point_node(k, s->point[0]), q = mechanism_point_node(k, s->point[1]);
    const char *why = "";
    rt_status status = dyn_relative_distance_add(&k->distance[index], k->model, p, q, 0, &why);
    if (status != RT_OK) mechanism_report_error(sc, &s->item, d, "coordinate", &s->name, why);
    k->coordinate[index] = k->distance[index].node;
    return status;
}

static void add_travel(mechanism *k, int index) {
    const scenario_joint *j = &k->def->joints.item[k->def->coordinates.item[index].joint.index];
    const dyn_joint *joint = &k->joint[k->def->coordinates.item[index].joint.index];
    dyn_direction axis = dyn_body_direction(k->model, joint->body[0], mechanism_vec3(j->axis), next_tie(k));
    dyn_relative_travel_add(&k->travel[index], k->model, joint->point[0], joint->point[1], &axis, 0);
    k->coordinate[index] = k->travel[index].node;
}

rt_status mechanism_add_coordinates(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->coordinates.n; i++) {
        const scenario_coordinate *s = &k->def->coordinates.item[i];
        mechanism_begin_part(k, "coordinate", &s->name);
        rt_status status = RT_OK;
        if (s->kind == SCENARIO_TRAVEL)
            add_travel(k, i);
        else
            status = s->kind == SCENARIO_ANGLE ? add_angle(k, sc, i, d) : add_length(k, sc, i, d);
        if (status != RT_OK) worst = status;
        mechanism_end_part(k);
    }
    return worst;
}

rt_status mechanism_add_gears(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->joints.n; i++) {
        const scenario_joint *j = &k->def->joints.item[i];
        if (dyn_joint_kinds[j->kind].coordinates == 0) continue;
        const char *why = "";
        mechanism_begin_part(k, "joint", &j->name);
        rt_status status = dyn_gear_add(&k->gear[i], k->model, k->coordinate[j->coordinate[0]],
                                        k->coordinate[j->coordinate[1]], j->ratio, &why);
        if (status != RT_OK) mechanism_report_error(sc, &j->item, d, "joint", &j->name, why);
        if (status != RT_OK) worst = status;
        mechanism_end_part(k);
    }
    return worst;
}

static rt_status add_driver(mechanism *k, const scenario *sc, int index, rt_diag *d) {
    const scenario_driver *r = &k->def->drivers.item[index];
    const scenario_motion *f = &r->motion;
    bool relative = r->coordinate.index >= 0;
    int node = relative ? k->coordinate[r->coordinate.index] : mechanism_point_node(k, r->point.index);
    vec3 along = relative ? vec3_make(1, 0, 0) : mechanism_vec3(r->along);
    const dyn_driver_motion motion = {f->offset,    f->rate,  f->acceleration, f->amplitude,
                                      f->frequency, f->phase, r->function};
    const char *why = "";
    rt_status status = dyn_driver_add(&k->driver[index], k->model, node, along, &motion, &why);
    if (status != RT_OK) mechanism_report_error(sc, &r->item, d, "driver", &r->name, why);
    return status;
}

rt_status mechanism_add_drivers(mechanism *k, const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < k->def->drivers.n; i++) {
        mechanism_begin_part(k, "driver", &k->def->drivers.item[i].name);
        rt_status status = add_driver(k, sc, i, d);
        if (status != RT_OK) worst = status;
        mechanism_end_part(k);
    }
    return worst;
}
