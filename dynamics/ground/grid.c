// SPDX-License-Identifier: MIT
#include "dynamics/ground/grid.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define OVERSHOOT 1.25 // largest sum of the absolute weights of four nodes, half way between two

bool ground_grid_create(ground_grid *g, int nx, int ny) {
    assert(nx >= 2 && ny >= 2 && nx <= GROUND_GRID_NODES / ny);
    *g = (ground_grid){.nx = nx, .ny = ny, .axis = {1, 0}};
    g->z = calloc((size_t)nx * (size_t)ny, sizeof *g->z);
    g->filled = calloc((size_t)nx * (size_t)ny, sizeof *g->filled);
    if (g->z && g->filled) return true;
    ground_grid_free(g);
    return false;
}

void ground_grid_free(ground_grid *g) {
    free(g->z);
    free(g->filled);
    *g = (ground_grid){0};
}

void ground_grid_place(const ground_grid *g, double x, double y, double at[2]) {
    at[0] = g->axis[0] * x + g->axis[1] * y;
    at[1] = g->axis[0] * y - g->axis[1] * x;
}

void ground_grid_corner(const ground_grid *g, int corner, double at[2]) {
    const double u = g->from[0] + (corner & 1) * (g->nx - 1) * g->step[0],
                 v = g->from[1] + (corner >> 1) * (g->ny - 1) * g->step[1];
    at[0] = g->axis[0] * u - g->axis[1] * v;
    at[1] = g->axis[1] * u + g->axis[0] * v;
}

