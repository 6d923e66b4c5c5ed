// SPDX-License-Identifier: MIT
// A link on a body that carries a mesh, such as an anchor's fluke: forces against tangents, action and reaction, rest,
// a fast link that must not pass through, far links, capacity.
#include "contact/set/hull_links.h"
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "tests/check.h"
#include "tests/contact/shapes.h"
#include "tests/random.h"

static const double H = 1e-3, D = 0.05, TOP = 0.06, HEAVY = 3000; // TOP: half the plate's thickness [m]
enum { NODES = 16, COORDINATES = 3 * 8 };

// A plate that a heavy body carries, and a link. The plate's middle is off the body's origin.
typedef struct pair {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    contact_mesh plate;
    contact_bvh tree;
    contact_link_shape shape;
    contact_hull_links contact;
    int body, link[1];
    rt_command command;
    rt_events events;
} pair;

// half: distance of its two points from its centre of mass [m].
static int add_body(dyn_model *m, const pose *at, double mass, double radius, double half, bool fixed) {
    const double i = mass * radius * radius;
    const vec3 end[2] = {{0, 0, -half}, {0, 0, half}};
    const dyn_body_def def = {.p0 = dyn_add_node(m, pose_point(at, end[0]), fixed),
                              .p1 = dyn_add_node(m, pose_point(at, end[1]), fixed),
                              .u = dyn_add_node(m, mat3_column(&at->r, 0), fixed),
                              .v = dyn_add_node(m, mat3_column(&at->r, 1), fixed),
                              .rb_p0 = end[0],
                              .rb_p1 = end[1],
                              .ub = {1, 0, 0},
                              .vb = {0, 1, 0},
                              .mass = mass,
                              .inertia = {{{i, 0, 0}, {0, i, 0}, {0, 0, i}}}};
    int body;
    assert_int_equal(dyn_add_body(m, &def, &body), RT_OK);
    return body;
}

// on: pose of the carrier; link: pose of the link in the plate's frame, whose top is at z = TOP.
static void pair_make(pair *p, const pose *on, bool fixed, const pose *link, double mass, double g, int capacity) {
    const vec3 off = {0.3, -0.2, 0.1};
    memset(p, 0, sizeof *p);
    p->plate = make_box(vec3_make(0.4, 0.4, TOP), off);
    p->shape = contact_link_common(D);
    assert_int_equal(contact_bvh_build(&p->plate, &p->tree), RT_OK);
    assert_true(dyn_model_create(&p->model, H, vec3_make(0, 0, -g), 8, 2, 0, 0, 1));
    p->body = add_body(&p->model, on, HEAVY, 0.6, 1, fixed);
    const pose at = {mat3_matmul(&on->r, &link->r), pose_point(on, vec3_add(off, link->p))};
    p->link[0] = add_body(&p->model, &at, mass, 0.1, 2 * D, false);
    contact_material m = contact_material_default();
    m.stiffness = 5e7, m.damping_max = 2, m.v_stick = 0.2; // links, as in a scenario
    assert_int_equal(
        contact_body_links_create(&p->contact, &p->shape, p->link, 1, p->body, &p->plate, &p->tree, &m, capacity),
        RT_OK);
    dyn_add_force(&p->model, &p->contact.force);
    assert_int_equal(dyn_model_finish(&p->model, 1e7), RT_OK);
    assert_int_equal(dyn_state_create(&p->model, &p->state), RT_OK);
    dyn_step_def step = dyn_step_def_default();
    step.tolerance = 1e-11;
    p->work = dyn_work_create(&p->model, &step);
    assert_non_null(p->work);
}

static void pair_free(pair *p) {
    dyn_work_destroy(p->work);
    dyn_state_free(&p->state);
    dyn_model_destroy(&p->model);
    contact_hull_links_free(&p->contact);
    contact_bvh_free(&p->tree);
    contact_mesh_free(&p->plate);
}

