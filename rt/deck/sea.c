// SPDX-License-Identifier: MIT
// Anchor and chain in the sea: of what parts they are for it. A link is one, shank and head are slices of their meshes.
#include "contact/mesh/slices.h"
#include "rt/deck/private.h"

enum { SLICES = 8 }; // of shank and of head
#define THIN 1e-3    // least half axis of a part [m]

static const double steel = 7850; // of the chain [kg/m³]

// Shank or head: as much volume as its mass has of its material. A slice goes under as the ellipsoid of the same
// spread, sqrt(1/5) of its half axes, and has drag on what it shows; of the two directions across the mean.
static void add_slices(sim *s, int body, const contact_mesh *m) {
    contact_slice slice[SLICES];
    double volume = 0, fill = s->model.body[body].mass / s->sc.anchor.density, cd = s->sc.sea.anchor_drag;
    contact_mesh_slices(m, SLICES, slice);
    for (int k = 0; k < SLICES; k++) volume += slice[k].volume;
    for (int k = 0; k < SLICES; k++) {
        const contact_slice *c = &slice[k];
        if (!(c->volume > 0)) continue;
        const tackle_sea_part_def part = {.body = body,
                                          .at = c->centre,
                                          .half = vec3_max(vec3_scale(sqrt(5), c->spread), vec3_make(THIN, THIN, THIN)),
                                          .volume = fill * c->volume / volume,
                                          .across_cd = cd * 0.5 * (c->seen[0] + c->seen[1]),
                                          .along_cd = cd * c->seen[2]};
        tackle_sea_add_part(&s->sea, &s->model, &part);
    }
}

// Drag of stud-link and studless chain, on the bar diameter and the length, along the chain on the surface of a bar
// that has diameter d/pi, again d a metre (OrcaFlex documentation, Chain).
static void add_links(sim *s) {
    const scenario *sc = &s->sc;
    const tackle_link *l = &s->chain.link;
    bool studless = sc->chain.type == SCENARIO_CHAIN_STUDLESS;
    double across = sc->sea.chain_drag > 0 ? sc->sea.chain_drag : studless ? 2.4 : 2.6;
    double along = sc->sea.chain_drag_along > 0 ? sc->sea.chain_drag_along : studless ? 1.15 : 1.4;
    for (int k = 0; k < s->chain.capacity; k++) {
        int body = s->chain.body[k];
        double area = sc->chain.bar_diameter * s->chain.pitch[k];
        const tackle_sea_part_def part = {.body = body,
                                          .volume = s->model.body[body].mass / steel,
                                          .half = {0.5 * l->width, 0.5 * l->d, 0.5 * s->chain.pitch[k] + l->d},
                                          .across_cd = across * area,
                                          .along_cd = along * area};
        tackle_sea_add_part(&s->sea, &s->model, &part);
    }
}

rt_status sim_sea_add(sim *s) {
    const dyn_waves waves = scenario_waves(&s->sc);
    s->sea.waves = waves;
    if (s->sc.sea.immersion == SCENARIO_IMMERSION_NONE) return RT_OK;
    rt_status status =
        tackle_sea_create(&s->sea, s->chain.capacity + 2 * SLICES, s->sc.sea.density, -s->model.gravity.z, &waves);
    if (status != RT_OK) return status;
    add_slices(s, s->anchor.shank, &s->shank.mesh);
    add_slices(s, s->anchor.head, &s->head.mesh);
    add_links(s);
    tackle_sea_add(&s->sea, &s->model);
    return RT_OK;
}
