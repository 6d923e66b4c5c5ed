// SPDX-License-Identifier: MIT
// The greatest indentation that each spot of the hull has had in the pictures drawn so far.
#ifndef HAWSE_RENDER_OVERLAY_DENT_H
#define HAWSE_RENDER_OVERLAY_DENT_H

#include "dynamics/snapshot/snapshot.h"
#include "render/overlay/paint.h"

#define DENT_CELLS 6144
#define DENT_SLOTS 16384 // of the hash table, at least twice as many

// A spot of the hull.
typedef struct dent_cell {
    uint64_t key; // of its cube of space
    vec3 at, normal;
    double depth; // [m]
} dent_cell;

typedef struct overlay_dent {
    double cell; // edge of a spot [m]
    double t;    // of the last snapshot [s]
    double most; // greatest depth [m]
    int n, dropped;
    int slot[DENT_SLOTS]; // index of a cell + 1, 0: free
    dent_cell at[DENT_CELLS];
} overlay_dent;

void dent_begin(overlay_dent *m, double cell);
// Adds the regions between anchor and hull of a snapshot; after a rewind the map starts again. A snapshot has a
// region's contours and greatest depth; between them the depth is interpolated linearly.
void dent_add(overlay_dent *m, const dyn_snapshot *s);
// Greatest depth of the spot [m]; 0: never touched.
double dent_depth(const overlay_dent *m, vec3 at);
// Round number that no depth exceeds: the end of the colour scale [m].
double dent_scale(const overlay_dent *m);
void dent_draw(const overlay_dent *m, paint *p);

#endif
