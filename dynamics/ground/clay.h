// SPDX-License-Identifier: MIT
// Clay (undrained): stress on a face that moves through it. An advancing face feels the bearing pressure N_c s_u, along
// the face acts the adhesion, and a receding face is held by suction up to a share of the bearing pressure. N_c grows
// with depth over breadth from 6 to 9 (Skempton 1951, square footing: 6 (1 + 0.2 d/B) up to d/B = 2.5).
// Sliding remoulds the clay at a face. At rest it consolidates, and its adhesion rises towards that of the intact face,
// here as 1 - e^(-t/rest): a single time in place of the diffusion of pore pressure.
#ifndef HAWSE_DYNAMICS_GROUND_CLAY_H
#define HAWSE_DYNAMICS_GROUND_CLAY_H

#include "dynamics/ground/soil.h"

// Undrained shear strength at this depth [Pa].
double ground_clay_shear(const ground_soil *s, double depth);
// Bearing factor N_c at this depth. Pure.
double ground_clay_bearing(const ground_soil *s, double depth);
// Stress [Pa] on an element with this outward unit normal that moves along the unit vector `way`; its power is never
// positive. Continuous in all arguments. Frame thread.
vec3 ground_clay_stress(const ground_soil *s, vec3 normal, vec3 way, double depth, double rested);
// Share of the adhesion regained after a time at rest [s] and then a way of sliding [m], from this share. Pure.
double ground_clay_rest(const ground_soil *s, double rested, double time, double slid);

#endif
