// SPDX-License-Identifier: MIT
// Sand (drained): stress of a granular bed on an element of a body that moves through it, by three-dimensional
// resistive force theory (Agarwal, Goldman & Kamrin 2023, PNAS 120, e2214017120). Per depth and strength of the bed
//   alpha = f1 n + f2 w - f3 z
// of the element's normal n, its motion w and the vertical z; f1, f2, f3 are cubic polynomials in -z w, -z n and n w,
// fitted to simulations of plates. Only faces that advance feel it, and friction limits the part along the face.
// The polynomials are known for normals that do not look up; the normal of a face that does is reversed. Where the fit
// would push an element along its motion, that part is left out: the bed gives no energy.
#ifndef HAWSE_DYNAMICS_GROUND_SAND_H
#define HAWSE_DYNAMICS_GROUND_SAND_H

#include "dynamics/math/math3.h"

// Stress over depth and strength on an element with this outward unit normal that moves along the unit vector `way`;
// friction: its coefficient on the sand. Zero where it recedes. Continuous in both. Frame thread.
vec3 ground_sand_stress(vec3 normal, vec3 way, vec3 up, double friction);
// Strength of a bed [Pa/m], by its submerged unit weight [N/m3] and the coefficient of its internal friction. Pure.
double ground_sand_strength(double weight, double friction);

#endif
