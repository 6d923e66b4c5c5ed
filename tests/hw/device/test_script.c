// SPDX-License-Identifier: MIT
// The script device plays its rows on the loop's clock, with a stamp at every poll; two runs give the same bits.
#include "hw/device/script.h"
#include "rt/base/alloc_count.h"
#include "rt/frame/clock.h"
#include "tests/check.h"
#include <SDL.h>
#include <stdlib.h>
#include <string.h>

#define MS INT64_C(1000000)

// t, lever, brake, clutch, dead_man, estop, reset, release
static double rows[][RT_SCRIPT_COLUMNS] = {
    {0.0, 0.0, 1.0, 1, 1, 0, 0, 0}, {1.0, 0.0, 0.0, 1, 1, 0, 0, 0}, {3.0, 0.5, 0.0, 0, 1, 0, 0, 0},
    {4.0, 0.5, 0.0, 0, 0, 1, 0, 0}, {5.0, 0.5, 0.0, 0, 1, 0, 1, 1},
};
static const rt_script script = {.row = rows, .n = 5};

static rt_input poll_at(hw_device *d, int64_t now_ns) {
    hw_device_poll(d, now_ns);
    return *hw_device_input(d);
}

static void test_plays_the_rows(void **state) {
    (void)state;
    static rt_diag diag;
    hw_device d;
    const int64_t zero = 7000 * MS; // the clock's time at the start of the run
    assert_int_equal(hw_script_open(&d, &script, "weigh.csv", zero, &diag), RT_OK);
    assert_int_equal(hw_device_input(&d)->t_ns, 0);
    rt_input in = poll_at(&d, zero);
    assert_int_equal(in.t_ns, zero);
    CHECK_NEAR(in.brake, 1.0, 0.0);
    assert_true(in.has_device && in.clutch && in.dead_man);
    in = poll_at(&d, zero + 250 * MS);
    CHECK_NEAR(in.brake, 0.75, 1e-15);
    in = poll_at(&d, zero + 2000 * MS);
    CHECK_NEAR(in.lever, 0.25, 1e-15);
    assert_true(in.clutch);
    assert_false(poll_at(&d, zero + 3000 * MS).clutch);
    in = poll_at(&d, zero + 4000 * MS);
    assert_true(in.estop);
    assert_false(in.dead_man || in.reset);
    in = poll_at(&d, zero + 5000 * MS);
    assert_true(in.reset && in.dead_man);
    assert_false(in.estop);
    in = poll_at(&d, zero + 90000 * MS); // after the last row: values hold, stamps continue
    CHECK_NEAR(in.lever, 0.5, 0.0);
    assert_int_equal(in.t_ns, zero + 90000 * MS);
    hw_identity id;
    hw_device_identity(&d, &id);
    assert_string_equal(id.kind, "script");
    assert_string_equal(id.name, "weigh.csv");
    SDL_Event e = {.type = SDL_QUIT};
    hw_device_event(&d, &e); // ignored
    hw_device_close(&d);
}

// A row at a whole millisecond takes effect in the frame of that millisecond, whatever the rounding.
static void test_rows_take_effect_in_their_frame(void **state) {
    (void)state;
    enum { N = 20000 };
    static rt_diag diag;
    hw_device d;
    double(*row)[RT_SCRIPT_COLUMNS] = calloc(N, sizeof *row);
    assert_non_null(row);
    for (int i = 0; i < N; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d.%03d", i / 1000, i % 1000);
        row[i][RT_SCRIPT_T] = strtod(text, NULL); // as read from a script file
        row[i][RT_SCRIPT_CLUTCH] = i % 2;
    }
    const rt_script each_ms = {.row = row, .n = N};
    assert_int_equal(hw_script_open(&d, &each_ms, "each ms", 0, &diag), RT_OK);
    for (int i = 0; i < N; i++) assert_int_equal(poll_at(&d, i * MS).clutch, i % 2);
    hw_device_close(&d);
    free(row);
}

// As in software-in-the-loop: a manual clock and the conditioning. The input is armed from the first frame on and never
// stale.
static void run(rt_command *out, int n) {
    static rt_diag diag;
    const rt_command_limits limits = rt_command_limits_default();
    rt_clock clock = rt_clock_manual();
    rt_conditioner c = rt_conditioner_start(1.0, true);
    hw_device d;
    const int64_t zero = rt_clock_now_ns(&clock);
    assert_int_equal(hw_script_open(&d, &script, "weigh.csv", zero, &diag), RT_OK);
    for (int i = 0; i < n; i++) {
        rt_events events;
        rt_clock_sleep_until(&clock, zero + i * MS);
        int64_t now = rt_clock_now_ns(&clock);
        hw_device_poll(&d, now);
        out[i] = rt_command_condition(&c, &limits, hw_device_input(&d), now, 1e-3, &events);
        const rt_events arms = RT_EVENT_BIT(RT_EVENT_DISARMED) | RT_EVENT_BIT(RT_EVENT_ACTIVE);
        const rt_events stops = RT_EVENT_BIT(RT_EVENT_ESTOP) | RT_EVENT_BIT(RT_EVENT_FAILSAFE);
        assert_int_equal(events, i == 0 ? arms : i == 4000 ? stops : i == 5000 ? RT_EVENT_BIT(RT_EVENT_RELEASE) : 0);
    }
    hw_device_close(&d);
}

static void test_in_the_loop(void **state) {
    (void)state;
    enum { N = 5500 };
    static rt_command first[N], second[N];
    run(first, N);
    run(second, N);
    assert_memory_equal(first, second, sizeof first);
    assert_false(first[0].failsafe);
    CHECK_NEAR(first[2000].lever, 0.25, 1e-12);
    assert_int_equal(first[2999].clutch, 1);
    assert_int_equal(first[3000].clutch, 0);
    CHECK_NEAR(first[3999].lever, 0.5, 0.0);
    assert_true(first[4000].failsafe);
    assert_true(first[5400].failsafe); // reset with the lever not at neutral arms nothing
}

static void test_frame_allocates_nothing(void **state) {
    (void)state;
    static rt_diag diag;
    hw_device d;
    if (!rt_alloc_count_available()) {
        print_message("skipped: allocations are not counted under a sanitizer\n");
        skip();
    }
    assert_int_equal(hw_script_open(&d, &script, "weigh.csv", 0, &diag), RT_OK);
    double sum = 0.0;
    uint64_t before = rt_alloc_count();
    rt_alloc_guard_begin();
    for (int i = 0; i < 6000; i++) sum += poll_at(&d, i * MS).lever;
    rt_alloc_guard_end();
    assert_int_equal(rt_alloc_count(), before);
    assert_true(sum > 0.0);
    hw_device_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays_the_rows),
        cmocka_unit_test(test_rows_take_effect_in_their_frame),
        cmocka_unit_test(test_in_the_loop),
        cmocka_unit_test(test_frame_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
