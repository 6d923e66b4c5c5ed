// SPDX-License-Identifier: MIT
#include "render/overlay/trail.h"

#define EVERY (TRAIL_SECONDS / (TRAIL_SAMPLES - 12)) // [s]
#define GAP 1.0                                      // samples further apart in time are not joined [s]

// Distinct for colour-blind eyes too (Okabe & Ito 2008: yellow, sky blue, reddish purple); both tips alike.
const uint32_t trail_colour[TRAIL_POINTS] = {0xf0e442ff, 0x56b4e9ff, 0xcc79a7ff, 0xcc79a7ff};

static const trail_sample *get_sample(const overlay_trail *r, int k) {
    return &r->sample[(r->first + k) % TRAIL_SAMPLES];
}

void trail_add(overlay_trail *r, const trail_sample *now) {
    while (r->n > 0 && get_sample(r, r->n - 1)->t > now->t) r->n--;
    while (r->n > 0 && get_sample(r, 0)->t < now->t - TRAIL_SECONDS) {
        r->first = (r->first + 1) % TRAIL_SAMPLES;
        r->n--;
    }
    r->now = *now;
    if (r->n > 0 && now->t - get_sample(r, r->n - 1)->t < EVERY) return;
    if (r->n == TRAIL_SAMPLES) {
        r->first = (r->first + 1) % TRAIL_SAMPLES;
        r->n--;
    }
    r->sample[(r->first + r->n++) % TRAIL_SAMPLES] = *now;
}

static uint32_t fade_colour(uint32_t colour, double age) {
    return (colour & ~0xffu) | (uint32_t)(255 * fmin(fmax(1 - age / TRAIL_SECONDS, 0), 1));
}

void trail_draw(const overlay_trail *r, paint *p) {
    for (int k = 0; k < r->n; k++) {
        const trail_sample *a = get_sample(r, k), *b = k + 1 < r->n ? get_sample(r, k + 1) : &r->now;
        if (b->t - a->t > GAP) continue;
        for (int i = 0; i < TRAIL_POINTS; i++)
            paint_line(p, a->at[i], b->at[i], 2.5, fade_colour(trail_colour[i], r->now.t - a->t),
                       fade_colour(trail_colour[i], r->now.t - b->t));
    }
}