static void set_velocity(pair *p, int body, vec3 v, vec3 w) {
    const int *n = p->model.body[body].node;
    vec3 *q = p->state.q, *qd = p->state.qd, middle = vec3_scale(0.5, vec3_add(q[n[0]], q[n[1]]));
    for (int k = 0; k < 2; k++) qd[n[k]] = vec3_add(v, vec3_cross(w, vec3_sub(q[n[k]], middle)));
    for (int k = 2; k < 4; k++) qd[n[k]] = vec3_cross(w, q[n[k]]);
}

// Velocity of a body's centre of mass.
static vec3 velocity(const pair *p, int body) {
    const int *n = p->model.body[body].node;
    return vec3_scale(0.5, vec3_add(p->state.qd[n[0]], p->state.qd[n[1]]));
}

static void start(pair *p) { assert_true(dyn_initial_acceleration(&p->model, &p->state, p->work, &p->command) < 1e-6); }

static void step(pair *p) {
    dyn_step(&p->model, &p->state, p->work, &p->command, NULL, &p->events);
    assert_true(dyn_state_finite(&p->model, &p->state));
}

// Place of the link's middle over the plate's middle, in the plate's frame.
static vec3 place(const pair *p) {
    const dyn_eval e = dyn_eval_at(&p->model, &p->state);
    const pose on = dyn_body_pose(&e, p->body), link = dyn_body_pose(&e, p->link[0]);
    return vec3_sub(pose_point_inverse(&on, link.p), vec3_scale(0.5, vec3_add(p->plate.lo, p->plate.hi)));
}

// A link flat on the plate, its curve `above` the plate's top.
static pose flat(double above) {
    return (pose){mat3_rotation(vec3_make(1, 0, 0), M_PI / 2), {0.05, -0.07, TOP + above}};
}

static const vec3 AXIS = {1, 2, 0.5};
static pose tilted(void) { return (pose){mat3_rotation(vec3_unit(AXIS), 0.3), {1, 2, 3}}; }

static double *coordinate(vec3 *x, int i) {
    vec3 *n = &x[DYN_FIRST_NODE + i / 3];
    return i % 3 == 0 ? &n->x : i % 3 == 1 ? &n->y : &n->z;
}

// An iterate in contact: after a step at rest both bodies have moved.
typedef struct iterate {
    vec3 q[NODES], qd[NODES], last[NODES], force[NODES];
    dyn_matrix tangent;
    dyn_eval e;
} iterate;

static void begin_iterate(pair *p, iterate *t) {
    const dyn_force *f = &p->contact.force;
    set_velocity(p, p->link[0], vec3_make(0.4, -0.2, -0.1), vec3_make(0.2, 0.1, 0.3));
    set_velocity(p, p->body, vec3_make(0.1, 0.1, 0.05), vec3_make(-0.1, 0.2, 0.1));
    for (int i = 0; i < p->model.n_nodes; i++)
        t->q[i] = t->last[i] = p->state.q[i], t->qd[i] = p->state.qd[i], t->force[i] = vec3_make(0, 0, 0);
    t->tangent = p->model.matrix_pattern;
    t->tangent.a = calloc(9 * ((size_t)t->tangent.n_blocks + 1), sizeof(double));
    assert_non_null(t->tangent.a);
    t->e = dyn_eval_at(&p->model, &p->state);
    t->e.q = t->q, t->e.qd = t->qd, t->e.q_last = t->last, t->e.force = t->force, t->e.events = &p->events;
    t->e.k_weight = 0.25 * H * H, t->e.c_weight = 0.5 * H;
    f->predict(&p->contact, &t->e, p->state.z);
    f->eval(&p->contact, &t->e, p->state.z);
    f->accept(&p->contact, &t->e, p->state.z);
    for (int i = DYN_FIRST_NODE; i < p->model.n_nodes; i++) t->q[i] = vec3_madd(t->q[i], H, t->qd[i]);
    f->predict(&p->contact, &t->e, p->state.z);
}

static void forces(pair *p, iterate *t, double f[COORDINATES]) {
    memset(t->force, 0, sizeof t->force);
    t->e.tangent = NULL;
    p->contact.force.eval(&p->contact, &t->e, p->state.z);
    for (int i = 0; i < COORDINATES; i++) f[i] = *coordinate(t->force, i);
}

