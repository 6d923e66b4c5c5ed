// SPDX-License-Identifier: MIT
// The bottom as drawn: a plane, or a table of heights over it and of soils. Beyond the table its edge goes on.
#ifndef HAWSE_RENDER_VIEW_BOTTOM_H
#define HAWSE_RENDER_VIEW_BOTTOM_H

#include "dynamics/math/math3.h"
#include <stdbool.h>

enum { RENDER_SOILS = 4, RENDER_BOTTOM_MOST = 1024 }; // most nodes of the table in x and y

typedef struct render_bottom {
    bool known;                // draw it
    vec3 at, normal;           // in the world: a point of the plane [m], upward unit normal
    int nx, ny;                // nodes of the table; 0: the plane, all of soil 0
    double from[2], step;      // x and y of the first node; between nodes [m]
    float *over;               // heights over the plane, straight up (nx · ny) [m]
    unsigned char *soil;       // (nx · ny)
    vec3 colour[RENDER_SOILS]; // linear
} render_bottom;

// Allocates the table; false: no memory, and none is left. Set-up.
bool render_bottom_create(render_bottom *b, int nx, int ny);
void render_bottom_free(render_bottom *b);
// Replaces the table by a copy; false: no memory, and the copy is the plane. Set-up.
bool render_bottom_copy(render_bottom *b);
// Height at a place of the world [m], bilinear between the nodes.
double render_bottom_height(const render_bottom *b, double x, double y);
// Soil of the nearest node.
int render_bottom_soil(const render_bottom *b, double x, double y);

#endif
