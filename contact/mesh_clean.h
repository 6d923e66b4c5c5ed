// SPDX-License-Identifier: MIT
// Private to contact/: the stages from a soup of triangles to a mesh. Each returns RT_OK or RT_ERR_MEMORY.
#ifndef HAWSE_CONTACT_MESH_CLEAN_H
#define HAWSE_CONTACT_MESH_CLEAN_H

#include "contact/mesh_read.h"

// Gives each vertex the index of the first one within `distance` of it, in the triangles, and counts the merged ones.
// Merging is to a representative, so that it cannot creep along a row of close vertices.
rt_status mesh_weld(mesh_soup *soup, double distance, contact_mesh_report *report);
// Drops triangles with a repeated vertex or a height of at most `height` [m], then those with the three vertices of an
// earlier one, whichever way round; keeps the order of the others.
rt_status mesh_drop(mesh_soup *soup, double height, contact_mesh_report *report);
// Drops the vertices that no triangle uses; keeps the order of the others.
rt_status mesh_drop_unused(mesh_soup *soup);

// Fills adj of each triangle and counts open and non-manifold edges; *open and *non_manifold tell one edge of each kind
// as 3 t + k, or -1.
rt_status mesh_connect(contact_mesh *mesh, contact_mesh_report *report, int *open, int *non_manifold);
// Turns triangles round until neighbours agree, then closed parts with negative volume, and counts both; sets closed.
// *conflict tells one edge, as 3 t + k, whose triangles cannot agree (a one-sided surface), or -1.
rt_status mesh_orient(contact_mesh *mesh, contact_mesh_report *report, int *conflict);
// Parts that share a vertex.
rt_status mesh_count_parts(const contact_mesh *mesh, int *parts);

// Sorts items by bucket, then a, b, id (a total order), in place; n_buckets bounds bucket.
typedef struct mesh_item {
    int bucket, a, b, id;
} mesh_item;
rt_status mesh_sort(mesh_item *item, int64_t n, int n_buckets);

#endif
