// SPDX-License-Identifier: MIT
#include "tests/bench/convex.h"
#include <ccd/ccd.h>
#include <math.h>
#include <stdlib.h>

typedef struct query {
    const convex_solid *a, *b;
    ccd_t settings;
} query;

static void support_ellipsoid(const double *axes, const double *d, double *out) {
    double s[3] = {axes[0] * d[0], axes[1] * d[1], axes[2] * d[2]}, n = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    for (int i = 0; i < 3; i++) out[i] = n > 0 ? axes[i] * s[i] / n : 0;
}

static void support_frustum(const double *size, const double *d, double *out) {
    double across = sqrt(d[0] * d[0] + d[1] * d[1]);
    int top = size[1] * across + size[2] * d[2] > size[0] * across;
    double scale = across > 0 ? (top ? size[1] : size[0]) / across : 0;
    out[0] = scale * d[0], out[1] = scale * d[1], out[2] = top ? size[2] : 0;
}

static void support_points(const convex_solid *s, const double *d, double *out) {
    double most = -INFINITY;
    int best = 0;
    for (int i = 0; i < s->n; i++) {
        double along = s->vertex[i][0] * d[0] + s->vertex[i][1] * d[1] + s->vertex[i][2] * d[2];
        if (along > most) most = along, best = i;
    }
    for (int i = 0; i < 3; i++) out[i] = s->vertex[best][i];
}

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out) {
    const convex_solid *s = object;
    const double *v = direction->v;
    double d[3], x[3];
    for (int i = 0; i < 3; i++) d[i] = s->r[0][i] * v[0] + s->r[1][i] * v[1] + s->r[2][i] * v[2];
    double ball[3] = {s->size[0], s->size[0], s->size[0]};
    switch (s->kind) {
    case CONVEX_SPHERE:
        support_ellipsoid(ball, d, x);
        break;
    case CONVEX_ELLIPSOID:
        support_ellipsoid(s->size, d, x);
        break;
    case CONVEX_FRUSTUM:
        support_frustum(s->size, d, x);
        break;
    case CONVEX_BOX:
        for (int i = 0; i < 3; i++) x[i] = copysign(s->size[i], d[i]);
        break;
    default:
        support_points(s, d, x);
    }
    for (int i = 0; i < 3; i++) out->v[i] = s->r[i][0] * x[0] + s->r[i][1] * x[1] + s->r[i][2] * x[2] + s->p[i];
}

// A point inside the solid, far from its surface.
static void centre(const void *object, ccd_vec3_t *out) {
    const convex_solid *s = object;
    double x[3] = {0, 0, s->kind == CONVEX_FRUSTUM ? s->size[2] / 2 : 0};
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < 3; i++) x[i] += s->vertex[k][i] / s->n;
    for (int i = 0; i < 3; i++) out->v[i] = s->r[i][0] * x[0] + s->r[i][1] * x[1] + s->r[i][2] * x[2] + s->p[i];
}

static void *create(const convex_solid *a, const convex_solid *b, double tolerance) {
    query *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->a = a, q->b = b;
    CCD_INIT(&q->settings);
    q->settings.support1 = q->settings.support2 = support;
    q->settings.center1 = q->settings.center2 = centre;
    q->settings.max_iterations = 500; // unbounded by default
    q->settings.epa_tolerance = q->settings.mpr_tolerance = tolerance;
    return q;
}

static void *create_default(const convex_solid *a, const convex_solid *b) { return create(a, b, 1e-4); }
static void *create_fine(const convex_solid *a, const convex_solid *b) { return create(a, b, 1e-6); }

static void write_answer(int rc, double depth, const ccd_vec3_t *direction, const ccd_vec3_t *at, convex_found *out) {
    out->meet = rc == 0, out->depth = depth;
    for (int i = 0; i < 3; i++) out->normal[i] = direction->v[i], out->point[i] = at->v[i];
}

static void query_gjk(void *self, convex_found *out) {
    query *q = self;
    ccd_real_t depth = 0;
    ccd_vec3_t direction = {{0, 0, 0}}, at = {{0, 0, 0}};
    int rc = ccdGJKPenetration(q->a, q->b, &q->settings, &depth, &direction, &at);
    write_answer(rc, depth, &direction, &at, out);
}

static void query_mpr(void *self, convex_found *out) {
    query *q = self;
    ccd_real_t depth = 0;
    ccd_vec3_t direction = {{0, 0, 0}}, at = {{0, 0, 0}};
    int rc = ccdMPRPenetration(q->a, q->b, &q->settings, &depth, &direction, &at);
    write_answer(rc, depth, &direction, &at, out);
}

const convex_code convex_ccd[] = {
    {"ccd gjk", "ccdGJKPenetration, its default tolerance 1e-4, at most 500 iterations", create_default, query_gjk,
     free},
    {"ccd gjk 1e-6", "the same with epa_tolerance 1e-6", create_fine, query_gjk, free},
    {"ccd mpr", "ccdMPRPenetration, its default tolerance 1e-4", create_default, query_mpr, free},
    {"ccd mpr 1e-6", "the same with mpr_tolerance 1e-6", create_fine, query_mpr, free},
    {0},
};
