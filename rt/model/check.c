// SPDX-License-Identifier: MIT
// Checks points, vectors and bodies of a mechanism, and a mechanism as a whole.
#include "rt/model/private.h"
#include <stdlib.h>
#include <string.h>

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// The given part of the basis p1 - p0, u, v as unit vectors; returns their number.
static int collect_basis(const scenario_model *m, const scenario_body *b, vec3 e[3]) {
    int n = 0;
    if (b->point[1] != SCENARIO_NONE)
        e[n++] = vec3_unit(vec3_sub(vector(m->points.item[b->point[1]].at), vector(m->points.item[b->point[0]].at)));
    for (int k = 0; k < 2; k++)
        if (b->vector[k] != SCENARIO_NONE) e[n++] = vector(m->vectors.item[b->vector[k]].along);
    return n;
}

static void check_span(const model_check *c, const scenario_body *b) {
    vec3 e[3];
    int n = collect_basis(c->m, b, e);
    double span = n < 2 ? 1 : vec3_norm(vec3_cross(e[0], e[1]));
    if (n == 3) span = fabs(vec3_dot(vec3_cross(e[0], e[1]), e[2]));
    pose frame;
    if (span < MODEL_MIN_SINE)
        model_report_fault(c, "its points and vectors are %s: expected directions that span space",
                           n == 3 ? "in one plane" : "parallel");
    else if (!scenario_body_pose(c->m, b, &frame))
        model_report_fault(c, "y of its frame is along x: expected y_axis in another direction");
}

// Sets the axes of the frame by its angles or quaternion.
static void read_frame(const model_check *c, scenario_body *b) {
    mat3 r;
    int given = model_read_orientation(c, &scenario_body_list, "x_axis y_axis", b->angles, b->quaternion, &r);
    if (given != 0 && b->points.n == 2)
        model_report_fault(c, "its frame has x from its first point to its second: expected y_axis alone, found an "
                              "orientation");
    for (int k = 0; k < 3 && given > 0; k++) b->x_axis[k] = r.m[k][0], b->y_axis[k] = r.m[k][1];
}

