// SPDX-License-Identifier: MIT
// Force element for the soil that anchor and chain carry up: it fills a share of the room between the flukes and the
// shank, and within the links. What is still in the bottom carries its own soil, so that the weight comes on a body as
// its surface leaves the bottom, and goes as water washes the soil off (mud.h). The soil stays saturated: under water
// its submerged weight pulls, in the air that of its grains and pores, and from half a metre below still water to half
// a metre above it the one passes into the other. The inertia of the soil is left out.
//
// In the account of energy a piece of soil has no energy as it is taken up and takes none along as it falls off: the
// element's energy changes by the work of its weight alone.
#ifndef HAWSE_DYNAMICS_GROUND_CARRIED_H
#define HAWSE_DYNAMICS_GROUND_CARRIED_H

#include "dynamics/core/model.h"

// A body that carries soil.
typedef struct ground_carrier {
    int body;
    double weight[4]; // of the body's point at which the soil hangs
    double room;      // volume of the soil if all of the body's surface carries it [m³]
} ground_carrier;

typedef struct ground_carried_def {
    double submerged, water; // unit weights of the soil under water and of the water [N/m³]
    // Share of the surface of carrier k that soil covers and that is clear of the bottom, at the end of a step.
    double (*share)(const void *ctx, const dyn_eval *e, int k);
    const void *ctx;
} ground_carried_def;

typedef struct ground_carried {
    ground_carried_def def;
    int n, capacity;
    ground_carrier *carrier; // (n)
    dyn_force force;
} ground_carried;

// Creates the element for up to `capacity` bodies; RT_ERR_MEMORY. *c must not move. Set-up.
rt_status ground_carried_create(ground_carried *c, int capacity, const ground_carried_def *def);
void ground_carried_free(ground_carried *c);
// Adds a body with the place of its soil in the body frame [m].
void ground_carried_add(ground_carried *c, const dyn_model *m, int body, vec3 at, double room);
// After the last body: sets the element's functions; dyn_add_force(m, &c->force) adds it to the model, after the
// elements on which the shares depend.
void ground_carried_finish(ground_carried *c);
// Volume of the soil that all bodies carry [m³]; z: the element's memory.
double ground_carried_volume(const ground_carried *c, const void *z);
// Mass of a volume of the soil, with the water in its pores [kg].
double ground_carried_mass(const ground_carried *c, double volume, double gravity);

#endif
