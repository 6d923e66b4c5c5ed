// SPDX-License-Identifier: MIT
// Adds anchor and chain to the sea: one part for each link, slices of the meshes for shank and head; the slices' plates
// and the water that the head lifts. Sets the weather by the command.
#include "contact/mesh/slices.h"
#include "rt/deck/private.h"
#include <string.h>

enum { SLICES = 8 }; // of shank and of head each
#define THIN 1e-3    // smallest half axis of a part [m]

static const double steel = 7850; // density of the chain [kg/m³]

// Adds the part of the slice that is broader along x or y as a plate, in two halves, as an anchor has two flukes. Each
// is as wide as half of an even slice of this spread.
static void add_plates(deck *dk, int part, const contact_slice *c, double length) {
    bool along_x = c->seen[0] > c->seen[1];
    double area = dk->sim->sc.sea.anchor_drag * fabs(c->seen[0] - c->seen[1]);
    vec3 half = along_x ? vec3_make(0, sqrt(3) * c->spread.y, 0) : vec3_make(sqrt(3) * c->spread.x, 0, 0);
    for (int side = -1; side <= 1; side += 2) {
        const tackle_plate_def plate = {.part = part,
                                        .at = vec3_madd(c->centre, side / sqrt(3), half),
                                        .normal = along_x ? vec3_make(1, 0, 0) : vec3_make(0, 1, 0),
                                        .extent = {half, {0, 0, length}},
                                        .ca = 0.5 * area};
        tackle_plates_add(&dk->plates, &dk->sim->model, &plate);
    }
}

// Adds the slices of shank or head; their total volume is mass / anchor.density. A slice is immersed as the ellipsoid
// of the same spread: spread = half axis / sqrt(5). Drag acts on its projected areas; across, on the mean of the two,
// or, where the rest is a plate, on the smaller.
static void add_slices(deck *dk, int body, const contact_mesh *m) {
    const scenario *sc = &dk->sim->sc;
    contact_slice slice[SLICES];
    double volume = 0, fill = dk->sim->model.body[body].mass / sc->anchor.density, cd = sc->sea.anchor_drag;
    double low = (double)INFINITY, high = -(double)INFINITY;
    contact_mesh_slices(m, SLICES, slice);
    for (int k = 0; k < SLICES; k++) {
        volume += slice[k].volume;
        if (!(slice[k].volume > 0)) continue;
        low = fmin(low, slice[k].centre.z - sqrt(3) * slice[k].spread.z); // a slice is even along z
        high = fmax(high, slice[k].centre.z + sqrt(3) * slice[k].spread.z);
    }
    for (int k = 0; k < SLICES; k++) {
        const contact_slice *c = &slice[k];
        if (!(c->volume > 0)) continue;
        double across = sc->sea.fluke_lift ? fmin(c->seen[0], c->seen[1]) : 0.5 * (c->seen[0] + c->seen[1]);
        double own = fill * c->volume / volume, added = sc->sea.added_mass ? sc->sea.anchor_added_mass * own : 0;
        const tackle_sea_part_def part = {.body = body,
                                          .at = c->centre,
                                          .half = vec3_max(vec3_scale(sqrt(5), c->spread), vec3_make(THIN, THIN, THIN)),
                                          .volume = own,
                                          .across_cd = cd * across,
                                          .along_cd = cd * c->seen[2],
                                          .across_added = added,
                                          .along_added = added};
        tackle_sea_add_part(&dk->sea, &dk->sim->model, &part);
        if (sc->sea.fluke_lift) add_plates(dk, dk->sea.n - 1, c, high - low);
    }
}

// Adds the links. Drag coefficients of stud-link and studless chain refer to the area bar diameter d times length;
// along the chain that is the surface of a bar of diameter d/pi (OrcaFlex documentation, Chain). Along the chain the
// added mass is half of that across: a usual value, without a source.
static void add_links(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const tackle_link *l = &dk->chain.link;
    bool studless = sc->chain.type == SCENARIO_CHAIN_STUDLESS;
    double across = sc->sea.chain_drag > 0 ? sc->sea.chain_drag : studless ? 2.4 : 2.6;
    double along = sc->sea.chain_drag_along > 0 ? sc->sea.chain_drag_along : studless ? 1.15 : 1.4;
    for (int k = 0; k < dk->chain.capacity; k++) {
        int body = dk->chain.body[k];
        double area = sc->chain.bar_diameter * dk->chain.pitch[k], volume = dk->sim->model.body[body].mass / steel;
        double added = sc->sea.added_mass ? sc->sea.chain_added_mass * volume : 0;
        const tackle_sea_part_def part = {.body = body,
                                          .volume = volume,
                                          .half = {0.5 * l->width, 0.5 * l->d, 0.5 * dk->chain.pitch[k] + l->d},
                                          .across_cd = across * area,
                                          .along_cd = along * area,
                                          .across_added = added,
                                          .along_added = 0.5 * added};
        tackle_sea_add_part(&dk->sea, &dk->sim->model, &part);
    }
}

static dyn_shelter shelter_of(const scenario *sc) {
    const double *at = sc->motion.origin;
    return (dyn_shelter){.length = sc->motion.length,
                         .beam = sc->motion.beam,
                         .draught = sc->motion.draught,
                         .middle = {at[0], at[1], at[2]}};
}

