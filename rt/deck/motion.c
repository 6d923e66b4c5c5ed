// SPDX-License-Identifier: MIT
// Motion of the ship: its sources by the scenario. The waves are the sea's own components.
#include "dynamics/manoeuvre/standard.h"
#include "rt/deck/private.h"

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

rt_status deck_load_motion(deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    rt_status status = RT_OK;
    if (sc->motion.table[0]) status = ship_prescribed_load(&dk->prescribed, sc->motion.table, d);
    const ship_table_def def = {.origin = vector(sc->motion.origin), .length = sc->motion.ulen};
    if (status == RT_OK && sc->motion.waves == SCENARIO_MOTION_RESPONSES)
        status = ship_table_load(&dk->responses, sc->motion.responses, &def, d);
    return status;
}

static ship_form form_of(const scenario *sc) {
    return (ship_form){.length = sc->motion.length,
                       .beam = sc->motion.beam,
                       .draught = sc->motion.draught,
                       .block = sc->motion.block,
                       .waterplane = sc->motion.waterplane > 0 ? sc->motion.waterplane : (1 + 2 * sc->motion.block) / 3,
                       .metacentric_height = sc->motion.metacentric_height,
                       .roll_damping = sc->motion.roll_damping,
                       .roll_period = sc->motion.roll_period};
}

// Adds the motion in waves after the slow one, which moves and turns the ship in them.
static rt_status add_waves(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const ship_form form = form_of(sc);
    const dyn_waves waves = scenario_waves(sc);
    const ship_responses from = sc->motion.waves == SCENARIO_MOTION_RESPONSES
                                    ? ship_table_responses(&dk->responses)
                                    : ship_closed_form_responses(&form, dk->ship.reference);
    dk->wave_motion = ship_wave_motion_make(&waves, dk->ship.reference, &from);
    rt_status status = dk->ship.n > 0 ? ship_wave_motion_turn(&dk->wave_motion, &waves, &from) : RT_OK;
    const ship_source source = ship_wave_motion_source(&dk->wave_motion);
    moving_ship_add(&dk->ship, &source);
    return status;
}

static void set_if_given(double *value, double given) {
    if (given > 0) *value = given;
}

static void set_gear(const scenario *sc, manoeuvre_ship *s) {
    set_if_given(&s->hull.cross_drag, sc->motion.cross_flow_drag);
    set_if_given(&s->gear.shaft_lag, sc->motion.shaft_time);
    set_if_given(&s->gear.start_delay, sc->motion.start_delay);
    set_if_given(&s->gear.reverse_at, sc->motion.reverse_below);
    set_if_given(&s->propeller.astern, sc->motion.astern_thrust);
    set_if_given(&s->propeller.walk, sc->motion.propeller_walk);
    set_if_given(&s->gear.rudder_most, sc->motion.rudder_most);
    set_if_given(&s->gear.rudder_rate, sc->motion.rudder_rate);
    set_if_given(&s->gear.thruster_lag, sc->motion.thruster_time);
    set_if_given(&s->thruster.fades, sc->motion.thruster_fades);
    s->thruster.left = sc->motion.thruster_left;
    s->propeller.reversed = sc->motion.reversed_thrust;
}

static manoeuvre_ship manoeuvring_ship(const scenario *sc) {
    double length = sc->motion.length, beam = sc->motion.beam, draught = sc->motion.draught;
    manoeuvre_ship s = manoeuvre_standard(length, draught, sc->motion.block * length * beam * draught);
    s.water = sc->sea.density;
    set_gear(sc, &s);
    s.thruster.force = sc->motion.bow_thruster;
    if (sc->motion.wind_frontal > 0) s.windage.frontal = sc->motion.wind_frontal;
    if (sc->motion.wind_lateral > 0)
        s.windage.lateral = sc->motion.wind_lateral, s.windage.centroid = sc->motion.wind_centroid;
    return s;
}

