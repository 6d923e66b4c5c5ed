// SPDX-License-Identifier: MIT
// Private to contact/: closest points of a mesh to the centre of a ball, by the tree and the features of triangles.
#ifndef HAWSE_CONTACT_TREE_BALL_H
#define HAWSE_CONTACT_TREE_BALL_H

#include "contact/tree/bvh.h"
#include "contact/tree/foot.h"

// A triangle and its closest point to the centre of the ball.
typedef struct mesh_foot {
    contact_foot at;
    int tri; // -1: none
} mesh_foot;

// The triangle closest to c within `reach` [m], in the mesh frame. Of equally close ones the lowest index wins.
mesh_foot mesh_nearest(const contact_mesh *mesh, const contact_bvh *tree, vec3 c, double reach);

// Calls visit(self, foot) for each triangle within `reach` of c. The order depends on the tree alone.
typedef void mesh_foot_visit(void *self, const mesh_foot *f);
void mesh_visit_feet(const contact_mesh *mesh, const contact_bvh *tree, vec3 c, double reach, mesh_foot_visit *visit,
                     void *self);

// Closest point of triangle `tri` to c.
contact_foot mesh_foot_of(const contact_mesh *mesh, int tri, vec3 c);

// Unit normal of the feature that the foot lies on: the face's own, the pseudonormal of an edge or corner
// (pseudonormal.h). If the foot is the closest of the whole mesh, the sign along this normal is the side of the point.
vec3 mesh_foot_normal(const contact_mesh *mesh, const mesh_foot *f);

// Whether the foot is a local minimum of the distance to c: no triangle that shares its feature comes closer. Of the
// triangles that share an edge or corner only the one of lowest index returns true.
bool mesh_foot_is_local_minimum(const contact_mesh *mesh, const mesh_foot *f, vec3 c);

#endif
