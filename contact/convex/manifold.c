// SPDX-License-Identifier: MIT
#include "contact/convex/manifold.h"
#include "contact/convex/polish.h"

#define ON_LINE 1e-12 // of the size: a corner this close to a clipping line lies on it
#define PARALLEL 1e-3 // sine between edges that touch along their length
#define A_LITTLE 1e-3 // of the depth
#define CLOSE_BY 0.1  // of the farthest corner's distance

enum { CORNERS = CONTACT_MANIFOLD_CORNERS };

// A corner projected along the normal: place in the contact plane, height along the normal, label of the outgoing edge.
typedef struct projected {
    double x, y, h;
    int label;
} projected;

typedef struct outline {
    int n, start; // start: label before the first corner of an edge, which has no way back
    projected at[CORNERS];
} outline;

// The contact plane, at the point on A.
typedef struct plane {
    vec3 o, x, y, n;
    bool edges; // both shapes are polyhedra: a rim's polygon and a line on a round side have no edges of their own
} plane;

enum { OF_B = 1 << 12 }; // added to b's labels

static projected project(const plane *p, vec3 v, int label) {
    vec3 r = vec3_sub(v, p->o);
    return (projected){vec3_dot(r, p->x), vec3_dot(r, p->y), vec3_dot(r, p->n), label};
}

