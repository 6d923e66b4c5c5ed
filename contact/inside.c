// SPDX-License-Identifier: MIT
// Which part of each mesh lies inside the other: vertices by flood fill from the contours' inner sides over edges that
// no contour crosses; triangles by clipping along the contour.
#include "contact/detector.h"
#include <assert.h>

enum { OPEN_RINGS = 2 }; // how far the flood of an open contour goes: it has no other bound

// Contours that meet through unbroken surface bound one region; an open one does not join a closed one.
static void join_if_alike(contact_detector *c, int i, int j) {
    if (c->contour[i].closed == c->contour[j].closed) contour_join(c, i, j);
}

static int is_inside(const contact_detector *c, int body, int v) { return c->label_epoch[body][v] == c->epoch; }

static void mark_inside(contact_detector *c, int body, int v, int contour, int ring) {
    if (is_inside(c, body, v)) {
        join_if_alike(c, contour, c->label[body][v]);
        return;
    }
    if (c->n_inner == c->def.max_vertices) return; // noticed by the caller
    c->label_epoch[body][v] = c->epoch;
    c->label[body][v] = contour;
    c->inner[c->n_inner++] = (contact_inner){body, v, ring, -1};
}

// The crossings of one edge in the order of t.
static int sorted_crossings(const contact_detector *c, int first, int out[CONTACT_EDGE_CROSSINGS]) {
    int n = 0;
    for (int i = first; i >= 0 && n < CONTACT_EDGE_CROSSINGS; i = c->crossing[i].next) {
        int j = n++;
        for (; j > 0 && c->crossing[out[j - 1]].t > c->crossing[i].t; j--) out[j] = out[j - 1];
        out[j] = i;
    }
    return n;
}

int contact_edge_crossings(const contact_detector *c, int body, int u, int v, int out[CONTACT_EDGE_CROSSINGS]) {
    return sorted_crossings(c, contact_table_get(&c->edge, detector_edge_key(body, u, v)), out);
}

// Marks the ends of a crossed edge that lie inside, and joins the contours at the two ends of each stretch inside.
static void seed_edge(contact_detector *c, int first) {
    int order[CONTACT_EDGE_CROSSINGS], n = sorted_crossings(c, first, order);
    const contact_crossing *low = &c->crossing[order[0]], *high = &c->crossing[order[n - 1]];
    for (int i = 0; i + 1 < n; i++) {
        c->crossing[order[i]].after = order[i + 1];
        c->stands &= c->crossing[order[i]].t < c->crossing[order[i + 1]].t;
    }
    if (n > 1 && high->t == low->t && low->entering != high->entering) return; // a touch: no stretch to speak of
    if (!low->entering) mark_inside(c, low->body, low->u, low->contour, 0);
    if (high->entering) mark_inside(c, high->body, high->v, high->contour, 0);
    for (int i = 0; i + 1 < n; i++) {
        const contact_crossing *in = &c->crossing[order[i]], *out = &c->crossing[order[i + 1]];
        if (in->entering && !out->entering) join_if_alike(c, in->contour, out->contour);
    }
}

static void spread(contact_detector *c, int i) {
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

// Lists of the contours and of the inner vertices of each region at its root.
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

// Open arcs that share a triangle belong together.
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
    c->epoch++;
    c->n_inner = 0;
    for (int i = 0; i < c->n_crossings; i++) {
        const contact_crossing *x = &c->crossing[i];
        if (contact_table_get(&c->edge, detector_edge_key(x->body, x->u, x->v)) == i) seed_edge(c, i);
    }
    for (int i = 0; i < c->n_inner; i++) spread(c, i);
    if (c->n_inner == c->def.max_vertices) c->dropped++;
    if (c->open) join_open_neighbours(c);
    link_regions(c);
}

// The region's patch on a triangle, made when it is not there; NULL when there is no room.
static contact_patch *patch_of(contact_detector *c, int body, int tri) {
    if (c->tri_epoch[body][tri] == c->region_epoch) return &c->patch[body][c->tri_patch[body][tri]];
    if (c->n_patch[body] == c->patch_max) {
        c->dropped++;
        return NULL;
    }
    c->tri_epoch[body][tri] = c->region_epoch;
    c->tri_patch[body][tri] = c->n_patch[body];
    contact_patch *p = &c->patch[body][c->n_patch[body]++];
    *p = (contact_patch){.tri = tri};
    return p;
}

