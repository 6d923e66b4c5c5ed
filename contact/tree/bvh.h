// SPDX-License-Identifier: MIT
// Bounding-volume tree of a mesh: axis-aligned boxes in the mesh frame, double precision, built once at load.
#ifndef HAWSE_CONTACT_TREE_BVH_H
#define HAWSE_CONTACT_TREE_BVH_H

#include "contact/mesh/mesh.h"

typedef struct contact_bvh_node {
    vec3 lo, hi;      // box [m]
    vec3 axis;        // unit mean normal; zero if the slab along it is not much thinner than the box
    double low, high; // bounds along the axis [m]
    int first; // leaf: first entry in order[]; inner: index of the left child, the right one follows at first + 1
    int count; // leaf: number of triangles (>= 1); inner: 0
} contact_bvh_node;

typedef struct contact_bvh {
    contact_bvh_node *node; // node[0] is the root (n_nodes)
    int *order;             // triangle indices, leaf by leaf (nt)
    int n_nodes, nt, depth; // depth of the tree; traversal stacks are sized for CONTACT_BVH_DEPTH
} contact_bvh;

#define CONTACT_BVH_DEPTH 64

// Builds the tree by the binned surface-area heuristic; deterministic. Fails only when out of memory.
rt_status contact_bvh_build(const contact_mesh *mesh, contact_bvh *tree);
void contact_bvh_free(contact_bvh *tree);

// Writes the triangles whose box meets [lo, hi] into out, at most max, in tree order. Returns their number, which may
// exceed max.
int contact_bvh_query(const contact_bvh *tree, const contact_mesh *mesh, vec3 lo, vec3 hi, int *out, int max);

#endif
