// SPDX-License-Identifier: MIT
// Parts of an anchor chain in multiples of the common link's bar diameter d (ISO 1704:2022 and makers' tables): shape,
// mass and inertia of each; and the loads by class rules for a chain's diameter and grade.
#ifndef HAWSE_DYNAMICS_TACKLE_KIT_H
#define HAWSE_DYNAMICS_TACKLE_KIT_H

#include "dynamics/math/math3.h"
#include <stdbool.h>

typedef enum tackle_kind {
    TACKLE_COMMON = 0,
    TACKLE_ENLARGED,
    TACKLE_END,            // open, without a stud
    TACKLE_KENTER,         // joining shackle of the common link's length
    TACKLE_D_SHACKLE,      // joining shackle
    TACKLE_ANCHOR_SHACKLE, // or end shackle
    TACKLE_SWIVEL,
    TACKLE_KINDS
} tackle_kind;

// A link. Link frame: origin at its middle, x along the width, y normal to its plane, z along it.
typedef struct tackle_link {
    double d, pitch;      // bar diameter of the bows; inside length, the link's share of the chain's length [m]
    double length, width; // outside [m]
    double mass;          // [kg]
    mat3 inertia;         // about the middle [kg m²]
    double bend;          // largest angle of the next link about a width axis [rad]; of common links only
} tackle_link;

// Common link with a stud, from the bar diameter d [m]: mass 0.0219 d² kg/m (d in mm); inertia of two cylinders, two
// half tori and the stud.
tackle_link tackle_stud_link(double d);
// Common link without a stud, 6 d long and 3.35 d wide: mass and inertia of two cylinders and two half tori of steel.
tackle_link tackle_studless_link(double d);
// A part of a chain of bar diameter d [m]; TACKLE_COMMON is the stud link.
tackle_link tackle_part(tackle_kind kind, double d);
// Half of a swivel, shaped as a link of half the pitch. The halves turn on each other where they meet.
tackle_link tackle_swivel_half(double d);
// Name of a part in scenarios, such as "anchor_shackle".
const char *tackle_kind_name(tackle_kind kind);
// True when the part has a stud or an equivalent filling.
bool tackle_kind_has_stud(tackle_kind kind);
// True when the part fits the gypsy's pockets: its inside length is the common link's.
bool tackle_kind_fits_lifter(tackle_kind kind);
// True when the part joins two shackle lengths of chain; such parts are counted and marked.
bool tackle_kind_joins(tackle_kind kind);

// Proof load and breaking load of stud-link chain of grade 1..3 [N].
double tackle_proof_load(double d, int grade);
double tackle_breaking_load(double d, int grade);
// Pull that the chain's windlass must maintain for 30 minutes [N], in water up to 82.5 m deep, and deeper (depth in m).
double tackle_duty_pull(double d, int grade);
double tackle_deep_duty_pull(double d, int grade, double depth);
// Torque at which the stem of a seized swivel yields [N m].
double tackle_seized_torque(double d);

#endif
