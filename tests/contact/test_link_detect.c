// SPDX-License-Identifier: MIT
// Contacts of a link with meshes whose answer is known: plates however divided, a pipe, edges, thin sheets, a sphere.
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>

#include "contact/link.h"

enum { MAX = 16, TRIANGLES = 60000 };
static const double FEATURE = 20 * M_PI / 180, D = 0.062;
static int candidates[TRIANGLES];

static uint64_t seed = 88172645463325252u;
static double uniform(double lo, double hi) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return lo + (hi - lo) * (double)((seed * 2685821657736338717u) >> 11) * 0x1p-53;
}

typedef struct found {
    int n, total;
    contact_link_point at[MAX];
} found;

static found detect(const contact_mesh *m, const pose *link) {
    contact_link_shape s = contact_link_common(D);
    found f = {0};
    for (int i = 0; i < m->nt; i++) candidates[i] = i;
    f.total = contact_link_detect(&s, link, m, candidates, m->nt, FEATURE, f.at, MAX);
    f.n = f.total < MAX ? f.total : MAX;
    return f;
}

static contact_mesh make(const vec3 *v, int nv, const int *t, int nt) {
    contact_mesh m;
    contact_mesh_report report;
    contact_mesh_options o = {1, 0, false};
    static rt_diag d;
    memset(&d, 0, sizeof d);
    if (contact_mesh_make("test", v, nv, t, nt, &o, &m, &report, &d) != RT_OK) fail_msg("%s", d.text);
    assert_true(m.nt <= TRIANGLES);
    return m;
}

// Maps (u, v) of the unit square to space.
typedef vec3 (*surface)(double u, double v);

// A sheet of n x k squares cut along changing diagonals; the outer side is du x dv.
static contact_mesh sheet(surface at, int n, int k) {
    vec3 *v = malloc(sizeof *v * (size_t)((n + 1) * (k + 1)));
    int *t = malloc(sizeof *t * (size_t)(6 * n * k)), nt = 0;
    for (int j = 0; j <= k; j++)
        for (int i = 0; i <= n; i++) v[j * (n + 1) + i] = at((double)i / n, (double)j / k);
    for (int j = 0; j < k; j++)
        for (int i = 0; i < n; i++) {
            int a = j * (n + 1) + i, b = a + 1, c = b + n + 1, d = c - 1, cut = (i + j) % 2;
            int corner[6] = {a, b, cut ? d : c, cut ? b : a, c, d};
            memcpy(t + 3 * nt, corner, sizeof corner);
            nt += 2;
        }
    contact_mesh m = make(v, (n + 1) * (k + 1), t, nt);
    free(v);
    free(t);
    return m;
}

static vec3 plate_at(double u, double v) { return vec3_make(1.3 * (u - 0.49), 1.2 * (v - 0.52), 0); }
static const double PIPE = 0.25;
static vec3 pipe_at(double u, double v) {
    return vec3_make(PIPE * cos(2 * M_PI * v), PIPE * sin(2 * M_PI * v), 2 * (u - 0.5));
}

static contact_mesh one_triangle(void) {
    vec3 v[3] = {{-3, -2, 0}, {3, -2.5, 0}, {0.1, 4, 0}};
    int t[3] = {0, 1, 2};
    return make(v, 3, t, 1);
}

// The link standing on its crown (its x along the plate), lying on a side piece, and flat.
static mat3 standing(void) { return mat3_identity(); }
static mat3 on_its_side(void) { return mat3_rotation(vec3_make(0, 1, 0), M_PI / 2); }
static mat3 flat(void) { return mat3_rotation(vec3_make(1, 0, 0), M_PI / 2); }

// Height of the middle at which the tube's lowest point is depth below z = 0 for a link turned by r.
static double height(mat3 r, double depth) {
    contact_link_shape s = contact_link_common(D);
    double nx = r.m[2][0], nz = r.m[2][2];
    return s.half * fabs(nz) + s.radius * sqrt(nx * nx + nz * nz) + s.tube - depth;
}

static pose placed(mat3 r, double depth) { return (pose){r, vec3_make(0.011, -0.007, height(r, depth))}; }

