// SPDX-License-Identifier: MIT
// A ship by its main dimensions: derivatives, propeller and rudder of the tanker KVLCC2 to scale (Yasukawa & Yoshimura
// 2015, tables 1 and 3). Windage: areas of a bulk carrier of 180 m in ballast by the square of the length, coefficients
// of Blendermann (1994) for a tanker in ballast. Gear, thrust astern and cross-flow drag: common values without a
// published source.
#include "dynamics/manoeuvre/standard.h"

#define KVLCC2_LENGTH 320.0
#define KVLCC2_DRAUGHT 20.8
#define KVLCC2_VOLUME 312600.0

static const double degree = 3.14159265358979323846 / 180;

static const manoeuvre_hull kvlcc2 = {
    .gyration = 0.25,
    .mass_x = 0.022,
    .mass_y = 0.223,
    .inertia = 0.011,
    .resistance = 0.022,
    .x_vv = -0.040,
    .x_vr = 0.002,
    .x_rr = 0.011,
    .x_vvvv = 0.771,
    .y_v = -0.315,
    .y_r = 0.083,
    .y_vvv = -1.607,
    .y_vvr = 0.379,
    .y_vrr = -0.391,
    .y_rrr = 0.008,
    .n_v = -0.137,
    .n_r = -0.049,
    .n_vvv = -0.030,
    .n_vvr = -0.294,
    .n_vrr = 0.055,
    .n_rrr = -0.013,
    .cross_drag = 0.8,
};

static manoeuvre_propeller standard_propeller(double scale) {
    return (manoeuvre_propeller){.diameter = 9.86 * scale,
                                 .k = {0.2931, -0.2753, -0.1385},
                                 .thrust_deduction = 0.220,
                                 .wake = 0.35,
                                 .place = -0.48,
                                 .astern = 0.7,
                                 .reversed = 1.3,
                                 .walk = 0.07};
}

static manoeuvre_rudder standard_rudder(double scale, double draught) {
    return (manoeuvre_rudder){.area = 112.5 * scale * draught / KVLCC2_DRAUGHT,
                              .height = 15.8 * draught / KVLCC2_DRAUGHT,
                              .lift = 2.747,
                              .wake_ratio = 1.09,
                              .race = 0.50,
                              .drag_share = 0.387,
                              .hull_share = 0.312,
                              .hull_place = -0.464,
                              .place = -0.5,
                              .flow = {0.395, 0.640},
                              .flow_place = -0.710};
}

manoeuvre_ship manoeuvre_standard(double length, double draught, double volume) {
    double scale = length / KVLCC2_LENGTH, size = length / 180;
    manoeuvre_ship s = {.water = 1025, .air = 1.225, .hull = kvlcc2};
    s.hull.length = length, s.hull.draught = draught, s.hull.volume = volume;
    s.hull.centre = 11.2 * scale;
    s.propeller = standard_propeller(scale);
    s.rudder = standard_rudder(scale, draught);
    s.thruster = (manoeuvre_thruster){.place = 0.42 * length, .fades = 2.5, .left = 0.2};
    s.windage = (manoeuvre_windage){.frontal = 620 * size * size,
                                    .lateral = 2700 * size * size,
                                    .centroid = 6 * size,
                                    .across = 0.70,
                                    .bow = 0.75,
                                    .stern = 0.55,
                                    .coupling = 0.40};
    s.gear = (manoeuvre_gear){.shaft_lag = 15,
                              .reverse_at = 0.5 / sqrt(scale),
                              .start_delay = 10,
                              .rudder_most = 35 * degree,
                              .rudder_rate = 2.33 * degree,
                              .thruster_lag = 5};
    return s;
}

double manoeuvre_full_ahead(const manoeuvre_ship *s, double speed) {
    double slow = 0, fast = 10 * speed / s->propeller.diameter;
    for (int k = 0; k < 60; k++) {
        const manoeuvre_state m = {.u = speed, .shaft = 0.5 * (slow + fast)};
        double pushed = manoeuvre_propeller_force(s, &m).x + manoeuvre_rudder_force(s, &m).x +
                        manoeuvre_hull_force(s, speed, 0, 0).x;
        if (pushed < 0)
            slow = m.shaft;
        else
            fast = m.shaft;
    }
    return 0.5 * (slow + fast);
}
