// SPDX-License-Identifier: MIT
// The parts that an anchor chain is made of, by multiples of the common link's bar diameter d (ISO 1704:2022 and
// makers' tables): shape, mass and inertia of each; and the loads that class rules give a chain by its diameter and
// grade.
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
    double d, pitch;      // bar diameter (of the bows), inside length, which chains add up [m]
    double length, width; // outside [m]
    double mass;          // [kg]
    mat3 inertia;         // about the middle [kg m²]
    double bend;          // angle to which the next link can be bent about a width axis [rad]; of common links only
} tackle_link;

// From the bar diameter d [m]: mass 0.0219 d² kg/m (d in mm), inertias of two cylinders, two half tori and the stud.
tackle_link tackle_stud_link(double d);
// Without a stud, 6 d long and 3.35 d wide; mass and inertias of two cylinders and two half tori of steel.
tackle_link tackle_studless_link(double d);
// A part of a chain of bar diameter d [m]; the common link is the one with a stud.
tackle_link tackle_part(tackle_kind kind, double d);
// Half of a swivel, which turns on the other half where they meet; shaped as a link of half the pitch.
tackle_link tackle_swivel_half(double d);
// Its name in scenarios, such as "anchor_shackle".
const char *tackle_kind_name(tackle_kind kind);
// Whether it has a stud, or an equivalent filling.
bool tackle_kind_has_stud(tackle_kind kind);
// Whether the cable lifter's pockets take it: it is as long inside as a common link, and turns with its neighbours.
bool tackle_kind_fits_lifter(tackle_kind kind);
// Whether it joins two lengths of chain, and so is counted and marked.
bool tackle_kind_joins(tackle_kind kind);

// Grades 1..3 of stud-link chain: proof load and breaking load [N].
double tackle_proof_load(double d, int grade);
double tackle_breaking_load(double d, int grade);
// Pull that its windlass must keep up for 30 minutes [N], down to 82.5 m of water and deeper (depth in m).
double tackle_duty_pull(double d, int grade);
double tackle_deep_duty_pull(double d, int grade, double depth);
// Torque at which the stem of a swivel that has seized yields [N m].
double tackle_seized_torque(double d);

#endif
