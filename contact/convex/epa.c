// SPDX-License-Identifier: MIT
#include "contact/convex/epa.h"
#include "contact/convex/polish.h"
#include "contact/convex/polytope.h"

#define RELATIVE 1e-12 // of the depth: between bound and depth at the end
#define ABSOLUTE 1e-12 // of the size
#define ROUNDING 1e-10 // of the size: error of a plane through a small face
#define TOUCHING 1e-9  // of the size: rounding may keep a smaller gap between bound and depth open
#define SHALLOW 1e-6   // of the size: below this depth, planes through small faces are inaccurate
#define CLOSE 0.003    // of the depth: Newton's method starts when a face's gap is below this
#define PATIENCE 0.25  // share of the gap at which Newton's method is tried again after a failure
#define NEAR 1e-5      // of the size: added to CLOSE
#define SAME_WAY 0.99  // cosine: a face within this angle of a known way out belongs to it
#define VERY_SAME 0.99999
#define NEARLY 1e-3   // of the depth: possible gain behind a face that almost certainly belongs to a known way
#define ALMOST 5e-7   // of the depth: possible gain behind any other face that belongs to a known way
#define NEXT_WAY 0.95 // cosine: ways within this angle of a face are its neighbours
#define EQUAL 1e-9    // of the depth: two ways within this are of equal length

enum {
    WAYS = 64,
    KINKS_FIRST = 18, // vertices: below this number EPA runs without Newton's method; it mostly ends at an edge or a
                      // corner by itself
};

// The point of A that belongs to the face's point nearest to the origin.
static vec3 point_on_a(const contact_polytope *p, const contact_polytope_face *f) {
    double weight[3];
    vec3 on_a = p->vertex[f->v[0]].a, sum = {0, 0, 0};
    if (!contact_polytope_weigh(p, f, weight)) return on_a;
    for (int i = 0; i < 3; i++) sum = vec3_madd(sum, weight[i], p->vertex[f->v[i]].a);
    return sum;
}

// Answer for an A - B without volume that contains the origin: the shorter of the two ways across it.
static void answer_flat(const contact_convex *c, vec3 n, contact_epa *out) {
    contact_vertex up, down;
    contact_convex_support(c, n, &up), contact_convex_support(c, vec3_scale(-1, n), &down);
    double u = vec3_dot(n, up.w), d = -vec3_dot(n, down.w);
    out->normal = u <= d ? n : vec3_scale(-1, n), out->depth = out->bound = fmin(u, d);
    out->on_a = u <= d ? up.a : down.a;
}

// Ways out that are shorter than their neighbours, found so far.
typedef struct ways {
    int n;
    vec3 normal[WAYS];
    double length[WAYS];
    double very_same; // cosine of the angle within which at most one way exists
} ways;

// The known way that a face belongs to: its normal is close and the face's own way is not shorter; -1: none. Drops a
// known way that is longer than the face's: it was no local minimum.
static int index_of_way(ways *found, vec3 n, double way, double size) {
    for (int i = 0; i < found->n; i++) {
        if (!(vec3_dot(found->normal[i], n) > SAME_WAY)) continue;
        if (way >= found->length[i] - ABSOLUTE * size) return i;
        found->n--;
        found->normal[i] = found->normal[found->n], found->length[i] = found->length[found->n], i--;
    }
    return -1;
}

// Upper bound of the depth still to be gained behind a face that belongs to a known way. Between two neighbouring ways
// of equal length is a valley, for example all round the axis of two cones.
static double possible_gain(const ways *found, int of, vec3 n, double depth, double whole, double size) {
    int equal = 0;
    for (int i = 0; i < found->n; i++)
        equal += vec3_dot(found->normal[i], n) > NEXT_WAY && found->length[i] <= depth + EQUAL * whole;
    bool sure = equal > 1 || vec3_dot(found->normal[of], n) > found->very_same;
    return (sure ? NEARLY : ALMOST) * whole + ROUNDING * size;
}

typedef struct search {
    contact_polytope p;
    contact_curvature curvature;
    ways found;
    double whole;               // the depth of the shapes, not of the cores
    double settled;             // least bound of the settled faces
    double patience;            // gap below which Newton's method is tried
    contact_polytope_face best; // face that gave the answer, unless Newton's method did
    bool by_face;
    contact_epa *out;
} search;

// The face under test: its plane gives a lower bound, the support along its normal an upper bound.
typedef struct face_probe {
    int f;
    vec3 n;
    double bound, way;
    contact_vertex w;
} face_probe;

static double size_of(const search *s) { return s->p.c->size; }

