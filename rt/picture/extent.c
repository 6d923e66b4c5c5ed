// SPDX-License-Identifier: MIT
// The region of the world that a picture of a mechanism must show, and the direction of view. A point tied by bodies
// and rods to a fixed one comes no farther from it than the shortest path along them; all such paths (Floyd 1962) give
// a box for each point. A free point is where it starts.
#include "rt/picture/mechanism.h"
#include <stdlib.h>

enum { MOST = 320 };                   // capacity of places; beyond it only the start counts
static const double parallel = 1e-6;   // sine of the angle between directions that count as equal
static const double stretch = 1.1;     // of the reach at the start
static const double least_side = 0.02; // of the box, of its longest side: a line can be looked at, too

// A place of the mechanism: a point of the file, or the middle of a shape on a body.
typedef struct spot {
    vec3 at;       // world, at the start [m]
    double radius; // about it, of a ball that holds the shape [m]; 0: a point
    bool held;     // fixed to ground
    vec3 rail;     // unit vector along a straight guide on ground; zero: none
} spot;

// Ways between the places.
typedef struct ways {
    const scenario_model *f;
    const mechanism *k;
    int n;
    double (*d)[MOST]; // [m]; infinite: none
    spot spot[MOST];   // points in the order of the file, then shapes
} ways;

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

static void grow(render_mechanism *m, vec3 lo, vec3 hi) {
    m->lo = vec3_min(m->lo, lo);
    m->hi = vec3_max(m->hi, hi);
}

void picture_shape_box(const contact_shape *s, vec3 *lo, vec3 *hi) {
    double r = fmax(s->size.x, s->size.y);
    *lo = vec3_scale(-1, s->size);
    *hi = s->size;
    if (s->kind == CONTACT_PLANE) *lo = *hi = vec3_make(0, 0, 0);
    if (s->kind == CONTACT_SPHERE) *hi = vec3_make(s->size.x, s->size.x, s->size.x), *lo = vec3_scale(-1, *hi);
    if (s->kind == CONTACT_FRUSTUM) *lo = vec3_make(-r, -r, 0), *hi = vec3_make(r, r, s->size.z);
    if (s->curve)
        *lo = vec3_make(s->curve->lo.x, s->curve->lo.y, 0), *hi = vec3_make(s->curve->hi.x, s->curve->hi.y, 0);
    if (s->mesh) *lo = s->mesh->lo, *hi = s->mesh->hi;
}

vec3 picture_shape_ball(const contact_shape *s, double *radius) {
    vec3 lo, hi;
    picture_shape_box(s, &lo, &hi);
    *radius = s->kind == CONTACT_SPHERE ? s->size.x : 0.5 * vec3_norm(vec3_sub(hi, lo));
    return vec3_scale(0.5, vec3_add(lo, hi));
}

static void tie(ways *w, int a, int b) {
    if (a < 0 || b < 0) return;
    double d = vec3_norm(vec3_sub(w->spot[a].at, w->spot[b].at));
    w->d[a][b] = w->d[b][a] = fmin(w->d[a][b], d);
}

static bool is_on(const scenario_model *f, int body, int place) {
    if (place >= f->points.n) return f->shapes.item[place - f->points.n].on.index == body;
    const scenario_body *b = &f->bodies.item[body];
    if (b->point[0] == place || b->point[1] == place || f->points.item[place].on.index == body) return true;
    for (int k = 0; k < f->joints.n; k++) {
        const scenario_joint *j = &f->joints.item[k];
        for (int side = 0; side < 2 && dyn_joint_kinds[j->kind].bodies == 2; side++)
            if (j->body[side] == body && j->point[side] == place) return true;
    }
    return false;
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
        const dyn_joint_place place = dyn_joint_kinds[j->kind].place;
        if (place == DYN_AT_POINT || place == DYN_ON_SPHERE) tie(w, j->point[0], j->point[1]);
        bool on_ground = j->body[0] == SCENARIO_GROUND || j->body[1] == SCENARIO_GROUND;
        for (int side = 0; side < 2 && on_ground; side++) {
            if (j->point[side] < 0) continue;
            spot *p = &w->spot[j->point[side]];
            if (place == DYN_AT_POINT) p->held = true;
            if (place == DYN_ON_LINE && j->body[side] != SCENARIO_GROUND) p->rail = vector(j->axis);
        }
    }
}

static void find_shortest(ways *w) {
    for (int k = 0; k < w->n; k++)
        for (int i = 0; i < w->n; i++)
            for (int j = 0; j < w->n; j++) w->d[i][j] = fmin(w->d[i][j], w->d[i][k] + w->d[k][j]);
}

