// SPDX-License-Identifier: MIT
// The chain between the bottom's surface and a buried shackle (Neubecker & Randolph 1995, Can. Geotech. J. 32; from
// memory, not opened): the soil bears on its curve with Q per length across and mu Q along, so that the pull arrives at
// the shackle steeper and weaker than it leaves the surface. Weight of the chain left out.
//   T_a / (1 + mu²) [e^(mu (theta_a - theta_0)) (cos theta_0 + mu sin theta_0) - cos theta_a - mu sin theta_a]
//     = integral of Q over the depth,    T_0 = T_a e^(mu (theta_a - theta_0))
#ifndef HAWSE_TESTS_VALIDATION_BURIED_CHAIN_H
#define HAWSE_TESTS_VALIDATION_BURIED_CHAIN_H

#include "dynamics/soil/soil.h"
#include <math.h>

typedef struct buried_chain {
    double bar;         // diameter [m]
    double friction;    // mu
    double base, slope; // Q = base + slope depth [N/m]
} buried_chain;

// Breadth of 2.5 bars; clay: N_c 7.6; sand: Reissner's N_q = e^(pi tan(angle)) tan²(45 deg + angle/2).
static inline buried_chain buried_chain_in(const ground_soil *s, double bar, double weight, double angle) {
    const double breadth = 2.5 * bar, n_c = 7.6;
    if (s->law == GROUND_CLAY)
        return (buried_chain){bar, s->adhesion, breadth * n_c * s->shear, breadth * n_c * s->shear_up};
    const double half = tan(0.25 * M_PI + 0.5 * angle), n_q = exp(M_PI * tan(angle)) * half * half;
    return (buried_chain){bar, s->friction, 0, breadth * n_q * weight};
}

// Left side of the equation over T_a.
static inline double buried_chain_turn(double mu, double from, double to) {
    const double growth = exp(mu * (to - from));
    return (growth * (cos(from) + mu * sin(from)) - cos(to) - mu * sin(to)) / (1 + mu * mu);
}

// Angle of the pull above the level at a shackle of this depth [m] under the tension `at_shackle` [N]; `surface`: that
// at the bottom's surface. At most 90 deg.
static inline double buried_chain_angle(const buried_chain *c, double depth, double at_shackle, double surface) {
    double low = surface, high = 0.5 * M_PI;
    if (!(depth > 0)) return surface;
    const double borne = (c->base + 0.5 * c->slope * depth) * depth;
    for (int k = 0; k < 40; k++) {
        const double middle = 0.5 * (low + high);
        if (at_shackle * buried_chain_turn(c->friction, surface, middle) < borne)
            low = middle;
        else
            high = middle;
    }
    return low;
}

#endif