int deck_add_outside(deck *dk, dyn_force *force, const char *name) {
    int index = dyn_add_force(&dk->sim->model, force);
    deck_name_force(dk, force, name);
    if (dk->manoeuvring.scratch) manoeuvre_motion_outside(&dk->manoeuvring, force);
    return index;
}

static rt_status add_sea(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    dyn_waves waves = scenario_waves(sc);
    const dyn_shelter shelter = shelter_of(sc);
    for (int k = 0; sc->sea.shelter && k < waves.n; k++)
        waves.wave[k].passed = dyn_shelter_passed(&shelter, waves.wave[k].number);
    dk->sea.waves = waves;
    if (sc->sea.immersion == SCENARIO_IMMERSION_NONE) return RT_OK;
    rt_status status = tackle_sea_create(&dk->sea, dk->chain.capacity + 2 * SLICES, sc->sea.density,
                                         -dk->sim->model.gravity.z, &waves);
    if (status == RT_OK && sc->sea.fluke_lift) status = tackle_plates_create(&dk->plates, 4 * SLICES, &dk->sea);
    if (status != RT_OK) return status;
    if (sc->sea.shelter) dk->sea.shelter = shelter;
    add_slices(dk, dk->anchor.shank, &dk->shank.mesh);
    int head = dk->sea.n;
    add_slices(dk, dk->anchor.head, &dk->head.mesh);
    int links = dk->sea.n;
    add_links(dk);
    if (sc->sea.waves_every > 1) tackle_sea_share_waves(&dk->sea, links, dk->sea.n, sc->sea.waves_every);
    deck_add_outside(dk, &dk->sea.force, "sea");
    if (sc->sea.fluke_lift) deck_add_outside(dk, &dk->plates.force, "flukes in the flow");
    if (sc->sea.held_water > 0) {
        tackle_run_off_create(&dk->run_off, &dk->sea, head, links - head, sc->sea.held_water, sc->sea.run_off);
        deck_add_outside(dk, &dk->run_off.force, "water running off");
    }
    return RT_OK;
}

rt_status deck_add_sea(deck *dk, const start_layout *l, rt_diag *d) {
    (void)l;
    rt_status status = add_sea(dk);
    if (status != RT_OK)
        rt_diag_error(d, dk->sim->sc.path, 0, 0, "no memory for the sea on %d links", dk->chain.capacity);
    return status;
}

void deck_free_sea(deck *dk) {
    tackle_plates_free(&dk->plates);
    tackle_sea_free(&dk->sea);
}

// ---- weather by the command ----------------------------------------------------------------------------------------

// It depends on the command alone, so the state has no part of it. The height of the waves changes evenly within a
// step, for the ship's velocity in them; that of the water follows without its rate, which in a minute's change is a
// few hundredths of the orbital velocity.

rt_status deck_add_weather(deck *dk, const start_layout *l, rt_diag *d) {
    (void)l, (void)d;
    dk->weather = (deck_weather){.waves = dk->sea.waves};
    return RT_OK;
}

static double share_of(const rt_weather *w, rt_weather_kind k, double own) {
    return rt_weather_is_set(w, k) && own > 0 ? rt_weather_value(w, k) / own : 1;
}

double deck_wave_share(const deck *dk, const rt_weather *w) {
    return share_of(w, RT_WEATHER_WAVES, dk->sim->sc.sea.wave_height);
}

static double value_or_none(const rt_weather *w, rt_weather_kind k) {
    return rt_weather_is_set(w, k) ? rt_weather_value(w, k) : (double)NAN;
}

static void set_current(deck *dk, const rt_weather *w) {
    const scenario *sc = &dk->sim->sc;
    dyn_current c = dk->weather.waves.current;
    c.tide = vec3_scale(share_of(w, RT_WEATHER_CURRENT, sc->sea.current), c.tide);
    dk->sea.waves.current = dk->sea.still.current = c;
    if (!dk->manoeuvring.scratch) return;
    const vec3 mean = dyn_current_mean(&c, sc->motion.draught);
    dk->manoeuvring.def.current[0] = mean.x, dk->manoeuvring.def.current[1] = mean.y;
}

// Sets the weather at the end of a step of h [s], which began with `before`; h 0: there is no step.
static void set_weather(deck *dk, const rt_weather *before, const rt_weather *now, double h) {
    const double share = deck_wave_share(dk, now), last = deck_wave_share(dk, before);
    for (int k = 0; k < dk->sea.waves.n; k++)
        dk->sea.waves.wave[k].amplitude = share * dk->weather.waves.wave[k].amplitude;
    const ship_growth growth = {h > 0 ? last : share, h > 0 ? (share - last) / h : 0, sim_time(dk->sim)};
    dk->wave_motion.growth = growth;
    dk->manoeuvring.over =
        (manoeuvre_weather){value_or_none(now, RT_WEATHER_WIND), value_or_none(now, RT_WEATHER_WIND_FROM)};
    set_current(dk, now);
    dk->weather.now = *now;
}

void deck_take_weather(deck *dk) {
    const rt_weather before = dk->weather.now, *now = &dk->sim->command.weather;
    static const rt_weather none = {0};
    if (memcmp(now, &none, sizeof none) == 0 && memcmp(&before, &none, sizeof none) == 0 &&
        dk->wave_motion.growth.rate == 0)
        return;
    set_weather(dk, &before, now, dk->sim->model.h);
}

void deck_restore_weather(deck *dk) { set_weather(dk, &dk->sim->command.weather, &dk->sim->command.weather, 0); }
