// SPDX-License-Identifier: MIT
#include "render/trace/furrow.h"
#include <math.h>
#include <stddef.h>

static const double apart = 0.25;  // of two points [m]
static const double jump = 20;     // distance of two points that are not joined: films have one picture in seconds [m]
static const double least = 0.1;   // depth of a furrow [m]
static const double over = 0.03;   // of the trough over the bottom, which hides what is below it [m]
static const double heap = 0.2;    // height of the ridges over the anchor's depth
static const double highest = 0.4; // of them [m]
static const double uneven = 0.35; // share by which they are higher or lower from place to place

// Index of the k-th point, oldest first.
static int index_of(const furrow *f, int k) { return (f->first + k) % FURROW_POINTS; }

// The deepest of the crown's two faces and the fluke tips.
static furrow_point deepest(const furrow *f, double t, const pose *head, const render_bottom *b) {
    furrow_point p = {.t = t, .depth = -INFINITY};
    const vec3 part[] = {{0, f->half, 0}, {0, -f->half, 0}, {0, 0, f->fluke}};
    for (int k = 0; k < 3; k++) {
        const vec3 at = pose_point(head, part[k]);
        const double depth = render_bottom_height(b, at.x, at.y) - at.z;
        if (depth > p.depth) p.x = at.x, p.y = at.y, p.depth = depth;
    }
    return p;
}

void furrow_add(furrow *f, double t, const pose *head, const render_bottom *b) {
    while (f->n > 0 && f->point[index_of(f, f->n - 1)].t > t) f->n--;
    furrow_point now = deepest(f, t, head, b);
    if (!(now.depth > least)) {
        f->clear = true;
        return;
    }
    furrow_point *last = f->n > 0 ? &f->point[index_of(f, f->n - 1)] : NULL;
    const double way = last ? hypot(now.x - last->x, now.y - last->y) : 0;
    if (last && !f->clear && way < apart) {
        last->depth = fmax(last->depth, now.depth);
        return;
    }
    now.joined = last && !f->clear && way < jump;
    f->clear = false;
    if (f->n == FURROW_POINTS) f->first = (f->first + 1) % FURROW_POINTS, f->n--;
    f->point[index_of(f, f->n++)] = now;
}

enum { PROFILE = 6 };

// Unit vector to the left of the furrow at a point: across the way from the point before it to the one after it, so
// that the pieces at either side meet.
static bool left_of(const furrow *f, int i, double left[2]) {
    const bool begins = i == 0 || !f->point[index_of(f, i)].joined,
               ends = i + 1 == f->n || !f->point[index_of(f, i + 1)].joined;
    const furrow_point *p = &f->point[index_of(f, begins ? i : i - 1)], *q = &f->point[index_of(f, ends ? i : i + 1)];
    const double way = hypot(q->x - p->x, q->y - p->y);
    left[0] = -(q->y - p->y) / way, left[1] = (q->x - p->x) / way;
    return way > 0;
}

// Place `across` to the left of a point along the unit vector n, `up` over the bottom there.
static vec3 beside(const furrow_point *p, const double n[2], double across, double up, const render_bottom *b) {
    const double x = p->x + across * n[0], y = p->y + across * n[1];
    return vec3_make(x, y, render_bottom_height(b, x, y) + up);
}

// Points across the furrow, from its right to its left. The ridges are uneven: heaps of soil.
static bool profile_at(const furrow *f, int i, const render_bottom *b, vec3 out[PROFILE]) {
    const furrow_point *p = &f->point[index_of(f, i)];
    double left[2];
    if (!left_of(f, i, left)) return false;
    const double half = 0.4 * f->breadth, h = fmin(heap * p->depth, highest),
                 right_h = h * (1 + uneven * sin(5 * p->x + 3 * p->y)),
                 left_h = h * (1 + uneven * sin(4 * p->x - 6 * p->y)),
                 across[PROFILE] = {-half - 1.5 * h, -half, -0.6 * half, 0.6 * half, half, half + 1.5 * h},
                 up[PROFILE] = {0, over + right_h, over, over, over + left_h, 0};
    for (int k = 0; k < PROFILE; k++) out[k] = beside(p, left, across[k], up[k], b);
    return true;
}

bool furrow_piece(const furrow *f, const render_bottom *b, int i, furrow_triangle out[FURROW_TRIANGLES]) {
    static const double shade[PROFILE - 1] = {0.9, 0.6, 0.45, 0.6, 0.9};
    const furrow_point *q = &f->point[index_of(f, i)];
    vec3 a[PROFILE], c[PROFILE];
    if (!q->joined || !profile_at(f, i - 1, b, a) || !profile_at(f, i, b, c)) return false;
    const int soil = render_bottom_soil(b, q->x, q->y);
    for (int k = 0; k + 1 < PROFILE; k++) {
        out[2 * k] = (furrow_triangle){{a[k], c[k], a[k + 1]}, shade[k], soil};
        out[2 * k + 1] = (furrow_triangle){{c[k + 1], a[k + 1], c[k]}, shade[k], soil};
    }
    return true;
}
