// SPDX-License-Identifier: MIT
// A windlass for the eye: what stands round the cable lifter on deck. The frame has its origin in the lifter's centre,
// x ahead along the chain to the pipe's deck opening, z up, y to the left of ahead.
#ifndef HAWSE_RENDER_SHAPE_WINDLASS_H
#define HAWSE_RENDER_SHAPE_WINDLASS_H

#include "render/shape/shape.h"

typedef enum windlass_part {
    WINDLASS_PAINTED = 0, // bed, side frames, gearbox, motor, cheeks of the chain stopper
    WINDLASS_STEEL,       // shaft, brake drum, roller of the stopper, rim of the spurling pipe
    WINDLASS_BAND,        // of the brake
    WINDLASS_DARK,        // openings in the deck
    WINDLASS_PLATE,       // the deck under it, if the hull has none
    WINDLASS_PARTS,
    WINDLASS_BAR = WINDLASS_PARTS // of the stopper: it moves; in a frame of its own, which windlass_bar gives
} windlass_part;

typedef struct windlass_size {
    double radius;  // pitch radius of the cable lifter [m]
    double bar;     // diameter of the chain's bar [m]
    double deck;    // height of the deck above the lifter's centre [m]
    double lead;    // from the lifter to the middle of the pipe's deck opening, level [m]
    double stopper; // from the lifter to the chain stopper's bar, level; 0: half way [m]
    int side;       // of the gearbox: 1 left of ahead, -1 right
} windlass_size;

// On which side of the chain, led ahead (unit, level), the gearbox stands: inboard, or forward when neither is.
int windlass_side(vec3 ahead, vec3 outboard);
// Height above the lifter's centre of the chain's middle, `ahead` of it [m]: straight from the lifter's top to where it
// lies on the lip of the deck opening.
double windlass_chain_height(const windlass_size *w, double ahead);
// Where the stopper's bar is when it is turned by `angle` about its hinge, 0 upright .. pi/2 across the chain.
pose windlass_bar(const windlass_size *w, double angle);
// One part; may be empty. False: out of memory.
bool shape_windlass(const windlass_size *w, windlass_part part, shape *s);

#endif
