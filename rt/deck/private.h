// SPDX-License-Identifier: MIT
// Functions and types that the files of a deck share, and the layout of chain and anchor at the start.
#ifndef HAWSE_RT_DECK_PRIVATE_H
#define HAWSE_RT_DECK_PRIVATE_H

#include "rt/deck/deck.h"
#include "rt/review/review.h"

#define START_STOPPER_ROOM 2.0 // least distance of the stopper from the cable lifter, in links

typedef struct start_layout {
    vec3 *path;    // joints between links from the shackle to the lifter and beyond (links of the model + 1)
    int links;     // links up to the lifter; the last one crosses it
    double sigma0; // fraction of the last link that is inboard of the lifter
    vec3 side;     // width direction of the first link
    vec3 top;      // where the chain turns from the pipe into the lead to the lifter [m]
    vec3 hang;     // where the chain turns from the pipe into hanging [m]
    pose shank;    // initial pose of the shank
    double hinge;  // initial hinge angle [rad]
} start_layout;

// A part of the deck. Each function may be NULL.
typedef struct deck_part {
    rt_status (*load)(deck *dk, rt_diag *d);                       // loads files, before the model exists
    rt_status (*add)(deck *dk, const start_layout *l, rt_diag *d); // adds it to the model, in the order of the table
    void (*free)(deck *dk);
} deck_part;

