// SPDX-License-Identifier: MIT
// Private to contact/: the file in which a prepared mesh is kept. It is not trusted: a sum over the whole of it finds
// damage, and every index and number in it is checked before it is used.
#ifndef HAWSE_CONTACT_PREPARE_CACHE_H
#define HAWSE_CONTACT_PREPARE_CACHE_H

#include "contact/prepare/prepare.h"

// What a cache was made from.
typedef struct mesh_key {
    uint64_t program;     // hash of the sources that make a mesh from a file
    uint64_t bytes, hash; // of the mesh file
    double scale, weld;
    char extension[8]; // which chooses the reader
} mesh_key;

// Before the vertices, triangles, order of the leaves and nodes as they lie in memory.
typedef struct mesh_cache_head {
    uint64_t magic;
    mesh_key key;
    int64_t nv, nt, n_nodes, depth, closed;
    contact_mesh_report report;
    uint64_t sum; // of all before, then of the arrays
} mesh_cache_head;

// The key of a mesh file: its content in memory, or read through. False when it cannot be read.
mesh_key mesh_key_of_data(const char *path, const contact_mesh_options *o, const void *data, size_t size);
bool mesh_key_of_file(const char *path, const contact_mesh_options *o, mesh_key *key);

// Reads the cache beside the mesh into p: RT_OK (mesh, tree and report are complete); RT_ERR_FILE: there is none that
// can be opened; RT_ERR_USAGE: made from something else; RT_ERR_FORMAT: damaged; RT_ERR_MEMORY. On failure p is empty.
rt_status mesh_cache_read(const char *mesh_path, const mesh_key *key, contact_prepared *p);
// Writes it under another name and puts it in place, readable for whom the mesh is. 0, or an errno.
int mesh_cache_write(const char *mesh_path, const mesh_key *key, const contact_prepared *p);

// Whether all of a mesh and its tree that came from outside can be relied on: indices in range, neighbours mutual,
// every triangle in one leaf, coordinates finite; RT_OK, RT_ERR_FORMAT or RT_ERR_MEMORY. Normals and areas are not
// looked at.
rt_status mesh_check(const contact_mesh *mesh, const contact_bvh *tree);

#endif
