// SPDX-License-Identifier: MIT
// A ray against the marked triangles of a mesh.
#ifndef HAWSE_CONTACT_TREE_RAY_H
#define HAWSE_CONTACT_TREE_RAY_H

#include "contact/tree/bvh.h"

// Which triangles a ray may hit, and how much searching is left.
typedef struct contact_ray_filter {
    const uint64_t *mark; // of every triangle; it may be hit when this equals `epoch`
    uint64_t epoch;
    double facing; // least cosine between the triangle's normal and the ray
    int *budget;   // tree nodes and triangles left to look at; nothing is found when it runs out
} contact_ray_filter;

// Distance from x along the unit vector d to the triangle [m], 0 when it is not met or not left through.
double contact_ray_triangle(const contact_mesh *m, int tri, vec3 x, vec3 d);

// Distance from x along the unit vector d to the nearest such triangle that the ray leaves through [m], 0 when there is
// none; *tri is the triangle, NULL: not asked. Mesh frame. Frame thread: bounded, no allocation.
double contact_ray_reach(const contact_mesh *m, const contact_bvh *tree, vec3 x, vec3 d, const contact_ray_filter *f,
                         int *tri);

#endif