static double doubled_area(const projected *a, const projected *b, const projected *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

// Reverses the order; each edge keeps its label.
static void reverse_outline(outline *o) {
    for (int i = 0, j = o->n - 1; i < j; i++, j--) {
        projected swap = o->at[i];
        o->at[i] = o->at[j], o->at[j] = swap;
    }
    int first = o->at[0].label;
    for (int i = 0; i + 1 < o->n; i++) o->at[i].label = o->at[i + 1].label;
    o->at[o->n - 1].label = first;
}

static void project_facet(const plane *p, const contact_facet *f, const pose *at, int mark, outline *out) {
    out->n = f->n, out->start = f->label[0] + mark;
    double area = 0;
    for (int i = 0; i < f->n; i++) {
        out->at[i] = project(p, at ? pose_point(at, f->v[i]) : f->v[i], f->label[i] + mark);
        if (i > 1) area += doubled_area(&out->at[0], &out->at[i - 1], &out->at[i]);
    }
    if (area < 0) reverse_outline(out);
}

// Height as a linear function of the place: a polygon's from Newell's normal, an edge's along the edge.
typedef struct slope {
    double x, y, h, gx, gy;
} slope;

static slope slope_of(const outline *o) {
    slope s = {.x = o->at[0].x, .y = o->at[0].y, .h = o->at[0].h};
    if (o->n == 2) {
        double x = o->at[1].x - s.x, y = o->at[1].y - s.y, h = o->at[1].h - s.h, l2 = x * x + y * y;
        if (l2 > 0) s.gx = h * x / l2, s.gy = h * y / l2;
        return s;
    }
    double nx = 0, ny = 0, nz = 0;
    for (int i = 0; i < o->n; i++) {
        const projected *a = &o->at[i], *b = &o->at[(i + 1) % o->n];
        nx += (a->y - b->y) * (a->h + b->h), ny += (a->h - b->h) * (a->x + b->x), nz += (a->x - b->x) * (a->y + b->y);
    }
    if (nz != 0) s.gx = -nx / nz, s.gy = -ny / nz;
    return s;
}

static double height_at(const slope *s, double x, double y) { return s->h + s->gx * (x - s->x) + s->gy * (y - s->y); }

static int side_of(double d, double still) { return d > still ? 1 : d < -still ? -1 : 0; }

// Clips o to the left of the line through a and b (Sutherland and Hodgman); new edges get that line's label. Returns
// false, with out unchanged, if nothing is cut off.
static bool clip_by_line(const outline *o, const projected *a, const projected *b, double still, outline *out) {
    double ex = b->x - a->x, ey = b->y - a->y, length = sqrt(ex * ex + ey * ey), d[CORNERS], least = 0;
    if (!(length > still)) return false;
    still *= length; // d: distance times length
    for (int i = 0; i < o->n; i++) {
        d[i] = ex * (o->at[i].y - a->y) - ey * (o->at[i].x - a->x);
        least = d[i] < least ? d[i] : least;
    }
    if (!(least < -still)) return false;
    out->n = 0, out->start = o->start;
    for (int i = 0; i < o->n; i++) {
        int next = i + 1 < o->n ? i + 1 : 0;
        const projected *p = &o->at[i], *q = &o->at[next];
        int sp = side_of(d[i], still), sq = side_of(d[next], still);
        bool last = o->n == 2 && i == 1; // an edge has no way back
        if (sp >= 0 && out->n < CORNERS) {
            out->at[out->n] = *p;
            if (sp == 0 && sq < 0) out->at[out->n].label = a->label;
            out->n++;
        }
        if (sp * sq < 0 && !last && out->n < CORNERS) {
            double u = d[i] / (d[i] - d[next]);
            if (sp < 0 && o->n == 2) out->start = a->label;
            out->at[out->n++] = (projected){p->x + u * (q->x - p->x), p->y + u * (q->y - p->y),
                                            p->h + u * (q->h - p->h), sp > 0 ? a->label : p->label};
        }
    }
    return true;
}

// A vector of the plane's coordinates: place, height.
static vec3 lift(const plane *p, vec3 v) { return vec3_madd(vec3_madd(vec3_scale(v.x, p->x), v.y, p->y), v.z, p->n); }

static void add_corner(contact_manifold *m, const plane *p, double x, double y, double on_a, double on_b,
                       int64_t feature) {
    if (m->n == CORNERS) return;
    vec3 point = vec3_add(p->o, lift(p, vec3_make(x, y, 0.5 * (on_a + on_b))));
    m->corner[m->n++] = (contact_corner){point, p->n, on_a - on_b, feature};
}

static int64_t pack(int a, int b) { return ((int64_t)(a + 1) << 20) + b + 1; }

// Corners of two edges: their crossing, or both ends of their common part if they are parallel.
static void add_edge_corners(const plane *p, const outline *a, const outline *b, contact_manifold *m) {
    const projected *a0 = &a->at[0], *a1 = &a->at[1], *b0 = &b->at[0], *b1 = &b->at[1];
    double ax = a1->x - a0->x, ay = a1->y - a0->y, bx = b1->x - b0->x, by = b1->y - b0->y;
    double cross = ax * by - ay * bx, a2 = ax * ax + ay * ay, b2 = bx * bx + by * by;
    double rx = b0->x - a0->x, ry = b0->y - a0->y;
    slope on_a = slope_of(a), on_b = slope_of(b);
    if (cross * cross > PARALLEL * PARALLEL * a2 * b2) {
        double u = (rx * by - ry * bx) / cross, x = a0->x + u * ax, y = a0->y + u * ay;
        add_corner(m, p, x, y, height_at(&on_a, x, y), height_at(&on_b, x, y), pack(a0->label, b0->label));
        return;
    }
    if (!(a2 > 0)) return;
    double u0 = (rx * ax + ry * ay) / a2, u1 = ((b1->x - a0->x) * ax + (b1->y - a0->y) * ay) / a2;
    double end[2] = {fmax(0, fmin(u0, u1)), fmin(1, fmax(u0, u1))};
    for (int i = 0; i < 2 && end[0] <= end[1]; i++) {
        double x = a0->x + end[i] * ax, y = a0->y + end[i] * ay;
        add_corner(m, p, x, y, height_at(&on_a, x, y), height_at(&on_b, x, y), pack(a0->label + i, b0->label));
    }
}

// Direction of the outline's edge with this label.
static vec3 edge_of(const outline *o, int label) {
    int i = 0;
    while (i + 1 < o->n && o->at[i].label != label) i++;
    const projected *a = &o->at[i], *b = &o->at[i + 1 < o->n ? i + 1 : 0];
    return vec3_make(b->x - a->x, b->y - a->y, b->h - a->h);
}

// Where a corner c of the clipped outline meets the other surface, which has the height h there: a vertex of one
// outline on the other's face, or a crossing of two edges.
typedef struct meeting {
    vec3 base, normal; // point on one of the surfaces, unit normal of the two: place, height
    bool on_cut;       // the base lies on the clipped outline
} meeting;

static meeting vertex_meeting(const projected *c, double h, bool on_cut, const slope *face) {
    return (meeting){{c->x, c->y, on_cut ? c->h : h}, vec3_unit(vec3_make(-face->gx, -face->gy, 1)), on_cut};
}

// The base is the end of the edges' shortest distance on u, the clipped outline's edge.
static meeting edge_meeting(const projected *c, double h, vec3 u, vec3 v) {
    vec3 n = vec3_cross(u, v);
    double across = n.z, size = vec3_norm(n), flat = hypot(u.x, u.y) * hypot(v.x, v.y);
    if (!(fabs(across) > PARALLEL * flat)) return (meeting){{c->x, c->y, c->h}, {0, 0, 1}, true};
    n = vec3_scale(across > 0 ? 1 / size : -1 / size, n);
    double apart = (c->h - h) * n.z, along = apart * (n.x * v.y - n.y * v.x) / across;
    return (meeting){vec3_madd(vec3_make(c->x, c->y, c->h), along, u), n, true};
}

// The clipped outline, as it was and as it is; the polygon that clips it.
typedef struct clipping {
    outline whole;
    const outline *cut, *by;
    slope own, other; // of the clipped outline, of the polygon
    bool cut_is_a;
} clipping;

// Adds corner i of the clipped outline. The labels before and after it tell whose edges meet there.
static void add_meeting(const clipping *k, const plane *p, int i, contact_manifold *m) {
    const projected *c = &k->cut->at[i];
    double h = height_at(&k->other, c->x, c->y);
    int before = i > 0 ? k->cut->at[i - 1].label : k->whole.n == 2 ? k->cut->start : k->cut->at[k->cut->n - 1].label;
    bool own_before = !(before & OF_B) == k->cut_is_a, own_after = !(c->label & OF_B) == k->cut_is_a;
    int own = own_before ? before : c->label, other = own_before ? c->label : before;
    meeting at = !p->edges                   ? (meeting){{c->x, c->y, c->h}, {0, 0, 1}, true}
                 : own_before && own_after   ? vertex_meeting(c, h, true, &k->other)
                 : !own_before && !own_after ? vertex_meeting(c, h, false, &k->own)
                                             : edge_meeting(c, h, edge_of(&k->whole, own), edge_of(k->by, other));
    double depth = (k->cut_is_a ? c->h - h : h - c->h) * at.normal.z;
    vec3 middle = vec3_madd(at.base, at.on_cut == k->cut_is_a ? -0.5 * depth : 0.5 * depth, at.normal);
    m->corner[m->n++] =
        (contact_corner){vec3_add(p->o, lift(p, middle)), lift(p, at.normal), depth, pack(before, c->label)};
}

// Corners of one outline clipped by the polygon of the other.
static void add_overlap_corners(const plane *p, outline *cut, const outline *by, bool cut_is_a, double still,
                                contact_manifold *m) {
    clipping k = {.whole = *cut, .by = by, .own = slope_of(cut), .other = slope_of(by), .cut_is_a = cut_is_a};
    outline spare, *from = cut, *to = &spare;
    for (int j = 0; j < by->n; j++) {
        if (!clip_by_line(from, &by->at[j], &by->at[j + 1 < by->n ? j + 1 : 0], still, to)) continue;
        outline *swap = from;
        from = to, to = swap;
    }
    k.cut = from;
    for (int i = 0; i < from->n && m->n < CORNERS; i++) add_meeting(&k, p, i, m);
}

// The pair's deepest point; a facet that is a point gives it most accurately.
static vec3 deepest_point(const contact_convex *c, const contact_touching *t, const contact_facet *a,
                          const contact_facet *b) {
    if (a->n > 1 && b->n == 1) return vec3_madd(pose_point(&c->at, b->v[0]), 0.5 * t->depth, t->normal);
    return vec3_madd(a->n == 1 ? a->v[0] : t->on_a, -0.5 * t->depth, t->normal);
}

// Makes one corner as deep as the pair. A corner that misses the depth by little (rounding, or a rim outside its
// polygon) gets depth and normal. Otherwise a facet is a point or not quite flat: a corner close to the deepest point
// moves there, or a new corner is added.
static void add_deepest(const contact_convex *c, vec3 point, const contact_touching *t, int64_t feature,
                        contact_manifold *m) {
    double near = INFINITY, far = 0, little = A_LITTLE * fabs(t->depth) + ON_LINE * c->size;
    int nearest = 0, deepest = 0;
    for (int i = 0; i < m->n; i++) {
        m->corner[i].depth = fmin(m->corner[i].depth, t->depth);
        if (m->corner[i].depth > m->corner[deepest].depth) deepest = i;
        double away = vec3_norm(vec3_sub(m->corner[i].point, point));
        if (away < near) near = away, nearest = i;
        far = fmax(far, away);
    }
    if (m->n > 0 && m->corner[deepest].depth >= t->depth - little)
        m->corner[deepest].depth = t->depth, m->corner[deepest].normal = t->normal;
    else if (m->n > 0 && (m->n == CORNERS || m->n == 1 || near < CLOSE_BY * far))
        m->corner[nearest] = (contact_corner){point, t->normal, t->depth, m->corner[nearest].feature};
    else
        m->corner[m->n++] = (contact_corner){point, t->normal, t->depth, feature};
}

void contact_manifold_of(const contact_convex *c, const contact_touching *t, contact_manifold *m) {
    contact_facet a, b;
    contact_facet_of(c->a, t->normal, &a);
    contact_facet_of(c->b, mat3_tmul(&c->at.r, vec3_scale(-1, t->normal)), &b);
    m->normal = t->normal, m->n = 0;
    if (a.n > 1 && b.n > 1) {
        vec3 x = vec3_any_normal(t->normal);
        plane p = {t->on_a, x, vec3_cross(t->normal, x), t->normal, contact_curvature_of(c) == CONTACT_KINKED};
        outline on_a, on_b;
        project_facet(&p, &a, NULL, 0, &on_a), project_facet(&p, &b, &c->at, OF_B, &on_b);
        double still = ON_LINE * c->size;
        if (on_a.n == 2 && on_b.n == 2)
            add_edge_corners(&p, &on_a, &on_b, m);
        else if (on_b.n == 2 || (on_b.n > on_a.n && on_a.n > 2)) // fewer lines to clip by; an edge is no polygon
            add_overlap_corners(&p, &on_b, &on_a, false, still, m);
        else
            add_overlap_corners(&p, &on_a, &on_b, true, still, m);
    }
    add_deepest(c, deepest_point(c, t, &a, &b), t, pack(a.label[0], b.label[0] + OF_B), m);
}
