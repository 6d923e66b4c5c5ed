// SPDX-License-Identifier: MIT
// The telegraph's positions by name and by order; steps of the orders to their ends and back.
#include "rt/command/telegraph.h"
#include "tests/check.h"

static void test_positions(void **unused) {
    (void)unused;
    for (int k = 0; k < RT_TELEGRAPH_POSITIONS; k++) {
        assert_int_equal(rt_telegraph_nearest(rt_telegraph[k].engine), k);
        assert_int_equal(rt_telegraph_find(rt_telegraph[k].name), k);
        if (k) assert_true(rt_telegraph[k].engine > rt_telegraph[k - 1].engine);
    }
    assert_int_equal(rt_telegraph[rt_telegraph_find("half_astern")].engine, -600);
    assert_int_equal(rt_telegraph[rt_telegraph_find("stop")].engine, 0);
    assert_int_equal(rt_telegraph_find("half"), -1);
    assert_int_equal(rt_telegraph_find("half astern and more"), -1);
    assert_int_equal(rt_telegraph_find(""), -1);
}

// At a position its own revolutions; between two the line; astern of full astern to -1.
static void test_revolutions(void **unused) {
    (void)unused;
    double share[RT_TELEGRAPH_POSITIONS];
    rt_telegraph_standard(share);
    for (int engine = -RT_ORDER_FULL; engine <= RT_ORDER_FULL; engine++)
        CHECK_NEAR(rt_telegraph_share(share, (int16_t)engine), 1e-3 * engine, 1e-15);
    const double own[RT_TELEGRAPH_POSITIONS] = {-0.5, -0.4, -0.3, -0.2, 0, 0.25, 0.35, 0.5, 0.7, 0.9};
    for (int k = 0; k < RT_TELEGRAPH_POSITIONS; k++)
        CHECK_NEAR(rt_telegraph_share(own, rt_telegraph[k].engine), own[k], 0);
    CHECK_NEAR(rt_telegraph_share(own, 150), 0.125, 1e-15);
    CHECK_NEAR(rt_telegraph_share(own, 875), 0.8, 1e-15);
    CHECK_NEAR(rt_telegraph_share(own, -525), -0.35, 1e-15);
    CHECK_NEAR(rt_telegraph_share(own, -850), -0.75, 1e-15);
    CHECK_NEAR(rt_telegraph_share(own, -RT_ORDER_FULL), -1, 1e-15);
}

static void test_steps(void **unused) {
    (void)unused;
    rt_orders o = {0};
    o = rt_orders_step(o, RT_ORDER_ENGINE, 1);
    assert_int_equal(o.engine, 300);
    for (int k = 0; k < 20; k++) o = rt_orders_step(o, RT_ORDER_ENGINE, -1);
    assert_int_equal(o.engine, -700);
    o = rt_orders_step(o, RT_ORDER_ENGINE, 0);
    assert_int_equal(o.engine, 0);
    o = rt_orders_step(o, RT_ORDER_RUDDER, -1);
    assert_int_equal(o.rudder, -142); // 5 deg of 35
    for (int k = 0; k < 20; k++) o = rt_orders_step(o, RT_ORDER_RUDDER, 1);
    assert_int_equal(o.rudder, RT_ORDER_FULL);
    for (int k = 0; k < 7; k++) o = rt_orders_step(o, RT_ORDER_RUDDER, -1);
    assert_int_equal(o.rudder, 0); // back in as many steps
    o = rt_orders_step(o, RT_ORDER_THRUSTER, 3);
    assert_int_equal(o.thruster, 750);
    o.rudder = 300; // set by the slider: the next multiple
    assert_int_equal(rt_orders_step(o, RT_ORDER_RUDDER, 1).rudder, 428);
    assert_int_equal(rt_orders_step(o, RT_ORDER_RUDDER, 0).rudder, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions), cmocka_unit_test(test_revolutions),
                                       cmocka_unit_test(test_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
