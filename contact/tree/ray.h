// SPDX-License-Identifier: MIT
// Intersection of a ray with a mesh: with its marked triangles from inside, or with all of them from either side.
#ifndef HAWSE_CONTACT_TREE_RAY_H
#define HAWSE_CONTACT_TREE_RAY_H

#include "contact/tree/bvh.h"

// The triangles that a ray may hit, and the remaining search budget.
typedef struct contact_ray_filter {
    const uint64_t *mark; // per triangle; the ray may hit it if this equals `epoch`
    uint64_t epoch;
    double facing; // least cosine between the triangle's normal and the ray
    int *budget;   // tree nodes and triangles left to test; the search ends when it runs out
} contact_ray_filter;

// Distance from x along the unit vector d to the triangle [m]; 0 if the ray misses it or does not leave through it.
double contact_ray_triangle(const contact_mesh *m, int tri, vec3 x, vec3 d);

// Distance from x along the unit vector d to the nearest allowed triangle that the ray leaves through [m]; 0 if there
// is none. *tri becomes that triangle; tri may be NULL. Mesh frame. Frame thread: bounded, no allocation.
double contact_ray_reach(const contact_mesh *m, const contact_bvh *tree, vec3 x, vec3 d, const contact_ray_filter *f,
                         int *tri);

// Distance from x along the unit vector d to the nearest triangle that the ray meets, from either side, and no farther
// than `reach` [m]; INFINITY if there is none. *tri becomes that triangle; tri may be NULL. Mesh frame. Set-up.
double contact_ray_first(const contact_mesh *m, const contact_bvh *tree, vec3 x, vec3 d, double reach, int *tri);

#endif