// Box of the intersection of balls that hold the place; the start if no ball does.
static void grow_by_place(render_mechanism *m, const ways *w, int place) {
    const spot *p = &w->spot[place];
    vec3 lo = vec3_make(-INFINITY, -INFINITY, -INFINITY), hi = vec3_scale(-1, lo),
         r = {p->radius, p->radius, p->radius};
    bool tied = false;
    for (int k = 0; k < w->n; k++) {
        double d = w->d[place][k];
        if (!w->spot[k].held || !isfinite(d)) continue;
        lo = vec3_max(lo, vec3_sub(w->spot[k].at, vec3_make(d, d, d)));
        hi = vec3_min(hi, vec3_add(w->spot[k].at, vec3_make(d, d, d)));
        tied = true;
    }
    if (!tied) lo = hi = p->at;
    if (tied && vec3_norm(p->rail) > 0) {
        if (fabs(p->rail.x) < parallel) lo.x = hi.x = p->at.x;
        if (fabs(p->rail.y) < parallel) lo.y = hi.y = p->at.y;
        if (fabs(p->rail.z) < parallel) lo.z = hi.z = p->at.z;
    }
    grow(m, vec3_sub(lo, r), vec3_add(hi, r));
}

// Few linkages stretch out fully: a place held by several links is limited to little more than its starting distance
// from the middle of its holders.
static void limit_reach(render_mechanism *m, const ways *w) {
    vec3 middle = vec3_make(0, 0, 0);
    double n = 0, reach = 0;
    for (int k = 0; k < w->n; k++)
        if (w->spot[k].held) middle = vec3_add(middle, w->spot[k].at), n++;
    if (n == 0) return;
    middle = vec3_scale(1 / n, middle);
    for (int k = 0; k < w->n; k++)
        reach = fmax(reach, stretch * vec3_norm(vec3_sub(w->spot[k].at, middle)) + w->spot[k].radius);
    m->lo = vec3_max(m->lo, vec3_sub(middle, vec3_make(reach, reach, reach)));
    m->hi = vec3_min(m->hi, vec3_add(middle, vec3_make(reach, reach, reach)));
}

static void note_places(ways *w) {
    const scenario_model *f = w->f;
    for (int i = 0; i < f->points.n; i++)
        w->spot[i] = (spot){.at = vector(f->points.item[i].at), .held = f->points.item[i].fixed};
    for (int i = 0; i < f->shapes.n; i++) {
        const pose at = f->shapes.item[i].pose;
        spot *to = &w->spot[f->points.n + i];
        *to = (spot){.held = false};
        to->at = pose_point(&at, picture_shape_ball(&w->k->solid[i].shape, &to->radius));
    }
}

static void grow_by_ways(const sim *s, render_mechanism *m) {
    static ways w;
    const scenario_model *f = &s->sc.model;
    w = (ways){.f = f, .k = mechanism_of(s), .n = f->points.n + f->shapes.n, .d = malloc(sizeof(double[MOST][MOST]))};
    if (!w.d) return;
    note_places(&w);
    for (int i = 0; i < w.n; i++)
        for (int j = 0; j < w.n; j++) w.d[i][j] = i == j ? 0 : INFINITY;
    tie_bodies(&w);
    tie_joints(&w);
    find_shortest(&w);
    render_mechanism start = *m;
    for (int i = 0; i < w.n; i++)
        if (i < f->points.n || f->shapes.item[i - f->points.n].on.index >= 0) grow_by_place(m, &w, i);
    limit_reach(m, &w);
    grow(m, start.lo, start.hi);
    free(w.d);
}

// Points and shapes at the start.
static void grow_by_start(const sim *s, render_mechanism *m) {
    const scenario_model *f = &s->sc.model;
    m->lo = vec3_make(INFINITY, INFINITY, INFINITY), m->hi = vec3_scale(-1, m->lo);
    for (int i = 0; i < f->points.n; i++) grow(m, vector(f->points.item[i].at), vector(f->points.item[i].at));
    for (int i = 0; i < f->shapes.n; i++) {
        const contact_shape *shape = &mechanism_of(s)->solid[i].shape;
        const pose at = f->shapes.item[i].pose;
        vec3 lo, hi;
        picture_shape_box(shape, &lo, &hi);
        for (int k = 0; k < 8 && shape->kind != CONTACT_PLANE; k++) {
            vec3 corner = vec3_make(k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z);
            grow(m, pose_point(&at, corner), pose_point(&at, corner));
        }
    }
}

// Half the diagonal of a box about all that bodies carry, at the start.
static double size_of_bodies(const sim *s) {
    const scenario_model *f = &s->sc.model;
    render_mechanism m = {.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}};
    for (int b = 0; b < f->bodies.n; b++) {
        for (int p = 0; p < f->points.n; p++)
            if (is_on(f, b, p)) grow(&m, vector(f->points.item[p].at), vector(f->points.item[p].at));
        for (int i = 0; i < f->shapes.n; i++) {
            if (f->shapes.item[i].on.index != b) continue;
            double r;
            const pose at = f->shapes.item[i].pose;
            vec3 c = pose_point(&at, picture_shape_ball(&mechanism_of(s)->solid[i].shape, &r)), half = {r, r, r};
            grow(&m, vec3_sub(c, half), vec3_add(c, half));
        }
    }
    double size = 0.5 * vec3_norm(vec3_sub(m.hi, m.lo));
    return isfinite(size) ? size : 0;
}

