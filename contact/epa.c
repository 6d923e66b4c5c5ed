// SPDX-License-Identifier: MIT
#include "contact/epa.h"
#include "contact/polish.h"

#define RELATIVE 1e-10 // of the depth: between bound and depth at the end
#define ABSOLUTE 1e-12 // of the size
#define ROUNDING 1e-10 // of the size: what planes through small faces are off by
#define COPLANAR 1e-15 // of the size: a face is seen from what lies in its plane
#define CLOSE 0.03     // of the way out: a face whose support is that near starts Newton's method
#define NEAR 1e-4      // of the size: likewise
#define SAME_WAY 0.99  // cosine between a face and a way out that was found: it is of the same
#define VERY_SAME 0.99999
#define NEARLY 1e-3   // of the depth: what a face that is very much the same may still promise
#define ALMOST 5e-7   // any that is of the same
#define NEXT_WAY 0.95 // it lies between ways that are next to each other
#define EQUAL 1e-9    // of the depth: two ways are as long
#define FLAT 1e-13    // of the size: A - B is as thin as that

// Euler: a polytope has 2 n - 4 faces; a horizon's are made before those that it replaces go.
enum { VERTICES = CONTACT_EPA_VERTICES, FACES = 3 * VERTICES, WAYS = 64 };

typedef struct face {
    vec3 n;                // unit, outward
    short v[3], beside[3]; // beside[i] shares the edge from v[i] to v[i + 1]
} face;

typedef struct polytope {
    const contact_convex *c;
    int vertices, faces, gone; // entries in use; free entries among the faces
    contact_vertex vertex[VERTICES];
    double distance[FACES]; // of the face's plane from the origin; INFINITY: no face
    face face[FACES];
    short free[FACES];
    short seen[FACES];      // faces that the new vertex sees
    short made[FACES];      // faces that join it to the horizon
    short starts[VERTICES]; // the new face whose horizon edge starts at the vertex
    bool visible[FACES];
} polytope;

static const int next[3] = {1, 2, 0};

// --- The first tetrahedron ---

// The support farther from the plane through `at` with this normal, of the two sides.
static contact_vertex farther(const contact_convex *c, vec3 n, vec3 at, double *distance) {
    contact_vertex up = contact_convex_support(c, n), down = contact_convex_support(c, vec3_scale(-1, n));
    double u = vec3_dot(n, vec3_sub(up.w, at)), d = vec3_dot(n, vec3_sub(at, down.w));
    *distance = fmax(u, d);
    return u >= d ? up : down;
}

// Takes the farther of two supports, if it is far enough.
static void take_farther(polytope *p, const vec3 *direction, int n, vec3 *normal) {
    double most = FLAT * p->c->size, far;
    vec3 at = p->vertex[0].w;
    contact_vertex best;
    bool any = false;
    for (int i = 0; i < n; i++) {
        contact_vertex w = farther(p->c, direction[i], at, &far);
        if (!any) *normal = direction[i];
        if (far > most) most = far, best = w, any = true;
    }
    if (any) p->vertex[p->vertices++] = best;
}

// Fills up the vertices to four that span a volume; false: A - B is flat, and *normal is normal to it.
static bool span(polytope *p, vec3 *normal) {
    contact_vertex *v = p->vertex;
    vec3 axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    if (p->vertices == 0) v[p->vertices++] = contact_convex_support(p->c, axes[1]);
    if (p->vertices == 1) take_farther(p, axes, 3, normal);
    if (p->vertices == 1) return false;
    if (p->vertices == 2) {
        vec3 along = vec3_unit(vec3_sub(v[1].w, v[0].w)), across = vec3_any_normal(along);
        take_farther(p, (vec3[]){across, vec3_cross(along, across)}, 2, normal);
    }
    if (p->vertices == 2) return false;
    vec3 up = vec3_unit(vec3_cross(vec3_sub(v[1].w, v[0].w), vec3_sub(v[2].w, v[0].w)));
    if (p->vertices == 3) take_farther(p, &up, 1, normal);
    return p->vertices == 4;
}

