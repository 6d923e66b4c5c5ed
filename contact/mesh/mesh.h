// SPDX-License-Identifier: MIT
// A triangle mesh in double precision, constant while the simulation runs. contact/prepare makes one from a file.
#ifndef HAWSE_CONTACT_MESH_MESH_H
#define HAWSE_CONTACT_MESH_MESH_H

#include "dynamics/math/math3.h"
#include "rt/base/base.h"

typedef struct contact_tri {
    int v[3];   // vertex indices, counter-clockwise seen from outside
    int adj[3]; // triangle across edge (v[k], v[(k+1)%3]); -1: open, -2: non-manifold
} contact_tri;

typedef struct contact_mesh {
    int nv, nt;
    vec3 *vertex;                       // [m] mesh frame (nv)
    contact_tri *tri;                   // (nt)
    vec3 *normal;                       // unit face normals, outward when closed (nt)
    double *area;                       // [m²] (nt)
    int *vertex_tri_start, *vertex_tri; // triangles around each vertex, CSR (nv + 1), (3 nt)
    vec3 lo, hi;                        // bounding box [m]
    bool closed;                        // every edge has exactly two triangles, consistently oriented
} contact_mesh;

void contact_mesh_free(contact_mesh *mesh);

// Mass, centre of mass and inertia tensor about it of the closed mesh at uniform density [kg/m³], mesh frame
// (signed tetrahedra, Blow & Binstock 2004).
typedef struct contact_mass {
    double mass;  // [kg]
    vec3 centre;  // [m]
    mat3 inertia; // about the centre [kg m²]
} contact_mass;
contact_mass contact_mesh_mass(const contact_mesh *mesh, double density);

#endif
