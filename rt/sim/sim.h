// SPDX-License-Identifier: MIT
// Simulated world: a model, its state, and the functions that step, show and judge them. sim_kind holds the differences
// between worlds: rt/deck and rt/mechanism are the two kinds. rt/world creates either from a scenario.
#ifndef HAWSE_RT_SIM_SIM_H
#define HAWSE_RT_SIM_SIM_H

#include "contact/prepare/prepare.h"
#include "dynamics/core/step.h"
#include "dynamics/element/pull.h"
#include "dynamics/snapshot/snapshot.h"
#include "rt/judge/blows.h"
#include "rt/judge/deck_events.h"
#include "rt/judge/outcome.h"
#include "rt/judge/pull_log.h"
#include "rt/judge/trust.h"
#include "rt/scenario/scenario.h"

#define SIM_SECTIONS 128
#define SIM_SECTION_NAME 96

typedef struct sim sim;

// A part of the state with its own hash: rt/sim/state.h.
typedef struct sim_section {
    char name[SIM_SECTION_NAME];
    size_t offset, size; // within the state's bytes
} sim_section;

// A column of a world's time series: its name and its SI unit.
typedef struct sim_column {
    const char *name, *unit;
} sim_column;

enum { SIM_CHARTS = 5 };

// Contacts of the last accepted step.
typedef struct sim_contacts {
    int pairs;        // triangle pairs, or wet faces, of all bodies that touch by meshes
    int anchor_pairs; // of the anchor alone
    int regions;      // contact regions of meshes
    int points;       // contacts of links
    int items;        // contact items of the links, touching or near
    uint64_t dropped; // items beyond the capacities
} sim_contacts;

// Counts and extremes of the run so far, for the report.
typedef struct sim_counters {
    uint64_t newton, newton_frames, cap_hits, pivots, dropped; // pivots: regularised
    uint64_t divided, substeps;                                // steps divided into substeps; those substeps
    int newton_max, pairs_max, regions_max, points_max;
    double phi_max_m;
    double rcond_min; // least estimate of the tangent's reciprocal condition
    blows blows;      // impacts of the anchor on the hull
    trust trust;
    uint64_t event[RT_EVENT_COUNT];
} sim_counters;

// Generalised force and position of the drive that does work on the world, at the accepted state.
typedef struct sim_drive {
    bool known; // false: other forces do work, too, which the world does not count
    double force, at;
    const char *limit; // limit of the model that the world has reached; NULL: none
} sim_drive;

// Interface of a kind of world. Functions run on the frame thread and neither allocate nor block. Exceptions: start and
// destroy (set-up) and the names (messages).
typedef struct sim_kind {
    const char *name;     // "ship", "mechanism"
    bool has_windlass;    // has lever, brake, clutch, stopper and sound
    bool frame_of_steps;  // a frame may consist of several steps
    size_t verdict_bytes; // bytes that save_verdict writes

    rt_status (*start)(sim *s, rt_diag *d); // brings the assembled world to rest, or to a consistent start
    void (*destroy)(sim *s);                // frees the data of the kind
    void (*exchange)(sim *s);               // before a step: adds and removes bodies; may replace s->command
    bool (*part)(sim *s);                   // separates bodies after a step; true: recompute the accelerations
    void (*judge)(sim *s);                  // judges the accepted state: outcome and events
    bool (*goes_on)(const sim *s);          // true: the run must not end yet; NULL: it may

    sim_drive (*drive)(const sim *s);

    // Fills kind, number and `at` of the pull at the point `at` [m] of a snapshot's body; false: it cannot be pulled.
    // Any thread.
    bool (*grip)(const sim *s, int kind, int number, vec3 at, rt_pull *out);
    int (*bodies)(const sim *s); // bodies simulated now: links of a chain, or all bodies
    sim_contacts (*contacts)(const sim *s);
    dyn_gauges (*gauges)(const sim *s);
    void (*snapshot)(const sim *s, dyn_snapshot *out);                  // all fields but frame, t and timing
    bool (*evidence)(const sim *s, rt_event event, deck_evidence *out); // false: the event has no evidence
    void (*save_verdict)(const sim *s, void *to);                       // the kind's verdict, without the outcome
    void (*restore_verdict)(sim *s, const void *from);

    void (*force_name)(const sim *s, int force, char *name,
                       size_t size); // the name functions leave the text unchanged if they have no name
    void (*body_name)(const sim *s, int body, char *name, size_t size);
    bool (*node_name)(const sim *s, int node, char *name, size_t size); // false: the node has no name of its own
    void (*row_name)(const sim *s, int row, char *name, size_t size);   // a constraint row after those of the bodies

    int (*columns)(const sim *s); // columns of the time series, the time first
    sim_column (*column)(const sim *s, int k);
    void (*values)(sim *s, double *value);                     // (columns) values at the accepted state
    double (*row_interval)(const sim *s);                      // between two rows [s]
    int (*charts)(const sim *s, sim_column chart[SIM_CHARTS]); // channels that the report plots; returns their number
    bool (*chart_values)(sim *s, bool row_due, double value[SIM_CHARTS]); // false: none in this frame

    void (*status)(const sim *s, char *text, size_t size); // text for a line of progress; "": none
    void (*explain)(const sim *s, char *text,
                    size_t size); // verdict and reason in one line; "": the kind has no verdict
} sim_kind;

