// SPDX-License-Identifier: MIT
// Force element of the soil on links that are drawn into it, as behind an anchor that has dug in. Across a link the
// soil bears with Q per length in any direction, along it with mu Q (Neubecker & Randolph 1995, Profile and frictional
// capacity of embedded anchor chain, J. Geotech. Eng. 121; from memory, not opened). A bristle anchored in the world at
// the link's middle takes it up, along and across by themselves: its pull grows to the limit over the length
// `mobilise`, then the anchor is dragged along. It holds the link also against being pulled up, so that a taut chain
// cuts through the soil and meets the anchor steeper and weaker than it leaves the surface.
//
// Near the surface the element of the chain on the bottom acts (chain.h); over ground_buried_share it hands over.
// Limits and axis are frozen for a step, at the predicted coordinates; the tangent is symmetric and positive
// semi-definite (beyond the limit, the secant). The memory is a ground_grip a link.
#ifndef HAWSE_DYNAMICS_GROUND_BURIED_H
#define HAWSE_DYNAMICS_GROUND_BURIED_H

#include "dynamics/core/model.h"
#include "dynamics/ground/bottom.h"

typedef struct ground_buried_link {
    int body;
    double length;    // that the soil bears on: a pitch [m]
    double middle[4]; // weights of its middle
    double limit[2];  // along and across, in this step [N]
    vec3 axis;        // of the link in this step
} ground_buried_link;

typedef struct ground_buried {
    const ground_bottom *bottom;
    double mobilise, settle; // of the bristles [m], [s]
    int n, capacity;
    ground_buried_link *link; // (n)
    dyn_force force;
} ground_buried;

// Share of a link with its middle at x, at this depth below the surface, that the soil encloses, 0..1: 0 down to twice
// the depth of a resting link and on rock, 1 from twice that on; continuous over the depth. Frame thread.
double ground_buried_share(const ground_bottom *b, vec3 x, double depth);

// Creates the element for up to `capacity` links; RT_ERR_MEMORY. *b and *bottom must not move. Set-up.
rt_status ground_buried_create(ground_buried *b, int capacity, const ground_bottom *bottom);
void ground_buried_free(ground_buried *b);
void ground_buried_add_link(ground_buried *b, const dyn_model *m, int body, double length);
// After the last link: sets the element's functions; dyn_add_force(m, &b->force) adds it to the model.
void ground_buried_finish(ground_buried *b);

#endif
