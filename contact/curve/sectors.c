// SPDX-License-Identifier: MIT
// Set-up of the run tree, and of the sectors with their lists of segments.
#include "contact/curve/parts.h"
#include <stdlib.h>

// Angle between a segment's chord normal and the run's axis [rad].
static double angle_to_axis(const contact_curve_run *r, const contact_curve_segment *s) {
    return fabs(atan2(vec2_cross(r->axis, s->outward), vec2_dot(r->axis, s->outward)));
}

// The segment before or after segment i, NULL beyond an end.
static const contact_curve_segment *neighbour_segment(const contact_plane_curve *c, int i, int step) {
    int j = i + step;
    if (c->closed) return &c->segment[(j + c->n) % c->n];
    return j < 0 || j >= c->n ? NULL : &c->segment[j];
}

// Sets a run's box, aligned with the run's mean normal, and the radius of the circle about the box.
static void set_box(const contact_plane_curve *c, contact_curve_run *r) {
    vec2 along = {-r->axis.y, r->axis.x}, lo = {HUGE_VAL, HUGE_VAL}, hi = {-HUGE_VAL, -HUGE_VAL};
    for (int i = r->first; i <= r->first + r->count; i++) {
        vec2 x = contact_curve_vertex(c, i % c->points), y = {vec2_dot(x, along), vec2_dot(x, r->axis)};
        double bulge =
            fmax(i < r->first + r->count ? c->segment[i].bulge : 0, i > r->first ? c->segment[i - 1].bulge : 0);
        bulge += 1e-14 * (fabs(y.x) + fabs(y.y)); // rounding
        lo = (vec2){fmin(lo.x, y.x - bulge), fmin(lo.y, y.y - bulge)};
        hi = (vec2){fmax(hi.x, y.x + bulge), fmax(hi.y, y.y + bulge)};
    }
    vec2 middle = vec2_scale(0.5, vec2_add(lo, hi));
    r->centre = vec2_add(vec2_scale(middle.x, along), vec2_scale(middle.y, r->axis));
    r->half = vec2_scale(0.5 * (1 + 1e-12), vec2_sub(hi, lo));
    r->radius = vec2_norm(r->half) * (1 + 1e-12);
}

// Sets the cone of a run's normals.
static void set_normal_cone(const contact_plane_curve *c, contact_curve_run *r) {
    vec2 sum = {0, 0};
    double widest = 0;
    for (int i = r->first; i < r->first + r->count; i++)
        sum = vec2_madd(sum, c->segment[i].length, c->segment[i].outward);
    double norm = vec2_norm(sum);
    r->axis = norm > 0 ? vec2_scale(1 / norm, sum) : (vec2){1, 0};
    for (int i = r->first; i < r->first + r->count; i++) {
        const contact_curve_segment *s = &c->segment[i];
        // a cubic's slope is nowhere steeper than twice its steeper end
        widest = fmax(widest, angle_to_axis(r, s) + atan(2 * fmax(fabs(s->slope[0]), fabs(s->slope[1]))));
    }
    // at sharp points, also at the run's ends, the cone holds the normals of both segments
    const contact_curve_segment *before = neighbour_segment(c, r->first, -1),
                                *after = neighbour_segment(c, r->first + r->count - 1, 1);
    widest = fmax(widest, fmax(before ? angle_to_axis(r, before) : 0, after ? angle_to_axis(r, after) : 0));
    r->spread =
        widest < 1.5 ? widest + 1e-9 : M_PI; // below 90° all normals of a sharp point lie between those of its segments
}

static bool is_bearing_point(int kind) { return kind == CONTACT_VERTEX_CORNER || kind == CONTACT_VERTEX_FLAT_END; }

static void bound_run(const contact_plane_curve *c, contact_curve_run *r) {
    set_normal_cone(c, r);
    set_box(c, r);
    for (int i = r->first; i < r->first + r->count; i++) r->corners = r->corners || is_bearing_point(c->vertex[i]);
}

static void build_run(contact_plane_curve *c, int first, int count) {
    contact_curve_run *r = &c->run[c->runs++];
    *r = (contact_curve_run){.first = first, .count = count};
    bound_run(c, r);
    if (count > CURVE_LEAF) {
        build_run(c, first, count / 2);
        build_run(c, first + count / 2, count - count / 2);
    }
    r->skip = c->runs;
}

rt_status curve_build_runs(contact_plane_curve *c) {
    c->run = calloc(2 * (size_t)c->n, sizeof *c->run);
    if (!c->run) return RT_ERR_MEMORY;
    build_run(c, 0, c->n);
    return RT_OK;
}

