// SPDX-License-Identifier: MIT
// The log of blows: begin and end of a blow, the list of the hardest, and every bound with its count.
#include "tests/check.h"

#include "rt/judge/blow_log.h"
#include <math.h>

#define H 1e-3

static double now; // end of the last frame [s]

static void frame(blow_log *log, const blow_touch *touch, int n) {
    now += H;
    blow_log_update(log, touch, n, now, H);
}

static void quiet(blow_log *log, int frames) {
    for (int k = 0; k < frames; k++) frame(log, NULL, 0);
}

// An elastic blow of n frames on the contact `identity` at x: force P sin, speed v cos.
static void strike(blow_log *log, int64_t identity, double x, double peak, double v, int n) {
    for (int k = 1; k < n; k++) {
        double phase = M_PI * k / n;
        const blow_touch c = {.identity = identity,
                              .struck = k == 1,
                              .point = {x, 0, 0},
                              .normal = {0, 0, 1},
                              .force = peak * sin(phase),
                              .elastic_force = peak * sin(phase),
                              .rate = v * cos(phase),
                              .approach = v};
        frame(log, &c, 1);
    }
    quiet(log, 1);
}

static void impulse_and_energy_are_the_integrals(void **state) {
    (void)state;
    blow_log log = {0};
    now = 0;
    const int n = 20;
    quiet(&log, 5);
    strike(&log, 1, 2, 300e3, 0.5, n);
    const blow *b = &log.hardest[0];
    assert_int_equal(log.begun, 1);
    assert_int_equal(log.n, 1);
    assert_int_equal(log.n_open, 0);
    // trapezoidal rule over half a sine: P h cot(pi / 2n); of sin cos over a half: 0
    CHECK_NEAR(b->impulse_ns, 300e3 * H / tan(M_PI / (2 * n)), 1e-6);
    CHECK_NEAR(b->absorbed_j, 0, 0.01 * b->energy_j);
    // up to the deepest point: integral of P v sin cos dt = P v T / (2 pi)
    double work = 300e3 * 0.5 * n * H / (2 * M_PI);
    CHECK_NEAR(b->energy_j, work, 0.02 * work);
    CHECK_NEAR(b->peak_n, 300e3, 1e-6);
    CHECK_NEAR(b->begin_s, 5 * H, 1e-12);
    CHECK_NEAR(b->duration_s, (n - 1) * H, 1e-12);
    assert_int_equal(b->frames, n - 1);
    CHECK_NEAR(b->place.x, 2, 0);
    CHECK_NEAR(log.impulse_ns, b->impulse_ns, 0);
}

static void list_keeps_the_hardest_and_counts_the_rest(void **state) {
    (void)state;
    blow_log log = {0};
    double sum = 0;
    const int blows = 3 * BLOWS_LISTED;
    for (int k = 0; k < blows; k++) strike(&log, k + 1, 0, 1e3 * (1 + (k * 7) % blows), 0.5, 10);
    assert_int_equal(log.begun, blows);
    assert_int_equal(log.n, BLOWS_LISTED);
    assert_int_equal(log.not_listed, blows - BLOWS_LISTED);
    for (int k = 0; k < BLOWS_LISTED; k++) CHECK_NEAR(log.hardest[k].peak_n, 1e3 * (blows - k), 1e-6);
    for (int k = 1; k <= blows; k++) sum += 1e3 * k * H / tan(M_PI / 20);
    CHECK_NEAR(log.impulse_ns, sum, 1e-6 * sum);
}

// A contact that stays loaded after the blow: weight on it is no part of the blow.
static void blow_ends_at_rest(void **state) {
    (void)state;
    blow_log log = {0};
    for (int k = 0; k < 1000; k++) {
        const blow_touch c = {
            .identity = 1, .struck = k == 0, .force = 1000, .rate = 0.5 * exp(-k / 2.0), .approach = 0.5};
        frame(&log, &c, 1);
    }
    assert_int_equal(log.n, 1);
    assert_int_equal(log.n_open, 0);
    assert_true(log.hardest[0].duration_s > 5e-3 && log.hardest[0].duration_s < 15e-3);
}

