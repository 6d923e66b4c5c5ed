// SPDX-License-Identifier: MIT
#include "render/view/pick.h"

typedef struct ray {
    vec3 from, along; // [m], unit
} ray;

// Bodies and ray in metres, and the best part so far.
typedef struct search {
    const pick_scene *s;
    ray ray;
    double slack;
    pick best;
    bool found;
} search;

// Distance along the ray to the triangle; INFINITY: it misses (Möller & Trumbore 1997).
static double meet_triangle(const ray *r, vec3 a, vec3 b, vec3 c) {
    vec3 e1 = vec3_sub(b, a), e2 = vec3_sub(c, a), p = vec3_cross(r->along, e2), t = vec3_sub(r->from, a);
    double det = vec3_dot(e1, p), u = vec3_dot(t, p) / det;
    vec3 q = vec3_cross(t, e1);
    double v = vec3_dot(r->along, q) / det, away = vec3_dot(e2, q) / det;
    return det != 0 && u >= 0 && v >= 0 && u + v <= 1 && away > 0 ? away : (double)INFINITY;
}

static double meet_mesh(const ray *r, const contact_mesh *m) {
    double nearest = INFINITY;
    for (int i = 0; i < m->nt; i++) {
        const int *v = m->tri[i].v;
        nearest = fmin(nearest, meet_triangle(r, m->vertex[v[0]], m->vertex[v[1]], m->vertex[v[2]]));
    }
    return nearest;
}

static ray in_frame(const ray *r, const pose *p) {
    return (ray){pose_point_inverse(p, r->from), mat3_tmul(&p->r, r->along)};
}

static pose place_of(const search *q, const dyn_snapshot_body *b) {
    return (pose){b->pose.r, vec3_scale(1 / q->s->scale, b->pose.p)};
}

// A part that is met is nearer than one that is missed; of two of a kind the nearer one counts.
static void keep_nearest(search *q, const pick *p) {
    const pick *best = &q->best;
    bool better = !q->found || (p->miss == 0 && best->miss > 0) ||
                  (p->miss == 0 ? p->away < best->away : best->miss > 0 && p->miss < best->miss);
    if (!(p->away < (double)INFINITY) || p->miss > q->slack || !better) return;
    q->best = *p;
    q->found = true;
}

// A mesh in `place` of the body's frame.
static void try_mesh(search *q, const dyn_snapshot_body *b, const pose *place, const contact_mesh *m) {
    pose body = place_of(q, b);
    ray r = in_frame(&q->ray, &body), own = in_frame(&r, place);
    double away = meet_mesh(&own, m);
    keep_nearest(q, &(pick){b->kind, b->number, vec3_madd(r.from, away, r.along), away, 0});
}

// Where ray and segment are nearest: distance along the ray, fraction of the segment (Ericson, Real-Time Collision
// Detection, 5.1.8).
static void approach_segment(const ray *r, vec3 a, vec3 b, double *away, double *part) {
    vec3 d = vec3_sub(b, a), w = vec3_sub(r->from, a);
    double dd = vec3_norm2(d), rd = vec3_dot(r->along, d), rw = vec3_dot(r->along, w), dw = vec3_dot(d, w);
    double det = dd - rd * rd;
    *part = det > 1e-12 * dd ? fmin(fmax((dw - rd * rw) / det, 0), 1) : 0;
    *away = fmax(vec3_dot(r->along, vec3_sub(vec3_madd(a, *part, d), r->from)), 0);
}

// A round bar from a to b in the body's frame.
static void try_bar(search *q, const dyn_snapshot_body *b, vec3 a, vec3 to, double radius) {
    pose body = place_of(q, b);
    ray r = in_frame(&q->ray, &body);
    double away, part;
    approach_segment(&r, a, to, &away, &part);
    vec3 axis = vec3_madd(a, part, vec3_sub(to, a)), at = vec3_madd(r.from, away, r.along);
    double off = vec3_norm(vec3_sub(at, axis)), miss = fmax(off - radius, 0);
    if (!(away > 0)) return;
    if (miss > 0) at = vec3_madd(axis, radius / off, vec3_sub(at, axis));
    away -= miss > 0 ? 0 : sqrt(radius * radius - off * off);
    keep_nearest(q, &(pick){b->kind, b->number, at, away, miss / away});
}