static bool are_at_same_place(const scenario_point *a, const scenario_point *b) {
    return a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

// Whether the planar moments P = tr(I)/2 - I, the integrals of x y dm, are positive semi-definite up to round-off: the
// triangle inequality where the products are zero. Principal minors (Sylvester).
static bool is_physical_inertia(const scenario_body *b) {
    const double half = (b->inertia[0] + b->inertia[1] + b->inertia[2]) / 2, eps = 1e-9; // half: also the trace of P
    const double x = half - b->inertia[0], y = half - b->inertia[1], z = half - b->inertia[2];
    const double xy = b->products[0], yz = b->products[1], zx = b->products[2]; // minus those of P
    double det = x * (y * z - yz * yz) - xy * (xy * z + yz * zx) - zx * (xy * yz + y * zx);
    double pair = fmin(fmin(x * y - xy * xy, y * z - yz * yz), z * x - zx * zx);
    return fmin(fmin(x, y), z) >= -eps * half && pair >= -eps * half * half && det >= -eps * half * half * half;
}

static void check_body(model_check *c, scenario_body *b) {
    const scenario_model *m = c->m;
    int before = c->d->errors;
    model_set_entry(c, b, "body", &b->name);
    if (!is_physical_inertia(b))
        model_report_fault(
            c,
            "no mass distribution has its inertia: each moment is at most the sum of the other two, and the "
            "products are "
            "bounded by them; found [%g, %g, %g], products [%g, %g, %g]",
            b->inertia[0], b->inertia[1], b->inertia[2], b->products[0], b->products[1], b->products[2]);
    model_resolve_pair(c, &b->points, SCENARIO_POINT, false, b->point);
    model_resolve_pair(c, &b->vectors, SCENARIO_VECTOR, false, b->vector);
    for (int k = 0; k < b->points.n; k++)
        if (b->point[k] != SCENARIO_NONE && *m->points.item[b->point[k]].on.name.text)
            model_report_fault(c, "its point '%s' is already on the body '%s': expected another point",
                               b->points.name[k].text, m->points.item[b->point[k]].on.name.text);
    if (c->d->errors > before) return;
    read_frame(c, b);
    if (b->points.n == 2 && rt_config_is_given(&scenario_body_list, b, "x_axis"))
        model_report_fault(c, "key 'x_axis' is for a body of one point: with two, x goes from the first to the second");
    else if (b->points.n == 1)
        model_check_direction(c, "x_axis", b->x_axis);
    model_check_direction(c, "y_axis", b->y_axis);
    if (b->points.n == 2 && are_at_same_place(&m->points.item[b->point[0]], &m->points.item[b->point[1]]))
        model_report_fault(c, "its points '%s' and '%s' are at the same place", b->points.name[0].text,
                           b->points.name[1].text);
    if (c->d->errors == before) check_span(c, b);
}

// Brings the position from the frame of its body to the world.
static void place_point(const model_check *c, scenario_point *p) {
    pose body;
    if (rt_config_is_given(&scenario_point_list, p, "offset") && !rt_config_is_given(&scenario_point_list, p, "repeat"))
        model_report_fault(c, "key 'offset' needs the key 'repeat'");
    if (p->frame == SCENARIO_WORLD) return;
    if (!*p->on.name.text) model_report_fault(c, "frame: body: expected the key 'on' with its body");
    if (p->on.index < 0 || !scenario_body_pose(c->m, &c->m->bodies.item[p->on.index], &body)) return; // reported
    vec3 at = pose_point(&body, vec3_make(p->at[0], p->at[1], p->at[2]));
    p->at[0] = at.x, p->at[1] = at.y, p->at[2] = at.z;
}

static void check_point(model_check *c, scenario_point *p, bool used) {
    model_set_entry(c, p, "point", &p->name);
    bool on = *p->on.name.text != 0;
    p->on.index = model_resolve(c, &p->on.name, SCENARIO_BODY, false, NULL);
    place_point(c, p);
    static const char *const key[] = {"fixed", "velocity", "mass"};
    for (int k = 0; k < 3; k++)
        if (rt_config_is_given(&scenario_point_list, p, key[k]) && (on || (k > 0 && p->fixed)))
            model_report_fault(c, "key '%s' does not fit a %s", key[k], on ? "further point of a body" : "fixed point");
    if (!on && !used && !p->fixed && p->mass == 0)
        model_report_fault(c, "it belongs to no body: expected a body that names it, mass, fixed or on");
}

static void check_nodes(model_check *c) {
    scenario_model *m = c->m;
    bool *used = calloc((size_t)m->points.n + (size_t)m->vectors.n + 1, sizeof *used);
    if (!used) {
        rt_diag_error(c->d, c->file, 0, 0, "no memory for %d points", m->points.n);
        return;
    }
    for (int i = 0; i < m->bodies.n; i++)
        for (int k = 0; k < 2; k++) {
            const scenario_body *b = &m->bodies.item[i];
            if (b->point[k] >= 0) used[b->point[k]] = true;
            if (b->vector[k] >= 0) used[m->points.n + b->vector[k]] = true;
        }
    for (int i = 0; i < m->points.n; i++) check_point(c, &m->points.item[i], used[i]);
    for (int i = 0; i < m->vectors.n; i++) {
        model_set_entry(c, &m->vectors.item[i], "vector", &m->vectors.item[i].name);
        if (!used[m->points.n + i]) model_report_fault(c, "it belongs to no body: expected a body that names it");
    }
    free(used);
}

void model_check_bodies(model_check *c) {
    scenario_model *m = c->m;
    bool moves = m->bodies.n > 0;
    for (int i = 0; i < m->vectors.n; i++) {
        model_set_entry(c, &m->vectors.item[i], "vector", &m->vectors.item[i].name);
        model_check_direction(c, "along", m->vectors.item[i].along);
    }
    for (int i = 0; i < m->bodies.n; i++) check_body(c, &m->bodies.item[i]);
    check_nodes(c);
    for (int i = 0; i < m->points.n; i++) moves = moves || m->points.item[i].mass > 0;
    if (!moves) rt_diag_error(c->d, c->file, 0, 0, "nothing moves: expected a body or a point with a mass in model");
}

rt_status scenario_model_check(const char *file, scenario_model *m, rt_diag *d) {
    model_check c = {.file = file, .m = m, .d = d};
    int before = d->errors;
    if (!model_expand_repeats(&c)) return RT_ERR_FORMAT;
    if (!model_names_collect(&c)) return RT_ERR_MEMORY;
    model_check_bodies(&c);
    model_check_joints(&c);
    model_check_coordinates(&c);
    model_check_drivers(&c);
    model_check_forces(&c);
    model_check_shapes(&c);
    model_check_materials(&c);
    model_check_contacts(&c);
    model_check_records(&c);
    free(c.entry);
    return d->errors > before ? RT_ERR_FORMAT : RT_OK;
}
