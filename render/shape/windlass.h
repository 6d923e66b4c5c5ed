// SPDX-License-Identifier: MIT
// Shape of a windlass: all parts round the gypsy on deck. The frame's origin is the gypsy's centre; x points ahead
// along the chain to the pipe's deck opening, z up, y to the left of ahead.
#ifndef HAWSE_RENDER_SHAPE_WINDLASS_H
#define HAWSE_RENDER_SHAPE_WINDLASS_H

#include "render/shape/shape.h"

typedef enum windlass_part {
    WINDLASS_PAINTED = 0, // bed, side frames, gearbox, motor, cheeks of the chain stopper
    WINDLASS_STEEL,       // shaft, brake drum, roller of the stopper, rim of the spurling pipe
    WINDLASS_BAND,        // of the band brake
    WINDLASS_DARK,        // openings in the deck
    WINDLASS_PLATE,       // deck below the windlass, for a hull without one
    WINDLASS_PARTS,
    WINDLASS_BAR = WINDLASS_PARTS // of the stopper; moves, in its own frame (windlass_bar_pose)
} windlass_part;

typedef struct windlass_size {
    double radius;  // pitch radius of the gypsy [m]
    double bar;     // diameter of the chain's bar [m]
    double deck;    // height of the deck above the gypsy's centre [m]
    double lead;    // horizontal distance from the gypsy to the middle of the pipe's deck opening [m]
    double stopper; // horizontal distance from the gypsy to the stopper's bar [m]; 0: half way
    int side;       // of the gearbox: 1 left of ahead, -1 right
} windlass_size;

// Side of the gearbox, for a chain led `ahead` (unit, level): inboard, or forward if neither side is inboard.
int windlass_side(vec3 ahead, vec3 outboard);
// Height of the chain's centre line above the gypsy's centre, at `ahead` [m]: straight from the gypsy's top to the lip
// of the deck opening.
double windlass_chain_height(const windlass_size *w, double ahead);
// Pose of the stopper's bar turned by `angle` about its hinge: 0 upright .. pi/2 across the chain.
pose windlass_bar_pose(const windlass_size *w, double angle);
// Builds one part, which may be empty. Returns false when out of memory.
bool shape_windlass(const windlass_size *w, windlass_part part, shape *s);

#endif
