// SPDX-License-Identifier: MIT
#include "dynamics/windlass/motor_curve.h"

#define RESERVE 1.1 // torque limit at the rated speed over the rated torque, so that this speed is met; default [K]

// Synchronous speeds over that of the last step: 16, 8 and 4 poles at the same frequency.
static const double step_speed[TACKLE_MOTOR_STEPS] = {0.25, 0.5, 1};

double tackle_motor_step_speed(int step) { return step_speed[step]; }

typedef struct bound {
    double limit, slope; // [N m], d limit / d rate
} bound;

// The torque limit at this speed; drives: the motor drives the load, and not the load the motor.
static bound torque_bound(const tackle_motor *m, double rate, bool drives) {
    double speed = fabs(rate), limit = m->def.limit;
    bool relief_alone = m->def.kind == TACKLE_MOTOR_HYDRAULIC_HIGH && !drives;
    if (relief_alone || !(speed * limit > m->power)) return (bound){limit, 0};
    return (bound){m->power / speed, (rate > 0 ? -1 : 1) * m->power / (speed * speed)};
}

// Speed control that saturates at the bound. Where a hydraulic motor's bound jumps between driving and being driven,
// the torque is zero, or the speed so low that the power bounds nothing.
static dyn_law controlled(const tackle_motor *m, int step, double lever, double rate) {
    (void)step;
    double scale = m->def.droop * m->def.rate, error = (lever * m->no_load - rate) / scale, t = tanh(error);
    bound b = torque_bound(m, rate, error * rate > 0);
    return (dyn_law){b.limit * t, 0, b.limit * (1 - t * t) / scale - b.slope * t};
}

// Kloss: T = 2 T_max / (s/s_k + s_k/s) with the slip s, and s_k that of the pull-out torque T_max; also in over-running
// (s < 0). From an induction motor's equivalent circuit without stator resistance.
static dyn_law induction(const tackle_motor *m, int step, double lever, double rate) {
    double synchronous = (lever < 0 ? -1 : 1) * step_speed[step] * m->no_load;
    double scale = m->def.pull_out_slip * fabs(synchronous), u = (synchronous - rate) / scale, d = 1 + u * u;
    return (dyn_law){2 * m->def.limit * u / d, 0, 2 * m->def.limit * (1 - u * u) / (d * d) / scale};
}

static double induction_no_load(const tackle_motor_def *d, double share) {
    double u = (1 - sqrt(1 - share * share)) / share; // 2 u / (1 + u²) = share, on the stable branch
    return d->rate / (1 - u * d->pull_out_slip);
}

static double controlled_no_load(const tackle_motor_def *d, double share) {
    return d->rate * (1 + d->droop * atanh(share));
}

// One row a kind. Every kind gives the rated torque at full lever and rated speed, none at no_load, and never more than
// the torque limit.
static const struct {
    tackle_motor_defaults defaults;
    bool constant_power; // above the rated speed
    dyn_law (*curve)(const tackle_motor *m, int step, double lever, double rate);
    double (*no_load)(const tackle_motor_def *d, double share); // share: rated torque over the torque limit
} kinds[TACKLE_MOTOR_KINDS] = {
    [TACKLE_MOTOR_HYDRAULIC_HIGH] = {{0.02, 22.5e6},
                                     true,
                                     controlled,
                                     controlled_no_load},                                  // axial piston, 200..250 bar
    [TACKLE_MOTOR_HYDRAULIC_LOW] = {{0.08, 3.5e6}, false, controlled, controlled_no_load}, // vane, 25..40 bar
    [TACKLE_MOTOR_POLE_CHANGING] = {{0.02, 0}, false, induction, induction_no_load},
    [TACKLE_MOTOR_FREQUENCY] = {{0.02, 0}, true, controlled, controlled_no_load},
};

tackle_motor_defaults tackle_motor_defaults_of(tackle_motor_kind kind) { return kinds[kind].defaults; }

dyn_law tackle_motor_curve(const tackle_motor *m, int step, double lever, double rate) {
    return kinds[m->def.kind].curve(m, step, lever, rate);
}

void tackle_motor_curve_make(tackle_motor *m) {
    const tackle_motor_def *d = &m->def;
    bool constant_power = kinds[d->kind].constant_power;
    double limit = constant_power ? fmin(d->limit, RESERVE * d->rated) : d->limit;
    double share = fmin(d->rated / limit, 1 / RESERVE); // a motor limited to its rated torque has no reserve
    m->power = constant_power ? RESERVE * d->rated * d->rate : (double)INFINITY;
    m->no_load = kinds[d->kind].no_load(d, share);
}
