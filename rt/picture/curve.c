// SPDX-License-Identifier: MIT
// Mesh of a plane curve for drawing: a plate if closed, a ribbon if open or a hole. The resolution suits the eye, not
// contact.
#include "contact/prepare/load.h"
#include "rt/picture/mechanism.h"
#include <stdlib.h>

static const double tolerance = 0.0015; // deviation of the drawn curve, relative to its size
static const double thickness = 0.08;   // thickness of the plate, relative to its size
enum { CORNERS = 600, PARTS = 6 };      // most corners of a plate; pieces of a curved segment

typedef struct outline {
    int n, room;
    vec2 *p;
} outline;

static double cross(vec2 a, vec2 b, vec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// Point at t = 0..1 of a segment: chord plus the cubic that is zero at both ends, with the given slopes there
// (Hermite).
static vec2 point_of(const contact_curve_segment *s, double t) {
    double h = s->length * (s->slope[0] * t * (1 - t) * (1 - t) - s->slope[1] * t * t * (1 - t));
    return (vec2){s->start.x + t * s->length * s->along.x + h * s->outward.x,
                  s->start.y + t * s->length * s->along.y + h * s->outward.y};
}

static bool trace_curve(const contact_plane_curve *c, outline *o) {
    *o = (outline){.room = c->n * PARTS + 1};
    o->p = malloc((size_t)o->room * sizeof *o->p);
    for (int i = 0; o->p && i < c->n; i++) {
        const contact_curve_segment *seg = &c->segment[i];
        int parts = seg->slope[0] != 0 || seg->slope[1] != 0 ? PARTS : 1;
        for (int k = 0; k < parts; k++) o->p[o->n++] = point_of(seg, (double)k / parts);
    }
    if (o->p && !c->closed) o->p[o->n++] = point_of(&c->segment[c->n - 1], 1);
    return o->p != NULL;
}

// Removes points whose distance from the chord of the remaining ones is at most `near`.
static void simplify_outline(outline *o, double near) {
    int kept = 1, from = 0;
    for (int i = 2; i < o->n; i++) {
        vec2 a = o->p[from], b = o->p[i];
        double length = hypot(b.x - a.x, b.y - a.y);
        bool all = length > 0 && i - from < 64;
        for (int k = from + 1; all && k < i; k++) all = fabs(cross(a, b, o->p[k])) <= near * length;
        if (all) continue;
        from = i - 1;
        o->p[kept++] = o->p[from]; // the write position stays behind the read position
    }
    o->p[kept++] = o->p[o->n - 1];
    o->n = kept;
}

static bool is_ear(const outline *o, const int *next, const int *prev, int i) {
    vec2 a = o->p[prev[i]], b = o->p[i], c = o->p[next[i]];
    if (cross(a, b, c) <= 0) return false;
    for (int k = next[next[i]]; k != prev[i]; k = next[k]) {
        vec2 p = o->p[k];
        if (cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0) return false;
    }
    return true;
}

// Triangulates by ear clipping (Meisters 1975). Returns the number of triangles; fewer than n - 2 if the outline
// crosses itself.
static int triangulate(const outline *o, int (*tri)[3]) {
    int next[CORNERS], prev[CORNERS], n = 0, left = o->n, at = 0, tried = 0;
    for (int i = 0; i < o->n; i++) next[i] = (i + 1) % o->n, prev[i] = (i + o->n - 1) % o->n;
    while (left > 2 && tried <= left) {
        if (is_ear(o, next, prev, at)) {
            tri[n][0] = prev[at], tri[n][1] = at, tri[n][2] = next[at];
            n++, left--, tried = 0;
            next[prev[at]] = next[at];
            prev[next[at]] = prev[at];
        }
        at = next[at];
        tried++;
    }
    return n;
}

// Adds the walls. Vertices 0..n-1 lie below the outline's points, n..2n-1 above.
static void add_walls(const outline *o, bool closed, int *t, int *n) {
    for (int i = 0; i + !closed < o->n; i++) {
        int k = (i + 1) % o->n, wall[6] = {i, k, k + o->n, i, k + o->n, i + o->n};
        for (int c = 0; c < 6; c++) t[3 * *n + c] = wall[c];
        *n += 2;
    }
}

static void add_faces(const outline *o, int *t, int *n) {
    int tri[CORNERS][3], m = triangulate(o, tri);
    for (int i = 0; i < m; i++)
        for (int c = 0; c < 3; c++) {
            t[3 * (*n + 2 * i) + c] = o->n + tri[i][c];
            t[3 * (*n + 2 * i + 1) + c] = tri[i][2 - c];
        }
    *n += 2 * m;
}

// The longer side of the outline's bounding box.
static double longest_side(const outline *o) {
    vec2 lo = {INFINITY, INFINITY}, hi = {-INFINITY, -INFINITY};
    for (int i = 0; i < o->n; i++) {
        lo = (vec2){fmin(lo.x, o->p[i].x), fmin(lo.y, o->p[i].y)};
        hi = (vec2){fmax(hi.x, o->p[i].x), fmax(hi.y, o->p[i].y)};
    }
    return fmax(hi.x - lo.x, hi.y - lo.y);
}

static double signed_area(const outline *o) {
    double sum = 0;
    for (int i = 0; i < o->n; i++) sum += o->p[i].x * o->p[(i + 1) % o->n].y - o->p[(i + 1) % o->n].x * o->p[i].y;
    return 0.5 * sum;
}

rt_status picture_curve(const char *name, const contact_plane_curve *c, contact_mesh *mesh, rt_diag *d) {
    const contact_mesh_options as_it_is = {.scale = 1};
    rt_diag own = {0}; // collects the warning that an open ribbon has holes
    outline o = {0};
    int nt = 0;
    bool good = trace_curve(c, &o);
    double size = good ? longest_side(&o) : 0, half = 0.5 * thickness * size, near = tolerance * size;
    if (good) simplify_outline(&o, near);
    while (good && o.n > CORNERS) simplify_outline(&o, near *= 2);
    vec3 *v = good ? malloc(2 * (size_t)o.n * sizeof *v) : NULL;
    int *t = good ? malloc(3 * 4 * (size_t)o.n * sizeof *t) : NULL;
    rt_status status = v && t ? RT_OK : RT_ERR_MEMORY;
    for (int i = 0; status == RT_OK && i < o.n; i++) {
        v[i] = vec3_make(o.p[i].x, o.p[i].y, -half);
        v[o.n + i] = vec3_make(o.p[i].x, o.p[i].y, half);
    }
    if (status == RT_OK) add_walls(&o, c->closed, t, &nt);
    if (status == RT_OK && c->closed && signed_area(&o) > 0) add_faces(&o, t, &nt);
    if (status == RT_OK) status = contact_mesh_make(name, v, 2 * o.n, t, nt, &as_it_is, mesh, NULL, &own);
    if (status != RT_OK) rt_diag_error(d, NULL, 0, 0, "no picture of the curve '%s': %s", name, own.text);
    free(o.p);
    free(v);
    free(t);
    return status;
}