static void test_one_triangle(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = one_triangle();
    double depth = 2e-4;
    pose p = placed(standing(), depth);
    found f = detect(&m, &p);
    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].primitive, 3);
    CHECK_NEAR(f.at[0].depth, depth, 1e-12);
    CHECK_NEAR(f.at[0].normal.z, 1, 1e-12);
    CHECK_NEAR(f.at[0].point.x, p.p.x, 1e-9);
    CHECK_NEAR(f.at[0].point.z, -depth, 1e-12);
    p = placed(on_its_side(), depth);
    f = detect(&m, &p);
    assert_int_equal(f.n, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(f.at[i].primitive, 0);
        CHECK_NEAR(f.at[i].depth, depth, 1e-12);
        CHECK_NEAR(f.at[i].point.x - p.p.x, i == 0 ? -s.half : s.half, 1e-9);
    }
    p = placed(flat(), depth);
    f = detect(&m, &p);
    assert_int_equal(f.n, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(f.at[i].depth, depth, 1e-12);
        CHECK_NEAR(fabs(f.at[i].point.x - p.p.x), s.radius, 1e-9);
        CHECK_NEAR(fabs(f.at[i].point.y - p.p.y), s.half, 1e-9);
        assert_int_equal(f.at[i].primitive, i / 2);
    }
    // Clear of the plate, and the plate seen from behind.
    p = placed(flat(), -1e-9);
    assert_int_equal(detect(&m, &p).total, 0);
    p.p.z = -height(flat(), depth);
    assert_int_equal(detect(&m, &p).total, 0);
    contact_mesh_free(&m);
}

static mat3 random_turn(double angle) {
    vec3 axis = vec3_unit(vec3_make(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)));
    return mat3_rotation(axis, uniform(-angle, angle));
}

// The same contacts, paired by place (the canonical order goes by triangle): depth and normal to 1e-9, points to
// `place`.
static void check_same(const found *a, const found *b, double place) {
    assert_int_equal(a->total, b->total);
    for (int i = 0; i < a->n; i++) {
        const contact_link_point *x = &a->at[i], *pair = NULL;
        for (int k = 0; k < b->n; k++)
            if (b->at[k].primitive == x->primitive && vec3_norm(vec3_sub(x->point, b->at[k].point)) <= place)
                pair = &b->at[k];
        assert_non_null(pair);
        CHECK_NEAR(pair->depth, x->depth, 1e-9);
        CHECK_NEAR(vec3_norm(vec3_sub(pair->normal, x->normal)), 0, 1e-9);
    }
}

// However a flat plate is divided, the contacts are those on one triangle.
static void test_tessellation_does_not_show(void **state) {
    (void)state;
    contact_mesh one = one_triangle(),
                 mesh[3] = {sheet(plate_at, 1, 1), sheet(plate_at, 13, 17), sheet(plate_at, 61, 47)};
    mat3 base[3] = {standing(), on_its_side(), flat()};
    double angles[] = {0, 1e-7, 1e-4, 3e-3, 0.02, 0.3, 3};
    int seen[6] = {0};
    for (int i = 0; i < 2000; i++) {
        mat3 turn = random_turn(angles[i % 7]), yaw = mat3_rotation(vec3_make(0, 0, 1), uniform(-3, 3));
        mat3 r = mat3_matmul(&turn, &base[(i / 7) % 3]);
        r = mat3_matmul(&yaw, &r);
        pose p = placed(r, uniform(1e-6, i % 2 ? 1e-3 : 8e-3));
        found want = detect(&one, &p);
        assert_true(want.n >= 1);
        seen[want.n < 5 ? want.n : 5]++;
        // The lowest point of a flat ring runs round as its tilt goes to zero: it is as well known as the tilt's
        // direction.
        double tilt = hypot(r.m[2][0], r.m[2][2]), place = 1e-9 + 1e-14 / fmax(tilt, 1e-12);
        for (int k = 0; k < 3; k++) {
            found got = detect(&mesh[k], &p);
            check_same(&want, &got, place);
        }
    }
    print_message("contacts: 1 in %d, 2 in %d, 3 in %d, 4 in %d, more in %d poses\n", seen[1], seen[2], seen[3],
                  seen[4], seen[5]);
    assert_true(seen[1] > 100 && seen[2] > 100 && seen[4] > 20);
    contact_mesh_free(&one);
    for (int k = 0; k < 3; k++) contact_mesh_free(&mesh[k]);
}

