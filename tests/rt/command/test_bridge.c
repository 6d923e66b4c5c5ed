// SPDX-License-Identifier: MIT
// Orders by device and by keys: of each order, the one last moved acts.
#include "rt/command/bridge.h"
#include "tests/check.h"

static const rt_orders lever = {.engine = 400, .rudder = -100, .thruster = 50};

static void test_device_acts_until_keys_do(void **unused) {
    (void)unused;
    rt_bridge b = {0};
    rt_orders o = rt_bridge_orders(&b, &lever);
    assert_memory_equal(&o, &lever, sizeof o);
    rt_bridge_give(&b, RT_ORDER_RUDDER, 300);
    o = rt_bridge_orders(&b, &lever);
    assert_int_equal(o.engine, 400);
    assert_int_equal(o.rudder, 300);
    assert_int_equal(o.thruster, 50);
}

// A lever that trembles by 2 % takes nothing over, one that moves farther does, and is then followed.
static void test_moved_lever_takes_over(void **unused) {
    (void)unused;
    rt_bridge b = {0};
    rt_orders device = lever;
    for (rt_order k = 0; k < RT_ORDERS; k++) rt_bridge_give(&b, k, -900);
    for (int n = 0; n < 40; n++) {
        device.engine = (int16_t)(400 + (n % 3 - 1) * 20);
        rt_bridge_orders(&b, n ? &device : &lever);
    }
    rt_orders o = rt_bridge_orders(&b, &device);
    assert_int_equal(o.engine, -900);
    device.engine = 421;
    o = rt_bridge_orders(&b, &device);
    assert_int_equal(o.engine, 421);
    assert_int_equal(o.rudder, -900); // each order on its own
    device.engine = 420;
    o = rt_bridge_orders(&b, &device);
    assert_int_equal(o.engine, 420);
    rt_bridge_give(&b, RT_ORDER_ENGINE, 100);
    o = rt_bridge_orders(&b, &device);
    assert_int_equal(o.engine, 100);
}

// After a rewind the recorded orders act, wherever the levers stand, until one is moved.
static void test_recorded_orders_go_on(void **unused) {
    (void)unused;
    rt_bridge b = {0};
    rt_orders device = lever;
    rt_bridge_orders(&b, &device);
    rt_bridge_resume(&b, &(rt_orders){.engine = -300, .rudder = 700, .thruster = 0});
    for (int n = 0; n < 3; n++) {
        rt_orders o = rt_bridge_orders(&b, &device);
        assert_int_equal(o.engine, -300);
        assert_int_equal(o.rudder, 700);
        assert_int_equal(o.thruster, 0);
    }
    device.thruster = 200;
    rt_orders o = rt_bridge_orders(&b, &device);
    assert_int_equal(o.thruster, 200);
    assert_int_equal(o.rudder, 700);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device_acts_until_keys_do),
        cmocka_unit_test(test_moved_lever_takes_over),
        cmocka_unit_test(test_recorded_orders_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
