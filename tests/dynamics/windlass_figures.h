// SPDX-License-Identifier: MIT
// Windlasses for tests: one by class figures, as in the scenario's defaults, and one without losses.
#ifndef HAWSE_TESTS_DYNAMICS_WINDLASS_FIGURES_H
#define HAWSE_TESTS_DYNAMICS_WINDLASS_FIGURES_H

#include "dynamics/windlass/windlass.h"

// A windlass for grade 3 chain of bar diameter d [m] by UR A3: 47.5 d² N continuous pull (d in mm), 1.5 times that for
// 2 minutes, 0.15 m/s, a brake for 45 % of the breaking load.
static inline tackle_windlass_def class_windlass(tackle_motor_kind kind, double d) {
    double rated = 47.5e6 * d * d, breaking = 19.61e6 * d * d * (44 - 80 * d);
    return (tackle_windlass_def){.max_tension = 1.5 * rated,
                                 .rated_speed = 0.15,
                                 .rated_tension = rated,
                                 .brake_capacity = 0.45 * breaking,
                                 .motor_brake = 2 * rated,
                                 .brake_fade = 0.33,
                                 .lifter_inertia = 200,
                                 .motor_inertia = 800,
                                 .runaway = 5,
                                 .dogs = 5,
                                 .dog_play = 0.3,
                                 .clutch_speed = 0.02,
                                 .clash_speed = 0.1,
                                 .clutch_release = 15e3,
                                 .gear_efficiency = 0.9,
                                 .gear_overrun = 0.87,
                                 .motor = {.kind = kind,
                                           .droop = kind == TACKLE_MOTOR_HYDRAULIC_LOW ? 0.08 : 0.02,
                                           .pull_out_slip = 0.5,
                                           .pump_share = 0.38,
                                           .overload = 1.5,
                                           .overload_time = 120,
                                           .reset_time = 10,
                                           .overspeed = 1.3,
                                           .burst = 2.2},
                                 .band = {.wrap = 300 * 3.14159265358979323846 / 180,
                                          .mu = 0.38,
                                          .mu_hot = 0.175,
                                          .fade_start = 250,
                                          .fade_end = 450,
                                          .running = 0.8,
                                          .lining_heat = 12e3,
                                          .drum_heat = 70e3,
                                          .conductance = 2e3,
                                          .cooling = 60,
                                          .ambient = 20,
                                          .wear_rate = 3e-11,
                                          .travel = 0.01}};
}

// A windlass without losses in the gearbox. A short wrap makes the band's torque nearly equal in both directions; its
// friction does not depend on speed and temperature.
static inline tackle_windlass_def plain_windlass(double max_tension, double rated_tension, double rated_speed) {
    tackle_windlass_def w = class_windlass(TACKLE_MOTOR_HYDRAULIC_HIGH, 0.05);
    w.max_tension = max_tension, w.rated_tension = rated_tension, w.rated_speed = rated_speed;
    w.gear_efficiency = w.gear_overrun = w.band.running = 1;
    w.band.wrap = 1e-3, w.band.mu_hot = w.band.mu;
    return w;
}

#endif
