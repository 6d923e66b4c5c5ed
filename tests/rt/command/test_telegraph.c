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
    assert_int_equal(o.spare, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions), cmocka_unit_test(test_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
