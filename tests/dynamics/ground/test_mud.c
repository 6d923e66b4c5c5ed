// SPDX-License-Identifier: MIT
// Mud on a block: taken up in the soil, kept in the air, washed off by the way through water and by the jets.
#include "dynamics/ground/mud.h"
#include "tests/dynamics/mechanism.h"

static const ground_soil soil = {.clings = 20};
static const ground_wash jets = {{0, 0, 5}, {0, 0, 1}, 4};
static const double along[4] = {1, 0, 0, 0};

typedef struct rig {
    mechanism k;
    int body;
    rt_command command;
    dyn_eval e;
} rig;

// A block at this height that moves with v.
static void make_block(rig *r, double height, vec3 v) {
    *r = (rig){0};
    mechanism_make(&r->k, 1e-3, vec3_make(0, 0, 0));
    const brick b = {.at = {mat3_identity(), vec3_make(0, 0, height)}, .length = 0.2, .mass = 10, .inertia = {1, 1, 1}};
    r->body = mechanism_body(&r->k, &b);
    mechanism_finish(&r->k);
    for (int i = 0; i < 2; i++) r->k.state.qd[r->k.model.body[r->body].node[i]] = v;
    r->e = dyn_eval_at(&r->k.model, &r->k.state);
    r->e.command = &r->command;
}

static double after(const rig *r, double mud, double touched) {
    return ground_mud_after(&soil, &jets, &r->e, r->body, along, mud, touched);
}

static void soil_covers_what_is_in_it(void **unused) {
    (void)unused;
    rig r;
    make_block(&r, -10, vec3_make(3, 0, 0));
    CHECK_NEAR(after(&r, 0, 0.4), 0.4, 0);
    CHECK_NEAR(after(&r, 0.4, 0.7), 0.7, 0);
    CHECK_NEAR(after(&r, 0.3, 0.3), 0.3, 0);
    CHECK_NEAR(after(&r, 0, 0), 0, 0);
    mechanism_free(&r.k);
}

// 20 m through water leave 1/e, at any speed; a body at rest and one in the air keep all.
static void water_washes_it_off(void **unused) {
    (void)unused;
    for (int k = 0; k < 2; k++) {
        rig r;
        double mud = 0.8, speed = k ? 5 : 0.5;
        make_block(&r, -10, vec3_make(0, 0, speed));
        for (int i = 0; i < (int)(20 / speed / 1e-3 + 0.5); i++) mud = after(&r, mud, 0);
        CHECK_NEAR(mud, 0.8 * exp(-1), 1e-9);
        CHECK_NEAR(after(&r, mud, 0.25), fmax(0.25, mud * exp(-speed * 1e-3 / 20)), 1e-12);
        mechanism_free(&r.k);
        make_block(&r, k ? -10 : 2, vec3_make(0, 0, k ? 0 : 5));
        CHECK_NEAR(after(&r, 0.8, 0), 0.8, 0);
        mechanism_free(&r.k);
    }
}

// In the pipe and just below its mouth, while they run.
static void jets_wash_in_the_pipe(void **unused) {
    (void)unused;
    static const struct {
        double height;
        bool reached;
    } place[] = {{3.9, false}, {4.1, true}, {7, true}, {8.9, true}, {9.1, false}};
    for (int k = 0; k < 5; k++)
        for (int on = 0; on < 2; on++) {
            rig r;
            make_block(&r, place[k].height, vec3_make(0, 0, 0));
            r.command.controls = on ? RT_CONTROL_WASH : 0;
            double mud = after(&r, 0.8, 0);
            assert_true(place[k].reached && on ? mud < 0.8 && mud > 0.799 : mud == 0.8);
            mechanism_free(&r.k);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soil_covers_what_is_in_it),
        cmocka_unit_test(water_washes_it_off),
        cmocka_unit_test(jets_wash_in_the_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
