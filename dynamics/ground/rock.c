// SPDX-License-Identifier: MIT
#include "dynamics/ground/rock.h"

#define NEAR 0.05 // height over the rock up to which a patch counts as near: at 20 m/s two steps away [m]

static vec3 world_point(const dyn_eval *e, int body, const double w[4]) {
    return dyn_axes_to_world(e->axes, dyn_body_point(e, body, w));
}

// Normal force [N]; slope: K and C of it.
static double normal_force(const ground_rock *r, const ground_soil *soil, const dyn_eval *e, int body,
                           const double weight[4], vec3 up, double slope[2]) {
    const vec3 x = dyn_body_point(e, body, weight), v = dyn_body_velocity(e, body, weight);
    const double depth = ground_depth(&r->plane, dyn_axes_to_world(e->axes, x)), stiffness = r->area * soil->bearing;
    const double factor = 1 - soil->damping * vec3_dot(up, dyn_axes_velocity(e->axes, x, v));
    slope[0] = slope[1] = 0;
    if (!(depth > 0) || !(factor > 0)) return 0;
    slope[0] = stiffness * factor;
    slope[1] = stiffness * depth * soil->damping;
    return stiffness * depth * factor;
}

void ground_rock_predict(ground_rock *r, const ground_bottom *b, const dyn_eval *e, int body, const double weight[4],
                         double area) {
    double slope[2];
    *r = (ground_rock){.area = area};
    const vec3 at = world_point(e, body, weight);
    r->near = ground_bottom_rock(b, at, &r->plane) && ground_depth(&r->plane, at) > -NEAR;
    if (!r->near) return;
    const ground_soil *soil = ground_bottom_rock_soil(b);
    r->limit = soil->friction * normal_force(r, soil, e, body, weight, mat3_tmul(&e->axes->r, r->plane.normal), slope);
}

// Pull of the bristle along the plane over its limit, up to 1 in size; *share: what is left of it beyond that.
static vec3 pull(const ground_soil *soil, vec3 displacement, vec3 up, double *share) {
    const vec3 s = vec3_scale(1 / soil->mobilise, vec3_madd(displacement, -vec3_dot(displacement, up), up));
    *share = 1 / fmax(vec3_norm(s), 1);
    return vec3_scale(*share, s);
}

vec3 ground_rock_force(const ground_rock *r, const ground_soil *soil, const dyn_eval *e, const ground_rock_place *p) {
    const vec3 up = mat3_tmul(&e->axes->r, r->plane.normal);
    double slope[2], share;
    const vec3 f = vec3_scale(normal_force(r, soil, e, p->body, p->weight, up, slope), up);
    return vec3_madd(f, -r->limit, pull(soil, p->displacement, up, &share));
}

void ground_rock_add_tangent(const ground_rock *r, const ground_soil *soil, const dyn_eval *e,
                             const ground_rock_place *p, double holds) {
    const vec3 up = mat3_tmul(&e->axes->r, r->plane.normal);
    const double n[3] = {up.x, up.y, up.z};
    double slope[2], share;
    normal_force(r, soil, e, p->body, p->weight, up, slope);
    pull(soil, p->displacement, up, &share);
    const double normal = e->k_weight * slope[0] + e->c_weight * slope[1];
    const double along = share * r->limit * (e->k_weight * holds + e->c_weight * soil->body_settle) / soil->mobilise;
    mat3 t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.m[i][j] = (normal - along) * n[i] * n[j] + (i == j ? along : 0);
    dyn_body_add_tangent(e, p->body, p->weight, &t);
}

double ground_rock_energy(const ground_rock *r, const ground_soil *soil, const dyn_eval *e, int body,
                          const double weight[4]) {
    const double depth = r->near ? ground_depth(&r->plane, world_point(e, body, weight)) : 0;
    return depth > 0 ? 0.5 * r->area * soil->bearing * depth * depth : 0;
}
