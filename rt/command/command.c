// SPDX-License-Identifier: MIT
#include "rt/command/command.h"
#include <math.h>
#include <string.h>

#define MET 0.05 // fraction of the brake's travel within which the control has reached the setting

rt_command_limits rt_command_limits_default(void) {
    return (rt_command_limits){.lever_rate = 2,
                               .brake_rate = 2,
                               .release_rate = 0.5,
                               .stale_ns = 100000000,
                               .failsafe_ns = 300000000,
                               .neutral = 0.05};
}

rt_conditioner rt_conditioner_start(double brake, bool clutch) {
    return (rt_conditioner){.last = {.brake = brake, .clutch = clutch}};
}

void rt_conditioner_resume(rt_conditioner *c, const rt_command *last) {
    c->held = last->failsafe ? last->brake : fmin(c->held, last->brake);
    c->clutch_held |= last->failsafe;
    c->stopper_held |= last->failsafe;
    c->used = true;
    c->remote = last->controls & RT_CONTROL_REMOTE;
    c->waits = last->controls & RT_CONTROL_WAITS;
    c->last = *last;
}

const char *rt_failure_name(rt_failure f) {
    static const char *const name[RT_FAILURE_COUNT] = {
        "power_lost",    "pump_lost",      "brake_faded",  "motor_burst",    "stopper_unseated", "clutch_out",
        "swivel_seized", "tension_sensor", "speed_sensor", "counter_sensor", "lining_sensor"};
    return name[f];
}

const char *rt_safety_name(rt_safety s) {
    static const char *const name[RT_SAFETY_COUNT] = {
        [RT_SAFETY_UNKNOWN] = "unknown", [RT_SAFETY_DISARMED] = "disarmed", [RT_SAFETY_ACTIVE] = "active",
        [RT_SAFETY_STALE] = "stale",     [RT_SAFETY_FAILSAFE] = "failsafe",
    };
    return s < RT_SAFETY_COUNT ? name[s] : "unknown";
}

static double clamp(double v, double lo, double hi) { return v < lo ? lo : v > hi ? hi : v; }

// Reaches `to` to the bit, so a command within the rate passes unchanged.
static double approach(double from, double to, double most) {
    double way = to - from;
    return fabs(way) <= most ? to : from + copysign(most, way);
}

// Quality of the newest input.
typedef enum input_quality { NOTHING_YET, FRESH, OLD, LOST } input_quality;

// Whether a device is connected and its values are finite.
static bool is_valid(const rt_input *in) { return in->has_device && isfinite(in->lever) && isfinite(in->brake); }

static input_quality rate_input(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, int64_t now_ns) {
    if (c->state == RT_SAFETY_UNKNOWN && in->t_ns == 0 && !in->has_device) return NOTHING_YET;
    if (in->fault == RT_FAULT_NONE) c->sound_ns = in->t_ns;
    int64_t age = now_ns - c->sound_ns;
    if (!is_valid(in) || age >= l->failsafe_ns) return LOST;
    return age >= l->stale_ns || in->fault != RT_FAULT_NONE ? OLD : FRESH;
}

// Events of a device lost or back, and of faults.
static rt_events watch_device(rt_conditioner *c, const rt_input *in, input_quality w) {
    static const rt_events of_fault[] = {[RT_FAULT_NONE] = 0,
                                         [RT_FAULT_RANGE] = RT_EVENT_BIT(RT_EVENT_AXIS_RANGE),
                                         [RT_FAULT_STUCK] = RT_EVENT_BIT(RT_EVENT_AXIS_STUCK),
                                         [RT_FAULT_FROZEN] = RT_EVENT_BIT(RT_EVENT_DEVICE_FROZEN)};
    bool was_old = c->old;
    uint8_t fault = in->fault <= RT_FAULT_FROZEN ? in->fault : RT_FAULT_FROZEN;
    rt_events events = fault != c->fault ? of_fault[fault] : 0;
    c->fault = fault;
    c->old = w == OLD || w == LOST;
    if (c->old && !was_old) events |= RT_EVENT_BIT(RT_EVENT_DEVICE_LOST);
    if (!c->old && was_old) events |= RT_EVENT_BIT(RT_EVENT_DEVICE_BACK);
    return events;
}

