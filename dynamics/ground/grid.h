// SPDX-License-Identifier: MIT
// Heights of the bottom on a regular grid, and a smooth surface through them: cubic Hermite pieces in x and y with
// central differences as slopes (Catmull & Rom 1974). It passes through every node, is flat where the nodes are, and
// has continuous slopes. Beyond the outer nodes the heights of the edge go on, level within one cell.
#ifndef HAWSE_DYNAMICS_GROUND_GRID_H
#define HAWSE_DYNAMICS_GROUND_GRID_H

#include <stdbool.h>

enum { GROUND_GRID_NODES = 4 << 20 }; // at most

typedef struct ground_grid {
    int nx, ny;      // nodes in x and y; 0: no grid
    double axis[2];  // unit vector of the grid's x in the world; its y is a quarter turn counter-clockwise from there
    double from[2];  // x and y of the first node, in the grid's axes about the world's origin [m]
    double step[2];  // between nodes [m]
    double *z;       // heights, row by row from the lowest y, x rising (nx · ny) [m]
    bool *filled;    // nodes without a value of their own (nx · ny)
    double top;      // no point of the surface is higher [m]
    double steepest; // nor has a steeper slope [1]
} ground_grid;

typedef struct ground_height {
    double z, zx, zy; // height [m], its slopes in x and y
} ground_height;

// Allocates the nodes, in the world's axes; false: no memory. At least 2 by 2, at most GROUND_GRID_NODES. Set-up.
bool ground_grid_create(ground_grid *g, int nx, int ny);
void ground_grid_free(ground_grid *g);
// After the heights: gives every node that is marked as filled the mean of its neighbours, from the known ones outward,
// and finds top and steepest. At least one node is known. False: no memory. Set-up.
bool ground_grid_finish(ground_grid *g);
// A place of the world in the grid's axes [m].
void ground_grid_place(const ground_grid *g, double x, double y, double at[2]);
// Corner 0..3 of the grid in the world [m].
void ground_grid_corner(const ground_grid *g, int corner, double at[2]);
// The surface at a place of the world. Bounded time for any x and y. Frame thread.
ground_height ground_grid_at(const ground_grid *g, double x, double y);
// Whether the surface at this place follows from known nodes alone; false outside the grid.
bool ground_grid_known(const ground_grid *g, double x, double y);

#endif
