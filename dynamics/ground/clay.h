// SPDX-License-Identifier: MIT
// Clay (undrained): stress on a face that moves through it. An advancing face feels the bearing pressure N_c s_u, along
// the face acts the adhesion, and a receding face is held by suction up to a share of the bearing pressure. N_c grows
// with depth over breadth from 6 to 9 (Skempton 1951, square footing: 6 (1 + 0.2 d/B) up to d/B = 2.5). Under a face
// that rises straight up, the soil above it breaks out to the surface: N_c = 1.2 d/B up to 9 (Meyerhof 1973, square
// anchor; from memory, not opened); for other motions upward N_c lies between, by the sine of their elevation.
#ifndef HAWSE_DYNAMICS_GROUND_CLAY_H
#define HAWSE_DYNAMICS_GROUND_CLAY_H

#include "dynamics/ground/soil.h"

// Undrained shear strength at this depth [Pa].
double ground_clay_shear(const ground_soil *s, double depth);
// Bearing factor N_c at this depth. Pure.
double ground_clay_bearing(const ground_soil *s, double depth);
// The same against a face that rises. Pure.
double ground_clay_uplift(const ground_soil *s, double depth);
// Stress [Pa] on an element with this outward unit normal that moves along the unit vector `way`, where `up` is the
// bottom's normal; its power is never positive. Continuous in all arguments. Frame thread.
vec3 ground_clay_stress(const ground_soil *s, vec3 normal, vec3 way, vec3 up, double depth);

#endif
