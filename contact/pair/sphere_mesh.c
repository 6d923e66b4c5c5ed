// SPDX-License-Identifier: MIT
// Sphere against mesh: a hit wherever the distance from the centre to the surface has a local minimum. That is on a
// face below the centre, or on an edge or corner if no triangle around it comes nearer. An edge that the ball merely
// rolls across is no such place (no ghost contact); a groove has several.
//
// A place is the same contact as a deeper one if the angle between their normals is below that of SMOOTH. Otherwise a
// hollow cut into facets would press once per facet, and harder the finer the facets. So a ball touches a groove twice
// if its sides meet at a greater angle. All contacts of a ball have the feature 0. Their positions tell them apart, so
// a contact that rolls from triangle to triangle stays the same.
//
// Closed mesh: only the outside presses. While the centre lies inside there is one contact, with the nearest place of
// the surface, and the depth grows with the distance from it. The mesh pushes the ball out where it came in, until the
// centre is nearer to another face (half way through a plate). Open mesh: both sides press, towards the centre.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"
#include "contact/tree/ball.h"

#define SMOOTH 0.906307787036650 // cosine of 25 degrees: wider than the facets of any reasonable tessellation
#define STRAIGHT (1 - 1e-12)     // cosine of an angle that is rounding
#define AT_CENTRE 1e-10          // share of the mesh's size: a direction from a foot nearer than this is rounding

enum { PLACES = 64 }; // only a ball that fits its hollow has more local minima

typedef struct place {
    contact_surface_foot foot;
    int tri;
} place;

typedef struct search {
    const contact_mesh *mesh;
    const contact_bvh *tree;
    vec3 c;
    double tiny; // a shorter way gives no direction [m]
    int n;
    place place[PLACES];
} search;

// Unit direction from a foot on an edge or corner to the centre, which is r away. Over a flat place it is the face's
// normal; for a tiny r it is n.
static vec3 foot_direction(const search *q, const mesh_foot *f, vec3 r, vec3 n) {
    double distance = vec3_norm(r), along = vec3_dot(q->mesh->normal[f->tri], r);
    if (fabs(along) >= STRAIGHT * distance) return vec3_scale(along < 0 ? -1 : 1, q->mesh->normal[f->tri]);
    return distance > q->tiny ? vec3_scale(1 / distance, r) : n;
}

// Sets *out to the foot, with the normal towards the centre. False if the centre is behind the surface of a closed
// mesh.
static bool orient_foot(const search *q, const mesh_foot *f, contact_surface_foot *out) {
    vec3 r = vec3_sub(q->c, f->at.x), n = mesh_foot_normal(q->mesh, f);
    double side = vec3_dot(n, r), distance = sqrt(f->at.d2);
    if (q->mesh->closed && side < 0) return false;
    if (side < 0) n = vec3_scale(-1, n);
    if (f->at.feature != CONTACT_FOOT_FACE) n = foot_direction(q, f, r, n);
    *out = (contact_surface_foot){f->at.x, n, distance};
    return true;
}

static bool is_nearer(const place *a, const place *b) {
    return a->foot.distance < b->foot.distance || (a->foot.distance == b->foot.distance && a->tri < b->tri);
}

// Inserts a place, nearest first; drops the farthest when full.
static void insert_place(search *q, const place *p) {
    int i = q->n < PLACES ? q->n++ : PLACES;
    for (; i > 0 && is_nearer(p, &q->place[i - 1]); i--)
        if (i < PLACES) q->place[i] = q->place[i - 1];
    if (i < PLACES) q->place[i] = *p;
}

static void visit_foot(void *self, const mesh_foot *f) {
    search *q = self;
    place p = {.tri = f->tri};
    if (mesh_foot_is_local_minimum(q->mesh, f, q->c) && orient_foot(q, f, &p.foot)) insert_place(q, &p);
}

// Whether a nearer place has nearly the same normal.
static bool repeats_nearer_place(const search *q, int i) {
    for (int j = 0; j < i; j++)
        if (vec3_dot(q->place[j].foot.n, q->place[i].foot.n) > SMOOTH) return true;
    return false;
}

// Finds all places within reach. The nearest foot is always one of them, even if rounding makes a neighbour look
// nearer.
static void find_places(search *q, const mesh_foot *nearest, double reach) {
    place first = {.tri = nearest->tri};
    mesh_visit_feet(q->mesh, q->tree, q->c, reach, visit_foot, q);
    orient_foot(q, nearest, &first.foot);
    if (q->n == 0 || q->place[0].tri != first.tri) insert_place(q, &first);
}

static int hits_of_places(const search *q, double radius, const pose *at_b, contact_hit *hit, int most) {
    int n = 0;
    for (int i = 0; i < q->n; i++) {
        if (repeats_nearer_place(q, i)) continue;
        if (n < most) hit[n] = contact_ball_hit(&q->place[i].foot, radius, at_b, 0);
        n++;
    }
    return n;
}

// The hit of a ball whose centre lies inside a closed mesh, at its nearest place.
static int hits_inside(const search *q, const mesh_foot *nearest, double radius, const pose *at_b, contact_hit *hit,
                       int most) {
    vec3 n = mesh_foot_normal(q->mesh, nearest);
    if (nearest->at.feature != CONTACT_FOOT_FACE) n = foot_direction(q, nearest, vec3_sub(nearest->at.x, q->c), n);
    contact_surface_foot f = {nearest->at.x, n, -sqrt(nearest->at.d2)};
    if (most > 0) hit[0] = contact_ball_hit(&f, radius, at_b, 0);
    return 1;
}

static bool in_box(const contact_bvh_node *root, vec3 c) {
    return c.x >= root->lo.x && c.x <= root->hi.x && c.y >= root->lo.y && c.y <= root->hi.y && c.z >= root->lo.z &&
           c.z <= root->hi.z;
}

int contact_sphere_mesh(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                        double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    const contact_mesh *mesh = b->mesh;
    search q = {.mesh = mesh, .tree = b->tree, .c = pose_point_inverse(at_b, at_a->p)};
    q.tiny = AT_CENTRE * vec3_norm(vec3_sub(mesh->hi, mesh->lo));
    double radius = a->size.x, reach = radius + margin;
    mesh_foot nearest =
        mesh_nearest(mesh, b->tree, q.c, mesh->closed && in_box(&b->tree->node[0], q.c) ? HUGE_VAL : reach);
    if (nearest.tri < 0) return 0;
    vec3 out = mesh_foot_normal(mesh, &nearest);
    if (mesh->closed && vec3_dot(out, vec3_sub(q.c, nearest.at.x)) < 0)
        return hits_inside(&q, &nearest, radius, at_b, hit, most);
    if (!(sqrt(nearest.at.d2) < reach)) return 0;
    find_places(&q, &nearest, reach);
    return hits_of_places(&q, radius, at_b, hit, most);
}
