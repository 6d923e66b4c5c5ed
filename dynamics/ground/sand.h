// SPDX-License-Identifier: MIT
// Sand (drained): stress of a granular bed on an element of a body that moves through it, by resistive force theory
// (Li, Zhang & Goldman 2013, Science 339, 1408). In the vertical plane of the motion an element whose plane is inclined
// by beta to the horizontal and which moves under the angle gamma below it feels, per depth,
//   alpha_z = Σ A_mn cos 2π(m β/π + n γ/2π) + B_mn sin 2π(...),   alpha_x likewise with C_mn, D_mn,
// z upward, x against the horizontal motion, of zeta for the bed's strength; on faces that advance only. The generic
// coefficients are their fit over several beds. In three dimensions the element's normal is projected on the plane of
// the motion (as in their legs and wheels); its sideways part feels nothing. The stress along the face is limited by
// friction, as in three dimensions by Agarwal, Goldman & Kamrin (2023, PNAS 120, e2214017120): without that limit a
// fluke whose upper face leads would be lifted, not drawn in. Where the fit would push an element along
// its motion, that part is left out: the bed gives no energy.
#ifndef HAWSE_DYNAMICS_GROUND_SAND_H
#define HAWSE_DYNAMICS_GROUND_SAND_H

#include "dynamics/math/math3.h"

// Stress over depth [Pa/m] at unit strength zeta = 1 Pa/m: horizontal, against the motion, and upward.
typedef struct ground_alpha {
    double x, z;
} ground_alpha;

// beta: inclination of the element, -pi/2 .. pi/2, positive where its leading face looks down; gamma: angle of the
// motion below the horizontal, -pi/2 .. pi/2 [rad]. Pure.
ground_alpha ground_sand_alpha(double beta, double gamma);
// Stress over depth and strength on an element with this outward unit normal that moves along the unit vector `way`;
// friction: its coefficient on the sand. Zero where it recedes. Continuous in both. Frame thread.
vec3 ground_sand_stress(vec3 normal, vec3 way, vec3 up, double friction);

#endif
