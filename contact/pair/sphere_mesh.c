// SPDX-License-Identifier: MIT
// A ball touches a mesh wherever the distance of its centre from the surface is least among the neighbours of the
// place: on a face below the centre, on an edge or corner that no triangle around it comes nearer than. An edge that
// the ball merely rolls across is no such place (no ghost contact); in a groove there are several.
//
// A place whose normal is nearer than SMOOTH to that of a deeper one is the same contact as it: a hollow that was cut
// into facets would otherwise press once a facet, and the harder the finer it was cut. So a groove is touched twice
// where its sides meet at more than SMOOTH. All contacts of a ball have one feature, 0: they are told apart by
// where they are, and one that rolls from triangle to triangle stays itself.
//
// Closed mesh: only the outside presses. While the centre lies inside there is one contact, with the nearest place of
// the surface, and depth goes on growing with the distance from it: the ball is pushed out where it came in until the
// centre is nearer to another face (half way through a plate). Open mesh: both sides press, towards where the centre
// is.
#include "contact/pair/pair.h"
#include "contact/shape/hits.h"
#include "contact/tree/ball.h"

#define SMOOTH 0.906307787036650 // cosine of 25 degrees: wider than the facets of any reasonable tessellation
#define STRAIGHT (1 - 1e-12)     // cosine of an angle that is rounding
#define AT_CENTRE 1e-10          // share of the mesh's size: a direction from a foot nearer than this is rounding

enum { PLACES = 64 }; // more places of least distance than this are those of a ball that fits its hollow

typedef struct place {
    contact_surface_foot foot;
    int tri;
} place;

typedef struct search {
    const contact_mesh *mesh;
    const contact_bvh *tree;
    vec3 c;
    double tiny; // no direction is read off a shorter way [m]
    int n;
    place place[PLACES];
} search;

// From a foot on an edge or corner, whose normal is n, along r to the centre: over a flat place that of the face.
static vec3 foot_direction(const search *q, const mesh_foot *f, vec3 r, vec3 n) {
    double distance = vec3_norm(r), along = vec3_dot(q->mesh->normal[f->tri], r);
    if (fabs(along) >= STRAIGHT * distance) return vec3_scale(along < 0 ? -1 : 1, q->mesh->normal[f->tri]);
    return distance > q->tiny ? vec3_scale(1 / distance, r) : n;
}

// The foot as seen from the centre. False where a closed mesh turns its back to the centre.
static bool face_to_face(const search *q, const mesh_foot *f, contact_surface_foot *out) {
    vec3 r = vec3_sub(q->c, f->at.x), n = mesh_foot_normal(q->mesh, f);
    double side = vec3_dot(n, r), distance = sqrt(f->at.d2);
    if (q->mesh->closed && side < 0) return false;
    if (side < 0) n = vec3_scale(-1, n);
    if (f->at.feature != CONTACT_FOOT_FACE) n = foot_direction(q, f, r, n);
    *out = (contact_surface_foot){f->at.x, n, distance};
    return true;
}

static bool nearer(const place *a, const place *b) {
    return a->foot.distance < b->foot.distance || (a->foot.distance == b->foot.distance && a->tri < b->tri);
}

// Inserts a place, nearest first; drops the farthest when full.
static void insert_place(search *q, const place *p) {
    int i = q->n < PLACES ? q->n++ : PLACES;
    for (; i > 0 && nearer(p, &q->place[i - 1]); i--)
        if (i < PLACES) q->place[i] = q->place[i - 1];
    if (i < PLACES) q->place[i] = *p;
}

static void visit_foot(void *self, const mesh_foot *f) {
    search *q = self;
    place p = {.tri = f->tri};
    if (mesh_foot_is_local_minimum(q->mesh, f, q->c) && face_to_face(q, f, &p.foot)) insert_place(q, &p);
}

// Whether a nearer place has nearly the same normal.
static bool repeats_nearer_place(const search *q, int i) {
    for (int j = 0; j < i; j++)
        if (vec3_dot(q->place[j].foot.n, q->place[i].foot.n) > SMOOTH) return true;
    return false;
}

// All places within reach. The nearest of all feet is one of them whatever rounding says of its neighbours.
static void find_places(search *q, const mesh_foot *nearest, double reach) {
    place first = {.tri = nearest->tri};
    mesh_visit_feet(q->mesh, q->tree, q->c, reach, visit_foot, q);
    face_to_face(q, nearest, &first.foot);
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

// Behind the nearest place of a closed mesh.
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
