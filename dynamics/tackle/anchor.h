// SPDX-License-Identifier: MIT
// The anchor: shank and head on a hinge with stops, pin friction and optional play. The shackle is a ball joint
// (swivel) with friction about the chain's axis, or a hinge that transmits torsion.
// Both body frames have their origin at the crown pin and x along the hinge. z points from the pin to the shackle
// (shank) or to the closed fluke tips (head). The hinge angle turns the head about x; at 0 the frames coincide.
#ifndef HAWSE_DYNAMICS_TACKLE_ANCHOR_H
#define HAWSE_DYNAMICS_TACKLE_ANCHOR_H

#include "dynamics/core/model.h"
#include "dynamics/element/friction.h"
#include "dynamics/element/stop.h"

typedef struct tackle_anchor_def {
    double shank_mass, head_mass;        // [kg]
    vec3 shank_centre, head_centre;      // centres of mass, body frames [m]
    mat3 shank_inertia, head_inertia;    // about the centres of mass [kg m²]
    double shackle;                      // z of the shackle point in the shank's frame [m]
    double hinge_stop;                   // [rad], both ways
    double stop_stiffness, stop_damping; // [N m/rad], [N m s/rad]
    double play;                         // radial clearance of the crown pin in its bores [m]; 0: none
    double pin_stiffness, pin_damping;   // of the pin's bearing, with play [N/m], [N s/m]
    double pin_friction;                 // torque [N m]
    bool no_swivel;                      // the shackle hinges in the shank as links do, and transmits torsion
    double swivel_friction;              // coefficient × radius [m]: torque limit per newton of tension
    double swivel_seized;                // torque limit of the seized swivel [N m]
    pose shank;                          // initial pose of the shank
    double hinge;                        // initial hinge angle [rad]
} tackle_anchor_def;

typedef struct tackle_anchor {
    tackle_anchor_def def;
    int shank, head;                                    // bodies
    int shackle, pin, hinge_axis, v_shank, tip, v_head; // nodes
    int pin_head;                                       // the head's end of the crown pin: `pin` without play
    dyn_stop stop, pin_play;
    dyn_friction pin_friction, swivel_friction;
} tackle_anchor;

// Damping of a stop of this stiffness from which a body of this inertia rebounds with this share (0..1] of its speed.
// The stop is a linear spring and damper that never pulls.
double tackle_rebound_damping(double stiffness, double inertia, double restitution);
// Adds the two bodies. Nodes are numbered from the head to the shackle: the chain continues the band of the matrix.
rt_status tackle_anchor_add(tackle_anchor *a, dyn_model *m, const tackle_anchor_def *def);
// Adds hinge stops, pin friction, and swivel friction against link 0 (body `link`, width node `link_u`; -1: no chain).
// With no_swivel it adds a row instead of the swivel friction: the width of link 0 must then be normal to the hinge
// axis.
void tackle_anchor_finish(tackle_anchor *a, dyn_model *m, int link, int link_u);
// Angle of the head against the shank [rad].
double tackle_anchor_hinge(const tackle_anchor *a, const dyn_eval *e);

#endif
