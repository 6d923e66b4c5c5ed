// SPDX-License-Identifier: MIT
// Force element of foundation contact on a free body: tangents against differences, rebound, stiction, energy, memory.
#include "contact/set/hull_foundation.h"
#include "dynamics/core/step.h"
#include "tests/contact/foundation_sum.h"

#include <string.h>

static const double H = 1e-3;

// A free body against a hull.
typedef struct bench {
    body hull, moving;
    contact_surface surface;
    contact_hull_foundation contact;
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    int body;
    rt_events events;
} bench;

static void bench_make(bench *b, body hull, body moving, pose at, contact_mass mass, double modulus,
                       const contact_material *m, vec3 gravity) {
    rt_diag diag = {0};
    memset(b, 0, sizeof *b);
    b->hull = hull, b->moving = moving;
    assert_true(dyn_model_create(&b->model, H, gravity, 4, 1, 0, 0, 1));
    dyn_model *d = &b->model;
    const dyn_body_def def = {.p0 = dyn_add_node(d, at.p, false),
                              .p1 = dyn_add_node(d, pose_point(&at, vec3_make(0, 0, 1)), false),
                              .u = dyn_add_node(d, mat3_column(&at.r, 0), false),
                              .v = dyn_add_node(d, mat3_column(&at.r, 1), false),
                              .rb_p1 = {0, 0, 1},
                              .ub = {1, 0, 0},
                              .vb = {0, 1, 0},
                              .mass = mass.mass,
                              .centre = mass.centre,
                              .inertia = mass.inertia};
    assert_int_equal(dyn_add_body(d, &def, &b->body), RT_OK);
    assert_int_equal(contact_surface_create(&b->surface, &b->hull.mesh, &b->hull.tree), RT_OK);
    assert_int_equal(
        contact_hull_foundation_create(&b->contact, b->body, &b->moving.mesh, &b->surface, modulus, m, &diag), RT_OK);
    dyn_add_force(d, &b->contact.force);
    assert_int_equal(dyn_model_finish(d, 1e7), RT_OK);
    assert_int_equal(dyn_state_create(d, &b->state), RT_OK);
    dyn_step_def step = dyn_step_def_default();
    b->work = dyn_work_create(d, &step);
    assert_non_null(b->work);
}

static void bench_free(bench *b) {
    dyn_work_destroy(b->work);
    contact_hull_foundation_free(&b->contact);
    contact_surface_free(&b->surface);
    dyn_state_free(&b->state);
    dyn_model_destroy(&b->model);
    body_free(&b->moving);
    body_free(&b->hull);
}

static dyn_step_info step(bench *b) {
    const rt_command none = {0};
    b->events = 0;
    return dyn_step(&b->model, &b->state, b->work, &none, NULL, &b->events);
}

static vec3 *node(vec3 *x, int i) { return &x[DYN_FIRST_NODE + i]; }

// Gives all points the velocity v.
static void set_speed(bench *b, vec3 v) { *node(b->state.qd, 0) = *node(b->state.qd, 1) = v; }

static body plate(void) { return body_make(shape_box(vec3_make(-4, -4, -0.5), vec3_make(4, 4, 0), 3), NULL); }
static body block(vec3 half) { return body_make(shape_box(vec3_scale(-1, half), half, 1), NULL); }
static contact_mass block_mass(double mass, vec3 h) {
    double third = mass / 3;
    return (contact_mass){mass,
                          {0, 0, 0},
                          {{{third * (h.y * h.y + h.z * h.z), 0, 0},
                            {0, third * (h.x * h.x + h.z * h.z), 0},
                            {0, 0, third * (h.x * h.x + h.y * h.y)}}}};
}

static const vec3 HALF = {0.2, 0.2, 0.1};

// A separate iterate, so that coordinates can be moved one by one.
typedef struct iterate {
    vec3 *q, *qd, *q_last, *force;
    dyn_matrix tangent;
    dyn_eval e;
    void *z;
} iterate;

