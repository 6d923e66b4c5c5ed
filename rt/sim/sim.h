// SPDX-License-Identifier: MIT
// A simulated world, whatever is in it: a model, its state, and how the two are advanced, shown and judged. What
// differs from world to world is behind sim_kind; rt/deck and rt/mechanism are the two kinds, rt/world makes one from a
// scenario.
#ifndef HAWSE_RT_SIM_SIM_H
#define HAWSE_RT_SIM_SIM_H

#include "contact/prepare/prepare.h"
#include "dynamics/core/step.h"
#include "dynamics/snapshot/snapshot.h"
#include "rt/judge/blows.h"
#include "rt/judge/deck_events.h"
#include "rt/judge/outcome.h"
#include "rt/scenario/scenario.h"

#define SIM_SECTIONS 128
#define SIM_SECTION_NAME 96

typedef struct sim sim;

// A part of the state that has a hash of its own: sim/state.h.
typedef struct sim_section {
    char name[SIM_SECTION_NAME];
    size_t offset, size; // in the state's bytes
} sim_section;

// A column of a world's time series: its name and its SI unit.
typedef struct sim_column {
    const char *name, *unit;
} sim_column;

enum { SIM_CHARTS = 3 };

// Contacts of the last accepted step.
typedef struct sim_contacts {
    int pairs;        // triangle pairs, or wet faces, of all bodies that touch by meshes
    int anchor_pairs; // of the anchor alone
    int regions;      // of meshes
    int points;       // of links
    int items;        // places that the links' contact holds, touching or near
    uint64_t dropped; // items beyond the capacities
} sim_contacts;

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

// What a kind of world does in its own way. Functions run on the frame thread and neither allocate nor wait, but for
// start and destroy (set-up) and the names (messages).
typedef struct sim_kind {
    const char *name;     // "ship", "mechanism"
    bool has_windlass;    // it is worked by lever, brake, clutch and stopper, and heard
    bool frame_of_steps;  // whether several steps may make a frame
    size_t verdict_bytes; // of save_verdict

    rt_status (*start)(sim *s, rt_diag *d); // brings the assembled world to rest, or to its consistent start
    void (*destroy)(sim *s);                // frees all that the kind itself has
    void (*exchange)(sim *s);               // bodies join and leave before a step
    bool (*part)(sim *s);                   // bodies come apart after a step; true: accelerations start afresh
    void (*judge)(sim *s);                  // judges the accepted state: outcome and events

    int (*bodies)(const sim *s); // simulated now: links of a chain, or all
    sim_contacts (*contacts)(const sim *s);
    dyn_gauges (*gauges)(const sim *s);
    void (*snapshot)(const sim *s, dyn_snapshot *out);                  // all but number, time and timing
    bool (*evidence)(const sim *s, rt_event event, deck_evidence *out); // false: the event has no evidence
    void (*save_verdict)(const sim *s, void *to);                       // the verdict besides the outcome
    void (*restore_verdict)(sim *s, const void *from);

    void (*force_name)(const sim *s, int force, char *name,
                       size_t size); // each leaves the text unchanged for what it cannot name
    void (*body_name)(const sim *s, int body, char *name, size_t size);
    bool (*node_name)(const sim *s, int node, char *name, size_t size); // false: the node has no name of its own
    void (*row_name)(const sim *s, int row, char *name, size_t size);   // of a row beyond those of the bodies

    int (*columns)(const sim *s); // of its time series, the time first
    sim_column (*column)(const sim *s, int k);
    void (*values)(sim *s, double *value);                     // (columns) at the accepted state
    double (*row_interval)(const sim *s);                      // between two rows [s]
    int (*charts)(const sim *s, sim_column chart[SIM_CHARTS]); // channels that the report plots; returns their number
    bool (*chart_values)(sim *s, bool row_due, double value[SIM_CHARTS]); // false: none in this frame

    void (*status)(const sim *s, char *text, size_t size);  // for a line of progress; "" when there is nothing to say
    void (*explain)(const sim *s, char *text, size_t size); // the verdict and its reason in one line; "": not judged
} sim_kind;

struct sim {
    const sim_kind *kind;
    void *self; // data of the kind: a deck, a mechanism
    scenario sc;
    double residual[3]; // of the start: position [m], velocity [m/s], acceleration [m/s²]
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    sim_section section[SIM_SECTIONS];   // (n_sections), which together are the state
    uint16_t section_hash[SIM_SECTIONS]; // of the last sim_hash
    int n_sections;
    rt_command command; // of the last frame
    dyn_step_info step; // of the last frame
    rt_events events;   // bits of the last frame
    outcome outcome;    // where nothing is to be housed: never housed, never jammed
    sim_counters counters;
};

// How meshes are kept beside their files: prepared, unless the environment has HAWSE_MESH_CACHE=off. Set-up.
contact_cache_use sim_mesh_cache(void);
// Pattern, state, scratch and sections of a model that has all its parts. Set-up; RT_ERR_MEMORY with a message.
rt_status sim_finish_model(sim *s, rt_diag *d);
// Settles an assembled world: a ship's chain comes to rest and its anchor starts to swing; a mechanism is already
// consistent. RT_ERR_NUMERIC if the start is inconsistent, with the reason in d; the caller calls sim_destroy. Any one
// thread; other threads may read meshes, sizes and places meanwhile.
rt_status sim_start(sim *s, rt_diag *d);
void sim_destroy(sim *s);
// Advances by one step with this command; false when the state became non-finite (the last good state is kept). Frame
// thread.
bool sim_frame(sim *s, const rt_command *c, rt_profile *p);
// Makes up to n steps of sim_frame, with hash and snapshot (into scratch), and takes state and counts back to where
// they were: what follows is the same as without. Returns the steps made; 0 for want of memory. Not within a frame.
uint64_t sim_warm_up(sim *s, int n, dyn_snapshot *scratch);
// Simulated time [s].
double sim_time(const sim *s);
// Bodies of the chain that are simulated now, or of a mechanism.
int sim_bodies(const sim *s);
// Hash of the state (all that makes the next step identical); those of its sections go to section_hash.
uint64_t sim_hash(sim *s);
// The gauges of the last accepted state; of a mechanism the command alone. Frame thread.
dyn_gauges sim_gauges(const sim *s);
// Contacts of the last accepted step. Frame thread.
sim_contacts sim_contacts_of(const sim *s);
// Fills a snapshot of the last accepted state. Frame thread.
void sim_snapshot(const sim *s, dyn_snapshot *out);
// The numbers that made an event of the last frame so; false: it has none. Frame thread.
bool sim_evidence(const sim *s, rt_event event, deck_evidence *out);
// The verdict so far and its reason in one line; "" if this kind has no verdict.
void sim_explain(const sim *s, char *text, size_t size);

// Columns of the world's time series, the time first, and their values at the accepted state. Frame thread.
int sim_columns(const sim *s);
double sim_row_interval(const sim *s); // time between two rows [s]
sim_column sim_column_of(const sim *s, int k);
void sim_values(sim *s, double *value);

#endif
