// SPDX-License-Identifier: MIT
#include "contact/curve_sweep.h"

#define NEGLIGIBLE 1e-3 // of a place's depth: it does not stand out

contact_curve_near curve_sweep_look(curve_sweep *s, vec2 node, vec2 *where) {
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
static bool known(const curve_sweep *s, int on_hitting, int on_defence) {
    for (int k = 0; s->back && k < s->hits->n; k++) {
        const contact_curve_hit *h = &s->hits->hit[k];
        if (!h->back && h->corner < 0 && next_to(s->defence, h->on_hitting, on_defence) &&
            next_to(s->hitting, h->on_defence, on_hitting))
            return true;
    }
    return false;
}

// Keeps the deepest where they do not all fit; of equally deep ones the first. Its place among them.
static int keep(contact_curve_hits *hits, contact_curve_hit hit) {
    int least = hits->n;
    hits->found++;
    if (hits->n < CONTACT_CURVE_HITS) {
        hits->n++;
    } else {
        for (int k = least = 0; k < hits->n; k++)
            if (hits->hit[k].depth <= hits->hit[least].depth) least = k;
        if (!(hit.depth > hits->hit[least].depth)) return -1;
    }
    hits->hit[least] = hit;
    return least;
}

void curve_sweep_add(curve_sweep *s, vec2 where, const contact_curve_near *near, int segment, int corner) {
    int kept = -1;
    if (corner >= 0 || !known(s, segment, near->segment))
        kept = keep(s->hits, (contact_curve_hit){.where = where,
                                                 .foot = near->foot,
                                                 .normal = near->normal,
                                                 .depth = -near->distance,
                                                 .on_hitting = segment,
                                                 .on_defence = near->segment,
                                                 .corner = corner,
                                                 .back = s->back});
    if (s->places == CONTACT_CURVE_HITS) return;
    s->place[s->places].depth = -near->distance;
    s->place[s->places].before = s->dip;
    s->place[s->places++].hit = kept;
    s->dip = HUGE_VAL;
}

// The least depth on the way from place j to the next deeper one, forward or back; -infinity where there is none.
static double saddle(const curve_sweep *s, int j, bool forward) {
    double least = HUGE_VAL;
    for (int n = 1, i = j; n < s->places; n++) {
        int next = (i + (forward ? 1 : s->places - 1)) % s->places;
        least = fmin(least, s->place[forward ? next : i].before);
        if (s->place[next].depth > s->place[j].depth || (s->place[next].depth == s->place[j].depth && next < j))
            return least;
        i = next;
    }
    return -HUGE_VAL;
}

// Where the contours follow each other closely, one contact may have several deepest places, and how many is a matter
// of the segments. All but the deepest of each such row count by how much they stand out: their depth below the least
// on the way to a deeper one, so that none jumps as they part or merge.
void curve_sweep_share(curve_sweep *s) {
    if (s->places < 2 || s->hits->found > CONTACT_CURVE_HITS) return;
    s->place[0].before = s->hitting->closed ? fmin(s->place[0].before, s->dip) : -HUGE_VAL;
    for (int j = 0; j < s->places; j++) {
        int hit = s->place[j].hit;
        if (hit >= 0) s->hits->hit[hit].depth -= fmax(0, fmax(saddle(s, j, true), saddle(s, j, false)));
    }
    int n = 0, from = 0;
    for (int k = 0; k < s->hits->n; k++) { // without those that do not stand out
        while (from < s->places && s->place[from].hit < k) from++;
        bool mine = from < s->places && s->place[from].hit == k;
        if (mine && s->place[from].depth > 0 && s->hits->hit[k].depth < NEGLIGIBLE * s->place[from].depth) continue;
        s->hits->hit[n++] = s->hits->hit[k];
    }
    s->hits->found -= s->hits->n - n;
    s->hits->n = n;
}