static void iterate_make(iterate *it, bench *b) {
    size_t n = (size_t)b->model.n_nodes;
    *it = (iterate){calloc(n, sizeof(vec3)),           calloc(n, sizeof(vec3)), calloc(n, sizeof(vec3)),
                    calloc(n, sizeof(vec3)),           b->model.matrix_pattern, dyn_eval_at(&b->model, &b->state),
                    calloc(1, b->contact.force.z_size)};
    it->tangent.a = calloc(9 * ((size_t)it->tangent.n_blocks + 1), sizeof(double));
    assert_true(it->q && it->qd && it->q_last && it->force && it->tangent.a && it->z);
    memcpy(it->q, b->state.q, n * sizeof(vec3));
    memcpy(it->q_last, b->state.q, n * sizeof(vec3));
    it->e.q = it->q, it->e.qd = it->qd, it->e.q_last = it->q_last, it->e.force = it->force;
    it->e.events = &b->events;
    it->e.k_weight = 0.25 * H * H, it->e.c_weight = 0.5 * H;
}

static void iterate_free(iterate *it) {
    free(it->q), free(it->qd), free(it->q_last), free(it->force), free(it->tangent.a), free(it->z);
}

static double *component(vec3 *x, int i) {
    vec3 *n = node(x, i / 3);
    return i % 3 == 0 ? &n->x : i % 3 == 1 ? &n->y : &n->z;
}

static void forces_at(bench *b, iterate *it, double *f) {
    memset(it->force, 0, (size_t)b->model.n_nodes * sizeof(vec3));
    it->e.tangent = NULL;
    b->contact.force.eval(&b->contact, &it->e, it->z);
    for (int i = 0; i < 12; i++) f[i] = *component(it->force, i);
}

static void tangent_assembled(bench *b, iterate *it, double t[12][12]) {
    memset(it->tangent.a, 0, 9 * (size_t)it->tangent.n_blocks * sizeof(double));
    it->e.tangent = &it->tangent;
    b->contact.force.eval(&b->contact, &it->e, it->z);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            int at = dyn_matrix_find(&it->tangent, DYN_FIRST_NODE + i, DYN_FIRST_NODE + j);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    t[3 * i + r][3 * j + c] = t[3 * j + c][3 * i + r] = it->tangent.a[9 * at + 3 * r + c];
        }
}

// Presses the tilted block into the plate, remembers a step, then moves it on by d at speed v.
static void press_and_move(bench *b, iterate *it, vec3 d, vec3 v) {
    b->contact.force.predict(&b->contact, &it->e, it->z);
    double f[12];
    forces_at(b, it, f);
    b->contact.force.accept(&b->contact, &it->e, it->z);
    for (int i = 0; i < 2; i++) {
        *node(it->q, i) = vec3_add(*node(it->q, i), d);
        *node(it->qd, i) = v;
    }
    b->contact.force.predict(&b->contact, &it->e, it->z);
}

static void check_tangent(vec3 d, vec3 v, double tolerance) {
    contact_material m = contact_material_default();
    bench b;
    iterate it;
    double want[12][12], got[12][12], up[12], down[12], tiny = 1e-9, scale = 0, off = 0;
    pose at = pose_turned(vec3_make(1, 2, 0), 0.004, vec3_make(0.1, 0.2, 0.0991));
    bench_make(&b, plate(), block(HALF), at, block_mass(100, HALF), 1e9, &m, vec3_make(0, 0, -9.81));
    iterate_make(&it, &b);
    press_and_move(&b, &it, d, v);
    assert_true(b.contact.geometry.n_faces > 20);
    for (int j = 0; j < 12; j++) {
        double q = *component(it.q, j), speed = *component(it.qd, j);
        *component(it.q, j) = q + tiny, *component(it.qd, j) = speed + 2 / H * tiny;
        forces_at(&b, &it, up);
        *component(it.q, j) = q - tiny, *component(it.qd, j) = speed - 2 / H * tiny;
        forces_at(&b, &it, down);
        *component(it.q, j) = q, *component(it.qd, j) = speed;
        for (int i = 0; i < 12; i++) want[i][j] = -0.25 * H * H * (up[i] - down[i]) / (2 * tiny);
    }
    tangent_assembled(&b, &it, got);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            scale = fmax(scale, fabs(want[i][j]));
            off = fmax(off, fabs(got[i][j] - want[i][j]));
        }
    print_message("tangent: off by %.2g of its largest entry\n", off / scale);
    assert_true(off < tolerance * scale);
    uint64_t seed = 5;
    for (int n = 0; n < 2000; n++) { // positive semi-definite
        double x[12], e = 0;
        for (int i = 0; i < 12; i++) x[i] = random_unit(&seed);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) e += x[i] * got[i][j] * x[j];
        assert_true(e >= -1e-12 * scale);
    }
    iterate_free(&it);
    bench_free(&b);
}

