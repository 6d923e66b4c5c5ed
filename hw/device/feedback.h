// SPDX-License-Identifier: MIT
// Feedback of the simulator to the operator: gauges, lamps, buzzer.
#ifndef HAWSE_HW_DEVICE_FEEDBACK_H
#define HAWSE_HW_DEVICE_FEEDBACK_H

#include "rt/base/base.h"

// Older feedback is not shown: gauges that freeze because no frame runs would look like a quiet deck.
#define HW_FEEDBACK_OLD_NS 500000000

typedef enum hw_host_state {
    HW_HOST_UNKNOWN = 0, // no frame runs
    HW_HOST_DISARMED,    // also of a position without command
    HW_HOST_ACTIVE,
    HW_HOST_STALE,
    HW_HOST_FAILSAFE,
    HW_HOST_ESTOP,
} hw_host_state;

typedef enum hw_buzzer { HW_BUZZER_OFF = 0, HW_BUZZER_PULSES, HW_BUZZER_ON } hw_buzzer;

// States of the chain stopper's bar and of the motor, as in dyn_gauges.
typedef enum hw_stopper { HW_STOPPER_OPEN = 0, HW_STOPPER_DOWN, HW_STOPPER_HOLDING, HW_STOPPER_BROKEN } hw_stopper;
typedef enum hw_motor { HW_MOTOR_SOUND = 0, HW_MOTOR_TRIPPED, HW_MOTOR_BURST, HW_MOTOR_OFF } hw_motor;

typedef struct hw_feedback {
    int64_t t_ns; // time of the values on the monotonic clock; 0: never [ns]
    hw_host_state state;
    double tension_n;  // of the chain at the lifter [N]
    double speed_m_s;  // of the chain, heaving positive [m/s]
    double counter_m;  // chain out [m]
    double motor;      // pressure or current, as a fraction of its maximum [1]
    double brake_temp; // of the band brake [°C]; NaN: unknown
    hw_buzzer buzzer;
    hw_stopper stopper;
    hw_motor motor_state;
    // By eye, from deck; NaN: the anchor is not in sight
    double anchor_m;   // crown pin outboard of the hawse, along the pipe [m]
    double flukes_rad; // direction of the flukes, out of the hull positive [rad]
    double sway_m_s;   // speed of the anchor [m/s]
    // Commands in effect, which a position without command follows: its controls then change nothing when it takes over
    bool without_command; // another position has command, or this one waits for neutral
    double set_brake;     // 0..1
    bool set_clutch, set_stopper;
    bool alarm, clutch, housed; // lamps; clutch: its dogs are in mesh. The lamps of armed, stale, fail-safe and
                                // emergency stop follow from the state
} hw_feedback;

// Whether the feedback (NULL: none) is new enough to be shown at now_ns [ns].
static inline bool hw_feedback_counts(const hw_feedback *f, int64_t now_ns) {
    return f && f->t_ns != 0 && now_ns - f->t_ns <= HW_FEEDBACK_OLD_NS;
}

#endif
