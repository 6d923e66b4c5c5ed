// SPDX-License-Identifier: MIT
// An analytic sphere, or the corners of a mesh, against an analytic plane, a box or a mesh: contacts in closed form
// go into the same contact_set as those of meshes.
#ifndef HAWSE_TESTS_VALIDATION_ROUND_BODY_H
#define HAWSE_TESTS_VALIDATION_ROUND_BODY_H

#include "tests/validation/sliding_body.h"

enum { ROUND_ON_PLANE, ROUND_ON_BOX, ROUND_ON_MESH };

typedef struct round_body {
    sliding_body b;
    double radius;
    const contact_mesh *corners; // not NULL: the body is this mesh, its deepest corner touches; NULL: a sphere
    int ground;
    pose box;  // its frame
    vec3 half; // its half extents [m]
    const contact_mesh *mesh;
    contact_set set;
    dyn_force force;
} round_body;

// Closest point of a triangle: the plane's if it lies within, else the closest of the edges'.
static inline vec3 round_closest(const contact_mesh *m, int tri, vec3 p) {
    vec3 x[3], best = {0, 0, 0}, n = m->normal[tri];
    double nearest = INFINITY;
    bool within = true;
    for (int k = 0; k < 3; k++) x[k] = m->vertex[m->tri[tri].v[k]];
    for (int k = 0; k < 3; k++) {
        vec3 e = vec3_sub(x[(k + 1) % 3], x[k]), d = vec3_sub(p, x[k]);
        vec3 q = vec3_madd(x[k], fmin(fmax(vec3_dot(d, e) / vec3_norm2(e), 0), 1), e);
        if (vec3_dot(vec3_cross(e, d), n) < 0) within = false;
        if (vec3_norm(vec3_sub(p, q)) < nearest) nearest = vec3_norm(vec3_sub(p, q)), best = q;
    }
    return within ? vec3_madd(p, -vec3_dot(vec3_sub(p, x[0]), n), n) : best;
}

static inline vec3 round_closest_of(const round_body *r, vec3 p) {
    if (r->ground == ROUND_ON_PLANE) return vec3_make(p.x, p.y, 0);
    if (r->ground == ROUND_ON_BOX) {
        vec3 q = pose_point_inverse(&r->box, p);
        q = vec3_max(vec3_min(q, r->half), vec3_scale(-1, r->half));
        return pose_point(&r->box, q);
    }
    vec3 best = {0, 0, 0};
    double nearest = INFINITY;
    for (int i = 0; i < r->mesh->nt; i++) {
        vec3 q = round_closest(r->mesh, i, p);
        double d = vec3_norm(vec3_sub(p, q));
        if (d < nearest) nearest = d, best = q;
    }
    return best;
}

static inline contact_touch round_touch(const round_body *r, const pose *at) {
    if (!r->corners) {
        vec3 q = round_closest_of(r, at->p), d = vec3_sub(at->p, q);
        return (contact_touch){.key = 1, .point = q, .normal = vec3_unit(d), .depth = r->radius - vec3_norm(d)};
    }
    vec3 low = {0, 0, INFINITY}; // a mesh over the plane z = 0
    for (int i = 0; i < r->corners->nv; i++) {
        vec3 x = pose_point(at, r->corners->vertex[i]);
        if (x.z < low.z) low = x;
    }
    return (contact_touch){.key = 1, .point = low, .normal = {0, 0, 1}, .depth = -low.z};
}

static void round_predict(void *self, const dyn_eval *e, const void *z) {
    round_body *r = self;
    pose at = dyn_body_pose(e, r->b.body);
    contact_touch touch = round_touch(r, &at);
    contact_set_begin(&r->set);
    if (touch.depth > 0) contact_set_add(&r->set, e, z, r->b.body, &at, &touch);
}

static void round_eval(void *self, const dyn_eval *e, const void *z) {
    (void)z;
    contact_set_eval(&((round_body *)self)->set, e);
}

static void round_accept(void *self, const dyn_eval *e, void *z) {
    contact_set_accept(&((round_body *)self)->set, e, z, INFINITY);
}

// The caller sets the ground in *r before.
static inline void round_body_make(round_body *r, const contact_material *m, double mass, vec3 centre, vec3 gravity,
                                   double h) {
    double i = 0.4 * mass * r->radius * r->radius;
    const pose at = {mat3_identity(), centre};
    sliding_body_begin(&r->b, mass, (mat3){{{i, 0, 0}, {0, i, 0}, {0, 0, i}}}, &at, gravity, h);
    assert_int_equal(contact_set_create(&r->set, m, 2, 0.15), RT_OK);
    r->force = (dyn_force){.self = r,
                           .phase = RT_PHASE_CONTACT,
                           .z_size = contact_set_z_size(2),
                           .predict = round_predict,
                           .eval = round_eval,
                           .accept = round_accept};
    dyn_add_force(&r->b.model, &r->force);
    sliding_body_finish(&r->b);
}

static inline void round_body_free(round_body *r) {
    sliding_body_free(&r->b);
    contact_set_free(&r->set);
}

#endif
