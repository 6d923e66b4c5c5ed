// SPDX-License-Identifier: MIT
#include "render/overlay/place.h"
#include <math.h>

static const float beside = 28, gap = 2, left = 8, top = 6;

static bool overlap(const area *a, const area *b) {
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

static bool within(const area *a, const area *b) {
    return a->x >= b->x && a->y >= b->y && a->x + a->width <= b->x + b->width && a->y + a->height <= b->y + b->height;
}

bool place_claim(place_page *p, const area *r) {
    if (p->n == PLACES || !within(r, &p->seen)) return false;
    for (int k = 0; k < p->n; k++)
        if (overlap(r, &p->taken[k])) return false;
    p->taken[p->n++] = *r;
    return true;
}

void place_reserve(place_page *p, const area *r) {
    if (p->n < PLACES) p->taken[p->n++] = *r;
}

bool place_beside(place_page *p, float x, float y, float width, float height, bool left_first, area *found) {
    if (!within(&(area){x, y, 0, 0}, &p->seen)) return false;
    for (int k = 0; k < 24; k++) {
        bool on_left = (k % 2 == 1) != left_first;
        int rows = (k / 2 + 1) / 2;
        float down = (float)(k / 2 % 2 ? rows : -rows) * (height + gap);
        *found = (area){on_left ? x - beside - width : x + beside, y - height / 2 + down, width, height};
        if (place_claim(p, found)) return true;
    }
    return false;
}

// Next coordinate to the right of (or below) an occupied rectangle; HUGE_VALF if there is none.
static float next_free_edge(const place_page *p, float from, bool down) {
    float next = HUGE_VALF;
    for (int k = 0; k < p->n; k++) {
        const area *a = &p->taken[k];
        float end = (down ? a->y + a->height : a->x + a->width) + gap;
        if (end > from) next = fminf(next, end);
    }
    return next;
}

bool place_in_column(place_page *p, float width, float height, area *found) {
    const area *seen = &p->seen;
    for (float x = seen->x + left; x < seen->x + seen->width; x = next_free_edge(p, x, false))
        for (float y = seen->y + top; y < seen->y + seen->height; y = next_free_edge(p, y, true)) {
            *found = (area){x, y, width, height};
            if (place_claim(p, found)) return true;
        }
    return false;
}
