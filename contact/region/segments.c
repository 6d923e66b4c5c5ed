// SPDX-License-Identifier: MIT
// Segments of the triangle pairs that cut each other. If not all fit, those with the deepest mutual penetration stay,
// so that the result does not depend on the order of the trees.
#include "contact/region/detector.h"

// Largest depth of the corners of one triangle under the other's plane [m].
static double depth_under(const vec3 x[3], vec3 corner, vec3 normal) {
    double depth = 0;
    for (int k = 0; k < 3; k++) depth = fmax(depth, vec3_dot(normal, vec3_sub(corner, x[k])));
    return depth;
}

// Mutual penetration of two triangles: the lesser of both depths. The larger one is no measure: a large triangle has
// corners deep under the plane of any small one that stands steeply on it.
static double mutual_penetration(contact_detector *c, int a, int b) {
    vec3 ta[3], tb[3];
    const pose *at = &c->pairs.at;
    detector_triangle(c, 0, a, ta);
    detector_triangle(c, 1, b, tb);
    return fmin(depth_under(ta, tb[0], detector_normal(c, at, 1, b)),
                depth_under(tb, ta[0], detector_normal(c, at, 0, a)));
}

// Heap order: least penetration first, of equals the one found last.
static bool less_important(const contact_segment *s, const contact_segment *t) {
    return s->reach != t->reach ? s->reach < t->reach : s->order > t->order;
}
static bool found_later(const contact_segment *s, const contact_segment *t) { return s->order > t->order; }

typedef bool heap_order(const contact_segment *s, const contact_segment *t);

static void sift_down(contact_segment *s, int i, int n, heap_order *before) {
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && before(&s[child + 1], &s[child])) child++;
        if (!before(&s[child], &s[i])) return;
        contact_segment t = s[i];
        s[i] = s[child];
        s[child] = t;
    }
}

static void make_heap(contact_segment *s, int n, heap_order *before) {
    for (int i = n / 2 - 1; i >= 0; i--) sift_down(s, i, n, before);
}

static bool same_cut(const contact_cut *x, const contact_cut *y) {
    return x->end[0].of_a == y->end[0].of_a && x->end[0].k == y->end[0].k && x->end[1].of_a == y->end[1].of_a &&
           x->end[1].k == y->end[1].k;
}

static void insert_if_deeper(contact_detector *c, contact_segment s) {
    int n = c->def.max_segments;
    if (s.order == n) { // the first segment that does not fit
        for (int i = 0; i < n; i++)
            c->segment[i].reach = mutual_penetration(c, c->segment[i].tri[0], c->segment[i].tri[1]);
        make_heap(c->segment, n, less_important);
    }
    s.reach = mutual_penetration(c, s.tri[0], s.tri[1]);
    if (n == 0 || !less_important(&c->segment[0], &s)) return;
    c->segment[0] = s;
    sift_down(c->segment, 0, n, less_important);
}

static void add_cut(void *self, int a, int b, const contact_cut *cut) {
    contact_detector *c = self;
    int n = c->n_cuts++;
    if (n < c->def.max_segments) {
        contact_segment *s = &c->segment[c->n_segments++];
        if (c->reusable && n < c->n_last && s->tri[0] == a && s->tri[1] == b && same_cut(&s->cut, cut)) return;
        c->reusable = false;
        *s = (contact_segment){.tri = {a, b}, .cut = *cut, .order = n};
    } else {
        c->reusable = false;
        insert_if_deeper(c, (contact_segment){.tri = {a, b}, .cut = *cut, .order = n});
    }
}

static bool crossings_unchanged(void *self) { return contact_place_crossings(self); }

// Restores the order of detection (heapsort: the last found goes to the end).
static void restore_order(contact_segment *s, int n) {
    make_heap(s, n, found_later);
    while (--n > 0) {
        contact_segment t = s[0];
        s[0] = s[n];
        s[n] = t;
        sift_down(s, 0, n, found_later);
    }
}

// Clears neighbours, crossings and contour.
static void clear_links(contact_segment *s) { s->next = s->prev = s->from = s->to = s->contour = -1; }

bool contact_stage_segments(contact_detector *c, const pose *a_to_b) {
    c->n_last = c->n_segments;
    c->n_segments = c->n_cuts = 0;
    if (!contact_pairs_find(&c->pairs, a_to_b, c->reusable ? crossings_unchanged : NULL, add_cut, c)) {
        c->n_segments = c->n_cuts = c->n_last;
        return true;
    }
    if (c->reusable && c->n_segments == c->n_last && contact_place_crossings(c)) return true;
    if (c->n_cuts > c->n_segments) {
        c->dropped += c->n_cuts - c->n_segments;
        restore_order(c->segment, c->n_segments);
    }
    contact_table_clear(&c->pair);
    for (int i = 0; i < c->n_segments; i++) {
        clear_links(&c->segment[i]);
        contact_table_put(&c->pair, detector_pair_key(c->segment[i].tri[0], c->segment[i].tri[1]), i);
    }
    return false;
}
