// SPDX-License-Identifier: MIT
// Bodies that sleep: they are at rest in the world and leave the equations of motion. Their nodes are fixed supports of
// the bodies beside them, and follow the axes backwards as the axes move. A sleeping body that a bilinear row joins to
// one that is awake still counts for force elements: joints act between the two. Coordinates, multipliers and memory of
// force elements stay as they are; a body that wakes goes on from them, at rest.
//
// Who sleeps is part of the state (dyn_state.body_on). Force elements decide it, between steps: ground/rest.h.
#ifndef HAWSE_DYNAMICS_CORE_SLEEP_H
#define HAWSE_DYNAMICS_CORE_SLEEP_H

#include "dynamics/core/state.h"
#include "dynamics/core/step.h"

// Stops a body that is awake and lets it sleep. Returns the kinetic energy that it loses [J], of the body and of what
// its nodes carry for the bodies beside it. The model's bodies must be allowed to sleep (dyn_model.sleeps). Between
// steps, frame thread.
double dyn_sleep_body(const dyn_model *m, dyn_state *s, int body);
// Whether node i (0 or 1, its points) of a body is held by a sleeping body beside it, which has the number before or
// after.
bool dyn_sleep_holds(const dyn_model *m, const unsigned char *body_on, int body, int i);
// Wakes a sleeping body. Between steps, frame thread.
void dyn_wake_body(dyn_state *s, int body);

// Sets the coordinates of the sleeping bodies' nodes, and their rates, at rest in the world. Private to dynamics/core.
void dyn_sleep_follow(dyn_state *s, const dyn_work *w);

#endif
