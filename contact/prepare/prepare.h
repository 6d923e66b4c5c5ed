// SPDX-License-Identifier: MIT
// Preparation of a mesh for contact: reading, cleaning, search for self intersections, tree. A cache file beside the
// mesh holds the result, so that the next start only reads. Set-up only.
#ifndef HAWSE_CONTACT_PREPARE_PREPARE_H
#define HAWSE_CONTACT_PREPARE_PREPARE_H

#include "contact/prepare/load.h"
#include "contact/tree/bvh.h"

#define CONTACT_CACHE_SUFFIX ".hwcache" // appended to the full name of the mesh: bow.ply.hwcache

typedef enum contact_cache_use { CONTACT_CACHE_OFF, CONTACT_CACHE_ON } contact_cache_use;

// Outcome of the cache.
typedef enum contact_cache_state {
    CONTACT_CACHE_UNUSED,  // the cache was off
    CONTACT_CACHE_READ,    // the mesh was read from the cache
    CONTACT_CACHE_WRITTEN, // no cache existed; one was written
    CONTACT_CACHE_STALE,   // made from other content or options, or by another program: rewritten
    CONTACT_CACHE_DAMAGED, // not a cache, or damaged: rewritten
    CONTACT_CACHE_FAILED   // no valid cache, and writing one failed: see `error`
} contact_cache_state;

typedef struct contact_prepared {
    contact_mesh mesh;
    contact_bvh tree;
    contact_mesh_report report;
    contact_cache_state cache;
    int error; // errno of writing the cache
} contact_prepared;

// Like contact_mesh_load, with self intersections and tree. With the cache on, these come from the file beside the mesh
// if the same program made it from the same bytes and options. Otherwise they are computed and written there; the new
// file replaces the old one atomically. A failed write is no error. Either way the result has the same bits, and d the
// same messages. On failure *p is empty and d has the error.
rt_status contact_prepare(const char *path, const contact_mesh_options *o, contact_cache_use use, contact_prepared *p,
                          rt_diag *d);
void contact_prepared_free(contact_prepared *p);

#endif
