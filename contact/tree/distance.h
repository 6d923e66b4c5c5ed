// SPDX-License-Identifier: MIT
// Exact signed distance to the hull's mesh: the nearest point by the tree, its side by angle-weighted normals.
#ifndef HAWSE_CONTACT_TREE_DISTANCE_H
#define HAWSE_CONTACT_TREE_DISTANCE_H

#include "contact/tree/bvh.h"

// A mesh with the normals and borders that decide the sign of a distance. Constant while running.
typedef struct contact_surface {
    const contact_mesh *mesh;
    const contact_bvh *tree;
    vec3 *vertex_normal;   // unit pseudonormals (pseudonormal.h) (nv)
    unsigned char *border; // 1: the vertex lies on an open or non-manifold edge (nv)
    double band;           // behind an open hull depth rises to this value, then falls [m]; INFINITY: closed
} contact_surface;

// Depth of a point in the hull.
typedef struct contact_depth {
    double depth; // below the surface [m]; outside: minus the distance
    vec3 normal;  // unit, the direction of steepest fall of depth
    double gap;   // no point closer than this has depth > 0 [m]; 0 inside
    double near;  // distance to the nearest triangle [m]
    int tri;      // that triangle
} contact_depth;

// Creates the surface. The mesh and its tree must outlive it. Fails only when out of memory.
rt_status contact_surface_create(contact_surface *s, const contact_mesh *mesh, const contact_bvh *tree);
void contact_surface_free(contact_surface *s);
// Depth of point x in the mesh frame. `seed`: a triangle likely to be near, or -1; it saves time and does not change
// the result. *second: distance to the nearest of all other triangles. contact_surface_depth_by of triangle `tri` gives
// the same bits at a new point as long as its `near` there plus the distance moved stays below *second. Frame thread.
contact_depth contact_surface_depth(const contact_surface *s, vec3 x, int seed, double *second);
// Depth of x from this triangle alone.
contact_depth contact_surface_depth_by(const contact_surface *s, vec3 x, int tri);

#endif
