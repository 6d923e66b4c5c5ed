// SPDX-License-Identifier: MIT
// The windlass: lever -> motor with a torque/speed curve and a torque limit, spring-set motor brake, dog clutch, and
// band brake on the cable lifter. It acts on the lifter's node: x the lifter, y the motor referred to the lifter. All
// figures are referred to the lifter's shaft.
#ifndef HAWSE_DYNAMICS_TACKLE_WINDLASS_H
#define HAWSE_DYNAMICS_TACKLE_WINDLASS_H

#include "dynamics/tackle/lifter.h"

typedef struct tackle_windlass_def {
    double max_tension;    // of the chain that the motor can pull: its torque limit [N]
    double rated_speed;    // of the chain at full lever [m/s]
    double rated_tension;  // pull up to which full speed is reached; above it the speed falls at constant power [N]
    double brake_capacity; // tension that the fully set band brake holds [N]
    double motor_brake;    // tension that the spring-set motor brake holds [N]
    double pump_share;     // of the torque limit that is left when one pump is lost
    double brake_fade;     // of the band brake's capacity that is left when it has faded
    double lifter_inertia, motor_inertia; // [kg m²], the motor's referred to the lifter
} tackle_windlass_def;

typedef struct tackle_windlass {
    tackle_windlass_def def;
    const tackle_lifter *lifter;
    double theta0, motor0; // angles at the last accepted step, of this step
    dyn_force force;
    int force_index;
} tackle_windlass;

// What the windlass remembers; part of the state.
typedef struct tackle_windlass_state {
    double band, motor_brake, clutch; // bristle deflections and wind-up of the clutch [rad]
    double engaged;                   // 1 while the dog clutch is in
    double torque;                    // motor torque at the lifter, last step [N m]
} tackle_windlass_state;

void tackle_windlass_add(tackle_windlass *w, dyn_model *m, const tackle_lifter *l, const tackle_windlass_def *def);
// Whether the spring-set motor brake is on with this command: also in an emergency release, which opens the band brake
// alone.
bool tackle_windlass_motor_brake_on(const rt_command *c);
const tackle_windlass_state *tackle_windlass_state_of(const tackle_windlass *w, const dyn_model *m, const dyn_state *s);

#endif
