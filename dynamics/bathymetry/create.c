// SPDX-License-Identifier: MIT
#include "dynamics/bathymetry/private.h"

bool bathymetry_create(const words *w, ground_grid *g, double nx, double ny) {
    if (!(nx >= 2 && ny >= 2 && nx * ny <= GROUND_GRID_NODES)) {
        rt_diag_error(w->d, w->file, w->line, 0,
                      "expected a grid of at least 2 by 2 and at most %d nodes; found %.0f by %.0f", GROUND_GRID_NODES,
                      nx, ny);
        return false;
    }
    if (ground_grid_create(g, (int)nx, (int)ny)) return true;
    rt_diag_error(w->d, w->file, 0, 0, "no memory for a grid of %.0f by %.0f nodes", nx, ny);
    return false;
}