// The blocks of either body are the derivatives of its forces by its own coordinates; there is none between the bodies.
static void test_tangents_are_the_derivatives(void **state) {
    (void)state;
    static pair p;
    static iterate t;
    const pose on = tilted(), link = flat(0.5 * D - 0.001);
    double up[COORDINATES], down[COORDINATES], most = 0, worst = 0;
    const double small = 1e-9;
    pair_make(&p, &on, false, &link, 13, 0, 64);
    begin_iterate(&p, &t);
    t.e.tangent = &t.tangent;
    p.contact.force.eval(&p.contact, &t.e, p.state.z);
    assert_true(p.contact.set.n >= 4);
    for (int j = 0; j < COORDINATES; j++) {
        const double q = *coordinate(t.q, j), qd = *coordinate(t.qd, j);
        *coordinate(t.q, j) = q + small, *coordinate(t.qd, j) = qd + 2 / H * small;
        forces(&p, &t, up);
        *coordinate(t.q, j) = q - small, *coordinate(t.qd, j) = qd - 2 / H * small;
        forces(&p, &t, down);
        *coordinate(t.q, j) = q, *coordinate(t.qd, j) = qd;
        for (int i = 0; i < COORDINATES; i++) {
            const int a = DYN_FIRST_NODE + i / 3, b = DYN_FIRST_NODE + j / 3;
            const int block = a >= b ? dyn_matrix_find(&t.tangent, a, b) : dyn_matrix_find(&t.tangent, b, a);
            assert_int_equal(block >= 0, i / (COORDINATES / 2) == j / (COORDINATES / 2));
            if (block < 0) continue;
            const double got = t.tangent.a[9 * block + (a >= b ? 3 * (i % 3) + j % 3 : 3 * (j % 3) + i % 3)],
                         want = -0.25 * H * H * (up[i] - down[i]) / (2 * small);
            most = fmax(most, fabs(want)), worst = fmax(worst, fabs(got - want));
        }
    }
    print_message("tangent: largest %.3g, error %.2g of it\n", most, worst / most);
    assert_true(most > 0);
    CHECK_NEAR(worst / most, 0, 2e-3); // the tangent omits the bristle's change of stiffness
    free(t.tangent.a);
    pair_free(&p);
}

// Virtual work of a shift and of a turn of both bodies: the forces have no sum and no moment.
static void test_action_is_reaction(void **state) {
    (void)state;
    static pair p;
    static iterate t;
    const pose on = tilted(), link = flat(0.5 * D - 0.001);
    double f[COORDINATES], most = 0;
    vec3 sum = {0, 0, 0}, moment = {0, 0, 0};
    pair_make(&p, &on, false, &link, 13, 0, 64);
    begin_iterate(&p, &t);
    forces(&p, &t, f);
    const int bodies[2] = {p.body, p.link[0]};
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 4; k++) {
            const int node = p.model.body[bodies[b]].node[k];
            if (k < 2) sum = vec3_add(sum, t.force[node]);
            moment = vec3_add(moment, vec3_cross(t.q[node], t.force[node]));
            most = fmax(most, vec3_norm(t.force[node]));
        }
    assert_true(most > 100);
    CHECK_NEAR(vec3_norm(sum) / most, 0, 1e-11);
    CHECK_NEAR(vec3_norm(moment) / most, 0, 1e-7); // the iterate is off orthonormal by (w h)²/2
    free(t.tangent.a);
    pair_free(&p);
}

static void test_a_link_rests_on_the_fluke(void **state) {
    (void)state;
    static pair p;
    const pose on = {mat3_identity(), {1, 2, 3}}, link = flat(0.2);
    pair_make(&p, &on, true, &link, 13, 9.81, 64);
    start(&p);
    for (int k = 0; k < 2000; k++) step(&p);
    double load = 0;
    for (int k = 0; k < p.contact.set.n; k++) load += p.contact.set.item[k].normal_force;
    print_message("at rest %.2f mm in the plate, load %.2f N\n", 1e3 * (TOP + 0.5 * D - place(&p).z), load);
    CHECK_NEAR(place(&p).z, TOP + 0.5 * D, 1e-4);
    CHECK_NEAR(load, 13 * 9.81, 0.2);
    CHECK_NEAR(vec3_norm(velocity(&p, p.link[0])), 0, 1e-3);
    pair_free(&p);
}

