// SPDX-License-Identifier: MIT
#include "tests/bench/convex_pairs.h"
#include "contact/convex/convex.h"
#include "tests/contact/convex_rows.h"
#include "tests/random.h"
#include <math.h>

const char *const convex_names[CONVEX_KINDS] = {"sphere", "box", "ellipsoid", "frustum", "points", "triangle"};

static const contact_shape_kind kind_of[CONVEX_KINDS] = {CONTACT_SPHERE,  CONTACT_BOX,    CONTACT_ELLIPSOID,
                                                         CONTACT_FRUSTUM, CONTACT_POINTS, CONTACT_TRIANGLE};

static convex_solid solid_of(const contact_shape *s, const pose *at) {
    convex_solid out = {.size = {s->size.x, s->size.y, s->size.z}, .p = {at->p.x, at->p.y, at->p.z}};
    while (kind_of[out.kind] != s->kind) out.kind++;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) out.r[i][j] = at->r.m[i][j];
    return out;
}

int convex_pairs_read(const char *path, convex_kind a, convex_kind b, convex_pair *out, int most) {
    static convex_row row[CONVEX_ROWS];
    int rows = convex_rows(path, row), n = 0;
    for (int i = 0; i < rows && n < most; i++) {
        const convex_row *r = &row[i];
        if (r->shape[0].kind != kind_of[a] || r->shape[1].kind != kind_of[b]) continue;
        out[n++] = (convex_pair){solid_of(&r->shape[0], &r->at[0]), solid_of(&r->shape[1], &r->at[1]), r->depth, 3e-13};
    }
    return n;
}

static contact_shape random_shape(convex_kind kind, uint64_t *s, vec3 *vertex) {
    contact_shape shape = {.kind = kind_of[kind], .vertex = vertex};
    shape.size = vec3_make(uniform(s, 0.2, 1), uniform(s, 0.2, 1), uniform(s, 0.2, 1));
    double turn = uniform(s, 0, 1);
    if (kind == CONVEX_FRUSTUM && turn < 0.4) shape.size.y = turn < 0.2 ? 0 : shape.size.x; // a cone, a cylinder
    if (kind == CONVEX_TRIANGLE) shape.n = 3;
    if (kind == CONVEX_POINTS) shape.n = 12;
    for (int i = 0; i < shape.n; i++) vertex[i] = random_vec3(s, 1);
    return shape;
}

// Sets depth and slack from the two bounds of a polytope expanded until they meet; of the distance, if the shapes are
// apart.
static void certify_depth(const contact_convex *c, convex_pair *out) {
    contact_gjk g;
    contact_epa e;
    contact_gjk_run(c, vec3_make(0, 0, 0), INFINITY, &g);
    out->depth = c->round_a + c->round_b - g.distance, out->slack = g.distance - g.bound;
    if (g.answer != CONTACT_MEET) return;
    contact_epa_run(c, &g.simplex, true, &e);
    out->depth = c->round_a + c->round_b + e.depth, out->slack = e.depth - e.bound;
}

static void make_random_pair(convex_kind ka, convex_kind kb, uint64_t *s, convex_pair *out) {
    vec3 va[CONVEX_VERTICES], vb[CONVEX_VERTICES];
    contact_shape a = random_shape(ka, s, va), b = random_shape(kb, s, vb);
    vec3 qa = random_vec3(s, 1), qb = random_vec3(s, 1);
    pose at_a = {convex_rotation(uniform(s, -1, 1), qa.x, qa.y, qa.z), random_vec3(s, 1)},
         at_b = {convex_rotation(uniform(s, -1, 1), qb.x, qb.y, qb.z), {0, 0, 0}};
    double reach = 0.6 * (contact_support_radius(&a) + contact_support_radius(&b));
    at_b.p = vec3_madd(at_a.p, uniform(s, 0.3, 1.9) * reach, vec3_unit(random_vec3(s, 1)));
    contact_convex c = contact_convex_make(&a, &at_a, &b, &at_b);
    *out = (convex_pair){.a = solid_of(&a, &at_a), .b = solid_of(&b, &at_b)};
    certify_depth(&c, out);
    for (int i = 0; i < a.n; i++) memcpy(out->a.vertex[i], (double[]){va[i].x, va[i].y, va[i].z}, 3 * sizeof(double));
    for (int i = 0; i < b.n; i++) memcpy(out->b.vertex[i], (double[]){vb[i].x, vb[i].y, vb[i].z}, 3 * sizeof(double));
    out->a.n = a.n, out->b.n = b.n;
}

void convex_pairs_random(convex_kind a, convex_kind b, unsigned seed, convex_pair *out, int n) {
    uint64_t s = 0x9E3779B97F4A7C15u * (seed + 1);
    for (int i = 0; i < n; i++) make_random_pair(a, b, &s, &out[i]);
}
