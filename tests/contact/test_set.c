// SPDX-License-Identifier: MIT
// The contacts of a step: tangents against differences of the forces, memory from step to step, capacity, equal bytes.
#include "contact/hull_body.h"
#include "contact/hull_links.h"
#include "dynamics/step.h"
#include "tests/contact/shapes.h"

static const double H = 1e-3;

// A free block of 100 kg, 0.4 m × 0.4 m × 0.2 m, that carries contacts wherever the test puts them.
typedef struct bench {
    dyn_model model;
    dyn_state state;
    int body;
    contact_set set;
    void *z;
    vec3 *q, *qd, *q_last, *force; // the iterate
    dyn_matrix tangent;
    uint32_t events;
    dyn_eval e;
} bench;

static contact_material soft(void) {
    contact_material m = contact_material_default();
    m.stiffness = 1e7;
    return m;
}

static void bench_make(bench *b, const contact_material *m, int capacity, double match) {
    memset(b, 0, sizeof *b);
    assert_true(dyn_model_create(&b->model, H, vec3_make(0, 0, -9.81), 4, 1, 0, 0, 1));
    dyn_model *d = &b->model;
    const dyn_body_def def = {.p0 = dyn_add_node(d, vec3_make(0, 0, 0), false),
                              .p1 = dyn_add_node(d, vec3_make(0, 0, 1), false),
                              .u = dyn_add_node(d, vec3_make(1, 0, 0), false),
                              .v = dyn_add_node(d, vec3_make(0, 1, 0), false),
                              .rb_p1 = {0, 0, 1},
                              .ub = {1, 0, 0},
                              .vb = {0, 1, 0},
                              .mass = 100,
                              .inertia = {{{1.7, 0, 0}, {0, 1.7, 0}, {0, 0, 2.7}}}};
    assert_int_equal(dyn_add_body(d, &def, &b->body), RT_OK);
    assert_int_equal(dyn_model_finish(d, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(d, &b->state), RT_OK);
    assert_int_equal(contact_set_create(&b->set, m, capacity, match), RT_OK);
    size_t n = (size_t)d->n_nodes;
    b->z = calloc(1, contact_set_z_size(capacity));
    b->q = calloc(n, sizeof(vec3)), b->qd = calloc(n, sizeof(vec3));
    b->q_last = calloc(n, sizeof(vec3)), b->force = calloc(n, sizeof(vec3));
    b->tangent = d->matrix_pattern;
    b->tangent.a = calloc(9 * ((size_t)d->matrix_pattern.n_blocks + 1), sizeof(double));
    assert_true(b->z && b->q && b->qd && b->q_last && b->force && b->tangent.a);
    for (int i = 0; i < d->n_nodes; i++) b->q[i] = b->q_last[i] = b->state.q[i];
    b->e = dyn_eval_at(d, &b->state);
    b->e.q = b->q, b->e.qd = b->qd, b->e.q_last = b->q_last, b->e.force = b->force, b->e.events = &b->events;
    b->e.k_weight = 0.25 * H * H, b->e.c_weight = 0.5 * H;
}

static void bench_free(bench *b) {
    free(b->z), free(b->q), free(b->qd), free(b->q_last), free(b->force), free(b->tangent.a);
    contact_set_free(&b->set);
    dyn_state_free(&b->state);
    dyn_model_destroy(&b->model);
}

// One step that finds contacts at the body-frame points x (n), depth and normal as given, and is accepted as it stands.
static void step_with(bench *b, const vec3 *x, int n, vec3 normal, double depth) {
    contact_set_begin(&b->set);
    pose at = dyn_body_pose(&b->e, b->body);
    for (int k = 0; k < n; k++)
        contact_set_add(&b->set, &b->e, b->z, b->body, &at,
                        &(contact_touch){7, pose_point(&at, x[k]), normal, depth, 0});
    contact_set_eval(&b->set, &b->e);
    contact_set_accept(&b->set, &b->e, b->z, INFINITY);
}

// Moves the block by d without turning, at velocity v.
static void shift(bench *b, vec3 d, vec3 v) {
    for (int i = 0; i < b->model.n_nodes; i++) b->q_last[i] = b->q[i];
    for (int i = DYN_FIRST_NODE; i < DYN_FIRST_NODE + 2; i++) {
        b->q[i] = vec3_add(b->q[i], d); // the points; vectors stay
        b->qd[i] = v;
    }
}

// Coordinate i of the block.
static double *component(vec3 *x, int i) {
    vec3 *n = &x[DYN_FIRST_NODE + i / 3];
    return i % 3 == 0 ? &n->x : i % 3 == 1 ? &n->y : &n->z;
}

static void forces_at(bench *b, double *f) {
    memset(b->force, 0, (size_t)b->model.n_nodes * sizeof(vec3));
    b->e.tangent = NULL;
    contact_set_eval(&b->set, &b->e);
    for (int i = 0; i < 12; i++) f[i] = *component(b->force, i);
}

// (h²/4) K + (h/2) C by central differences along the trapezoidal rule, where q' moves by (2/h) of q.
static void differenced(bench *b, double t[12][12]) {
    double step = 1e-9, up[12], down[12];
    for (int j = 0; j < 12; j++) {
        double q = *component(b->q, j), v = *component(b->qd, j);
        *component(b->q, j) = q + step, *component(b->qd, j) = v + 2 / H * step;
        forces_at(b, up);
        *component(b->q, j) = q - step, *component(b->qd, j) = v - 2 / H * step;
        forces_at(b, down);
        *component(b->q, j) = q, *component(b->qd, j) = v;
        for (int i = 0; i < 12; i++) t[i][j] = -0.25 * H * H * (up[i] - down[i]) / (2 * step);
    }
}

static void assembled(bench *b, double t[12][12]) {
    memset(b->tangent.a, 0, 9 * (size_t)b->tangent.n_blocks * sizeof(double));
    memset(b->force, 0, (size_t)b->model.n_nodes * sizeof(vec3));
    b->e.tangent = &b->tangent;
    contact_set_eval(&b->set, &b->e);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            int block = dyn_matrix_find(&b->tangent, DYN_FIRST_NODE + i, DYN_FIRST_NODE + j);
            assert_true(block >= 0);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    t[3 * i + r][3 * j + c] = t[3 * j + c][3 * i + r] = b->tangent.a[9 * block + 3 * r + c];
        }
}