rt_status deck_load_meshes(deck *dk, rt_diag *d);
void deck_free_meshes(deck *dk);
// Loads the tables of the ship's motion; adds its sources and the motion of the model's axes; frees the tables.
rt_status deck_load_motion(deck *dk, rt_diag *d);
rt_status deck_add_motion(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_motion(deck *dk);
// Holds the ship at rest for the search for a start, or lets it move from its motion at the state's time.
void deck_hold_ship(deck *dk, bool held);
// Instruments of the bridge in the accepted state. Frame thread.
dyn_snapshot_conning deck_conning(const deck *dk);
// Upward speed of the hawse pipe's mouth in the world [m/s]. Frame thread.
double deck_hawse_speed(const deck *dk);
rt_status deck_add_tackle(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_tackle(deck *dk);
rt_status deck_load_laws(deck *dk, rt_diag *d);
rt_status deck_add_contact(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_contact(deck *dk);
// Adds buoyancy and drag of anchor and chain; without immersion, only the waves. RT_ERR_MEMORY.
rt_status deck_add_sea(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_sea(deck *dk);
// Makes the bottom and reads its bathymetry; none without ground.depth or ground.bathymetry. Needs the meshes.
// RT_ERR_FILE, RT_ERR_FORMAT with a message, also if the ship is aground or beside the grid.
rt_status deck_load_ground(deck *dk, rt_diag *d);
// Adds the bottom under the chain and the soil at the anchor. RT_ERR_MEMORY.
rt_status deck_add_ground(deck *dk, const start_layout *l, rt_diag *d);
void deck_free_ground(deck *dk);
// Writes the shares of links and anchor that soil covers, after the bodies.
void deck_write_mud(const deck *dk, dyn_snapshot *out);
// Mass of the soil that anchor and chain carry [kg]; 0 without ground.carries. Frame thread.
double deck_soil_carried(const deck *dk);
// Lets links on the bottom that have settled sleep at once. Set-up.
void deck_start_rest(deck *dk);
// Notes the scenario's weather; after the sea and the motion. Set-up.
rt_status deck_add_weather(deck *dk, const start_layout *l, rt_diag *d);
// Before a step: sets wind, current and waves by the command. Frame thread.
void deck_take_weather(deck *dk);
// Sets them as after the step of the restored command.
void deck_restore_weather(deck *dk);
// Height of the waves over the scenario's [1].
double deck_wave_share(const deck *dk, const rt_weather *w);
// Before a step: lets links on the bottom sleep and wake. Frame thread.
void deck_rest_links(deck *dk);
// Whether the anchor touches the bottom.
bool deck_anchor_grounded(const deck *dk);
// Depth of the water under the keel at midship [m], straight down; NaN without a bottom or a draught.
double deck_under_keel(const deck *dk);
// Writes the constants of the anchor watch and starts it; after the outcome and the events. Set-up.
void deck_define_watch(deck *dk);
// Input of the anchor watch from the accepted state; reads outcome and events, so update those first. Frame thread.
watch_input deck_watch_input(const deck *dk);
// Writes the anchor watch: all of it while the anchor is on the bottom, else its state alone. Frame thread.
void deck_write_watch(const deck *dk, dyn_snapshot_watch *out);
// Raises RT_EVENT_AGROUND once the keel touches the bottom anywhere. Frame thread.
void deck_judge_aground(deck *dk);
// Adds an element that acts on the tackle from the world; returns its index among the model's forces.
int deck_add_outside(deck *dk, dyn_force *force, const char *name);
// Names a force element for messages; at most DECK_FORCES elements.
void deck_name_force(deck *dk, const dyn_force *force, const char *name);

// Lays the chain from the anchor up to the hawse, along the pipe's axis and level to the lifter. Needs the special
// links loaded. Fails with a message; start_lay_out_free frees the layout in any case.
rt_status start_lay_out(const deck *dk, start_layout *l, rt_diag *d);
void start_lay_out_free(start_layout *l);
// Describes the design for the review; l: NULL, if no start could be laid out. Needs the meshes.
review_ship deck_describe_design(const deck *dk, const start_layout *l);
// Lays out the start and reviews the design: RT_ERR_FORMAT and messages if it cannot be. Needs the special links
// loaded; start_lay_out_free frees the layout in any case. ship, found: the design and its measures; may be NULL.
rt_status deck_lay_out(const deck *dk, start_layout *l, review_ship *ship, review *found, rt_diag *d);
// Reports an anchor that lies in the hull after the settling. RT_ERR_FORMAT if it does.
rt_status deck_review_settled(const deck *dk, rt_diag *d);
// Lets the chain settle in still water, then sets the anchor swinging and initialises the verdict.
rt_status deck_start(sim *s, rt_diag *d);
// Reads and prepares a mesh, or reads it from the cache. Warns once if the cache cannot be written.
rt_status deck_load_mesh(deck *dk, contact_prepared *m, const char *path, double scale, bool closed, rt_diag *d);
// Loads shapes, masses and meshes of the special links.
rt_status deck_load_special(deck *dk, rt_diag *d);
// Copies the breaking loads of the parts in chain.parts into the chain, which must exist. RT_ERR_MEMORY.
rt_status deck_set_strengths(deck *dk);
// Adds the contact of the special links; the common links' contact must exist.
rt_status deck_add_special_contact(deck *dk, const contact_material *m);
void deck_free_special(deck *dk);
// Inside length of a link of the chain, counted from 0 at the anchor [m].
double deck_pitch(const deck *dk, int link);
// Moments of inertia of gypsy and rotor: the scenario's, or by the chain's size [kg m²].
double deck_lifter_inertia(const scenario *sc);
double deck_motor_inertia(const scenario *sc);
// Adds windlass and chain locker of the scenario; chain and lifter must exist.
void deck_add_windlass(deck *dk);
// Checks that the chain is at least as long as the part laid out.
rt_status deck_check_locker(const deck *dk, const start_layout *l, rt_diag *d);
// Writes the windlass's gauges. Frame thread.
void deck_windlass_gauges(const deck *dk, dyn_gauges *g);
// Writes the constants from which the events are found. Set-up. RT_ERR_MEMORY.
rt_status deck_define_events(deck *dk);
// Input of the events from the last accepted state; reads the outcome, so update that first. Frame thread.
deck_input deck_events_input(const deck *dk);
// Resultant of the chain's forces on the anchor, but at the shackle [N], and the link that bears most; NaN if the model
// has no such contact. Frame thread.
double deck_chain_on_anchor(const deck *dk, int *link);
// Whether the operator holds the chain: by the brake, the stopper, or the lever at neutral. Frame thread.
bool deck_chain_is_held(const deck *dk);
// Writes the constants from which a jam is explained. Set-up.
void deck_define_jam(deck *dk);
// Initialises outcome, events and jam before the first step. RT_ERR_MEMORY.
rt_status deck_init_verdict(deck *dk);
// Updates outcome, events and the explanation of a jam by the accepted state. Frame thread.
void deck_judge(sim *s);
// Before a step: lets the pull test act, if the scenario asks for one. Frame thread.
void deck_prove(deck *dk);
// Whether a pull test runs or is due, so that the run must not end.
bool deck_goes_on(const sim *s);
// Updates the log of blows by the accepted state. Frame thread.
void deck_log_blows(deck *dk);
// Counts the touching contacts of a set and raises *force to their largest normal force [N].
int deck_count_touching(const contact_set *c, double *force);

// Functions of deck_kind outside deck.c.
sim_contacts deck_contacts(const sim *s);
dyn_gauges deck_gauges(const sim *s);
void deck_snapshot(const sim *s, dyn_snapshot *out);
bool deck_grip(const sim *s, int kind, int number, vec3 at, rt_pull *out);
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