// The elastic part, lumped at the vertices, has an error of (edge / size)²; the rest is exact.
static void test_tangent_is_the_derivative(void **state) {
    (void)state;
    check_tangent(vec3_make(1e-6, 2e-6, -1e-6), vec3_make(1e-5, -1e-5, -1e-3), 0.02); // sticking
    check_tangent(vec3_make(4e-4, 0, -1e-6), vec3_make(0.4, 0, -1e-3), 0.02);         // sliding
    check_tangent(vec3_make(0, 0, -1e-6), vec3_make(0, 0, -2), 0.02);                 // damper at its upper limit
    check_tangent(vec3_make(0, 0, -1e-6), vec3_make(0, 0, 2), 0.02);                  // damper at its lower limit
}

// On a structure that yields, the foundation k A and the structure are springs in series.
static void test_structure_yields_in_series(void **state) {
    (void)state;
    const double modulus = 1e9, compliance = 4.6e-8, depth = 2e-3, area = 0.16;
    const contact_structure structure = {.compliance = compliance};
    contact_material m = contact_material_default();
    for (int tilted = 0; tilted < 2; tilted++) {
        bench b;
        iterate it;
        double f[12];
        pose at = tilted ? pose_turned(vec3_make(1, 2, 0), 0.008, vec3_make(0.1, 0.2, 0.1 - depth))
                         : pose_at(vec3_make(0, 0, 0.1 - depth));
        bench_make(&b, plate(), block(HALF), at, block_mass(100, HALF), modulus, &m, vec3_make(0, 0, 0));
        b.contact.set.structure = &structure;
        iterate_make(&it, &b);
        b.contact.force.predict(&b.contact, &it.e, it.z);
        forces_at(&b, &it, f);
        double force = f[2] + f[5], step = 1e-7, energy[2];
        for (int k = 0; k < 2; k++) { // the force is minus the slope of the energy
            for (int i = 0; i < 2; i++) node(it.q, i)->z += k == 0 ? step : -2 * step;
            forces_at(&b, &it, f);
            energy[k] = b.contact.force.energy(&b.contact, &it.e, it.z);
        }
        print_message("%s: %.6f kN, deflection %.6f mm\n", tilted ? "tilted" : "flat", 1e-3 * force,
                      1e3 * b.contact.patch[0].deflection);
        CHECK_NEAR(force, (energy[1] - energy[0]) / (2 * step), 2e-3 * force);
        if (!tilted) CHECK_NEAR(force, depth / (1 / (modulus * area) + compliance), 1e-6 * force);
        CHECK_NEAR(b.contact.patch[0].deflection, compliance * b.contact.patch[0].load, 1e-9);
        iterate_free(&it);
        bench_free(&b);
    }
}

// Rebound of a block that falls flat: F = k A d (1 + a d'/v0), with exact restitution for every exponent.
static void test_block_rebounds_with_its_restitution(void **state) {
    (void)state;
    const double e[] = {0.2, 0.5, 0.8}, speed = 0.5;
    for (int i = 0; i < 3; i++) {
        contact_material m = contact_material_default();
        m.restitution = e[i];
        bench b;
        pose at = pose_at(vec3_make(0, 0, 0.1 + 1e-4));
        bench_make(&b, plate(), block(HALF), at, block_mass(100, HALF), 4e6, &m, vec3_make(0, 0, 0));
        set_speed(&b, vec3_make(0, 0, -speed));
        int impacts = 0, touched = 0;
        for (int k = 0; k < 400; k++) {
            step(&b);
            impacts += b.contact.impacts;
            touched += b.contact.set.n > 0;
        }
        CHECK_NEAR(node(b.state.qd, 0)->z / speed, e[i], 5e-3);
        assert_int_equal(impacts, 1);
        assert_true(touched > 20);
        bench_free(&b);
    }
}

