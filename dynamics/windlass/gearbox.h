// SPDX-License-Identifier: MIT
// Losses of the gearbox: dry friction on the motor's shaft, proportional to the transmitted torque. One efficiency
// holds when the motor drives, another when the load drives. The friction limit follows the torque with a short delay
// (see dyn_friction_load).
#ifndef HAWSE_DYNAMICS_WINDLASS_GEARBOX_H
#define HAWSE_DYNAMICS_WINDLASS_GEARBOX_H

#include "dynamics/element/friction.h"

#define TACKLE_GEAR_YIELD 0.002 // bristle deflection scale [rad]

typedef struct tackle_gearbox {
    double driving, overrunning; // efficiencies, 0..1
    double inertia;              // inertia on the fast side, referred to the lifter [kg m²]
} tackle_gearbox;

typedef struct tackle_gearbox_memory {
    double bristle; // deflection [rad]
    double limit;   // friction limit [N m]
} tackle_gearbox_memory;

// Damping over stiffness of a bristle for 30 % of critical damping, at this inertia [kg m²] and friction limit [N m].
static inline double tackle_bristle_lead(double inertia, double limit, double yield) {
    return 2 * 0.3 * sqrt(inertia * yield / limit);
}

// Energy of a bristle at deflection z with this friction limit [J]: integral of limit (3 x - x³)/2 over z = reach x.
static inline double tackle_bristle_energy(double z, double limit, double yield) {
    double reach = DYN_BRISTLE_REACH * yield, x = z / reach;
    return limit * reach * x * x * (0.75 - 0.125 * x * x);
}

// Friction torque at the shaft's turn since the last accepted step [rad] and its rate [rad/s]. Frame thread.
static inline dyn_law tackle_gearbox_law(const tackle_gearbox *g, const tackle_gearbox_memory *z, double turn,
                                         double rate) {
    if (!(z->limit > 0)) return (dyn_law){0};
    double lead = tackle_bristle_lead(g->inertia, z->limit, TACKLE_GEAR_YIELD);
    return dyn_friction_law(z->bristle + turn, rate, z->limit, TACKLE_GEAR_YIELD, lead);
}

// Ends a step in which the gearbox transmitted `torque` [N m] toward the lifter. Frame thread.
static inline void tackle_gearbox_accept(const tackle_gearbox *g, tackle_gearbox_memory *z, double turn, double torque,
                                         double rate, double h) {
    const double time = 0.1; // [s]
    double loss = torque * rate >= 0 ? 1 / g->driving - 1 : 1 - g->overrunning;
    z->bristle = dyn_bristle_move(z->bristle, turn, TACKLE_GEAR_YIELD);
    z->limit = dyn_friction_load(z->limit, loss * fabs(torque), h, time);
}

#endif
