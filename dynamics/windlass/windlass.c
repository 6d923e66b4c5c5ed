// SPDX-License-Identifier: MIT
#include "dynamics/windlass/windlass.h"

#define PI 3.14159265358979323846
#define MOTOR_BRAKE_YIELD 0.002 // bristle deflection scale of the motor brake [rad]
#define CLUTCH_HERTZ 8.0        // natural frequency of the motor's rotor on the clutch [Hz]
#define CLUTCH_DAMPING 0.7      // damping of the dogs' shaft over critical damping
#define BRAKE_SET 0.9           // band brake setting from which a slip is unintended
#define SLIP_SPEED 0.005        // chain speed of an unintended slip [m/s]
#define CREEP_SPEED 0.01        // chain speed of the transition to running friction of the band [m/s]
#define SETTLE_MOST 12          // cap on Newton iterations on the rotor alone
#define SETTLE_HALVINGS 4       // cap on halvings of a move
#define SETTLE_TOLERANCE 1e-9   // tolerance of the rotor's angle [rad]

#define SIMILAR_BAR 0.05     // bar diameter of these inertias [m]
#define SIMILAR_LIFTER 200.0 // [kg m²]
#define SIMILAR_MOTOR 800.0  // referred to the lifter [kg m²]

static bool has_failed(const rt_command *c, rt_failure f) { return c->failures >> f & 1; }

static dyn_law add_laws(dyn_law a, dyn_law b) { return (dyn_law){a.force + b.force, a.k + b.k, a.c + b.c}; }

static dyn_law motor_brake_law(const tackle_windlass *w, const tackle_windlass_state *z, double turn, double rate) {
    double limit = w->def.motor_brake * w->lifter->radius;
    double lead = tackle_bristle_lead(w->def.motor_inertia, limit, MOTOR_BRAKE_YIELD);
    return dyn_friction_law(z->motor_brake + turn, rate, limit, MOTOR_BRAKE_YIELD, lead);
}

// Torque on the motor's shaft: motor or motor brake, and the gearbox's losses.
static dyn_law shaft_law(const tackle_windlass *w, const tackle_windlass_state *z, const rt_command *c, double turn,
                         double rate) {
    dyn_law drive = tackle_motor_brake_on(&z->motor, c) ? motor_brake_law(w, z, turn, rate)
                                                        : tackle_motor_law(&w->motor, &z->motor, c, rate);
    return add_laws(drive, tackle_gearbox_law(&w->gear, &z->gear, turn, rate));
}

static void predict(void *self, const dyn_eval *e, const void *zz) {
    tackle_windlass *w = self;
    const tackle_windlass_state *z = zz;
    w->theta0 = e->q_last[w->lifter->node].x;
    w->motor0 = e->q_last[w->lifter->node].y;
    double left = has_failed(e->command, RT_FAILURE_BRAKE) ? w->def.brake_fade : 1;
    tackle_band_predict(&w->band, &z->band, e->command->brake, left);
}

// Residual of the rotor's equation of motion at its acceleration a, and minus the derivative by a.
typedef struct rotor_residual {
    double torque, slope; // [N m], [kg m²]
} rotor_residual;

static rotor_residual rotor_at(const tackle_windlass *w, const dyn_eval *e, const tackle_windlass_state *z, double a) {
    int node = w->lifter->node;
    double inertia = e->model->node_inertia[node].y, more = a - e->state->qdd[node].y;
    double turn = e->q[node].y - w->motor0 + e->k_weight * more, rate = e->qd[node].y + e->c_weight * more;
    dyn_law motor = shaft_law(w, z, e->command, turn, rate);
    dyn_law dogs = tackle_clutch_law(&w->clutch, &z->clutch, turn + w->motor0 - e->q[node].x, rate - e->qd[node].x);
    return (rotor_residual){motor.force - dogs.force - inertia * a,
                            inertia + e->k_weight * (motor.k + dogs.k) + e->c_weight * (motor.c + dogs.c)};
}

