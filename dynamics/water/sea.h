// SPDX-License-Identifier: MIT
// The sea on anchor and chain: a force element over small parts of bodies, each at one point.
//   pressure  density × submerged volume × (g upward + acceleration of the water): Archimedes, and Froude-Krylov in
//             waves, the force of the pressure that would be there without the body (Maxey & Riley 1983, Du/Dt)
//   drag      1/2 density (Cd A) |u| u across the part's axis and along it, each by its own component of the velocity u
//             against the water (Morison et al. 1950, with the cross-flow principle; DNV-RP-C205 (2010) 6.2)
// A part's volume goes under as that of an ellipsoid does, so everything is continuous through the surface; its force
// acts at its middle. Left out: added mass (of water that a body drags along), slamming, lift, and shelter of one part
// by another.
//
// Where the surface stands, how the water moves, how much of a part is in it for drag and how the part is turned are
// taken once a step, at the predicted coordinates: what is left depends on the iterate so that the tangents are exact,
// symmetric and positive semi-definite. Nothing is remembered from step to step.
#ifndef HAWSE_DYNAMICS_WATER_SEA_H
#define HAWSE_DYNAMICS_WATER_SEA_H

#include "dynamics/core/model.h"
#include "dynamics/water/waves.h"

// A part of a body. Its axis is the body's p0 p1.
typedef struct tackle_sea_part_def {
    int body;
    vec3 at;                    // its middle, body frame [m]
    vec3 half;                  // half axes along those of the body frame, as which it goes under [m], > 0
    double volume;              // of the material: mass over density [m³]
    double across_cd, along_cd; // drag coefficient × area, across the axis and along it [m²]
} tackle_sea_part_def;

// A part, and the sea there in this step.
typedef struct tackle_sea_part {
    tackle_sea_part_def def;
    double weight[4]; // of the body's nodes for the middle
    bool wet;         // of a body that takes part, and not clear of the water
    double reach;     // from its middle to its lowest point [m]
    double share;     // submerged part of its volume
    vec3 axis;
    dyn_water water;
} tackle_sea_part;

typedef struct tackle_sea {
    double density;         // [kg/m³]
    double gravity;         // [m/s²]
    dyn_waves waves, still; // the same without a wave
    bool calm;              // still water in spite of waves: during the search for a start
    int n, capacity;
    tackle_sea_part *part; // (n)
    dyn_force force;
} tackle_sea;

// A sea that takes up to `capacity` parts; RT_ERR_MEMORY. waves: NULL is still water at z = 0.
rt_status tackle_sea_create(tackle_sea *s, int capacity, double density, double gravity, const dyn_waves *waves);
void tackle_sea_free(tackle_sea *s);
// Adds a part of a body of the model, then the element, which must not move.
void tackle_sea_add_part(tackle_sea *s, const dyn_model *m, const tackle_sea_part_def *def);
void tackle_sea_add(tackle_sea *s, dyn_model *m);
// Submerged part of the volume of a sphere or ellipsoid whose middle is `depth` under the surface and whose lowest
// point is `reach` under its middle (spherical cap, stretched), 0..1.
double tackle_sea_share(double depth, double reach);
// The sea's force on a body at the iterate of e [N]. Frame thread.
vec3 tackle_sea_force_on(const tackle_sea *s, const dyn_eval *e, int body);
// z of the surface at x, y [m] at time t. Frame thread.
double tackle_sea_surface(const tackle_sea *s, double x, double y, double t);

#endif
