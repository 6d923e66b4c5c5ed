// SPDX-License-Identifier: MIT
// The trace that the chain leaves on the bottom, as drawn: a map of the places where links lay or swept. The map is a
// square window on the world that follows its middle; what leaves the window is forgotten.
#ifndef HAWSE_RENDER_TRACE_TRACE_H
#define HAWSE_RENDER_TRACE_TRACE_H

#include "dynamics/math/math3.h"
#include "dynamics/snapshot/snapshot.h"

enum { TRACE_NODES = 512 }; // along each side of the window

// Where a link last lay.
typedef struct trace_link {
    double t; // [s]; NaN: nowhere
    vec3 end[2];
} trace_link;

typedef struct trace {
    double edge;         // of a cell [m]
    double half;         // of a link's breadth [m]
    double t, before;    // of the last links, and of those before them [s]
    long from[2];        // first cell of the window; cell (i, k) begins at the world's x = i · edge, y = k · edge
    unsigned char *mark; // 0: untouched, 255: marked; cell (i, k) at (k mod TRACE_NODES, i mod TRACE_NODES)
    float *since;        // time of the cell's first mark [s]
    int dirty[2];        // rows of `mark` that changed since trace_clean, first and last; none: first > last
    trace_link last[DYN_SNAPSHOT_BODIES]; // by number of the link
} trace;

// Allocates the maps; false: no memory, and none is left. Set-up.
bool trace_create(trace *tr, double edge, double breadth);
void trace_free(trace *tr);
// Begins the time t with the window about this place of the world. After a rewind, marks later than t go. False: no
// place of the world.
bool trace_begin(trace *tr, double t, vec3 middle);
// Marks link `number`, which lies on the bottom between these ends in the world [m], and what it has swept if it lay
// there at the time before, too.
void trace_add(trace *tr, int number, vec3 a, vec3 b);
// Forgets which rows changed.
void trace_clean(trace *tr);
// Goes through the marked places in runs along the world's x, in squares of `step` cells: run has the ends in x, and
// their y [m]. *cursor: 0 at the first call. False: no more.
bool trace_next_run(const trace *tr, int step, int *cursor, double run[3]);
// Mark at a place of the world, 0 outside the window.
int trace_at(const trace *tr, double x, double y);

#endif
