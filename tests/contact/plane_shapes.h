// SPDX-License-Identifier: MIT
// Contours for the tests of plane curves, with independent references: distance by every edge, inside by counting
// crossings.
#ifndef HAWSE_TESTS_CONTACT_PLANE_SHAPES_H
#define HAWSE_TESTS_CONTACT_PLANE_SHAPES_H

#include "contact/curve_pair/curve_pair.h"
#include "tests/check.h"
#include "tests/random.h"
#include <stdlib.h>

enum { SHAPE_POINTS = 40000 };

typedef struct outline {
    int n;
    vec2 *p;
} outline;

static inline outline outline_make(int n) {
    outline o = {n, calloc((size_t)n, sizeof *o.p)};
    assert_non_null(o.p);
    return o;
}

static inline outline regular(int n, double radius, double phase) {
    outline o = outline_make(n);
    for (int i = 0; i < n; i++)
        o.p[i] = (vec2){radius * cos(phase + 2 * M_PI * i / n), radius * sin(phase + 2 * M_PI * i / n)};
    return o;
}

static inline outline ellipse(int n, double a, double b) {
    outline o = outline_make(n);
    for (int i = 0; i < n; i++) o.p[i] = (vec2){a * cos(2 * M_PI * i / n), b * sin(2 * M_PI * i / n)};
    return o;
}

// A square of side 2, each side in m parts.
static inline outline square(int m) {
    outline o = outline_make(4 * m);
    const vec2 corner[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4 * m; i++) {
        vec2 a = corner[i / m], b = corner[(i / m + 1) % 4];
        o.p[i] = vec2_madd(a, (double)(i % m) / m, vec2_sub(b, a));
    }
    return o;
}

// A star or gear: radius alternates.
static inline outline gear(int teeth, double inner, double outer, int flats) {
    outline o = outline_make(2 * flats * teeth);
    for (int i = 0; i < o.n; i++) {
        double r = i / flats % 2 ? inner : outer, a = 2 * M_PI * i / o.n;
        o.p[i] = (vec2){r * cos(a), r * sin(a)};
    }
    return o;
}

// A random concave contour: radii between low and 1 at rising angles.
static inline outline random_star(uint64_t *s, int n, double low) {
    outline o = outline_make(n);
    for (int i = 0; i < n; i++) {
        double r = uniform(s, low, 1), a = 2 * M_PI * (i + uniform(s, 0.1, 0.9)) / n;
        o.p[i] = (vec2){r * cos(a), r * sin(a)};
    }
    return o;
}

// A smooth wavy contour, concave if the amplitude is above 1 / (1 + waves²).
static inline outline wavy(int n, double radius, double amplitude, int waves) {
    outline o = outline_make(n);
    for (int i = 0; i < n; i++) {
        double a = 2 * M_PI * i / n, r = radius * (1 + amplitude * cos(waves * a));
        o.p[i] = (vec2){r * cos(a), r * sin(a)};
    }
    return o;
}

// Makes a curve of the outline and frees the outline.
static inline contact_plane_curve prepared(outline o, double smooth) {
    contact_plane_curve c;
    static rt_diag d;
    d = (rt_diag){0};
    rt_status s = contact_plane_curve_create(&c, o.p, o.n, &(contact_curve_options){true, smooth, 0},
                                             &(contact_curve_source){.who = "curve"}, &d);
    if (s) print_error("%s", d.text);
    assert_int_equal(s, RT_OK);
    free(o.p);
    return c;
}

// Distance from every edge of the polygon of the contour's points.
static inline double edges_distance(const contact_plane_curve *c, vec2 x) {
    double best = HUGE_VAL;
    for (int i = 0; i < c->n; i++) {
        vec2 a = c->segment[i].start, e = vec2_sub(contact_curve_vertex(c, (i + 1) % c->points), a);
        double t = fmin(fmax(vec2_dot(vec2_sub(x, a), e) / vec2_norm2(e), 0), 1);
        best = fmin(best, vec2_norm(vec2_sub(x, vec2_madd(a, t, e))));
    }
    return best;
}

// Even-odd rule: crossings of the ray to the right.
static inline bool edges_inside(const contact_plane_curve *c, vec2 x) {
    bool in = false;
    for (int i = 0; i < c->n; i++) {
        vec2 a = c->segment[i].start, b = contact_curve_vertex(c, (i + 1) % c->points);
        if ((a.y > x.y) != (b.y > x.y) && x.x < a.x + (b.x - a.x) * (x.y - a.y) / (b.y - a.y)) in = !in;
    }
    return in;
}

static inline contact_plane_motion motion_at(double x, double y, double angle) {
    return (contact_plane_motion){{x, y}, {cos(angle), sin(angle)}, {-sin(angle), cos(angle)}};
}

static inline vec2 motion_point(const contact_plane_motion *m, vec2 v) {
    return vec2_madd(vec2_madd(m->p, v.x, m->x), v.y, m->y);
}

static inline vec2 motion_back(const contact_plane_motion *m, vec2 v) {
    vec2 r = vec2_sub(v, m->p);
    return (vec2){vec2_dot(r, m->x), vec2_dot(r, m->y)};
}

static inline contact_curve_hits hits_of(const contact_plane_curve *a, const contact_plane_curve *b,
                                         contact_plane_motion m, double margin) {
    contact_curve_hits hits = {.n = 0};
    contact_curve_search(a, b, &m, margin, &hits);
    return hits;
}

#endif
