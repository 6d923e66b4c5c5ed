// SPDX-License-Identifier: MIT
// Parts of each mesh that make up a region: its triangles, clipped along the contour, and the stretches of their edges
// inside the other body. The set of parts depends only on the pairs that cut; their positions depend on the pose.
#include "contact/region/detector.h"
#include "contact/tree/bvh_box.h"

// Finds or adds the region's patch on a triangle; NULL if there is no room.
static contact_patch *find_or_add_patch(contact_detector *c, int body, int tri) {
    if (c->tri_epoch[body][tri] == c->region_epoch) return &c->patches[body][c->tri_patch[body][tri]];
    if (c->n_patches[body] == c->patch_max) {
        c->dropped++;
        return NULL;
    }
    c->tri_epoch[body][tri] = c->region_epoch;
    c->tri_patch[body][tri] = c->n_patches[body];
    contact_patch *p = &c->patches[body][c->n_patches[body]++];
    const contact_mesh *m = c->mesh[body];
    *p = (contact_patch){.tri = tri, .segment = -1, .corner = m->vertex[m->tri[tri].v[0]], .normal = m->normal[tri]};
    return p;
}

// Sign of a crossing's t along the triangle's own direction of its edge 1.
static signed char edge1_sign(const contact_detector *c, const contact_segment *s, int which) {
    contact_cut_end end = s->cut.end[which];
    if (end.of_a || end.k != 1) return 0;
    const int *v = c->mesh[1]->tri[s->tri[1]].v;
    return v[1] > v[2] ? -1 : 1;
}

// Adds the patches of the two triangles that a segment lies on. Green's theorem about corner 0 gives the area of the
// hull's patch: stretches of edges 0 and 2 contribute nothing, edge 1 contributes its parts between crossings. The sum
// starts from all or nothing.
static void add_segment(contact_detector *c, int i, int root) {
    contact_segment *s = &c->segment[i];
    find_or_add_patch(c, 0, s->tri[0]);
    contact_patch *p = find_or_add_patch(c, 1, s->tri[1]);
    s->patch = p ? (int)(p - c->patches[1]) : -1;
    if (!p) return;
    for (int k = 0; k < 2; k++) s->side[k] = edge1_sign(c, s, k);
    if (p->segment >= 0) return;
    p->segment = i;
    if (contact_vertex_in_region(c, 1, c->mesh[1]->tri[p->tri].v[2], root)) p->whole = c->mesh[1]->area[p->tri];
}

// Adds the triangles that lie inside as a whole.
static void add_whole_triangles(contact_detector *c, const contact_inner *in, int root) {
    const contact_mesh *m = c->mesh[in->body];
    for (int j = m->vertex_tri_start[in->v]; j < m->vertex_tri_start[in->v + 1]; j++) {
        int tri = m->vertex_tri[j];
        const int *v = m->tri[tri].v;
        if (c->tri_epoch[in->body][tri] == c->region_epoch) continue;
        if (!contact_vertex_in_region(c, in->body, v[0], root) || !contact_vertex_in_region(c, in->body, v[1], root) ||
            !contact_vertex_in_region(c, in->body, v[2], root))
            continue;
        contact_patch *p = find_or_add_patch(c, in->body, tri);
        if (!p) return;
        p->whole = p->area = m->area[tri];
        p->at = vec3_scale(1.0 / 3, vec3_add(m->vertex[v[0]], vec3_add(m->vertex[v[1]], m->vertex[v[2]])));
    }
}

static void add_stretch(contact_detector *c, int body, int from, int to) {
    if (c->n_stretches[body] == c->patch_max) {
        c->dropped++;
        return;
    }
    c->stretch[body][c->n_stretches[body]++] = (contact_stretch){from, to};
}

// Adds the stretches of the edge u v (u < v) that lie in the region.
static void add_edge(contact_detector *c, int root, int body, int u, int v) {
    int order[CONTACT_EDGE_CROSSINGS], n = contact_edge_crossings(c, body, u, v, order);
    int inside = contact_vertex_in_region(c, body, u, root), start = inside ? ~c->inner_of[body][u] : 0;
    for (int i = 0; i < n; i++) {
        const contact_crossing *x = &c->crossing[order[i]];
        if (inside && !x->entering) add_stretch(c, body, start, order[i]);
        inside = x->entering && contour_root(c, x->contour) == root;
        start = order[i];
    }
    if (inside && contact_vertex_in_region(c, body, v, root)) add_stretch(c, body, start, ~c->inner_of[body][v]);
}

static void add_edges(contact_detector *c, int root, int body, contact_range patches) {
    for (int i = patches.first; i < patches.first + patches.count; i++) {
        int tri = c->patches[body][i].tri;
        const contact_tri *t = &c->mesh[body]->tri[tri];
        for (int k = 0; k < 3; k++) {
            int u = t->v[k], v = t->v[(k + 1) % 3];
            if (t->adj[k] >= 0 && t->adj[k] < tri && c->tri_epoch[body][t->adj[k]] == c->region_epoch) continue; // once
            add_edge(c, root, body, u < v ? u : v, u < v ? v : u);
        }
    }
}

