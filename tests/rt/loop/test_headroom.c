// SPDX-License-Identifier: MIT
#include "rt/loop/headroom.h"
#include "tests/check.h"
#include <string.h>

#define MS ((int64_t)1000000)
static rt_loop_stats loop;

static int setup(void **state) {
    (void)state;
    memset(&loop, 0, sizeof loop);
    loop.budget_ns = MS;
    return 0;
}

static void count_miss(uint64_t frame, rt_miss_cause cause) {
    if (cause == RT_MISS_OWN_WORK)
        loop.own[loop.cause_count[cause] % RT_LOOP_OWN] = (rt_miss){.times.frame = frame, .cause = cause};
    loop.misses++;
    loop.cause_count[cause]++;
}

// The load rises by a fiftieth of the budget every 500 frames; misses of other causes do not stop it.
static void load_rises_to_the_first_own_miss(void **state) {
    (void)state;
    headroom h = {0};
    for (uint64_t n = 0; n < 3 * HEADROOM_STAGE + 10; n++) {
        assert_int_equal(headroom_load(&h, &loop), (int64_t)(n / HEADROOM_STAGE) * (MS / 50));
        if (n % 7 == 0) count_miss(n, n % 2 ? RT_MISS_HOST : RT_MISS_SLOW_PROCESSOR);
    }
    assert_false(h.found);
    count_miss(1510, RT_MISS_OWN_WORK);
    count_miss(1511, RT_MISS_BACKLOG);
    assert_int_equal(headroom_load(&h, &loop), 0);
    assert_true(h.found);
    assert_int_equal(h.first_miss, 1510);
    assert_int_equal(h.margin_ns, 2 * MS / 50); // the last load of a whole stage without an own miss
    assert_int_equal(h.load_ns, 3 * MS / 50);
}

static void margin_is_zero_after_a_miss_without_load(void **state) {
    (void)state;
    headroom h = {0};
    headroom_load(&h, &loop);
    count_miss(0, RT_MISS_OWN_WORK);
    headroom_load(&h, &loop);
    assert_true(h.found);
    assert_int_equal(h.margin_ns, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(load_rises_to_the_first_own_miss, setup),
        cmocka_unit_test_setup(margin_is_zero_after_a_miss_without_load, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
