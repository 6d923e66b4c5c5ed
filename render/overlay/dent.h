// SPDX-License-Identifier: MIT
// Indentation map: the greatest depth at each spot of the hull over all pictures drawn so far.
#ifndef HAWSE_RENDER_OVERLAY_DENT_H
#define HAWSE_RENDER_OVERLAY_DENT_H

#include "dynamics/snapshot/snapshot.h"
#include "render/overlay/paint.h"

#define DENT_CELLS 6144
#define DENT_SLOTS 16384 // of the hash table: at least twice DENT_CELLS

// A spot of the hull.
typedef struct dent_cell {
    uint64_t key; // of its cell in space
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

// Empties the map. cell: edge of a spot [m].
void dent_reset(overlay_dent *m, double cell);
// Adds a snapshot's regions between anchor and hull; after a rewind the map starts empty. A snapshot holds contours and
// greatest depth of a region; depth in between is interpolated linearly.
void dent_add(overlay_dent *m, const dyn_snapshot *s);
// Greatest depth of the spot at this point [m]; 0: never touched.
double dent_depth(const overlay_dent *m, vec3 at);
// End of the colour scale [m]: the least round number that no depth exceeds.
double dent_scale(const overlay_dent *m);
void dent_draw(const overlay_dent *m, paint *p);

#endif
