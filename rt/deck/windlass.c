// SPDX-License-Identifier: MIT
// Adds the windlass of a ship's scenario and writes its gauges.
#include "dynamics/tackle/kit.h"
#include "dynamics/windlass/motor_current.h"
#include "dynamics/windlass/motor_curve.h"
#include "rt/deck/private.h"

static tackle_motor_def motor_of(const scenario *sc) {
    tackle_motor_kind kind = (tackle_motor_kind)sc->windlass.motor;
    double droop = sc->windlass.motor_droop;
    return (tackle_motor_def){.kind = kind,
                              .droop = droop > 0 ? droop : tackle_motor_defaults_of(kind).droop,
                              .pull_out_slip = sc->windlass.pull_out_slip,
                              .pump_share = sc->windlass.pump_share,
                              .overload = sc->windlass.overload,
                              .overload_time = sc->windlass.overload_time,
                              .reset_time = sc->windlass.reset_time,
                              .overspeed = sc->windlass.overspeed,
                              .burst = sc->windlass.burst};
}

static tackle_band_def band_of(const scenario *sc) {
    return (tackle_band_def){.wrap = sc->windlass.band_wrap,
                             .mu = sc->windlass.band_friction,
                             .mu_hot = sc->windlass.band_friction_hot,
                             .fade_start = sc->windlass.fade_start,
                             .fade_end = sc->windlass.fade_end,
                             .running = sc->windlass.band_running,
                             .lining_heat = sc->windlass.lining_heat,
                             .drum_heat = sc->windlass.drum_heat,
                             .conductance = sc->windlass.lining_conductance,
                             .cooling = sc->windlass.brake_cooling,
                             .ambient = sc->windlass.ambient,
                             .wear = sc->windlass.brake_wear,
                             .wear_rate = sc->windlass.wear_rate,
                             .travel = sc->windlass.brake_travel};
}

double deck_lifter_inertia(const scenario *sc) {
    double given = sc->windlass.lifter_inertia;
    return given > 0 ? given : tackle_windlass_lifter_inertia(sc->chain.bar_diameter);
}

double deck_motor_inertia(const scenario *sc) {
    double given = sc->windlass.motor_inertia;
    return given > 0 ? given : tackle_windlass_motor_inertia(sc->chain.bar_diameter);
}

// Chain that stretches when the bitter end comes taut: from there to the lifter, and outboard what hangs with the ship
// over her anchor. The model's links are rigid, so the bitter end's spring has the stretch of them all. A chain of the
// mass m' per length that runs at v and is stopped at its end bears the front of a wave with the force v sqrt(EA m')
// (St Venant); a spring EA / L that stops the mass m' L gives the same.
static double stretching_chain(const scenario *sc, double out) {
    double hangs = scenario_has_bottom(sc) && !sc->ground.bathymetry[0] ? sc->ship.lifter[2] + sc->ground.depth : out;
    return sc->windlass.spurling_drop + fmin(hangs, out);
}

// Chain from lifter to bitter end; EA = 1.01e8 d² kN for stud link [OrcaFlex].
static tackle_locker locker_of(const deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const tackle_link *link = &dk->chain.link;
    double d = link->d, drop = sc->windlass.spurling_drop, pitch = link->pitch;
    // Beyond its last link the model would extend that link by any length, a lever that no chain has.
    double most = dk->chain.capacity * pitch + dk->chain.excess;
    double out = sc->chain.length > 0 ? sc->chain.length - drop : most;
    double stiffness = 1.01e11 * d * d / fmax(stretching_chain(sc, fmin(out, most)), pitch), mass = link->mass / pitch;
    return (tackle_locker){.mass = mass,
                           .drop = drop,
                           .gravity = vec3_norm(dk->sim->model.gravity),
                           .length = fmin(out, most),
                           .cut = out > most,
                           .strength = sc->windlass.bitter_end * tackle_breaking_load(d, sc->chain.grade),
                           .stiffness = stiffness,
                           .damping = 0.1 * 2 * sqrt(stiffness * deck_lifter_inertia(sc)) / dk->lifter.radius};
}

