// SPDX-License-Identifier: MIT
// What a foundation contact remembers from step to step, and what it tells. Private to contact/.
#ifndef HAWSE_CONTACT_SET_FOUNDATION_MEMORY_H
#define HAWSE_CONTACT_SET_FOUNDATION_MEMORY_H

#include "contact/set/hull_foundation.h"

#define FOUNDATION_REPORTED 32 // patches in the reports

size_t foundation_z_size(void);
// Gives the sites what z remembers of them, and the patches what their sites do.
void foundation_recall(contact_hull_foundation *c, const void *z);
// Stores the memory of the accepted step.
void foundation_store_memory(contact_hull_foundation *c, const dyn_eval *e, void *z);
// Fills c->set with what the patches add up to.
void foundation_report(contact_hull_foundation *c);

static inline vec3 foundation_tangential(vec3 v, vec3 n) { return vec3_madd(v, -vec3_dot(v, n), n); }

// How far the site slid since the last accepted step [m].
static inline vec3 foundation_slip(const contact_hull_foundation *c, const contact_foundation_site *s,
                                   const dyn_eval *e) {
    dyn_eval last = *e;
    last.q = e->q_last;
    vec3 way = vec3_sub(dyn_body_point(e, c->body, s->w), dyn_body_point(&last, c->body, s->w));
    return foundation_tangential(way, s->normal);
}

#endif
