// SPDX-License-Identifier: MIT
// Forces on the hull. Yasukawa & Yoshimura (2015), Introduction of MMG standard method for ship maneuvering
// predictions, J. Mar. Sci. Technol. 20, 37-52: polynomials in v' = v/U and r' = rL/U. They are fits for a ship under
// way with little drift and grow without bound as U falls to 0. There the low-speed form of Yoshimura, Nakao &
// Ishibashi (2009), Unified mathematical model for ocean and harbour manoeuvring, MARSIM'09, holds: linear lift, and
// the drag of the cross flow strip by strip.
#include "dynamics/manoeuvre/manoeuvre.h"

enum { STRIPS = 20 };

// Full polynomials above the faster Froude number and below the smaller drift angle at either end of the ship; the
// low-speed form alone below the slower and above the larger one [rad].
#define SLOW 0.018
#define FAST 0.036
#define LITTLE_DRIFT 0.9
#define MUCH_DRIFT 1.3

static const double gravity = 9.81;

manoeuvre_force manoeuvre_hull_mmg(const manoeuvre_ship *s, double u, double v, double r) {
    const manoeuvre_hull *h = &s->hull;
    double speed = hypot(u, v), q = 0.5 * s->water * h->length * h->draught * speed * speed, a = v / speed,
           b = r * h->length / speed;
    double x = -h->resistance + h->x_vv * a * a + h->x_vr * a * b + h->x_rr * b * b + h->x_vvvv * a * a * a * a;
    double y = h->y_v * a + h->y_r * b + h->y_vvv * a * a * a + h->y_vvr * a * a * b + h->y_vrr * a * b * b +
               h->y_rrr * b * b * b;
    double n = h->n_v * a + h->n_r * b + h->n_vvv * a * a * a + h->n_vvr * a * a * b + h->n_vrr * a * b * b +
               h->n_rrr * b * b * b;
    return (manoeuvre_force){q * x, q * y, q * h->length * n};
}

// Integrals of |w| w and |w| w x over the length, w = v + r x the velocity across at x.
static void cross_flow(double v, double r, double length, double *force, double *moment) {
    double dx = length / STRIPS;
    *force = *moment = 0;
    for (int k = 0; k < STRIPS; k++) {
        double x = (k + 0.5) * dx - 0.5 * length, w = v + r * x, drag = fabs(w) * w * dx;
        *force += drag, *moment += drag * x;
    }
}

manoeuvre_force manoeuvre_hull_slow(const manoeuvre_ship *s, double u, double v, double r) {
    const manoeuvre_hull *h = &s->hull;
    double q = 0.5 * s->water * h->length * h->draught, turn = h->length * r, force, moment;
    cross_flow(v, r, h->length, &force, &moment);
    double x = -h->resistance * fabs(u) * u + h->x_vr * v * turn;
    double y = h->y_v * fabs(u) * v + h->y_r * u * turn - h->cross_drag * force / h->length;
    double n = h->n_v * u * v + h->n_r * fabs(u) * turn - h->cross_drag * moment / (h->length * h->length);
    return (manoeuvre_force){q * x, q * y, q * h->length * n};
}

// Rises from 0 at a to 1 at b with continuous first and second derivatives.
static double rise(double x, double a, double b) {
    double t = fmin(fmax((x - a) / (b - a), 0), 1);
    return t * t * t * (10 - t * (15 - 6 * t));
}

// Share of the polynomials: by speed, and by the drift angle of the end that moves more across.
static double share_of_mmg(const manoeuvre_hull *h, double u, double v, double r) {
    double froude = hypot(u, v) / sqrt(gravity * h->length), drift = atan2(fabs(v) + 0.5 * fabs(r) * h->length, u);
    return rise(froude, SLOW, FAST) * (1 - rise(drift, LITTLE_DRIFT, MUCH_DRIFT));
}

manoeuvre_force manoeuvre_hull_force(const manoeuvre_ship *s, double u, double v, double r) {
    double share = share_of_mmg(&s->hull, u, v, r);
    manoeuvre_force slow = {0}, fast = {0};
    if (share < 1) slow = manoeuvre_hull_slow(s, u, v, r);
    if (share > 0) fast = manoeuvre_hull_mmg(s, u, v, r);
    return (manoeuvre_force){slow.x + share * (fast.x - slow.x), slow.y + share * (fast.y - slow.y),
                             slow.n + share * (fast.n - slow.n)};
}
