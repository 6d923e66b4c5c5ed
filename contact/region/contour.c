// SPDX-License-Identifier: MIT
// Chaining of the segments of colliding pairs into contours, by the neighbour topology (Dopico et al. 2011 §IV-B, C).
// An end of a segment is an edge of one mesh through a face of the other; the contour continues in the triangle across
// that edge. No distances are compared.
#include "contact/region/detector.h"
#include <assert.h>

// Segment across the edge that segment s ends on; -1 where the mesh ends, has more than two triangles at the edge, or
// is not oriented consistently.
static int next_segment(const contact_detector *c, const contact_segment *s) {
    contact_cut_end end = s->cut.end[1];
    int body = end.of_a ? 0 : 1;
    const contact_tri *t = &c->mesh[body]->tri[s->tri[body]];
    if (t->adj[end.k] < 0) return -1;
    int tri[2] = {s->tri[0], s->tri[1]};
    tri[body] = t->adj[end.k];
    int next = contact_table_get(&c->pair, detector_pair_key(tri[0], tri[1]));
    if (next < 0) return -1; // the pair of the neighbour was dropped
    contact_cut_end start = c->segment[next].cut.end[0];
    const contact_tri *across = &c->mesh[body]->tri[tri[body]];
    int same = start.of_a == end.of_a && across->v[start.k] == t->v[(end.k + 1) % 3] &&
               across->v[(start.k + 1) % 3] == t->v[end.k];
    return same ? next : -1;
}

// Address of a vertex's position. Adds a vertex of a to those that contact_place_crossings poses first.
static const vec3 *request_vertex(contact_detector *c, int body, int v) {
    if (body == 1) return &c->mesh[1]->vertex[v];
    if (c->wanted_epoch[v] != c->epoch) c->wanted[c->n_wanted++] = v;
    c->wanted_epoch[v] = c->epoch;
    return &c->pairs.x[v];
}

static int add_crossing(contact_detector *c, const contact_segment *s, int which) {
    contact_cut_end end = s->cut.end[which];
    int body = end.of_a ? 0 : 1;
    const contact_tri *t = &c->mesh[body]->tri[s->tri[body]];
    int u = t->v[end.k], v = t->v[(end.k + 1) % 3], turned = u > v;
    // along its own triangle, a's edge enters b where the cut ends, b's edge enters a where the cut starts
    int entering = (which == 1) == (body == 0), n = c->n_crossings++;
    contact_crossing *x = &c->crossing[n];
    *x = (contact_crossing){.body = body,
                            .u = turned ? v : u,
                            .v = turned ? u : v,
                            .face = s->tri[1 - body],
                            .entering = entering != turned,
                            .contour = s->contour,
                            .next = -1,
                            .after = -1};
    const int *f = c->mesh[1 - body]->tri[x->face].v;
    x->at[0] = request_vertex(c, body, x->u), x->at[1] = request_vertex(c, body, x->v);
    for (int k = 0; k < 3; k++) x->at[2 + k] = request_vertex(c, 1 - body, f[k]);
    contact_table_slot *slot = contact_table_find(&c->edge, detector_edge_key(body, x->u, x->v));
    if (slot->epoch == c->edge.epoch) x->next = slot->value;
    *slot = (contact_table_slot){detector_edge_key(body, x->u, x->v), c->edge.epoch, n};
    return n;
}

bool contact_place_crossings(contact_detector *c) {
    bool sure = true;
    for (int i = 0; i < c->n_wanted; i++) contact_pairs_vertex_at(&c->pairs, c->wanted[i]);
    for (int i = 0; i < c->n_crossings; i += 4) {
        const int n = c->n_crossings - i < 4 ? c->n_crossings - i : 4;
        contact_crossing *x = &c->crossing[i];
        const contact_piercings p = contact_edges_faces(
            (const vec3 *const *const[4]){x[0].at, x[n > 1 ? 1 : 0].at, x[n > 2 ? 2 : 0].at, x[n > 3 ? 3 : 0].at});
        for (int k = 0; k < n; k++, x++) {
            x->t = p.t[k];
            x->x = vec3_madd(*x->at[0], x->t, vec3_sub(*x->at[1], *x->at[0]));
            sure &= (x->entering ? p.from_outside : p.from_inside) >> k & 1;
        }
    }
    for (int i = 0; i < c->n_crossings && c->chained; i++) {
        int after = c->crossing[i].after;
        if (after >= 0) sure &= c->crossing[i].t < c->crossing[after].t;
    }
    return sure;
}

// Canonical order of segments: by the hull's triangle, then by a's.
static int precedes(const contact_segment *s, const contact_segment *t) {
    return s->tri[1] != t->tri[1] ? s->tri[1] < t->tri[1] : s->tri[0] < t->tri[0];
}

static void add_contour(contact_detector *c, int start, int closed) {
    contact_contour k = {.first = start, .closed = closed, .parent = c->n_contours, .next = -1, .inner = -1};
    for (int i = start; i >= 0 && c->segment[i].contour < 0; i = c->segment[i].next) {
        c->segment[i].contour = c->n_contours;
        k.count++;
        if (closed && precedes(&c->segment[i], &c->segment[k.first])) k.first = i;
    }
    c->contour[c->n_contours++] = k;
    if (!closed) c->open++;
}

static void add_crossings(contact_detector *c, contact_contour *k) {
    int i = k->first;
    k->corner = c->n_crossings;
    for (int n = 0; n < k->count; n++, i = c->segment[i].next) {
        contact_segment *s = &c->segment[i];
        s->from = add_crossing(c, s, 0);
        if (s->prev >= 0) c->segment[s->prev].to = s->from;
        if (s->next < 0) s->to = add_crossing(c, s, 1);
    }
}

void contact_stage_contours(contact_detector *c) {
    for (int i = 0; i < c->n_segments; i++) {
        int next = next_segment(c, &c->segment[i]);
        c->segment[i].next = next;
        if (next >= 0) c->segment[next].prev = i;
    }
    c->epoch++;
    c->n_contours = c->open = c->n_wanted = 0;
    for (int i = 0; i < c->n_segments; i++)
        if (c->segment[i].prev < 0) add_contour(c, i, 0);
    for (int i = 0; i < c->n_segments; i++)
        if (c->segment[i].contour < 0) add_contour(c, i, 1);
    c->n_crossings = 0;
    contact_table_clear(&c->edge);
    for (int i = 0; i < c->n_contours; i++) add_crossings(c, &c->contour[i]);
    assert(c->n_crossings <= 2 * c->def.max_segments);
    contact_place_crossings(c);
}

int contact_region_contour(const contact_detector *c, int root, int k, vec3 *out, int max, bool *closed) {
    int i = root;
    for (; k > 0 && i >= 0; k--) i = c->contour[i].next;
    if (i < 0) return 0;
    const contact_contour *line = &c->contour[i];
    int n = line->count + !line->closed;
    *closed = line->closed;
    for (int j = 0; j < n && n <= max; j++) out[j] = c->crossing[line->corner + j].x;
    return n;
}
