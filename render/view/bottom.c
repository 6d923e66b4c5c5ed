// SPDX-License-Identifier: MIT
#include "render/view/bottom.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool render_bottom_create(render_bottom *b, int nx, int ny) {
    const size_t n = (size_t)nx * (size_t)ny;
    b->nx = nx, b->ny = ny;
    b->over = calloc(n, sizeof *b->over);
    b->soil = calloc(n, sizeof *b->soil);
    if (b->over && b->soil) return true;
    render_bottom_free(b);
    return false;
}

void render_bottom_free(render_bottom *b) {
    free(b->over);
    free(b->soil);
    b->over = NULL, b->soil = NULL;
    b->nx = b->ny = 0;
}

bool render_bottom_copy(render_bottom *b) {
    const render_bottom from = *b;
    const size_t n = (size_t)from.nx * (size_t)from.ny;
    b->over = NULL, b->soil = NULL, b->nx = b->ny = 0;
    if (n == 0) return true;
    if (!render_bottom_create(b, from.nx, from.ny)) return false;
    memcpy(b->over, from.over, n * sizeof *b->over);
    memcpy(b->soil, from.soil, n * sizeof *b->soil);
    return true;
}

// Place in nodes along an axis, within the table.
static double node_of(double at, double from, double step, int n) { return fmin(fmax((at - from) / step, 0), n - 1); }

double render_bottom_height(const render_bottom *b, double x, double y) {
    const vec3 n = b->normal;
    const double plane = b->at.z - (n.x * (x - b->at.x) + n.y * (y - b->at.y)) / n.z;
    if (b->nx < 2 || b->ny < 2) return plane;
    const double u = node_of(x, b->from[0], b->step, b->nx), v = node_of(y, b->from[1], b->step, b->ny);
    const int i = u < b->nx - 1 ? (int)u : b->nx - 2, j = v < b->ny - 1 ? (int)v : b->ny - 2;
    const float *low = &b->over[j * b->nx + i], *high = low + b->nx;
    const double s = u - i, t = v - j, a = (double)low[0] + s * ((double)low[1] - (double)low[0]),
                 c = (double)high[0] + s * ((double)high[1] - (double)high[0]);
    return plane + a + t * (c - a);
}

int render_bottom_soil(const render_bottom *b, double x, double y) {
    if (b->nx == 0) return 0;
    const int i = (int)(node_of(x, b->from[0], b->step, b->nx) + 0.5),
              j = (int)(node_of(y, b->from[1], b->step, b->ny) + 0.5);
    return b->soil[j * b->nx + i];
}
