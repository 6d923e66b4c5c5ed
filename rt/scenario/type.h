// SPDX-License-Identifier: MIT
// A ship's parts by parameter: anchors by type and mass, and the bow by its pocket. Their meshes are the shipped ones,
// or are made from their CAD source once and kept.
#ifndef HAWSE_RT_SCENARIO_TYPE_H
#define HAWSE_RT_SCENARIO_TYPE_H

#include "rt/scenario/scenario.h"

#define SCENARIO_ANCHOR_REFERENCE 6414.0 // mass of the anchors as they are shipped [kg]

// Defaults of an anchor type.
typedef struct scenario_anchor_type {
    const char *prefix; // of its meshes shank.ply and head.ply
    double shackle;     // crown pin to the shackle's bearing point, at the reference mass [m]
    double hinge_stop;  // [rad], both ways
    double head_share;  // part of the mass in the head
} scenario_anchor_type;
// The type's figures; NULL for SCENARIO_ANCHOR_MESHES.
const scenario_anchor_type *scenario_anchor_type_of(int type);

// The folder of the shipped models and their CAD sources: that of the environment's HAWSE_MODELS, else where the
// program was built.
const char *scenario_models(void);
// Checks that ship and anchor are each given by mesh or by parameter; line: of each of the table's n keys, 0 if absent.
rt_status scenario_type_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                              rt_diag *d);
// Fills s->ship and s->anchor from s->given.
rt_status scenario_type_derive(const char *file, scenario *s, rt_diag *d);
// Makes the mesh of a hull by parameter that does not exist yet. It takes seconds, needs Gmsh and Python, and reports
// its progress on a terminal. RT_ERR_FILE with a message that names what is missing. Set-up only.
rt_status scenario_type_make(const scenario *s, rt_diag *d);

#endif
