// SPDX-License-Identifier: MIT
// The kind of world that is a ship's deck: anchor, chain and windlass on a hull, in the sea. Its parts are added by the
// table in deck.c.
#ifndef HAWSE_RT_DECK_DECK_H
#define HAWSE_RT_DECK_DECK_H

#include "contact/law/library.h"
#include "contact/prepare/prepare.h"
#include "contact/set/hull_body.h"
#include "contact/set/hull_foundation.h"
#include "contact/set/hull_links.h"
#include "dynamics/tackle/anchor.h"
#include "dynamics/tackle/stopper.h"
#include "dynamics/tackle/strength.h"
#include "dynamics/water/sea.h"
#include "dynamics/windlass/windlass.h"
#include "rt/judge/deck_events.h"
#include "rt/judge/jam.h"
#include "rt/sim/sim.h"

// A part of the anchor against the hull: one of two elements, by the scenario's method, and its result.
typedef struct deck_touch {
    contact_hull_body regions;
    contact_hull_foundation foundation;
    dyn_force *force;
    const contact_set *set;
    const contact_detect_info *info;
    const int *impacts;
} deck_touch;

// A link of the chain that is not a common one.
typedef struct deck_special {
    tackle_special own;
    tackle_link size; // shape of a link without a mesh
    bool stud;
    bool meshed; // contact by its mesh; else it is one of link_contact's, scaled
    contact_prepared mesh;
    contact_hull_body contact;
} deck_special;

// A force element and its name in messages.
typedef struct deck_named {
    const dyn_force *force;
    const char *name;
} deck_named;

enum { DECK_FORCES = 14 }; // besides the special links' contacts

typedef struct deck {
    sim *sim;
    vec3 hang; // where the chain turned from the pipe into hanging when it was laid out [m]
    contact_prepared hull, shank, head;
    bool cache_told; // reason why prepared meshes cannot be cached
    tackle_anchor anchor;
    tackle_chain chain;
    tackle_lifter lifter;
    tackle_windlass windlass;
    tackle_strength strength;
    tackle_stopper stopper;  // without a gypsy if the lead has no space for one
    tackle_sea sea;          // no parts where anchor and chain are not immersed
    contact_surface surface; // of the hull; empty with contact regions
    law_library laws;        // of the user's own
    deck_touch shank_contact, head_contact;
    contact_hull_links link_contact;
    deck_special *special; // (n_special)
    int n_special;
    int swivel; // link of the first swivel in the list of parts, -1: none, or no list
    deck_named named[DECK_FORCES];
    int n_named;
    deck_def events_def;
    deck_log log;
    int mark_link[DECK_MARKS];     // of each joining shackle: link of the chain
    double mark_share[DECK_MARKS]; // and how far along it
    jam_def jam_def;
    jam jam;          // of the last one that began
    double counter_m; // chain out as the counter on deck shows it [m]
} deck;

extern const sim_kind deck_kind;

// Builds the ship of the scenario into an empty world. On failure nothing is left behind and d says why. Set-up.
rt_status deck_assemble(sim *s, rt_diag *d);
// The deck of the world; NULL when the world is of another kind.
const deck *deck_of(const sim *s);
// Index of a link (counted from 0 at the anchor) in a snapshot's bodies; a link that broke has none. Frame thread.
int deck_snapshot_index(const deck *dk, int link);
// State and load of the chain stopper; zeros without one.
tackle_stopper_memory deck_stopper(const deck *dk);
// Links that touch the hull. Frame thread.
int deck_link_contacts(const deck *dk);
// The contacts that hold the anchor in the last accepted state, from which a jam is explained.
jam_case deck_jam_case(const deck *dk);

#endif
