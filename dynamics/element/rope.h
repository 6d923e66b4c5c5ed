// SPDX-License-Identifier: MIT
// A rope along a path of points: it pulls and never pushes. At the points between its ends it runs over blocks without
// friction and of no size, so its tension is the same everywhere. Its mass is neglected.
#ifndef HAWSE_DYNAMICS_ELEMENT_ROPE_H
#define HAWSE_DYNAMICS_ELEMENT_ROPE_H

#include "dynamics/element/stop.h"

enum { DYN_ROPE_POINTS = 8 };

typedef struct dyn_rope {
    int n; // points, both ends included
    dyn_vector point[DYN_ROPE_POINTS];
    dyn_stop_def law; // of the length: no lower end; max: length without tension [m]
    dyn_force force;
} dyn_rope;

// Length of the path [m] and its rate [m/s].
typedef struct dyn_rope_length {
    double value, rate;
    vec3 along[DYN_ROPE_POINTS - 1]; // unit vector of each part, toward the later point; zero if the part has no length
    double part[DYN_ROPE_POINTS - 1];
} dyn_rope_length;
dyn_rope_length dyn_rope_measure(const dyn_rope *r, const vec3 *q, const vec3 *qd);

// Force along the length [N], at most 0: minus the tension.
static inline double dyn_rope_force(const dyn_rope *r, const dyn_rope_length *l) {
    return dyn_stop_law(&r->law, l->value, l->rate).force;
}

// Adds a rope through n points of bodies or nodes, 2 .. DYN_ROPE_POINTS; returns its number. rest: length without
// tension [m]; stiffness [N/m] and damping [N s/m] of the whole rope; the damping rises over `ramp` [m] of stretch.
int dyn_rope_add(dyn_rope *r, struct dyn_model *m, const dyn_vector *point, int n, double rest, double stiffness,
                 double damping, double ramp);

#endif
