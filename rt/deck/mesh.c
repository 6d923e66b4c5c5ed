// SPDX-License-Identifier: MIT
// Loads one mesh of a deck, prepared or from the cache.
#include "rt/deck/private.h"
#include <string.h>

rt_status deck_load_mesh(deck *dk, contact_prepared *m, const char *path, double scale, bool closed, rt_diag *d) {
    const contact_mesh_options o = {.scale = scale, .need_closed = closed};
    rt_status status = contact_prepare(path, &o, sim_mesh_cache(), m, d);
    if (m->cache != CONTACT_CACHE_FAILED || dk->cache_warned) return status;
    // One warning for all meshes: a missing cache only costs time at the next start.
    rt_diag_warning(d, path, 0, 0, "cannot write the prepared mesh to %s%s: %s; every start prepares it again", path,
                    CONTACT_CACHE_SUFFIX, strerror(m->error));
    dk->cache_warned = true;
    return status;
}
