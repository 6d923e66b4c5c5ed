// SPDX-License-Identifier: MIT
// The windlass: motor, spring-set motor brake, gearbox, dog clutch, and the band brake on the cable lifter. It acts on
// the lifter's node: x the lifter, y the motor. All figures are referred to the lifter's shaft.
#ifndef HAWSE_DYNAMICS_WINDLASS_WINDLASS_H
#define HAWSE_DYNAMICS_WINDLASS_WINDLASS_H

#include "dynamics/tackle/lifter.h"
#include "dynamics/windlass/band_brake.h"
#include "dynamics/windlass/clutch.h"
#include "dynamics/windlass/gearbox.h"
#include "dynamics/windlass/motor.h"

typedef struct tackle_windlass_def {
    double max_tension;                   // chain tension at the motor's torque limit [N]
    double rated_speed;                   // chain speed at full lever and rated tension [m/s]
    double rated_tension;                 // chain tension for continuous duty [N]
    double brake_capacity;                // chain tension that the fully set band brake holds, cold [N]
    double motor_brake;                   // chain tension that the spring-set motor brake holds [N]
    double brake_fade;                    // share of the band brake's capacity that remains on RT_FAILURE_BRAKE
    double lifter_inertia, motor_inertia; // [kg m²], the motor's referred to the lifter
    double runaway;                       // chain speed, paying out, that counts as running away [m/s]
    double dogs, dog_play;                // number of the clutch's dogs; play as a share of their pitch
    double clutch_speed, clash_speed;     // mismatch for clean engagement and for engagement, as chain speed [m/s]
    double clutch_release;                // largest load at which the dogs disengage, as chain tension [N]
    double gear_efficiency, gear_overrun; // efficiency when the motor drives, and when the load drives
    tackle_motor_def motor;               // tackle_windlass_add sets limit, rated and rate from the above
    tackle_band_def band;                 // tackle_windlass_add sets capacity, inertia and creep from the above
} tackle_windlass_def;

typedef struct tackle_windlass {
    tackle_windlass_def def;
    const tackle_lifter *lifter;
    tackle_motor motor;
    tackle_gearbox gear;
    tackle_clutch clutch;
    tackle_band band;
    double theta0, motor0; // angles of lifter and motor at the last accepted step [rad]
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
    double running_away; // 1: RT_EVENT_RUNAWAY was raised
} tackle_windlass_state;

// Moments of inertia of gypsy and rotor for a chain of this bar diameter [m], scaled from 50 mm by geometric
// similarity. All sizes of a gypsy follow the bar (ISO 1704), so its mass grows with d³ and its inertia with d⁵. The
// pull grows with d² (IACS UR A3) and the gypsy's radius with d, so the torque grows with d³ as the displacement of
// similar hydraulic motors at the same pressure does: the motor's sizes grow with d, too. The figures of 50 mm are
// typical values.
double tackle_windlass_lifter_inertia(double bar);
double tackle_windlass_motor_inertia(double bar);
// Adds the windlass to the lifter's node. Call after the lifter; *w must not move.
void tackle_windlass_add(tackle_windlass *w, dyn_model *m, const tackle_lifter *l, const tackle_windlass_def *def);
// The windlass's memory in the state s.
const tackle_windlass_state *tackle_windlass_state_of(const tackle_windlass *w, const dyn_model *m, const dyn_state *s);
// Torque of the driving motor at the lifter, after the gearbox's losses [N m].
double tackle_windlass_motor_torque(const tackle_windlass *w, const tackle_windlass_state *z);
// Motor torque over the torque at standstill with full lever; ±1: the motor stalls.
double tackle_windlass_motor_share(const tackle_windlass *w, const tackle_windlass_state *z);
// |motor torque| over the torque limit, 0..1; of a hydraulic motor the pressure over the relief valve's.
double tackle_windlass_motor_load(const tackle_windlass *w, const tackle_windlass_state *z);

#endif
