// SPDX-License-Identifier: MIT
// Private to contact/: normals of a mesh's edges and corners whose sign tells the side of the nearest place (Bærentzen
// & Aanæs 2005, "Signed distance computation using the angle weighted pseudonormal").
#ifndef HAWSE_CONTACT_MESH_PSEUDONORMAL_H
#define HAWSE_CONTACT_MESH_PSEUDONORMAL_H

#include "contact/mesh/mesh.h"

// Of a vertex, unit: the sum of its triangles' normals weighted by their angles there.
vec3 contact_corner_normal(const contact_mesh *mesh, int vertex);

// Of the edge from corner k of a triangle on, unit: the sum of both triangles'; that of the one where the mesh ends.
static inline vec3 contact_edge_normal(const contact_mesh *mesh, int tri, int k) {
    int across = mesh->tri[tri].adj[k];
    vec3 n = mesh->normal[tri];
    return across < 0 ? n : vec3_unit(vec3_add(n, mesh->normal[across]));
}

#endif
