// SPDX-License-Identifier: MIT
// Meshes, attitudes and resultants for the tests of link detection.
#ifndef HAWSE_TESTS_CONTACT_LINK_BENCH_H
#define HAWSE_TESTS_CONTACT_LINK_BENCH_H

#include "contact/link/link.h"
#include "tests/contact/shapes.h"
#include "tests/random.h"

enum { TRIANGLES = 20000, SLOTS = CONTACT_LINK_SLOTS, POINTS = 8 };
static const double D = 0.05, K = 5e7; // bar diameter [m], stiffness of the shipped scenario [N/m^1.5]

typedef struct found {
    contact_link_point at[SLOTS];
} found;

static inline found detect(const contact_mesh *m, const pose *link) {
    static int all[TRIANGLES];
    contact_link_shape s = contact_link_common(D);
    found f;
    assert_true(m->nt <= TRIANGLES);
    for (int i = 0; i < m->nt; i++) all[i] = i;
    contact_link_detect(&s, link, m, all, m->nt, f.at);
    return f;
}

// Elastic force and moment about `about` of all slots [N], [N m].
typedef struct wrench {
    vec3 force, moment;
} wrench;

static inline wrench resultant(const found *f, vec3 about) {
    wrench w = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < SLOTS; k++) {
        if (f->at[k].depth <= 0) continue;
        vec3 g = vec3_scale(K * f->at[k].depth * sqrt(f->at[k].depth), f->at[k].normal);
        w.force = vec3_add(w.force, g);
        w.moment = vec3_add(w.moment, vec3_cross(vec3_sub(f->at[k].point, about), g));
    }
    return w;
}

// The eight material points of the curve in the order of the slots.
static inline vec3 material_point(int k) {
    contact_link_shape s = contact_link_common(D);
    double r = s.radius, h = s.half;
    const vec3 p[POINTS] = {{r, 0, h},     {r, 0, -h},     {-r, 0, h}, {-r, 0, -h},
                            {0, 0, h + r}, {0, 0, -h - r}, {r, 0, 0},  {-r, 0, 0}};
    return p[k];
}

// A surface z(x, y) of n × k cells over [-size, size]², with alternating diagonals; open at its border.
typedef double (*height_of)(double x, double y);
static inline double flat_height(double x, double y) { return 0 * x * y; }

static inline contact_mesh sheet(height_of z, double size, int n, int k) {
    vec3 *v = malloc(sizeof *v * (size_t)((n + 1) * (k + 1)));
    int *t = malloc(sizeof *t * (size_t)(6 * n * k)), nt = 0;
    assert_true(v && t);
    for (int j = 0; j <= k; j++)
        for (int i = 0; i <= n; i++) {
            double x = size * (2.0 * i / n - 1), y = size * (2.0 * j / k - 1);
            v[j * (n + 1) + i] = vec3_make(x, y, z(x, y));
        }
    for (int j = 0; j < k; j++)
        for (int i = 0; i < n; i++) {
            int a = j * (n + 1) + i, b = a + 1, c = b + n + 1, d = c - 1, cut = (i + j) % 2;
            const int two[6] = {a, b, cut ? d : c, cut ? b : a, c, d};
            memcpy(t + 3 * (size_t)nt, two, sizeof two);
            nt += 2;
        }
    contact_mesh m = make_mesh(v, (n + 1) * (k + 1), t, nt, NULL);
    free(v), free(t);
    return m;
}

// Height of the link's centre over a plane z = 0 at which the tube's lowest point is `depth` below it.
static inline double height(const mat3 *r, double depth) {
    contact_link_shape s = contact_link_common(D);
    double nx = r->m[2][0], nz = r->m[2][2];
    return s.half * fabs(nz) + s.radius * sqrt(nx * nx + nz * nz) + s.tube - depth;
}

// Attitudes: on its crown, on a straight side, flat.
static inline mat3 attitude(int i) {
    return i == 0   ? mat3_identity()
           : i == 1 ? mat3_rotation(vec3_make(0, 1, 0), M_PI / 2)
                    : mat3_rotation(vec3_make(1, 0, 0), M_PI / 2);
}

static const double LIP = 0.27; // radius of the bolster [m]

// A convex lip about the y axis through z = -LIP, facets of 50 mm, in `strips` strips of 1.2 m in all.
static inline contact_mesh make_lip(int strips) {
    enum { FACETS = 16 };
    double step = 2 * asin(0.025 / LIP);
    vec3 *v = malloc(sizeof *v * (size_t)((FACETS + 1) * (strips + 1)));
    int *t = malloc(sizeof *t * (size_t)(6 * FACETS * strips)), nt = 0;
    assert_true(v && t);
    for (int j = 0; j <= strips; j++)
        for (int i = 0; i <= FACETS; i++) {
            double a = (i - FACETS / 2) * step, y = 1.2 * ((double)j / strips - 0.5);
            v[j * (FACETS + 1) + i] = vec3_make(LIP * sin(a), y, LIP * cos(a) - LIP);
        }
    for (int j = 0; j < strips; j++)
        for (int i = 0; i < FACETS; i++) {
            int a = j * (FACETS + 1) + i, b = a + 1, c = b + FACETS + 1, d = c - 1, cut = (i + j) % 2;
            const int two[6] = {a, b, cut ? d : c, cut ? b : a, c, d};
            memcpy(t + 3 * (size_t)nt, two, sizeof two);
            nt += 2;
        }
    contact_mesh m = make_mesh(v, (FACETS + 1) * (strips + 1), t, nt, NULL);
    free(v), free(t);
    return m;
}

#endif
