// SPDX-License-Identifier: MIT
// Meshes from files or memory: read, welded, cleaned, oriented, measured. Set-up only.
#ifndef HAWSE_CONTACT_PREPARE_LOAD_H
#define HAWSE_CONTACT_PREPARE_LOAD_H

#include "contact/mesh/mesh.h"

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

#endif
