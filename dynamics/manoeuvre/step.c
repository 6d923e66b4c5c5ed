// SPDX-License-Identifier: MIT
// Equations of motion about midship (Yasukawa & Yoshimura 2015, eq. 4):
//   (m + m_x) u' - (m + m_y) v r - x_G m r² = X
//   (m + m_y) v' + (m + m_x) u r + x_G m r' = Y
//   (I_zG + x_G² m + J_z) r' + x_G m (v' + u r) = N
// u and v are velocities through the water. In a uniform current they obey the same equations; the current then carries
// the ship (Fossen 2011, Handbook of Marine Craft Hydrodynamics, 8.3).
#include "dynamics/manoeuvre/manoeuvre.h"
#include <stdbool.h>

static manoeuvre_force plus(manoeuvre_force a, manoeuvre_force b) {
    return (manoeuvre_force){a.x + b.x, a.y + b.y, a.n + b.n};
}

void manoeuvre_over_ground(const manoeuvre_state *m, const manoeuvre_around *a, double out[2]) {
    double c = cos(m->heading), s = sin(m->heading);
    out[0] = c * m->u - s * m->v + a->current[0];
    out[1] = s * m->u + c * m->v + a->current[1];
}

static manoeuvre_force wind_force(const manoeuvre_ship *s, const manoeuvre_state *m, const manoeuvre_around *a) {
    double c = cos(m->heading), z = sin(m->heading), way[2];
    manoeuvre_over_ground(m, a, way);
    double x = a->wind[0] - way[0], y = a->wind[1] - way[1];
    const double relative[2] = {c * x + z * y, -z * x + c * y};
    return manoeuvre_wind_force(s, relative);
}

manoeuvre_force manoeuvre_forces(const manoeuvre_ship *s, const manoeuvre_state *m, const manoeuvre_around *a) {
    manoeuvre_force f = plus(a->tackle, wind_force(s, m, a));
    f = plus(f, manoeuvre_hull_force(s, m->u, m->v, m->r));
    f = plus(f, manoeuvre_propeller_force(s, m));
    f = plus(f, manoeuvre_rudder_force(s, m));
    return plus(f, manoeuvre_thruster_force(s, m));
}

void manoeuvre_accelerate(const manoeuvre_ship *s, const manoeuvre_force *f, manoeuvre_state *m) {
    const manoeuvre_hull *h = &s->hull;
    double l2 = h->length * h->length, q = 0.5 * s->water * l2 * h->draught, mass = s->water * h->volume,
           x = mass + q * h->mass_x, y = mass + q * h->mass_y, arm = h->centre * mass,
           turns = mass * (h->gyration * h->gyration * l2 + h->centre * h->centre) + q * l2 * h->inertia;
    double across = f->y - x * m->u * m->r, moment = f->n - arm * m->u * m->r, size = y * turns - arm * arm;
    m->du = (f->x + y * m->v * m->r + arm * m->r * m->r) / x;
    m->dv = (across * turns - arm * moment) / size;
    m->dr = (y * moment - arm * across) / size;
}

static void accelerate(const manoeuvre_ship *s, const manoeuvre_around *a, manoeuvre_state *m) {
    const manoeuvre_force f = manoeuvre_forces(s, m, a);
    manoeuvre_accelerate(s, &f, m);
}

void manoeuvre_start(const manoeuvre_ship *s, const manoeuvre_around *a, manoeuvre_state *m) { accelerate(s, a, m); }

// Turns the shaft toward its order with a lag. Ordered in the other direction, the engine first runs down, then waits
// for its start.
static double next_shaft(const manoeuvre_gear *g, double order, double h, manoeuvre_state *m) {
    double wanted = order;
    bool reverses = order * m->shaft < 0, waits = reverses && fabs(m->shaft) <= g->reverse_at;
    if (reverses) wanted = 0;
    m->waited = waits ? m->waited + h : 0;
    if (waits && m->waited >= g->start_delay) return 0;
    return m->shaft + h / g->shaft_lag * (wanted - m->shaft);
}

// Moves engine, steering gear and thruster toward their orders.
static void move_gear(const manoeuvre_ship *s, const manoeuvre_order *o, double h, manoeuvre_state *m) {
    const manoeuvre_gear *g = &s->gear;
    double rudder = fmin(fmax(o->rudder, -g->rudder_most), g->rudder_most), most = g->rudder_rate * h;
    m->shaft = next_shaft(g, o->shaft, h, m);
    m->rudder += fmin(fmax(rudder - m->rudder, -most), most);
    m->thruster += h / g->thruster_lag * (fmin(fmax(o->thruster, -1), 1) - m->thruster);
}

void manoeuvre_step(const manoeuvre_ship *s, const manoeuvre_order *o, const manoeuvre_around *a, double h,
                    manoeuvre_state *m) {
    const manoeuvre_state was = *m;
    double before[2], after[2];
    manoeuvre_over_ground(m, a, before);
    move_gear(s, o, h, m);
    // the predicted velocity gives the acceleration of the corrected one
    m->u += h * m->du, m->v += h * m->dv, m->r += h * m->dr;
    m->heading += 0.5 * h * (was.r + m->r);
    accelerate(s, a, m);
    m->u = was.u + 0.5 * h * (was.du + m->du);
    m->v = was.v + 0.5 * h * (was.dv + m->dv);
    m->r = was.r + 0.5 * h * (was.dr + m->dr);
    m->heading = was.heading + 0.5 * h * (was.r + m->r);
    accelerate(s, a, m);
    manoeuvre_over_ground(m, a, after);
    m->x = was.x + 0.5 * h * (before[0] + after[0]);
    m->y = was.y + 0.5 * h * (before[1] + after[1]);
}
