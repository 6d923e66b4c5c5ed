// SPDX-License-Identifier: MIT
// Private to contact/: a ball against a mesh, as far as the tree and the features of triangles matter.
#ifndef HAWSE_CONTACT_TREE_BALL_H
#define HAWSE_CONTACT_TREE_BALL_H

#include "contact/tree/bvh.h"
#include "contact/tree/foot.h"

// A triangle and its place nearest to the centre of the ball.
typedef struct mesh_foot {
    contact_foot at;
    int tri; // -1: none
} mesh_foot;

// The nearest of all triangles within `reach` [m] of c, of equally near ones that of the lowest number. Mesh frame.
mesh_foot mesh_nearest(const contact_mesh *mesh, const contact_bvh *tree, vec3 c, double reach);

// Calls visit(self, foot) for each triangle within `reach` of c, in an order that depends on the tree alone.
typedef void mesh_foot_visit(void *self, const mesh_foot *f);
void mesh_feet(const contact_mesh *mesh, const contact_bvh *tree, vec3 c, double reach, mesh_foot_visit *visit,
               void *self);

// Triangle `tri`'s place nearest to c.
contact_foot mesh_foot_of(const contact_mesh *mesh, int tri, vec3 c);

// The normal of the feature that the foot lies on, unit: a face's own, an edge's sum of two, a corner's sum weighted by
// the angles of its faces. The side on which the nearest of all feet is seen from is the sign along it
// (pseudonormal.h).
vec3 mesh_foot_normal(const contact_mesh *mesh, const mesh_foot *f);

// Whether the foot is the nearest place to c of all triangles that share its feature: the distance to the mesh is
// least there among its neighbours. Edges and corners are answered for one of their triangles, no for the others.
bool mesh_foot_is_least(const contact_mesh *mesh, const mesh_foot *f, vec3 c);

#endif
