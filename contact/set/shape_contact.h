// SPDX-License-Identifier: MIT
// Force element: two shapes that touch, each on a body or on ground.
#ifndef HAWSE_CONTACT_SET_SHAPE_CONTACT_H
#define HAWSE_CONTACT_SET_SHAPE_CONTACT_H

#include "contact/pair/pair.h"
#include "contact/set/impact.h"
#include "contact/set/set.h"

// A shape where it sits.
typedef struct contact_solid {
    int body; // -1: ground
    contact_shape shape;
    pose at; // of the shape in the frame of the body; of ground in the world
} contact_solid;

typedef struct contact_shape_contact {
    const contact_solid *a, *b; // a: of the later body; the normal goes from b into a
    contact_pair pair;
    contact_pair_memory memory; // of this step's detection
    contact_set set;
    int dropped; // hits that did not fit, in this step
    int most;    // hits at a time: CONTACT_PAIR_HITS, or 1: the centre of the overlap (contact_pair_find)
    dyn_force force;
} contact_shape_contact;

// The contact of two solids in either order, which must outlive it, of different bodies; one at least moves. Couples
// the bodies: before dyn_model_finish. The caller adds ->force. RT_ERR_FORMAT: these shapes make no pair, or both are
// on one body or on ground. Set-up.
rt_status contact_shape_contact_create(contact_shape_contact *c, const contact_solid *first,
                                       const contact_solid *second, const contact_material *material);
void contact_shape_contact_free(contact_shape_contact *c);

// What a contact did at the last accepted step.
typedef struct contact_shape_sum {
    double depth;    // of its deepest hit [m]; 0: none
    double normal;   // sum of the normal forces [N]
    double friction; // magnitude of the sum of the friction forces [N]
    int hits;        // that touch
} contact_shape_sum;
contact_shape_sum contact_shape_contact_sum(const contact_shape_contact *c);

#endif
