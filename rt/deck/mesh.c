// SPDX-License-Identifier: MIT
#include "rt/deck/private.h"
#include <string.h>

rt_status deck_load_mesh(deck *dk, contact_prepared *m, const char *path, double scale, bool closed, rt_diag *d) {
    const contact_mesh_options o = {.scale = scale, .need_closed = closed};
    rt_status status = contact_prepare(path, &o, sim_mesh_cache(), m, d);
    if (m->cache != CONTACT_CACHE_FAILED || dk->cache_told) return status;
    // said once, however many meshes cannot be kept: it costs time at the next start, no more
    rt_diag_warning(d, path, 0, 0, "the prepared mesh cannot be kept in %s%s: %s (it is prepared at each start)", path,
                    CONTACT_CACHE_SUFFIX, strerror(m->error));
    dk->cache_told = true;
    return status;
}