// At half the limit the block stays; beyond the limit it slides with the right acceleration.
static void test_block_sticks_and_slides_on_an_incline(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    for (int slides = 0; slides < 2; slides++) {
        bench b;
        double mu = slides ? 1.4 * m.mu_static : 0.5 * m.mu_static, g = 9.81, slope = atan(mu);
        pose at = pose_at(vec3_make(0, 0, 0.1 - 100 * g * cos(slope) / (1e9 * 0.16)));
        bench_make(&b, plate(), block(HALF), at, block_mass(100, HALF), 1e9, &m,
                   vec3_make(g * sin(slope), 0, -g * cos(slope)));
        for (int k = 0; k < 500; k++) step(&b);
        vec3 x = *node(b.state.q, 0), v = *node(b.state.qd, 0);
        int n = slides ? 300 : 5000, capped = 0, newton = 0;
        for (int k = 0; k < n; k++) {
            dyn_step_info info = step(&b);
            capped += info.capped;
            newton += info.newton;
        }
        double way = node(b.state.q, 0)->x - x.x, gain = node(b.state.qd, 0)->x - v.x, t = n * H;
        print_message("incline at %.2f of the limit: %.3g m in %g s, %.2f iterations\n", mu / m.mu_static, way, t,
                      (double)newton / n);
        assert_int_equal(capped, 0);
        if (slides)
            CHECK_NEAR(gain / t, g * (sin(slope) - m.mu_dynamic * cos(slope)), 0.01 * g);
        else
            assert_true(fabs(way) < 1e-7);
        if (!slides) assert_int_equal(b.contact.set.item[0].sticking, 1);
        assert_int_equal(b.contact.set.n, 1);
        CHECK_NEAR(b.contact.set.item[0].normal_force, 100 * g * cos(slope), 0.02 * 100 * g);
        CHECK_NEAR(b.contact.set.item[0].touch.area, 0.16, 1e-9);
        bench_free(&b);
    }
}

// A block spinning on the spot stops under the torque of friction distributed over its face. For a square of side s the
// mean distance from the centre is 0.3826 s, here by quadrature.
static void test_spinning_block_is_braked(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    bench b;
    double g = 9.81, rate = 5, mean = 0;
    pose at = pose_at(vec3_make(0, 0, 0.1 - 100 * g / (1e9 * 0.16)));
    contact_mass mass = block_mass(100, HALF);
    bench_make(&b, plate(), block(HALF), at, mass, 1e9, &m, vec3_make(0, 0, -g));
    *node(b.state.qd, 2) = vec3_make(0, rate, 0);
    *node(b.state.qd, 3) = vec3_make(-rate, 0, 0);
    for (int i = 0; i < 400; i++)
        for (int j = 0; j < 400; j++) mean += hypot((i + 0.5) / 1000 - 0.2, (j + 0.5) / 1000 - 0.2) / 160000;
    for (int k = 0; k < 100; k++) step(&b);
    dyn_eval e = dyn_eval_at(&b.model, &b.state);
    double before = dyn_body_omega(&e, b.body).z, want = m.mu_dynamic * 100 * g * mean / mass.inertia.m[2][2];
    for (int k = 0; k < 100; k++) step(&b);
    CHECK_NEAR((before - dyn_body_omega(&e, b.body).z) / 0.1, want,
               0.02 * want); // a site uses the distance of its centre
    bench_free(&b);
}

// Result of dropping the head of the shipped anchor on a hull in random attitudes.
typedef struct drops {
    int n, hits, capped, newton, steps;
    double rise;  // rise of the energy, as a share of the largest kinetic energy
    double depth; // largest depth [m]
} drops;