static void probe_direction(search *s, face_probe *g) {
    g->f = contact_polytope_nearest(&s->p);
    const contact_polytope_face *f = &s->p.face[g->f];
    double distance = s->p.distance[g->f];
    g->n = f->n, g->bound = distance > 0 ? distance : 0; // the origin is in A' - B'
    contact_convex_support(s->p.c, g->n, &g->w), g->way = vec3_dot(g->n, g->w.w);
    if (g->way < s->out->depth) s->out->depth = g->way, s->out->normal = g->n, s->best = *f, s->by_face = true;
    s->out->bound = g->bound < s->settled ? g->bound : s->settled;
    s->whole = s->out->depth + s->p.c->round_a + s->p.c->round_b;
}

typedef enum ending { NOWHERE, AT_SADDLE, AT_KNOWN, AT_NEW } ending;

// Runs Newton's method from the face; *it receives its end point.
static ending polish_face(search *s, const contact_polytope_face *f, contact_polished *it) {
    const contact_vertex *v[3] = {&s->p.vertex[f->v[0]], &s->p.vertex[f->v[1]], &s->p.vertex[f->v[2]]};
    double weight[3];
    if (!contact_polytope_weigh(&s->p, f, weight) || !contact_polish(s->p.c, v, weight, 3, f->n, it)) return NOWHERE;
    if (!it->least) return AT_SADDLE;
    ways *known = &s->found;
    for (int i = 0; i < known->n; i++)
        if (vec3_norm2(vec3_sub(known->normal[i], it->n)) < 1e-10) return AT_KNOWN;
    double way = vec3_dot(it->n, it->w.w);
    if (known->n < WAYS) known->normal[known->n] = it->n, known->length[known->n++] = way;
    if (way < s->out->depth) s->out->depth = way, s->out->normal = it->n, s->out->on_a = it->on_a, s->by_face = false;
    return AT_NEW;
}

// Returns whether no shorter way can lie behind the face: it belongs to a known way, or Newton's method finds one here.
// A good enough support of the new way replaces the face's own for the next expansion.
static bool settle_face(search *s, face_probe *g, bool full) {
    int of = index_of_way(&s->found, g->n, g->way, size_of(s));
    if (of >= 0 && s->out->depth - g->bound <= possible_gain(&s->found, of, g->n, s->out->depth, s->whole, size_of(s)))
        return true;
    double gap = g->way - g->bound;
    if (s->curvature == CONTACT_KINKED || (of >= 0 && !full) || gap > CLOSE * s->whole + NEAR * size_of(s))
        return false;
    bool early = s->curvature == CONTACT_MIXED && s->p.vertices < KINKS_FIRST;
    if (!full && (early || gap > s->patience)) return false;
    contact_polished it;
    ending end = polish_face(s, &s->p.face[g->f], &it);
    if (end == NOWHERE) s->patience = PATIENCE * gap;
    if (end == AT_NEW && vec3_dot(g->n, it.w.w) - g->bound > 0.5 * gap) g->w = it.w;
    bool ended = full ? end != NOWHERE : end >= AT_KNOWN && s->curvature == CONTACT_SMOOTH;
    return ended && s->out->depth - g->bound <= NEARLY * s->whole;
}

static void expand_until_converged(search *s) {
    contact_epa *out = s->out;
    for (;;) {
        face_probe g;
        probe_direction(s, &g);
        double gap = out->depth - g.bound;
        if (gap <= RELATIVE * s->whole + ABSOLUTE * size_of(s)) return;
        bool full = s->p.vertices == CONTACT_EPA_VERTICES;
        if (settle_face(s, &g, full))
            s->settled = fmin(s->settled, g.bound), s->p.distance[g.f] = INFINITY;
        else if (full || !contact_polytope_expand(&s->p, g.f, &g.w)) {
            bool little = gap <= fmax(full && s->found.n > 0 ? NEARLY * s->whole : 0, TOUCHING * size_of(s));
            out->capped = full && !little, out->degraded = !full && !little;
            return;
        }
    }
}

void contact_epa_run(const contact_convex *c, const contact_simplex *simplex, bool certify, contact_epa *out) {
    search s;
    vec3 normal = {0, 0, 1};
    *out = (contact_epa){.depth = INFINITY};
    if (contact_polytope_begin(&s.p, c, simplex, &normal)) {
        s.curvature = certify ? CONTACT_KINKED : contact_curvature_of(c);
        s.found.n = 0, s.found.very_same = s.curvature == CONTACT_SMOOTH ? SAME_WAY : VERY_SAME;
        s.settled = s.patience = INFINITY, s.out = out;
        expand_until_converged(&s);
        contact_polished it;
        if (s.by_face && s.curvature != CONTACT_KINKED && out->depth < SHALLOW * c->size) polish_face(&s, &s.best, &it);
        if (s.by_face) out->on_a = point_on_a(&s.p, &s.best);
    } else
        answer_flat(c, normal, out);
    out->vertices = s.p.vertices;
}
