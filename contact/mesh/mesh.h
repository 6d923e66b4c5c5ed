// SPDX-License-Identifier: MIT
// Triangle meshes in double precision, from file to contact: read, welded, cleaned, oriented, measured.
// Set-up only; a mesh is constant while the simulation runs.
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

// What was read, what was repaired, what is wrong; each place [m] is one of those counted.
typedef struct contact_mesh_report {
    char format[16]; // "OBJ", "STL binary", "STL ascii", "PLY ascii", "PLY binary"
    int vertices_read, triangles_read;
    int64_t ignored_bytes;  // of the file, after all that its head announced
    int welded;             // vertices merged
    int swapped;            // edges swapped because a triangle's three vertices lay on a line
    int degenerate;         // triangles dropped for having no area or a repeated vertex
    int duplicate;          // triangles dropped because an equal one stands already
    int open_edges;         // edges of one triangle
    int non_manifold_edges; // edges of more than two
    int one_sided;          // 1: there is an edge whose two triangles cannot agree on an outside
    int flipped;            // triangles turned round to agree with their neighbours
    int components;         // connected parts
    int inside_out;         // closed parts that faced inward, other than cavities, and were turned round
    int self_intersections; // pairs of triangles that meet elsewhere than in shared corners and edges; -1: not counted
    int self_search_complete; // 0: so many that the count was given up
    vec3 open_at[2], non_manifold_at[2], one_sided_at[2], self_at;
    double volume; // [m³], signed sum of the tetrahedra after repair; meaningful when closed
} contact_mesh_report;

typedef struct contact_mesh_options {
    double scale;     // factor on the coordinates, 1 by default (0.001 for a mesh in mm)
    double weld;      // vertices closer than this are one [m]; 0: 1e-9 of the bounding box's diagonal
    bool need_closed; // an open or non-manifold mesh is an error, otherwise a warning
} contact_mesh_options;

// Reads OBJ, STL (ASCII or binary, told apart by content) or PLY (ASCII, binary little or big endian; float or double),
// by the file's extension. Triangles and vertices keep the file's order, less those that were dropped or merged; at
// most 5 million triangles, coordinates up to 1e50, below 1e-70 m they are 0. o NULL: scale 1, default welding, open
// meshes allowed; report may be NULL. *mesh owns its memory: contact_mesh_free. On failure *mesh is empty and d says
// why. Self intersections are not looked for: contact_prepare (prepare.h) does, and builds the tree.
rt_status contact_mesh_load(const char *path, const contact_mesh_options *o, contact_mesh *mesh,
                            contact_mesh_report *report, rt_diag *d);
// The same cleaning for triangles already in memory: v (nv), t (3 nt) are copied. name stands for the file in messages.
rt_status contact_mesh_make(const char *name, const vec3 *v, int nv, const int *t, int nt,
                            const contact_mesh_options *o, contact_mesh *mesh, contact_mesh_report *report, rt_diag *d);
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
