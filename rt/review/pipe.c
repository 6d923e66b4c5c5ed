// SPDX-License-Identifier: MIT
// Measures the hawse pipe in the hull's mesh, and the chain's path from the anchor to the cable lifter.
#include "contact/tree/ball.h"
#include "contact/tree/ray.h"
#include "rt/review/private.h"

#define STATIONS 24   // places along the pipe at which its wall is sought
#define DIRECTIONS 16 // rays at each place
#define WALL 0.75     // farthest wall that counts as the pipe's, in bores from the axis
#define PACE 0.05     // distance of two places at which the bore is measured, in bores

static vec3 mouth_of(const review_ship *s) { return review_vector(s->sc->ship.mouth); }
static vec3 axis_of(const review_ship *s) { return vec3_unit(review_vector(s->sc->ship.pipe_axis)); }

static mesh_foot nearest_to(const contact_prepared *hull, vec3 x) {
    return mesh_nearest(&hull->mesh, &hull->tree, x, (double)INFINITY);
}

// Factor on the mesh's coordinates under which the mouth would lie on the hull: a mesh in another unit.
static double find_scale(const review_ship *s) {
    static const double unit[] = {0.001, 0.01, 0.0254, 0.3048, 1000};
    for (int k = 0; k < (int)(sizeof unit / sizeof unit[0]); k++) {
        mesh_foot f = nearest_to(s->hull, vec3_scale(1 / unit[k], mouth_of(s)));
        if (unit[k] * sqrt(f.at.d2) < s->sc->ship.pipe_bore) return unit[k] * s->sc->ship.hull_scale;
    }
    return 0;
}

static void measure_mouth(const review_ship *s, review_pipe *p) {
    mesh_foot f = nearest_to(s->hull, mouth_of(s));
    p->gap = sqrt(f.at.d2);
    p->nearest = f.at.x;
    p->scale = p->gap > s->sc->ship.pipe_bore ? find_scale(s) : 0;
}

static void measure_bore(const review_ship *s, review_pipe *p) {
    const scenario_ship *ship = &s->sc->ship;
    int n = (int)fmin(1e4, ceil(ship->pipe_length / (PACE * ship->pipe_bore)));
    p->bore = INFINITY;
    for (int k = 0; k <= n; k++) {
        double at = ship->pipe_length * k / n;
        double free = 2 * sqrt(nearest_to(s->hull, vec3_madd(mouth_of(s), at, axis_of(s))).at.d2);
        if (free < p->bore) p->bore = free, p->bore_at = at;
    }
}

static bool is_walled(const review_ship *s, vec3 x, vec3 t, vec3 b) {
    double reach = WALL * s->sc->ship.pipe_bore;
    for (int k = 0; k < DIRECTIONS; k++) {
        double a = 2 * 3.14159265358979323846 * k / DIRECTIONS;
        vec3 d = vec3_madd(vec3_scale(cos(a), t), sin(a), b);
        if (isinf(contact_ray_first(&s->hull->mesh, &s->hull->tree, x, d, reach, NULL))) return false;
    }
    return true;
}

static void measure_wall(const review_ship *s, review_pipe *p) {
    vec3 axis = axis_of(s), t = vec3_any_normal(axis), b = vec3_cross(axis, t);
    int walled = 0;
    for (int k = 0; k < STATIONS; k++) {
        double at = s->sc->ship.pipe_length * (k + 0.5) / STATIONS;
        walled += is_walled(s, vec3_madd(mouth_of(s), at, axis), t, b);
    }
    p->walled = (double)walled / STATIONS;
}

void review_leg(const review_ship *s, int leg, vec3 *from, vec3 *to) {
    vec3 lifter = review_vector(s->sc->ship.lifter), lead = vec3_sub(lifter, s->top);
    double length = vec3_norm(lead), part = fmax(0, length - 2 * s->pitch);
    const vec3 corner[] = {s->shackle, s->hang, s->top, vec3_madd(s->top, part, vec3_unit(lead))};
    *from = corner[leg];
    *to = corner[leg + 1];
}

static void follow_chain(const review_ship *s, review_pipe *p) {
    for (int leg = 0; leg < REVIEW_LEGS && p->blocked < 0; leg++) {
        vec3 from, to;
        review_leg(s, leg, &from, &to);
        double length = vec3_norm(vec3_sub(to, from));
        if (!(length > 0)) continue;
        vec3 d = vec3_unit(vec3_sub(to, from));
        double at = contact_ray_first(&s->hull->mesh, &s->hull->tree, from, d, length, NULL);
        if (isinf(at)) continue;
        p->blocked = leg;
        p->enters_at = at;
        p->enters = vec3_madd(from, at, d);
    }
}

static void measure_lead(const review_ship *s, review_lead *l) {
    const scenario_ship *ship = &s->sc->ship;
    vec3 axis = axis_of(s), lifter = review_vector(ship->lifter);
    l->end = vec3_madd(mouth_of(s), ship->pipe_length, axis);
    l->above_deck = l->end.z - ship->deck;
    l->lifter_high = lifter.z - ship->deck;
    vec3 lead = vec3_sub(lifter, s->top);
    l->length = vec3_norm(lead);
    double along = axis.x * lead.x + axis.y * lead.y, across = axis.x * lead.y - axis.y * lead.x;
    l->turn = fabs(atan2(across, along));
}

void review_measure_pipe(const review_ship *s, review *r) {
    measure_mouth(s, &r->pipe);
    r->pipe.blocked = -1;
    if (!s->laid_out) return; // the axis may be none
    measure_bore(s, &r->pipe);
    measure_wall(s, &r->pipe);
    follow_chain(s, &r->pipe);
    measure_lead(s, &r->lead);
}
