// SPDX-License-Identifier: MIT
// Contacts of a link with the hull: material points, and the excess depth of the exact nearest points. link.h gives the
// reason.
#include "contact/link/scan.h"
#include <string.h>

#define POINTS 8
#define HITS 64   // stored places of excess of one link; if there are more, the triangles are scanned twice
#define NEAR 128  // stored triangles near one link; if there are more, all candidates are transformed again
#define SHARE 0.5 // places with less than this share of the greatest excess have no weight in the average
static const double TIE = 1e-12; // distances nearer to each other than this are equal [m]

// Material points: seams of straight piece 0 (+z, -z), of piece 1, crowns (+z, -z), middles of pieces 0 and 1.
enum { SEAM0_UP = 0, SEAM0_DOWN, SEAM1_UP, SEAM1_DOWN, CROWN_UP, CROWN_DOWN, MIDDLE0, MIDDLE1 };

// The material points of each primitive in the order of its arc length.
static const int CHAIN[4][3] = {{SEAM0_DOWN, MIDDLE0, SEAM0_UP},
                                {SEAM1_DOWN, MIDDLE1, SEAM1_UP},
                                {SEAM0_UP, CROWN_UP, SEAM1_UP},
                                {SEAM0_DOWN, CROWN_DOWN, SEAM1_DOWN}};

// A place of the hull that reaches deeper into a primitive than the material points report there.
typedef struct hit {
    int primitive;
    double excess; // [m]
    vec3 curve, normal;
} hit;

// A weighted sum of places.
typedef struct average {
    vec3 place, normal;
    double weight;
} average;

// A triangle in the link frame.
typedef struct near_triangle {
    vec3 p[3];
    link_plane plane;
    vec3 middle;
    double size; // radius about the middle [m]
    int index;   // of the hull's triangle
} near_triangle;

typedef struct detection {
    const contact_link_shape *shape;
    const pose *link;
    const contact_mesh *hull;
    int n_near;              // triangles that may come near the curve
    vec3 point[POINTS];      // material points of the curve, link frame
    double distance[POINTS]; // signed distance to the hull: negative when the point is inside
    double facing[POINTS];   // distance from the plane of the nearest triangle [m]
    vec3 normal[POINTS];
    int n_hits; // may exceed HITS
    hit hit[HITS];
    bool averaging;  // second pass: the greatest excess is known
    double most[4];  // greatest excess of each primitive
    average mean[4]; // of the places with nearly that excess
    near_triangle near[NEAR];
} detection;

static void start_detection(detection *d, const contact_link_shape *s, const pose *link, const contact_mesh *hull) {
    double r = s->radius, h = s->half;
    const vec3 point[POINTS] = {{r, 0, h},     {r, 0, -h},     {-r, 0, h}, {-r, 0, -h},
                                {0, 0, h + r}, {0, 0, -h - r}, {r, 0, 0},  {-r, 0, 0}};
    d->shape = s;
    d->link = link;
    d->hull = hull;
    d->n_hits = 0;
    d->averaging = false;
    memset(d->most, 0, sizeof d->most);
    memset(d->mean, 0, sizeof d->mean);
    memcpy(d->point, point, sizeof point);
}

// Transforms the triangle into the link frame. False if its plane, its box or the sphere about the box proves that it
// is farther than `range` from the curve.
static bool transform_triangle(const detection *d, int index, double range, near_triangle *t) {
    const contact_link_shape *s = d->shape;
    const int *v = d->hull->tri[index].v;
    vec3 first = vec3_sub(d->hull->vertex[v[0]], d->link->p), n = mat3_tmul(&d->link->r, d->hull->normal[index]);
    double middle = fabs(vec3_dot(d->hull->normal[index], first));
    if (middle > s->half * fabs(n.z) + s->radius * sqrt(n.x * n.x + n.z * n.z) + range + TIE) return false;
    const vec3 p[3] = {mat3_tmul(&d->link->r, first), pose_point_inverse(d->link, d->hull->vertex[v[1]]),
                       pose_point_inverse(d->link, d->hull->vertex[v[2]])};
    bvh_box box = bvh_points_box(p[0], p[1], p[2]);
    double x = s->radius + range, z = s->half + s->radius + range;
    if (box.lo.x > x || box.hi.x < -x || box.lo.y > range || box.hi.y < -range || box.lo.z > z || box.hi.z < -z)
        return false;
    t->middle = vec3_scale(0.5, vec3_add(box.lo, box.hi));
    t->size = 0.5 * vec3_norm(vec3_sub(box.hi, box.lo));
    double within = t->size + range + TIE;
    if (link_curve_distance2(s, t->middle) > within * within) return false;
    memcpy(t->p, p, sizeof p);
    t->plane = (link_plane){p[0], vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]), n, 2 * d->hull->area[index]};
    t->index = index;
    return true;
}

static vec3 nearest_on_segment(vec3 a, vec3 b, vec3 c) {
    vec3 e = vec3_sub(b, a);
    double t = vec3_dot(vec3_sub(c, a), e) / vec3_norm2(e);
    return vec3_madd(a, t < 0 ? 0 : t > 1 ? 1 : t, e);
}