// The order of the candidates does not show, to the last bit; too small an array keeps the deepest.
static void test_order_and_capacity(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(plate_at, 31, 29);
    static int shuffled[TRIANGLES];
    for (int round = 0; round < 50; round++) {
        mat3 turn = random_turn(0.01), base = flat(), r = mat3_matmul(&turn, &base);
        pose p = placed(r, 5e-3);
        found want = detect(&m, &p);
        for (int i = 0; i < m.nt; i++) shuffled[i] = i;
        for (int i = m.nt - 1; i > 0; i--) {
            int k = (int)uniform(0, i + 1), x = shuffled[i];
            shuffled[i] = shuffled[k];
            shuffled[k] = x;
        }
        contact_link_point got[MAX];
        memset(got, 0, sizeof got);
        assert_int_equal(contact_link_detect(&s, &p, &m, shuffled, m.nt, FEATURE, got, MAX), want.total);
        assert_memory_equal(got, want.at, sizeof *got * (size_t)want.n);
        assert_true(want.n >= 3);
        assert_int_equal(contact_link_detect(&s, &p, &m, shuffled, m.nt, FEATURE, got, 2), want.total);
        int deeper = 0;
        double least = fmin(got[0].depth, got[1].depth);
        for (int i = 0; i < want.n; i++) deeper += want.at[i].depth > least;
        assert_true(deeper <= 1);
    }
    contact_mesh_free(&m);
}

static void test_overflow_is_counted(void **state) {
    (void)state;
    contact_mesh m = sheet(plate_at, 170, 170);
    pose p = placed(flat(), 1e-3);
    found f = detect(&m, &p);
    assert_true(f.total > MAX);
    int real = 0;
    for (int i = 0; i < MAX; i++) {
        CHECK_NEAR(vec3_norm(f.at[i].normal), 1, 1e-12);
        assert_true(f.at[i].depth >= 0);
        real += f.at[i].depth > 0;
    }
    assert_true(real >= 1);
    contact_mesh_free(&m);
}

// Force and moment of unit-stiffness Hertz contacts, in [m^1.5] and [m^2.5].
static void resultant(const found *f, vec3 about, double r[6]) {
    vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int i = 0; i < f->n; i++) {
        vec3 x = vec3_scale(pow(f->at[i].depth, 1.5), f->at[i].normal);
        force = vec3_add(force, x);
        moment = vec3_add(moment, vec3_cross(vec3_sub(f->at[i].point, about), x));
    }
    double all[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    memcpy(r, all, sizeof all);
}

// A link tilting on a plate: no contact comes or goes with a jump of force or moment.
static void test_tilting_is_continuous(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(plate_at, 13, 17);
    mat3 base[3] = {standing(), on_its_side(), flat()};
    for (int k = 0; k < 9; k++) {
        vec3 axis = vec3_unit(k % 3 == 0 ? vec3_make(1, 0, 0) : k % 3 == 1 ? vec3_make(0, 1, 0) : vec3_make(1, 0.6, 0));
        double step = 2e-6, z = height(base[k / 3], 3e-4), before[6], now[6], worst = 0;
        for (int i = -4000; i <= 4000; i++) {
            mat3 turn = mat3_rotation(axis, i * step);
            pose p = {mat3_matmul(&turn, &base[k / 3]), {0.011, -0.007, z}};
            found f = detect(&m, &p);
            assert_true(f.n >= 1 && f.n <= 6);
            resultant(&f, p.p, now);
            for (int j = 0; i > -4000 && j < 6; j++)
                worst = fmax(worst, fabs(now[j] - before[j]) * (j < 3 ? 1 : 1 / s.radius));
            memcpy(before, now, sizeof now);
        }
        // Depth changes by no more than the link's reach times the step; six contacts at the greatest depth met.
        double reach = s.radius + s.half + s.tube, deepest = 3e-4 + reach * 4000 * step;
        double bound = 6 * 1.5 * sqrt(deepest) * reach * step * (reach / s.radius);
        print_message("case %d: largest change %.2e, bound %.2e, one contact %.2e\n", k, worst, bound, pow(3e-4, 1.5));
        assert_true(worst <= bound);
    }
    contact_mesh_free(&m);
}

static void test_pierced(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh mesh[2] = {one_triangle(), sheet(plate_at, 61, 47)};
    for (int k = 0; k < 2; k++)
        for (double depth = 0.1 * s.tube; depth < 1.95 * s.tube; depth += 0.0931 * s.tube) {
            pose p = placed(standing(), depth);
            found f = detect(&mesh[k], &p);
            assert_int_equal(f.n, 1);
            CHECK_NEAR(f.at[0].depth, depth, 1e-10);
            CHECK_NEAR(f.at[0].normal.z, 1, 1e-12);
            CHECK_NEAR(f.at[0].point.z, -depth, 1e-10);
        }
    for (int k = 0; k < 2; k++) contact_mesh_free(&mesh[k]);
}

