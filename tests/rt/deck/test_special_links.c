// SPDX-License-Identifier: MIT
// Decks whose chains have links that are not common links.
#include "rt/deck/deck.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh_special_links.yaml"

static sim *create_sim(const scenario *sc) {
    static rt_diag d;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (sim_create(s, sc, &d) != RT_OK) fail_msg("%s", d.text);
    return s;
}

static void destroy_sim(sim *s) {
    sim_destroy(s);
    free(s);
}

static scenario load_scenario(const char *path) {
    static rt_diag d;
    scenario sc;
    if (scenario_load(path, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    return sc;
}

// The short heave of tests/rt/app/test_run.py.
static rt_command command_at(double t) {
    static const double row[][3] = {{0, 0, 1},    {1, 0, 1},    {2, 0.2, 0},    {4, 1, 0},    {21, 1, 0},
                                    {25, 0.4, 0}, {67, 0.4, 0}, {68.5, 0.1, 0}, {70.5, 0, 1}, {78, 0, 1}};
    int k = 0;
    while (t > row[k + 1][0]) k++;
    double u = (t - row[k][0]) / (row[k + 1][0] - row[k][0]);
    return (rt_command){.lever = row[k][1] + u * (row[k + 1][1] - row[k][1]),
                        .brake = row[k][2] + u * (row[k + 1][2] - row[k][2]),
                        .clutch = 1};
}

// Distance of a link's middle inboard of the mouth, along the pipe [m].
static double inboard(const sim *s, int link) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    vec3 mouth = vec3_make(s->sc.ship.mouth[0], s->sc.ship.mouth[1], s->sc.ship.mouth[2]);
    vec3 axis = vec3_unit(vec3_make(s->sc.ship.pipe_axis[0], s->sc.ship.pipe_axis[1], s->sc.ship.pipe_axis[2]));
    return vec3_dot(vec3_sub(dyn_body_pose(&e, deck_of(s)->chain.body[link]).p, mouth), axis);
}

// Region contact of a link during the heave.
typedef struct touches {
    int frames;
    double force, first, last; // largest force [N]; position of the first and last touch along the pipe [m]
} touches;

static void record_touch(const sim *s, int k, touches *f) {
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

// The anchor houses with a swivel and a D-shackle with meshes among the first links. Both touch by regions, pass over
// the bolster and end in the pipe.
static void mesh_links_touch_and_enter_the_pipe(void **state) {
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
    scenario sc = load_scenario(SCENARIO);
    sc.start.depth = 3;
    sim *s = create_sim(&sc);
    touches f[PARTS] = {{0}};
    double start[PARTS];
    for (int i = 0; i < PARTS; i++) {
        assert_true(deck_of(s)->special[part[i].special].meshed);
        assert_int_equal(deck_of(s)->special[part[i].special].own.link, part[i].link);
        start[i] = inboard(s, part[i].link);
    }
    for (int k = 0; k < 78000; k++) {
        rt_command c = command_at(k * 1e-3);
        assert_true(sim_frame(s, &c, NULL));
        for (int i = 0; i < PARTS; i++) record_touch(s, part[i].special, &f[i]);
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
    destroy_sim(s);
    scenario_free(&sc);
}

// An end link and an enlarged link are common links of another bar diameter whose inside length is the chain's pitch.
// The links with meshes have no such shape.
static void special_links_have_their_shapes_and_masses(void **state) {
    (void)state;
    scenario sc = load_scenario(SCENARIO);
    sc.start.settle = 0;
    sim *s = create_sim(&sc);
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
    destroy_sim(s);
    scenario_free(&sc);
}

// A studless chain has the table's size (6 d by 3.35 d), the rule's mass (0.0200 d² kg/m) within 3 %, and contact by
// its own curve.
static void studless_chain_has_the_size_and_mass_of_the_table(void **state) {
    (void)state;
    scenario sc = load_scenario(HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml");
    const double d = sc.chain.bar_diameter;
    sc.chain.type = SCENARIO_CHAIN_STUDLESS;
    sc.start.depth = 3;
    sc.start.settle = 1;
    sim *s = create_sim(&sc);
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
                6414 * 9.81 * exp(-0.25 * 2.3)); // weight of the anchor less the friction (mu 0.25) over 2.3 rad
    destroy_sim(s);
    scenario_free(&sc);
}

// The cache of triangles near the links changes no bit of the state in any frame.
static void triangle_cache_changes_no_bit(void **state) {
    (void)state;
    scenario sc = load_scenario(SCENARIO);
    sc.start.depth = 3;
    sc.start.settle = 1;
    sim *a = create_sim(&sc), *b = create_sim(&sc);
    ((deck *)b->self)->link_contact.coherent = false;
    int touched = 0, frames = SANITIZED ? 300 : 3000;
    for (int k = 0; k < frames; k++) {
        rt_command c = {.lever = k < frames / 3 * 2 ? 0.5 : -0.5, .clutch = 1};
        assert_true(sim_frame(a, &c, NULL) && sim_frame(b, &c, NULL));
        if (sim_hash(a) != sim_hash(b)) fail_msg("the states differ in frame %d", k);
        touched += deck_of(a)->link_contact.set.n > 0;
    }
    assert_true(touched > frames / 3);
    destroy_sim(a);
    destroy_sim(b);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle_cache_changes_no_bit),
        cmocka_unit_test(special_links_have_their_shapes_and_masses),
        cmocka_unit_test(studless_chain_has_the_size_and_mass_of_the_table),
        cmocka_unit_test(mesh_links_touch_and_enter_the_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
