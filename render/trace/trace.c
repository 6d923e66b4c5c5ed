// SPDX-License-Identifier: MIT
#include "render/trace/trace.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double farthest = 10; // way that a link sweeps from one time to the next, at most [m]
static const double slack = 0.2;   // way, over a cell's edge, below which a link marks nothing new
static const double rough = 0.2;   // most of a mark that a cell lacks, so that the soil looks disturbed
static const double world = 1e6;   // largest coordinate [m]
enum { FOLLOW = TRACE_NODES / 8 }; // cells that the middle moves before the window follows it

bool trace_create(trace *tr, double edge, double breadth) {
    const size_t cells = (size_t)TRACE_NODES * TRACE_NODES;
    *tr = (trace){
        .edge = edge, .half = 0.5 * breadth, .t = -INFINITY, .before = -INFINITY, .dirty = {0, TRACE_NODES - 1}};
    for (int k = 0; k < DYN_SNAPSHOT_BODIES; k++) tr->last[k].t = (double)NAN;
    tr->mark = calloc(cells, sizeof *tr->mark);
    tr->since = calloc(cells, sizeof *tr->since);
    if (tr->mark && tr->since) return true;
    trace_free(tr);
    return false;
}

void trace_free(trace *tr) {
    free(tr->mark);
    free(tr->since);
    tr->mark = NULL, tr->since = NULL;
}

static int wrap(long i) { return (int)(i & (TRACE_NODES - 1)); }

static size_t cell_of(long i, long k) { return (size_t)wrap(k) * TRACE_NODES + (size_t)wrap(i); }

static void touch_row(trace *tr, int row) {
    if (row < tr->dirty[0]) tr->dirty[0] = row;
    if (row > tr->dirty[1]) tr->dirty[1] = row;
}

static void touch_all(trace *tr) { tr->dirty[0] = 0, tr->dirty[1] = TRACE_NODES - 1; }

void trace_clean(trace *tr) { tr->dirty[0] = TRACE_NODES, tr->dirty[1] = -1; }

// Clears the marks that are later than t.
static void go_back(trace *tr, double t) {
    for (size_t k = 0; k < (size_t)TRACE_NODES * TRACE_NODES; k++)
        if (tr->mark[k] && (double)tr->since[k] > t) tr->mark[k] = 0;
    for (int k = 0; k < DYN_SNAPSHOT_BODIES; k++) tr->last[k].t = (double)NAN;
    touch_all(tr);
}

// Moves the window; clears the cells that come into it.
static void move_to(trace *tr, const long from[2]) {
    for (int k = 0; k < TRACE_NODES; k++)
        for (int i = 0; i < TRACE_NODES; i++) {
            const long x = from[0] + i, y = from[1] + k;
            const bool was =
                x >= tr->from[0] && x < tr->from[0] + TRACE_NODES && y >= tr->from[1] && y < tr->from[1] + TRACE_NODES;
            if (!was) tr->mark[cell_of(x, y)] = 0;
        }
    tr->from[0] = from[0], tr->from[1] = from[1];
    touch_all(tr);
}

static bool is_place(vec3 p) { return fabs(p.x) < world && fabs(p.y) < world; }

bool trace_begin(trace *tr, double t, vec3 middle) {
    if (!is_place(middle)) return false;
    const long at[2] = {(long)floor(middle.x / tr->edge), (long)floor(middle.y / tr->edge)},
               from[2] = {at[0] - TRACE_NODES / 2, at[1] - TRACE_NODES / 2};
    if (t < tr->t) go_back(tr, t);
    if (labs(from[0] - tr->from[0]) > FOLLOW || labs(from[1] - tr->from[1]) > FOLLOW) move_to(tr, from);
    if (t != tr->t) tr->before = tr->t, tr->t = t;
    return true;
}

// Share of a full mark that a cell takes, the same at every visit.
static double grain(long i, long k) {
    uint32_t h = (uint32_t)i * 0x9e3779b1U ^ (uint32_t)k * 0x85ebca77U;
    h = (h ^ h >> 15) * 0x2c1b3c6dU;
    return 1 - rough * (h >> 16) / 65535.0;
}