struct sim {
    const sim_kind *kind;
    void *self; // data of the kind: a deck, a mechanism
    scenario sc;
    double residual[3]; // residuals of the start: position [m], velocity [m/s], acceleration [m/s²]
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    dyn_pull pull;                       // element of a pull by hand
    sim_section section[SIM_SECTIONS];   // (n_sections); together they cover the state
    uint16_t section_hash[SIM_SECTIONS]; // hashes of the last sim_hash
    int n_sections;
    rt_command command; // command of the last frame
    dyn_step_info step; // statistics of the last frame's step
    rt_events events;   // events of the last frame, as bits
    double energy;      // at the accepted state, if energy_known [J]
    bool energy_known;
    outcome outcome; // a world without an anchor is never housed and never jammed
    pull_log pulls;  // by hand, so far
    sim_counters counters;
};

// Whether prepared meshes are cached beside their files: yes, unless the environment has HAWSE_MESH_CACHE=off. Set-up.
contact_cache_use sim_mesh_cache(void);
// Adds the element of a pull by hand, of this reach (dyn_pull) [m], and creates sparsity pattern, state, scratch memory
// and sections of a complete model. Set-up; RT_ERR_MEMORY with a message.
rt_status sim_finish_model(sim *s, double reach, rt_diag *d);
// Settles an assembled world: a ship's chain comes to rest and its anchor starts to swing; a mechanism gets a
// consistent start. RT_ERR_NUMERIC, with the reason in d, if the start is inconsistent; then call sim_destroy. Any one
// thread; other threads may read meshes, sizes and positions meanwhile.
rt_status sim_start(sim *s, rt_diag *d);
void sim_destroy(sim *s);
// Advances the world by one step with this command. p may be NULL. False when the state became non-finite. Frame
// thread.
bool sim_frame(sim *s, const rt_command *c, rt_profile *p);
// Warms caches: runs up to n steps of sim_frame, with hash and snapshot (into scratch), then restores state and counts.
// Later steps are bit-identical to those without a warm-up. Returns the steps run; 0: out of memory. Not within a
// frame.
uint64_t sim_warm_up(sim *s, int n, dyn_snapshot *scratch);
// Simulated time [s].
double sim_time(const sim *s);
// Number of bodies simulated now: links of the chain, or all bodies of a mechanism.
int sim_bodies(const sim *s);
// Hash of the state, which is all that makes the next step identical. Writes the hashes of the sections to
// section_hash.
uint64_t sim_hash(sim *s);
// Gauges of the last accepted state; a mechanism has the command only. Frame thread.
dyn_gauges sim_gauges(const sim *s);
// Contacts of the last accepted step. Frame thread.
sim_contacts sim_contacts_of(const sim *s);
// Whether the run must not end yet, since a pull test runs. Frame thread.
bool sim_goes_on(const sim *s);
// Fills a snapshot of the last accepted state. Frame thread.
void sim_snapshot(const sim *s, dyn_snapshot *out);
// Values that triggered an event of the last frame; false: the event has no evidence. Frame thread.
bool sim_evidence(const sim *s, rt_event event, deck_evidence *out);
// Verdict so far and its reason in one line; "": the kind has no verdict.
void sim_explain(const sim *s, char *text, size_t size);

// Columns of the world's time series, the time first, and their values at the accepted state. Frame thread.
int sim_columns(const sim *s);
double sim_row_interval(const sim *s); // time between two rows [s]
sim_column sim_column_of(const sim *s, int k);
void sim_values(sim *s, double *value);

#endif
