// SPDX-License-Identifier: MIT
#include "dynamics/windlass/motor_current.h"
#include "dynamics/windlass/motor_curve.h"

double tackle_rated_current(double power, double voltage, double power_factor, double efficiency) {
    return power / (sqrt(3) * voltage * power_factor * efficiency);
}

// Slip over the pull-out slip, at full lever in this direction: positive where the motor drives.
static double slip_ratio(const tackle_motor *m, int step, double direction, double rate) {
    double synchronous = tackle_motor_step_speed(step) * m->no_load;
    return (synchronous - direction * rate) / (m->def.pull_out_slip * synchronous);
}

// A power factor that the rated slip alone does not reach leaves no magnetising current.
static double induction_current(const tackle_motor *m, int step, double direction, double rate,
                                const tackle_nameplate *n) {
    double rated = slip_ratio(m, TACKLE_MOTOR_STEPS - 1, 1, m->def.rate), u = slip_ratio(m, step, direction, rate);
    double active = n->current * n->power_factor, reactive = n->current * sqrt(1 - n->power_factor * n->power_factor);
    double circle = active * (1 + rated * rated) / rated, magnetising = fmax(0, reactive - active * rated);
    double rotor = tackle_motor_step_speed(step) * circle / (1 + u * u);
    return hypot(rotor * u, magnetising + rotor * u * u);
}

static double controlled_current(const tackle_motor *m, double torque, double rate, const tackle_nameplate *n) {
    double flux = fmin(1, m->def.rate / fabs(rate)), sine = sqrt(1 - n->power_factor * n->power_factor);
    return n->current * hypot(n->power_factor * torque / (m->def.rated * flux), sine * flux);
}

double tackle_motor_current(const tackle_motor *m, const tackle_motor_memory *z, const rt_command *c, double rate,
                            const tackle_nameplate *n) {
    if (tackle_motor_brake_on(z, c) || z->state != TACKLE_MOTOR_SOUND) return 0;
    if (m->def.kind == TACKLE_MOTOR_POLE_CHANGING)
        return induction_current(m, (int)z->step, c->lever < 0 ? -1 : 1, rate, n);
    return m->def.kind == TACKLE_MOTOR_FREQUENCY ? controlled_current(m, z->torque, rate, n) : 0;
}
