// SPDX-License-Identifier: MIT
// Dry friction along a scalar: an elastic bristle that yields smoothly at the friction limit. It sticks without creep
// and slides with exactly the limit. Its force is a smooth function of the coordinate, for Newton's method.
// The same law acts along an angle as a pair of torques, and along a relative coordinate.
#ifndef HAWSE_DYNAMICS_ELEMENT_FRICTION_H
#define HAWSE_DYNAMICS_ELEMENT_FRICTION_H

#include "dynamics/element/scalar.h"

#define DYN_BRISTLE_REACH 1.5 // deflection at which the bristle slides, over the yield deflection limit/stiffness

// Force at bristle deflection z and `rate`: -limit × (3 x - x³)/2, x = (z + lead rate)/reach. `lead` [s] is damping
// over stiffness. The damping is part of the deflection: the sum never exceeds the limit, sliding is not damped, and k,
// c are exact. yield: deflection at which the stiffness at z = 0 would carry the limit.
static inline dyn_law dyn_friction_law(double z, double rate, double limit, double yield, double lead) {
    double x = (z + lead * rate) / (DYN_BRISTLE_REACH * yield);
    if (fabs(x) >= 1) return (dyn_law){x > 0 ? -limit : limit, 0, 0};
    double k = limit / yield * (1 - x * x);
    return (dyn_law){-0.5 * limit * x * (3 - x * x), k, lead * k};
}

// Deflection after a displacement dx, limited to the reach: a sliding bristle stays at its reach.
static inline double dyn_bristle_move(double z, double dx, double yield) {
    double reach = DYN_BRISTLE_REACH * yield;
    return z + dx > reach ? reach : z + dx < -reach ? -reach : z + dx;
}

// Load after one step at the tension `now`, averaged over `time` [s]. Friction proportional to the tension of the last
// step would be a spring whose stiffness varies with the motion and adds energy to it.
static inline double dyn_friction_load(double load, double now, double h, double time) {
    return h < time ? load + (now - load) * (h / time) : now;
}

typedef struct dyn_friction_def {
    double limit;       // constant part of the limit [N] or [N m]
    double per_load;    // further limit per newton of tension of load_body: mu, times the radius for a torque [m]
    int load_body;      // body whose tension loads the friction; -1: none
    double load_time;   // averaging time of the tension [s]
    uint32_t seized_by; // failures (a bit per rt_failure) that seize the friction; 0: none
    double seized;      // limit while seized [N] or [N m]
    double yield;       // yield deflection [m] or [rad]
    double lead;        // damping over stiffness [s]
    dyn_geometric geometric;
} dyn_friction_def;

typedef struct dyn_friction {
    dyn_scalar scalar;
    dyn_friction_def def;
    dyn_scalar_mark last; // at the last accepted step
    dyn_force force;
} dyn_friction;

// Memory of the friction; part of the state.
typedef struct dyn_friction_state {
    double bristle; // deflection [m] or [rad]
    double load;    // averaged tension [N]
    double seized;  // 1: seized
} dyn_friction_state;

// Adds friction along the scalar; returns its number among the model's forces.
int dyn_friction_add(dyn_friction *f, struct dyn_model *m, const dyn_scalar *scalar, const dyn_friction_def *def);

#endif
