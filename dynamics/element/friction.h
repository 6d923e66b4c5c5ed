// SPDX-License-Identifier: MIT
// Dry friction along a scalar: an elastic bristle that yields smoothly at the friction limit. It holds without creep,
// slides with exactly the limit, and its force is a smooth function of the coordinate, as Newton's method likes it.
// On an angle it is a pair of torques, on a coordinate it acts in the relative coordinate: the same law.
#ifndef HAWSE_DYNAMICS_ELEMENT_FRICTION_H
#define HAWSE_DYNAMICS_ELEMENT_FRICTION_H

#include "dynamics/element/scalar.h"

#define DYN_BRISTLE_REACH 1.5 // deflection at which it slides, over its yield deflection limit/stiffness

// Force at bristle deflection z after moving at `rate`: limit × (3 x - x³)/2, x = (z + lead rate)/reach. The damping
// is part of the deflection, `lead` [s] being damping over stiffness: so the whole never exceeds the limit, sliding is
// not damped, and k, c are exact. yield: deflection at which the stiffness at rest would carry the limit.
static inline dyn_law dyn_friction_law(double z, double rate, double limit, double yield, double lead) {
    double x = (z + lead * rate) / (DYN_BRISTLE_REACH * yield);
    if (fabs(x) >= 1) return (dyn_law){x > 0 ? -limit : limit, 0, 0};
    double k = limit / yield * (1 - x * x);
    return (dyn_law){-0.5 * limit * x * (3 - x * x), k, lead * k};
}

// The deflection after moving by dx: dragged along where it slides.
static inline double dyn_bristle_move(double z, double dx, double yield) {
    double reach = DYN_BRISTLE_REACH * yield;
    return z + dx > reach ? reach : z + dx < -reach ? -reach : z + dx;
}

// The load after one step at `now`: averaged over `time` [s]. Friction that follows the tension of the last step is a
// spring whose stiffness moves with the motion, and pumps energy into what it loads.
static inline double dyn_friction_load(double load, double now, double h, double time) {
    return h < time ? load + (now - load) * (h / time) : now;
}

typedef struct dyn_friction_def {
    double limit;       // constant part of the limit [N] or [N m]
    double per_load;    // further limit per newton of tension of load_body: mu, times the radius for a torque [m]
    int load_body;      // -1: none
    double load_time;   // time over which its tension is averaged [s]
    uint32_t seized_by; // failures (a bit per rt_failure) that seize it; 0: none
    double seized;      // limit then [N] or [N m]
    double yield;       // [m] or [rad]
    double lead;        // [s]
    dyn_geometric geometric;
} dyn_friction_def;

typedef struct dyn_friction {
    dyn_scalar scalar;
    dyn_friction_def def;
    dyn_scalar_mark last; // at the last accepted step
    dyn_force force;
} dyn_friction;

// Its memory in the state.
typedef struct dyn_friction_state {
    double bristle; // deflection [m] or [rad]
    double load;    // averaged tension [N]
    double seized;  // 1 while it has seized
} dyn_friction_state;

// Adds friction along the scalar; returns its number among the model's forces.
int dyn_friction_add(dyn_friction *f, struct dyn_model *m, const dyn_scalar *scalar, const dyn_friction_def *def);

#endif
