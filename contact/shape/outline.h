// SPDX-License-Identifier: MIT
// Outline of a contact region: its extent, which identifies the regions of the last step that it comes from.
#ifndef HAWSE_CONTACT_SHAPE_OUTLINE_H
#define HAWSE_CONTACT_SHAPE_OUTLINE_H

#include "dynamics/math/math3.h"

// World frame.
typedef struct contact_outline {
    vec3 centre;  // of the outline's polygon; friction acts here, where the touch's point moves between corners [m]
    vec3 half[2]; // half axes of the box in the contact plane that holds the outline [m]
    double share; // of the force of its depth that it bears (0..1)
} contact_outline;

#endif
