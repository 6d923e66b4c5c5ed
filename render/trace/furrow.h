// SPDX-License-Identifier: MIT
// The furrow that a dragging anchor leaves in the bottom, as drawn: a trough between two ridges, along the path of the
// head's deepest part, of crown and fluke tips, while it is in the soil. It has a bounded length and forgets its oldest
// part first.
#ifndef HAWSE_RENDER_TRACE_FURROW_H
#define HAWSE_RENDER_TRACE_FURROW_H

#include "render/view/bottom.h"

enum {
    FURROW_POINTS = 400,  // a quarter of a metre apart: 100 m
    FURROW_TRIANGLES = 10 // between two of them
};

typedef struct furrow_point {
    double t, x, y, depth; // time [s]; place in the world, depth of the anchor below the bottom [m]
    bool joined;           // to the point before it
} furrow_point;

typedef struct furrow {
    double fluke, breadth, half; // of the anchor's head: from crown pin to tips, across, half its thickness [m]
    int first, n;                // ring of points, oldest first
    furrow_point point[FURROW_POINTS];
    bool clear; // of the bottom since the last point
} furrow;

typedef struct furrow_triangle {
    vec3 corner[3]; // in the world, counter-clockwise from above [m]
    double shade;   // brightness over that of the bottom
    int soil;       // of the bottom there
} furrow_triangle;

// Adds the head's pose in the world at the time t. After a rewind, points later than t go.
void furrow_add(furrow *f, double t, const pose *head, const render_bottom *b);
// Fills out with the triangles between the points i - 1 and i, 0 < i < n; false: they are not joined.
bool furrow_piece(const furrow *f, const render_bottom *b, int i, furrow_triangle out[FURROW_TRIANGLES]);

#endif
