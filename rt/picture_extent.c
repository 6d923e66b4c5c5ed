// SPDX-License-Identifier: MIT
// What of the world is to be seen of a mechanism, and from where. A point that bodies and rods tie to a fixed one can
// come no farther from it than the shortest way along them; all such ways (Floyd 1962) give a box for each point. What
// hangs on nothing is where it starts.
#include "rt/picture_mechanism.h"
#include <stdlib.h>

enum { MOST = 256 };                   // points; of more only the start is looked at
static const double parallel = 1e-6;   // sine of the angle between directions that count as one
static const double stretch = 1.1;     // of the reach at the start
static const double least_side = 0.02; // of the box, of its longest side: a line can be looked at, too

// Ways between the points of a mechanism.
typedef struct ways {
    const scenario_model *f;
    int n;
    double (*d)[MOST]; // [m]; infinite: none
    bool held[MOST];   // fixed to ground
} ways;

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }
static vec3 place(const scenario_model *f, int point) { return vector(f->points.item[point].at); }

static void tie(ways *w, int a, int b) {
    if (a < 0 || b < 0) return;
    double d = vec3_norm(vec3_sub(place(w->f, a), place(w->f, b)));
    w->d[a][b] = w->d[b][a] = fmin(w->d[a][b], d);
}

static bool is_on(const scenario_model *f, int body, int point) {
    const scenario_body *b = &f->bodies.item[body];
    const scenario_point *p = &f->points.item[point];
    if (b->point[0] == point || b->point[1] == point || p->on.index == body) return true;
    for (int k = 0; k < f->joints.n; k++) {
        const scenario_joint *j = &f->joints.item[k];
        for (int side = 0; side < 2 && j->kind != SCENARIO_DISTANCE && j->kind != SCENARIO_INLINE; side++)
            if (j->body[side] == body && j->point[side] == point) return true;
    }
    return false;
}

static bool keeps_points_together(const scenario_joint *j) {
    return j->kind == SCENARIO_SPHERICAL || j->kind == SCENARIO_REVOLUTE || j->kind == SCENARIO_UNIVERSAL ||
           j->kind == SCENARIO_FIXED;
}

static void tie_bodies(ways *w) {
    for (int b = 0; b < w->f->bodies.n; b++)
        for (int p = 0; p < w->n; p++)
            for (int q = 0; q < p && is_on(w->f, b, p); q++)
                if (is_on(w->f, b, q)) tie(w, p, q);
}

static void tie_joints(ways *w) {
    for (int k = 0; k < w->f->joints.n; k++) {
        const scenario_joint *j = &w->f->joints.item[k];
        if (keeps_points_together(j) || j->kind == SCENARIO_DISTANCE) tie(w, j->point[0], j->point[1]);
        bool on_ground = j->body[0] == SCENARIO_GROUND || j->body[1] == SCENARIO_GROUND;
        for (int side = 0; side < 2 && keeps_points_together(j) && on_ground; side++)
            if (j->point[side] >= 0) w->held[j->point[side]] = true;
    }
}

static void find_shortest(ways *w) {
    for (int k = 0; k < w->n; k++)
        for (int i = 0; i < w->n; i++)
            for (int j = 0; j < w->n; j++) w->d[i][j] = fmin(w->d[i][j], w->d[i][k] + w->d[k][j]);
}

static void grow(render_mechanism *m, vec3 lo, vec3 hi) {
    m->lo = vec3_min(m->lo, lo);
    m->hi = vec3_max(m->hi, hi);
}

// The box that holds all the balls about what is held in which the point stays; where it starts when there is none.
static void grow_by_point(render_mechanism *m, const ways *w, int point) {
    vec3 at = place(w->f, point), lo = vec3_make(-INFINITY, -INFINITY, -INFINITY), hi = vec3_scale(-1, lo);
    bool tied = false;
    for (int k = 0; k < w->n; k++) {
        double d = w->d[point][k];
        if (!w->held[k] || !isfinite(d)) continue;
        lo = vec3_max(lo, vec3_sub(place(w->f, k), vec3_make(d, d, d)));
        hi = vec3_min(hi, vec3_add(place(w->f, k), vec3_make(d, d, d)));
        tied = true;
    }
    grow(m, tied ? lo : at, tied ? hi : at);
}

// Few linkages stretch out; what is held by several links is looked for not much farther from the middle of what holds
// it than it starts.
static void keep_near(render_mechanism *m, const ways *w) {
    vec3 middle = vec3_make(0, 0, 0);
    double n = 0, reach = 0;
    for (int k = 0; k < w->n; k++)
        if (w->held[k]) middle = vec3_add(middle, place(w->f, k)), n++;
    if (n == 0) return;
    middle = vec3_scale(1 / n, middle);
    for (int k = 0; k < w->n; k++) reach = fmax(reach, stretch * vec3_norm(vec3_sub(place(w->f, k), middle)));
    m->lo = vec3_max(m->lo, vec3_sub(middle, vec3_make(reach, reach, reach)));
    m->hi = vec3_min(m->hi, vec3_add(middle, vec3_make(reach, reach, reach)));
}