static double volume6(const contact_vertex *v) {
    return vec3_dot(vec3_sub(v[1].w, v[0].w), vec3_cross(vec3_sub(v[2].w, v[0].w), vec3_sub(v[3].w, v[0].w)));
}

// The vertices of the simplex that are far enough from the plane, line and point of those before them.
static void take(polytope *p, const contact_simplex *s) {
    double flat = 1e-7 * p->c->size;
    for (int i = 0; i < s->n; i++) {
        contact_vertex *v = p->vertex;
        int n = p->vertices;
        v[n] = s->v[i];
        vec3 e = n > 0 ? vec3_sub(v[n].w, v[0].w) : vec3_make(0, 0, 0);
        double far = INFINITY;
        if (n == 1) far = vec3_norm(e);
        if (n == 2) far = vec3_norm(vec3_cross(vec3_unit(vec3_sub(v[1].w, v[0].w)), e));
        if (n == 3) far = fabs(vec3_dot(vec3_unit(vec3_cross(vec3_sub(v[1].w, v[0].w), vec3_sub(v[2].w, v[0].w))), e));
        if (far > flat) p->vertices++;
    }
}

// --- The polytope ---

static void set_plane(polytope *p, int f, vec3 otherwise) {
    face *it = &p->face[f];
    vec3 a = p->vertex[it->v[0]].w, b = p->vertex[it->v[1]].w, c = p->vertex[it->v[2]].w;
    vec3 n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
    double length = vec3_norm(n);
    it->n = length > 0 ? vec3_scale(1 / length, n) : otherwise;
    p->distance[f] = fmin(vec3_dot(it->n, a), fmin(vec3_dot(it->n, b), vec3_dot(it->n, c)));
}

