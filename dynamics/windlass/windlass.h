// SPDX-License-Identifier: MIT
// The windlass: lever -> motor, spring-set motor brake, gearbox, dog clutch, and band brake on the cable lifter. It
// acts on the lifter's node: x the lifter, y the motor. All figures are referred to the lifter's shaft.
#ifndef HAWSE_DYNAMICS_WINDLASS_WINDLASS_H
#define HAWSE_DYNAMICS_WINDLASS_WINDLASS_H

#include "dynamics/tackle/lifter.h"
#include "dynamics/windlass/band_brake.h"
#include "dynamics/windlass/clutch.h"
#include "dynamics/windlass/gearbox.h"
#include "dynamics/windlass/motor.h"

typedef struct tackle_windlass_def {
    double max_tension;                   // of the chain that the motor can pull: its torque limit [N]
    double rated_speed;                   // of the chain at full lever and rated tension [m/s]
    double rated_tension;                 // that may last [N]
    double brake_capacity;                // tension that the fully set band brake holds, cold [N]
    double motor_brake;                   // tension that the spring-set motor brake holds [N]
    double brake_fade;                    // part of the band brake's capacity that remains when it fades
    double lifter_inertia, motor_inertia; // [kg m²], the motor's referred to the lifter
    double runaway;                       // speed of the chain from which it has run away [m/s]
    double dogs, dog_play;                // of the clutch: number, and play as a share of their pitch
    double clutch_speed, clash_speed;     // mismatch up to which they go in cleanly, and at all, as chain speed [m/s]
    double clutch_release;                // load up to which they come out, as tension of the chain [N]
    double gear_efficiency, gear_overrun; // when the motor drives, and when the load does
    tackle_motor_def motor;               // limit, rated and rate are set from the above
    tackle_band_def band;                 // capacity, inertia and creep likewise
} tackle_windlass_def;

typedef struct tackle_windlass {
    tackle_windlass_def def;
    const tackle_lifter *lifter;
    tackle_motor motor;
    tackle_gearbox gear;
    tackle_clutch clutch;
    tackle_band band;
    double theta0, motor0; // angles at the last accepted step, of this step
    dyn_force force;
    int force_index;
} tackle_windlass;

// Memory of the windlass; part of the state.
typedef struct tackle_windlass_state {
    tackle_motor_memory motor;
    tackle_gearbox_memory gear;
    tackle_clutch_memory clutch;
    tackle_band_memory band;
    double motor_brake;  // bristle deflection of the motor brake [rad]
    double slipping;     // 1: the set band slips
    double running_away; // 1: its event was raised
} tackle_windlass_state;

void tackle_windlass_add(tackle_windlass *w, dyn_model *m, const tackle_lifter *l, const tackle_windlass_def *def);
const tackle_windlass_state *tackle_windlass_state_of(const tackle_windlass *w, const dyn_model *m, const dyn_state *s);
// Torque of the motor at the lifter, behind the gearbox when it drives [N m].
double tackle_windlass_motor_torque(const tackle_windlass *w, const tackle_windlass_state *z);
// The same over the torque at standstill with full lever: ±1 is a stalled motor.
double tackle_windlass_motor_share(const tackle_windlass *w, const tackle_windlass_state *z);
// Its size over the torque limit, 0..1; of a hydraulic motor the pressure over the relief valve's.
double tackle_windlass_motor_load(const tackle_windlass *w, const tackle_windlass_state *z);

#endif
