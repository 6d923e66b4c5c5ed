// SPDX-License-Identifier: MIT
// Motor brake and protections of the motor: overload, overspeed, burst, stall; steps of a pole-changing motor.
#include "dynamics/windlass/motor.h"
#include "dynamics/windlass/motor_curve.h"

#define LEVER_NEUTRAL 0.02 // |lever| below which the spring-set motor brake is on
#define STEP_TIME 0.5      // time between two steps of a pole-changing motor, by its contactors [s], default [K]
#define STALL_TORQUE 0.9   // least torque of a stall, over the torque at standstill
#define STALL_SPEED 0.01   // largest speed of a stall, over the rated speed
#define STALL_TIME 1.0     // least duration of a stall [s]
#define AGAIN 0.9          // share of the overspeed below which the event is armed again
#define FAST_TIME 0.05     // least duration of an overspeed [s]
#define SLOW_RANGE 0.4     // full speed of the slow range over the motor's: as the shipped lift's last metres [K]

static bool has_failed(const rt_command *c, rt_failure f) { return c->failures >> f & 1; }

static bool is_hydraulic(const tackle_motor *m) { return tackle_motor_defaults_of(m->def.kind).pressure > 0; }

// Speed that the lever asks for, over full speed, heaving positive.
static double demand_of(const rt_command *c) {
    return c->controls & RT_CONTROL_SLOW ? SLOW_RANGE * c->lever : c->lever;
}

static bool is_neutral(const rt_command *c) { return c->failsafe || c->release || fabs(c->lever) < LEVER_NEUTRAL; }

bool tackle_motor_brake_on(const tackle_motor_memory *z, const rt_command *c) {
    if (z->state == TACKLE_MOTOR_BURST) return false;
    bool stopped = z->state == TACKLE_MOTOR_TRIPPED || z->state == TACKLE_MOTOR_OFF;
    return is_neutral(c) || has_failed(c, RT_FAILURE_POWER) || stopped;
}

dyn_law tackle_motor_law(const tackle_motor *m, const tackle_motor_memory *z, const rt_command *c, double rate) {
    if (z->state == TACKLE_MOTOR_BURST || tackle_motor_brake_on(z, c)) return (dyn_law){0};
    dyn_law t = tackle_motor_curve(m, (int)z->step, demand_of(c), rate);
    double share = is_hydraulic(m) && has_failed(c, RT_FAILURE_PUMP) ? m->def.pump_share : 1;
    return (dyn_law){share * t.force, 0, share * t.c};
}

double tackle_motor_stall_torque(const tackle_motor *m) {
    return tackle_motor_curve(m, TACKLE_MOTOR_STEPS - 1, 1, 0).force;
}

// Overload protection by the square of the torque over the rated torque. Rated torque neither heats nor cools;
// `overload` times the rated torque trips in overload_time.
static void update_overload(const tackle_motor *m, tackle_motor_memory *z, double h, rt_events *events) {
    double share = z->torque / m->def.rated, k = m->def.overload;
    z->overload = fmax(0, z->overload + h / m->def.overload_time * (share * share - 1) / (k * k - 1));
    if (z->state != TACKLE_MOTOR_SOUND || z->overload < 1) return;
    z->state = TACKLE_MOTOR_TRIPPED;
    *events |= RT_EVENT_BIT(RT_EVENT_MOTOR_TRIPPED);
}

static void update_reset(const tackle_motor *m, tackle_motor_memory *z, const rt_command *c, double h) {
    z->neutral = is_neutral(c) ? z->neutral + h : 0;
    if (z->state == TACKLE_MOTOR_TRIPPED && z->neutral >= m->def.reset_time && z->overload < 1)
        z->state = TACKLE_MOTOR_SOUND;
}

