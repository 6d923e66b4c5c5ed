// SPDX-License-Identifier: MIT
// Private to contact/: memory of a foundation contact from step to step, and its report.
#ifndef HAWSE_CONTACT_SET_FOUNDATION_MEMORY_H
#define HAWSE_CONTACT_SET_FOUNDATION_MEMORY_H

#include "contact/set/hull_foundation.h"

#define FOUNDATION_REPORTED 32 // most patches in a report

size_t foundation_z_size(void);
// Restores the memory of the sites from z, and from the sites that of the patches.
void foundation_restore_memory(contact_hull_foundation *c, const void *z);
// Stores the memory of the accepted step.
void foundation_store_memory(contact_hull_foundation *c, const dyn_eval *e, void *z);
// Fills c->set with one item for each patch.
void foundation_report(contact_hull_foundation *c);

static inline vec3 foundation_tangential(vec3 v, vec3 n) { return vec3_madd(v, -vec3_dot(v, n), n); }

// Slip of the site since the last accepted step [m].
static inline vec3 foundation_slip(const contact_hull_foundation *c, const contact_foundation_site *s,
                                   const dyn_eval *e) {
    dyn_eval last = *e;
    last.q = e->q_last;
    vec3 way = vec3_sub(dyn_body_point(e, c->body, s->w), dyn_body_point(&last, c->body, s->w));
    return foundation_tangential(way, s->normal);
}

#endif
