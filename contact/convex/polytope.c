// SPDX-License-Identifier: MIT
#include "contact/convex/polytope.h"
#include "contact/tree/lanes.h"

#define COPLANAR 1e-15 // of the size: a point this little below a face's plane still counts as outside
#define FLAT 1e-13     // of the size: an A - B thinner than this is flat
#define THICK 1e-7     // of the size: simplex corners closer to the plane of the others are left out

static const int next[3] = {1, 2, 0};
_Static_assert(CONTACT_POLYTOPE_FACES % 4 == 0, "the nearest is looked for by fours");

// Of the supports on the two sides of the plane through `at` with this normal, the farther one.
static contact_vertex farther_support(const contact_convex *c, vec3 n, vec3 at, double *distance) {
    contact_vertex up, down;
    contact_convex_support(c, n, &up), contact_convex_support(c, vec3_scale(-1, n), &down);
    double u = vec3_dot(n, vec3_sub(up.w, at)), d = vec3_dot(n, vec3_sub(at, down.w));
    *distance = fmax(u, d);
    return u >= d ? up : down;
}

// Adds the farthest of the supports along n directions, if it is far enough.
static void add_farther_support(contact_polytope *p, const vec3 *direction, int n, vec3 *normal) {
    double most = FLAT * p->c->size, far;
    vec3 at = p->vertex[0].w;
    contact_vertex best;
    bool any = false;
    for (int i = 0; i < n; i++) {
        contact_vertex w = farther_support(p->c, direction[i], at, &far);
        if (!any) *normal = direction[i];
        if (far > most) most = far, best = w, any = true;
    }
    if (any) p->vertex[p->vertices++] = best;
}

// Completes the vertices to four that span a volume; false: A - B is flat, and *normal is its normal.
static bool complete_tetrahedron(contact_polytope *p, vec3 *normal) {
    contact_vertex *v = p->vertex;
    vec3 axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    if (p->vertices == 0) contact_convex_support(p->c, axes[1], &v[p->vertices++]);
    if (p->vertices == 1) add_farther_support(p, axes, 3, normal);
    if (p->vertices == 1) return false;
    if (p->vertices == 2) {
        vec3 along = vec3_unit(vec3_sub(v[1].w, v[0].w)), across = vec3_any_normal(along);
        add_farther_support(p, (vec3[]){across, vec3_cross(along, across)}, 2, normal);
    }
    if (p->vertices == 2) return false;
    vec3 up = vec3_unit(vec3_cross(vec3_sub(v[1].w, v[0].w), vec3_sub(v[2].w, v[0].w)));
    if (p->vertices == 3) add_farther_support(p, &up, 1, normal);
    return p->vertices == 4;
}

static double volume6(const contact_vertex *v) {
    return vec3_dot(vec3_sub(v[1].w, v[0].w), vec3_cross(vec3_sub(v[2].w, v[0].w), vec3_sub(v[3].w, v[0].w)));
}

