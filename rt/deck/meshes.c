// SPDX-License-Identifier: MIT
// Loads the meshes of hull, anchor and special links, prepared or from the cache.
#include "contact/prepare/load.h"
#include "rt/deck/private.h"
#include "rt/scenario/type.h"
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

rt_status deck_load_meshes(deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    rt_status made = scenario_type_make_mesh(sc, d);
    if (made != RT_OK) return made;
    rt_status a = deck_load_mesh(dk, &dk->hull, sc->ship.hull, sc->ship.hull_scale, !sc->ship.hull_open, d);
    rt_status b = deck_load_mesh(dk, &dk->shank, sc->anchor.shank, sc->anchor.scale, true, d);
    rt_status c = deck_load_mesh(dk, &dk->head, sc->anchor.head, sc->anchor.scale, true, d);
    rt_status e = deck_load_special(dk, d);
    return a != RT_OK ? a : b != RT_OK ? b : c != RT_OK ? c : e; // reads all first, to report all errors at once
}

void deck_free_meshes(deck *dk) {
    contact_prepared_free(&dk->hull);
    contact_prepared_free(&dk->shank);
    contact_prepared_free(&dk->head);
    deck_free_special(dk);
}
