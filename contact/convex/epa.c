// SPDX-License-Identifier: MIT
#include "contact/convex/epa.h"
#include "contact/convex/polish.h"
#include "contact/convex/polytope.h"

#define RELATIVE 1e-12 // of the depth: between bound and depth at the end
#define ABSOLUTE 1e-12 // of the size
#define ROUNDING 1e-10 // of the size: what planes through small faces are off by
#define TOUCHING 1e-9  // of the size: a depth that rounding may keep from being closed in on
#define SHALLOW 1e-6   // of the size: planes through small faces tell little of such a depth
#define CLOSE 0.003    // of the way out: a face whose support is that near starts Newton's method
#define PATIENCE 0.25  // after it failed it is tried again when that much of the gap is left
#define NEAR 1e-5      // of the size: likewise
#define SAME_WAY 0.99  // cosine between a face and a way out that was found: it is of the same
#define VERY_SAME 0.99999
#define NEARLY 1e-3   // of the depth: what a face that is very much the same may still promise
#define ALMOST 5e-7   // any that is of the same
#define NEXT_WAY 0.95 // it lies between ways that are next to each other
#define EQUAL 1e-9    // of the depth: two ways are as long

enum {
    WAYS = 64,
    KINKS_FIRST = 18, // vertices: until then EPA alone may end at an edge or a corner, as it mostly does
};

// The point of A under the point of the face that is nearest to the origin.
static vec3 under(const contact_polytope *p, const contact_polytope_face *f) {
    double weight[3];
    vec3 on_a = p->vertex[f->v[0]].a, sum = {0, 0, 0};
    if (!contact_polytope_weigh(p, f, weight)) return on_a;
    for (int i = 0; i < 3; i++) sum = vec3_madd(sum, weight[i], p->vertex[f->v[i]].a);
    return sum;
}

// A - B without volume, with the origin in it: out by the shorter of the two ways across.
static void flat_answer(const contact_convex *c, vec3 n, contact_epa *out) {
    contact_vertex up, down;
    contact_convex_support(c, n, &up), contact_convex_support(c, vec3_scale(-1, n), &down);
    double u = vec3_dot(n, up.w), d = -vec3_dot(n, down.w);
    out->normal = u <= d ? n : vec3_scale(-1, n), out->depth = out->bound = fmin(u, d);
    out->on_a = u <= d ? up.a : down.a;
}

// Ways out that are shortest among their neighbours, as found so far.
typedef struct ways {
    int n;
    vec3 normal[WAYS];
    double length[WAYS];
    double very_same; // cosine of the angle within which there is one only
} ways;

// The way that a face belongs to, for it looks about the same way and its own way out is not shorter; -1: none. A way
// that is longer than its neighbour's is none: it is forgotten.
static int index_of_way(ways *found, vec3 n, double way, double size) {
    for (int i = 0; i < found->n; i++) {
        if (!(vec3_dot(found->normal[i], n) > SAME_WAY)) continue;
        if (way >= found->length[i] - ABSOLUTE * size) return i;
        found->n--;
        found->normal[i] = found->normal[found->n], found->length[i] = found->length[found->n], i--;
    }
    return -1;
}

// What a face that belongs to a way may still promise, for nothing else can be behind it. Between two ways of one
// length is a valley: all round the axis of two cones, for one.
static double promise(const ways *found, int of, vec3 n, double depth, double whole, double size) {
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
    double settled;             // bound of the faces that are settled
    double patience;            // gap below which Newton's method is tried
    contact_polytope_face best; // the face that gave the answer, unless Newton's method did
    bool by_face;
    contact_epa *out;
} search;

// The face that is looked at: its plane is a lower bound, the support along its normal an upper one.
typedef struct glance {
    int f;
    vec3 n;
    double bound, way;
    contact_vertex w;
} glance;

static double size_of(const search *s) { return s->p.c->size; }

static void probe_direction(search *s, glance *g) {
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

// Newton's method from the face; *it is where it ended.
static ending finish(search *s, const contact_polytope_face *f, contact_polished *it) {
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

// Whether nothing shorter can be behind the face, by the ways that are known or by one that is found from here; that
// one's support is put in place of the face's where it is as good to go on from.
static bool settle(search *s, glance *g, bool full) {
    int of = index_of_way(&s->found, g->n, g->way, size_of(s));
    if (of >= 0 && s->out->depth - g->bound <= promise(&s->found, of, g->n, s->out->depth, s->whole, size_of(s)))
        return true;
    double gap = g->way - g->bound;
    if (s->curvature == CONTACT_KINKED || (of >= 0 && !full) || gap > CLOSE * s->whole + NEAR * size_of(s))
        return false;
    bool early = s->curvature == CONTACT_MIXED && s->p.vertices < KINKS_FIRST;
    if (!full && (early || gap > s->patience)) return false;
    contact_polished it;
    ending end = finish(s, &s->p.face[g->f], &it);
    if (end == NOWHERE) s->patience = PATIENCE * gap;
    if (end == AT_NEW && vec3_dot(g->n, it.w.w) - g->bound > 0.5 * gap) g->w = it.w;
    bool ended = full ? end != NOWHERE : end >= AT_KNOWN && s->curvature == CONTACT_SMOOTH;
    return ended && s->out->depth - g->bound <= NEARLY * s->whole;
}

static void run(search *s) {
    contact_epa *out = s->out;
    for (;;) {
        glance g;
        probe_direction(s, &g);
        double gap = out->depth - g.bound;
        if (gap <= RELATIVE * s->whole + ABSOLUTE * size_of(s)) return;
        bool full = s->p.vertices == CONTACT_EPA_VERTICES;
        if (settle(s, &g, full))
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
        run(&s);
        contact_polished it;
        if (s.by_face && s.curvature != CONTACT_KINKED && out->depth < SHALLOW * c->size) finish(&s, &s.best, &it);
        if (s.by_face) out->on_a = under(&s.p, &s.best);
    } else
        flat_answer(c, normal, out);
    out->vertices = s.p.vertices;
}
