// SPDX-License-Identifier: MIT
// Force element: contact of two shapes, each on a body or on ground.
#ifndef HAWSE_CONTACT_SET_SHAPE_CONTACT_H
#define HAWSE_CONTACT_SET_SHAPE_CONTACT_H

#include "contact/pair/pair.h"
#include "contact/set/impact.h"
#include "contact/set/set.h"

// A shape with its body and pose.
typedef struct contact_solid {
    int body; // -1: ground
    contact_shape shape;
    pose at; // pose of the shape in the frame of the body; on ground in the world
} contact_solid;

typedef struct contact_shape_contact {
    const contact_solid *a, *b; // a: on the body of higher index; the normal points from b into a
    contact_pair pair;
    contact_pair_memory memory; // of the detection in this step
    contact_set set;
    bool by_place; // the pair chooses its hits: their memory goes by place, their energy is handed on
    int dropped;   // hits that did not fit in this step
    int most;      // most hits: CONTACT_PAIR_HITS; or 1: the centre of the overlap (contact_pair_find)
    dyn_force force;
} contact_shape_contact;

// Creates the contact of two solids, in either order, on different bodies; at least one moves. The solids must outlive
// it. The caller couples two moving bodies (dyn_couple_bodies, before dyn_model_finish) and adds ->force.
// RT_ERR_FORMAT: no pair exists for these shapes, or both are on one body or on ground. RT_ERR_MEMORY. Set-up.
rt_status contact_shape_contact_create(contact_shape_contact *c, const contact_solid *first,
                                       const contact_solid *second, const contact_material *material);
void contact_shape_contact_free(contact_shape_contact *c);

// Result of a contact at the last accepted step.
typedef struct contact_shape_sum {
    double depth;    // depth of the deepest hit [m]; 0: none
    double normal;   // sum of the normal forces [N]
    double friction; // magnitude of the sum of the friction forces [N]
    int hits;        // number of touching hits
} contact_shape_sum;
contact_shape_sum contact_shape_contact_sum(const contact_shape_contact *c);

#endif
