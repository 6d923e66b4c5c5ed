// SPDX-License-Identifier: MIT
// Private to contact/: the stages from a triangle soup to a mesh. Each returns RT_OK or RT_ERR_MEMORY.
#ifndef HAWSE_CONTACT_PREPARE_CLEAN_H
#define HAWSE_CONTACT_PREPARE_CLEAN_H

#include "contact/prepare/read.h"
#include "contact/tree/bvh.h"
#include "contact/tree/tri_meet.h"

// Checks the mesh's name and the options. Returns RT_OK, or RT_ERR_USAGE with an error in d.
rt_status mesh_check_arguments(const char *path, const contact_mesh_options *o, rt_diag *d);
// Reads and cleans an open source and closes it; does not call mesh_report_write. On failure *mesh is empty and s->d
// has the error.
rt_status mesh_make_from_source(mesh_source *s, const contact_mesh_options *o, contact_mesh *mesh,
                                contact_mesh_report *report);
// Writes repairs and faults to d. Returns RT_ERR_FORMAT if the mesh must be closed and is not.
rt_status mesh_report_write(const char *name, const contact_mesh_report *r, bool closed, bool need_closed, rt_diag *d);
// Allocates the arrays. On RT_ERR_MEMORY the caller still frees those that were allocated.
rt_status mesh_allocate(contact_mesh *mesh, int nv, int nt);
// Computes normals, areas, box, triangles around each vertex, and the volume, from vertices and triangles. False: a
// triangle has no area.
bool mesh_measure(contact_mesh *mesh, contact_mesh_report *report);

// Replaces each vertex index in the triangles by that of the first vertex within `distance`; counts the merged
// vertices. Vertices merge into representatives, so that merging cannot creep along a row of close vertices.
rt_status mesh_weld(mesh_soup *soup, double distance, contact_mesh_report *report);
// Swaps the long edge of triangles whose three vertices are collinear (height at most `height` [m]), if that edge has
// one neighbour; counts the swaps. The surface stays the same and stays closed.
rt_status mesh_swap_lines(mesh_soup *soup, double height, contact_mesh_report *report);
double mesh_triangle_height(vec3 a, vec3 b, vec3 c); // twice the area over the longest edge
bool mesh_has_repeated_vertex(const int t[3]);       // whether two of the three vertices are the same
// Drops triangles with a repeated vertex or a height of at most `height` [m]. Then drops triangles with the three
// vertices of an earlier one, in either orientation. The order of the others stays.
rt_status mesh_drop_triangles(mesh_soup *soup, double height, contact_mesh_report *report);
// Drops vertices that no triangle uses. The order of the others stays.
rt_status mesh_drop_unused(mesh_soup *soup);

// Fills adj of each triangle; counts open and non-manifold edges and stores the place of one of each kind.
rt_status mesh_connect(contact_mesh *mesh, contact_mesh_report *report);
// Counts the components connected by shared vertices.
rt_status mesh_count_components(const contact_mesh *mesh, int *components);

// Parts connected across edges of two triangles; triangles listed part by part.
typedef struct mesh_parts {
    int *of;      // part of each triangle (nt)
    int *order;   // triangles, part by part (nt)
    int *start;   // first of each part in order (n + 1)
    bool *closed; // every edge has two triangles that agree (n)
    int n;
} mesh_parts;

void mesh_flip_triangle(contact_tri *t);
void mesh_flip_part(contact_mesh *mesh, const mesh_parts *p, int part);
// Flips triangles until neighbours agree, then turns closed parts outward; counts both. Sets closed. Stores one edge
// whose triangles cannot agree (a one-sided surface).
rt_status mesh_orient(contact_mesh *mesh, contact_mesh_report *report);
// Flips closed parts of negative volume, except cavities. Counts the parts whose orientation differs from before.
rt_status mesh_orient_outward(contact_mesh *mesh, const mesh_parts *p, contact_mesh_report *report);

// Two triangles of one mesh.
typedef struct mesh_pair {
    int a, b;
} mesh_pair;

// Pairs of triangles with a common point other than a shared corner or edge: cuts, overlaps and touches (CGAL's self
// intersections).
typedef struct mesh_self_cuts {
    mesh_pair *list; // lower index first; NULL: count only
    int room;        // capacity of list
    int64_t budget;  // box comparisons allowed; 0: enough for any good mesh
    int count;       // may exceed room
    mesh_pair first; // the lexicographically lowest pair
    vec3 at;         // a common point of that pair [m]
    bool complete;   // false: the budget ran out
} mesh_self_cuts;
// Triangles a and b with their shared corners first.
tri_couple mesh_couple(const contact_mesh *m, int a, int b);
// Finds the pairs. The caller sets list, room and budget.
rt_status mesh_find_self_cuts(const contact_mesh *mesh, const contact_bvh *tree, mesh_self_cuts *found);

// Sorts items in place by bucket, then a, b, id (a total order). n_buckets: bound of bucket.
typedef struct mesh_item {
    int bucket, a, b, id;
} mesh_item;
rt_status mesh_sort(mesh_item *item, int64_t n, int n_buckets);
// Edge k of a triangle as an item: bucket and a are its vertices, id is 3 triangle + k.
mesh_item mesh_edge_item(const int v[3], int triangle, int k);
// Index after the last of the sorted edges that equal edge[i].
int64_t mesh_equal_edges(const mesh_item *edge, int64_t i, int64_t n);

#endif
