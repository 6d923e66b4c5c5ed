// SPDX-License-Identifier: MIT
// The start of a scenario: where chain and anchor are laid out, and how they come to rest.
#ifndef HAWSE_RT_DECK_PRIVATE_H
#define HAWSE_RT_DECK_PRIVATE_H

#include "rt/world/sim.h"

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

// Lays the chain along the pipe's axis: hanging, up the pipe, level to the lifter. The special links are loaded.
rt_status start_lay_out(const sim *s, start_layout *l, rt_diag *d);
void start_lay_out_free(start_layout *l);
// The mesh, prepared, into m.
rt_status sim_mesh_load(sim *s, contact_prepared *m, const char *path, double scale, bool closed, rt_diag *d);
// The special links' meshes and masses; then, when the chain stands, strengths, and when link contact stands, theirs.
rt_status sim_special_load(sim *s, rt_diag *d);
rt_status sim_special_strength(sim *s); // the breaking loads of the list's parts into the chain; RT_ERR_MEMORY
rt_status sim_special_add_contact(sim *s, const contact_material *m);
void sim_special_free(sim *s);
// Inside length of a link of the chain, counted from 0 at the anchor [m].
double sim_pitch(const sim *s, int link);
// Windlass and chain locker of the scenario, when chain and lifter stand.
void sim_windlass_add(sim *s);
// The sea on anchor and chain, when all bodies stand; nothing where the scenario has none. RT_ERR_MEMORY.
rt_status sim_sea_add(sim *s);
// That there is as much chain as is laid out.
rt_status sim_windlass_check(const sim *s, const start_layout *l, rt_diag *d);
// What the gauges show of the windlass. Frame thread.
void sim_windlass_gauges(const sim *s, dyn_gauges *g);
// What the deck's events are found from: constants, at set-up; the last accepted state, after the outcome. Frame
// thread.
rt_status sim_deck_define(sim *s); // RT_ERR_MEMORY
deck_input sim_deck_input(const sim *s);
// What a jam is explained from: constants, at set-up; the last accepted state. Frame thread.
void sim_jam_define(sim *s);
jam_case sim_jam_case(const sim *s);
// What gauges, outcome and deck say before the first step.
rt_status sim_look_first(sim *s); // RT_ERR_MEMORY
// Tensions of the links and reactions of the anchor's joints into a snapshot whose bodies and contacts stand. Frame
// thread.
void sim_show_forces(const sim *s, dyn_snapshot *out);

#endif
