// SPDX-License-Identifier: MIT
// Which loads contacts with friction can bear: the cone of the wrenches that they can exert together, with the round
// friction cone of Coulomb at each point. A load that lies in the cone can be in equilibrium (weak stability: Pang &
// Trinkle 2000); one that lies outside cannot.
#ifndef HAWSE_RT_JUDGE_WRENCH_CONE_H
#define HAWSE_RT_JUDGE_WRENCH_CONE_H

#include "dynamics/math/math3.h"
#include <stdbool.h>

#define CONTACT_CONE_POINTS 64
#define CONTACT_CONE_ROWS 7 // force, moment over a length, moment on the second body about the hinge over that length

typedef struct contact_cone_point {
    vec3 at, normal; // [m]; unit vector into the held body
    double mu;       // coefficient of friction, times the factor of the query
    bool second;     // it acts on the second body
} contact_cone_point;

// Two bodies on a hinge, held by contacts; or one body, with no contact on the second. The hinge bears any force, and
// any moment across its axis. About the axis its stop bears a moment in one direction; it has no friction.
typedef struct contact_cone {
    contact_cone_point point[CONTACT_CONE_POINTS]; // (n)
    int n;
    vec3 about;       // reference point of the moments [m]
    double length;    // and divided by this [m]
    vec3 hinge, axis; // a point of the hinge [m]; its axis, unit
    int stop;         // which way about the axis the stop can turn the second body: +1, -1; 0 neither
    bool forces_only; // leave all moments out: as if the body were free to turn into line
} contact_cone;

// What a load asks of the contacts: row by row, to be filled by contact_cone_need.
typedef struct contact_load {
    double row[CONTACT_CONE_ROWS];
} contact_load;

// What the contacts must exert against a force at a point of the first or the second body.
contact_load contact_cone_need(const contact_cone *c, vec3 force, vec3 at, bool second);
// a + s b
contact_load contact_load_madd(contact_load a, double s, contact_load b);
// Distance of the load from the cone over the load's size: 0 (less than 1e-9) within it, 1 when no contact helps. The
// nearest point is found by an active set whose generators are taken from the round cones as they are needed (Lawson &
// Hanson 1974 ch. 23; Zheng & Chew 2009 for the cone). mu_factor scales every coefficient. At most a bounded number of
// iterations; no allocation.
double contact_cone_distance(const contact_cone *c, const contact_load *load, double mu_factor);

#endif
