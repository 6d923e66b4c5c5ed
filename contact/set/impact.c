// SPDX-License-Identifier: MIT
// Sensor of a first contact. The event sensors of multibody codes end the step at the moment of touch (MotionSolve's
// Sensor_Event; Flores & Ambrósio 2010). A frame of fixed length cannot; it can be divided into shorter steps. Their
// length follows from the duration of the impact: a mass m that arrives with v on F = K d^n is in contact for about
// 2.94 d_max / v, where K d_max^(n+1)/(n+1) = m v²/2. m is the mass at the point of impact with both bodies free;
// joints make the impact longer.
//
// The short steps last for the whole impact. Dividing only the step of the touch, or those up to the deepest point,
// does not improve the rebound: the whole steps that follow turn the stored energy into speed with the same error
// (figures: tests/validation/test_first_contact.c).
#include "contact/set/impact.h"
#include "contact/set/set_table.h"

static const double STEPS = 8;       // steps in an impact: with fewer it misses its restitution (contact/law/normal.c)
static const double SHORTEST = 1e-9; // [s]
enum { DOUBLINGS = 60, HALVINGS = 12 };
enum { SLOW = 4 }; // consecutive steps below v_min that end an impact; its deepest point takes one

// Depth at which the elastic force has absorbed this energy [m].
static double depth_of_energy(const contact_material *m, contact_press p, double energy) {
    double low = 0;
    p.depth = 1e-9;
    for (int k = 0; k < DOUBLINGS && contact_elastic_energy(m, &p) < energy; k++) low = p.depth, p.depth *= 2;
    double high = p.depth;
    for (int k = 0; k < HALVINGS; k++) {
        p.depth = 0.5 * (low + high);
        if (contact_elastic_energy(m, &p) < energy)
            low = p.depth;
        else
            high = p.depth;
    }
    return p.depth;
}

// Longest step for the impact of a contact that touches for the first time. A law without an elastic energy does not
// limit it.
static double impact_step(const contact_set *s, const dyn_eval *e, const contact_item *c) {
    double v = c->memory.v0, mobility = contact_set_mobility(s, e, c);
    const contact_press p = contact_set_press(s, e, c, 0, 0);
    return fmax(CONTACT_IMPACT_LASTS * depth_of_energy(&s->material, p, 0.5 * v * v / mobility) / v / STEPS, SHORTEST);
}

// Whether the contact touches for the first time, faster than the law's v_min.
static bool is_first_touch(const contact_set *s, const contact_item *c, double depth) {
    return c->fresh && depth > 0 && c->memory.v0 > s->material.v_min;
}

double contact_impact_step(const contact_set *s, const dyn_eval *e, const contact_impact *i) {
    double step = i->step > 0 ? i->step : (double)INFINITY;
    for (int k = 0; k < s->n; k++) {
        const contact_item *c = &s->item[k];
        if (is_first_touch(s, c, c->touch.depth)) step = fmin(step, impact_step(s, e, c));
    }
    return step;
}

// An impact continues through closing and opening until the contacts separate, close again, or hardly move.
void contact_impact_accept(const contact_set *s, const dyn_eval *e, contact_impact *i) {
    double closing = -(double)INFINITY, first = (double)INFINITY;
    for (int k = 0; k < s->n; k++) {
        const contact_item *c = &s->item[k];
        if (c->depth <= 0) continue;
        closing = fmax(closing, contact_set_approach(s, e, c));
        if (is_first_touch(s, c, c->depth)) first = fmin(first, impact_step(s, e, c));
    }
    if (first < (double)INFINITY) {
        *i = (contact_impact){.step = i->step > 0 ? fmin(i->step, first) : first};
        return;
    }
    if (!(i->step > 0)) return;
    if (closing < 0) i->opening = 1;
    i->slow = fabs(closing) < s->material.v_min ? i->slow + 1 : 0;
    bool apart = closing == -(double)INFINITY, again = i->opening && closing > 0;
    if (apart || again || i->slow >= SLOW) *i = (contact_impact){0};
}
