// SPDX-License-Identifier: MIT
// Private to contact/: the stages from a soup of triangles to a mesh. Each returns RT_OK or RT_ERR_MEMORY.
#ifndef HAWSE_CONTACT_PREPARE_CLEAN_H
#define HAWSE_CONTACT_PREPARE_CLEAN_H

#include "contact/prepare/read.h"
#include "contact/tree/bvh.h"
#include "contact/tree/tri_meet.h"

// Checks the mesh's name and the options, RT_OK or RT_ERR_USAGE with an error in d.
rt_status mesh_check_arguments(const char *path, const contact_mesh_options *o, rt_diag *d);
// Reads and cleans an open source, which it closes, without mesh_report_write. On failure *mesh is empty and s->d says
// why.
rt_status mesh_make_from_source(mesh_source *s, const contact_mesh_options *o, contact_mesh *mesh,
                                contact_mesh_report *report);
// Says in d what was repaired and what is wrong; RT_ERR_FORMAT when the mesh must be closed and is not.
rt_status mesh_report_write(const char *name, const contact_mesh_report *r, bool closed, bool need_closed, rt_diag *d);
// Reserves the arrays; on RT_ERR_MEMORY those that were had are still to be freed.
rt_status mesh_allocate(contact_mesh *mesh, int nv, int nt);
// Normals, areas, box, triangles around each vertex and volume, from vertices and triangles. False when a triangle has
// no area.
bool mesh_measure(contact_mesh *mesh, contact_mesh_report *report);

// Gives each vertex the index of the first one within `distance` of it, in the triangles, and counts the merged ones.
// Merging is to a representative, so that it cannot creep along a row of close vertices.
rt_status mesh_weld(mesh_soup *soup, double distance, contact_mesh_report *report);
// Swaps the long edge of triangles whose three vertices lie on a line, of a height of at most `height` [m], where it
// has one neighbour, and counts the swaps: the surface stays as it is and stays closed.
rt_status mesh_swap_lines(mesh_soup *soup, double height, contact_mesh_report *report);
double mesh_triangle_height(vec3 a, vec3 b, vec3 c); // twice the area over the longest edge
bool mesh_is_repeated(const int t[3]);               // whether two vertices are one
// Drops triangles with a repeated vertex or a height of at most `height` [m], then those with the three vertices of an
// earlier one, whichever way round; keeps the order of the others.
rt_status mesh_drop(mesh_soup *soup, double height, contact_mesh_report *report);
// Drops the vertices that no triangle uses; keeps the order of the others.
rt_status mesh_drop_unused(mesh_soup *soup);

// Fills adj of each triangle; counts open and non-manifold edges and tells where one of each kind is.
rt_status mesh_connect(contact_mesh *mesh, contact_mesh_report *report);
// What hangs together by shared vertices.
rt_status mesh_count_components(const contact_mesh *mesh, int *components);

// What hangs together across edges of two triangles, triangles listed part by part.
typedef struct mesh_parts {
    int *of;      // part of each triangle (nt)
    int *order;   // triangles, part by part (nt)
    int *start;   // first of each part in order (n + 1)
    bool *closed; // every edge has two triangles that agree (n)
    int n;
} mesh_parts;

void mesh_turn_triangle(contact_tri *t);
void mesh_turn_part(contact_mesh *mesh, const mesh_parts *p, int part);
// Turns triangles round until neighbours agree, then closed parts outward, and counts both; sets closed; tells one edge
// whose triangles cannot agree (a one-sided surface).
rt_status mesh_orient(contact_mesh *mesh, contact_mesh_report *report);
// Turns closed parts whose volume is negative, but not cavities, and counts those that face otherwise than before.
rt_status mesh_turn_outward(contact_mesh *mesh, const mesh_parts *p, contact_mesh_report *report);

// Two triangles of one mesh.
typedef struct mesh_pair {
    int a, b;
} mesh_pair;

// Pairs of triangles that have a point in common other than a corner or an edge that they share: cuts, overlaps and
// touches (what CGAL calls self intersections).
typedef struct mesh_self_cuts {
    mesh_pair *list; // lower triangle first; NULL: only counted
    int room;        // of list
    int64_t budget;  // comparisons of boxes that may be spent; 0: enough for any good mesh
    int count;       // may exceed room
    mesh_pair first; // the least of them
    vec3 at;         // a point where these two meet [m]
    bool complete;   // false: so many that the search was given up
} mesh_self_cuts;
// Triangles a and b with what they share.
tri_couple mesh_couple(const contact_mesh *m, int a, int b);
// Finds them; list, room and budget are the caller's.
rt_status mesh_find_self_cuts(const contact_mesh *mesh, const contact_bvh *tree, mesh_self_cuts *found);

// Sorts items by bucket, then a, b, id (a total order), in place; n_buckets bounds bucket.
typedef struct mesh_item {
    int bucket, a, b, id;
} mesh_item;
rt_status mesh_sort(mesh_item *item, int64_t n, int n_buckets);
// The edge k of a triangle as an item: bucket and a are its vertices, id is 3 triangle + k.
mesh_item mesh_edge_item(const int v[3], int triangle, int k);
// One past the last of the sorted edges that equal edge[i].
int64_t mesh_equal_edges(const mesh_item *edge, int64_t i, int64_t n);

#endif
