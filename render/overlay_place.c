// SPDX-License-Identifier: MIT
#include "render/overlay_place.h"

static const float beside = 28, gap = 2;

static bool overlap(const area *a, const area *b) {
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

static bool within(const area *a, const area *b) {
    return a->x >= b->x && a->y >= b->y && a->x + a->width <= b->x + b->width && a->y + a->height <= b->y + b->height;
}

bool place_take(place_page *p, const area *r) {
    if (p->n == PLACES || !within(r, &p->seen)) return false;
    for (int k = 0; k < p->n; k++)
        if (overlap(r, &p->taken[k])) return false;
    p->taken[p->n++] = *r;
    return true;
}

void place_keep_free(place_page *p, const area *r) {
    if (p->n < PLACES) p->taken[p->n++] = *r;
}

bool place_beside(place_page *p, float x, float y, float width, float height, bool left_first, area *found) {
    if (!within(&(area){x, y, 0, 0}, &p->seen)) return false;
    for (int k = 0; k < 24; k++) {
        bool on_left = (k % 2 == 1) != left_first;
        int rows = (k / 2 + 1) / 2;
        float down = (float)(k / 2 % 2 ? rows : -rows) * (height + gap);
        *found = (area){on_left ? x - beside - width : x + beside, y - height / 2 + down, width, height};
        if (place_take(p, found)) return true;
    }
    return false;
}
