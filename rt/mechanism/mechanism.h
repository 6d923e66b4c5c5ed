// SPDX-License-Identifier: MIT
// A mechanism of a scenario put together: its points, vectors and bodies as nodes of the model, its joints, relative
// coordinates, drivers and force elements, and the values of the columns that it records.
#ifndef HAWSE_RT_MECHANISM_MECHANISM_H
#define HAWSE_RT_MECHANISM_MECHANISM_H

#include "contact/law/library.h"
#include "contact/prepare/prepare.h"
#include "contact/set/shape_contact.h"
#include "dynamics/core/step.h"
#include "dynamics/element/actuator.h"
#include "dynamics/element/applied.h"
#include "dynamics/element/friction.h"
#include "dynamics/element/spring_damper.h"
#include "dynamics/element/stop.h"
#include "dynamics/joint/driver.h"
#include "dynamics/joint/joint.h"
#include "dynamics/joint/relative_angle.h"
#include "dynamics/joint/relative_distance.h"
#include "rt/sim/sim.h"

// Rows and nodes that a part of the file added, for messages that name it.
typedef struct mechanism_part {
    const char *kind; // "joint"
    const rt_name *name;
    int first_bilinear, end_bilinear; // numbers of dyn_add_row
    int first_group, end_group;       // numbers of dyn_add_rows
} mechanism_part;

typedef union mechanism_force {
    dyn_spring_damper spring;
    dyn_friction friction;
    dyn_stop stop;
    dyn_actuator actuator;
    dyn_applied_force applied;
    dyn_applied_torque torque;
} mechanism_force;

// Arrays are indexed by the number in the file unless said otherwise. Elements do not move while the model lives.
typedef struct mechanism {
    const scenario_model *def;
    dyn_model *model;
    int *point, *vector;       // nodes, by number in the file
    int *body;                 // bodies, likewise
    pose *pose;                // of the model's bodies at the start
    dyn_joint *joint;          // empty for distance and inline
    dyn_relative_angle *angle; // by coordinate
    dyn_relative_distance *distance;
    int *coordinate; // nodes
    dyn_driver *driver;
    mechanism_force *force;
    dyn_scalar *scalar;             // by force: along which it acts
    int *force_index;               // by force: its number among the model's
    contact_solid *solid;           // by shape
    contact_prepared *mesh;         // by shape: of its file
    law_library *library;           // by material: of its own laws
    contact_plane_curve *curve;     // by shape: a curve's
    contact_shape_contact *contact; // by contact
    dyn_tie *tie;                   // nodes added to bodies
    int n_ties;
    vec3 *scratch;        // (nodes) for reactions
    double *lambda;       // multipliers that belong to the accepted accelerations (rows)
    mechanism_part *part; // joints, coordinates and drivers, in the order of addition
    int n_parts;
    unsigned char *given; // nodes with a velocity in the file
    vec3 *velocity;       // that velocity
    rt_command command;   // of the observed state
    double energy0;       // at the start [J]
} mechanism;

extern const sim_kind mechanism_kind;

// Builds the mechanism of the scenario into an empty world, at its consistent start. On failure nothing is left behind
// and d says why. Set-up.
rt_status mechanism_assemble(sim *s, rt_diag *d);
// The mechanism of the world; NULL when the world is of another kind.
const mechanism *mechanism_of(const sim *s);
// Adds everything of the file to an empty model. What is wrong is said with the line of the part.
rt_status mechanism_create(mechanism *k, const scenario *sc, dyn_model *m, rt_diag *d);
void mechanism_destroy(mechanism *k);
// Solves the initial problems; residuals go to *residual (position [m], velocity [m/s], acceleration [m/s²]). A
// mechanism that cannot be assembled, and velocities that contradict each other, are said with the part's name.
rt_status mechanism_start(mechanism *k, const scenario *sc, dyn_state *s, dyn_work *w, const rt_command *c,
                          double residual[3], rt_diag *d);
// Finds the multipliers of the accepted state, which reactions and drivers' forces are taken from. Once before the
// values of a row; after dyn_step or mechanism_start with this work.
void mechanism_observe(mechanism *k, dyn_state *s, dyn_work *w, const rt_command *c);
// Value of a column at the accepted and observed state.
double mechanism_record(const mechanism *k, const scenario_record *r, const dyn_state *s, const dyn_step_info *info);

#endif
