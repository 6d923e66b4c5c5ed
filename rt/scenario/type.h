// SPDX-License-Identifier: MIT
// A ship's parts by parameter: anchors by type and mass, and the bow by its pocket. They use the shipped meshes, or
// meshes made once from their CAD source.
#ifndef HAWSE_RT_SCENARIO_TYPE_H
#define HAWSE_RT_SCENARIO_TYPE_H

#include "rt/scenario/scenario.h"

#define SCENARIO_ANCHOR_REFERENCE 6414.0 // mass of the shipped anchors [kg]

// Defaults of an anchor type.
typedef struct scenario_anchor_type {
    const char *shank, *head; // its meshes
    double shackle;           // crown pin to the shackle's bearing point, at the reference mass [m]
    double hinge_stop;        // [rad], both ways
    double head_share;        // share of the mass in the head
    // Fluke seats at the reference mass (config/models/README.md): seat above the pin, pin from the face [m]; 0: none
    double seat_tip, seat_off;
} scenario_anchor_type;
// The type's defaults; NULL for SCENARIO_ANCHOR_MESHES.
const scenario_anchor_type *scenario_anchor_type_of(int type);

// The folder of the shipped models and their CAD sources: the environment variable HAWSE_MODELS, else the folder at
// build time.
const char *scenario_models_folder(void);
// Checks that ship and anchor are each given by mesh or by parameter. line: the line of each of the table's n keys, 0
// if absent.
rt_status scenario_type_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                              rt_diag *d);
// Fills s->ship and s->anchor from s->given.
rt_status scenario_type_derive(const char *file, scenario *s, rt_diag *d);
// Makes the mesh of a parametric hull unless it exists. Takes seconds, needs Gmsh and Python, and reports progress on a
// terminal. RT_ERR_FILE with a message that names the missing part. Set-up only.
rt_status scenario_type_make_mesh(const scenario *s, rt_diag *d);

#endif