// Marks the cells about a point of a link: whole within half its breadth, less over the next cell.
static void mark_point(trace *tr, double x, double y) {
    const double reach = tr->half + 0.5 * tr->edge;
    const long lo[2] = {(long)floor((x - reach) / tr->edge), (long)floor((y - reach) / tr->edge)},
               hi[2] = {(long)floor((x + reach) / tr->edge), (long)floor((y + reach) / tr->edge)};
    for (long k = lo[1]; k <= hi[1]; k++)
        for (long i = lo[0]; i <= hi[0]; i++) {
            if (i < tr->from[0] || k < tr->from[1] || i >= tr->from[0] + TRACE_NODES || k >= tr->from[1] + TRACE_NODES)
                continue;
            const double off = hypot((i + 0.5) * tr->edge - x, (k + 0.5) * tr->edge - y),
                         full = fmin((reach - off) / tr->edge, 1);
            const size_t at = cell_of(i, k);
            if (!(255 * full * grain(i, k) > tr->mark[at])) continue;
            if (tr->mark[at] == 0) tr->since[at] = (float)tr->t;
            tr->mark[at] = (unsigned char)(255 * full * grain(i, k));
            touch_row(tr, wrap(k));
        }
}

static double way(vec3 a, vec3 b) { return hypot(b.x - a.x, b.y - a.y); }

// Marks the quadrangle between two places of a link, in steps of half a cell.
static void mark_swept(trace *tr, const vec3 old[2], const vec3 now[2]) {
    const int n = 1 + (int)(fmax(way(old[0], now[0]), way(old[1], now[1])) / (0.5 * tr->edge)),
              m = 1 + (int)(way(now[0], now[1]) / (0.5 * tr->edge));
    for (int i = 1; i <= n; i++) {
        const double s = (double)i / n;
        const vec3 a = vec3_madd(old[0], s, vec3_sub(now[0], old[0])),
                   b = vec3_madd(old[1], s, vec3_sub(now[1], old[1]));
        for (int k = 0; k <= m; k++) {
            const double r = (double)k / m;
            mark_point(tr, a.x + r * (b.x - a.x), a.y + r * (b.y - a.y));
        }
    }
}

void trace_add(trace *tr, int number, vec3 a, vec3 b) {
    if (number < 0 || number >= DYN_SNAPSHOT_BODIES || !is_place(a) || !is_place(b)) return;
    trace_link *last = &tr->last[number];
    const vec3 now[2] = {a, b};
    const double moved = fmax(way(last->end[0], a), way(last->end[1], b));
    const bool lay = last->t == tr->before || last->t == tr->t;
    last->t = tr->t;
    if (lay && moved < slack * tr->edge) return;
    mark_swept(tr, lay && moved <= farthest ? last->end : now, now);
    last->end[0] = a, last->end[1] = b;
}

int trace_at(const trace *tr, double x, double y) {
    const long i = (long)floor(x / tr->edge), k = (long)floor(y / tr->edge);
    if (i < tr->from[0] || k < tr->from[1] || i >= tr->from[0] + TRACE_NODES || k >= tr->from[1] + TRACE_NODES)
        return 0;
    return tr->mark[cell_of(i, k)];
}

// Whether a square of the window has a mark; i and k count squares.
static bool is_marked(const trace *tr, int step, int i, int k) {
    for (int y = k * step; y < (k + 1) * step; y++)
        for (int x = i * step; x < (i + 1) * step; x++)
            if (tr->mark[cell_of(tr->from[0] + x, tr->from[1] + y)]) return true;
    return false;
}

bool trace_next_run(const trace *tr, int step, int *cursor, double run[3]) {
    const int n = TRACE_NODES / step;
    int at = *cursor;
    while (at < n * n && !is_marked(tr, step, at % n, at / n)) at++;
    if (at >= n * n) return false;
    const int i = at % n, k = at / n;
    int end = i + 1;
    while (end < n && is_marked(tr, step, end, k)) end++;
    run[0] = (tr->from[0] + i * step) * tr->edge, run[1] = (tr->from[0] + end * step) * tr->edge;
    run[2] = (tr->from[1] + (k + 0.5) * step) * tr->edge;
    *cursor = k * n + end;
    return true;
}