// Stopped at its button, or by the no-volt release: a motor whose lever is out of neutral does not start by itself when
// the power comes back (IEC 60204-1, 7.5: a restored supply must not restart a machine where that is a hazard).
static void update_no_volt(tackle_motor_memory *z, const rt_command *c) {
    bool power = !has_failed(c, RT_FAILURE_POWER) && !(c->controls & RT_CONTROL_STOP_PUMP);
    if (!power && z->state == TACKLE_MOTOR_SOUND) z->state = TACKLE_MOTOR_OFF;
    if (power && z->state == TACKLE_MOTOR_OFF && is_neutral(c)) z->state = TACKLE_MOTOR_SOUND;
}

// When the motor brake takes over a load, the rotor falls back by the yield of the brake's spring: fast for
// milliseconds, by a fraction of a degree. An overspeed lasts longer, as a speed relay needs it to act. A motor that
// drives a light load fast by its own torque is not at overspeed: the load does not drive it (UR A3, 3.4).
static void check_overspeed(const tackle_motor *m, tackle_motor_memory *z, double rate, double h, rt_events *events) {
    double share = fabs(rate) / m->def.rate, before = z->fast;
    bool drives = z->torque * rate > 0;
    if (share > m->def.overspeed && !drives) z->fast += h;
    if (share < AGAIN * m->def.overspeed) z->fast = 0;
    if (before >= FAST_TIME || z->fast < FAST_TIME) return;
    *events |= RT_EVENT_BIT(RT_EVENT_MOTOR_OVERSPEED);
    if (is_hydraulic(m) || z->state != TACKLE_MOTOR_SOUND) return;
    z->state = TACKLE_MOTOR_TRIPPED;
    *events |= RT_EVENT_BIT(RT_EVENT_MOTOR_TRIPPED);
}

static void check_burst(const tackle_motor *m, tackle_motor_memory *z, const rt_command *c, double rate,
                        rt_events *events) {
    bool torn = is_hydraulic(m) && fabs(rate) > m->def.burst * m->def.rate && z->fast >= FAST_TIME;
    if (z->state == TACKLE_MOTOR_BURST || !(torn || has_failed(c, RT_FAILURE_MOTOR))) return;
    z->state = TACKLE_MOTOR_BURST;
    *events |= RT_EVENT_BIT(RT_EVENT_MOTOR_BURST);
}

static void check_stall(const tackle_motor *m, tackle_motor_memory *z, const rt_command *c, double rate, double h,
                        rt_events *events) {
    double left = is_hydraulic(m) && has_failed(c, RT_FAILURE_PUMP) ? m->def.pump_share : 1;
    double full = left * fabs(tackle_motor_curve(m, (int)z->step, 1, 0).force), before = z->stalled;
    bool stands = fabs(z->torque) > STALL_TORQUE * full && fabs(rate) < STALL_SPEED * m->def.rate;
    z->stalled = stands ? z->stalled + h : 0;
    if (before < STALL_TIME && z->stalled >= STALL_TIME) *events |= RT_EVENT_BIT(RT_EVENT_MOTOR_STALL);
}

// The step follows the thirds of the lever's travel, one contactor at a time.
static void change_poles(tackle_motor_memory *z, const rt_command *c, double h) {
    double third = TACKLE_MOTOR_STEPS * fabs(demand_of(c));
    int wanted = third < 1 ? 0 : third < 2 ? 1 : 2, step = (int)z->step;
    z->step_age += h;
    if (wanted == step || (z->step_age < STEP_TIME && wanted > 0)) return;
    z->step = wanted > step ? step + 1 : wanted;
    z->step_age = 0;
}

void tackle_motor_accept(const tackle_motor *m, tackle_motor_memory *z, const rt_command *c, double rate, double h,
                         rt_events *events) {
    z->torque = tackle_motor_law(m, z, c, rate).force;
    check_stall(m, z, c, rate, h, events);
    update_overload(m, z, h, events);
    update_reset(m, z, c, h);
    update_no_volt(z, c);
    check_overspeed(m, z, rate, h, events);
    check_burst(m, z, c, rate, events);
    change_poles(z, c, h);
}

void tackle_motor_make(tackle_motor *m, const tackle_motor_def *def) {
    *m = (tackle_motor){.def = *def};
    tackle_motor_curve_make(m);
}
