// SPDX-License-Identifier: MIT
// The composition: model, state, contact, windlass and outcome put together from a scenario. sim_frame is the only way
// to advance it, in real time, in software-in-the-loop and in replay alike.
#ifndef HAWSE_RT_WORLD_SIM_H
#define HAWSE_RT_WORLD_SIM_H

#include "contact/set/hull_body.h"
#include "contact/set/hull_foundation.h"
#include "contact/set/hull_links.h"
#include "contact/prepare/prepare.h"
#include "dynamics/snapshot/snapshot.h"
#include "dynamics/core/step.h"
#include "dynamics/tackle/anchor.h"
#include "dynamics/water/sea.h"
#include "dynamics/tackle/stopper.h"
#include "dynamics/tackle/strength.h"
#include "dynamics/tackle/windlass.h"
#include "rt/judge/blows.h"
#include "rt/judge/deck_events.h"
#include "rt/judge/jam.h"
#include "rt/mechanism/mechanism.h"
#include "rt/judge/outcome.h"
#include "rt/scenario/scenario.h"

// A part of the anchor against the hull, by the scenario's method: one of the two elements, and what it tells.
typedef struct sim_part {
    contact_hull_body regions;
    contact_hull_foundation foundation;
    dyn_force *force;
    const contact_set *set;
    const contact_detect_info *info;
    const int *impacts;
} sim_part;

// A link of the chain that is not a common one.
typedef struct sim_special {
    tackle_special own;
    tackle_link size; // without a mesh: of what it is drawn and touched as
    bool stud;
    bool meshed; // contact by its mesh; otherwise it is one of link_contact's, of another size
    contact_prepared mesh;
    contact_hull_body contact;
} sim_special;

#define SIM_SECTIONS 128
#define SIM_SECTION_NAME 96

// A part of the state that has a hash of its own: sim_state.h.
typedef struct sim_section {
    char name[SIM_SECTION_NAME];
    size_t offset, size; // in the state's bytes
} sim_section;

// Highest counts so far, for the report.
typedef struct sim_counters {
    uint64_t newton, newton_frames, cap_hits, dropped;
    uint64_t divided, substeps; // steps done in parts, and their parts
    int newton_max, pairs_max, regions_max, points_max;
    double phi_max_m;
    double rcond_min; // least estimate of the tangent's reciprocal condition
    blows blows;      // of the anchor on the hull
    uint64_t event[RT_EVENT_COUNT];
} sim_counters;

typedef struct sim {
    scenario sc;
    mechanism mechanism; // of a scenario that has a model of its own; all of the ship below is then empty
    double residual[3];  // of the start: position [m], velocity [m/s], acceleration [m/s²]
    vec3 hang;           // where the chain turned from the pipe into hanging when it was laid out [m]
    contact_prepared hull, shank, head;
    bool cache_told; // that prepared meshes cannot be kept
    dyn_model model;
    tackle_anchor anchor;
    tackle_chain chain;
    tackle_lifter lifter;
    tackle_windlass windlass;
    tackle_strength strength;
    tackle_stopper stopper;  // without a lifter where the lead has no room for one
    tackle_sea sea;          // no parts where anchor and chain are not immersed
    contact_surface surface; // of the hull; empty with contact regions
    law_library laws;        // of the user's own
    sim_part shank_contact, head_contact;
    contact_hull_links link_contact;
    sim_special *special; // (n_special)
    int n_special;
    int swivel; // link of the first swivel in the list of parts, -1: none, or no list
    dyn_state state;
    dyn_work *work;
    sim_section section[SIM_SECTIONS];   // (n_sections), which together are the state
    uint16_t section_hash[SIM_SECTIONS]; // of the last sim_hash
    int n_sections;
    rt_command command; // of the last frame
    dyn_step_info step; // of the last frame
    rt_events events;   // bits of the last frame
    outcome outcome;
    deck_def deck_def;
    deck deck;
    int mark_link[DECK_MARKS];     // of each joining shackle: link of the chain
    double mark_share[DECK_MARKS]; // and how far along it
    jam_def jam_def;
    jam jam;          // of the last one that began
    double counter_m; // chain out as the counter on deck shows it [m]
    sim_counters counters;
} sim;

// Whether prepared meshes are kept beside the meshes: yes, unless the environment has HAWSE_MESH_CACHE=off.
contact_cache_use sim_mesh_cache(void);
// Builds everything from the scenario. On failure nothing is left behind and d says why.
rt_status sim_assemble(sim *s, const scenario *sc, rt_diag *d);
// Lets the chain of an assembled ship settle and sets the anchor swinging; a mechanism stands already. RT_ERR_NUMERIC
// when the start is not consistent: d says why, and what is left is for sim_destroy. Any one thread; meshes, sizes and
// places that the scenario gives may be read meanwhile.
rt_status sim_start(sim *s, rt_diag *d);
// Both; on failure nothing is left behind.
rt_status sim_create(sim *s, const scenario *sc, rt_diag *d);
void sim_destroy(sim *s);
// Advances by one step with this command; false when the state became non-finite (the last good state is kept). Frame
// thread.
bool sim_frame(sim *s, const rt_command *c, rt_profile *p);
// Makes up to n steps of sim_frame, with hash and snapshot (into scratch), and takes state and counts back to where
// they were: what follows is the same as without. Returns the steps made; 0 for want of memory. Not within a frame.
uint64_t sim_warm_up(sim *s, int n, dyn_snapshot *scratch);
// True for a mechanism, false for a ship.
static inline bool sim_is_mechanism(const sim *s) { return s->sc.model_line != 0; }
// Simulated time [s].
double sim_time(const sim *s);
// Bodies of the chain that are simulated now, or of a mechanism.
int sim_links(const sim *s);
// Hash of the state (all that makes the next step identical); those of its sections go to section_hash.
uint64_t sim_hash(sim *s);
// The gauges of the last accepted state; of a mechanism the command alone. Frame thread.
dyn_gauges sim_gauges(const sim *s);
// Where a link (counted from 0 at the anchor) stands in a snapshot's bodies: one that broke is left out. Frame thread.
int sim_shown_at(const sim *s, int link);
// What the chain stopper remembers, its state and load; all zero where there is none.
tackle_stopper_memory sim_stopper(const sim *s);
// Links that touch the hull. Frame thread.
int sim_link_contacts(const sim *s);
// Fills a snapshot of the last accepted state. Frame thread.
void sim_snapshot(const sim *s, dyn_snapshot *out);

#endif
