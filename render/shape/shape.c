// SPDX-License-Identifier: MIT
#include "render/shape/build.h"
#include "render/shape/glmath.h"
#include <assert.h>
#include <stdlib.h>

bool shape_reserve(shape *s, int nv, int ni) {
    *s = (shape){.vertex = malloc((size_t)nv * sizeof *s->vertex), .index = malloc((size_t)ni * sizeof *s->index)};
    if (s->vertex && s->index) return true;
    shape_free(s);
    return false;
}

void shape_free(shape *s) {
    free(s->vertex);
    free(s->index);
    *s = (shape){0};
}

int shape_add_vertex(shape *s, vec3 position, vec3 normal) {
    shape_vertex *v = &s->vertex[s->nv];
    glmath_vec3(position, v->position);
    glmath_vec3(normal, v->normal);
    return s->nv++;
}

void shape_add_triangle(shape *s, int a, int b, int c) {
    assert(a < s->nv && b < s->nv && c < s->nv);
    s->index[s->ni++] = (uint32_t)a;
    s->index[s->ni++] = (uint32_t)b;
    s->index[s->ni++] = (uint32_t)c;
}

void shape_add_quad(shape *s, int a, int b, int c, int d) {
    shape_add_triangle(s, a, b, c);
    shape_add_triangle(s, a, c, d);
}

void shape_add_lathe(shape *s, const double (*profile)[2], int n, int sides) {
    for (int i = 0; i + 1 < n; i++) {
        double dr = profile[i + 1][0] - profile[i][0], dz = profile[i + 1][1] - profile[i][1], l = hypot(dr, dz);
        int base = s->nv;
        for (int k = 0; k <= sides; k++) {
            double a = 2 * M_PI * k / sides, c = cos(a), w = sin(a);
            vec3 normal = vec3_make(c * dz / l, w * dz / l, -dr / l);
            for (int end = 0; end < 2; end++) {
                const double *p = profile[i + end];
                shape_add_vertex(s, vec3_make(c * p[0], w * p[0], p[1]), normal);
            }
        }
        for (int k = 0; k < sides; k++) {
            int v = base + 2 * k;
            shape_add_quad(s, v, v + 2, v + 3, v + 1);
        }
    }
}

static const double shaft_radius = 0.02, shaft_length = 0.72, head_radius = 0.06;

bool shape_arrow(int sides, shape *s) {
    const double profile[][2] = {
        {0, 0}, {shaft_radius, 0}, {shaft_radius, shaft_length}, {head_radius, shaft_length}, {0, 1}};
    if (!shape_reserve(s, 2 * 4 * (sides + 1), 6 * 4 * sides)) return false;
    shape_add_lathe(s, profile, 5, sides);
    return true;
}

bool shape_arrow_dashed(int sides, shape *s) {
    enum { DASHES = 5, PIECES = 3 * DASHES + 2 };
    const double head[][2] = {{0, shaft_length}, {head_radius, shaft_length}, {0, 1}}, each = shaft_length / DASHES;
    if (!shape_reserve(s, 2 * PIECES * (sides + 1), 6 * PIECES * sides)) return false;
    for (int k = 0; k < DASHES; k++) {
        const double from = each * k, to = from + 0.6 * each;
        shape_add_lathe(s, (const double[][2]){{0, from}, {shaft_radius, from}, {shaft_radius, to}, {0, to}}, 4, sides);
    }
    shape_add_lathe(s, head, 3, sides);
    return true;
}

// A tooth between two angles: inner radius 0.7, outer 1.12, narrower toward the rim.
static void add_whelp(shape *s, double from, double to, double z0, double z1) {
    double a[4] = {from, from + 0.25 * (to - from), to - 0.25 * (to - from), to}, r[4] = {0.7, 1.12, 1.12, 0.7};
    for (int i = 0; i < 3; i++) {
        vec3 p = vec3_make(r[i] * cos(a[i]), r[i] * sin(a[i]), 0),
             q = vec3_make(r[i + 1] * cos(a[i + 1]), r[i + 1] * sin(a[i + 1]), 0);
        vec3 normal = vec3_unit(vec3_cross(vec3_sub(q, p), vec3_make(0, 0, 1)));
        vec3 corner[4] = {p, q, q, p};
        int v[4];
        for (int k = 0; k < 4; k++) {
            corner[k].z = k < 2 ? z0 : z1;
            v[k] = shape_add_vertex(s, corner[k], normal);
        }
        shape_add_quad(s, v[0], v[1], v[2], v[3]);
    }
    for (int side = 0; side < 2; side++) { // the two faces across the axis
        int v[4];
        for (int k = 0; k < 4; k++)
            v[k] = shape_add_vertex(s, vec3_make(r[k] * cos(a[k]), r[k] * sin(a[k]), side ? z1 : z0),
                                    vec3_make(0, 0, side ? 1 : -1));
        if (side)
            shape_add_quad(s, v[0], v[1], v[2], v[3]);
        else
            shape_add_quad(s, v[3], v[2], v[1], v[0]);
    }
}

bool shape_lifter(shape *s) {
    enum { SIDES = 40, PROFILE = 11, WHELPS = 5 };
    static const double profile[PROFILE][2] = {{0, -0.62},   {1.22, -0.62}, {1.25, -0.55}, {1.25, -0.45},
                                               {0.8, -0.2},  {0.72, 0},     {0.8, 0.2},    {1.25, 0.45},
                                               {1.25, 0.55}, {1.22, 0.62},  {0, 0.62}};
    if (!shape_reserve(s, 2 * (PROFILE - 1) * (SIDES + 1) + 2 * WHELPS * 20,
                       6 * (PROFILE - 1) * SIDES + 2 * WHELPS * 30))
        return false;
    shape_add_lathe(s, profile, PROFILE, SIDES);
    for (int i = 0; i < WHELPS; i++) {
        double a = 2 * M_PI * i / WHELPS;
        add_whelp(s, a, a + 0.32, -0.48, -0.14);
        add_whelp(s, a, a + 0.32, 0.14, 0.48);
    }
    return true;
}
