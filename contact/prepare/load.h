// SPDX-License-Identifier: MIT
// Meshes from files or memory: read, welded, cleaned, oriented, measured. Set-up only.
#ifndef HAWSE_CONTACT_PREPARE_LOAD_H
#define HAWSE_CONTACT_PREPARE_LOAD_H

#include "contact/mesh/mesh.h"

// Counts of what was read, repaired and found wrong. Each place [m] is one example of the counted faults.
typedef struct contact_mesh_report {
    char format[16]; // "OBJ", "STL binary", "STL ascii", "PLY ascii", "PLY binary"
    int vertices_read, triangles_read;
    int64_t ignored_bytes;    // after the data that the file's header announces
    int welded;               // vertices merged
    int swapped;              // edges swapped because a triangle's three vertices were collinear
    int degenerate;           // triangles dropped: no area, or a repeated vertex
    int duplicate;            // triangles dropped: equal to an earlier one
    int open_edges;           // edges of one triangle
    int non_manifold_edges;   // edges of more than two
    int one_sided;            // 1: at least one edge whose two triangles cannot agree on an outside
    int flipped;              // triangles flipped to agree with their neighbours
    int components;           // connected parts
    int inside_out;           // closed parts, other than cavities, that faced inward and were flipped
    int self_intersections;   // pairs of triangles that meet outside shared corners and edges; -1: not counted
    int self_search_complete; // 0: the search ran out of its budget
    vec3 open_at[2], non_manifold_at[2], one_sided_at[2], self_at;
    double volume; // [m³], signed sum of the tetrahedra after repair; meaningful when closed
} contact_mesh_report;

typedef struct contact_mesh_options {
    double scale;     // factor on the coordinates, 1 by default (0.001 for a mesh in mm)
    double weld;      // vertices closer than this are one [m]; 0: 1e-9 of the bounding box's diagonal
    bool need_closed; // an open or non-manifold mesh is an error, otherwise a warning
} contact_mesh_options;

// Reads OBJ, STL (ASCII or binary, detected by content) or PLY (ASCII, binary little or big endian; float or double),
// by the file's extension. Triangles and vertices keep the file's order, without those dropped or merged. Limits: 5
// million triangles, coordinates up to 1e50; below 1e-70 m they become 0. o NULL: scale 1, default welding, open meshes
// allowed. report may be NULL. *mesh owns its memory: contact_mesh_free. On failure *mesh is empty and d has the error.
// Does not search for self intersections: contact_prepare (prepare.h) does, and builds the tree.
rt_status contact_mesh_load(const char *path, const contact_mesh_options *o, contact_mesh *mesh,
                            contact_mesh_report *report, rt_diag *d);
// The same cleaning for triangles in memory; copies v (nv) and t (3 nt). Messages use `name` as the file.
rt_status contact_mesh_make(const char *name, const vec3 *v, int nv, const int *t, int nt,
                            const contact_mesh_options *o, contact_mesh *mesh, contact_mesh_report *report, rt_diag *d);

#endif
