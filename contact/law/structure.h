// SPDX-License-Identifier: MIT
// Compliance of the structure behind the hull's surface: plating between frames, and boxes with another structure.
#ifndef HAWSE_CONTACT_LAW_STRUCTURE_H
#define HAWSE_CONTACT_LAW_STRUCTURE_H

#include "dynamics/math/math3.h"
#include <stdbool.h>

enum { CONTACT_STRUCTURE_BOXES = 32 };

// Steel plating.
typedef struct contact_plating {
    double thickness; // [m]; 0: rigid
    double spacing;   // of the frames [m]
    double length;    // of a panel along the frames [m]; 0: long
} contact_plating;

// A part of the hull with a structure of its own. Toward its faces the compliance passes into that around it.
typedef struct contact_structure_box {
    vec3 lo, hi;       // [m]
    double edge;       // depth of that passage, inside the box [m]
    double compliance; // [m/N]
} contact_structure_box;

typedef struct contact_structure {
    double compliance; // outside all boxes [m/N]; 0: rigid
    int n;
    contact_structure_box box[CONTACT_STRUCTURE_BOXES]; // (n); a later box covers an earlier one
} contact_structure;

// Deflection per load at the middle of a panel with clamped edges under a concentrated load, the panel's softest place:
// alpha s² / D with D = E t³ / (12 (1 - nu²)). Steel: E = 206 GPa, nu = 0.3. Linear: good for deflections up to half
// the thickness; a plate that deflects more is stiffer. [m/N]; 0 for a thickness of 0.
double contact_plating_compliance(const contact_plating *p);
// Compliance at a place, continuous in it [m/N]. Frame thread.
double contact_structure_compliance(const contact_structure *s, vec3 x);
// Whether any part of it yields.
bool contact_structure_yields(const contact_structure *s);

#endif