// Hold-to-run: a new press that lasts while the dead-man is held too and the input is fresh.
static rt_events watch_release(rt_conditioner *c, const rt_input *in, bool fresh) {
    bool was = c->releasing;
    c->releasing = fresh && in->release && in->dead_man && (was || c->release_up);
    c->release_up = fresh && !in->release;
    return c->releasing && !was ? RT_EVENT_BIT(RT_EVENT_RELEASE) : 0;
}

static rt_events watch_estop(rt_conditioner *c, const rt_input *in) {
    bool stop = in->has_device && in->estop; // counts also in an old sample: the cost is only a reset
    rt_events events = stop && !c->estop_latched ? RT_EVENT_BIT(RT_EVENT_ESTOP) : 0;
    c->estop_latched = c->estop_latched || stop;
    return events;
}

// Whether the operator re-arms: a new press of reset with the lever at neutral, while neither stop nor release is
// pressed.
static bool detect_rearm(rt_conditioner *c, const rt_input *in, bool fresh, bool neutral) {
    bool pressed = fresh && in->reset && c->reset_up;
    c->reset_up = fresh && !in->reset;
    return pressed && neutral && !in->estop && !in->release;
}

// The state before the controls have acted. A lost signal leaves nothing to stop: the controls arm again by
// themselves when the signal returns.
static rt_safety next_state_before_use(const rt_conditioner *c, input_quality w, bool neutral) {
    if (c->state == RT_SAFETY_UNKNOWN) return w == FRESH ? RT_SAFETY_DISARMED : RT_SAFETY_UNKNOWN;
    if (w == OLD && c->fault == RT_FAULT_NONE) return c->state;
    return w == FRESH && (neutral || c->state == RT_SAFETY_ACTIVE) ? RT_SAFETY_ACTIVE : RT_SAFETY_DISARMED;
}

static rt_safety next_state(const rt_conditioner *c, input_quality w, bool neutral, bool rearm) {
    if (c->releasing || (c->estop_latched && !rearm)) return RT_SAFETY_FAILSAFE;
    if (!c->used && c->state != RT_SAFETY_FAILSAFE) return next_state_before_use(c, w, neutral);
    if (w == LOST) return RT_SAFETY_FAILSAFE;
    switch (c->state) {
    case RT_SAFETY_UNKNOWN:
        return w == FRESH ? RT_SAFETY_DISARMED : RT_SAFETY_UNKNOWN;
    case RT_SAFETY_DISARMED:
        return w == FRESH && neutral ? RT_SAFETY_ACTIVE : RT_SAFETY_DISARMED;
    case RT_SAFETY_ACTIVE:
    case RT_SAFETY_STALE:
        return w == FRESH ? RT_SAFETY_ACTIVE : RT_SAFETY_STALE;
    default:
        return rearm ? RT_SAFETY_ACTIVE : RT_SAFETY_FAILSAFE;
    }
}

// Changes the state until it is stable (two changes from unknown); returns an event for each state entered.
static rt_events enter_states(rt_conditioner *c, input_quality w, bool neutral, bool rearm) {
    static const rt_events entered[RT_SAFETY_COUNT] = {0, RT_EVENT_BIT(RT_EVENT_DISARMED),
                                                       RT_EVENT_BIT(RT_EVENT_ACTIVE), RT_EVENT_BIT(RT_EVENT_STALE),
                                                       RT_EVENT_BIT(RT_EVENT_FAILSAFE)};
    rt_events events = 0;
    for (rt_safety next; (next = next_state(c, w, neutral, rearm)) != c->state;) {
        c->state = next;
        events |= entered[next];
    }
    if (rearm && c->state == RT_SAFETY_ACTIVE) c->estop_latched = false;
    return events;
}

static rt_command safe_command(const rt_conditioner *c, const rt_command_limits *l, double h_s) {
    rt_command out = c->last;
    out.lever = 0;
    out.failsafe = 1;
    out.release = c->releasing;
    out.brake = c->releasing ? approach(c->last.brake, 0, l->release_rate * h_s)
                             : approach(c->last.brake, 1, l->brake_rate * h_s);
    return out;
}

// In fail-safe, and while a position waits: notes which controls do not match the deck and must be held afterwards. In
// fail-safe it runs after the command, so a control moved in the frame of the reset counts.
static void hold_controls(rt_conditioner *c, const rt_input *in) {
    c->held = clamp(in->brake, 0, 1) < c->last.brake - MET ? c->last.brake : 0;
    c->clutch_held = in->clutch != (c->last.clutch != 0);
    c->stopper_held = in->stopper != (c->last.stopper != 0);
}

