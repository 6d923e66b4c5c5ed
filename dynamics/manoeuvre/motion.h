// SPDX-License-Identifier: MIT
// The slow motion of a ship as a motion source of its axes. A force element without a force holds its state and
// advances it once a step, with the orders of the command and the wrench of the tackle at the last step.
#ifndef HAWSE_DYNAMICS_MANOEUVRE_MOTION_H
#define HAWSE_DYNAMICS_MANOEUVRE_MOTION_H

#include "dynamics/core/balance.h"
#include "dynamics/core/state.h"
#include "dynamics/manoeuvre/gust.h"
#include "dynamics/manoeuvre/manoeuvre.h"
#include "dynamics/ship/ship.h"
#include "rt/command/telegraph.h"

enum { MANOEUVRE_OUTSIDE = 8 };

typedef struct manoeuvre_motion_def {
    manoeuvre_ship ship;
    double full;                                // revolutions at an engine order of 1 [1/s]
    double revolutions[RT_TELEGRAPH_POSITIONS]; // at the telegraph's positions, over the full ones, negative astern
    double speed;                               // ahead through the water at the start [m/s]
    double current[2]; // velocity of the water in the world, ahead and to port of heading 0 [m/s]
    double from;       // direction that the wind comes from: 0 from ahead, toward port positive [rad]
    manoeuvre_wind wind;
    vec3 midship; // in the ship's axes, the point whose motions the source gives [m]
} manoeuvre_motion_def;

// Wind in place of the definition's; NaN: the definition's.
typedef struct manoeuvre_weather {
    double mean, from; // [m/s], [rad]
} manoeuvre_weather;

// Internal state of the element. All doubles.
typedef struct manoeuvre_memory {
    double t; // time of the motion [s]
    manoeuvre_state motion;
    manoeuvre_order order;
    manoeuvre_force tackle; // on the ship, about midship
} manoeuvre_memory;

typedef struct manoeuvre_motion {
    manoeuvre_motion_def def;
    manoeuvre_weather over; // set between two steps
    const dyn_model *model;
    const dyn_state *state;                      // of the run
    const moving_ship *of;                       // while it is held, the motion waits at its start
    const dyn_force *outside[MANOEUVRE_OUTSIDE]; // elements that act on the tackle from the world
    int n_outside, force_index;
    vec3 *scratch; // by node
    dyn_force force;
} manoeuvre_motion;

// Adds the element to the model and its source to the ship, before sources of faster motion. *m, *state and *ship must
// not move. The ship is held until the caller, after manoeuvre_motion_start, releases it. RT_ERR_MEMORY. Set-up.
rt_status manoeuvre_motion_add(manoeuvre_motion *m, const manoeuvre_motion_def *def, dyn_model *model,
                               const dyn_state *state, moving_ship *ship);
// Names an element that acts on the tackle from the world, at most MANOEUVRE_OUTSIDE. Set-up.
void manoeuvre_motion_outside(manoeuvre_motion *m, const dyn_force *force);
// Starts the motion in *state, once the model is finished. Set-up.
void manoeuvre_motion_start(const manoeuvre_motion *m, dyn_state *state);
void manoeuvre_motion_free(manoeuvre_motion *m);
// State of the motion in this state of the model.
const manoeuvre_memory *manoeuvre_memory_of(const manoeuvre_motion *m, const dyn_state *state);
// Velocities in the world, in this room's axes, of midship and of the air at the time of the memory [m/s].
void manoeuvre_velocity(const manoeuvre_motion *m, const manoeuvre_memory *z, double ship[2], double air[2]);

#endif
