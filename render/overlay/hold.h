// SPDX-License-Identifier: MIT
// Contacts that hold the anchor back during heaving.
#ifndef HAWSE_RENDER_OVERLAY_HOLD_H
#define HAWSE_RENDER_OVERLAY_HOLD_H

#include "dynamics/snapshot/snapshot.h"

#define OVERLAY_HOLDS 4

typedef struct overlay_hold {
    int contact;          // index into the snapshot's contacts
    double held_n;        // force of the contact against the direction of heaving [N]
    double normal_n;      // normal force [N]
    double friction_used; // tangential force divided by the friction limit
} overlay_hold;

// True if the picture should name the holding contacts: jammed, or heaving without moving and not housed.
bool overlay_hold_applies(const dyn_snapshot *s);
// Finds the contacts that hold back at least a twentieth of the chain's pull, the strongest first. Returns their
// number. Heaving moves a link along itself toward the windlass, and the anchor in the direction of the first link.
int overlay_find_holds(const dyn_snapshot *s, overlay_hold out[OVERLAY_HOLDS]);

#endif
