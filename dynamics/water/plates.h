// SPDX-License-Identifier: MIT
// Force element for thin plates in oblique flow, as an anchor's flukes are. Cross-flow drag grows with the square of
// the angle of attack; the force of a plate is normal to it and grows with the angle itself,
//   F = -1/2 density (C A) |u| (u·n) n
// with the velocity u of the plate relative to the water and C about 1.9: the slope of the normal force of a plate
// about as long as wide (Helmbold 1942: 2 pi / (1 + 2/aspect)), and at right angles a plate's drag (Hoerner 1965, 3-15:
// 1.2 to 1.9). It acts ahead of the middle towards the leading edge, by a fifth of the plate's extent in flow along it.
// That turns a plate, edge on, across the flow; what drags behind its pivot then turns it as the wind turns a vane.
//
// A plate shares the water and the submerged share of a part of the sea. All but the velocity is frozen for a step, at
// the predicted coordinates; the tangent is exact and positive semi-definite, and the force never gives energy to a
// body in still water.
#ifndef HAWSE_DYNAMICS_WATER_PLATES_H
#define HAWSE_DYNAMICS_WATER_PLATES_H

#include "dynamics/water/sea.h"

typedef struct tackle_plate_def {
    int part;       // of the sea, of the same body
    vec3 at;        // the plate's middle, body frame [m]
    vec3 normal;    // body frame, unit
    vec3 extent[2]; // in the plate, at right angles, with the lengths of the whole fluke, body frame [m]
    double ca;      // force coefficient × area [m²]
} tackle_plate_def;

// A plate, and its force in this step.
typedef struct tackle_plate {
    tackle_plate_def def;
    double weight[4], extent_weight[2][4]; // weights of the middle; change of the weights by a whole extent
    double now[4];                         // weights of the point where the force acts
    vec3 normal;
    double drag; // 1/2 density share (C A) |u| [N s/m]
} tackle_plate;

typedef struct tackle_plates {
    const tackle_sea *sea;
    int n, capacity;
    tackle_plate *plate; // (n)
    dyn_force force;
} tackle_plates;

// Creates the element for up to `capacity` plates of the sea; RT_ERR_MEMORY. *p and *sea must not move. Set-up.
rt_status tackle_plates_create(tackle_plates *p, int capacity, const tackle_sea *sea);
void tackle_plates_free(tackle_plates *p);
// Adds a plate. After the last, and after the sea, the caller adds p->force to the model.
void tackle_plates_add(tackle_plates *p, const dyn_model *m, const tackle_plate_def *def);

#endif
