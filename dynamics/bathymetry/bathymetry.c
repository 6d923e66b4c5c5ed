// SPDX-License-Identifier: MIT
#include "dynamics/bathymetry/bathymetry.h"
#include "dynamics/bathymetry/private.h"
#include <math.h>
#include <string.h>
#include <strings.h>

static bool ends_in(const char *file, const char *ending) {
    const size_t n = strlen(file), m = strlen(ending);
    return n > m && strcasecmp(file + n - m, ending) == 0;
}

// Turns the file's values into heights over still water, its axes into the world's.
static void place(ground_grid *g, const bathymetry_def *def) {
    for (int k = 0; k < g->nx * g->ny; k++) g->z[k] = (def->depth ? -g->z[k] : g->z[k]) - def->origin[2];
    for (int i = 0; i < 2; i++) g->from[i] -= def->origin[i];
    if (def->north) g->axis[0] = sin(def->heading), g->axis[1] = -cos(def->heading); // east
}

// A bottom of which no node is under water is a mistaken sign, or no bottom at all.
static bool check(const ground_grid *g, const char *file, const bathymetry_def *def, rt_diag *d) {
    int known = 0, wet = 0;
    for (int k = 0; k < g->nx * g->ny; k++)
        if (!g->filled[k]) known++, wet += g->z[k] < 0;
    if (wet > 0) return true;
    if (known == 0)
        rt_diag_error(d, file, 0, 0, "expected depths or elevations; found a grid without any value");
    else
        rt_diag_error(d, file, 0, 0,
                      "no node is under water if its values are %s: expected ground.values to be the other",
                      def->depth ? "depths, positive down" : "elevations, positive up");
    return false;
}

static rt_status read_text(const char *file, bool asc, ground_grid *g, rt_diag *d) {
    words w;
    rt_status status = words_open(&w, file, d);
    if (status != RT_OK) return status;
    if (!(asc ? bathymetry_read_asc(&w, g) : bathymetry_read_xyz(&w, NULL, g))) status = RT_ERR_FORMAT;
    words_close(&w);
    return status;
}

// Reads the file by its ending.
static rt_status read_grid(const char *file, const bathymetry_def *def, ground_grid *g, rt_diag *d) {
    const bool asc = ends_in(file, ".asc"), tif = ends_in(file, ".tif") || ends_in(file, ".tiff");
    if (asc || ends_in(file, ".xyz")) return read_text(file, asc, g, d);
    if (tif && def->north) return bathymetry_read_tif(file, g, d);
    rt_diag_error(d, file, 0, 0,
                  tif ? "a GeoTIFF has x to the east and y to the north: expected ground.axes: north; found ship"
                      : "expected a bathymetry that ends in .asc (ESRI ASCII grid), .xyz or .tif (GeoTIFF)");
    return RT_ERR_FORMAT;
}

rt_status bathymetry_load(ground_grid *g, const char *file, const bathymetry_def *def, rt_diag *d) {
    *g = (ground_grid){0};
    rt_status status = read_grid(file, def, g, d);
    if (status == RT_OK) place(g, def);
    if (status == RT_OK && !check(g, file, def, d)) status = RT_ERR_FORMAT;
    if (status == RT_OK && !ground_grid_finish(g)) {
        rt_diag_error(d, file, 0, 0, "no memory for a grid of %d by %d nodes", g->nx, g->ny);
        status = RT_ERR_MEMORY;
    }
    if (status != RT_OK) ground_grid_free(g);
    return status;
}
