// SPDX-License-Identifier: MIT
// Functions that the files of this room share.
#ifndef HAWSE_DYNAMICS_BATHYMETRY_PRIVATE_H
#define HAWSE_DYNAMICS_BATHYMETRY_PRIVATE_H

#include "dynamics/bathymetry/bathymetry.h"
#include "dynamics/bathymetry/words.h"

#define BATHYMETRY_FARTHEST 1e8 // coordinate [m]
#define BATHYMETRY_DEEPEST 12e3 // value [m]

// Readers create the grid in the file's axes: its values, and which are missing (`filled`). False with a message, and
// perhaps a grid.
bool bathymetry_read_asc(words *w, ground_grid *g);
bool bathymetry_read_xyz(words *w, ground_grid *g);
// Creates the grid; false with a message at the present line: too few or too many nodes, or no memory.
bool bathymetry_create(const words *w, ground_grid *g, double nx, double ny);

#endif