void deck_add_windlass(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const tackle_windlass_def w = {.max_tension = sc->windlass.max_tension,
                                   .rated_speed = sc->windlass.rated_speed,
                                   .rated_tension = sc->windlass.rated_tension,
                                   .brake_capacity = sc->windlass.brake_capacity,
                                   .motor_brake = sc->windlass.motor_brake,
                                   .brake_fade = sc->windlass.brake_fade,
                                   .lifter_inertia = deck_lifter_inertia(sc),
                                   .motor_inertia = deck_motor_inertia(sc),
                                   .runaway = sc->windlass.runaway,
                                   .dogs = sc->windlass.dogs,
                                   .dog_play = sc->windlass.dog_play,
                                   .clutch_speed = sc->windlass.clutch_speed,
                                   .clash_speed = sc->windlass.clash_speed,
                                   .clutch_release = sc->windlass.clutch_release,
                                   .gear_efficiency = sc->windlass.gear_efficiency,
                                   .gear_overrun = sc->windlass.gear_overrun,
                                   .motor = motor_of(sc),
                                   .band = band_of(sc)};
    const tackle_locker locker = locker_of(dk);
    tackle_lifter_set_locker(&dk->lifter, &dk->sim->model, &locker);
    tackle_windlass_add(&dk->windlass, &dk->sim->model, &dk->lifter, &w);
}

rt_status deck_check_locker(const deck *dk, const start_layout *l, rt_diag *d) {
    double out = (l->links - l->sigma0) * dk->chain.link.pitch, inboard = dk->sim->sc.windlass.spurling_drop;
    if (dk->lifter.locker.length >= out) return RT_OK;
    rt_diag_error(d, dk->sim->sc.path, 0, 0,
                  "chain.length: expected at least %.1f m, the chain out at the start and in the spurling pipe, "
                  "found %g m",
                  out + inboard, dk->sim->sc.chain.length);
    return RT_ERR_FORMAT;
}

static double pressure_at_limit(const scenario *sc) {
    double given = sc->windlass.working_pressure;
    return given > 0 ? given : tackle_motor_defaults_of((tackle_motor_kind)sc->windlass.motor).pressure;
}

// A ship's usual supply: 440 V, 60 Hz; the efficiency of a motor of some tens of kilowatts.
static tackle_nameplate nameplate_of(const scenario *sc, const tackle_motor *m) {
    double given = sc->windlass.rated_current, factor = sc->windlass.power_factor;
    double usual = tackle_rated_current(m->def.rated * m->def.rate, 440, factor, 0.9);
    return (tackle_nameplate){given > 0 ? given : usual, factor};
}

void deck_windlass_gauges(const deck *dk, dyn_gauges *g) {
    const tackle_windlass *w = &dk->windlass;
    const tackle_windlass_state *z = tackle_windlass_state_of(w, &dk->sim->model, &dk->sim->state);
    g->motor_torque_nm = tackle_windlass_motor_torque(w, z);
    g->motor_rad_s = dk->sim->state.qd[dk->lifter.node].y;
    g->motor_load = tackle_windlass_motor_load(w, z);
    g->motor_pa = g->motor_load * pressure_at_limit(&dk->sim->sc);
    const tackle_nameplate plate = nameplate_of(&dk->sim->sc, &w->motor);
    g->motor_a = tackle_motor_current(&w->motor, &z->motor, &dk->sim->command, g->motor_rad_s, &plate);
    g->motor_brake = tackle_motor_brake_on(&z->motor, &dk->sim->command);
    g->motor = (uint8_t)z->motor.state;
    g->engaged = z->clutch.engaged > 0;
    g->supply = (uint8_t)(dk->sim->command.failures & (DYN_SUPPLY_POWER | DYN_SUPPLY_PUMP));
    g->brake_slips = z->slipping > 0;
    g->bitter_end = tackle_lifter_state_of(&dk->lifter, &dk->sim->model, &dk->sim->state)->taut > 0;
    g->lining_c = tackle_band_lining(&w->band.def, &z->band);
    g->wear_m = w->band.def.wear + z->band.wear;
}
