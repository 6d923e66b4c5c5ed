// SPDX-License-Identifier: MIT
// Depths of the places that belong to one contact. Where two contours follow each other closely, one contact may have
// several deepest places; their number depends on the segments. The deepest of such a row counts fully. Every other one
// counts by its prominence: its depth minus the least depth on the way to a deeper one. So no depth jumps as places
// split or merge.
#include "contact/curve_pair/places.h"

#define NEGLIGIBLE 1e-3 // share of a place's depth: a smaller prominence is dropped

// Inserts a hit and returns its index, -1 if dropped. A full list drops the shallowest; of equally deep hits it keeps
// the first.
static int insert_deepest(contact_curve_hits *hits, const contact_curve_hit *hit) {
    int least = hits->n;
    hits->found++;
    if (hits->n < CONTACT_CURVE_HITS) {
        hits->n++;
    } else {
        for (int k = least = 0; k < hits->n; k++)
            if (hits->hit[k].depth <= hits->hit[least].depth) least = k;
        if (!(hit->depth > hits->hit[least].depth)) return -1;
    }
    hits->hit[least] = *hit;
    return least;
}

void curve_places_add(curve_places *p, contact_curve_hits *hits, const contact_curve_hit *hit, bool known) {
    int kept = known ? -1 : insert_deepest(hits, hit);
    if (p->n == CONTACT_CURVE_HITS) return;
    p->place[p->n++] = (curve_place){hit->depth, p->dip, kept};
    p->dip = HUGE_VAL;
}

// The least depth on the way from place j to the next deeper place, forward or backward; -infinity if there is none.
static double saddle(const curve_places *p, int j, bool forward) {
    double least = HUGE_VAL;
    for (int n = 1, i = j; n < p->n; n++) {
        int next = (i + (forward ? 1 : p->n - 1)) % p->n;
        least = fmin(least, p->place[forward ? next : i].before);
        if (p->place[next].depth > p->place[j].depth || (p->place[next].depth == p->place[j].depth && next < j))
            return least;
        i = next;
    }
    return -HUGE_VAL;
}

void curve_places_share(curve_places *p, contact_curve_hits *hits, bool closed) {
    if (p->n < 2 || hits->found > CONTACT_CURVE_HITS) return;
    p->place[0].before = closed ? fmin(p->place[0].before, p->dip) : -HUGE_VAL;
    for (int j = 0; j < p->n; j++) {
        int hit = p->place[j].hit;
        if (hit >= 0) hits->hit[hit].depth -= fmax(0, fmax(saddle(p, j, true), saddle(p, j, false)));
    }
    int n = 0, from = 0;
    for (int k = 0; k < hits->n; k++) { // drops the places of negligible prominence
        while (from < p->n && p->place[from].hit < k) from++;
        bool mine = from < p->n && p->place[from].hit == k;
        if (mine && p->place[from].depth > 0 && hits->hit[k].depth < NEGLIGIBLE * p->place[from].depth) continue;
        hits->hit[n++] = hits->hit[k];
    }
    hits->found -= hits->n - n;
    hits->n = n;
}

int contact_curve_write_hits(const contact_curve_hits *hits, const pose *at, contact_hit *hit, int most) {
    for (int k = 0; k < hits->n; k++) { // insertion sort, deepest first
        const contact_curve_hit *h = &hits->hit[k];
        vec2 middle = vec2_scale(0.5, vec2_add(h->where, h->foot));
        contact_hit out = {.point = pose_point(at, vec3_make(middle.x, middle.y, 0)),
                           .normal = mat3_mul(&at->r, vec3_make(h->normal.x, h->normal.y, 0)),
                           .depth = h->depth,
                           .feature = h->corner < 0 ? 0
                                      : h->back     ? -1 - (int64_t)h->corner
                                                    : 1 + (int64_t)h->corner};
        int n = k < most ? k : most, i = n;
        while (i > 0 && hit[i - 1].depth < out.depth) i--;
        for (int j = n < most ? n : most - 1; j > i; j--) hit[j] = hit[j - 1];
        if (i < most) hit[i] = out;
    }
    return hits->found;
}
