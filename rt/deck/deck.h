// SPDX-License-Identifier: MIT
// World of kind "ship": anchor, chain and windlass on a hull, in the sea. The table in deck.c lists its parts.
#ifndef HAWSE_RT_DECK_DECK_H
#define HAWSE_RT_DECK_DECK_H

#include "contact/law/library.h"
#include "contact/prepare/prepare.h"
#include "contact/set/hull_body.h"
#include "contact/set/hull_foundation.h"
#include "contact/set/hull_links.h"
#include "contact/set/hull_loads.h"
#include "dynamics/ground/body.h"
#include "dynamics/ground/buried.h"
#include "dynamics/ground/carried.h"
#include "dynamics/ground/chain.h"
#include "dynamics/ground/rest.h"
#include "dynamics/manoeuvre/motion.h"
#include "dynamics/ship/ship.h"
#include "dynamics/tackle/anchor.h"
#include "dynamics/tackle/claw.h"
#include "dynamics/tackle/stopper.h"
#include "dynamics/tackle/strength.h"
#include "dynamics/water/plates.h"
#include "dynamics/water/run_off.h"
#include "dynamics/windlass/windlass.h"
#include "rt/jam/jam.h"
#include "rt/judge/blow_log.h"
#include "rt/judge/deck_events.h"
#include "rt/judge/proof.h"
#include "rt/sim/sim.h"
#include "rt/watch/watch.h"

// Contact of an anchor part with the hull: one of two elements, by the scenario's method, and pointers to its results.
typedef struct deck_part_contact {
    contact_hull_body regions;
    contact_hull_foundation foundation;
    dyn_force *force;
    const contact_set *set;
    const contact_detect_info *info;
    const int *impacts;
    const double *impact_speed;
} deck_part_contact;

// A link of the chain that is not a common link.
typedef struct deck_special {
    tackle_special own;
    tackle_link size; // shape of a link without a mesh
    bool stud;
    bool meshed; // true: contact by its mesh; false: link_contact has it, with its own size
    contact_prepared mesh;
    contact_hull_body contact;
} deck_special;

// A force element and its name in messages.
typedef struct deck_named {
    const dyn_force *force;
    const char *name;
} deck_named;

enum { DECK_ANCHOR_PARTS = 2 };

enum { DECK_FORCES = 26 }; // besides the special links' contacts

// The chain counter on deck.
typedef struct deck_counter {
    double reading; // [m]
    double from;    // chain out at its zero [m]
    bool zeroed;    // its zero was set
} deck_counter;

// The weather of the scenario, which commands change.
typedef struct deck_weather {
    dyn_waves waves; // with the current
    rt_weather now;  // by the last command
} deck_weather;

typedef struct deck {
    sim *sim;
    vec3 hang; // point of the initial layout where the chain leaves the pipe and hangs [m]
    contact_prepared hull, shank, head;
    bool cache_warned; // the user has had the warning that the cache cannot be written
    tackle_anchor anchor;
    tackle_chain chain;
    tackle_lifter lifter;
    tackle_windlass windlass;
    tackle_strength strength;
    tackle_stopper stopper; // stopper.lifter is NULL if the lead has no space for a stopper
    tackle_claw claw;       // the same
    moving_ship ship;       // its sources: none at rest
    ship_prescribed prescribed;
    ship_table responses;
    ship_wave_motion wave_motion;
    manoeuvre_motion manoeuvring; // scratch NULL: the ship does not manoeuvre
    tackle_sea sea;               // no parts with sea.immersion: none
    deck_weather weather;
    tackle_plates plates;          // none without sea.fluke_lift
    tackle_run_off run_off;        // of the anchor's head; time 0: none
    ground_bottom bottom;          // empty without ground.depth or ground.bathymetry
    int32_t aground;               // the keel touches it
    ground_chain ground_chain;     // no links without a bottom
    ground_buried ground_buried;   // the same
    ground_body ground_anchor;     // the same
    ground_carried ground_carried; // no bodies without ground.carries
    ground_rest ground_rest;       // no chain without ground.rest
    int ground_force[2];           // indices of chain and anchor among the model's forces
    int carried_force;             // of the soil carried, if it has bodies
    contact_surface surface;       // the hull's, for the foundation; empty with contact regions
    contact_structure structure;   // of the hull behind its surface
    law_library laws;              // the user's contact laws
    deck_part_contact shank_contact, head_contact;
    contact_hull_links link_contact;
    contact_hull_links anchor_links[DECK_ANCHOR_PARTS]; // chain on shank and head; no links without that contact
    deck_special *special;                              // (n_special)
    int n_special;
    int swivel; // link of the first swivel in chain.parts; -1: none, or no list
    deck_named named[DECK_FORCES];
    int n_named;
    deck_def events_def;
    deck_log log;
    watch_def watch_def; // of a ship over a bottom
    anchor_watch watch;
    double inboard;                // chain from the hawse to the lifter [m]
    int mark_link[DECK_MARKS];     // link of the chain that carries each joining shackle
    double mark_share[DECK_MARKS]; // position of the joining shackle along that link, 0 outboard .. 1 inboard
    jam_def jam_def;
    jam jam; // the latest jam
    blow_log blows;
    proof_test proof; // the pull test
    vec3 gravity;     // without the accelerations of that test [m/s²]
    deck_counter counter;
} deck;

extern const sim_kind deck_kind;

// Builds the ship of the scenario into an empty world. Fails with a message and then frees everything. Set-up.
rt_status deck_assemble(sim *s, rt_diag *d);
// Deck of the world; NULL for a world of another kind.
const deck *deck_of(const sim *s);
// The outcome of the manoeuvre: without what a pull test did to the housed anchor afterwards.
const outcome *deck_outcome(const sim *s);
// Index in a snapshot's bodies of a link, counted from 0 at the anchor; not for the broken link, which is not shown.
// Frame thread.
int deck_snapshot_index(const deck *dk, int link);
// State and load of the chain lashing; zeros without one.
tackle_claw_memory deck_claw(const deck *dk);
// State and load of the chain stopper; zeros without one.
tackle_stopper_memory deck_stopper(const deck *dk);
// Number of the links' touching contacts with the hull. Frame thread.
int deck_link_contacts(const deck *dk);
// Triangle of the hull nearest to a place within 1 m, counted from 0 as in the prepared mesh; -1: none. ctx: the deck.
int deck_hull_triangle(const void *ctx, vec3 place);
// Adds the contacts of the last accepted step to the loads of the hull. Frame thread.
void deck_add_hull_loads(const deck *dk, contact_hull_loads *l);
// Poses, pull and contacts of the anchor in the last accepted state, as input to the explanation of a jam.
jam_case deck_jam_case(const deck *dk);

#endif
