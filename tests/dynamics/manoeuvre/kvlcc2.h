// SPDX-License-Identifier: MIT
// The tanker KVLCC2, full size and as a model of 7 m (Yasukawa & Yoshimura 2015, tables 1 and 3).
#ifndef HAWSE_TESTS_DYNAMICS_MANOEUVRE_KVLCC2_H
#define HAWSE_TESTS_DYNAMICS_MANOEUVRE_KVLCC2_H

#include "dynamics/manoeuvre/standard.h"

static const double degree = 3.14159265358979323846 / 180;

static inline manoeuvre_ship kvlcc2_full(void) {
    manoeuvre_ship s = manoeuvre_standard(320, 20.8, 312600);
    s.windage.lateral = 0;
    s.gear.rudder_rate = 2.34 * degree;
    return s;
}

static inline manoeuvre_ship kvlcc2_model(void) {
    manoeuvre_ship s = manoeuvre_standard(7.00, 0.46, 3.27);
    s.windage.lateral = 0;
    s.hull.centre = 0.25;
    s.propeller.diameter = 0.216, s.propeller.wake = 0.40;
    s.rudder.height = 0.345, s.rudder.area = 0.0539;
    s.gear.rudder_rate = 15.8 * degree;
    return s;
}

#endif
