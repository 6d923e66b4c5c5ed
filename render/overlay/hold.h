// SPDX-License-Identifier: MIT
// Contacts that hold the anchor back while the windlass heaves.
#ifndef HAWSE_RENDER_OVERLAY_HOLD_H
#define HAWSE_RENDER_OVERLAY_HOLD_H

#include "dynamics/snapshot/snapshot.h"

#define OVERLAY_HOLDS 4

typedef struct overlay_hold {
    int contact;          // index into the snapshot's contacts
    double held_n;        // its force against the direction of heaving [N]
    double normal_n;      // its normal force [N]
    double friction_used; // tangential force over the friction limit
} overlay_hold;

// Whether the picture should explain: jammed, or heaving without moving and not housed.
bool overlay_hold_wanted(const dyn_snapshot *s);
// The contacts that hold back most, the strongest first, of those with a twentieth of the chain's pull or more; their
// number. A link would move along itself toward the windlass, the anchor as the first link pulls.
int overlay_holds(const dyn_snapshot *s, overlay_hold out[OVERLAY_HOLDS]);

#endif