static vec3 momentum(const pair *p, double mass) {
    return vec3_madd(vec3_scale(HEAVY, velocity(p, p->body)), mass, velocity(p, p->link[0]));
}

// At 5 m/s, in any pose, with the mass of eight links: it bounces, no energy comes in, and momentum stays but for the
// projection of velocities, which weighs with the tangent that omits the coupling. With the coupling 1e-10 of it is
// lost.
static void test_a_fast_link_does_not_pass_through(void **state) {
    (void)state;
    static pair p;
    uint64_t seed = 7;
    const double mass = 104;
    double deepest = INFINITY, lost = 0;
    for (int run = 0; run < 30; run++) {
        const pose on = tilted(), link = {mat3_rotation(vec3_unit(random_vec3(&seed, 1)), M_PI * random_unit(&seed)),
                                          {0, 0, TOP + 0.2}};
        pair_make(&p, &on, false, &link, mass, 0, 64);
        set_velocity(&p, p.link[0], mat3_mul(&on.r, vec3_make(0.5, 0, -5)), random_vec3(&seed, 2));
        start(&p);
        const vec3 before = momentum(&p, mass);
        const double energy = dyn_energy(&p.model, &p.state);
        for (int k = 0; k < 150; k++) {
            step(&p);
            deepest = fmin(deepest, place(&p).z - TOP);
            assert_true(dyn_energy(&p.model, &p.state) < energy * (1 + 1e-3));
        }
        lost = fmax(lost, vec3_norm(vec3_sub(momentum(&p, mass), before)) / vec3_norm(before));
        pair_free(&p);
    }
    print_message("least height of a link's middle over the plate: %.1f mm; momentum lost: %.2g\n", 1e3 * deepest,
                  lost);
    assert_true(deepest > 0);
    CHECK_NEAR(lost, 0, 2e-2);
}

static void test_far_links_are_left_out(void **state) {
    (void)state;
    static pair p;
    const pose on = tilted(), far = flat(3), close = flat(0.5 * D - 0.001);
    pair_make(&p, &on, false, &far, 13, 0, 64);
    dyn_eval e = dyn_eval_at(&p.model, &p.state);
    assert_int_equal(contact_body_links_near(&p.contact, &e, 0), -1);
    pair_free(&p);
    pair_make(&p, &on, false, &close, 13, 0, 64);
    e = dyn_eval_at(&p.model, &p.state);
    e.events = &p.events;
    assert_int_equal(contact_body_links_near(&p.contact, &e, 0), 0);
    assert_int_equal(contact_body_links_near(&p.contact, &e, 1), -1);
    p.state.body_on[p.link[0]] = DYN_ASLEEP; // a link that sleeps is found, too
    assert_int_equal(contact_body_links_near(&p.contact, &e, 0), 0);
    p.state.body_on[p.link[0]] = DYN_AWAKE;
    contact_hull_links_set_shape(&p.contact, 0, NULL); // as the links at the shackle
    assert_int_equal(contact_body_links_near(&p.contact, &e, 0), -1);
    p.contact.force.predict(&p.contact, &e, p.state.z);
    assert_int_equal(p.contact.set.n, 0);
    pair_free(&p);
}

static void test_what_does_not_fit_is_counted(void **state) {
    (void)state;
    static pair p;
    const pose on = tilted(), link = flat(0.5 * D - 0.001);
    pair_make(&p, &on, false, &link, 13, 0, 3);
    step(&p);
    assert_true(p.contact.touches > 3 && p.contact.set.n <= 3);
    assert_int_equal(p.contact.dropped, p.contact.touches - p.contact.set.n);
    assert_true(p.events >> RT_EVENT_CONTACT_FULL & 1);
    pair_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangents_are_the_derivatives), cmocka_unit_test(test_action_is_reaction),
        cmocka_unit_test(test_a_link_rests_on_the_fluke),    cmocka_unit_test(test_a_fast_link_does_not_pass_through),
        cmocka_unit_test(test_far_links_are_left_out),       cmocka_unit_test(test_what_does_not_fit_is_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