static void grow_by_ways(const scenario_model *f, render_mechanism *m) {
    ways w = {.f = f, .n = f->points.n, .d = malloc(sizeof(double[MOST][MOST]))};
    if (!w.d) return;
    for (int i = 0; i < w.n; i++) {
        for (int j = 0; j < w.n; j++) w.d[i][j] = i == j ? 0 : INFINITY;
        w.held[i] = f->points.item[i].fixed;
    }
    tie_bodies(&w);
    tie_joints(&w);
    find_shortest(&w);
    for (int i = 0; i < w.n; i++) grow_by_point(m, &w, i);
    keep_near(m, &w);
    free(w.d);
}

// The normal of the plane in which it moves, as far as its directions tell.
typedef struct plane {
    vec3 normal;
    bool known, none; // none: they are those of no plane
} plane;

static void add_axis(plane *p, vec3 axis) {
    if (p->known && vec3_norm(vec3_cross(p->normal, axis)) > parallel) p->none = true;
    if (!p->known) p->normal = axis;
    p->known = true;
}

// A mechanism without axes: its points and its weight.
static void find_by_points(const scenario_model *f, plane *p) {
    vec3 first = vec3_make(0, 0, 0);
    for (int k = 0; k <= f->points.n && f->points.n > 0; k++) {
        vec3 v = k < f->points.n ? vec3_sub(place(f, k), place(f, 0)) : vector(f->gravity);
        if (vec3_norm(v) == 0) continue;
        v = vec3_unit(v);
        vec3 across = vec3_cross(first, v);
        if (vec3_norm(first) == 0)
            first = v;
        else if (!p->known && vec3_norm(across) > parallel)
            add_axis(p, vec3_unit(across));
        else if (p->known && fabs(vec3_dot(v, p->normal)) > parallel)
            p->none = true;
    }
}

static plane find_plane(const scenario_model *f) {
    plane p = {.known = false};
    for (int k = 0; k < f->joints.n; k++) {
        const scenario_joint *j = &f->joints.item[k];
        if (j->kind == SCENARIO_REVOLUTE || j->kind == SCENARIO_UNIVERSAL) add_axis(&p, vector(j->axis));
        if (j->kind == SCENARIO_UNIVERSAL) add_axis(&p, vector(j->second_axis));
        if (j->kind == SCENARIO_SPHERICAL) p.none = true;
    }
    for (int k = 0; k < f->vectors.n; k++) add_axis(&p, vector(f->vectors.item[k].along));
    if (!p.known && f->bodies.n == 0) find_by_points(f, &p);
    p.none = p.none || !p.known;
    return p;
}

// Upward is against gravity; without gravity z, or y where z is what the plane is looked at along.
static vec3 upward(const scenario_model *f, const plane *p) {
    vec3 g = vector(f->gravity);
    if (vec3_norm(g) > 0) return vec3_scale(-1, vec3_unit(g));
    return !p->none && fabs(p->normal.z) > 0.7 ? vec3_make(0, 1, 0) : vec3_make(0, 0, 1);
}

// Of the two sides that from which the world's axes run to the right.
static vec3 front_of(vec3 normal, vec3 up) {
    vec3 right = vec3_cross(up, normal);
    double most = fabs(right.x) > fabs(right.y) ? right.x : right.y;
    if (fabs(right.z) > fabs(most)) most = right.z;
    return most < 0 ? vec3_scale(-1, normal) : normal;
}

// Across the longer of its level sides.
static vec3 broadside(const render_mechanism *m) {
    vec3 side = vec3_sub(m->hi, m->lo), x = vec3_make(1, 0, 0), y = vec3_make(0, 1, 0), z = vec3_make(0, 0, 1);
    if (fabs(m->up.z) > 0.7) return side.x >= side.y ? y : x;
    if (fabs(m->up.y) > 0.7) return side.x >= side.z ? z : x;
    return side.y >= side.z ? z : y;
}

// A plane mechanism stays in its plane; and no box is thinner than can be looked at.
static void trim(render_mechanism *m, const scenario_model *f, const plane *p) {
    double *lo = &m->lo.x, *hi = &m->hi.x;
    const double n[3] = {p->normal.x, p->normal.y, p->normal.z};
    const vec3 side = vec3_sub(m->hi, m->lo);
    double most = fmax(fmax(side.x, side.y), side.z), least = most > 0 ? least_side * most : 1;
    for (int k = 0; k < 3; k++) {
        if (!p->none && fabs(n[k]) > 0.999) {
            lo[k] = INFINITY, hi[k] = -INFINITY;
            for (int i = 0; i < f->points.n; i++) {
                lo[k] = fmin(lo[k], f->points.item[i].at[k]);
                hi[k] = fmax(hi[k], f->points.item[i].at[k]);
            }
        }
        if (hi[k] - lo[k] >= least) continue;
        double middle = 0.5 * (lo[k] + hi[k]);
        lo[k] = middle - 0.5 * least;
        hi[k] = middle + 0.5 * least;
    }
}

void picture_extent(const sim *s, render_mechanism *m) {
    const scenario_model *f = &s->sc.model;
    if (f->points.n > 0) m->lo = m->hi = place(f, 0);
    for (int k = 0; k < f->points.n; k++) grow(m, place(f, k), place(f, k));
    if (f->points.n <= MOST) grow_by_ways(f, m);
    plane p = find_plane(f);
    trim(m, f, &p);
    m->up = upward(f, &p);
    m->front = p.none ? broadside(m) : p.normal;
    m->front = front_of(m->front, m->up);
}
