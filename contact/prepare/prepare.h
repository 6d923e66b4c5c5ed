// SPDX-License-Identifier: MIT
// A mesh made ready for contact: read, cleaned, searched for self intersections and put into a tree; all of it kept in
// a file beside the mesh, so that the next start only reads. Set-up only.
#ifndef HAWSE_CONTACT_PREPARE_PREPARE_H
#define HAWSE_CONTACT_PREPARE_PREPARE_H

#include "contact/prepare/load.h"
#include "contact/tree/bvh.h"

#define CONTACT_CACHE_SUFFIX ".hwcache" // after the whole name of the mesh: bow.ply.hwcache

typedef enum contact_cache_use { CONTACT_CACHE_OFF, CONTACT_CACHE_ON } contact_cache_use;

// What became of the cache.
typedef enum contact_cache_state {
    CONTACT_CACHE_UNUSED,  // it was off
    CONTACT_CACHE_READ,    // the mesh came from it
    CONTACT_CACHE_WRITTEN, // there was none, and there is one now
    CONTACT_CACHE_STALE,   // it was of another content, other options or another program: written anew
    CONTACT_CACHE_DAMAGED, // it was no cache, or a damaged one: written anew
    CONTACT_CACHE_FAILED   // none could be read, and none written: `error` says why
} contact_cache_state;

typedef struct contact_prepared {
    contact_mesh mesh;
    contact_bvh tree;
    contact_mesh_report report;
    contact_cache_state cache;
    int error; // errno of writing the cache
} contact_prepared;

// As contact_mesh_load, with self intersections and tree. With the cache on, they come from the file beside the mesh if
// it was made by the same program from the same bytes and options, and are written there otherwise (a new file takes
// the old one's place at once; that this may fail is no error). Either way the result has the same bits, and d the same
// messages. On failure *p is empty and d says why.
rt_status contact_prepare(const char *path, const contact_mesh_options *o, contact_cache_use use, contact_prepared *p,
                          rt_diag *d);
void contact_prepared_free(contact_prepared *p);

#endif
