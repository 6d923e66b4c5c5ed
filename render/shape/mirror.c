// SPDX-License-Identifier: MIT
// The half of a shape at y >= 0 and its mirror image.
#include "render/shape/build.h"
#include <stdlib.h>

static double side_of(const shape *s, uint32_t v) { return (double)s->vertex[v].position[1]; }

// The point where the edge from a to b meets y = 0.
static int cut_edge(shape *out, const shape_vertex *a, const shape_vertex *b) {
    double f = (double)a->position[1] / (double)(a->position[1] - b->position[1]), p[3], n[3];
    for (int k = 0; k < 3; k++) {
        p[k] = (double)a->position[k] + f * (double)(b->position[k] - a->position[k]);
        n[k] = (double)a->normal[k] + f * (double)(b->normal[k] - a->normal[k]);
    }
    return shape_add_vertex(out, vec3_make(p[0], 0, p[2]), vec3_make(n[0], n[1], n[2]));
}

// Appends the part of the triangle at y >= 0, at most a quad.
static void add_half(shape *out, const shape *s, const uint32_t *tri, int *made) {
    int corner[4], n = 0;
    for (int k = 0; k < 3; k++) {
        uint32_t a = tri[k], b = tri[(k + 1) % 3];
        bool in = side_of(s, a) >= 0, next = side_of(s, b) >= 0;
        if (in && made[a] < 0) {
            made[a] = out->nv;
            out->vertex[out->nv++] = s->vertex[a];
        }
        if (in) corner[n++] = made[a];
        if (in != next) corner[n++] = cut_edge(out, &s->vertex[a], &s->vertex[b]);
    }
    for (int k = 2; k < n; k++) shape_add_triangle(out, corner[0], corner[k - 1], corner[k]);
}

static void add_mirror_image(shape *s) {
    int nv = s->nv, ni = s->ni;
    for (int i = 0; i < nv; i++) {
        s->vertex[s->nv] = s->vertex[i];
        s->vertex[s->nv].position[1] = -s->vertex[i].position[1];
        s->vertex[s->nv++].normal[1] = -s->vertex[i].normal[1];
    }
    for (int i = 0; i < ni; i += 3)
        shape_add_triangle(s, nv + (int)s->index[i], nv + (int)s->index[i + 2], nv + (int)s->index[i + 1]);
}

bool shape_mirror(shape *s) {
    shape out = {0};
    int *made = malloc(sizeof *made * (size_t)(s->nv + 1));
    // a triangle across the plane gets two vertices and at most two triangles
    bool ok = made && shape_reserve(&out, 2 * (s->nv + 2 * s->ni / 3) + 1, 4 * s->ni + 1);
    for (int i = 0; ok && i < s->nv; i++) made[i] = -1;
    for (int i = 0; ok && i < s->ni; i += 3) add_half(&out, s, &s->index[i], made);
    free(made);
    if (!ok) return false;
    add_mirror_image(&out);
    shape_free(s);
    *s = out;
    return true;
}
