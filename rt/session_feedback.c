// SPDX-License-Identifier: MIT
#include "rt/session.h"
#include <math.h>

static hw_host_state host_state(const rt_conditioner *c) {
    static const hw_host_state of[RT_SAFETY_COUNT] = {HW_HOST_UNKNOWN, HW_HOST_DISARMED, HW_HOST_ACTIVE, HW_HOST_STALE,
                                                      HW_HOST_FAILSAFE};
    return c->estop_latched ? HW_HOST_ESTOP : of[c->state];
}

static hw_buzzer buzzer(hw_host_state state, bool alarm) {
    if (alarm) return HW_BUZZER_ON;
    return state == HW_HOST_STALE || state == HW_HOST_FAILSAFE ? HW_BUZZER_PULSES : HW_BUZZER_OFF;
}

void session_feedback(session *s, const dyn_gauges *g, int64_t now_ns) {
    const double torque_max = s->sim.sc.windlass.max_tension * s->sim.lifter.radius;
    hw_feedback f = {.t_ns = now_ns,
                     .state = host_state(&s->conditioner),
                     .tension_n = g->tension_n,
                     .speed_m_s = g->speed_m_s,
                     .counter_m = g->chain_out_m,
                     .motor = torque_max > 0 ? fabs(g->motor_torque_nm) / torque_max : 0,
                     .brake_temp = NAN, // the band's heat is not modelled
                     .alarm = g->jammed,
                     .clutch = g->clutch,
                     .housed = g->housed};
    f.buzzer = buzzer(f.state, f.alarm);
    hw_device_feedback(s->device, &f);
}
