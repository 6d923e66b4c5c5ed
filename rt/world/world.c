// SPDX-License-Identifier: MIT
#include "rt/world/world.h"
#include "rt/deck/deck.h"
#include "rt/mechanism/mechanism.h"
#include <string.h>

rt_status sim_assemble(sim *s, const scenario *sc, rt_diag *d) {
    memset(s, 0, sizeof *s);
    s->sc = *sc;
    s->outcome.time_s = -1; // not housed yet
    return sc->model_line ? mechanism_assemble(s, d) : deck_assemble(s, d);
}

rt_status sim_create(sim *s, const scenario *sc, rt_diag *d) {
    rt_status status = sim_assemble(s, sc, d);
    if (status != RT_OK) return status;
    status = sim_start(s, d);
    if (status != RT_OK) sim_destroy(s);
    return status;
}
