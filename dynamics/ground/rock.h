// SPDX-License-Identifier: MIT
// Rock under a patch of a body's surface. As no patch can enter it, the contact is that of a plane, which touches the
// rock nearest to the patch (bottom.h) and is frozen for a step:
//   normal    area × bearing × d (1 + c d') for the depth d, never adhesive
//   friction  up to `friction` of that, by the patch's bristle, along the plane
// Flukes hold on the steps of the rock's surface alone.
#ifndef HAWSE_DYNAMICS_GROUND_ROCK_H
#define HAWSE_DYNAMICS_GROUND_ROCK_H

#include "dynamics/core/model.h"
#include "dynamics/ground/bottom.h"

// A patch's contact in this step.
typedef struct ground_rock {
    bool near;          // of the rock
    double area, limit; // [m²]; of friction [N]
    ground_plane plane;
} ground_rock;

// A patch in an iteration: its body and weights, and the displacement of its bristle, with the damper's share, in the
// axes [m].
typedef struct ground_rock_place {
    int body;
    const double *weight;
    vec3 displacement;
} ground_rock_place;

// Freezes the contact of a patch of this area at the predicted coordinates.
void ground_rock_predict(ground_rock *r, const ground_bottom *b, const dyn_eval *e, int body, const double weight[4],
                         double area);
// Force on the patch, in the axes [N].
vec3 ground_rock_force(const ground_rock *r, const ground_soil *soil, const dyn_eval *e, const ground_rock_place *p);
// Adds its tangent, which is positive semi-definite. holds: of the bristle.
void ground_rock_add_tangent(const ground_rock *r, const ground_soil *soil, const dyn_eval *e,
                             const ground_rock_place *p, double holds);
// Energy of its normal force [J].
double ground_rock_energy(const ground_rock *r, const ground_soil *soil, const dyn_eval *e, int body,
                          const double weight[4]);

#endif
