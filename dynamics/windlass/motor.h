// SPDX-License-Identifier: MIT
// The windlass's motor: torque over speed by its kind, protections, overspeed and burst. All figures are referred to
// the cable lifter by the gear ratio alone: the gearbox's losses come on top (gearbox.h).
//
//   hydraulic   what the pump gives less what leaks: speed falls with the pressure, which the relief valve bounds. High
//               pressure: the pump's power is bounded too; driven by the load, the relief valve bounds alone. Low
//               pressure: constant flow, much leakage: a load sinks slowly at a small lever.
//   pole-changing  three synchronous speeds in the ratio of 16, 8 and 4 poles, chosen by the lever; Kloss's formula.
//   frequency   constant torque up to the base speed, constant power above it, in both quadrants.
#ifndef HAWSE_DYNAMICS_WINDLASS_MOTOR_H
#define HAWSE_DYNAMICS_WINDLASS_MOTOR_H

#include "dynamics/element/scalar.h"

typedef enum tackle_motor_kind {
    TACKLE_MOTOR_HYDRAULIC_HIGH = 0,
    TACKLE_MOTOR_HYDRAULIC_LOW,
    TACKLE_MOTOR_POLE_CHANGING,
    TACKLE_MOTOR_FREQUENCY,
    TACKLE_MOTOR_KINDS
} tackle_motor_kind;

// Words of the kinds in a scenario, in the order above, and the help of that key.
#define TACKLE_MOTOR_WORDS "hydraulic_high|hydraulic_low|pole_changing|frequency"
#define TACKLE_MOTOR_HELP                                                                                              \
    "kind of motor: hydraulic of high pressure (relief valve and constant power) or low pressure (constant flow, "     \
    "leaks more), electric with three speeds, or frequency-controlled"

typedef enum tackle_motor_state {
    TACKLE_MOTOR_SOUND = 0,
    TACKLE_MOTOR_TRIPPED, // by its protection
    TACKLE_MOTOR_BURST,
    TACKLE_MOTOR_OFF, // stopped at its button, or no power; starts with the lever at neutral only (no-volt release)
} tackle_motor_state;

enum { TACKLE_MOTOR_STEPS = 3 }; // of a pole-changing motor

typedef struct tackle_motor_def {
    tackle_motor_kind kind;
    double droop;         // speed lost to leakage or slip per torque limit of load, share of the rated speed
    double pull_out_slip; // of a pole-changing motor
    double pump_share;    // part of a hydraulic motor's torque that remains without one pump
    double overload;      // times the rated torque that is borne for overload_time [s] before the protection trips
    double overload_time;
    double reset_time;   // lever at neutral for so long: a tripped motor is ready again [s]
    double overspeed;    // times the rated speed: an electric motor trips, a hydraulic one raises the event
    double burst;        // times the rated speed: a hydraulic motor bursts
    double limit, rated; // torque limit, and rated torque [N m]
    double rate;         // speed at full lever and rated torque [rad/s]
} tackle_motor_def;

typedef struct tackle_motor {
    tackle_motor_def def;
    double no_load; // speed at full lever without load [rad/s]
    double power;   // that bounds the torque [W]; infinite: nothing does
} tackle_motor;

// Memory of a motor; part of the state. All doubles, so that a comparison of states can name them.
typedef struct tackle_motor_memory {
    double state;          // tackle_motor_state
    double overload;       // of the protection: 0 rested .. 1 trips
    double torque;         // at the end of the last step [N m]
    double neutral;        // time for which the lever has stood at neutral [s]
    double step, step_age; // of a pole-changing motor, and for how long it has been set [s]
    double stalled;        // time for which it has stood at its limit [s]
    double fast;           // time at overspeed so far [s]
} tackle_motor_memory;

void tackle_motor_make(tackle_motor *m, const tackle_motor_def *def);
// Whether the spring-set motor brake is on: at neutral, in fail-safe and emergency release, without power, tripped,
// off; never once the motor has burst, which takes the brake with it.
bool tackle_motor_brake_on(const tackle_motor_memory *z, const rt_command *c);
// Torque [N m] at this speed [rad/s], heaving positive, and c = -dT/drate; none while the motor brake is on. Frame
// thread.
dyn_law tackle_motor_law(const tackle_motor *m, const tackle_motor_memory *z, const rt_command *c, double rate);
// Torque that it gives at standstill with full lever [N m].
double tackle_motor_stall_torque(const tackle_motor *m);
// Ends a step: torque, overload, trips, no-volt release, burst, stall, and the step of a pole-changing motor. Frame
// thread.
void tackle_motor_accept(const tackle_motor *m, tackle_motor_memory *z, const rt_command *c, double rate, double h,
                         rt_events *events);

#endif
