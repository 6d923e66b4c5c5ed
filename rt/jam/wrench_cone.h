// SPDX-License-Identifier: MIT
// Cone of the wrenches that contacts with friction can exert together, with Coulomb's round friction cone at each
// point. A load inside the cone can be in equilibrium (weak stability: Pang & Trinkle 2000); a load outside cannot.
#ifndef HAWSE_RT_JAM_WRENCH_CONE_H
#define HAWSE_RT_JAM_WRENCH_CONE_H

#include "dynamics/math/math3.h"
#include <stdbool.h>

#define CONTACT_CONE_POINTS 64
#define CONTACT_CONE_ROWS 7 // force; moment / length; moment on the second body about the hinge / length

typedef struct contact_cone_point {
    vec3 at, normal; // [m]; unit vector into the held body
    double mu;       // coefficient of friction; the query scales it
    bool second;     // acts on the second body
} contact_cone_point;

// Two bodies on a hinge, held by contacts; or one body, if no contact acts on the second. The frictionless hinge bears
// any force, and any moment across its axis. About the axis its stop bears a moment in one direction.
typedef struct contact_cone {
    contact_cone_point point[CONTACT_CONE_POINTS]; // (n)
    int n;
    vec3 about;       // reference point of the moments [m]
    double length;    // divisor of the moments [m]
    vec3 hinge, axis; // a point of the hinge [m]; its axis, unit
    int stop;         // sign of the moment about the axis that the stop can exert on the second body; 0: none
    bool forces_only; // ignores all moments, as if the body could turn freely into line
} contact_cone;

// Wrench that the contacts must exert to balance a load; contact_cone_reaction fills it.
typedef struct contact_load {
    double row[CONTACT_CONE_ROWS];
} contact_load;

// Wrench that the contacts must exert against a force [N] at a point of the first or the second body.
contact_load contact_cone_reaction(const contact_cone *c, vec3 force, vec3 at, bool second);
// a + s b
contact_load contact_load_madd(contact_load a, double s, contact_load b);
// Distance of the load from the cone / the load's norm: 0 (less than 1e-9) inside, 1 if no contact helps. An active-set
// method finds the nearest point and generates generators of the round cones as needed (Lawson & Hanson 1974 ch. 23;
// Zheng & Chew 2009 for the cone). mu_factor scales every coefficient. Bounded iterations; no allocation.
double contact_cone_distance(const contact_cone *c, const contact_load *load, double mu_factor);

#endif