// An iterate with one contact under a corner: remembered from a step before, then moved by d at speed v.
static void iterate_at(bench *b, vec3 d, vec3 v) {
    const vec3 corner = {0.2, -0.15, -0.1}, up = vec3_unit(vec3_make(0.2, -0.1, 1));
    step_with(b, &corner, 1, up, 1e-3);
    shift(b, d, v);
    pose at = dyn_body_pose(&b->e, b->body);
    contact_set_begin(&b->set);
    contact_set_add(&b->set, &b->e, b->z, b->body, &at, &(contact_touch){7, pose_point(&at, corner), up, 1.3e-3, 0});
    assert_false(b->set.item[0].fresh);
}

static double largest(double t[12][12]) {
    double most = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) most = fmax(most, fabs(t[i][j]));
    return most;
}

// Sticking: inside the static limit and far below the stick speed the tangent is the derivative, but for d kappa / d v,
// which is v / v_stick of it.
static void test_tangent_sticking(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    double want[12][12], got[12][12];
    bench_make(&b, &m, 4, 0.1);
    iterate_at(&b, vec3_make(1e-6, 2e-6, -1e-5), vec3_make(1e-5, -1e-5, -1e-3));
    differenced(&b, want);
    assembled(&b, got);
    assert_int_equal(b.set.item[0].sticking, 1);
    double scale = largest(want);
    assert_true(scale > 1);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 2e-3 * scale);
    // tangential stiffness and damping are in it: along x at the point they are not lost beside the normal's
    assert_true(fabs(want[1][1] - want[1][10]) > 0);
    bench_free(&b);
}

