// SPDX-License-Identifier: MIT
// Force element for water that an anchor lifts out of the sea: it fills with the part's immersion at once and runs off
// over time. The weight of what stands above the water is density g (held - volume × submerged share) at the part; the
// held volume decays towards that of the immersion by exp(-t/time). Its inertia is neglected.
#ifndef HAWSE_DYNAMICS_WATER_RUN_OFF_H
#define HAWSE_DYNAMICS_WATER_RUN_OFF_H

#include "dynamics/water/sea.h"

typedef struct tackle_run_off {
    const tackle_sea *sea;
    double time;  // [s]
    int first, n; // parts of the sea that hold water
    double share; // volume held over the part's own volume
    dyn_force force;
} tackle_run_off;

// Makes the element for the n parts from `first` on, which hold `volume` [m³] in all, in proportion to their own. After
// the sea, the caller adds r->force to the model; *r and *sea must not move. Set-up.
void tackle_run_off_create(tackle_run_off *r, const tackle_sea *sea, int first, int n, double volume, double time);

#endif
