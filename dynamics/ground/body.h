// SPDX-License-Identifier: MIT
// Force element for bodies in the soil: their surface in patches, on each of which acts the stress of the soil that the
// patch moves through (sand.h, clay.h). Where it rests, a bristle per patch takes the place of the motion: the stress
// grows with the displacement u since the patch last came to rest, over the length `mobilise`, in the direction of u;
// beyond it the bristle's anchor, which is in the world, is dragged along. So a body at rest is held up to the strength
// of the soil, unloads elastically, and passes continuously into motion.
//
// Where there is rock, it bears the patches that would enter it (rock.h).
//
// Depth, direction and strength are frozen for a step, at the predicted coordinates. The tangent is positive
// semi-definite: the part along the displacement. A body clear of the bottom costs one comparison.
#ifndef HAWSE_DYNAMICS_GROUND_BODY_H
#define HAWSE_DYNAMICS_GROUND_BODY_H

#include "dynamics/core/model.h"
#include "dynamics/ground/bottom.h"
#include "dynamics/ground/mud.h"
#include "dynamics/ground/rock.h"

// A patch of a body's surface.
typedef struct ground_patch_def {
    vec3 at, normal; // its middle; outward unit normal; body frame
    double area;     // [m²]
} ground_patch_def;

typedef struct ground_patch {
    ground_patch_def def;
    double weight[4];
    vec3 way;         // direction of the displacement, in the axes; zero: none
    vec3 stress;      // force of the mobilised soil [N], in the axes
    ground_rock rock; // contact with rock
} ground_patch;

// A body and its patches.
typedef struct ground_part {
    int body, first, n;
    double area;  // of its patches [m²]
    double reach; // from the body's origin to its farthest patch [m]
    bool near;    // of the bottom
} ground_part;

enum { GROUND_PARTS = 4 };

typedef struct ground_body {
    const ground_bottom *bottom; // `own`, or one that others share
    ground_bottom own;
    int n, capacity, parts;
    ground_patch *patch; // (n)
    ground_part part[GROUND_PARTS];
    ground_wash jets;
    dyn_force force;
} ground_body;

// Creates the element for up to `capacity` patches, on a plane of one soil; RT_ERR_MEMORY. *b must not move. Set-up.
rt_status ground_body_create(ground_body *b, int capacity, const ground_plane *plane, const ground_soil *soil);
void ground_body_free(ground_body *b);
// Puts the bodies on this bottom, which must outlive the element. Set-up.
void ground_body_set_bottom(ground_body *b, const ground_bottom *bottom);
// Begins a body, at most GROUND_PARTS; patches are added to the last one.
void ground_body_add_part(ground_body *b, int body);
void ground_body_add_patch(ground_body *b, const dyn_model *m, const ground_patch_def *def);
// After the last patch: sets the element's functions; dyn_add_force(m, &b->force) adds it to the model.
void ground_body_finish(ground_body *b);
// Lets the soil rest around the bodies as they lie and bear, after a step's prediction, for a time [s] that is not
// simulated.
void ground_body_rest(const ground_body *b, const dyn_eval *e, void *z, double time);
// Force of the soil on a part at the iterate of e, after its step's prediction, in the axes [N].
vec3 ground_body_force_on(const ground_body *b, const dyn_eval *e, const void *z, int part);
// Whether any patch is in the soil.
bool ground_body_touches(const ground_body *b, const void *z);
// Share of a part's surface that is in the soil, 0..1.
double ground_body_buried(const ground_body *b, const void *z, int part);
// Share of a part's surface that soil covers, 0..1.
double ground_body_mud(const ground_body *b, const void *z, int part);

#endif
