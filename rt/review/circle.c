// SPDX-License-Identifier: MIT
// Welzl's algorithm in its iterative form (de Berg et al. 2008, "Computational Geometry", §4.7): a point outside the
// circle of the points before it lies on the circle of all points up to it.
#include "rt/review/circle.h"
#include <math.h>
#include <stdint.h>

#define ROUNDING 1e-12 // a point this share of the radius outside counts as on the circle

static int holds(const review_circle *c, const double p[2]) {
    return hypot(p[0] - c->x, p[1] - c->y) <= c->r * (1 + ROUNDING);
}

static review_circle circle_of_two(const double a[2], const double b[2]) {
    return (review_circle){0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * hypot(a[0] - b[0], a[1] - b[1])};
}

// Circumscribed circle; of collinear points the circle over the two farthest ones.
static review_circle circle_of_three(const double a[2], const double b[2], const double c[2]) {
    double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1], det = 2 * (bx * cy - by * cx);
    double b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    if (fabs(det) <= ROUNDING * (b2 + c2)) {
        review_circle ab = circle_of_two(a, b), ac = circle_of_two(a, c), bc = circle_of_two(b, c);
        review_circle most = ab.r > ac.r ? ab : ac;
        return most.r > bc.r ? most : bc;
    }
    double x = (cy * b2 - by * c2) / det, y = (bx * c2 - cx * b2) / det;
    return (review_circle){a[0] + x, a[1] + y, hypot(x, y)};
}

// Fisher-Yates with a fixed seed: the order of a mesh is far from random, and the result must be the same each time.
static void shuffle(double (*p)[2], int n) {
    uint64_t x = 0x9e3779b97f4a7c15u;
    for (int i = n - 1; i > 0; i--) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17; // xorshift64 (Marsaglia 2003)
        int k = (int)(x % (uint64_t)(i + 1));
        double t[2] = {p[i][0], p[i][1]};
        p[i][0] = p[k][0], p[i][1] = p[k][1];
        p[k][0] = t[0], p[k][1] = t[1];
    }
}

static review_circle circle_with_two(double (*p)[2], int n, const double a[2], const double b[2]) {
    review_circle c = circle_of_two(a, b);
    for (int i = 0; i < n; i++)
        if (!holds(&c, p[i])) c = circle_of_three(a, b, p[i]);
    return c;
}

static review_circle circle_with_one(double (*p)[2], int n, const double a[2]) {
    review_circle c = {a[0], a[1], 0};
    for (int i = 0; i < n; i++)
        if (!holds(&c, p[i])) c = circle_with_two(p, i, a, p[i]);
    return c;
}

review_circle review_circle_around(double (*p)[2], int n) {
    shuffle(p, n);
    review_circle c = {p[0][0], p[0][1], 0};
    for (int i = 1; i < n; i++)
        if (!holds(&c, p[i])) c = circle_with_one(p, i, p[i]);
    return c;
}