static void add_parts(contact_detector *c, int root) {
    contact_contour *r = &c->contour[root];
    c->region_epoch++;
    for (int body = 0; body < 2; body++) r->patch[body].first = c->n_patches[body];
    for (int k = root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int n = 0; n < c->contour[k].count; n++, i = c->segment[i].next) add_segment(c, i, root);
    }
    for (int i = r->inner; i >= 0; i = c->inner[i].next) add_whole_triangles(c, &c->inner[i], root);
    for (int body = 0; body < 2; body++) {
        r->patch[body].count = c->n_patches[body] - r->patch[body].first;
        r->stretch[body].first = c->n_stretches[body];
        add_edges(c, root, body, r->patch[body]);
        r->stretch[body].count = c->n_stretches[body] - r->stretch[body].first;
    }
}

void contact_stage_parts(contact_detector *c) {
    for (int body = 0; body < 2; body++) c->n_patches[body] = c->n_stretches[body] = 0;
    for (int i = 0; i < c->n_contours; i++)
        if (contour_root(c, i) == i) add_parts(c, i);
}

// t of an end on edge 1 of the hull triangle: negative where the stretch inside begins, positive where it ends.
static inline double edge1_term(const contact_segment *s, int which, double t) {
    if (s->side[which] == 0) return 0;
    if (s->side[which] < 0) t = 1 - t;
    return which ? t : -t;
}

// Adds a segment's share of the hull triangle's area inside a. Returns twice its share of the contour's vector area,
// seen from the origin. The boundary of the part inside is the contour, walked against the direction of the segments,
// and stretches of the triangle's edges. Stretches of edges 0 and 2 pass through corner 0 and contribute nothing; those
// of edge 1 contribute their parameter length times the triangle's area.
static inline vec3 measure_segment(contact_detector *c, const contact_segment *s, vec3 origin) {
    const contact_crossing *from = &c->crossing[s->from], *to = &c->crossing[s->to];
    vec3 d = vec3_sub(to->x, from->x), twice_area = vec3_cross(d, vec3_sub(from->x, origin));
    if (s->patch < 0) return twice_area; // there was no room
    contact_patch *p = &c->patches[1][s->patch];
    double length = vec3_norm(d);
    p->length += length;
    p->at = vec3_madd(p->at, 0.5 * length, vec3_add(from->x, to->x));
    p->area += 0.5 * vec3_dot(p->normal, vec3_cross(d, vec3_sub(from->x, p->corner)));
    if (s->side[0] | s->side[1])
        p->area += c->mesh[1]->area[p->tri] * (edge1_term(s, 0, from->t) + edge1_term(s, 1, to->t));
    return twice_area;
}

// Adds the sums of a patch's segments to the outline, then forms the patch's mean.
static inline void finish_patch(const contact_detector *c, contact_patch *p, contact_outline_sums *o) {
    o->length += p->length;
    o->moment = vec3_add(o->moment, p->at);
    o->along = vec3_madd(o->along, p->length, p->normal);
    if (p->tri < o->feature) o->feature = p->tri;
    p->area = bvh_min(bvh_max(p->area, 0), c->mesh[1]->area[p->tri]);
    p->at = p->length > 0 ? vec3_scale(1 / p->length, p->at) : c->crossing[c->segment[p->segment].from].x;
}

static void start_region(contact_detector *c, const contact_contour *r) {
    for (int body = 0; body < 2; body++) {
        c->patch[body] = c->patches[body] + r->patch[body].first;
        c->n_patch[body] = r->patch[body].count;
    }
    for (int i = 0; i < c->n_patch[1]; i++) {
        contact_patch *p = &c->patch[1][i];
        if (p->segment >= 0) p->area = p->whole, p->length = 0, p->at = vec3_make(0, 0, 0);
    }
}

contact_outline_sums contact_stage_patches(contact_detector *c, int root) {
    contact_outline_sums o = {.feature = c->mesh[1]->nt};
    vec3 origin = c->crossing[c->contour[root].corner].x, twice_area = {0, 0, 0};
    start_region(c, &c->contour[root]);
    for (int k = root; k >= 0; k = c->contour[k].next) {
        int i = c->contour[k].first;
        for (int n = 0; n < c->contour[k].count; n++, i = c->segment[i].next)
            twice_area = vec3_add(twice_area, measure_segment(c, &c->segment[i], origin));
        o.pairs += c->contour[k].count;
    }
    for (int i = 0; i < c->n_patch[1]; i++)
        if (c->patch[1][i].segment >= 0) finish_patch(c, &c->patch[1][i], &o);
    for (int i = 0; i < c->n_patch[1] && o.length == 0; i++) o.along = vec3_add(o.along, c->patch[1][i].normal);
    o.area = vec3_scale(0.5, twice_area);
    return o;
}

void contact_mark_patches(contact_detector *c) {
    c->region_epoch++;
    for (int body = 0; body < 2; body++)
        for (int i = 0; i < c->n_patch[body]; i++) c->tri_epoch[body][c->patch[body][i].tri] = c->region_epoch;
}
