// SPDX-License-Identifier: MIT
// A pull by hand: a damped spring of limited force from a gripped point to a place in the world. Grip and place are in
// the command of the step; the element has no memory. Without a pull it adds nothing.
//
//   f = k (to - x) - c x',  F = f min(1, limit / |f|)
//   k = m min(PULL_ACCELERATION / reach, (PULL_PHASE / h)²),  c = 2 PULL_DAMPING sqrt(k m),  limit = m
//   PULL_ACCELERATION
//
// with the mass m of the gripped body or point mass: its motion on the spring is that of a unit mass, whatever the mass
// (MuJoCo does the same for its mouse perturbation: documentation, XML reference, visual/map/stiffness). The
// trapezoidal rule is stable for any k and c >= 0; it lengthens the period by (omega h)²/12 (Hughes, The Finite Element
// Method, 9.1), at most 0.33 % by the bound on k. F is the projection of f onto a ball: its derivative (limit / |f|) (1
// - f fᵀ / |f|²) is symmetric and positive semi-definite, and so is the tangent.
#ifndef HAWSE_DYNAMICS_ELEMENT_PULL_H
#define HAWSE_DYNAMICS_ELEMENT_PULL_H

#include "dynamics/core/force.h"

#define PULL_ACCELERATION 30.0 // of a free part by the largest force [m/s²]: three times its weight
#define PULL_DAMPING 0.5       // fraction of critical damping of a free part
#define PULL_PHASE 0.2         // largest phase that a free part on the spring turns in a step [rad]

typedef struct dyn_pull {
    double reach; // stretch at which the force reaches its limit [m], if the step allows that stiffness
    dyn_force force;
} dyn_pull;

// The gripped point at an iterate, and the force on it.
typedef struct dyn_grip {
    int body, node; // one of them; -1: not
    double w[4];    // weights of the body's nodes
    vec3 at, rate;  // of the point [m], [m/s]
    vec3 spring;    // force without limit [N]
    vec3 force;     // [N]
    double stiffness, damping, limit;
} dyn_grip;

// Adds the element; returns its number among the model's forces.
int dyn_pull_add(dyn_pull *p, struct dyn_model *m, double reach);
// Evaluates a pull at the iterate. False: there is none, or the model has no such part now, and no force acts.
bool dyn_pull_grip(const dyn_pull *p, const dyn_eval *e, const rt_pull *pull, dyn_grip *g);

#endif
