// SPDX-License-Identifier: MIT
// Force element for a chain on the bottom. A link touches with the low sides of its two bows. At each of these four
// points acts
//   normal    k d (1 + c d') for the depth d, never adhesive: k from the depth to which a resting link sinks
// and at their middle
//   friction  of the normal force N, anisotropic: limits mu N along the link and across it. A bristle anchored in the
//             world takes it up: its pull grows to the limit over the length `slip`, then the anchor is dragged along.
// Coefficients: dynamics/soil/soil.h. The bottom is the plane that touches it nearest to each point (bottom.h).
//
// Points, friction's limits and axes are frozen for a step, at the predicted coordinates; the tangents of the rest are
// symmetric and positive semi-definite (of friction beyond its limit, the secant). A link clear of the bottom costs one
// comparison. The memory is a ground_grip a bow, in the world, so that it does not move with the ship's axes; then the
// share of each link that soil covers.
#ifndef HAWSE_DYNAMICS_GROUND_CHAIN_H
#define HAWSE_DYNAMICS_GROUND_CHAIN_H

#include "dynamics/core/model.h"
#include "dynamics/ground/bottom.h"
#include "dynamics/ground/mud.h"

enum { GROUND_BOWS = 2, GROUND_SIDES = 2 };

// A link: its frame has its origin in the middle, x across (width), z along.
typedef struct ground_link_def {
    int body;
    double half, bow, bar; // from the middle to a bow's centre; radius of a bow's centre line; radius of the bar [m]
    double weight;         // under water [N]
} ground_link_def;

// A bow of a link, and its contact in this step.
typedef struct ground_bow {
    double centre[4];                 // weights of its centre
    double low[GROUND_SIDES][4];      // weights of its low points
    ground_plane under[GROUND_SIDES]; // the bottom there
    double limit[2];                  // of friction along the link and across it [N]
} ground_bow;

typedef struct ground_link {
    ground_link_def def;
    bool near;          // of the bottom
    ground_plane under; // the bottom at its middle
    double free;        // share that the soil does not enclose (buried.h)
    vec3 way[2];        // unit vectors along the link and across it, in that plane
    ground_bow bow[GROUND_BOWS];
} ground_link;

typedef struct ground_chain {
    const ground_bottom *bottom; // `own`, or one that others share
    ground_bottom own;
    int n, capacity;
    ground_link *link; // (n)
    ground_wash jets;
    dyn_force force;
} ground_chain;

// Creates the element for up to `capacity` links on a plane of one soil; RT_ERR_MEMORY. *c must not move. Set-up.
rt_status ground_chain_create(ground_chain *c, int capacity, const ground_plane *plane, const ground_soil *soil);
void ground_chain_free(ground_chain *c);
// Puts the links on this bottom, which must outlive the element. Set-up.
void ground_chain_set_bottom(ground_chain *c, const ground_bottom *bottom);
void ground_chain_add_link(ground_chain *c, const dyn_model *m, const ground_link_def *def);
// After the last link: sets the element's functions; dyn_add_force(m, &c->force) adds it to the model.
void ground_chain_finish(ground_chain *c);
// Force of the bottom on link k at the iterate of e, after its step's prediction, in the axes [N].
vec3 ground_chain_force_on(const ground_chain *c, const dyn_eval *e, const void *z, int k);
// Friction of the bottom on link k along its axis, and the limit up to which it can rise [N], after `accept` of a step.
void ground_chain_friction_on(const ground_chain *c, const dyn_eval *e, const void *z, int k, double *along,
                              double *limit);
// Whether a bow of link k touches the bottom in this step.
bool ground_chain_touches(const ground_chain *c, int k);
// Whether both bows of link k touch the bottom in this step.
bool ground_chain_bears(const ground_chain *c, int k);
// Share of link k that soil covers, 0..1.
double ground_chain_mud(const ground_chain *c, const void *z, int k);

#endif
