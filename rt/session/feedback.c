// SPDX-License-Identifier: MIT
// Feedback of a session to the operator's device: gauges, lamps and buzzer; and to the bridge's displays.
#include "rt/session/session.h"
#include <math.h>

static hw_host_state host_state(const rt_conditioner *c) {
    static const hw_host_state of[RT_SAFETY_COUNT] = {HW_HOST_UNKNOWN, HW_HOST_DISARMED, HW_HOST_ACTIVE, HW_HOST_STALE,
                                                      HW_HOST_FAILSAFE};
    if (c->waits && c->state == RT_SAFETY_ACTIVE && !c->estop_latched) return HW_HOST_DISARMED;
    return c->estop_latched ? HW_HOST_ESTOP : of[c->state];
}

static hw_buzzer buzzer_of(hw_host_state state, bool alarm) {
    if (alarm) return HW_BUZZER_ON;
    return state == HW_HOST_STALE || state == HW_HOST_FAILSAFE ? HW_BUZZER_PULSES : HW_BUZZER_OFF;
}

void session_feedback(session *s, const dyn_gauges *truth, int64_t now_ns) {
    const dyn_gauges shown = dyn_gauges_shown(truth),
                     *g = &shown; // the console shows sensor readings, as the window does
    hw_feedback f = {.t_ns = now_ns,
                     .state = host_state(&s->conditioner),
                     .tension_n = g->tension_n,
                     .speed_m_s = g->speed_m_s,
                     .counter_m = g->chain_out_m,
                     .motor = fabs(g->motor_load),
                     .brake_temp = g->lining_c,
                     .anchor_m = g->anchor_m,
                     .flukes_rad = g->flukes_rad,
                     .sway_m_s = g->sway_m_s,
                     .stopper = (hw_stopper)g->stopper,
                     .motor_state = (hw_motor)g->motor,
                     .alarm = alarm_highest_priority(alarm_conditions(g, &s->alarm_limits)) >= ALARM_WARNING,
                     .without_command = s->conditioner.waits,
                     .set_brake = s->conditioner.last.brake,
                     .set_clutch = s->conditioner.last.clutch,
                     .set_stopper = s->conditioner.last.stopper,
                     .clutch = g->engaged,
                     .housed = g->housed};
    f.buzzer = buzzer_of(f.state, f.alarm);
    hw_device_feedback(s->device, &f);
}

#define EARTH 6371000.0 // mean radius [m]

void session_send_conning(session *s, const dyn_snapshot *shown) {
    const dyn_snapshot_conning *c = &shown->ship.conning;
    const dyn_gauges g = dyn_gauges_shown(&shown->gauges);
    const double none = (double)NAN, latitude = s->sim.sc.motion.latitude + c->north_m / EARTH;
    nmea_ship n = {none, none, none, none, none, none, none, none, none,
                   none, none, none, none, none, none, none, none};
    if (c->known > 0)
        n = (nmea_ship){.latitude = latitude,
                        .longitude = s->sim.sc.motion.longitude + c->east_m / (EARTH * cos(latitude)),
                        .heading = c->heading_rad,
                        .turn = c->turn_rad_s,
                        .ground = c->ground_m_s,
                        .course = c->course_rad,
                        .ahead = c->ahead_m_s,
                        .wind = c->wind_m_s,
                        .wind_from = c->wind_rad,
                        .under_keel = c->under_keel_m,
                        .draught = c->draught_m,
                        .shaft = c->shaft_per_s,
                        .rudder = c->rudder_rad};
    n.roll = shown->ship.roll_rad, n.pitch = -shown->ship.pitch_rad; // bow up
    n.chain = g.counter_m, n.tension = g.tension_n;
    nmea_sender_publish(s->nmea, &n);
}