static vec3 nearest_on_triangle(const near_triangle *t, vec3 c) {
    vec3 q;
    if (t->plane.doubled > 0 && link_plane_below(&t->plane, c, &q)) return q;
    vec3 best = nearest_on_segment(t->p[0], t->p[1], c);
    for (int k = 1; k < 3; k++) {
        q = nearest_on_segment(t->p[k], t->p[(k + 1) % 3], c);
        if (vec3_norm2(vec3_sub(q, c)) < vec3_norm2(vec3_sub(best, c))) best = q;
    }
    return best;
}

// Updates the material points' distances with one triangle. If several triangles share the nearest edge or corner, the
// one whose plane is farthest from the point gives the right sign. At a sharp edge the other triangle may have the
// point behind it or in its plane.
static void measure_points(detection *d, const near_triangle *t) {
    for (int k = 0; k < POINTS; k++) {
        double g = vec3_dot(t->plane.n, vec3_sub(d->point[k], t->p[0])), facing = fabs(g), known = fabs(d->distance[k]);
        if (facing > known + TIE) continue; // this plane is farther than the nearest triangle
        double within = known + t->size + 2 * TIE;
        if (vec3_norm2(vec3_sub(d->point[k], t->middle)) > within * within) continue;
        vec3 v = vec3_sub(d->point[k], nearest_on_triangle(t, d->point[k]));
        double distance = vec3_norm(v);
        if (distance > known + TIE || (distance > known - TIE && facing <= d->facing[k])) continue;
        double side = g < 0 ? -1 : 1;
        d->distance[k] = side * distance;
        d->facing[k] = facing;
        d->normal[k] = distance > 1e-9 * d->shape->tube ? vec3_scale(side / distance, v) : t->plane.n;
    }
}

// Depth that the material points give at the curve point c of a primitive, linear between neighbours.
static double interpolated_depth(const detection *d, int primitive, vec3 c) {
    const contact_link_shape *s = d->shape;
    double t = primitive < 2 ? (c.z + s->half) / s->half
                             : atan2(fabs(c.z) - s->half, c.x) / 1.5707963267948966; // 0, 1, 2 at the three points
    int i = t < 1 ? 0 : 1;
    t = bvh_min(1, bvh_max(0, t - i));
    double a = bvh_max(0, s->tube - d->distance[CHAIN[primitive][i]]),
           b = bvh_max(0, s->tube - d->distance[CHAIN[primitive][i + 1]]);
    return (1 - t) * a + t * b;
}

// Adds a place to its primitive's average, if its excess is close to the greatest.
static void add_to_average(detection *d, const hit *h) {
    average *m = &d->mean[h->primitive];
    double w = h->excess - SHARE * d->most[h->primitive];
    if (w <= 0) return;
    m->place = vec3_madd(m->place, w, h->curve);
    m->normal = vec3_madd(m->normal, w, h->normal);
    m->weight += w;
}

static void insert_hit(detection *d, const hit *h) {
    if (d->averaging) {
        add_to_average(d, h);
        return;
    }
    d->most[h->primitive] = bvh_max(d->most[h->primitive], h->excess);
    if (d->n_hits < HITS) d->hit[d->n_hits] = *h;
    d->n_hits++;
}

static vec3 normal_in_link(const detection *d, int index) { return mat3_tmul(&d->link->r, d->hull->normal[index]); }

// Hull normal at a place on an edge of the triangle; v: from the place to the curve. The normal follows v, but only
// between the normals of the two faces. Without that limit, edges inside a flat wall would push sideways.
static vec3 edge_normal(const detection *d, const near_triangle *t, int k, vec3 v) {
    int across = d->hull->tri[t->index].adj[k];
    vec3 e = vec3_unit(vec3_sub(t->p[(k + 1) % 3], t->p[k])), n = t->plane.n, w = vec3_madd(v, -vec3_dot(v, e), e);
    vec3 m = across >= 0 ? normal_in_link(d, across) : n;
    bool over_n = vec3_dot(w, vec3_cross(n, e)) > 0, over_m = across >= 0 && vec3_dot(w, vec3_cross(e, m)) > 0;
    if (over_n != over_m) return over_n ? n : m;
    bool between = !over_n && vec3_norm(w) > 1e-9 * d->shape->tube;
    return vec3_unit(between ? w : vec3_add(n, m));
}

// Whether no edge leads from the corner towards the curve. If one does, a place on or beside that edge has the contact.
static bool is_tip(const detection *d, int corner, vec3 v) {
    const contact_mesh *m = d->hull;
    vec3 w = mat3_mul(&d->link->r, v), x = m->vertex[corner];
    for (int j = m->vertex_tri_start[corner]; j < m->vertex_tri_start[corner + 1]; j++)
        for (int k = 0; k < 3; k++)
            if (vec3_dot(w, vec3_sub(m->vertex[m->tri[m->vertex_tri[j]].v[k]], x)) > 0) return false;
    return true;
}