// A box; outer side outside.
static contact_mesh box(vec3 lo, vec3 hi) {
    vec3 v[8];
    for (int i = 0; i < 8; i++) v[i] = vec3_make(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z);
    int t[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return make(v, 8, t, 12);
}

// A plate thinner than the tube: its far side does not push, whichever way the link lies, nor past its border.
static void test_thin_plate_is_one_sided(void **state) {
    (void)state;
    contact_mesh m = box(vec3_make(-0.5, -0.5, -0.01), vec3_make(0.5, 0.5, 0));
    mat3 base[3] = {standing(), on_its_side(), flat()};
    for (int i = 0; i < 600; i++) {
        mat3 turn = random_turn(0.2), r = mat3_matmul(&turn, &base[i % 3]);
        pose p = placed(r, uniform(1e-5, 5e-3));
        p.p.x += i % 2 ? 0.5 : 0; // over the border
        found f = detect(&m, &p);
        assert_true(f.n >= 1 || i % 2);
        for (int k = 0; k < f.n; k++) {
            assert_true(f.at[k].normal.z > (i % 2 ? -0.01 : 0.9999));
            assert_true(f.at[k].depth < 6e-3);
        }
    }
    contact_mesh_free(&m);
}

// The edge of a block under the middle of a side piece, square across it: one contact, along the join.
static void test_across_an_edge(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = box(vec3_make(-1, -1, -1), vec3_make(0, 1, 0));
    for (double tilt = 0.1; tilt < 1.5; tilt += 0.1) {
        mat3 turn = mat3_rotation(vec3_make(0, 1, 0), tilt), base = on_its_side();
        pose p = {mat3_matmul(&turn, &base), {0, 0, 0}};
        vec3 up = {sin(tilt), 0, cos(tilt)}; // from the edge, square to the piece
        double depth = 1e-4;
        p.p = vec3_scale(s.radius + s.tube - depth, up);
        found f = detect(&m, &p);
        assert_int_equal(f.n, 1);
        assert_int_equal(f.at[0].primitive, 0);
        CHECK_NEAR(f.at[0].depth, depth, 1e-12);
        CHECK_NEAR(vec3_norm(vec3_sub(f.at[0].normal, up)), 0, 1e-9);
        CHECK_NEAR(vec3_norm(vec3_sub(f.at[0].point, vec3_scale(-depth, up))), 0, 1e-9);
    }
    contact_mesh_free(&m);
}

// A side piece along the edge of a block: held at both ends of the overlap.
static void test_along_an_edge(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = box(vec3_make(-1, -1, -1), vec3_make(1, 0, 0));
    double depth = 1e-4, lean = 0.7;
    mat3 turn = mat3_rotation(vec3_make(1, 0, 0), -lean), base = on_its_side();
    vec3 up = {0, sin(lean), cos(lean)};
    pose p = {mat3_matmul(&turn, &base), vec3_scale(s.radius + s.tube - depth, up)};
    found f = detect(&m, &p);
    assert_int_equal(f.n, 2);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(f.at[i].depth, depth, 1e-12);
        CHECK_NEAR(f.at[i].point.x, i == 0 ? -s.half : s.half, 1e-9);
        CHECK_NEAR(vec3_norm(vec3_sub(f.at[i].normal, up)), 0, 1e-9);
    }
    p.p.x += 1; // half of it past the end of the block
    f = detect(&m, &p);
    assert_int_equal(f.n, 2);
    CHECK_NEAR(f.at[0].point.x, 1 - s.half, 1e-9);
    CHECK_NEAR(f.at[1].point.x, 1, 1e-9);
    contact_mesh_free(&m);
}

// A groove of 90 deg: a contact on either flank.
static vec3 groove_at(double u, double v) { return vec3_make(1.0 * (u - 0.47), v - 0.5, fabs(v - 0.5)); }

static void test_groove(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(groove_at, 8, 10);
    double depth = 1e-4;
    pose p = {on_its_side(), {0, 0, s.radius + sqrt(2) * (s.tube - depth)}};
    found f = detect(&m, &p);
    assert_int_equal(f.n, 4);
    int left = 0;
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(f.at[i].depth, depth, 1e-12);
        CHECK_NEAR(fabs(f.at[i].normal.y), sqrt(0.5), 1e-9);
        left += f.at[i].normal.y > 0;
    }
    assert_int_equal(left, 2);
    contact_mesh_free(&m);
}

