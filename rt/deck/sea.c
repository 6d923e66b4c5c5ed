// SPDX-License-Identifier: MIT
// Adds anchor and chain to the sea: one part for each link, slices of the meshes for shank and head.
#include "contact/mesh/slices.h"
#include "rt/deck/private.h"

enum { SLICES = 8 }; // of shank and of head each
#define THIN 1e-3    // smallest half axis of a part [m]

static const double steel = 7850; // density of the chain [kg/m³]

// Adds the slices of shank or head; their total volume is mass / anchor.density. A slice is immersed as the ellipsoid
// of the same spread: spread = half axis / sqrt(5). Drag acts on its projected areas; across, on the mean of the two.
static void add_slices(deck *dk, int body, const contact_mesh *m) {
    contact_slice slice[SLICES];
    double volume = 0, fill = dk->sim->model.body[body].mass / dk->sim->sc.anchor.density,
           cd = dk->sim->sc.sea.anchor_drag;
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
        tackle_sea_add_part(&dk->sea, &dk->sim->model, &part);
    }
}

// Adds the links. Drag coefficients of stud-link and studless chain refer to the area bar diameter d times length;
// along the chain that is the surface of a bar of diameter d/pi (OrcaFlex documentation, Chain).
static void add_links(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const tackle_link *l = &dk->chain.link;
    bool studless = sc->chain.type == SCENARIO_CHAIN_STUDLESS;
    double across = sc->sea.chain_drag > 0 ? sc->sea.chain_drag : studless ? 2.4 : 2.6;
    double along = sc->sea.chain_drag_along > 0 ? sc->sea.chain_drag_along : studless ? 1.15 : 1.4;
    for (int k = 0; k < dk->chain.capacity; k++) {
        int body = dk->chain.body[k];
        double area = sc->chain.bar_diameter * dk->chain.pitch[k];
        const tackle_sea_part_def part = {.body = body,
                                          .volume = dk->sim->model.body[body].mass / steel,
                                          .half = {0.5 * l->width, 0.5 * l->d, 0.5 * dk->chain.pitch[k] + l->d},
                                          .across_cd = across * area,
                                          .along_cd = along * area};
        tackle_sea_add_part(&dk->sea, &dk->sim->model, &part);
    }
}

static rt_status add_sea(deck *dk) {
    const dyn_waves waves = scenario_waves(&dk->sim->sc);
    dk->sea.waves = waves;
    if (dk->sim->sc.sea.immersion == SCENARIO_IMMERSION_NONE) return RT_OK;
    rt_status status = tackle_sea_create(&dk->sea, dk->chain.capacity + 2 * SLICES, dk->sim->sc.sea.density,
                                         -dk->sim->model.gravity.z, &waves);
    if (status != RT_OK) return status;
    add_slices(dk, dk->anchor.shank, &dk->shank.mesh);
    add_slices(dk, dk->anchor.head, &dk->head.mesh);
    add_links(dk);
    tackle_sea_add(&dk->sea, &dk->sim->model);
    return RT_OK;
}

rt_status deck_add_sea(deck *dk, const start_layout *l, rt_diag *d) {
    (void)l;
    rt_status status = add_sea(dk);
    if (status != RT_OK)
        rt_diag_error(d, dk->sim->sc.path, 0, 0, "no memory for the sea on %d links", dk->chain.capacity);
    else
        deck_name_force(dk, &dk->sea.force, "sea");
    if (status == RT_OK && dk->manoeuvring.scratch) manoeuvre_motion_outside(&dk->manoeuvring, &dk->sea.force);
    return status;
}

void deck_free_sea(deck *dk) { tackle_sea_free(&dk->sea); }
