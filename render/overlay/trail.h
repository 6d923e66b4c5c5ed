// SPDX-License-Identifier: MIT
// Trails of crown pin, shackle and fluke tips over the last seconds.
#ifndef HAWSE_RENDER_OVERLAY_TRAIL_H
#define HAWSE_RENDER_OVERLAY_TRAIL_H

#include "dynamics/snapshot/snapshot.h"
#include "render/overlay/paint.h"

#define TRAIL_SECONDS 20.0
#define TRAIL_SAMPLES 512 // one per 40 ms

typedef enum trail_point { TRAIL_PIN = 0, TRAIL_SHACKLE, TRAIL_TIP, TRAIL_OTHER_TIP, TRAIL_POINTS } trail_point;

typedef struct trail_sample {
    double t;
    vec3 at[TRAIL_POINTS];
} trail_sample;

typedef struct overlay_trail {
    int first, n; // ring of samples, oldest first
    trail_sample sample[TRAIL_SAMPLES];
    trail_sample now;
} overlay_trail;

extern const uint32_t trail_colour[TRAIL_POINTS]; // 0xRRGGBBAA

// Adds the points at t. Drops points older than TRAIL_SECONDS and, after a rewind, points later than t.
void trail_add(overlay_trail *r, const trail_sample *now);
void trail_draw(const overlay_trail *r, paint *p);

#endif
