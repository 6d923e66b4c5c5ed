// SPDX-License-Identifier: MIT
// Stud-link or studless chain by ISO 1704 ratios from the bar diameter alone: rigid links in natural coordinates,
// joined by universal joints (links hang in each other's bows: the axes are their width axes) with friction and stops.
#ifndef HAWSE_DYNAMICS_TACKLE_CHAIN_H
#define HAWSE_DYNAMICS_TACKLE_CHAIN_H

#include "dynamics/element/friction.h"
#include "dynamics/element/stop.h"
#include "dynamics/model.h"

// A common link. Link frame: origin at its middle, x along the width, y normal to its plane, z along it.
typedef struct tackle_link {
    double d, pitch;      // bar diameter, inside length 4 d [m]
    double length, width; // outside [m]
    double mass;          // [kg]
    mat3 inertia;         // about the middle [kg m²]
    double bend;          // angle to which the next link can be bent about a width axis [rad]
} tackle_link;

// From the bar diameter d [m]: mass 0.0219 d² kg/m (d in mm), inertias of two cylinders, two half tori and the stud.
tackle_link tackle_stud_link(double d);
// Without a stud, 6 d long and 3.35 d wide; mass and inertias of two cylinders and two half tori of steel.
tackle_link tackle_studless_link(double d);

// A link of the chain with mass properties of its own; its joints are those of a common link.
typedef struct tackle_special {
    int link;     // counted from 0 at the anchor
    double mass;  // [kg]
    vec3 centre;  // of mass, in the link frame [m]
    mat3 inertia; // about the centre of mass [kg m²]
} tackle_special;

typedef struct tackle_chain {
    tackle_link link;
    int capacity;          // links, counted from the anchor end
    int *body;             // (capacity)
    int *p, *u, *v;        // nodes: p[k + 1] at the inboard end of link k, p[0] at its anchor end; u[k], v[k]
    dyn_scalar *joint;     // two angles a joint between links k and k + 1 (2 (capacity - 1))
    double mu, radius;     // joint friction: torque limit mu × tension × radius [m]
    double yield;          // bristle deflection scale [rad]
    dyn_stop_def stop;     // of both angles of each joint
    double cos_limit;      // cosine of stop.max
    dyn_force joints;      // friction and stops
    dyn_scalar_mark *last; // scratch: joint angles at the last accepted step (2 (capacity - 1))
} tackle_chain;

// Adds `capacity` links from node p0 (the anchor's shackle) along the points x[0] .. x[capacity] (x[0] is p0's place),
// each pitch long; side: width direction of link 0, made perpendicular to it; alternate links are turned by 90°.
rt_status tackle_chain_add(tackle_chain *c, dyn_model *m, const tackle_link *link, int capacity, int p0, const vec3 *x,
                           vec3 side, double mu);
// The same, with special links among them.
rt_status tackle_chain_add_special(tackle_chain *c, dyn_model *m, const tackle_link *link,
                                   const tackle_special *special, int n_special, int capacity, int p0, const vec3 *x,
                                   vec3 side, double mu);
void tackle_chain_free(tackle_chain *c);

#endif
