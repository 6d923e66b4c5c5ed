// SPDX-License-Identifier: MIT
// Random convex pairs of every kind, the same for the same seed.
#ifndef HAWSE_TESTS_CONTACT_CONVEX_RANDOM_H
#define HAWSE_TESTS_CONTACT_CONVEX_RANDOM_H

#include "contact/convex/support.h"
#include "tests/contact/convex_rows.h"
#include "tests/random.h"

typedef enum convex_family {
    CONVEX_USUAL,   // sizes within a factor of ten
    CONVEX_THIN,    // needles and plates, to 1e-5
    CONVEX_RATIO,   // one shape up to 1e5 times as large
    CONVEX_NESTED,  // one well inside the other
    CONVEX_CENTRED, // concentric
    CONVEX_ALIGNED, // parallel axes
    CONVEX_FAMILIES,
} convex_family;

enum { CONVEX_RANDOM_POINTS = 12 };

typedef struct convex_random_pair {
    contact_shape shape[2];
    pose at[2];
    vec3 vertex[2][CONVEX_RANDOM_POINTS];
} convex_random_pair;

static inline pose convex_random_pose(uint64_t *s) {
    vec3 q = random_vec3(s, 1);
    double w = uniform(s, -1, 1);
    return (pose){convex_rotation(w, q.x, q.y, q.z), random_vec3(s, 1)};
}

// Sizes of 10^-decades to 1. A frustum is a cone or a cylinder with probability 1/4 each.
static inline contact_shape convex_random_shape(contact_shape_kind kind, uint64_t *s, double decades, vec3 *vertex) {
    double x = pow(10, -uniform(s, 0, decades)), y = pow(10, -uniform(s, 0, decades)),
           z = pow(10, -uniform(s, 0, decades)), turn = uniform(s, 0, 1);
    contact_shape shape = {.kind = kind, .size = {x, y, z}, .vertex = vertex};
    if (kind == CONTACT_FRUSTUM && turn < 0.5) shape.size.y = turn < 0.25 ? 0 : x;
    shape.n = kind == CONTACT_POINTS ? CONVEX_RANDOM_POINTS : kind == CONTACT_TRIANGLE ? 3 : 0;
    for (int i = 0; i < shape.n; i++) {
        vec3 v = random_vec3(s, 1);
        vertex[i] = vec3_make(x * v.x, y * v.y, z * v.z);
    }
    return shape;
}

static inline void convex_enlarge(contact_shape *shape, vec3 *vertex, double by) {
    shape->size = vec3_scale(by, shape->size);
    for (int i = 0; i < shape->n; i++) vertex[i] = vec3_scale(by, vertex[i]);
}

static inline void convex_random(uint64_t *s, convex_family family, convex_random_pair *p) {
    static const contact_shape_kind kinds[6] = {CONTACT_SPHERE,  CONTACT_BOX,    CONTACT_ELLIPSOID,
                                                CONTACT_FRUSTUM, CONTACT_POINTS, CONTACT_TRIANGLE};
    for (int i = 0; i < 2; i++) {
        contact_shape_kind kind = kinds[(int)(6 * uniform(s, 0, 1))];
        p->shape[i] = convex_random_shape(kind, s, family == CONVEX_THIN ? 5 : 1, p->vertex[i]);
        p->at[i] = convex_random_pose(s);
    }
    if (family == CONVEX_RATIO) convex_enlarge(&p->shape[0], p->vertex[0], pow(10, uniform(s, 0, 5)));
    if (family == CONVEX_NESTED) convex_enlarge(&p->shape[0], p->vertex[0], 20);
    if (family == CONVEX_ALIGNED) p->at[0].r = p->at[1].r = mat3_identity();
    double reach = contact_support_radius(&p->shape[0]) + contact_support_radius(&p->shape[1]);
    double away = family == CONVEX_CENTRED ? 0 : uniform(s, 0, family == CONVEX_NESTED ? 0.3 : 1);
    p->at[1].p = vec3_madd(p->at[0].p, away * reach, vec3_unit(random_vec3(s, 1)));
}

#endif