static drops drop_head_on(const char *hull, vec3 from, vec3 gravity, int n) {
    drops r = {.n = n};
    uint64_t seed = 14; // no drop starts inside a hull
    contact_material m = contact_material_default();
    m.damping_max = 20;
    for (int k = 0; k < n; k++) {
        body head = body_load(HAWSE_SOURCE_DIR "/config/models/head.ply");
        contact_mass mass = contact_mesh_mass(&head.mesh, 7850);
        pose at = pose_turned(random_vec3(&seed, 1), 3 * random_unit(&seed), vec3_make(0, 0, 0));
        at.p = vec3_add(from, vec3_scale(0.5, random_vec3(&seed, 1)));
        bench b;
        bench_make(&b, body_load(hull), head, at, mass, 1e10, &m, gravity);
        double start = dyn_energy(&b.model, &b.state), least = 0, fastest = 1000;
        for (int i = 0; i < 700; i++) {
            dyn_step_info info = step(&b);
            r.capped += info.capped, r.newton += info.newton, r.steps++;
            fastest = fmax(fastest, dyn_kinetic_energy(&b.model, &b.state));
            double now = dyn_energy(&b.model, &b.state) - start;
            r.rise = fmax(r.rise, (now - least) / fastest);
            least = fmin(least, now);
            for (int j = 0; j < b.contact.set.n; j++) r.depth = fmax(r.depth, b.contact.set.item[j].depth);
        }
        r.hits += least < -100;
        bench_free(&b);
    }
    print_message("%d of %d drops hit, %.1f mm deep: energy rises by at most %.2g of the largest kinetic energy, %.2f "
                  "iterations a step, %d of %d steps at the cap\n",
                  r.hits, n, 1e3 * r.depth, r.rise, (double)r.newton / r.steps, r.capped, r.steps);
    return r;
}

// Drops on the bow create no energy.
static void test_drops_create_no_energy(void **state) {
    (void)state;
    drops r =
        drop_head_on(HAWSE_SOURCE_DIR "/config/models/bow.ply", vec3_make(9.8, 8.6, 5.4), vec3_make(-3, -9, -4), 24);
    assert_true(r.hits > 12);
    assert_true(r.rise < 1e-3);
    assert_int_equal(r.capped, 0);
}

// On a polygon soup and an open graded shell nothing falls through and nothing explodes.
static void test_open_hulls_hold_the_head(void **state) {
    (void)state;
    const char *const soup = HAWSE_SHARED_DATA "/hulls/HMS_Daring_bow_noanchor.obj", *const shell = HAWSE_SHARED_DATA
                                                                                     "/peers/w2_hull_20k.obj";
    SKIP_WITHOUT(soup);
    SKIP_WITHOUT(shell);
    drops r = drop_head_on(soup, vec3_make(58, 6, 5), vec3_make(0, -9, -4), 8);
    assert_true(r.hits > 4);
    assert_true(r.depth < 0.03);
    assert_true(r.capped < r.steps / 500);
    r = drop_head_on(shell, vec3_make(2.2, 0, -2.5), vec3_make(-9, 0, -3), 8);
    assert_true(r.hits > 4);
    assert_true(r.depth < 0.03);
    assert_true(r.capped < r.steps / 500);
}

// More loaded sites than fit into the memory: the friction of the least loaded is forgotten and counted; the normal
// force is complete.
static void test_full_memory_counts_the_rest(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    vec3 half = {0.8, 0.8, 0.1};
    bench b;
    bench_make(&b, plate(), block(half), pose_at(vec3_make(0, 0, 0.099)), block_mass(1000, half), 1e9, &m,
               vec3_make(0, 0, -9.81));
    iterate it;
    iterate_make(&it, &b);
    press_and_move(&b, &it, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    assert_true(b.contact.info.dropped == 0); // not known before the end of the step
    double f[12];
    forces_at(&b, &it, f);
    CHECK_NEAR(f[2] + f[5], 1e9 * 1e-3 * 1.6 * 1.6, 1);
    b.events = 0;
    b.contact.force.accept(&b.contact, &it.e, it.z);
    assert_true(b.contact.info.dropped > 0);
    assert_int_equal(b.events, RT_EVENT_BIT(RT_EVENT_CONTACT_FULL));
    assert_int_equal(b.contact.set.n, 1);
    iterate_free(&it);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangent_is_the_derivative),
        cmocka_unit_test(test_structure_yields_in_series),
        cmocka_unit_test(test_block_rebounds_with_its_restitution),
        cmocka_unit_test(test_block_sticks_and_slides_on_an_incline),
        cmocka_unit_test(test_spinning_block_is_braked),
        cmocka_unit_test(test_drops_create_no_energy),
        cmocka_unit_test(test_open_hulls_hold_the_head),
        cmocka_unit_test(test_full_memory_counts_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
