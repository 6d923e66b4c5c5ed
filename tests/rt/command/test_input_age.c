// SPDX-License-Identifier: MIT
// Tests ages of inputs against known times.
#include "rt/command/input_age.h"
#include "tests/check.h"
#include <string.h>

#define MS INT64_C(1000000)

static input_age age;
static picture_age picture;

static int start(void **state) {
    (void)state;
    age = (input_age){0};
    picture = (picture_age){0};
    assert_int_equal(picture_age_init(&picture), RT_OK);
    age.waiting = &picture.waiting;
    return 0;
}

static int end(void **state) {
    (void)state;
    picture_age_free(&picture);
    return 0;
}

static void use(int64_t sampled, int64_t heard, uint64_t frame, int64_t now) {
    const rt_input in = {.t_ns = sampled, .heard_ns = heard};
    input_age_record(&age, &in, frame, now);
}

static void input_counts_at_its_first_step_only(void **state) {
    (void)state;
    use(0, 0, 1, 1 * MS); // no input yet
    use(3 * MS, 4 * MS, 90, 100 * MS);
    assert_int_equal(age.heard.n, 0); // the first input may have waited for the loop
    use(105 * MS, 107 * MS, 91, 108 * MS);
    for (int64_t k = 1; k < 10; k++) use(105 * MS, 107 * MS, (uint64_t)(91 + k), (108 + k) * MS);
    assert_int_equal(age.heard.n, 1);
    assert_int_equal(age.sampled.n, 1);
    assert_int_equal(age.heard.max_ns, 1 * MS);
    assert_int_equal(age.sampled.max_ns, 3 * MS);
    use(115 * MS, 116 * MS, 101, 118 * MS);
    assert_int_equal(age.heard.n, 2);
    assert_int_equal(age.heard.max_ns, 2 * MS);
}

static void input_counts_at_its_first_picture(void **state) {
    (void)state;
    use(1, 1, 1, 2);
    use(2 * MS, 2 * MS, 3, 3 * MS);
    use(9 * MS, 9 * MS, 10, 10 * MS); // while the first picture is being drawn
    picture_age_record(&picture, 3, 10 * MS);
    assert_int_equal(picture.heard.n, 0);
    use(11 * MS, 11 * MS, 12, 12 * MS);
    use(20 * MS, 20 * MS, 21, 21 * MS); // replaces the input before within one picture
    use(29 * MS, 29 * MS, 30, 30 * MS); // after the snapshot of the picture
    picture_age_record(&picture, 29, 40 * MS);
    assert_int_equal(picture.heard.n, 2);
    assert_int_equal(picture.heard.max_ns, 29 * MS); // age of the replaced input
    picture_age_record(&picture, 29, 55 * MS);       // the same step again
    assert_int_equal(picture.heard.n, 2);
    picture_age_record(&picture, 30, 70 * MS);
    assert_int_equal(picture.heard.n, 3);
    assert_int_equal(picture.heard.max_ns, 41 * MS);
    assert_int_equal(picture.period.n, 3);
    assert_int_equal(picture.period.max_ns, 30 * MS);
}

static void steps_do_not_wait_for_pictures(void **state) {
    (void)state;
    for (int64_t k = 1; k <= 2 * INPUT_AGE_WAITING; k++) use(k * MS, k * MS, (uint64_t)k, k * MS + 1);
    assert_int_equal(age.heard.n, 2 * INPUT_AGE_WAITING - 1);
    picture_age_record(&picture, 0, 1);
    picture_age_record(&picture, 2 * INPUT_AGE_WAITING, 2 * INPUT_AGE_WAITING * MS + 1);
    assert_int_equal(picture.heard.n + picture.waiting.dropped, age.heard.n);
    age.waiting = NULL; // no drawing thread
    use(1, 1, 1, 2);
    assert_int_equal(age.heard.n, 2 * INPUT_AGE_WAITING);
}

static void rewound_run_counts_no_old_input(void **state) {
    (void)state;
    use(1, 1, 1, 2);
    picture_age_record(&picture, 1, 3);
    use(5 * MS, 5 * MS, 90, 6 * MS);
    use(7 * MS, 7 * MS, 95, 8 * MS);
    picture_age_record(&picture, 40, 9 * MS); // one input is in `next`, one in the queue
    picture_age_discard(&picture);
    picture_age_record(&picture, 100, 60000 * MS); // the rewound run reaches that step again
    assert_int_equal(picture.heard.n, 0);
    use(60001 * MS, 60001 * MS, 101, 60002 * MS);
    picture_age_record(&picture, 101, 60010 * MS);
    assert_int_equal(picture.heard.n, 1);
    assert_int_equal(picture.heard.max_ns, 9 * MS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(input_counts_at_its_first_step_only, start, end),
        cmocka_unit_test_setup_teardown(input_counts_at_its_first_picture, start, end),
        cmocka_unit_test_setup_teardown(steps_do_not_wait_for_pictures, start, end),
        cmocka_unit_test_setup_teardown(rewound_run_counts_no_old_input, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
