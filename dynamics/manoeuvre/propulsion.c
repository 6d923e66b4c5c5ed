// SPDX-License-Identifier: MIT
// Propeller, rudder and bow thruster: Yasukawa & Yoshimura (2015), sections 3.3 and 3.4. Their formulas divide by the
// advance coefficient or by the speed; the forms here are the same ones multiplied out, and hold from rest. Beyond
// them, parameters without a published source: thrust and transverse force astern, the thrust with reversed inflow, the
// thruster's loss with speed.
#include "dynamics/manoeuvre/manoeuvre.h"

#define WAKE_STEEPNESS 2.0 // C1
#define WAKE_FROM_PORT 1.6 // C2 for beta_P > 0
#define WAKE_FROM_STARBOARD 1.1

static const double pi = 3.14159265358979323846;

// Angle of drift, of the same sign as the lateral flow ahead and astern.
static double drift(double u, double v) { return atan2(-v, fabs(u)); }

// (1 - w_P)/(1 - w_P0) = 1 + (1 - exp(-C1 |beta_P|)) (C2 - 1), beta_P = beta - x_P' r'.
double manoeuvre_inflow(const manoeuvre_ship *s, double u, double v, double r) {
    const manoeuvre_propeller *p = &s->propeller;
    double speed = hypot(u, v);
    if (speed == 0) return 0;
    double angle = drift(u, v) - p->place * r * s->hull.length / speed,
           steep = angle > 0 ? WAKE_FROM_PORT : WAKE_FROM_STARBOARD;
    return u * (1 - p->wake) * (1 + (1 - exp(-WAKE_STEEPNESS * fabs(angle))) * (steep - 1));
}

double manoeuvre_thrust_coefficient(const manoeuvre_propeller *p, double inflow, double shaft) {
    if (shaft == 0) return 0;
    double j = inflow / (shaft * p->diameter);
    if (shaft < 0) return p->k[0] * p->astern;
    if (j < 0) return fmin(p->k[0] + fabs(p->k[1] * j), p->reversed * p->k[0]);
    return p->k[0] + j * (p->k[1] + j * p->k[2]);
}

manoeuvre_force manoeuvre_propeller_force(const manoeuvre_ship *s, const manoeuvre_state *m) {
    const manoeuvre_propeller *p = &s->propeller;
    double d2 = p->diameter * p->diameter, inflow = manoeuvre_inflow(s, m->u, m->v, m->r);
    double thrust = (1 - p->thrust_deduction) * s->water * m->shaft * fabs(m->shaft) * d2 * d2 *
                    manoeuvre_thrust_coefficient(p, inflow, m->shaft);
    double across = m->shaft < 0 ? p->walk * thrust : 0; // thrust < 0: the stern to port
    return (manoeuvre_force){thrust, across, p->place * s->hull.length * across};
}

// u_R = eps sqrt(eta (u_P + kappa (sqrt(u_P² + 8 K_T n² D²/pi) - u_P))² + (1 - eta) u_P²), eta = D/H_R, u_P the inflow;
// without race eps u_P.
static double rudder_inflow(const manoeuvre_ship *s, const manoeuvre_state *m) {
    const manoeuvre_propeller *p = &s->propeller;
    double in = manoeuvre_inflow(s, m->u, m->v, m->r), nd = m->shaft * p->diameter;
    if (m->shaft <= 0 || in < 0) return s->rudder.wake_ratio * in;
    double pushed = in * in + 8 / pi * fmax(manoeuvre_thrust_coefficient(p, in, m->shaft), 0) * nd * nd;
    double race = in + s->rudder.race * (sqrt(pushed) - in), eta = fmin(p->diameter / s->rudder.height, 1);
    return s->rudder.wake_ratio * sqrt(eta * race * race + (1 - eta) * in * in);
}

// v_R = U gamma_R beta_R, beta_R = beta - l_R' r'.
static double rudder_cross_flow(const manoeuvre_ship *s, const manoeuvre_state *m) {
    const manoeuvre_rudder *k = &s->rudder;
    double across = hypot(m->u, m->v) * drift(m->u, m->v) - k->flow_place * m->r * s->hull.length;
    return k->flow[across >= 0] * across;
}

manoeuvre_force manoeuvre_rudder_force(const manoeuvre_ship *s, const manoeuvre_state *m) {
    const manoeuvre_rudder *k = &s->rudder;
    double along = rudder_inflow(s, m), across = rudder_cross_flow(s, m);
    double normal =
        0.5 * s->water * k->area * (along * along + across * across) * k->lift * sin(m->rudder - atan2(across, along));
    double lateral = normal * cos(m->rudder);
    return (manoeuvre_force){-(1 - k->drag_share) * normal * sin(m->rudder), -(1 + k->hull_share) * lateral,
                             -(k->place + k->hull_share * k->hull_place) * s->hull.length * lateral};
}

manoeuvre_force manoeuvre_thruster_force(const manoeuvre_ship *s, const manoeuvre_state *m) {
    const manoeuvre_thruster *t = &s->thruster;
    if (t->force == 0) return (manoeuvre_force){0};
    double y = t->force * m->thruster * fabs(m->thruster) * fmax(1 - fabs(m->u) / t->fades, t->left);
    return (manoeuvre_force){0, y, t->place * y};
}
