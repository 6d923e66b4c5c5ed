// SPDX-License-Identifier: MIT
// Force element for the sea on anchor and chain. It acts on small parts of bodies, each at one point.
//   pressure  density × submerged volume × (g upward + acceleration of the water): Archimedes, and in waves
//             Froude-Krylov, the force of the undisturbed pressure (Maxey & Riley 1983, Du/Dt)
//   drag      1/2 density (Cd A) |u| u across the part's axis and along it, each by its component of the velocity u
//             relative to the water (Morison et al. 1950, with the cross-flow principle; DNV-RP-C205 (2010) 6.2)
//   added     m_a (acceleration of the water - acceleration of the part), m_a = density × submerged share × added
//             volume, across the axis and along it (DNV-RP-C205 6.2.1; Sumer & Fredsøe 2006, 4.1)
//   slamming  -(dm_a/dt) u while a part enters; with the added mass, the rate of the momentum m_a u (von Kármán 1929).
//             None on the way out: water does not pull
// A part's volume submerges as an ellipsoid's does, so the force is continuous through the surface. The force acts at
// the part's middle. Neglected: the shelter of one part by another; lift, but for plates (plates.h).
//
// Surface, motion of the water, submerged share for drag and added mass, rate of entry and orientation of a part are
// frozen for a step, at the predicted coordinates. The tangents of the remaining terms are exact, symmetric and
// positive semi-definite; in moving axes, without the change of a part's velocity and acceleration in the world by its
// place. The element has no memory. The waves stay in the world; forces are in components of the axes.
#ifndef HAWSE_DYNAMICS_WATER_SEA_H
#define HAWSE_DYNAMICS_WATER_SEA_H

#include "dynamics/core/model.h"
#include "dynamics/water/shelter.h"

// A part of a body. The part's axis is the body's p0 p1.
typedef struct tackle_sea_part_def {
    int body;
    vec3 at;                          // its middle, body frame [m]
    vec3 half;                        // half axes of the submerging ellipsoid, along the body frame's axes [m], > 0
    double volume;                    // volume of the material: mass over density [m³]
    double across_cd, along_cd;       // drag coefficient × area, across the axis and along it [m²]
    double across_added, along_added; // water that the part accelerates, across the axis and along it [m³]
} tackle_sea_part_def;

// A part, and the sea at the part in this step.
typedef struct tackle_sea_part {
    tackle_sea_part_def def;
    double weight[4]; // weights of the body's nodes for the middle
    bool wet;         // the body is active and the part not clear of the water
    double reach;     // height of the middle over the lowest point [m]
    double share;     // submerged share of the volume
    double entry;     // rate at which it grows while the part enters, else 0 [1/s]
    vec3 axis;
    dyn_water water;
} tackle_sea_part;

typedef struct tackle_sea {
    double density;         // [kg/m³]
    double gravity;         // [m/s²]
    dyn_waves waves, still; // the waves, and still water at the same level
    bool calm;              // true: still water in place of the waves, during the search for a start
    dyn_shelter shelter;    // none by default
    int every;              // parts of deep water from one evaluation of the waves to the next; 1: all parts
    int row, row_end;       // the parts to which that applies, neighbours in their order: row .. row_end - 1
    int n, capacity;
    tackle_sea_part *part; // (n)
    dyn_force force;
} tackle_sea;

// Creates a sea for up to `capacity` parts; RT_ERR_MEMORY. waves NULL: still water at z = 0.
rt_status tackle_sea_create(tackle_sea *s, int capacity, double density, double gravity, const dyn_waves *waves);
void tackle_sea_free(tackle_sea *s);
// Lets the parts first .. end - 1, neighbours such as a chain's links, share evaluations of the waves in deep water: at
// every `every`-th part, linear between. Set-up.
void tackle_sea_share_waves(tackle_sea *s, int first, int end, int every);
// Adds a part of a body. After the last part, tackle_sea_add adds the element to the model; *s must not move.
void tackle_sea_add_part(tackle_sea *s, const dyn_model *m, const tackle_sea_part_def *def);
void tackle_sea_add(tackle_sea *s, dyn_model *m);
// Submerged share of the volume of an ellipsoid, 0..1: its middle is `depth` under the surface, its lowest point
// `reach` under its middle (stretched spherical cap).
double tackle_sea_share(double depth, double reach);
// Force of the sea on a body at the iterate of e [N]. Frame thread.
vec3 tackle_sea_force_on(const tackle_sea *s, const dyn_eval *e, int body);
// Height of the point x of the axes over the surface at time t [m]. Frame thread.
double tackle_sea_height(const tackle_sea *s, const dyn_axes *axes, vec3 x, double t);
// z of the surface at the place x, y of the world [m] at time t. Frame thread.
double tackle_sea_surface(const tackle_sea *s, double x, double y, double t);

#endif
