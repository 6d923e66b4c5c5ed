// SPDX-License-Identifier: MIT
// Assembles the mechanism of a scenario: points, vectors and bodies as nodes of the model, then joints, relative
// coordinates, drivers, force elements and contacts. Evaluates the recorded columns.
#ifndef HAWSE_RT_MECHANISM_MECHANISM_H
#define HAWSE_RT_MECHANISM_MECHANISM_H

#include "contact/law/library.h"
#include "contact/prepare/prepare.h"
#include "contact/set/shape_contact.h"
#include "dynamics/coordinate/angle.h"
#include "dynamics/coordinate/distance.h"
#include "dynamics/coordinate/driver.h"
#include "dynamics/coordinate/gear.h"
#include "dynamics/coordinate/travel.h"
#include "dynamics/core/step.h"
#include "dynamics/element/actuator.h"
#include "dynamics/element/applied.h"
#include "dynamics/element/drag.h"
#include "dynamics/element/friction.h"
#include "dynamics/element/rope.h"
#include "dynamics/element/spring_damper.h"
#include "dynamics/element/stop.h"
#include "dynamics/joint/joint.h"
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
    dyn_rope rope;
    dyn_drag drag;
} mechanism_force;

// Arrays are indexed by number in the file unless a comment says otherwise. Elements keep their address while the model
// exists.
typedef struct mechanism {
    const scenario_model *def;
    dyn_model *model;
    int *point, *vector;       // nodes, by number in the file
    int *body;                 // bodies of the model, by number in the file
    pose *pose;                // of the model's bodies at the start
    dyn_joint *joint;          // empty for distance, inline, gear, rack
    int *row;                  // by joint: first bilinear row of distance and inline
    dyn_gear *gear;            // by joint: of gear and rack
    dyn_relative_angle *angle; // by coordinate
    dyn_relative_distance *distance;
    dyn_relative_travel *travel;
    int *coordinate; // nodes
    dyn_driver *driver;
    mechanism_force *force;
    dyn_scalar *scalar;             // by force: coordinate along which the force acts
    int *force_index;               // by force: index among the model's forces
    contact_solid *solid;           // by shape
    contact_prepared *mesh;         // by shape: mesh of its file, or of its triangles
    law_library *library;           // by material: the user's laws
    contact_plane_curve *curve;     // by shape: contour of a curve
    contact_shape_contact *contact; // by contact
    dyn_tie *tie;                   // ties of the nodes added to bodies
    int n_ties;
    vec3 *scratch;        // (nodes) for reactions
    double *lambda;       // (rows) multipliers that belong to the accepted accelerations
    mechanism_part *part; // joints, coordinates, gears and drivers, in the order of addition
    int n_parts;
    unsigned char *given; // (nodes) 1: the file gives the node's velocity
    vec3 *velocity;       // (nodes) that velocity
    rt_command command;   // of the last mechanism_solve_multipliers
    double energy0;       // energy at the start [J]
} mechanism;

extern const sim_kind mechanism_kind;

// Builds the mechanism of the scenario into an empty world, at a consistent start. Fails with a message and then frees
// everything. Set-up.
rt_status mechanism_assemble(sim *s, rt_diag *d);
// Mechanism of the world; NULL for a world of another kind.
const mechanism *mechanism_of(const sim *s);
// Adds all parts of the file to an empty model. An error message has the line of the faulty part.
rt_status mechanism_create(mechanism *k, const scenario *sc, dyn_model *m, rt_diag *d);
void mechanism_destroy(mechanism *k);
// Solves the initial problems and writes their residuals: position [m], velocity [m/s], acceleration [m/s²]. Fails if
// the mechanism cannot be assembled or its velocities contradict each other; the message names the part.
rt_status mechanism_start(mechanism *k, const scenario *sc, dyn_state *s, dyn_work *w, const rt_command *c,
                          double residual[3], rt_diag *d);
// Solves for the multipliers of the accepted state, from which reactions and drivers' forces follow. Call it once
// before mechanism_column_value, after dyn_step or mechanism_start with this work.
void mechanism_solve_multipliers(mechanism *k, dyn_state *s, dyn_work *w, const rt_command *c);
// Value of a column at the accepted state; call mechanism_solve_multipliers first.
double mechanism_column_value(const mechanism *k, const scenario_record *r, const dyn_state *s,
                              const dyn_step_info *info);

#endif
