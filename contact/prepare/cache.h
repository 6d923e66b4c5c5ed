// SPDX-License-Identifier: MIT
// Private to contact/: the cache file of a prepared mesh. The file is not trusted: a checksum over all of it detects
// damage, and every index and number is checked before use.
#ifndef HAWSE_CONTACT_PREPARE_CACHE_H
#define HAWSE_CONTACT_PREPARE_CACHE_H

#include "contact/prepare/prepare.h"

// Identity of a cache's source: program, mesh file and options.
typedef struct mesh_key {
    uint64_t program;     // hash of the sources that make a mesh from a file
    uint64_t bytes, hash; // of the mesh file
    double scale, weld;
    char extension[8]; // selects the reader
} mesh_key;

// Header of the file. The vertices, triangles, order of the leaves and nodes follow as they lie in memory.
typedef struct mesh_cache_head {
    uint64_t magic;
    mesh_key key;
    int64_t nv, nt, n_nodes, depth, closed;
    contact_mesh_report report;
    uint64_t sum; // checksum of all fields above, then of the arrays
} mesh_cache_head;

// Key of a mesh file, from its content in memory or by reading the file. False: the file cannot be read.
mesh_key mesh_key_of_data(const char *path, const contact_mesh_options *o, const void *data, size_t size);
bool mesh_key_of_file(const char *path, const contact_mesh_options *o, mesh_key *key);

// Reads the cache beside the mesh into p. RT_OK: mesh, tree and report are complete. RT_ERR_FILE: no cache can be
// opened. RT_ERR_USAGE: the key differs. RT_ERR_FORMAT: damaged. RT_ERR_MEMORY. On failure p is empty.
rt_status mesh_cache_read(const char *mesh_path, const mesh_key *key, contact_prepared *p);
// Writes the cache under a temporary name and renames it, with the mesh's read and write permissions. Returns 0 or an
// errno.
int mesh_cache_write(const char *mesh_path, const mesh_key *key, const contact_prepared *p);

// Validates a mesh and its tree from an untrusted file: indices in range, neighbours mutual, every triangle in one
// leaf, coordinates finite. Returns RT_OK, RT_ERR_FORMAT or RT_ERR_MEMORY. Does not check normals and areas.
rt_status mesh_check(const contact_mesh *mesh, const contact_bvh *tree);

#endif
