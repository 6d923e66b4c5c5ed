// SPDX-License-Identifier: MIT
// The start of a scenario: where chain and anchor are laid out, and how they come to rest.
#ifndef HAWSE_RT_DECK_PRIVATE_H
#define HAWSE_RT_DECK_PRIVATE_H

#include "rt/deck/deck.h"

#define START_STOPPER_ROOM 2.0 // least distance of the stopper from the cable lifter, in links

typedef struct start_layout {
    vec3 *path;    // joints between links from the shackle to the lifter and beyond (capacity + 1)
    int links;     // links up to the lifter, the last one crosses it
    double sigma0; // fraction of the last one that is inboard of it
    vec3 side;     // width direction of the first link
    vec3 top;      // where the chain turns from the pipe into the lead to the lifter [m]
    vec3 hang;     // where the chain turns from the pipe into hanging [m]
    pose shank;    // initial pose of the shank
    double hinge;  // initial hinge angle [rad]
} start_layout;

// A part of the deck. Each function may be NULL.
typedef struct deck_part {
    rt_status (*load)(deck *dk, rt_diag *d);                       // loads files, before the model exists
    rt_status (*add)(deck *dk, const start_layout *l, rt_diag *d); // into the model, in the order of the table
    void (*free)(deck *dk);
} deck_part;

rt_status deck_load_meshes(deck *dk, rt_diag *d);
void deck_free_meshes(deck *dk);
rt_status deck_add_tackle(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_tackle(deck *dk);
rt_status deck_load_laws(deck *dk, rt_diag *d);
rt_status deck_add_contact(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_contact(deck *dk);
// Adds the sea to anchor and chain; nothing if the scenario has none.
rt_status deck_add_sea(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_sea(deck *dk);
// Gives a force element its name, at most DECK_FORCES of them.
void deck_name(deck *dk, const dyn_force *force, const char *name);

// Lays the chain along the pipe's axis: hanging, up the pipe, level to the lifter. The special links are loaded.
rt_status start_lay_out(const deck *dk, start_layout *l, rt_diag *d);
void start_lay_out_free(start_layout *l);
// The chain settles in still water, then the anchor is set swinging.
rt_status deck_start(sim *s, rt_diag *d);
// The mesh, prepared, into m.
rt_status deck_load_mesh(deck *dk, contact_prepared *m, const char *path, double scale, bool closed, rt_diag *d);
// The special links' meshes and masses; then, when the chain stands, strengths, and when link contact stands, theirs.
rt_status deck_load_special(deck *dk, rt_diag *d);
rt_status deck_set_strengths(deck *dk); // the breaking loads of the list's parts into the chain; RT_ERR_MEMORY
rt_status deck_add_special_contact(deck *dk, const contact_material *m);
void deck_free_special(deck *dk);
// Inside length of a link of the chain, counted from 0 at the anchor [m].
double deck_pitch(const deck *dk, int link);
// Windlass and chain locker of the scenario, when chain and lifter stand.
void deck_add_windlass(deck *dk);
// That there is as much chain as is laid out.
rt_status deck_check_locker(const deck *dk, const start_layout *l, rt_diag *d);
// What the gauges show of the windlass. Frame thread.
void deck_windlass_gauges(const deck *dk, dyn_gauges *g);
// What the deck's events are found from: constants, at set-up; the last accepted state, after the outcome. Frame
// thread.
rt_status deck_define_events(deck *dk); // RT_ERR_MEMORY
deck_input deck_events_input(const deck *dk);
// What a jam is explained from: constants, at set-up.
void deck_define_jam(deck *dk);
// Initialises the verdict before the first step. RT_ERR_MEMORY
rt_status deck_begin_verdict(deck *dk);
// Takes the accepted state into outcome, events and, where the motor stalls, the explanation of a jam. Frame thread.
void deck_judge(sim *s);
// Touching contacts of a set; *force becomes their largest normal force where that is larger [N].
int deck_count_touching(const contact_set *c, double *force);
// Tensions of the links and reactions of the anchor's joints into a snapshot whose bodies and contacts stand. Frame
// thread.
void deck_write_forces(const deck *dk, dyn_snapshot *out);

// sim_kind's functions that have a file of their own.
sim_contacts deck_contacts(const sim *s);
dyn_gauges deck_gauges(const sim *s);
void deck_snapshot(const sim *s, dyn_snapshot *out);
void deck_force_name(const sim *s, int force, char *name, size_t size);
void deck_body_name(const sim *s, int body, char *name, size_t size);
bool deck_node_name(const sim *s, int node, char *name, size_t size);
void deck_row_name(const sim *s, int row, char *name, size_t size);
int deck_columns(const sim *s);
sim_column deck_column(const sim *s, int k);
void deck_values(sim *s, double *value);
int deck_charts(const sim *s, sim_column chart[SIM_CHARTS]);
bool deck_chart_values(sim *s, bool row_due, double value[SIM_CHARTS]);

#endif
