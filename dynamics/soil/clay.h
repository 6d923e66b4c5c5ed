// SPDX-License-Identifier: MIT
// Clay (undrained): stress on a face that moves through it. An advancing face feels the bearing pressure N_c s_u, along
// the face acts the adhesion, and a receding face is held by suction up to a share of the bearing pressure. N_c grows
// with depth over breadth from 6 to 9 (Skempton 1951, square footing: 6 (1 + 0.2 d/B) up to d/B = 2.5). Under a face
// that rises straight up, the soil above it breaks out to the surface: N_c = 1.2 d/B up to 9 (Meyerhof 1973, square
// anchor; from memory, not opened); for other motions upward N_c lies between, by the sine of their elevation.
//
// Sliding remoulds the clay at a face. At rest it consolidates: its adhesion rises towards that of the intact face, and
// its shear strength by `gain` times the pressure on the face, both here as 1 - e^(-t/rest), a single time in place of
// the diffusion of pore pressure. gain = R f: R = 0.22, strength over consolidating stress (Mesri 1975), f some 0.5,
// the mean over the soil that fails (Gourvenec, Vulpe & Murthy 2014); both from memory, not opened. A face that moves
// half a breadth has left the soil that it consolidated.
#ifndef HAWSE_DYNAMICS_GROUND_CLAY_H
#define HAWSE_DYNAMICS_GROUND_CLAY_H

#include "dynamics/soil/soil.h"

// Undrained shear strength at this depth [Pa].
double ground_clay_shear(const ground_soil *s, double depth);
// Bearing factor N_c at this depth. Pure.
double ground_clay_bearing(const ground_soil *s, double depth);
// The same against a face that rises. Pure.
double ground_clay_uplift(const ground_soil *s, double depth);
// Stress [Pa] on an element with this outward unit normal that moves along the unit vector `way`, where `up` is the
// bottom's normal; its power is never positive. Continuous in all arguments. Frame thread.
vec3 ground_clay_stress(const ground_soil *s, vec3 normal, vec3 way, vec3 up, double depth, const ground_grip *memory);
// Lets the soil at a face rest for a time [s] under a pressure over its shear strength, then the face slide [m].
void ground_clay_rest(const ground_soil *s, double pressure, double time, double slid, ground_grip *memory);

#endif