static void try_link(search *q, const dyn_snapshot_body *b) {
    double d = q->s->def->bar_diameter, length = 6 * d, width = 3.6 * d; // common link, outside (ISO 1704)
    for (int i = 0; i < q->s->def->n_special; i++)
        if (q->s->def->special[i].number == b->number && q->s->def->special[i].length > 0)
            length = q->s->def->special[i].length, width = q->s->def->special[i].width;
    double half = fmax(0.5 * (length - width), 0);
    if (d > 0) try_bar(q, b, vec3_make(0, 0, -half), vec3_make(0, 0, half), 0.5 * width);
}

static void try_ship(search *q) {
    const pose own = {mat3_identity(), {0, 0, 0}};
    const render_def *def = q->s->def;
    for (int k = 0; k < q->s->n_bodies; k++) {
        const dyn_snapshot_body *b = &q->s->body[k];
        if (b->kind == DYN_SHOW_LINK) try_link(q, b);
        if (b->kind == DYN_SHOW_SHANK && def->shank) try_mesh(q, b, &own, def->shank);
        if (b->kind == DYN_SHOW_HEAD && def->head) try_mesh(q, b, &own, def->head);
    }
    bool hidden = q->s->see_hull && def->hull && q->found && meet_mesh(&q->ray, def->hull) < q->best.away;
    q->found = q->found && !hidden;
}

static const dyn_snapshot_body *find_body(const search *q, int kind, int number) {
    for (int k = 0; k < q->s->n_bodies; k++)
        if (q->s->body[k].kind == kind && q->s->body[k].number == number) return &q->s->body[k];
    return NULL;
}

static void try_solid(search *q, const render_part *p) {
    const dyn_snapshot_body *b = p->number == RENDER_GROUND ? NULL : find_body(q, p->kind, p->number);
    const vec3 zero = {0, 0, 0};
    if (!b) return;
    if (p->solid == RENDER_MESH) try_mesh(q, b, &p->place, p->mesh);
    if (p->solid == RENDER_BALL) try_bar(q, b, p->place.p, p->place.p, p->size.x);
    if (p->solid == RENDER_ROD || p->solid == RENDER_COIL)
        try_bar(q, b, pose_point(&p->place, zero), pose_point(&p->place, vec3_make(0, 0, p->size.z)), p->size.x);
}

// A rod or coil between two points: the ray grips the nearer one.
static void try_between(search *q, const render_between *w) {
    const dyn_snapshot_body *end[2] = {find_body(q, DYN_SHOW_POINT, w->point[0]),
                                       find_body(q, DYN_SHOW_POINT, w->point[1])};
    double away, part;
    if (!end[0] || !end[1]) return;
    vec3 a = place_of(q, end[0]).p, b = place_of(q, end[1]).p;
    approach_segment(&q->ray, a, b, &away, &part);
    vec3 axis = vec3_madd(a, part, vec3_sub(b, a)), at = vec3_madd(q->ray.from, away, q->ray.along);
    double miss = fmax(vec3_norm(vec3_sub(at, axis)) - w->radius, 0);
    const dyn_snapshot_body *nearer = end[part > 0.5];
    if (away > 0) keep_nearest(q, &(pick){nearer->kind, nearer->number, {0, 0, 0}, away, miss / away});
}

static void try_mechanism(search *q) {
    const render_mechanism *m = q->s->def->mechanism;
    for (int k = 0; k < m->n_parts; k++) try_solid(q, &m->part[k]);
    for (int k = 0; k < m->n_between; k++) try_between(q, &m->between[k]);
}

bool pick_part(const pick_scene *s, const pick_ray *through, double slack, pick *out) {
    search q = {.s = s, .ray = {vec3_scale(1 / s->scale, through->from), through->along}, .slack = slack};
    if (s->def->mechanism)
        try_mechanism(&q);
    else
        try_ship(&q);
    *out = q.best;
    return q.found;
}