int contact_vertex_in_region(contact_detector *c, int body, int v, int root) {
    return is_inside(c, body, v) && contour_root(c, c->label[body][v]) == root;
}

// t of a crossing along the triangle's own direction of its edge 1, counted -t where that edge enters, +t where it
// leaves; 0 for other edges.
static double edge1_term(const contact_detector *c, const contact_segment *s, int which) {
    contact_cut_end end = s->cut.end[which];
    if (end.of_a || end.k != 1) return 0;
    const int *v = c->mesh[1]->tri[s->tri[1]].v;
    double t = c->crossing[which ? s->to : s->from].t;
    if (v[1] > v[2]) t = 1 - t;
    return which ? t : -t;
}

// Adds a hull segment's share of the triangle's area inside a: Green's theorem about corner 0. The boundary of the part
// inside is the contour, walked against the segments' direction, and stretches of the triangle's edges; those of edges
// 0 and 2 pass through corner 0 and give nothing, those of edge 1 give their parameter length times the triangle's
// area.
static void add_hull_segment(const contact_detector *c, contact_patch *p, const contact_segment *s) {
    const contact_mesh *m = c->mesh[1];
    vec3 o = m->vertex[m->tri[p->tri].v[0]], x = vec3_sub(c->crossing[s->from].x, o),
         y = vec3_sub(c->crossing[s->to].x, o);
    p->area += 0.5 * vec3_dot(m->normal[p->tri], vec3_cross(y, x));
    p->area += m->area[p->tri] * (edge1_term(c, s, 0) + edge1_term(c, s, 1));
}

static void add_segment(contact_detector *c, int body, const contact_segment *s, int root) {
    int fresh = c->tri_epoch[body][s->tri[body]] != c->region_epoch;
    contact_patch *p = patch_of(c, body, s->tri[body]);
    if (!p) return;
    vec3 x = c->crossing[s->from].x, y = c->crossing[s->to].x;
    double length = vec3_norm(vec3_sub(y, x));
    if (fresh) p->first = x;
    p->length += length;
    p->at = vec3_madd(p->at, 0.5 * length, vec3_add(x, y));
    if (body == 0) return;
    if (fresh && contact_vertex_in_region(c, 1, c->mesh[1]->tri[p->tri].v[2], root))
        p->area += c->mesh[1]->area[p->tri];
    add_hull_segment(c, p, s);
}

// Triangles that lie inside whole.
static void add_whole_triangles(contact_detector *c, const contact_inner *in, int root) {
    const contact_mesh *m = c->mesh[in->body];
    for (int j = m->vertex_tri_start[in->v]; j < m->vertex_tri_start[in->v + 1]; j++) {
        int tri = m->vertex_tri[j];
        const int *v = m->tri[tri].v;
        if (c->tri_epoch[in->body][tri] == c->region_epoch) continue;
        if (!contact_vertex_in_region(c, in->body, v[0], root) || !contact_vertex_in_region(c, in->body, v[1], root) ||
            !contact_vertex_in_region(c, in->body, v[2], root))
            continue;
        contact_patch *p = patch_of(c, in->body, tri);
        vec3 x[3];
        if (!p) return;
        detector_triangle(c, in->body, tri, x);
        p->area = m->area[tri];
        p->at = vec3_scale(1.0 / 3, vec3_add(x[0], vec3_add(x[1], x[2])));
    }
}

static void finish_cut_patch(const contact_detector *c, int body, contact_patch *p) {
    p->area = fmin(fmax(p->area, 0), c->mesh[body]->area[p->tri]);
    p->at = p->length > 0 ? vec3_scale(1 / p->length, p->at) : p->first;
}

void contact_stage_patches(contact_detector *c, int root) {
    c->region_epoch++;
    c->n_patch[0] = c->n_patch[1] = 0;
    for (int k = root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int n = 0; n < c->contour[k].count; n++, i = c->segment[i].next)
            for (int body = 0; body < 2; body++) add_segment(c, body, &c->segment[i], root);
    }
    for (int body = 0; body < 2; body++)
        for (int i = 0; i < c->n_patch[body]; i++) finish_cut_patch(c, body, &c->patch[body][i]);
    for (int i = c->contour[root].inner; i >= 0; i = c->inner[i].next)
        add_whole_triangles(c, &c->inner[i], root);
}