static void first_faces(polytope *p) {
    static const short corner[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    static const short beside[4][3] = {{3, 2, 1}, {0, 2, 3}, {0, 3, 1}, {1, 2, 0}};
    if (volume6(p->vertex) < 0) { // outward normals for a positive volume
        contact_vertex swap = p->vertex[0];
        p->vertex[0] = p->vertex[1], p->vertex[1] = swap;
    }
    for (int f = 0; f < 4; f++) {
        for (int i = 0; i < 3; i++) p->face[f].v[i] = corner[f][i], p->face[f].beside[i] = beside[f][i];
        set_plane(p, f, vec3_make(0, 0, 1));
        p->visible[f] = false;
    }
    p->faces = 4;
}

static int nearest_face(const polytope *p) {
    int best = 0;
    for (int f = 1; f < p->faces; f++)
        if (p->distance[f] < p->distance[best]) best = f;
    return best;
}

static bool sees(const polytope *p, int f, vec3 w) {
    vec3 from = vec3_sub(w, p->vertex[p->face[f].v[0]].w);
    return vec3_dot(p->face[f].n, from) > -COPLANAR * p->c->size;
}

// The faces that the new vertex sees, spreading from f; returns how many.
static int see(polytope *p, int f, vec3 w) {
    int n = 0;
    p->seen[n++] = (short)f, p->visible[f] = true;
    for (int i = 0; i < n; i++)
        for (int e = 0; e < 3; e++) {
            int g = p->face[p->seen[i]].beside[e];
            if (!p->visible[g] && sees(p, g, w)) p->seen[n++] = (short)g, p->visible[g] = true;
        }
    return n;
}

// Edges between what is seen and what is not, and whether they run once round it: no vertex starts two of them.
static int horizon(polytope *p, int seen, bool *round) {
    int n = 0;
    *round = true;
    for (int i = 0; i < seen; i++) {
        const face *f = &p->face[p->seen[i]];
        for (int e = 0; e < 3; e++) p->starts[f->v[e]] = -1;
    }
    for (int i = 0; i < seen; i++) {
        const face *f = &p->face[p->seen[i]];
        for (int e = 0; e < 3; e++) {
            if (p->visible[f->beside[e]]) continue;
            if (p->starts[f->v[e]] >= 0) *round = false;
            p->starts[f->v[e]] = 0, n++;
        }
    }
    return n;
}

static int new_face(polytope *p) { return p->gone ? p->free[--p->gone] : p->faces++; }

static int edge_towards(const face *f, int to) { return f->beside[0] == to ? 0 : f->beside[1] == to ? 1 : 2; }

// Joins the new vertex to the horizon, and takes away what it sees.
static void cone(polytope *p, int seen, short w) {
    int n = 0;
    for (int i = 0; i < seen; i++)
        for (int e = 0; e < 3; e++) {
            int old = p->seen[i], g = p->face[old].beside[e];
            if (p->visible[g]) continue;
            int f = new_face(p);
            short u = p->face[old].v[e], v = p->face[old].v[next[e]];
            p->face[f] = (face){.v = {u, v, w}, .beside = {(short)g, -1, -1}};
            p->face[g].beside[edge_towards(&p->face[g], old)] = (short)f;
            p->visible[f] = false, p->starts[u] = (short)f, p->made[n++] = (short)f;
            set_plane(p, f, p->face[g].n);
        }
    for (int i = 0; i < n; i++) {
        face *f = &p->face[p->made[i]];
        short follows = p->starts[f->v[1]];
        f->beside[1] = follows, p->face[follows].beside[2] = p->made[i];
    }
    for (int i = 0; i < seen; i++) {
        p->distance[p->seen[i]] = INFINITY, p->visible[p->seen[i]] = false;
        p->free[p->gone++] = p->seen[i];
    }
}

// The convex hull of the polytope and w, which face f sees. False where rounding forbids it; nothing has changed then.
static bool expand(polytope *p, int f, const contact_vertex *w) {
    bool round;
    int seen = see(p, f, w->w), n = horizon(p, seen, &round);
    if (!round || n < 3) return false;
    p->vertex[p->vertices] = *w;
    cone(p, seen, (short)p->vertices++);
    return true;
}

// --- The answer ---

// The weights of the face's point that is nearest to the origin, made positive with sum 1; false: there are none.
static bool weigh(const polytope *p, const face *f, double weight[3]) {
    vec3 a = p->vertex[f->v[0]].w, b = p->vertex[f->v[1]].w, c = p->vertex[f->v[2]].w;
    weight[0] = fmax(vec3_dot(f->n, vec3_cross(b, c)), 0), weight[1] = fmax(vec3_dot(f->n, vec3_cross(c, a)), 0);
    weight[2] = fmax(vec3_dot(f->n, vec3_cross(a, b)), 0);
    double sum = weight[0] + weight[1] + weight[2];
    for (int i = 0; i < 3 && sum > 0; i++) weight[i] /= sum;
    return sum > 0;
}

// The point of A under the point of the face that is nearest to the origin.
static vec3 under(const polytope *p, const face *f) {
    double weight[3];
    vec3 on_a = p->vertex[f->v[0]].a, sum = {0, 0, 0};
    if (!weigh(p, f, weight)) return on_a;
    for (int i = 0; i < 3; i++) sum = vec3_madd(sum, weight[i], p->vertex[f->v[i]].a);
    return sum;
}

// A - B without volume, with the origin in it: out by the shorter of the two ways across.
static void flat_answer(const contact_convex *c, vec3 n, contact_epa *out) {
    contact_vertex up = contact_convex_support(c, n), down = contact_convex_support(c, vec3_scale(-1, n));
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
static int way_of(ways *found, vec3 n, double way, double size) {
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
static double settled(const ways *found, int of, vec3 n, double depth, double whole, double size) {
    int equal = 0;
    for (int i = 0; i < found->n; i++)
        equal += vec3_dot(found->normal[i], n) > NEXT_WAY && found->length[i] <= depth + EQUAL * whole;
    bool sure = equal > 1 || vec3_dot(found->normal[of], n) > found->very_same;
    return (sure ? NEARLY : ALMOST) * whole + ROUNDING * size;
}

static void take_way(contact_epa *out, double way, vec3 normal, vec3 on_a) {
    out->depth = way, out->normal = normal, out->on_a = on_a;
}

typedef enum ending { NOWHERE, AT_SADDLE, AT_KNOWN, AT_NEW } ending;

// Newton's method from the face; AT_NEW: *w is the support where it ended.
static ending finish(const polytope *p, const face *f, ways *found, contact_epa *out, contact_vertex *w) {
    double weight[3];
    const contact_vertex *v[3] = {&p->vertex[f->v[0]], &p->vertex[f->v[1]], &p->vertex[f->v[2]]};
    contact_polished it;
    if (!weigh(p, f, weight) || !contact_polish(p->c, v, weight, 3, f->n, &it)) return NOWHERE;
    if (!it.least) return AT_SADDLE;
    for (int i = 0; i < found->n; i++)
        if (vec3_norm2(vec3_sub(found->normal[i], it.n)) < 1e-10) return AT_KNOWN;
    double way = vec3_dot(it.n, it.w.w);
    *w = it.w;
    if (found->n < WAYS) found->normal[found->n] = it.n, found->length[found->n++] = way;
    if (way < out->depth) take_way(out, way, it.n, it.on_a);
    return AT_NEW;
}

static void search(polytope *p, bool certify, contact_epa *out) {
    contact_curvature curvature = certify ? CONTACT_KINKED : contact_curvature_of(p->c);
    ways found = {.very_same = curvature == CONTACT_SMOOTH ? SAME_WAY : VERY_SAME};
    double size = p->c->size, round = p->c->round_a + p->c->round_b;
    double least = INFINITY; // bound of the faces that are settled
    out->depth = INFINITY;
    for (;;) {
        int f = nearest_face(p);
        const face *it = &p->face[f];
        double bound = fmax(p->distance[f], 0); // the origin is in A' - B'
        contact_vertex w = contact_convex_support(p->c, it->n), better;
        double way = vec3_dot(it->n, w.w);
        if (way < out->depth) take_way(out, way, it->n, under(p, it));
        double gap = out->depth - bound, whole = out->depth + round;
        out->bound = fmin(bound, least);
        if (gap <= RELATIVE * whole + ABSOLUTE * size) return;
        bool full = p->vertices == VERTICES;
        int of = way_of(&found, it->n, way, size);
        bool done = of >= 0 && gap <= settled(&found, of, it->n, out->depth, whole, size);
        if (!done && curvature != CONTACT_KINKED && (of < 0 || full) && way - bound <= CLOSE * way + NEAR * size) {
            ending end = finish(p, it, &found, out, &better);
            if (end == AT_NEW && vec3_dot(it->n, better.w) - bound > 0.5 * (way - bound)) w = better;
            done = end != NOWHERE && (full || curvature == CONTACT_SMOOTH) && out->depth - bound <= NEARLY * whole;
        }
        if (done)
            least = fmin(least, bound), p->distance[f] = INFINITY;
        else if (full || !expand(p, f, &w)) {
            out->capped = full && gap > ROUNDING * size, out->degraded = !full && gap > ROUNDING * size;
            return;
        }
    }
}

void contact_epa_run(const contact_convex *c, const contact_simplex *s, bool certify, contact_epa *out) {
    polytope p;
    p.c = c, p.vertices = p.gone = 0;
    *out = (contact_epa){0};
    take(&p, s);
    vec3 normal = {0, 0, 1};
    if (span(&p, &normal)) {
        first_faces(&p);
        search(&p, certify, out);
    } else
        flat_answer(c, normal, out);
    out->vertices = p.vertices;
}
