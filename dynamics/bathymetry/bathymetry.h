// SPDX-License-Identifier: MIT
// Reads the heights of the bottom from a file: an ESRI ASCII grid (.asc), or three columns x, y and depth or elevation
// on a regular grid (.xyz), or a GeoTIFF (.tif) where GDAL's programs are installed. A node without a value (NODATA; in
// .xyz a node without a line) is filled from its neighbours and stays marked.
#ifndef HAWSE_DYNAMICS_BATHYMETRY_BATHYMETRY_H
#define HAWSE_DYNAMICS_BATHYMETRY_BATHYMETRY_H

#include "dynamics/ground/grid.h"
#include "rt/base/base.h"

typedef struct bathymetry_def {
    bool depth; // values are depths, positive down; false: elevations, positive up
    bool north; // x is east and y north, and the world's x is ahead of a ship with this true heading [rad]
    double heading;
    double origin[3]; // the world's origin in the file's x and y, and still water over the file's datum [m]
} bathymetry_def;

// Loads the grid, in the world's axes, heights over still water. Fails with file, line and reason: RT_ERR_FILE,
// RT_ERR_FORMAT, RT_ERR_MEMORY; then *g is empty. Set-up.
rt_status bathymetry_load(ground_grid *g, const char *file, const bathymetry_def *def, rt_diag *d);

#endif
