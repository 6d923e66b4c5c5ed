// SPDX-License-Identifier: MIT
// Quadratic drag of a point in a fluid at rest: F = -(1/2) rho Cd A |v| v (Rayleigh's drag equation; Hoerner,
// Fluid-Dynamic Drag, 1965, §1; valid at Reynolds numbers where Cd is constant, about 1e3 and up for blunt bodies).
#ifndef HAWSE_DYNAMICS_ELEMENT_DRAG_H
#define HAWSE_DYNAMICS_ELEMENT_DRAG_H

#include "dynamics/element/scalar.h"

typedef struct dyn_drag {
    dyn_vector point;
    double per_v2; // rho Cd A / 2 [kg/m]
    dyn_force force;
} dyn_drag;

// Force on a point that moves with velocity v [N].
static inline vec3 dyn_drag_force(const dyn_drag *d, vec3 v) { return vec3_scale(-d->per_v2 * vec3_norm(v), v); }

// Adds drag at a point of a body, or at a node; returns its number. density [kg/m³], area [m²].
int dyn_drag_add(dyn_drag *d, struct dyn_model *m, const dyn_vector *point, double density, double coefficient,
                 double area);

#endif