// A floor fixed to a moving body carries along what lies on it.
static void grow_round(render_mechanism *m, const pose *floor) {
    double reach = 0;
    for (int k = 0; k < 8; k++) {
        vec3 corner = vec3_make(k & 1 ? m->hi.x : m->lo.x, k & 2 ? m->hi.y : m->lo.y, k & 4 ? m->hi.z : m->lo.z);
        vec3 at = pose_point_inverse(floor, corner);
        reach = fmax(reach, hypot(at.x, at.y));
    }
    for (int k = 0; k < 4; k++) {
        vec3 rim = vec3_make(k & 1 ? reach : -reach, k & 2 ? reach : -reach, 0);
        grow(m, pose_point(floor, rim), pose_point(floor, rim));
    }
}

// Bodies above a floor may fall on it.
static void grow_to_floors(const sim *s, render_mechanism *m) {
    const scenario_model *f = &s->sc.model;
    for (int i = 0; i < f->shapes.n; i++) {
        if (f->shapes.item[i].kind != SCENARIO_PLANE) continue;
        const pose at = f->shapes.item[i].pose;
        if (f->shapes.item[i].on.index >= 0) grow_round(m, &at);
        vec3 n = mat3_column(&at.r, 2), middle = vec3_scale(0.5, vec3_add(m->lo, m->hi));
        vec3 foot = vec3_madd(middle, -vec3_dot(n, vec3_sub(middle, at.p)), n);
        grow(m, foot, foot);
    }
}

// Normal of the plane of motion, as far as the directions determine it.
typedef struct plane {
    vec3 normal;
    bool known, none; // none: the directions span no plane
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
        vec3 v =
            k < f->points.n ? vec3_sub(vector(f->points.item[k].at), vector(f->points.item[0].at)) : vector(f->gravity);
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
        const dyn_joint_traits *t = &dyn_joint_kinds[j->kind];
        // An axis that bodies turn about is across the motion; a guide's lies in it, and the normal of a plane that
        // carries a point says nothing of the turning.
        if (t->angles > 0 && t->place != DYN_ON_LINE) add_axis(&p, vector(j->axis));
        if (t->axes == 2) add_axis(&p, vector(j->second_axis));
        if (t->place == DYN_AT_POINT && t->freedom == 3) p.none = true;
    }
    for (int k = 0; k < f->vectors.n; k++) add_axis(&p, vector(f->vectors.item[k].along));
    if (!p.known && f->bodies.n == 0) find_by_points(f, &p);
    p.none = p.none || !p.known;
    return p;
}

// Up is against gravity; without gravity z, or y if the view is along z.
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

// A plane mechanism stays in its plane, as thick as it starts; and no box is thinner than can be looked at.
static void trim(render_mechanism *m, const render_mechanism *start, const plane *p) {
    double *lo = &m->lo.x, *hi = &m->hi.x;
    const double n[3] = {p->normal.x, p->normal.y, p->normal.z}, *lo0 = &start->lo.x, *hi0 = &start->hi.x;
    const vec3 side = vec3_sub(m->hi, m->lo);
    double most = fmax(fmax(side.x, side.y), side.z), least = most > 0 ? least_side * most : 1;
    for (int k = 0; k < 3; k++) {
        if (!p->none && fabs(n[k]) > 0.999) lo[k] = lo0[k], hi[k] = hi0[k];
        if (hi[k] - lo[k] >= least) continue;
        double middle = 0.5 * (lo[k] + hi[k]);
        lo[k] = middle - 0.5 * least;
        hi[k] = middle + 0.5 * least;
    }
}

void picture_extent(const sim *s, render_mechanism *m) {
    const scenario_model *f = &s->sc.model;
    grow_by_start(s, m);
    if (f->points.n == 0) grow(m, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    const render_mechanism start = *m;
    if (f->points.n + f->shapes.n <= MOST) grow_by_ways(s, m);
    plane p = find_plane(f);
    trim(m, &start, &p);
    grow_to_floors(s, m);
    m->up = upward(f, &p);
    m->front = p.none ? broadside(m) : p.normal;
    m->front = front_of(m->front, m->up);
    double whole = 0.5 * vec3_norm(vec3_sub(m->hi, m->lo)), bodies = size_of_bodies(s);
    m->near = bodies > 0 ? fmin(fmax(bodies, 0.02 * whole), whole) : whole;
}
