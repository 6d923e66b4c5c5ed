// SPDX-License-Identifier: MIT
#include "contact/curve_pair/sweep.h"

contact_curve_near curve_sweep_measure(curve_sweep *s, vec2 node, vec2 *where) {
    *where = contact_plane_moved(&s->motion, node);
    s->hits->effort.nodes++;
    return contact_plane_curve_near(s->defence, *where, &s->hits->effort);
}

double curve_sweep_slope(const curve_sweep *s, const contact_curve_near *near, vec2 normal) {
    vec2 along = {-normal.y, normal.x}; // of travel, in the frame of the hitting body
    return -vec2_dot(near->normal, contact_plane_turned(&s->motion, along));
}

static bool next_to(const contact_plane_curve *c, int i, int j) {
    int d = i < j ? j - i : i - j;
    return d <= 1 || (c->closed && d == c->n - 1);
}

// The first direction has found this place already: the same segments are nearest to each other, or their neighbours.
static bool is_found_already(const curve_sweep *s, int on_hitting, int on_defence) {
    for (int k = 0; s->back && k < s->hits->n; k++) {
        const contact_curve_hit *h = &s->hits->hit[k];
        if (!h->back && h->corner < 0 && next_to(s->defence, h->on_hitting, on_defence) &&
            next_to(s->hitting, h->on_defence, on_hitting))
            return true;
    }
    return false;
}

void curve_sweep_add(curve_sweep *s, vec2 where, const contact_curve_near *near, int segment, int corner) {
    contact_curve_hit hit = {.where = where,
                             .foot = near->foot,
                             .normal = near->normal,
                             .depth = -near->distance,
                             .on_hitting = segment,
                             .on_defence = near->segment,
                             .corner = corner,
                             .back = s->back};
    curve_places_add(&s->places, s->hits, &hit, corner < 0 && is_found_already(s, segment, near->segment));
}
