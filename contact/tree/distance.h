// SPDX-License-Identifier: MIT
// Signed distance to the hull's mesh, exact: the nearest point by the tree, its side by angle-weighted normals.
#ifndef HAWSE_CONTACT_TREE_DISTANCE_H
#define HAWSE_CONTACT_TREE_DISTANCE_H

#include "contact/tree/bvh.h"

// A mesh with what the sign of a distance needs. Constant while running.
typedef struct contact_surface {
    const contact_mesh *mesh;
    const contact_bvh *tree;
    vec3 *vertex_normal;   // normals of the faces around it, weighted by their angles there, unit (nv)
    unsigned char *border; // the vertex lies on an edge that is open or has more than two faces (nv)
    double band;           // behind an open hull depth grows to this and falls again [m]; INFINITY for a closed one
} contact_surface;

// How deep a point lies in the hull.
typedef struct contact_depth {
    double depth; // below the surface [m]; outside minus the distance
    vec3 normal;  // unit, the direction in which depth falls fastest
    double gap;   // no point closer than this has depth > 0 [m]; 0 inside
    double near;  // distance to the nearest triangle [m]
    int tri;      // that triangle
} contact_depth;

// The mesh and its tree must outlive it. Fails only for want of memory.
rt_status contact_surface_create(contact_surface *s, const contact_mesh *mesh, const contact_bvh *tree);
void contact_surface_free(contact_surface *s);
// Depth of the point x, in the mesh's frame. `seed` is a triangle thought to be near, -1: none; it saves time and does
// not change the answer. *second becomes the distance to the nearest of all other triangles: as long as the point moves
// by less than *second less the distance to the triangle found, contact_surface_depth_by of that triangle gives the
// same answer, bit for bit. Frame thread.
contact_depth contact_surface_depth(const contact_surface *s, vec3 x, int seed, double *second);
// Depth of x by this triangle alone.
contact_depth contact_surface_depth_by(const contact_surface *s, vec3 x, int tri);

#endif
