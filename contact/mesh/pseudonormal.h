// SPDX-License-Identifier: MIT
// Private to contact/: pseudonormals of a mesh's edges and corners. At the nearest point of the mesh their sign gives
// the side on which a point lies (Bærentzen & Aanæs 2005, "Signed distance computation using the angle weighted
// pseudonormal").
#ifndef HAWSE_CONTACT_MESH_PSEUDONORMAL_H
#define HAWSE_CONTACT_MESH_PSEUDONORMAL_H

#include "contact/mesh/mesh.h"

// Unit pseudonormal of a vertex: the normals of its triangles, each weighted by the triangle's angle there.
vec3 contact_corner_normal(const contact_mesh *mesh, int vertex);

// Unit pseudonormal of the edge that begins at corner k of the triangle: the sum of both face normals; the triangle's
// own normal at an open or non-manifold edge.
static inline vec3 contact_edge_normal(const contact_mesh *mesh, int tri, int k) {
    int across = mesh->tri[tri].adj[k];
    vec3 n = mesh->normal[tri];
    return across < 0 ? n : vec3_unit(vec3_add(n, mesh->normal[across]));
}

#endif