// Adds the motion under engine, rudder, wind, current and chain.
static rt_status add_manoeuvring(deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    const dyn_current profile = scenario_current(sc);
    const vec3 current = dyn_current_mean(&profile, sc->motion.draught);
    manoeuvre_motion_def def = {.ship = manoeuvring_ship(sc),
                                .speed = sc->motion.speed,
                                .current = {current.x, current.y},
                                .from = sc->wind.from,
                                .midship = dk->ship.reference};
    def.full = manoeuvre_full_ahead(&def.ship, sc->motion.full_speed);
    scenario_telegraph(sc, def.revolutions);
    def.wind = sc->wind.gusts == SCENARIO_GUSTS_DAVENPORT
                   ? manoeuvre_gusty_wind(sc->wind.speed, sc->wind.roughness, def.ship.windage.lateral,
                                          (uint64_t)sc->wind.seed)
                   : manoeuvre_steady_wind(sc->wind.speed);
    if (sc->wind.rises_to > 0)
        manoeuvre_wind_rises(&def.wind, sc->wind.rises_to, sc->wind.rise_begin, sc->wind.rise_time);
    rt_status status = manoeuvre_motion_add(&dk->manoeuvring, &def, &dk->sim->model, &dk->sim->state, &dk->ship);
    if (status != RT_OK)
        rt_diag_error(d, sc->path, 0, 0, "no memory for the ship's motion");
    else
        deck_name_force(dk, &dk->manoeuvring.force, "manoeuvring");
    if (status == RT_OK) manoeuvre_motion_outside(&dk->manoeuvring, &dk->sim->pull.force);
    return status;
}

rt_status deck_add_motion(deck *dk, const start_layout *l, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    (void)l;
    moving_ship_create(&dk->ship, vector(sc->motion.origin));
    if (sc->motion.manoeuvring == SCENARIO_MANOEUVRING_MMG) {
        rt_status status = add_manoeuvring(dk, d);
        if (status != RT_OK) return status;
    }
    if (sc->motion.table[0]) {
        const ship_source source = ship_prescribed_source(&dk->prescribed);
        moving_ship_add(&dk->ship, &source);
    }
    if (sc->motion.waves != SCENARIO_MOTION_NONE && add_waves(dk) != RT_OK) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for the ship's motion in waves");
        return RT_ERR_MEMORY;
    }
    if (dk->ship.n > 0) dk->sim->model.motion = &dk->ship.motion;
    return RT_OK;
}

void deck_free_motion(deck *dk) {
    ship_prescribed_free(&dk->prescribed);
    ship_table_free(&dk->responses);
    manoeuvre_motion_free(&dk->manoeuvring);
    ship_wave_motion_free(&dk->wave_motion);
}

void deck_hold_ship(deck *dk, bool held) {
    dk->ship.held = held;
    if (dk->manoeuvring.scratch && !held) manoeuvre_motion_start(&dk->manoeuvring, &dk->sim->state);
    dyn_state_start_axes(&dk->sim->model, &dk->sim->state);
}

static double turned_once(double angle) {
    double once = fmod(angle, 2 * M_PI);
    return once < 0 ? once + 2 * M_PI : once;
}

dyn_snapshot_conning deck_conning(const deck *dk) {
    const manoeuvre_motion *m = &dk->manoeuvring;
    if (!m->scratch) return (dyn_snapshot_conning){0};
    const manoeuvre_memory *z = manoeuvre_memory_of(m, &dk->sim->state);
    const manoeuvre_state *s = &z->motion;
    const double start = dk->sim->sc.motion.heading, heading = start + s->heading;
    const double c = cos(s->heading), d = sin(s->heading);
    double way[2], air[2];
    manoeuvre_velocity(m, z, way, air); // over ground, and of the air over ground
    double x = air[0] - way[0], y = air[1] - way[1], along = c * x + d * y, across = -d * x + c * y;
    return (dyn_snapshot_conning){.known = 1,
                                  .north_m = cos(start) * s->x - sin(start) * s->y,
                                  .east_m = sin(start) * s->x + cos(start) * s->y,
                                  .heading_rad = turned_once(heading),
                                  .turn_rad_s = s->r,
                                  .ground_m_s = hypot(way[0], way[1]),
                                  .course_rad = turned_once(start + atan2(way[1], way[0])),
                                  .ahead_m_s = s->u,
                                  .starboard_m_s = s->v,
                                  .wind_m_s = hypot(along, across),
                                  .wind_rad = turned_once(atan2(-across, -along)),
                                  .under_keel_m = deck_under_keel(dk),
                                  .draught_m = dk->sim->sc.motion.draught,
                                  .shaft_per_s = s->shaft,
                                  .rudder_rad = s->rudder,
                                  .thrust = s->thruster,
                                  .rudder_most_rad = m->def.ship.gear.rudder_most,
                                  .engine_order = z->order.shaft / m->def.full,
                                  .rudder_order = z->order.rudder / m->def.ship.gear.rudder_most,
                                  .thruster_order = z->order.thruster};
}

double deck_hawse_speed(const deck *dk) {
    const dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    vec3 none = {0, 0, 0}, v = dyn_axes_velocity(e.axes, vector(dk->sim->sc.ship.mouth), none);
    return vec3_dot(dyn_axes_up(e.axes), v);
}