static int within(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

// Mean height of the neighbours that are known; false: none is.
static bool mean_of_neighbours(const ground_grid *g, const bool *known, int at, double *mean) {
    int x = at % g->nx, y = at / g->nx, n = 0;
    double sum = 0;
    for (int j = y - 1; j <= y + 1; j++)
        for (int i = x - 1; i <= x + 1; i++) {
            if (i < 0 || j < 0 || i >= g->nx || j >= g->ny || !known[j * g->nx + i]) continue;
            sum += g->z[j * g->nx + i], n++;
        }
    *mean = n > 0 ? sum / n : 0;
    return n > 0;
}

// Adds the unknown neighbours of a node to the queue, each once.
static int add_neighbours(const ground_grid *g, bool *seen, int *queue, int n, int at) {
    int x = at % g->nx, y = at / g->nx;
    for (int j = y - 1; j <= y + 1; j++)
        for (int i = x - 1; i <= x + 1; i++) {
            if (i < 0 || j < 0 || i >= g->nx || j >= g->ny || seen[j * g->nx + i]) continue;
            seen[j * g->nx + i] = true;
            queue[n++] = j * g->nx + i;
        }
    return n;
}

// Fills the gaps from their edges inward.
static bool fill(ground_grid *g) {
    const int nodes = g->nx * g->ny;
    bool *known = malloc((size_t)nodes * sizeof *known), *seen = malloc((size_t)nodes * sizeof *seen);
    int *queue = malloc((size_t)nodes * sizeof *queue), n = 0;
    bool good = known && seen && queue;
    for (int k = 0; k < nodes && good; k++) known[k] = seen[k] = !g->filled[k];
    for (int k = 0; k < nodes && good; k++)
        if (!g->filled[k]) n = add_neighbours(g, seen, queue, n, k);
    for (int k = 0; k < n; k++) {
        known[queue[k]] = mean_of_neighbours(g, known, queue[k], &g->z[queue[k]]);
        n = add_neighbours(g, seen, queue, n, queue[k]);
    }
    free(known), free(seen), free(queue);
    return good;
}

// Largest slope along a line of n nodes: of the pieces' derivatives, whose Bézier points bound them.
static double steepest_along(const double *z, int stride, int n, double step) {
    double most = 0;
    for (int i = -1; i < n; i++) {
        const double a = z[stride * within(i - 1, n)], b = z[stride * within(i, n)], c = z[stride * within(i + 1, n)],
                     d = z[stride * within(i + 2, n)];
        const double begin = 0.5 * (c - a), end = 0.5 * (d - b);
        most = fmax(most, fmax(fmax(fabs(begin), fabs(end)), fabs(3 * (c - b) - begin - end)));
    }
    return most / step;
}

bool ground_grid_finish(ground_grid *g) {
    if (!fill(g)) return false;
    double low = g->z[0], high = g->z[0], slope[2] = {0, 0};
    for (int k = 0; k < g->nx * g->ny; k++) low = fmin(low, g->z[k]), high = fmax(high, g->z[k]);
    for (int j = 0; j < g->ny; j++) slope[0] = fmax(slope[0], steepest_along(&g->z[j * g->nx], 1, g->nx, g->step[0]));
    for (int i = 0; i < g->nx; i++) slope[1] = fmax(slope[1], steepest_along(&g->z[i], g->nx, g->ny, g->step[1]));
    g->top = high + 0.5 * (OVERSHOOT * OVERSHOOT - 1) * (high - low);
    g->steepest = OVERSHOOT * hypot(slope[0], slope[1]);
    return true;
}

// Finds the interval of a coordinate among n nodes, and the share of the way through it. One cell beyond the outer
// nodes the surface is level.
static int find_interval(double at, double from, double step, int n, double *share) {
    const double u = fmin(fmax((at - from) / step, -1), n);
    const int i = (int)floor(u);
    *share = u - i;
    return i;
}

// Weights of the nodes from the one before the interval to the one after it, and their derivatives by the share.
static void weights(double t, double w[4], double slope[4]) {
    const double t2 = t * t, t3 = t2 * t;
    w[0] = 0.5 * (-t + 2 * t2 - t3), slope[0] = 0.5 * (-1 + 4 * t - 3 * t2);
    w[1] = 0.5 * (2 - 5 * t2 + 3 * t3), slope[1] = 0.5 * (-10 * t + 9 * t2);
    w[2] = 0.5 * (t + 4 * t2 - 3 * t3), slope[2] = 0.5 * (1 + 8 * t - 9 * t2);
    w[3] = 0.5 * (-t2 + t3), slope[3] = 0.5 * (-2 * t + 3 * t2);
}

ground_height ground_grid_at(const ground_grid *g, double x, double y) {
    double at[2], t[2], wx[4], wy[4], sx[4], sy[4], z = 0, slope[2] = {0, 0};
    ground_grid_place(g, x, y, at);
    const int i = find_interval(at[0], g->from[0], g->step[0], g->nx, &t[0]),
              j = find_interval(at[1], g->from[1], g->step[1], g->ny, &t[1]);
    int column[4];
    weights(t[0], wx, sx), weights(t[1], wy, sy);
    for (int k = 0; k < 4; k++) column[k] = within(i - 1 + k, g->nx);
    for (int k = 0; k < 4; k++) {
        const double *row = &g->z[within(j - 1 + k, g->ny) * g->nx];
        double high = 0, along = 0;
        for (int c = 0; c < 4; c++) high += wx[c] * row[column[c]], along += sx[c] * row[column[c]];
        z += wy[k] * high, slope[0] += wy[k] * along, slope[1] += sy[k] * high;
    }
    slope[0] /= g->step[0], slope[1] /= g->step[1];
    return (ground_height){z, g->axis[0] * slope[0] - g->axis[1] * slope[1],
                           g->axis[1] * slope[0] + g->axis[0] * slope[1]};
}

bool ground_grid_known(const ground_grid *g, double x, double y) {
    double at[2];
    ground_grid_place(g, x, y, at);
    const double u = (at[0] - g->from[0]) / g->step[0], v = (at[1] - g->from[1]) / g->step[1];
    if (!(u >= 0 && v >= 0 && u <= g->nx - 1 && v <= g->ny - 1)) return false;
    for (int k = 0; k < 16; k++) {
        const int i = within((int)u - 1 + k % 4, g->nx), j = within((int)v - 1 + k / 4, g->ny);
        if (g->filled[j * g->nx + i]) return false;
    }
    return true;
}
