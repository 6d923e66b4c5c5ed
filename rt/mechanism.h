// SPDX-License-Identifier: MIT
// A mechanism of a scenario put together: its points, vectors and bodies as nodes of the model, its joints, relative
// coordinates, drivers and force elements, and the values of the columns that it records.
#ifndef HAWSE_RT_MECHANISM_H
#define HAWSE_RT_MECHANISM_H

#include "dynamics/step.h"
#include "rt/scenario.h"

// Rows and nodes that a part of the file added, for messages that name it.
typedef struct mechanism_part {
    const char *kind; // "joint"
    const rt_name *name;
    int first_bilinear, end_bilinear; // numbers of dyn_add_row
    int first_group, end_group;       // numbers of dyn_add_rows
} mechanism_part;

typedef struct mechanism {
    const scenario_model *def;
    dyn_model *model;
    int *point, *vector;  // nodes, by number in the file
    int *body;            // bodies, likewise
    mechanism_part *part; // joints, coordinates and drivers, in the order in which they were added
    int n_parts;
    unsigned char *given; // nodes whose velocity the file gives
    vec3 *velocity;       // that velocity
    double energy0;       // at the start [J]
} mechanism;

// Adds everything of the file to an empty model. What is wrong is said with the line of the part.
rt_status mechanism_create(mechanism *k, const scenario *sc, dyn_model *m, rt_diag *d);
void mechanism_destroy(mechanism *k);
// Solves the initial problems; residuals go to *residual (position [m], velocity [m/s], acceleration [m/s²]). A
// mechanism that cannot be assembled, and velocities that contradict each other, are said with the part's name.
rt_status mechanism_start(mechanism *k, const scenario *sc, dyn_state *s, dyn_work *w, const rt_command *c,
                          double residual[3], rt_diag *d);
// Value of a column at the accepted state.
double mechanism_record(const mechanism *k, const scenario_record *r, const dyn_state *s, const dyn_step_info *info);

#endif
