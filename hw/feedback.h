// SPDX-License-Identifier: MIT
// What the simulator tells the operator through a device: gauges, lamps, buzzer.
#ifndef HAWSE_HW_FEEDBACK_H
#define HAWSE_HW_FEEDBACK_H

#include "rt/base.h"

typedef enum hw_host_state {
    HW_HOST_UNKNOWN = 0, // nothing runs
    HW_HOST_DISARMED,
    HW_HOST_ACTIVE,
    HW_HOST_STALE,
    HW_HOST_FAILSAFE,
    HW_HOST_ESTOP,
} hw_host_state;

typedef enum hw_buzzer { HW_BUZZER_OFF = 0, HW_BUZZER_PULSES, HW_BUZZER_ON } hw_buzzer;

typedef struct hw_feedback {
    int64_t t_ns; // when it was true, on the monotonic clock; 0: never [ns]
    hw_host_state state;
    double tension_n;  // of the chain at the lifter [N]
    double speed_m_s;  // of the chain, heaving positive [m/s]
    double counter_m;  // chain out [m]
    double motor;      // pressure or current, of its largest [1]
    double brake_temp; // of the band brake [°C]; NaN: nothing known
    hw_buzzer buzzer;
    bool alarm, clutch, housed; // lamps; armed, stale, fail-safe and emergency stop follow from the state
} hw_feedback;

#endif