// Sliding: across the slip the derivative is mu N / v, along it none is left; what falls with speed is filtered away,
// so that the tangent is at least the derivative's symmetric part, and positive semi-definite.
static void test_tangent_sliding(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    double want[12][12], got[12][12];
    bench_make(&b, &m, 4, 0.1);
    iterate_at(&b, vec3_make(4e-4, 0, -1e-5), vec3_make(0.4, 0, -1e-3));
    differenced(&b, want);
    assembled(&b, got);
    assert_int_equal(b.set.item[0].sticking, 0);
    assert_true(vec3_norm(b.set.item[0].friction_force) > 0.9 * m.mu_dynamic * b.set.item[0].memory.n_ref);
    double scale = largest(want);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 1e-5 * scale);
    // between: kappa falls, the law weakens with speed; only then the filter shows, and never as a negative direction
    bench_free(&b);
    bench_make(&b, &m, 4, 0.1);
    iterate_at(&b, vec3_make(2e-4, 0, -1e-5), vec3_make(m.v_stick, 0, -1e-3));
    assembled(&b, got);
    uint64_t s = 3;
    for (int n = 0; n < 2000; n++) {
        double x[12], e = 0;
        for (int i = 0; i < 12; i++) {
            s = s * 6364136223846793005u + 1442695040888963407u;
            x[i] = (double)(s >> 11) * 0x1p-53 - 0.5;
        }
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) e += x[i] * got[i][j] * x[j];
        assert_true(e >= -1e-12 * scale);
    }
    bench_free(&b);
}

// A flat contact that turns on the spot: its torque is (2/3) mu N R, and the tangent has its derivative by the spin.
static void test_tangent_spinning(void **state) {
    (void)state;
    contact_material m = soft();
    m.pre_slide = 1; // no bristle to speak of: what is left is the spin
    bench b;
    double want[12][12], got[12][12], f[12], area = 0.04, w = 0.02;
    const vec3 foot = {0, 0, -0.1}, up = {0, 0, 1};
    bench_make(&b, &m, 4, 0.1);
    step_with(&b, &foot, 1, up, 1e-3);
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    b.qd[DYN_FIRST_NODE + 2] = vec3_make(0, w, 0), b.qd[DYN_FIRST_NODE + 3] = vec3_make(-w, 0, 0); // u and v turn
    pose at = dyn_body_pose(&b.e, b.body);
    contact_set_begin(&b.set);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, area});
    forces_at(&b, f);
    double limit = 2.0 / 3 * m.mu_dynamic * b.set.item[0].memory.n_ref * sqrt(area / M_PI);
    double share = w * sqrt(area / M_PI) / hypot(w * sqrt(area / M_PI), m.v_stick);
    CHECK_NEAR(f[7] - f[9], -limit * share, 1e-9 * limit); // u × Q_u + v × Q_v
    differenced(&b, want);
    assembled(&b, got);
    // half of the spin is in each of u and v
    double scale = 0.25 * b.e.c_weight * contact_spin_torque(&m, b.set.item[0].memory.n_ref, area, w, 0).c;
    CHECK_NEAR(want[7][7], scale, 1e-3 * scale);
    // the block of u and v along the spin, where nothing else acts
    const int spin[2] = {7, 9};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) CHECK_NEAR(got[spin[i]][spin[j]], want[spin[i]][spin[j]], 1e-3 * scale);
    bench_free(&b);
}

static const contact_entry *entry(const bench *b, int k) {
    return (const contact_entry *)(const void *)((const char *)b->z + 2 * sizeof(int64_t)) + k;
}
static int64_t entries(const bench *b) { return *(const int64_t *)b->z; }

