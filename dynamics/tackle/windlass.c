// SPDX-License-Identifier: MIT
#include "dynamics/tackle/windlass.h"
#include "dynamics/element/friction.h"

#define BAND_YIELD 0.002   // bristle deflection scale of band and motor brake [rad]
#define SLIP_SPEED 0.02    // speed droop of the motor at its torque limit, fraction of the rated speed
#define CLUTCH_HERTZ 8.0   // natural frequency of the motor's rotor on the clutch [Hz]
#define LEVER_NEUTRAL 0.02 // |lever| below which the spring-set motor brake is on

static double rated_rate(const tackle_windlass *w) { return w->def.rated_speed / w->lifter->radius; }

static bool fails(const rt_command *c, rt_failure f) { return c->failures >> f & 1; }

// Torque limit at motor speed `rate`: the limit up to the rated pull's speed, constant power above it. A lost pump
// takes its part of the pressure and so of the torque at every speed.
static double torque_limit(const tackle_windlass *w, const rt_command *c, double rate) {
    double limit = w->def.max_tension, power = w->def.rated_tension * w->def.rated_speed;
    double speed = fabs(rate) * w->lifter->radius;
    if (speed * limit > power) limit = fmax(power / speed, 0.2 * w->def.max_tension);
    return (fails(c, RT_FAILURE_PUMP) ? w->def.pump_share : 1) * limit * w->lifter->radius;
}

// Speed control toward lever × rated speed, saturating smoothly at the torque limit.
static double motor_torque(const tackle_windlass *w, const rt_command *c, double rate, double *slope) {
    double limit = torque_limit(w, c, rate),
           gain = w->def.max_tension * w->lifter->radius / (SLIP_SPEED * rated_rate(w));
    double t = tanh(gain * (c->lever * rated_rate(w) - rate) / limit);
    *slope = gain * (1 - t * t);
    return limit * t;
}

// A friction torque on component i of the node. Its bristle is damped by 30 % of critical while it sticks.
static void brake(const dyn_eval *e, int node, int i, double z, double limit, double inertia) {
    if (limit <= 0) return;
    dyn_scalar angle = dyn_scalar_coordinate(node, i);
    dyn_scalar_value v;
    dyn_scalar_eval(&angle, e->q, e->qd, NULL, &v);
    double lead = 2 * 0.3 * sqrt(inertia * BAND_YIELD / limit); // [s]
    dyn_scalar_add(e, &angle, &v, dyn_friction_law(z, v.rate, limit, BAND_YIELD, lead), DYN_GEOMETRIC_NONE);
}

// The dog clutch: a stiff damped shaft between motor and lifter while it is in.
static void clutch(const tackle_windlass *w, const dyn_eval *e, const tackle_windlass_state *z) {
    int node = w->lifter->node;
    double j = w->def.motor_inertia, omega = 2 * 3.14159265358979323846 * CLUTCH_HERTZ;
    double k = j * omega * omega, c = 2 * 0.7 * j * omega;
    double wind = z->clutch + (e->q[node].y - w->motor0) - (e->q[node].x - w->theta0);
    double torque = k * wind + c * (e->qd[node].y - e->qd[node].x);
    e->force[node].x += torque;
    e->force[node].y -= torque;
    if (!e->tangent) return;
    double t = e->k_weight * k + e->c_weight * c;
    mat3 b = {{{t, -t, 0}, {-t, t, 0}, {0, 0, 0}}};
    dyn_node_add_tangent(e, node, node, &b);
}

// Also in an emergency release, which opens the band brake alone.
bool tackle_windlass_motor_brake_on(const rt_command *c) {
    return c->failsafe || c->release || fails(c, RT_FAILURE_POWER) || fabs(c->lever) < LEVER_NEUTRAL;
}

// Of the band brake as it is set [N m].
static double band_limit(const tackle_windlass *w, const rt_command *c) {
    double left = fails(c, RT_FAILURE_BRAKE) ? w->def.brake_fade : 1;
    return left * c->brake * w->def.brake_capacity * w->lifter->radius;
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    tackle_windlass *w = self;
    (void)z;
    w->theta0 = e->q_last[w->lifter->node].x;
    w->motor0 = e->q_last[w->lifter->node].y;
}

static void eval(void *self, const dyn_eval *e, const void *zz) {
    const tackle_windlass *w = self;
    const tackle_windlass_state *z = zz;
    const rt_command *c = e->command;
    int node = w->lifter->node;
    double r = w->lifter->radius;
    brake(e, node, 0, z->band + e->q[node].x - w->theta0, band_limit(w, c), w->def.lifter_inertia);
    if (tackle_windlass_motor_brake_on(c)) {
        brake(e, node, 1, z->motor_brake + e->q[node].y - w->motor0, w->def.motor_brake * r, w->def.motor_inertia);
    } else {
        double slope, torque = motor_torque(w, c, e->qd[node].y, &slope);
        e->force[node].y += torque;
        if (e->tangent) {
            mat3 t = {{{0}}};
            t.m[1][1] = e->c_weight * slope;
            dyn_node_add_tangent(e, node, node, &t);
        }
    }
    if (z->engaged > 0) clutch(w, e, z);
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const tackle_windlass *w = self;
    tackle_windlass_state *z = zz;
    const rt_command *c = e->command;
    int node = w->lifter->node;
    double turn = e->q[node].x - w->theta0, motor = e->q[node].y - w->motor0, slope;
    z->band = c->brake > 0 ? dyn_bristle_move(z->band, turn, BAND_YIELD) : 0;
    z->motor_brake = tackle_windlass_motor_brake_on(c) ? dyn_bristle_move(z->motor_brake, motor, BAND_YIELD) : 0;
    z->clutch = z->engaged > 0 ? z->clutch + motor - turn : 0;
    z->torque = tackle_windlass_motor_brake_on(c) ? 0 : motor_torque(w, c, e->qd[node].y, &slope);
    z->engaged = c->clutch ? 1 : 0; // the dogs move between frames
}

void tackle_windlass_add(tackle_windlass *w, dyn_model *m, const tackle_lifter *l, const tackle_windlass_def *def) {
    *w = (tackle_windlass){.def = *def, .lifter = l};
    w->force = (dyn_force){.self = w,
                           .phase = RT_PHASE_WINDLASS,
                           .z_size = sizeof(tackle_windlass_state),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept};
    w->force_index = dyn_add_force(m, &w->force);
}

const tackle_windlass_state *tackle_windlass_state_of(const tackle_windlass *w, const dyn_model *m,
                                                      const dyn_state *s) {
    return (const tackle_windlass_state *)(const void *)(s->z + m->force_z[w->force_index]);
}
