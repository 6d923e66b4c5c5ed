// SPDX-License-Identifier: MIT
// Chains with links that are not common ones, in the composition.
#include "rt/deck/deck.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif
#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh_special_links.yaml"

static sim *make(const scenario *sc) {
    static rt_diag d;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (sim_create(s, sc, &d) != RT_OK) fail_msg("%s", d.text);
    return s;
}

static void destroy(sim *s) {
    sim_destroy(s);
    free(s);
}

static scenario load(const char *path) {
    static rt_diag d;
    scenario sc;
    if (scenario_load(path, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    return sc;
}

// The short heave of tests/rt/app/test_run.py.
static rt_command at_time(double t) {
    static const double row[][3] = {{0, 0, 1},    {1, 0, 1},    {2, 0.2, 0},    {4, 1, 0},    {21, 1, 0},
                                    {25, 0.4, 0}, {67, 0.4, 0}, {68.5, 0.1, 0}, {70.5, 0, 1}, {78, 0, 1}};
    int k = 0;
    while (t > row[k + 1][0]) k++;
    double u = (t - row[k][0]) / (row[k + 1][0] - row[k][0]);
    return (rt_command){.lever = row[k][1] + u * (row[k + 1][1] - row[k][1]),
                        .brake = row[k][2] + u * (row[k + 1][2] - row[k][2]),
                        .clutch = 1};
}

// How far a link's middle is inboard of the mouth, along the pipe [m].
static double inboard(const sim *s, int link) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    vec3 mouth = vec3_make(s->sc.ship.mouth[0], s->sc.ship.mouth[1], s->sc.ship.mouth[2]);
    vec3 axis = vec3_unit(vec3_make(s->sc.ship.pipe_axis[0], s->sc.ship.pipe_axis[1], s->sc.ship.pipe_axis[2]));
    return vec3_dot(vec3_sub(dyn_body_pose(&e, deck_of(s)->chain.body[link]).p, mouth), axis);
}

// What a link's contact by regions felt on its way.
typedef struct felt {
    int frames;
    double force, first, last; // largest force [N]; place of the first and last touch along the pipe [m]
} felt;

static void feel(const sim *s, int k, felt *f) {
    const contact_set *set = &deck_of(s)->special[k].contact.set;
    double force = 0;
    for (int i = 0; i < set->n; i++)
        if (set->item[i].depth > 0) force = fmax(force, set->item[i].normal_force);
    if (force == 0) return;
    double at = inboard(s, deck_of(s)->special[k].own.link);
    if (f->frames++ == 0) f->first = at;
    f->last = at;
    f->force = fmax(f->force, force);
}

// The anchor comes home with a swivel and a D-shackle, by their meshes, among its first links: they touch by regions,
// come over the bolster and end in the pipe, and the numbers of the special links stay with them.
static void test_meshes_come_in(void **state) {
    (void)state;
    if (SANITIZED) {
        print_message("skipped: a whole heave takes too long under sanitizers\n");
        skip();
    }
    enum { PARTS = 2 };
    static const struct {
        const char *name;
        int special, link;
    } part[PARTS] = {{"swivel", 2, 2}, {"D-shackle", 4, 4}};
    scenario sc = load(SCENARIO);
    sc.start.depth = 3;
    sim *s = make(&sc);
    felt f[PARTS] = {{0}};
    double start[PARTS];
    for (int i = 0; i < PARTS; i++) {
        assert_true(deck_of(s)->special[part[i].special].meshed);
        assert_int_equal(deck_of(s)->special[part[i].special].own.link, part[i].link);
        start[i] = inboard(s, part[i].link);
    }
    for (int k = 0; k < 78000; k++) {
        rt_command c = at_time(k * 1e-3);
        assert_true(sim_frame(s, &c, NULL));
        for (int i = 0; i < PARTS; i++) feel(s, part[i].special, &f[i]);
    }
    for (int i = 0; i < PARTS; i++) {
        double end = inboard(s, part[i].link);
        print_message(
            "%s: %.2f m before the mouth at the start, %.2f m in at the end; touched in %d steps from %.2f to "
            "%.2f m, largest force %.1f kN\n",
            part[i].name, -start[i], end, f[i].frames, f[i].first, f[i].last, 1e-3 * f[i].force);
        assert_true(start[i] < -0.5 && end > 1);
        assert_true(f[i].frames > 200 && f[i].force > 1e4 && f[i].first < -0.3 && f[i].last > -0.1);
    }
    print_message("Newton %.3f, cap %d times\n", (double)s->counters.newton / (double)s->counters.newton_frames,
                  (int)s->counters.cap_hits);
    assert_true(s->outcome.housed);
    assert_int_equal((int)s->counters.dropped, 0);
    destroy(s);
    scenario_free(&sc);
}

// An end link and an enlarged link are links of another bar, whose inside keeps the chain's pitch; the swivel and the
// Kenter link are left to their meshes.
static void test_shapes_and_masses(void **state) {
    (void)state;
    scenario sc = load(SCENARIO);
    sc.start.settle = 0;
    sim *s = make(&sc);
    const contact_link_shape *shape = deck_of(s)->link_contact.shape;
    const double d = 0.05, bar[] = {0.06, 0.055};
    for (int k = 0; k < 2; k++) {
        CHECK_NEAR(shape[k].tube, 0.5 * bar[k], 1e-15);
        CHECK_NEAR(shape[k].radius, 1.3 * bar[k], 1e-15);
        CHECK_NEAR(2 * (shape[k].half + shape[k].radius - shape[k].tube), 4 * d, 1e-15);
        CHECK_NEAR(deck_of(s)->special[k].own.mass, deck_of(s)->chain.link.mass * pow(bar[k] / d, 3), 1e-12);
    }
    CHECK_NEAR(shape[2].tube, 0, 0);
    CHECK_NEAR(shape[39].tube, 0, 0);
    CHECK_NEAR(shape[5].radius, 1.3 * d, 1e-15);
    CHECK_NEAR(deck_of(s)->special[2].own.mass, 180014.4 * d * d * d, 1e-4); // check_mesh.py on swivel.ply, of 1 m bar
    CHECK_NEAR(deck_of(s)->special[4].own.mass, 215440.6 * d * d * d, 1e-4); // and on dshackle.ply,
    CHECK_NEAR(deck_of(s)->special[4].own.centre.z, 0.97171 * d, 1e-6);      // which is heavier at its pin
    destroy(s);
    scenario_free(&sc);
}

// A studless chain: sizes of the table (6 d by 3.35 d), mass of the rule (0.0200 d² kg/m) within 3 %, in contact by its
// own curve.
static void test_studless(void **state) {
    (void)state;
    scenario sc = load(HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml");
    const double d = sc.chain.bar_diameter;
    sc.chain.type = SCENARIO_CHAIN_STUDLESS;
    sc.start.depth = 3;
    sc.start.settle = 1;
    sim *s = make(&sc);
    const tackle_link *l = &deck_of(s)->chain.link;
    const contact_link_shape *shape = &deck_of(s)->link_contact.shape[7];
    CHECK_NEAR(2 * (shape->half + shape->radius + shape->tube), 6 * d, 1e-15);
    CHECK_NEAR(2 * (shape->radius + shape->tube), 3.35 * d, 1e-15);
    CHECK_NEAR(l->mass / (0.0200e6 * d * d * 4 * d), 1, 0.03);
    assert_true(l->bend > tackle_stud_link(d).bend && l->bend < M_PI);
    for (int k = 0; k < 1500; k++) {
        rt_command c = {.lever = 0.3, .clutch = 1};
        assert_true(sim_frame(s, &c, NULL));
    }
    assert_true(s->counters.points_max > 5);
    print_message("studless: tension %.1f kN, %d contacts\n", 1e-3 * s->outcome.last.tension, s->counters.points_max);
    assert_true(s->outcome.last.tension >
                6414 * 9.81 * exp(-0.25 * 2.3)); // no less than friction on the way up can bear
    destroy(s);
    scenario_free(&sc);
}

// The same state to the last bit in every frame, whether triangles near the links are kept from step to step or not.
static void test_cache_does_not_show(void **state) {
    (void)state;
    scenario sc = load(SCENARIO);
    sc.start.depth = 3;
    sc.start.settle = 1;
    sim *a = make(&sc), *b = make(&sc);
    ((deck *)b->self)->link_contact.coherent = false;
    int touched = 0, frames = SANITIZED ? 300 : 3000;
    for (int k = 0; k < frames; k++) {
        rt_command c = {.lever = k < frames / 3 * 2 ? 0.5 : -0.5, .clutch = 1};
        assert_true(sim_frame(a, &c, NULL) && sim_frame(b, &c, NULL));
        if (sim_hash(a) != sim_hash(b)) fail_msg("the states differ in frame %d", k);
        touched += deck_of(a)->link_contact.set.n > 0;
    }
    assert_true(touched > frames / 3);
    destroy(a);
    destroy(b);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cache_does_not_show),
        cmocka_unit_test(test_shapes_and_masses),
        cmocka_unit_test(test_studless),
        cmocka_unit_test(test_meshes_come_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
