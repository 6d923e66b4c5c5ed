// SPDX-License-Identifier: MIT
// Soil that sticks to what was in it, until water washes it off.
#ifndef HAWSE_DYNAMICS_GROUND_MUD_H
#define HAWSE_DYNAMICS_GROUND_MUD_H

#include "dynamics/core/model.h"
#include "dynamics/soil/soil.h"

// Water jets in the hawse pipe.
typedef struct ground_wash {
    vec3 mouth, axis; // at the shell; from there up the pipe, unit; in the model's axes
    double length;    // of the pipe [m]; 0: no jets
} ground_wash;

// Share of a body's surface that soil covers at the end of a step. `touched` of it is in the soil. Of the rest, the
// water that passed washes off 1 - exp(-path / clings): the way of the body's point with the weights w below still
// water, and the jets while they run. Our choice, no source.
double ground_mud_after(const ground_soil *s, const ground_wash *jets, const dyn_eval *e, int body, const double w[4],
                        double mud, double touched);

#endif