// Solves the rotor's equation of motion alone; the rotor acts on the gypsy only through the dogs' shaft. This pays when
// the motor brake is released: the motor's torque rises from zero to its limit within a step. Returns -1 where the
// slope is not positive, for a light rotor on the falling branch of an induction motor's curve: Newton's method
// diverges there.
static int settle(const void *self, const dyn_eval *e, const void *zz, vec3 *qdd) {
    const tackle_windlass *w = self;
    int node = w->lifter->node;
    double a = e->state->qdd[node].y;
    rotor_residual now = rotor_at(w, e, zz, a);
    for (int k = 0; k < SETTLE_MOST; k++) {
        if (!(now.slope > 0)) return -1;
        double move = now.torque / now.slope;
        if (fabs(move) * e->k_weight < SETTLE_TOLERANCE) break;
        rotor_residual next = rotor_at(w, e, zz, a + move);
        for (int half = 0; half < SETTLE_HALVINGS && !(fabs(next.torque) < fabs(now.torque)); half++) {
            move *= 0.5;
            next = rotor_at(w, e, zz, a + move);
        }
        a += move;
        now = next;
    }
    *qdd = e->state->qdd[node];
    qdd->y = a;
    return node;
}

static void eval(void *self, const dyn_eval *e, const void *zz) {
    const tackle_windlass *w = self;
    const tackle_windlass_state *z = zz;
    int node = w->lifter->node;
    vec3 q = e->q[node], qd = e->qd[node];
    dyn_law band = tackle_band_law(&w->band, q.x - w->theta0, qd.x);
    dyn_law motor = shaft_law(w, z, e->command, q.y - w->motor0, qd.y);
    dyn_law dogs = tackle_clutch_law(&w->clutch, &z->clutch, q.y - q.x, qd.y - qd.x);
    e->force[node].x += band.force + dogs.force;
    e->force[node].y += motor.force - dogs.force;
    if (!e->tangent) return;
    double on_lifter = e->k_weight * band.k + e->c_weight * band.c;
    double on_motor = e->k_weight * motor.k + e->c_weight * motor.c;
    double between = e->k_weight * dogs.k + e->c_weight * dogs.c;
    mat3 t = {{{on_lifter + between, -between, 0}, {-between, on_motor + between, 0}, {0, 0, 0}}};
    dyn_node_add_tangent(e, node, node, &t);
}

static void raise_events(const tackle_windlass *w, tackle_windlass_state *z, const rt_command *c, double rate,
                         rt_events *events) {
    double speed = rate * w->lifter->radius;
    bool slips = z->band.slipping > 0 && c->brake >= BRAKE_SET && fabs(speed) > SLIP_SPEED;
    if (slips && !(z->slipping > 0)) *events |= RT_EVENT_BIT(RT_EVENT_BRAKE_SLIP);
    z->slipping = slips;
    if (-speed > w->def.runaway && !(z->running_away > 0)) {
        *events |= RT_EVENT_BIT(RT_EVENT_RUNAWAY);
        z->running_away = 1;
    }
    if (-speed < 0.5 * w->def.runaway) z->running_away = 0;
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const tackle_windlass *w = self;
    tackle_windlass_state *z = zz;
    const rt_command *c = e->command;
    vec3 q = e->q[w->lifter->node], qd = e->qd[w->lifter->node];
    double turn = q.x - w->theta0, motor = q.y - w->motor0;
    tackle_band_accept(&w->band, &z->band, turn, qd.x, e->h);
    bool held = tackle_motor_brake_on(&z->motor, c);
    z->motor_brake = held ? dyn_bristle_move(z->motor_brake, motor, MOTOR_BRAKE_YIELD) : 0;
    double through = tackle_clutch_law(&w->clutch, &z->clutch, q.y - q.x, qd.y - qd.x).force;
    tackle_gearbox_accept(&w->gear, &z->gear, motor, through, qd.y, e->h);
    tackle_motor_accept(&w->motor, &z->motor, c, qd.y, e->h, e->events);
    tackle_clutch_accept(&w->clutch, &z->clutch, c->clutch, has_failed(c, RT_FAILURE_CLUTCH), q.y - q.x, qd.y - qd.x,
                         e->events);
    raise_events(w, z, c, qd.x, e->events);
}

