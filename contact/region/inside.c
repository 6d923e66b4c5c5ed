// SPDX-License-Identifier: MIT
// Flood fill of the vertices of each mesh inside the other: from the inner sides of the contours, over edges that no
// contour crosses.
#include "contact/region/detector.h"
#include <assert.h>

enum { OPEN_RINGS = 2 }; // rings that the flood of an open contour reaches: nothing else bounds it

// Contours that meet through uncut surface bound one region; an open one does not join a closed one.
static void join_if_same_kind(contact_detector *c, int i, int j) {
    if (c->contour[i].closed == c->contour[j].closed) contour_join(c, i, j);
}

static int is_inside(const contact_detector *c, int body, int v) { return c->label_epoch[body][v] == c->epoch; }

static void mark_inside(contact_detector *c, int body, int v, int contour, int ring) {
    if (is_inside(c, body, v)) {
        join_if_same_kind(c, contour, c->label[body][v]);
        return;
    }
    if (c->n_inner == c->def.max_vertices) return; // counted by contact_stage_inside
    c->label_epoch[body][v] = c->epoch;
    c->label[body][v] = contour;
    c->inner_of[body][v] = c->n_inner;
    c->inner[c->n_inner++] = (contact_inner){.body = body, .v = v, .ring = ring, .next = -1};
}

// Crossings of one edge, sorted by t; *all: whether all fit.
static int sorted_crossings(const contact_detector *c, int first, int out[CONTACT_EDGE_CROSSINGS], bool *all) {
    int n = 0, i = first;
    for (; i >= 0 && n < CONTACT_EDGE_CROSSINGS; i = c->crossing[i].next) {
        int j = n++;
        for (; j > 0 && c->crossing[out[j - 1]].t > c->crossing[i].t; j--) out[j] = out[j - 1];
        out[j] = i;
    }
    *all = i < 0;
    return n;
}

int contact_edge_crossings(const contact_detector *c, int body, int u, int v, int out[CONTACT_EDGE_CROSSINGS]) {
    bool all; // counted by seed_edge
    return sorted_crossings(c, contact_table_get(&c->edge, detector_edge_key(body, u, v)), out, &all);
}

// Marks the ends of a crossed edge that lie inside, and joins the contours at the two ends of each stretch inside.
static void seed_edge(contact_detector *c, int first) {
    bool all;
    int order[CONTACT_EDGE_CROSSINGS], n = sorted_crossings(c, first, order, &all);
    c->dropped += !all;
    const contact_crossing *low = &c->crossing[order[0]], *high = &c->crossing[order[n - 1]];
    for (int i = 0; i + 1 < n; i++) {
        c->chained = true;
        c->crossing[order[i]].after = order[i + 1];
        c->reusable &= c->crossing[order[i]].t < c->crossing[order[i + 1]].t;
    }
    if (n > 1 && high->t == low->t && low->entering != high->entering) return; // a touch: the stretch has no length
    if (!low->entering) mark_inside(c, low->body, low->u, low->contour, 0);
    if (high->entering) mark_inside(c, high->body, high->v, high->contour, 0);
    for (int i = 0; i + 1 < n; i++) {
        const contact_crossing *in = &c->crossing[order[i]], *out = &c->crossing[order[i + 1]];
        if (in->entering && !out->entering) join_if_same_kind(c, in->contour, out->contour);
    }
}

static void flood_from(contact_detector *c, int i) {
    contact_inner from = c->inner[i];
    const contact_mesh *m = c->mesh[from.body];
    int contour = c->label[from.body][from.v];
    if (!c->contour[contour].closed && from.ring == OPEN_RINGS) return;
    for (int j = m->vertex_tri_start[from.v]; j < m->vertex_tri_start[from.v + 1]; j++) {
        const int *v = m->tri[m->vertex_tri[j]].v;
        for (int k = 0; k < 3; k++) {
            int w = v[k], u = from.v;
            if (w == u || (is_inside(c, from.body, w) && c->label[from.body][w] == contour)) continue;
            if (contact_table_get(&c->edge, detector_edge_key(from.body, w < u ? w : u, w < u ? u : w)) >= 0) continue;
            mark_inside(c, from.body, w, contour, from.ring + 1);
        }
    }
}

// Links the contours and the inner vertices of each region into lists at its root.
static void link_regions(contact_detector *c) {
    for (int i = c->n_contours - 1; i >= 0; i--) {
        int root = contour_root(c, i);
        if (root == i) continue;
        c->contour[i].next = c->contour[root].next;
        c->contour[root].next = i;
    }
    for (int i = c->n_inner - 1; i >= 0; i--) {
        contact_contour *root = &c->contour[contour_root(c, c->label[c->inner[i].body][c->inner[i].v])];
        c->inner[i].next = root->inner;
        root->inner = i;
    }
}

// Joins open contours that share a triangle.
static void join_open_neighbours(contact_detector *c) {
    for (int body = 0; body < 2; body++) {
        uint64_t mark = ++c->region_epoch;
        for (int i = 0; i < c->n_segments; i++) {
            const contact_segment *s = &c->segment[i];
            int tri = s->tri[body];
            if (c->contour[s->contour].closed) continue;
            if (c->tri_epoch[body][tri] == mark) contour_join(c, s->contour, c->tri_patch[body][tri]);
            c->tri_epoch[body][tri] = mark;
            c->tri_patch[body][tri] = s->contour;
        }
    }
}

void contact_stage_inside(contact_detector *c) {
    c->chained = false;
    c->n_inner = 0;
    for (int i = 0; i < c->n_crossings; i++) {
        const contact_crossing *x = &c->crossing[i];
        if (contact_table_get(&c->edge, detector_edge_key(x->body, x->u, x->v)) == i) seed_edge(c, i);
    }
    for (int i = 0; i < c->n_inner; i++) flood_from(c, i);
    if (c->n_inner == c->def.max_vertices) c->dropped++;
    if (c->open) join_open_neighbours(c);
    link_regions(c);
}

int contact_vertex_in_region(contact_detector *c, int body, int v, int root) {
    return is_inside(c, body, v) && contour_root(c, c->label[body][v]) == root;
}
