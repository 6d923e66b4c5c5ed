// SPDX-License-Identifier: MIT
// Private to contact/: axis-aligned boxes. Comparisons replace fmin and fmax, which would call the C library.
#ifndef HAWSE_CONTACT_TREE_BVH_BOX_H
#define HAWSE_CONTACT_TREE_BVH_BOX_H

#include "contact/tree/bvh.h"

typedef struct bvh_box {
    vec3 lo, hi;
} bvh_box;

static inline double bvh_min(double a, double b) { return a < b ? a : b; }
static inline double bvh_max(double a, double b) { return a > b ? a : b; }

static inline bvh_box bvh_box_empty(void) {
    return (bvh_box){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

static inline bvh_box bvh_box_join(bvh_box a, bvh_box b) {
    return (bvh_box){{bvh_min(a.lo.x, b.lo.x), bvh_min(a.lo.y, b.lo.y), bvh_min(a.lo.z, b.lo.z)},
                     {bvh_max(a.hi.x, b.hi.x), bvh_max(a.hi.y, b.hi.y), bvh_max(a.hi.z, b.hi.z)}};
}

// Touching boxes meet.
static inline bool bvh_box_meets(bvh_box a, bvh_box b) {
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
           b.lo.z <= a.hi.z;
}

static inline bvh_box bvh_points_box(vec3 a, vec3 b, vec3 c) {
    return bvh_box_join((bvh_box){a, a}, bvh_box_join((bvh_box){b, b}, (bvh_box){c, c}));
}

static inline bvh_box bvh_triangle_box(const contact_mesh *mesh, int triangle) {
    const int *v = mesh->tri[triangle].v;
    return bvh_points_box(mesh->vertex[v[0]], mesh->vertex[v[1]], mesh->vertex[v[2]]);
}

static inline bvh_box bvh_node_box(const contact_bvh_node *node) { return (bvh_box){node->lo, node->hi}; }

#endif
