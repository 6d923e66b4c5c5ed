// SPDX-License-Identifier: MIT
// Measures the anchor drawn home: the shank on the pipe's axis, the head as far in as the hull lets it, flukes up.
// Vertices of one mesh meet faces of the other along the axis; edges that cross are not sought.
#include "contact/tree/ray.h"
#include "rt/review/private.h"

#define OUT 3.0    // the head is pushed in from here, crown pin from the mouth [m]
#define NEAR 3.0   // farthest vertex of the hull from the mouth that counts [m]
#define AWAY 0.002 // the gaps are measured this far off the seat [m]
#define REACH 3.0  // farthest wall that counts [m]
#define TRIES 24   // hinge angles tried
#define REFINEMENTS 16
#define GOLDEN 0.6180339887498949

typedef struct seat {
    const review_ship *s;
    vec3 mouth, axis; // axis inboard
    mat3 shank;       // columns x, y, z of the shank's frame
} seat;

static seat seat_of(const review_ship *s) {
    seat k = {.s = s};
    k.mouth = review_vector(s->sc->ship.mouth);
    k.axis = vec3_unit(review_vector(s->sc->ship.pipe_axis));
    vec3 x = vec3_unit(
        vec3_cross(k.axis, vec3_make(0, 0, 1))); // as at the start: a positive hinge angle turns the flukes outboard
    k.shank = mat3_columns(x, vec3_cross(k.axis, x), k.axis);
    return k;
}

static pose shank_at(const seat *k, double out) {
    return (pose){.p = vec3_madd(k->mouth, -out, k->axis), .r = k->shank};
}

static pose head_at(const seat *k, double out, double hinge) {
    mat3 turn = mat3_rotation(vec3_make(1, 0, 0), hinge);
    pose at = shank_at(k, out);
    at.r = mat3_matmul(&k->shank, &turn);
    return at;
}

static double first_hit(const contact_prepared *p, vec3 x, vec3 d, double reach) {
    return contact_ray_first(&p->mesh, &p->tree, x, d, reach, NULL);
}

// Distance of the crown pin from the mouth at which the head first meets the hull.
static double push_in(const seat *k, double hinge) {
    const contact_prepared *hull = k->s->hull, *head = k->s->head;
    pose at = head_at(k, OUT, hinge);
    double way = OUT;
    for (int i = 0; i < head->mesh.nv; i++)
        way = fmin(way, first_hit(hull, pose_point(&at, head->mesh.vertex[i]), k->axis, way));
    vec3 back = mat3_tmul(&at.r, vec3_scale(-1, k->axis));
    for (int i = 0; i < hull->mesh.nv; i++) {
        vec3 off = vec3_sub(hull->mesh.vertex[i], k->mouth);
        if (vec3_norm2(off) > NEAR * NEAR) continue;
        way = fmin(way, first_hit(head, mat3_tmul(&at.r, vec3_sub(hull->mesh.vertex[i], at.p)), back, way));
    }
    return OUT - way;
}

// The hinge angle that lets the head farthest in: golden section around the best of a row.
static double find_hinge(const seat *k) {
    double stop = k->s->sc->anchor.hinge_stop, step = stop / TRIES, best = 0, least = INFINITY;
    for (int i = 0; i <= TRIES; i++) {
        double out = push_in(k, i * step);
        if (out < least) least = out, best = i * step;
    }
    double a = fmax(0, best - step), b = fmin(stop, best + step);
    double x = b - GOLDEN * (b - a), y = a + GOLDEN * (b - a), at_x = push_in(k, x), at_y = push_in(k, y);
    for (int i = 0; i < REFINEMENTS; i++) {
        if (at_x < at_y) {
            b = y, y = x, at_y = at_x, x = b - GOLDEN * (b - a), at_x = push_in(k, x);
        } else {
            a = x, x = y, at_x = at_y, y = a + GOLDEN * (b - a), at_y = push_in(k, y);
        }
    }
    return at_x < at_y ? x : y;
}

// What the bore leaves around the shank on its axis; the shank from `pin` on is inboard of the mouth.
static double measure_play(const review_ship *s, double pin) {
    const contact_mesh *m = &s->shank->mesh;
    double most = 0;
    for (int i = 0; i < m->nv; i++)
        if (m->vertex[i].z >= pin) most = fmax(most, hypot(m->vertex[i].x, m->vertex[i].y));
    return 0.5 * s->sc->ship.pipe_bore - most;
}

void review_measure_home(const review_ship *s, review_home *h) {
    seat k = seat_of(s);
    *h = (review_home){.sides = INFINITY, .above = INFINITY};
    h->hinge = find_hinge(&k);
    h->pin = push_in(&k, h->hinge);
    h->play = measure_play(s, h->pin);
    h->shank_at = shank_at(&k, h->pin);
    h->head_at = head_at(&k, h->pin, h->hinge);
    pose off = head_at(&k, h->pin + AWAY, h->hinge);
    vec3 side = mat3_column(&k.shank, 0);
    for (int i = 0; i < s->head->mesh.nv; i++) {
        vec3 x = pose_point(&off, s->head->mesh.vertex[i]);
        h->sides = fmin(h->sides, first_hit(s->hull, x, side, REACH));
        h->sides = fmin(h->sides, first_hit(s->hull, x, vec3_scale(-1, side), REACH));
        h->above = fmin(h->above, first_hit(s->hull, x, vec3_make(0, 0, 1), REACH));
    }
}
