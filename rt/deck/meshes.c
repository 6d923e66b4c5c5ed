// SPDX-License-Identifier: MIT
// Loads the meshes of hull, anchor and special links.
#include "contact/prepare/load.h"
#include "rt/deck/private.h"
#include "rt/scenario/type.h"
#include <string.h>

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
