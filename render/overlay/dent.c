// SPDX-License-Identifier: MIT
#include "render/overlay/dent.h"
#include "render/text/colour_map.h"
#include <string.h>

#define SPOT_PX 3 // least half width of a spot [px]
#define ACROSS 40 // most spots across a region; larger regions use larger steps

void dent_reset(overlay_dent *m, double cell) {
    memset(m, 0, sizeof *m);
    m->cell = cell;
}

static uint64_t spot_key(const overlay_dent *m, vec3 x) {
    const double v[3] = {x.x, x.y, x.z};
    uint64_t key = 0;
    for (int k = 0; k < 3; k++) key = key << 21 | ((uint64_t)(int64_t)floor(v[k] / m->cell) & 0x1fffff);
    return key;
}

// Slot of the key, or the free slot for the key.
static int find_slot(const overlay_dent *m, uint64_t key) {
    int i = (int)(key * 0x9e3779b97f4a7c15u >> 32) & (DENT_SLOTS - 1); // Fibonacci hashing (Knuth, TAOCP 3, §6.4)
    while (m->slot[i] && m->at[m->slot[i] - 1].key != key) i = (i + 1) & (DENT_SLOTS - 1);
    return i;
}

static void mark_spot(overlay_dent *m, vec3 x, vec3 normal, double depth) {
    if (!(depth > 0 && depth < 1) || !isfinite(vec3_norm2(x)) || vec3_norm2(x) > 1e8) return;
    uint64_t key = spot_key(m, x);
    int i = find_slot(m, key);
    if (!m->slot[i]) {
        if (m->n == DENT_CELLS) {
            m->dropped++;
            return;
        }
        m->at[m->n] = (dent_cell){.key = key};
        m->slot[i] = ++m->n;
    }
    dent_cell *c = &m->at[m->slot[i] - 1];
    if (depth > c->depth) c->at = x, c->normal = normal, c->depth = depth;
    m->most = fmax(m->most, depth);
}

// Distance from `from` to the region's edge in direction (x, y) of the region's axes: the farthest crossing with its
// contours, 0 if none crosses. Returns -1 if the region has no contours.
static double edge_distance(const dyn_snapshot *s, int region, const vec3 axis[2], vec3 from, double x, double y) {
    double far = 0;
    bool lined = false;
    for (int k = 0; k < s->n_contours; k++) {
        const dyn_snapshot_contour *line = &s->contour[k];
        if (line->region != region) continue;
        lined = true;
        for (int i = line->closed ? 0 : 1; i < line->count; i++) {
            vec3 a = vec3_sub(s->corner[line->first + (i + line->count - 1) % line->count], from);
            vec3 b = vec3_sub(s->corner[line->first + i], from);
            double ax = vec3_dot(a, axis[0]), ay = vec3_dot(a, axis[1]);
            double ex = vec3_dot(b, axis[0]) - ax, ey = vec3_dot(b, axis[1]) - ay;
            double across = x * ey - y * ex, along = (ax * ey - ay * ex) / across;
            double at = (ax * y - ay * x) / across;
            if (across != 0 && at >= 0 && at <= 1 && along > far) far = along;
        }
    }
    return lined ? far : -1;
}

// Depth of the region at a spot of its plane: falls linearly from the deepest spot to the edge. Without contours the
// edge is the ellipse inscribed in the region's box.
static double interpolate_depth(const dyn_snapshot *s, int region, const vec3 axis[2], vec3 deepest, double depth,
                                vec3 spot) {
    const dyn_snapshot_region *r = &s->region[region];
    vec3 d = vec3_sub(spot, deepest);
    double x = vec3_dot(d, axis[0]), y = vec3_dot(d, axis[1]), away = hypot(x, y);
    if (away == 0) return depth;
    double far = edge_distance(s, region, axis, deepest, x / away, y / away);
    if (far < 0) {
        vec3 c = vec3_sub(spot, r->centre);
        double u = vec3_dot(c, axis[0]) / vec3_norm(r->half[0]), v = vec3_dot(c, axis[1]) / vec3_norm(r->half[1]);
        return depth * (1 - hypot(u, v));
    }
    return far > away ? depth * (1 - away / far) : 0;
}

static void add_region(overlay_dent *m, const dyn_snapshot *s, int region) {
    const dyn_snapshot_region *r = &s->region[region];
    const dyn_snapshot_contact *c = &s->contact[r->contact];
    const double half[2] = {vec3_norm(r->half[0]), vec3_norm(r->half[1])};
    vec3 deepest = vec3_madd(c->position, vec3_dot(vec3_sub(r->centre, c->position), r->normal), r->normal);
    mark_spot(m, deepest, r->normal, c->depth);
    if (!(half[0] > 0) || !(half[1] > 0)) return;
    const vec3 axis[2] = {vec3_scale(1 / half[0], r->half[0]), vec3_scale(1 / half[1], r->half[1])};
    int n[2];
    for (int k = 0; k < 2; k++) n[k] = (int)fmin(ceil(half[k] / m->cell), ACROSS / 2);
    for (int i = -n[0]; i <= n[0]; i++)
        for (int j = -n[1]; j <= n[1]; j++) {
            vec3 spot = vec3_madd(vec3_madd(r->centre, (double)i / n[0], r->half[0]), (double)j / n[1], r->half[1]);
            mark_spot(m, spot, r->normal, interpolate_depth(s, region, axis, deepest, c->depth, spot));
        }
}

static bool touches_anchor(const dyn_snapshot *s, const dyn_snapshot_region *r) {
    int body = s->contact[r->contact].body;
    return body >= 0 && body < s->n_bodies &&
           (s->body[body].kind == DYN_SHOW_SHANK || s->body[body].kind == DYN_SHOW_HEAD);
}

void dent_add(overlay_dent *m, const dyn_snapshot *s) {
    if (s->t < m->t) dent_reset(m, m->cell);
    m->t = s->t;
    for (int k = 0; k < s->n_regions; k++)
        if (touches_anchor(s, &s->region[k])) add_region(m, s, k);
}

double dent_depth(const overlay_dent *m, vec3 at) {
    int i = m->slot[find_slot(m, spot_key(m, at))];
    return i ? m->at[i - 1].depth : 0;
}

double dent_scale(const overlay_dent *m) {
    static const double step[] = {1, 2, 5, 10};
    if (!(m->most > 0)) return 1e-3;
    double p = pow(10, floor(log10(m->most)));
    for (int i = 0; i < 3; i++)
        if (step[i] * p >= m->most) return step[i] * p;
    return 10 * p;
}

void dent_draw(const overlay_dent *m, paint *p) {
    double scale = dent_scale(m);
    for (int k = 0; k < m->n; k++) {
        const dent_cell *c = &m->at[k];
        double half = fmax(0.6 * m->cell, SPOT_PX * p->m_per_px * vec3_norm(vec3_sub(c->at, p->eye)));
        vec3 u = vec3_scale(half, vec3_any_normal(c->normal)), v = vec3_cross(c->normal, u);
        const vec3 q[4] = {vec3_sub(vec3_sub(c->at, u), v), vec3_sub(vec3_add(c->at, u), v),
                           vec3_add(vec3_add(c->at, u), v), vec3_add(vec3_sub(c->at, u), v)};
        paint_quad(p, q, (colour_map(c->depth / scale) & ~0xffu) | 0xd8);
    }
}