// Records a place of the triangle within the tube, with its excess, if the curve is on the face's outer side.
static void measure_place(detection *d, const near_triangle *t, const link_candidate *at) {
    double distance = at->pierced ? 0 : sqrt(at->f);
    hit h = {.primitive = at->primitive, .normal = t->plane.n};
    vec3 v = {0, 0, 0};
    h.curve = at->p;
    if (!at->pierced) {
        h.curve = link_curve_nearest(d->shape, at->p, &h.primitive);
        v = vec3_sub(h.curve, at->p);
        if (vec3_dot(v, t->plane.n) < 0) return;
    }
    h.excess = d->shape->tube - distance - interpolated_depth(d, h.primitive, h.curve);
    if (!(h.excess > 0)) return;
    if (at->where < LINK_CORNER) {
        h.normal = edge_normal(d, t, at->where - LINK_EDGE, v);
    } else if (at->where < LINK_FACE) {
        if (!is_tip(d, d->hull->tri[t->index].v[at->where - LINK_CORNER], v)) return;
        if (distance > 1e-9 * d->shape->tube) h.normal = vec3_scale(1 / distance, v);
    }
    insert_hit(d, &h);
}

static void measure_curve(detection *d, const near_triangle *t) {
    link_scan scan; // not initialised: most of it stays unused
    scan.limit = d->shape->tube * d->shape->tube;
    scan.nearest = false;
    link_scan_triangle(d->shape, t->p, &t->plane, &scan);
    for (int k = 0; k < scan.n; k++) measure_place(d, t, &scan.at[k]);
}

// One contact of a primitive from its hits. It has the greatest excess, and the mean place and normal of all hits with
// nearly that excess. The mean moves continuously from facet to facet. At a material point a hit has no excess, so none
// is lost to the next primitive.
static contact_link_point average_contact(const detection *d, int primitive) {
    const average *m = &d->mean[primitive];
    contact_link_point out = {.depth = d->most[primitive]};
    if (out.depth <= 0) return out;
    int nearest;
    vec3 curve = link_curve_nearest(d->shape, vec3_scale(1 / m->weight, m->place), &nearest);
    out.normal = vec3_unit(m->normal);
    out.point = vec3_madd(curve, -d->shape->tube, out.normal);
    return out;
}

// Measures the material points against the triangles within `range` of the curve, and stores those triangles.
static void measure_within(detection *d, const int *candidates, int n, double range) {
    near_triangle spare;
    d->n_near = 0;
    for (int k = 0; k < POINTS; k++) {
        d->distance[k] = range; // no nearer triangle found yet
        d->facing[k] = 0;
    }
    for (int k = 0; k < n; k++) {
        near_triangle *t = d->n_near < NEAR ? &d->near[d->n_near] : &spare;
        if (!transform_triangle(d, candidates[k], range, t)) continue;
        measure_points(d, t);
        d->n_near++;
    }
}

static bool is_inside(const detection *d) {
    for (int k = 0; k < POINTS; k++)
        if (d->distance[k] < 0) return true;
    return false;
}

static void measure_curves(detection *d, const int *candidates, int n) {
    near_triangle t;
    if (d->n_near <= NEAR)
        for (int k = 0; k < d->n_near; k++) measure_curve(d, &d->near[k]);
    else
        for (int k = 0; k < n; k++) // too many to store: transform all candidates again
            if (transform_triangle(d, candidates[k], d->shape->tube, &t)) measure_curve(d, &t);
}

static bool measure_all(detection *d, const int *candidates, int n) {
    measure_within(d, candidates, n, d->shape->tube);
    bool inside = is_inside(d);
    if (inside) measure_within(d, candidates, n, 2 * d->shape->tube); // a point may be deeper than the tube
    measure_curves(d, candidates, n);
    d->averaging = true;
    if (d->n_hits <= HITS)
        for (int k = 0; k < d->n_hits; k++) add_to_average(d, &d->hit[k]);
    else
        measure_curves(d, candidates, n);
    return inside;
}

bool contact_link_detect(const contact_link_shape *s, const pose *link, const contact_mesh *hull, const int *candidates,
                         int n, contact_link_point *out) {
    detection d;
    start_detection(&d, s, link, hull);
    bool inside = measure_all(&d, candidates, n);
    for (int k = 0; k < POINTS; k++) {
        out[k] = (contact_link_point){.depth = s->tube - d.distance[k]};
        if (out[k].depth <= 0) continue;
        out[k].normal = d.normal[k];
        out[k].point = vec3_madd(d.point[k], -s->tube, d.normal[k]);
    }
    for (int k = 0; k < 4; k++) out[POINTS + k] = average_contact(&d, k);
    for (int k = 0; k < CONTACT_LINK_SLOTS; k++) {
        if (out[k].depth <= 0) continue;
        out[k].point = pose_point(link, out[k].point);
        out[k].normal = mat3_mul(&link->r, out[k].normal);
    }
    return inside;
}
