// SPDX-License-Identifier: MIT
// Sand (drained): stress of a granular bed on an element of a body that moves through it, by three-dimensional
// resistive force theory (Agarwal, Goldman & Kamrin 2023, PNAS 120, e2214017120). Per depth and strength of the bed
//   alpha = f1 n + f2 w - f3 z
// of the element's normal n, its motion w and the vertical z; f1, f2, f3 are cubic polynomials in -z w, -z n and n w,
// fitted to simulations of plates. Only faces that advance feel it, and friction limits the part along the face.
// The polynomials are known for normals that do not look up; the normal of a face that does is reversed. Where the fit
// would push an element along its motion, that part is left out: the bed gives no energy.
//
// Its stress grows in proportion to depth, or by a power below one, as the resistance to a cone does:
//   q_c = C0 p_a (stress/p_a)^C1 e^(C2 D_r), by the bed's effective stress and its relative density D_r
// C1 0.55 (Baldi et al. 1986, vertical stress), 0.46 (Jamiolkowski et al. 2003, mean stress, C0 24.94, C2 2.96), both
// as in the package groundhog; 0.7 (Lunne & Christoffersen 1983, from memory, not opened). It holds the whole of
// what stress does to strength: the angle that falls with it (Bolton 1986 alone gives 0.8 to 0.95) and the grains'
// crushing.
#ifndef HAWSE_DYNAMICS_GROUND_SAND_H
#define HAWSE_DYNAMICS_GROUND_SAND_H

#include "dynamics/math/math3.h"

#define GROUND_SAND_REFERENCE 1.0 // depth at which a bed has its strength [m]

// Stress over depth and strength on an element with this outward unit normal that moves along the unit vector `way`;
// friction: its coefficient on the sand. Zero where it recedes. Continuous in both. Frame thread.
vec3 ground_sand_stress(vec3 normal, vec3 way, vec3 up, double friction);
// Strength of a bed [Pa/m], by its submerged unit weight [N/m3] and the coefficient of its internal friction. Pure.
double ground_sand_strength(double weight, double friction);
// Strength at this depth [m] over that at GROUND_SAND_REFERENCE, of a bed whose stress grows as depth^exponent. Above
// 5 mm it stays as it is there, so that the stress goes to zero in proportion to depth. 1 at an exponent of 1. Pure.
double ground_sand_growth(double exponent, double depth);

#endif
