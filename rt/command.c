// SPDX-License-Identifier: MIT
#include "rt/command.h"
#include <math.h>
#include <string.h>

rt_command_limits rt_command_limits_default(void) {
    return (rt_command_limits){
        .lever_rate = 2, .brake_rate = 2, .stale_ns = 100000000, .failsafe_ns = 300000000, .neutral = 0.05};
}

rt_conditioner rt_conditioner_start(double brake, bool clutch) {
    return (rt_conditioner){.last = {.brake = brake, .clutch = clutch}};
}

static double clamp(double v, double lo, double hi) { return v < lo ? lo : v > hi ? hi : v; }

static double approach(double from, double to, double most) { return from + clamp(to - from, -most, most); }

// A sample is worth something when its device is there and its numbers are numbers.
static bool is_valid(const rt_input *in) { return in->has_device && isfinite(in->lever) && isfinite(in->brake); }

// Follows the age of the input: stale (held), lost (latched until a reset), back.
static uint32_t watch_age(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, int64_t now_ns) {
    bool never = in->t_ns == 0 && !in->has_device;
    if (never && !c->armed) return 0; // nothing was there yet that could be lost
    bool valid = is_valid(in);
    int64_t age = now_ns - in->t_ns;
    bool was_stale = c->stale;
    c->stale = !valid || age >= l->stale_ns;
    if (!valid || age >= l->failsafe_ns) c->lost = true;
    if (c->stale && !was_stale) return 1u << RT_EVENT_DEVICE_LOST;
    if (!c->stale && was_stale) return 1u << RT_EVENT_DEVICE_BACK;
    return 0;
}

// Follows the emergency stop and the arming. A loss or a stop ends only by pressing reset (a new press, so that a stuck
// button does not re-arm) with the lever at neutral; the first arming needs neutral alone.
static uint32_t watch_arming(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, bool fresh) {
    uint32_t events = 0;
    bool stop = in->has_device && in->estop; // also believed when the sample is old: it costs only a reset
    if (stop && !c->estop_latched) events = 1u << RT_EVENT_ESTOP;
    if (stop) c->estop_latched = true;
    bool neutral = fresh && fabs(in->lever) < l->neutral;
    bool pressed = fresh && in->reset && !c->reset_held;
    if (fresh) c->reset_held = in->reset;
    if (pressed && neutral && !stop) c->lost = c->estop_latched = false;
    if (c->lost || c->estop_latched)
        c->armed = false;
    else if (neutral)
        c->armed = true;
    return events;
}

rt_command rt_command_condition(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, int64_t now_ns,
                                double h_s, uint32_t *events) {
    uint32_t happened = watch_age(c, l, in, now_ns);
    bool fresh = is_valid(in) && !c->stale;
    happened |= watch_arming(c, l, in, fresh);

    rt_command out = c->last;
    out.failsafe = !c->armed;
    if (!c->armed) {
        out.lever = 0;
        out.brake = approach(c->last.brake, 1, l->brake_rate * h_s);
    } else if (fresh) {
        double lever = clamp(in->lever, -1, 1);
        out.lever = in->dead_man ? approach(c->last.lever, lever, l->lever_rate * h_s) : 0;
        out.brake = approach(c->last.brake, clamp(in->brake, 0, 1), l->brake_rate * h_s);
        out.clutch = in->clutch;
    } // armed but stale: held
    c->last = out;
    if (events) *events = happened;
    return out;
}