// Inside a pipe of 96 sides: lying along it the link rests on one side piece with two contacts; hanging in its axis it
// touches nothing; pushed against the wall edgewise the crown touches once. Sagitta of the facets 0.13 mm.
static void test_pipe(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(pipe_at, 40, 96);
    double sagitta = PIPE * (1 - cos(M_PI / 96)), depth = 5e-4;
    pose p = {mat3_identity(), {0, 0, 0.013}};
    assert_int_equal(detect(&m, &p).total, 0);
    for (double around = 0; around < 6.28; around += 0.0371) {
        vec3 out = {cos(around), sin(around), 0};
        p.r = mat3_rotation(vec3_make(0, 0, 1), around);
        p.p = vec3_madd(vec3_make(0, 0, 0.013), PIPE - s.radius - s.tube + depth, out);
        found f = detect(&m, &p);
        assert_int_equal(f.n, 2);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(f.at[i].primitive, 0);
            assert_true(f.at[i].depth >= depth - 1e-9 && f.at[i].depth <= depth + sagitta + 1e-9);
            assert_true(vec3_dot(f.at[i].normal, out) < -cos(0.04));
            CHECK_NEAR(fabs(f.at[i].point.z - 0.013), s.half, 1e-9);
            assert_true((f.at[0].point.z - 0.013) * (f.at[1].point.z - 0.013) < 0);
        }
        mat3 lay = mat3_rotation(vec3_make(0, 1, 0), M_PI / 2); // z of the link along `out`
        p.r = mat3_matmul(&p.r, &lay);
        p.p = vec3_madd(vec3_make(0, 0, 0.013), PIPE - s.half - s.radius - s.tube + depth, out);
        f = detect(&m, &p);
        assert_int_equal(f.n, 1);
        assert_int_equal(f.at[0].primitive, 2);
        assert_true(f.at[0].depth >= depth - 1e-9 && f.at[0].depth <= depth + sagitta + 1e-9);
    }
    contact_mesh_free(&m);
}

static vec3 ball_at(double u, double v) {
    double a = 2 * M_PI * u, b = M_PI * (v - 0.5) * 0.96;
    return vec3_scale(0.3, vec3_make(cos(a) * cos(b), sin(a) * cos(b), sin(b)));
}

// Random poses about a faceted ball: contact where and only where the exact distance over all triangles says so, and as
// deep.
static void test_ball_against_all_triangles(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(ball_at, 48, 24);
    int touching = 0, apart = 0, single = 0;
    for (int i = 0; i < 4000; i++) {
        pose p = {random_turn(3.1), {0, 0, 0}};
        vec3 away = vec3_unit(vec3_make(uniform(-1, 1), uniform(-1, 1), uniform(-0.7, 0.7)));
        p.p = vec3_scale(0.3 + uniform(0.03, 0.2), away);
        double least = INFINITY;
        for (int k = 0; k < m.nt; k++) {
            vec3 t[3];
            for (int j = 0; j < 3; j++) t[j] = pose_point_inverse(&p, m.vertex[m.tri[k].v[j]]);
            least = fmin(least, contact_link_triangle(&s, t).distance);
        }
        if (least < 0.7 * s.tube) continue;
        found f = detect(&m, &p);
        if (least >= s.tube) {
            assert_int_equal(f.total, 0);
            apart++;
            continue;
        }
        touching++;
        single += f.n == 1;
        assert_true(f.n >= 1 && f.n <= 6);
        double deepest = 0;
        for (int k = 0; k < f.n; k++) {
            deepest = fmax(deepest, f.at[k].depth);
            assert_true(vec3_dot(f.at[k].normal, vec3_unit(f.at[k].point)) > 0.9);
        }
        // A semicircle may share a depth with its neighbours; an end may stand for a point 5 % deeper.
        assert_true(deepest <= s.tube - least + 1e-10 && deepest >= 0.5 * (s.tube - least));
        if (f.n == 1 && f.at[0].primitive > 1) CHECK_NEAR(deepest, s.tube - least, 1e-10);
    }
    print_message("%d touching (%d at one point), %d apart\n", touching, single, apart);
    assert_true(touching > 100 && apart > 100);
    contact_mesh_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_triangle),
        cmocka_unit_test(test_tessellation_does_not_show),
        cmocka_unit_test(test_order_and_capacity),
        cmocka_unit_test(test_overflow_is_counted),
        cmocka_unit_test(test_tilting_is_continuous),
        cmocka_unit_test(test_pierced),
        cmocka_unit_test(test_thin_plate_is_one_sided),
        cmocka_unit_test(test_across_an_edge),
        cmocka_unit_test(test_along_an_edge),
        cmocka_unit_test(test_groove),
        cmocka_unit_test(test_pipe),
        cmocka_unit_test(test_ball_against_all_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