// First-touch speed and bristle survive small slides, however the contact's place in the list changes.
static void test_memory_follows_a_slide(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 4, 0.05);
    vec3 feet[2] = {{0.2, 0, -0.1}, {-0.2, 0, -0.1}}, up = {0, 0, 1};
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5)); // touches at 0.5 m/s
    step_with(&b, feet, 2, up, 1e-3);
    assert_int_equal(entries(&b), 2);
    for (int n = 1; n <= 20; n++) {
        shift(&b, vec3_make(5e-6, 0, 0), vec3_make(0.005, 0, 0)); // and slides 5 µm a step
        vec3 swapped[2] = {feet[n % 2], feet[1 - n % 2]};
        step_with(&b, swapped, 2, up, 1e-3);
        assert_int_equal(entries(&b), 2);
        for (int k = 0; k < 2; k++) {
            CHECK_NEAR(entry(&b, k)->memory.v0, 0.5, 0);
            assert_false(b.set.item[k].fresh);
        }
    }
    for (int k = 0; k < 2; k++) CHECK_NEAR(entry(&b, k)->memory.bristle.x, 20 * 5e-6, 1e-12);
    // farther than `match` in one step it is another contact
    shift(&b, vec3_make(0.06, 0, 0), vec3_make(0, 0, -0.1));
    contact_set_begin(&b.set);
    pose at = dyn_body_pose(&b.e, b.body);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, feet[0]), up, 1e-3, 0});
    assert_true(b.set.item[0].fresh);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.1, 1e-12);
    // and so is one of another identity at the same place
    shift(&b, vec3_make(-0.06, 0, 0), vec3_make(0, 0, 0));
    at = dyn_body_pose(&b.e, b.body);
    contact_set_begin(&b.set);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){8, pose_point(&at, feet[0]), up, 1e-3, 0});
    assert_true(b.set.item[0].fresh);
    CHECK_NEAR(b.set.item[0].memory.v0, m.v_min, 0);
    bench_free(&b);
}

// After three steps without touch the contact is forgotten, not before; its bristle goes at once.
static void test_memory_is_forgotten(void **state) {
    (void)state;
    contact_material m = soft();
    const vec3 foot = {0.2, 0, -0.1}, up = {0, 0, 1};
    for (int away = 1; away <= 5; away++) {
        bench b;
        bench_make(&b, &m, 4, 0.05);
        shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
        step_with(&b, &foot, 1, up, 1e-3);
        shift(&b, vec3_make(1e-5, 0, 0), vec3_make(0, 0, 0));
        step_with(&b, &foot, 1, up, 1e-3);
        assert_true(entry(&b, 0)->memory.bristle.x > 0);
        for (int n = 0; n < away; n++) {
            step_with(&b, NULL, 0, up, 0);
            if (entries(&b) > 0) CHECK_NEAR(vec3_norm(entry(&b, 0)->memory.bristle), 0, 0);
        }
        assert_int_equal(entries(&b), away <= 3 ? 1 : 0);
        contact_set_begin(&b.set);
        pose at = dyn_body_pose(&b.e, b.body);
        contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, 0});
        CHECK_NEAR(b.set.item[0].memory.v0, away <= 3 ? 0.5 : m.v_min, 0);
        bench_free(&b);
    }
}

// A region's touch and outline: a rectangle at x along the block's underside, body frame.
typedef struct patch {
    double x, half, depth; // [m]
} patch;

// One step with regions of outline 2 half by 0.2, pressed straight up.
static void step_regions(bench *b, const patch *p, int n) {
    contact_touch touch[4];
    contact_outline outline[4];
    pose at = dyn_body_pose(&b->e, b->body);
    for (int i = 0; i < n; i++) {
        vec3 centre = pose_point(&at, vec3_make(p[i].x, 0, -0.1));
        touch[i] = (contact_touch){5, centre, {0, 0, 1}, p[i].depth, 0.4 * p[i].half};
        outline[i] = (contact_outline){centre, {{p[i].half, 0, 0}, {0, 0.1, 0}}, 1};
    }
    contact_set_begin(&b->set);
    contact_set_add_regions(&b->set, &b->e, b->z, b->body, &at, touch, outline, n);
    contact_set_eval(&b->set, &b->e);
    contact_set_accept(&b->set, &b->e, b->z, INFINITY);
}

// Bristle force and bound handed to this step's items, as sums: what friction stands on.
static double sum_of_n_ref(const bench *b) {
    double n = 0;
    for (int i = 0; i < b->set.n; i++) n += b->set.item[i].memory.n_ref;
    return n;
}

static vec3 sum_of_bristles(const bench *b) {
    vec3 f = {0, 0, 0};
    for (int i = 0; i < b->set.n; i++) f = vec3_madd(f, b->set.item[i].memory.n_ref, b->set.item[i].memory.bristle);
    return f;
}

