// SPDX-License-Identifier: MIT
// Functions that the files of this room share.
#ifndef HAWSE_DYNAMICS_BATHYMETRY_PRIVATE_H
#define HAWSE_DYNAMICS_BATHYMETRY_PRIVATE_H

#include "dynamics/bathymetry/bathymetry.h"
#include "dynamics/bathymetry/words.h"

#define BATHYMETRY_FARTHEST 1e8 // coordinate [m]
#define BATHYMETRY_DEEPEST 12e3 // value [m]

// Values of a raster that stand for none: not a number, and this one; NaN: no other.
typedef struct bathymetry_gaps {
    double value;
} bathymetry_gaps;

// Readers create the grid in the file's axes: its values, and which are missing (`filled`). False with a message, and
// perhaps a grid.
bool bathymetry_read_asc(words *w, ground_grid *g);
bool bathymetry_read_xyz(words *w, const bathymetry_gaps *gaps, ground_grid *g);
// The same of a GeoTIFF by GDAL's programs, each a process of its own. Fails as bathymetry_load.
rt_status bathymetry_read_tif(const char *file, ground_grid *g, rt_diag *d);
// Creates the grid; false with a message at the present line: too few or too many nodes, or no memory.
bool bathymetry_create(const words *w, ground_grid *g, double nx, double ny);

#endif
