// SPDX-License-Identifier: MIT
// Resultant of a foundation contact's elastic force, and meshes with their trees.
#ifndef HAWSE_TESTS_CONTACT_FOUNDATION_SUM_H
#define HAWSE_TESTS_CONTACT_FOUNDATION_SUM_H

#include "contact/foundation/foundation.h"
#include "contact/prepare/load.h"
#include "tests/contact/region_shapes.h"
#include "tests/random.h"

typedef struct resultant {
    vec3 force, torque; // for a modulus of 1, torque about the origin of the hull's frame [m³], [m⁴]
    double area;        // wetted [m²]
} resultant;

static inline resultant resultant_of(const contact_foundation *f) {
    resultant s = {{0, 0, 0}, {0, 0, 0}, 0};
    for (int i = 0; i < f->n_faces; i++) {
        const contact_wet_face *w = &f->face[i];
        double depth[3], load[3], wet[3];
        for (int k = 0; k < 3; k++) depth[k] = f->vertex[w->corner[k]].depth;
        if (!contact_integrate_wet_triangle(depth, w->area, load, wet)) continue;
        for (int k = 0; k < 3; k++) {
            vec3 force = vec3_scale(-load[k], w->normal);
            s.force = vec3_add(s.force, force);
            s.torque = vec3_add(s.torque, vec3_cross(f->vertex[w->corner[k]].x, force));
            s.area += wet[k];
        }
    }
    return s;
}

static inline resultant resultant_at(contact_foundation *f, const pose *at) {
    contact_foundation_detect(f, at);
    return resultant_of(f);
}

// A hull and a body against it.
typedef struct pair {
    body hull, moving;
    contact_surface surface;
    contact_foundation foundation;
} pair;

static inline void pair_make(pair *p, body hull, body moving, double edge) {
    rt_diag d = {0};
    p->hull = hull;
    p->moving = moving;
    assert_int_equal(contact_surface_create(&p->surface, &p->hull.mesh, &p->hull.tree), RT_OK);
    if (contact_foundation_create(&p->foundation, &p->moving.mesh, edge, &p->surface, &d) != RT_OK)
        fail_msg("%s", d.text);
}

static inline void pair_free(pair *p) {
    contact_foundation_free(&p->foundation);
    contact_surface_free(&p->surface);
    body_free(&p->moving);
    body_free(&p->hull);
}

static inline body body_load(const char *path) {
    body b = {0};
    rt_diag d = {0};
    if (contact_mesh_load(path, NULL, &b.mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(contact_bvh_build(&b.mesh, &b.tree), RT_OK);
    return b;
}

#endif