// A region that splits: the nearer child keeps the number, the other gets one of its own; both have the first-touch
// speed; bristle forces and bounds are shared out as the children's elastic forces stand. When they merge, the new
// region has the number and speed of the parent that pressed hardest, and the sum of both frictions.
static void test_regions_split_and_merge(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch whole = {0.01, 0.2, 2e-3}, parts[2] = {{-0.04, 0.14, 2e-3}, {0.16, 0.05, 1e-3}};
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
    step_regions(&b, &whole, 1);
    assert_int_equal(b.set.item[0].identity, 1);
    shift(&b, vec3_make(1e-5, 0, 0), vec3_make(0.01, 0, 0));
    step_regions(&b, &whole, 1);
    double n = entry(&b, 0)->memory.n_ref;
    vec3 pull = vec3_scale(n, entry(&b, 0)->memory.bristle);
    assert_true(n > 0 && pull.x > 0);

    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.1));
    step_regions(&b, parts, 2); // item memories are what they started the step with
    assert_int_equal(b.set.item[0].identity, 1);
    assert_int_equal(b.set.item[1].identity, 2);
    assert_int_equal(entries(&b), 2);
    CHECK_NEAR(sum_of_n_ref(&b), n, 1e-12 * n);
    CHECK_NEAR(vec3_norm(vec3_sub(sum_of_bristles(&b), pull)), 0, 1e-12 * vec3_norm(pull));
    CHECK_NEAR(b.set.item[0].memory.n_ref / b.set.item[1].memory.n_ref, pow(2, 1.5), 1e-12); // depths 2 : 1
    for (int i = 0; i < 2; i++) {
        assert_false(b.set.item[i].fresh);
        CHECK_NEAR(b.set.item[i].memory.v0, 0.5, 0);
    }

    const patch heavy_right[2] = {{-0.04, 0.14, 1e-3}, {0.16, 0.05, 3e-3}};
    step_regions(&b, heavy_right, 2);
    n = entry(&b, 0)->memory.n_ref + entry(&b, 1)->memory.n_ref;
    pull = vec3_madd(vec3_scale(entry(&b, 0)->memory.n_ref, entry(&b, 0)->memory.bristle), entry(&b, 1)->memory.n_ref,
                     entry(&b, 1)->memory.bristle);
    step_regions(&b, &whole, 1);
    assert_int_equal(b.set.n, 1);
    assert_int_equal(b.set.item[0].identity, 1); // the nearer one is carried on
    CHECK_NEAR(b.set.item[0].memory.n_ref, n, 1e-12 * n);
    CHECK_NEAR(vec3_norm(vec3_sub(sum_of_bristles(&b), pull)), 0, 1e-12 * vec3_norm(pull));
    assert_int_equal(entries(&b), 1);
    bench_free(&b);
}

// The first-touch speed that a merged region goes on with is that of the parent that pressed hardest, whichever number
// it keeps; one that closes faster than that takes the new speed.
static void test_merged_speed(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch left = {-0.06, 0.14, 1e-3}, both[2] = {{-0.06, 0.14, 1e-3}, {0.16, 0.05, 3e-3}},
                whole = {0, 0.21, 3e-3};
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
    step_regions(&b, &left, 1);
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.2));
    step_regions(&b, both, 2); // the right one touches at 0.2 m/s: no area has gone from the left one
    assert_true(b.set.item[1].fresh);
    CHECK_NEAR(b.set.item[1].memory.v0, 0.2, 1e-12);
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0.1));
    step_regions(&b, &whole, 1);
    assert_int_equal(b.set.item[0].identity, 1);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.2, 1e-12);
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.9));
    step_regions(&b, &whole, 1);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.9, 1e-12);
    bench_free(&b);
}

// A region that lies beside or faces elsewhere inherits nothing, and one that lifts off leaves its friction to nobody.
static void test_strangers_inherit_nothing(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch two[2] = {{-0.2, 0.05, 1e-3}, {0.2, 0.05, 1e-3}}, left = {-0.2, 0.05, 1e-3};
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
    step_regions(&b, two, 2);
    step_regions(&b, two, 2);
    double n = entry(&b, 0)->memory.n_ref;
    step_regions(&b, &left, 1); // the right one lifts
    CHECK_NEAR(b.set.item[0].memory.n_ref, n, 1e-12 * n);
    for (int i = 0; i < 5; i++) step_regions(&b, &left, 1);
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.1));
    step_regions(&b, two, 2); // and comes back
    assert_true(b.set.item[1].fresh);
    assert_int_equal(b.set.item[1].identity, 3);
    bench_free(&b);
}