// Visitor of the sector about `centre`.
typedef void sector_visitor(contact_plane_curve *c, vec2 centre, void *self);

// Visits the sectors near the contour: those that hold one of a row of points at most half a sector apart, and their
// neighbours.
static void walk_contour(contact_plane_curve *c, sector_visitor *f, void *self) {
    double u = HUGE_VAL, v = HUGE_VAL;
    for (int i = 0; i < c->n; i++) {
        const contact_curve_segment *s = &c->segment[i];
        int steps = 1 + (int)(2 * s->length / c->sector);
        for (int k = 0; k <= steps; k++) {
            vec2 x = contact_curve_point(s, (double)k / steps);
            double p = floor((x.x - c->lo.x) / c->sector), q = floor((x.y - c->lo.y) / c->sector);
            if (p == u && q == v) continue;
            u = p, v = q;
            for (int j = 0; j < 9; j++)
                f(c, (vec2){c->lo.x + (u + j % 3 - 0.5) * c->sector, c->lo.y + (v + j / 3 - 0.5) * c->sector}, self);
        }
    }
}

static void count_visit(contact_plane_curve *c, vec2 centre, void *self) {
    (void)c, (void)centre;
    ++*(size_t *)self;
}

// Adds a sector to the hash table unless it is there already; numbers the sectors in this order.
static void add_sector(contact_plane_curve *c, vec2 centre, void *self) {
    vec2 *at = self;
    int64_t key = curve_sector_key(c, centre);
    uint32_t slot = curve_sector_slot(c, key);
    if (c->key[slot] == key) return;
    c->key[slot] = key;
    c->list[slot] = c->sectors;
    at[c->sectors++] = centre;
}

// Lists the segments that can be nearest to a point of the sector about `centre`, and returns their number. out may be
// NULL. Leaves out a segment if its distance from the centre exceeds the least by more than the sector's diagonal, 2 r.
// Proof, for a point x of the sector and its nearest segment j: d_j(centre) <= d_j(x) + r <= d(x) + r <= d(centre) + 2
// r.
static int list_sector(const contact_plane_curve *c, vec2 centre, int *out) {
    contact_curve_effort none = {0};
    double d2, t;
    curve_tree_nearest(c, centre, &d2, &t, &none);
    double within = (sqrt(d2) + sqrt(2) * c->sector) * (1 + 1e-9);
    int n = 0;
    for (int k = 0; k < c->runs;) {
        const contact_curve_run *r = &c->run[k];
        if (curve_run_distance2(r, centre) > within * within) {
            k = r->skip;
            continue;
        }
        for (int i = r->first; r->count <= CURVE_LEAF && i < r->first + r->count; i++) {
            if (curve_segment_nearest(&c->segment[i], centre, &t) > within * within) continue;
            if (out) out[n] = i;
            n++;
        }
        k++;
    }
    return n;
}

static bool fill_lists(contact_plane_curve *c, const vec2 *at) {
    c->first = calloc((size_t)c->sectors + 1, sizeof *c->first);
    if (!c->first) return false;
    for (int s = 0; s < c->sectors; s++) c->first[s + 1] = c->first[s] + list_sector(c, at[s], NULL);
    c->listed = calloc((size_t)c->first[c->sectors] + 1, sizeof *c->listed);
    if (!c->listed) return false;
    for (int s = 0; s < c->sectors; s++) list_sector(c, at[s], c->listed + c->first[s]);
    return true;
}

// A sector is as wide as two segments of mean length. So a list holds a few segments, and the number of sectors is in
// proportion to that of the segments.
rt_status curve_build_sectors(contact_plane_curve *c) {
    double length = 0;
    size_t visits = 0, slots = 16;
    for (int i = 0; i < c->n; i++) length += c->segment[i].length;
    c->sector = 2 * length / c->n;
    walk_contour(c, count_visit, &visits);
    while (slots < 2 * visits) slots *= 2;
    vec2 *at = calloc(visits, sizeof *at);
    c->key = malloc(slots * sizeof *c->key);
    c->list = calloc(slots, sizeof *c->list);
    c->mask = (uint32_t)(slots - 1);
    bool ok = at && c->key && c->list;
    for (size_t i = 0; ok && i < slots; i++) c->key[i] = -1;
    if (ok) walk_contour(c, add_sector, at);
    ok = ok && fill_lists(c, at);
    free(at);
    return ok ? RT_OK : RT_ERR_MEMORY;
}