static void blow_ends_when_the_contact_closes_again(void **state) {
    (void)state;
    blow_log log = {0};
    for (int k = 0; k < 200; k++) {
        double phase = M_PI * k / 20;
        const blow_touch c = {.identity = 1,
                              .struck = k == 0,
                              .force = 2000 + 1000 * sin(phase),
                              .rate = 0.5 * cos(phase),
                              .approach = 0.5};
        frame(&log, &c, 1);
    }
    assert_int_equal(log.n, 1);
    CHECK_NEAR(log.hardest[0].duration_s, 32e-3, 2e-3); // three quarters of a period of 40 ms
}

static void slow_touch_is_no_blow(void **state) {
    (void)state;
    blow_log log = {0};
    const blow_touch c = {.identity = 1, .force = 1e6, .rate = 0.01, .approach = 0.02};
    for (int k = 0; k < 10; k++) frame(&log, &c, 1);
    assert_int_equal(log.begun, 0);
    assert_int_equal(log.n, 0);
}

// Two contacts close to each other become one: so do their blows.
static void blows_of_merging_contacts_merge(void **state) {
    (void)state;
    blow_log log = {0};
    blow_touch c[2] = {{.identity = 1, .struck = 1, .force = 1000, .rate = 0.5, .approach = 0.5},
                       {.identity = 2, .struck = 1, .force = 500, .rate = 0.4, .approach = 0.4, .point = {0.1, 0, 0}}};
    frame(&log, c, 2);
    c[0].struck = c[1].struck = 0;
    c[0].force = 1500;
    frame(&log, c, 1);
    frame(&log, NULL, 0);
    assert_int_equal(log.begun, 2);
    assert_int_equal(log.merged, 1);
    assert_int_equal(log.n, 1);
    CHECK_NEAR(log.hardest[0].impulse_ns, 1e-3 * (1000 + 1500 + 500), 1e-9);
    // a contact far away is another blow
    c[0].struck = c[1].struck = 1, c[1].point.x = 1;
    frame(&log, c, 2);
    quiet(&log, 1);
    assert_int_equal(log.merged, 1);
    assert_int_equal(log.n, 3);
}

// A contact that splits gets another number: the blow follows a part that began with its approach, no resting contact.
static void blow_follows_a_contact_that_splits(void **state) {
    (void)state;
    blow_log log = {0};
    blow_touch c[2] = {{.identity = 1, .struck = 1, .force = 1000, .rate = 0.5, .approach = 0.5},
                       {.identity = 2, .force = 7e4, .approach = 0.02, .point = {0.01, 0, 0}}};
    frame(&log, c, 2);
    c[0].struck = 0, c[0].identity = 3, c[0].point.x = 0.05;
    frame(&log, c, 2);
    frame(&log, c + 1, 1);
    assert_int_equal(log.begun, 1);
    assert_int_equal(log.n, 1);
    CHECK_NEAR(log.hardest[0].impulse_ns, 1e-3 * 2000, 1e-9);
    assert_int_equal(log.hardest[0].frames, 2);
}

static void blows_beyond_the_capacity_are_counted(void **state) {
    (void)state;
    blow_log log = {0};
    blow_touch c[BLOWS_FOLLOWED + 3] = {0};
    for (int k = 0; k < BLOWS_FOLLOWED + 3; k++)
        c[k] = (blow_touch){
            .identity = k + 1, .struck = 1, .force = 1000, .rate = 0.1, .approach = 0.1, .point = {k, 0, 0}};
    frame(&log, c, BLOWS_FOLLOWED + 3);
    assert_int_equal(log.begun, BLOWS_FOLLOWED + 3);
    assert_int_equal(log.not_followed, 3);
    blow_log_end(&log);
    assert_int_equal(log.n_open, 0);
    assert_int_equal(log.n, BLOWS_LISTED);
    assert_int_equal(log.not_listed, BLOWS_FOLLOWED - BLOWS_LISTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impulse_and_energy_are_the_integrals),
        cmocka_unit_test(list_keeps_the_hardest_and_counts_the_rest),
        cmocka_unit_test(blow_ends_at_rest),
        cmocka_unit_test(blow_ends_when_the_contact_closes_again),
        cmocka_unit_test(slow_touch_is_no_blow),
        cmocka_unit_test(blows_of_merging_contacts_merge),
        cmocka_unit_test(blow_follows_a_contact_that_splits),
        cmocka_unit_test(blows_beyond_the_capacity_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