// Energy of the dogs' shaft and of the bristles of motor brake, gearbox and band [J].
static double energy(const void *self, const dyn_eval *e, const void *zz) {
    const tackle_windlass *w = self;
    const tackle_windlass_state *z = zz;
    double wind = e->q[w->lifter->node].y - e->q[w->lifter->node].x - z->clutch.mesh;
    double dogs = z->clutch.engaged > 0 ? 0.5 * w->clutch.stiffness * wind * wind : 0;
    double held = tackle_bristle_energy(z->motor_brake, w->def.motor_brake * w->lifter->radius, MOTOR_BRAKE_YIELD);
    double gear = tackle_bristle_energy(z->gear.bristle, z->gear.limit, TACKLE_GEAR_YIELD);
    return dogs + held + gear + tackle_band_energy(&w->band, &z->band);
}

double tackle_windlass_lifter_inertia(double bar) { return SIMILAR_LIFTER * pow(bar / SIMILAR_BAR, 5); }
double tackle_windlass_motor_inertia(double bar) { return SIMILAR_MOTOR * pow(bar / SIMILAR_BAR, 5); }

static void make_parts(tackle_windlass *w) {
    const tackle_windlass_def *d = &w->def;
    double r = w->lifter->radius, omega = 2 * PI * CLUTCH_HERTZ;
    tackle_motor_def motor = d->motor;
    motor.limit = d->max_tension * r / d->gear_efficiency;
    motor.rated = d->rated_tension * r / d->gear_efficiency;
    motor.rate = d->rated_speed / r;
    tackle_motor_make(&w->motor, &motor);
    w->gear = (tackle_gearbox){d->gear_efficiency, d->gear_overrun, d->motor_inertia};
    w->clutch = (tackle_clutch){.stiffness = d->motor_inertia * omega * omega,
                                .damping = 2 * CLUTCH_DAMPING * d->motor_inertia * omega,
                                .dogs = d->dogs,
                                .play = d->dog_play,
                                .clean = d->clutch_speed / r,
                                .clash = d->clash_speed / r,
                                .release = d->clutch_release * r};
    w->band = (tackle_band){.def = d->band};
    w->band.def.capacity = d->brake_capacity * r;
    w->band.def.inertia = d->lifter_inertia;
    w->band.def.creep = CREEP_SPEED / r;
}

void tackle_windlass_add(tackle_windlass *w, dyn_model *m, const tackle_lifter *l, const tackle_windlass_def *def) {
    *w = (tackle_windlass){.def = *def, .lifter = l};
    make_parts(w);
    w->force = (dyn_force){.self = w,
                           .phase = RT_PHASE_WINDLASS,
                           .z_size = sizeof(tackle_windlass_state),
                           .predict = predict,
                           .settle = settle,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    w->force_index = dyn_add_force(m, &w->force);
}

const tackle_windlass_state *tackle_windlass_state_of(const tackle_windlass *w, const dyn_model *m,
                                                      const dyn_state *s) {
    return (const tackle_windlass_state *)(const void *)(s->z + m->force_z[w->force_index]);
}

double tackle_windlass_motor_torque(const tackle_windlass *w, const tackle_windlass_state *z) {
    return w->def.gear_efficiency * z->motor.torque;
}

double tackle_windlass_motor_share(const tackle_windlass *w, const tackle_windlass_state *z) {
    return z->motor.torque / tackle_motor_stall_torque(&w->motor);
}

double tackle_windlass_motor_load(const tackle_windlass *w, const tackle_windlass_state *z) {
    return fmin(1, fabs(z->motor.torque) / w->motor.def.limit);
}