// Takes over the vertices of the simplex that are far enough from the point, line and plane of those before them.
static void start_from_simplex(contact_polytope *p, const contact_simplex *s) {
    double flat = THICK * p->c->size;
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

// Sets the plane of face f; a face without area gets the normal of its neighbour across the first edge.
static void set_plane(contact_polytope *p, int f) {
    contact_polytope_face *it = &p->face[f];
    const vec3 *a = &p->vertex[it->v[0]].w, *b = &p->vertex[it->v[1]].w, *c = &p->vertex[it->v[2]].w;
    vec3 n = vec3_cross(vec3_sub(*b, *a), vec3_sub(*c, *a));
    double length2 = vec3_norm2(n);
    n = length2 > 0 ? vec3_scale(1 / sqrt(length2), n) : p->face[it->beside[0]].n;
    double da = vec3_dot(n, *a), db = vec3_dot(n, *b), dc = vec3_dot(n, *c), least = da < db ? da : db;
    it->n = n, p->distance[f] = least < dc ? least : dc;
}

static void first_faces(contact_polytope *p) {
    static const short corner[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    static const short beside[4][3] = {{3, 2, 1}, {0, 2, 3}, {0, 3, 1}, {1, 2, 0}};
    if (volume6(p->vertex) < 0) { // outward normals for a positive volume
        contact_vertex swap = p->vertex[0];
        p->vertex[0] = p->vertex[1], p->vertex[1] = swap;
    }
    for (int f = 0; f < 4; f++) {
        for (int i = 0; i < 3; i++) p->face[f].v[i] = corner[f][i], p->face[f].beside[i] = beside[f][i];
        p->face[f].n = vec3_make(0, 0, 1);
        p->visible[f] = false;
    }
    for (int f = 0; f < 4; f++) set_plane(p, f), p->started[f] = -1;
    p->faces = 4;
}

int contact_polytope_nearest(const contact_polytope *p) {
    lanes least = lanes_all(INFINITY);
    for (int f = 0; f < p->faces; f += 4) least = lanes_min(least, lanes_load(&p->distance[f]));
    lanes all = lanes_all(-lanes_greatest(-least));
    for (int f = 0; f < p->faces; f += 4) {
        int farther_ones = lanes_above(lanes_load(&p->distance[f]), all);
        if (farther_ones != 15) return f + __builtin_ctz(~(unsigned)farther_ones);
    }
    return 0;
}

static bool faces_point(const contact_polytope *p, int f, vec3 w) {
    vec3 from = vec3_sub(w, p->vertex[p->face[f].v[0]].w);
    return vec3_dot(p->face[f].n, from) > -COPLANAR * p->c->size;
}

static int shared_edge(const contact_polytope_face *f, int to) {
    return f->beside[0] == to ? 0 : f->beside[1] == to ? 1 : 2;
}

static int new_face(contact_polytope *p) {
    if (p->gone) return p->free[--p->gone];
    if (p->faces % 4 == 0)
        for (int i = 0; i < 4; i++)
            p->distance[p->faces + i] = INFINITY; // contact_polytope_nearest scans the faces by fours
    return p->faces++;
}

// Adds the face between the new vertex and the horizon's edge from u to v, which face g shares. `before`: the face
// added before, -1: none.
static int add_horizon_face(contact_polytope *p, int before, int g, int edge, short u, short v) {
    int f = new_face(p);
    contact_polytope_face *it = &p->face[f], *beyond = &p->face[g];
    it->v[0] = u, it->v[1] = v, it->v[2] = (short)(p->vertices - 1);
    it->beside[0] = (short)g, beyond->beside[edge] = (short)f;
    it->beside[2] = (short)before;
    if (before >= 0) p->face[before].beside[1] = (short)f;
    p->visible[f] = false;
    set_plane(p, f);
    return f;
}

// Removes the faces visible from the last vertex and joins the vertex to their horizon. The walk starts at f and enters
// each face anticlockwise from the crossed edge, so the horizon's edges come in order (van den Bergen 2001, as in
// epa.h). Returns the number of visible faces; 0: the horizon is no simple closed loop.
static int join_to_horizon(contact_polytope *p, int f) {
    short vertex = (short)(p->vertices - 1), first_u = -1, last_v = -1;
    vec3 w = p->vertex[vertex].w;
    int seen = 0, open = 0, edges = 0, first = -1, last = -1;
    p->seen[seen++] = (short)f, p->visible[f] = true;
    for (int e = 2; e >= 0; e--) p->open[open++] = (short)(4 * f + e);
    while (open > 0) {
        int top = p->open[--open], old = top >> 2, e = top & 3, g = p->face[old].beside[e];
        if (p->visible[g]) continue;
        int edge = shared_edge(&p->face[g], old);
        if (faces_point(p, g, w)) {
            p->seen[seen++] = (short)g, p->visible[g] = true;
            p->open[open++] = (short)(4 * g + next[next[edge]]), p->open[open++] = (short)(4 * g + next[edge]);
            continue;
        }
        short u = p->face[old].v[e], v = p->face[old].v[next[e]];
        if (p->started[u] == vertex || (edges > 0 && u != last_v)) return 0;
        p->started[u] = vertex, last_v = v;
        last = add_horizon_face(p, last, g, edge, u, v);
        if (edges++ == 0) first = last, first_u = u;
    }
    if (edges < 3 || last_v != first_u) return 0;
    p->face[last].beside[1] = (short)first, p->face[first].beside[2] = (short)last;
    return seen;
}

bool contact_polytope_expand(contact_polytope *p, int f, const contact_vertex *w) {
    p->vertex[p->vertices] = *w, p->started[p->vertices++] = -1;
    int seen = join_to_horizon(p, f);
    for (int i = 0; i < seen; i++) {
        p->distance[p->seen[i]] = INFINITY, p->visible[p->seen[i]] = false;
        p->free[p->gone++] = p->seen[i];
    }
    return seen > 0;
}

bool contact_polytope_weigh(const contact_polytope *p, const contact_polytope_face *f, double weight[3]) {
    vec3 a = p->vertex[f->v[0]].w, b = p->vertex[f->v[1]].w, c = p->vertex[f->v[2]].w;
    weight[0] = fmax(vec3_dot(f->n, vec3_cross(b, c)), 0), weight[1] = fmax(vec3_dot(f->n, vec3_cross(c, a)), 0);
    weight[2] = fmax(vec3_dot(f->n, vec3_cross(a, b)), 0);
    double sum = weight[0] + weight[1] + weight[2];
    for (int i = 0; i < 3 && sum > 0; i++) weight[i] /= sum;
    return sum > 0;
}

bool contact_polytope_begin(contact_polytope *p, const contact_convex *c, const contact_simplex *s, vec3 *normal) {
    p->c = c, p->vertices = p->gone = 0;
    start_from_simplex(p, s);
    if (!complete_tetrahedron(p, normal)) return false;
    first_faces(p);
    return true;
}
