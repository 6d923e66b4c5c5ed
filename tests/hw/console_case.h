// SPDX-License-Identifier: MIT
// Fixture of the console and host tests: one rig, a moving lever, a connected session, the check of a fail-safe.
#ifndef HAWSE_TESTS_HW_CONSOLE_CASE_H
#define HAWSE_TESTS_HW_CONSOLE_CASE_H

#include "tests/check.h"
#include "tests/hw/console_rig.h"

static rig r;

static inline int32_t ramp(uint32_t t_us) { return 540 + (int32_t)(t_us / 10000 % 400); }

static inline double lever_value(int32_t count) {
    const hw_axis_map m = {.min = REFERENCE_LOW,
                           .neutral_low = REFERENCE_NEUTRAL_LOW,
                           .neutral_high = REFERENCE_NEUTRAL_HIGH,
                           .max = REFERENCE_HIGH};
    return hw_axis_value(&m, count);
}

static inline void start_connected(void) {
    rig_start(&r, 0, 1);
    the_board.closed[REFERENCE_PIN_ESTOP] = true;
    rig_run(&r, 500);
    assert_int_equal(r.host.stats.state, HW_LINK_UP);
    assert_int_equal(r.firmware.state, CONSOLE_REPORTING);
    assert_true(r.seen.has_device && !r.command.failsafe);
}

// Checks the state after the fail-safe limit without a sound report: no motion; the device is lost, not centred.
static inline void check_fail_safe(void) {
    assert_true(r.command.failsafe);
    CHECK_NEAR(r.command.lever, 0, 0);
    assert_int_equal(r.command.clutch, 1); // a loss never moves the clutch
}

#endif