// A region whose depth grows without approach presses no harder at once, but for the part that a step lets in; approach
// bears at once; and when it lifts, it gives back what approach has put in and no more.
static void test_depth_without_approach(void **state) {
    (void)state;
    contact_material m = soft();
    const double let_in = H / 0.5;
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch at_1 = {0, 0.2, 1e-3}, at_3 = {0, 0.2, 3e-3}, at_4 = {0, 0.2, 4e-3};
    step_regions(&b, &at_1, 1);
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    step_regions(&b, &at_3, 1);
    double bears = 1e-3 + let_in * 2e-3;
    CHECK_NEAR(b.set.item[0].elastic_force, contact_elastic_force(&m, bears), 1e-9);
    shift(&b, vec3_make(0, 0, -1e-3), vec3_make(0, 0, 0));
    step_regions(&b, &at_4, 1);
    double more = bears + 1e-3;
    bears = more + let_in * (4e-3 - more);
    CHECK_NEAR(b.set.item[0].elastic_force, contact_elastic_force(&m, bears), 1e-9);
    shift(&b, vec3_make(0, 0, 3e-3), vec3_make(0, 0, 0));
    step_regions(&b, &at_1, 1);
    assert_true(bears < 3e-3 && b.set.item[0].touch.depth == 1e-3);
    CHECK_NEAR(b.set.item[0].elastic_force, 0, 0);
    bench_free(&b);
}

// More contacts than fit are counted; those that fit work.
static void test_full(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 3, 0.05);
    vec3 feet[5];
    for (int k = 0; k < 5; k++) feet[k] = vec3_make(0.2 * (k - 2), 0, -0.1);
    for (int n = 0; n < 3; n++) {
        memset(b.force, 0, (size_t)b.model.n_nodes * sizeof(vec3));
        step_with(&b, feet, 5, vec3_make(0, 0, 1), 1e-3);
        assert_int_equal(b.set.n, 3);
        assert_int_equal(b.set.dropped, 2);
        assert_int_equal(entries(&b), 3);
        double lift = b.force[DYN_FIRST_NODE].z + b.force[DYN_FIRST_NODE + 1].z; // two points' weights add to one
        CHECK_NEAR(lift, 3 * 1e7 * pow(1e-3, 1.5), 1e-6);
    }
    bench_free(&b);
}

// Two ways to the same contacts leave the same bytes, whatever was remembered before.
static void test_equal_states_have_equal_bytes(void **state) {
    (void)state;
    contact_material m = soft();
    bench a, b;
    bench_make(&a, &m, 6, 0.05);
    bench_make(&b, &m, 6, 0.05);
    vec3 feet[5], up = {0, 0, 1};
    for (int k = 0; k < 5; k++) feet[k] = vec3_make(0.2 * (k - 2), 0, -0.1);
    vec3 turned[5]; // both have touched five times before, elsewhere and in another order
    for (int k = 0; k < 5; k++) turned[k] = vec3_scale(0.9, feet[4 - k]);
    step_with(&a, turned, 5, up, 1e-3);
    step_with(&b, feet, 5, up, 2e-3);
    for (int n = 0; n < 4; n++) step_with(&a, NULL, 0, up, 0), step_with(&b, NULL, 0, up, 0);
    assert_int_equal(entries(&b), 0);
    assert_memory_equal(a.z, b.z, contact_set_z_size(6));
    step_with(&a, feet + 1, 2, up, 1e-3);
    step_with(&b, feet + 1, 2, up, 1e-3);
    assert_memory_equal(a.z, b.z, contact_set_z_size(6));
    bench_free(&a);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangent_sticking),
        cmocka_unit_test(test_tangent_sliding),
        cmocka_unit_test(test_tangent_spinning),
        cmocka_unit_test(test_memory_follows_a_slide),
        cmocka_unit_test(test_memory_is_forgotten),
        cmocka_unit_test(test_regions_split_and_merge),
        cmocka_unit_test(test_merged_speed),
        cmocka_unit_test(test_strangers_inherit_nothing),
        cmocka_unit_test(test_depth_without_approach),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_equal_states_have_equal_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