// Changes command over if the selector says so: the drive stops, and the position that takes over waits for neutral.
static rt_events watch_changeover(rt_conditioner *c, const rt_input *in, bool neutral) {
    bool remote = in->controls & RT_CONTROL_REMOTE, changes = remote != c->remote;
    c->remote = remote;
    if (changes) {
        c->waits = true;
        c->last.lever = 0;
        c->releasing = c->release_up = c->reset_up = false;
    }
    if (c->waits) hold_controls(c, in);
    c->waits = c->waits && !(neutral && !in->release && !in->reset);
    return changes ? RT_EVENT_BIT(RT_EVENT_CHANGEOVER) : 0;
}

// Target of the band brake: its control, or the held setting until the control has reached it.
static double brake_target(rt_conditioner *c, const rt_command_limits *l, const rt_input *in) {
    double control = clamp(in->brake, 0, 1);
    bool met = in->no_brake ? in->dead_man && fabs(in->lever) >= l->neutral : control >= c->held - MET;
    if (met) c->held = 0;
    return fmax(control, c->held);
}

// Target of the clutch or the stopper: its control, or its state `is` while held.
static uint8_t latch_target(bool *held, uint8_t is, bool control) {
    *held = *held && control != (is != 0);
    return *held ? is : control;
}

static rt_command active_command(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, double h_s) {
    rt_command out = c->last;
    out.lever = in->dead_man ? approach(c->last.lever, clamp(in->lever, -1, 1), l->lever_rate * h_s) : 0;
    out.brake = approach(c->last.brake, brake_target(c, l, in), l->brake_rate * h_s);
    out.clutch = latch_target(&c->clutch_held, c->last.clutch, in->clutch);
    out.stopper = latch_target(&c->stopper_held, c->last.stopper, in->stopper);
    out.failsafe = out.release = 0;
    const rt_command *was = &c->last;
    c->used |=
        out.lever != was->lever || out.brake != was->brake || out.clutch != was->clutch || out.stopper != was->stopper;
    return out;
}

static void take_orders(rt_orders *orders, const rt_input *in) {
    if (in->bridge & RT_GIVES_ENGINE) orders->engine = in->orders.engine;
    if (in->bridge & RT_GIVES_RUDDER) orders->rudder = in->orders.rudder;
    if (in->bridge & RT_GIVES_THRUSTER) orders->thruster = in->orders.thruster;
}

rt_command rt_command_condition(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, int64_t now_ns,
                                double h_s, rt_events *events) {
    input_quality w = rate_input(c, l, in, now_ns);
    bool fresh = w == FRESH, neutral = fresh && fabs(in->lever) < l->neutral;
    rt_events happened = watch_changeover(c, in, neutral) | watch_device(c, in, w) | watch_estop(c, in);
    happened |= watch_release(c, in, fresh);
    happened |= enter_states(c, w, neutral, detect_rearm(c, in, fresh, neutral));

    c->used |= c->state == RT_SAFETY_FAILSAFE;
    if (c->state != RT_SAFETY_ACTIVE && c->state != RT_SAFETY_STALE)
        c->last = safe_command(c, l, h_s);
    else if (c->waits)
        c->last.failsafe = c->last.release = 0;
    else if (c->state == RT_SAFETY_ACTIVE && fresh)
        c->last = active_command(c, l, in, h_s);
    else if (!in->dead_man) // old input: holds the command; releasing the dead-man always counts
        c->last.lever = 0;
    if (c->state == RT_SAFETY_FAILSAFE) hold_controls(c, in);
    c->last.failures = in->failures; // failures act on the deck in every state
    c->last.controls = in->controls; // so do controls that people work by hand
    if (c->waits) c->last.controls |= RT_CONTROL_WAITS;
    if (in->has_device) take_orders(&c->last.orders, in); // a lost bridge leaves its last orders
    c->last.pull = in->pull;                              // and a pull
    c->last.phrase = in->phrase;                          // and a report, by mouth
    c->last.act = in->act;
    c->last.weather = in->weather;
    if (events) *events = happened;
    return c->last;
}
