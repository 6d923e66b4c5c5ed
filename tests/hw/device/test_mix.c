// SPDX-License-Identifier: MIT
// Several devices as one: each role comes from its source; the worst source decides age, fault and dead-man.
#include "hw/device/mix.h"
#include "tests/check.h"
#include <string.h>

#define MS INT64_C(1000000)

// A device whose input the test publishes.
static void write_identity(const hw_device *d, hw_identity *out) {
    snprintf(out->name, sizeof out->name, "puppet");
    snprintf(out->id, sizeof out->id, "%p", d->self);
}

static int polled, shown, closed;
static hw_feedback told[3]; // to each source
static hw_device mix;
static void count_poll(hw_device *d, int64_t now_ns) {
    (void)d, (void)now_ns;
    polled++;
}
static void count_shown(hw_device *d, const hw_feedback *f) {
    shown++;
    for (int i = 0; i < 3; i++)
        if (d == hw_mix_source(&mix, i)) told[i] = *f;
}
static void count_close(hw_device *d) {
    (void)d;
    closed++;
}

static const hw_device_ops puppet = {
    .kind = "puppet", .poll = count_poll, .identity = write_identity, .feedback = count_shown, .close = count_close};

enum { A, B, C, SOURCES }; // A: lever, clutch and stopper; B: brake, release, buttons; C: emergency stop only

static rt_input says[SOURCES];

static void open_with(int remote) {
    static rt_diag d;
    const int of[HW_ROLES] = {[HW_ROLE_LEVER] = A,   [HW_ROLE_BRAKE] = B,   [HW_ROLE_CLUTCH] = A,
                              [HW_ROLE_RELEASE] = B, [HW_ROLE_BUTTONS] = B, [HW_ROLE_STOPPER] = A};
    polled = shown = closed = 0;
    assert_int_equal(hw_mix_open(&mix, SOURCES, of, remote, &d), RT_OK);
    for (int i = 0; i < SOURCES; i++) {
        assert_int_equal(hw_device_init(hw_mix_source(&mix, i), &puppet, 1, &d), RT_OK);
        says[i] = (rt_input){.t_ns = (100 + i) * MS, .dead_man = true, .has_device = true};
    }
}

static int open_mix(void **state) {
    (void)state;
    open_with(HW_NO_REMOTE);
    return 0;
}

// C is the remote position.
static int open_with_remote(void **state) {
    (void)state;
    open_with(C);
    return 0;
}

static int close_mix(void **state) {
    (void)state;
    hw_device_close(&mix);
    return closed == SOURCES ? 0 : -1;
}

static rt_input said(void) {
    for (int i = 0; i < SOURCES; i++) hw_device_publish(hw_mix_source(&mix, i), &says[i]);
    return *hw_device_input(&mix);
}

static void test_roles(void **state) {
    (void)state;
    for (int i = 0; i < SOURCES; i++) {
        says[i].lever = 0.1 * (i + 1);
        says[i].brake = 0.2 * (i + 1);
    }
    says[A].clutch = says[A].stopper = says[B].release = says[B].reset = true;
    rt_input in = said();
    CHECK_NEAR(in.lever, 0.1, 0);
    CHECK_NEAR(in.brake, 0.4, 0);
    assert_true(in.clutch && in.stopper && in.release && in.reset && in.dead_man && in.has_device);
    assert_false(in.estop);
    says[A] = (rt_input){.t_ns = 1, .dead_man = true, .has_device = true, .reset = true, .release = true};
    says[B] = (rt_input){.t_ns = 1, .dead_man = true, .has_device = true, .clutch = true, .stopper = true};
    in = said();
    assert_false(in.clutch || in.stopper || in.release || in.reset); // of sources without that role
    for (int i = 0; i < SOURCES; i++) says[i].no_brake = i != B;
    assert_false(said().no_brake); // B has the brake
    says[B].no_brake = true;
    assert_true(said().no_brake);
    says[B].bridge = RT_GIVES_RUDDER, says[B].orders = (rt_orders){1, 2, 3};
    says[C].bridge = RT_GIVES_ALL, says[C].orders = (rt_orders){4, 5, 6};
    in = said();
    assert_true(in.bridge == RT_GIVES_ALL && in.orders.engine == 4 && in.orders.rudder == 2 && in.orders.thruster == 6);
    says[C].bridge = 0;
    assert_int_equal(said().bridge, RT_GIVES_RUDDER);
    // what a script or a recording says without a role
    says[C].pull = (rt_pull){.kind = RT_PULL_BODY, .number = 3};
    says[C].controls = RT_CONTROL_BELL, says[A].controls = RT_CONTROL_SLOW;
    in = said();
    assert_int_equal(in.pull.number, 3);
    assert_int_equal(in.controls, RT_CONTROL_BELL | RT_CONTROL_SLOW);
}

static void test_age_of_the_oldest(void **state) {
    (void)state;
    assert_int_equal(said().t_ns, 100 * MS);
    assert_int_equal(said().heard_ns, 100 * MS); // they are polled
    says[A].t_ns = 500 * MS;
    assert_int_equal(said().t_ns, 101 * MS);
    assert_int_equal(said().heard_ns, 101 * MS);
    says[C].t_ns = 3; // carries no role
    says[C].has_device = false;
    rt_input in = said();
    assert_int_equal(in.t_ns, 101 * MS);
    assert_true(in.has_device);
    says[B].has_device = false; // unplugged
    assert_false(said().has_device);
    says[B] = (rt_input){0}; // was never there
    in = said();
    assert_int_equal(in.t_ns, 0);
    assert_false(in.has_device);
}

static void test_faults_and_dead_man(void **state) {
    (void)state;
    says[B].fault = RT_FAULT_STUCK;
    assert_int_equal(said().fault, RT_FAULT_STUCK);
    says[B].fault = RT_FAULT_NONE;
    says[C].fault = RT_FAULT_RANGE;
    says[C].dead_man = false;
    rt_input in = said();
    assert_int_equal(in.fault, RT_FAULT_NONE);
    assert_true(in.dead_man);
    says[A].dead_man = false;
    assert_false(said().dead_man);
}

static void test_stop_counts_from_each(void **state) {
    (void)state;
    for (int i = 0; i < SOURCES; i++) {
        says[i].estop = true;
        assert_true(said().estop);
        says[i].has_device = false; // the last input of an unplugged device presses no button now
        assert_false(said().estop);
        says[i].has_device = true;
        says[i].estop = false;
    }
    says[A] = (rt_input){0}; // absent; the stop of another counts all the same
    says[C].estop = true;
    rt_input in = said();
    assert_true(in.estop && in.has_device);
    assert_int_equal(in.t_ns, 0);
}

// With the conditioning: the loss of one of two sources leads to fail-safe 300 ms later.
static void test_loss_of_one_source(void **state) {
    (void)state;
    for (int lost = A; lost <= B; lost++) {
        const rt_command_limits l = rt_command_limits_default();
        rt_conditioner c = rt_conditioner_start(1, true);
        rt_events events = 0;
        for (int k = 1; k <= 2000; k++) {
            int64_t now = 1000 * MS + k * MS;
            for (int i = 0; i < SOURCES; i++)
                if (i != lost || k <= 1000) says[i].t_ns = now;
            says[A].lever = k > 10 ? 0.5 : 0;
            rt_input in = said();
            rt_command out = rt_command_condition(&c, &l, &in, now, 1e-3, &events);
            rt_safety expected = k < 1100 ? RT_SAFETY_ACTIVE : k < 1300 ? RT_SAFETY_STALE : RT_SAFETY_FAILSAFE;
            if (c.state != expected) fail_msg("frame %d: %s", k, rt_safety_name(c.state));
            if (k >= 1300) CHECK_NEAR(out.lever, 0, 0);
        }
    }
}

static void test_passes_on(void **state) {
    (void)state;
    hw_identity id;
    const hw_feedback f = {0};
    hw_device_poll(&mix, MS);
    hw_device_feedback(&mix, &f);
    hw_device_event(&mix, NULL); // no source has an event function
    assert_int_equal(polled, SOURCES);
    assert_int_equal(shown, SOURCES);
    hw_device_identity(&mix, &id);
    assert_string_equal(id.kind, "mix");
    assert_string_equal(id.name,
                        "lever by puppet, brake by puppet, clutch by puppet, release by puppet, buttons by puppet, "
                        "stopper by puppet");
}

static void test_shortest_thresholds(void **state) {
    (void)state;
    hw_mix_source(&mix, A)->thresholds = (hw_thresholds){200 * MS, 0, 0.08};
    hw_mix_source(&mix, B)->thresholds = (hw_thresholds){150 * MS, 400 * MS, 0};
    hw_mix_source(&mix, C)->thresholds = (hw_thresholds){1, 1, 1e-3}; // carries no role
    hw_mix_ready(&mix);
    assert_int_equal(mix.thresholds.stale_ns, 150 * MS);
    assert_int_equal(mix.thresholds.failsafe_ns, 300 * MS); // A's, by default
    CHECK_NEAR(mix.thresholds.neutral, 0.05, 0);            // B's
}

// Only the selected position has command, with all its roles and its health; the other one changes nothing.
static void test_selected_position_has_command(void **state) {
    (void)state;
    says[A].lever = 0.5, says[A].clutch = says[A].stopper = true;
    says[B].brake = 0.6, says[B].release = says[B].reset = true;
    says[C].lever = -0.25, says[C].brake = 0.1, says[C].no_brake = true;
    rt_input in = said();
    CHECK_NEAR(in.lever, 0.5, 0);
    CHECK_NEAR(in.brake, 0.6, 0);
    assert_true(in.clutch && in.stopper && in.release && in.reset && !in.no_brake);
    assert_int_equal(in.t_ns, 100 * MS);
    assert_int_equal(in.controls, 0);
    hw_device_select(&mix, true);
    in = said();
    CHECK_NEAR(in.lever, -0.25, 0);
    CHECK_NEAR(in.brake, 0.1, 0);
    assert_false(in.clutch || in.stopper || in.release || in.reset);
    assert_true(in.no_brake);
    assert_int_equal(in.t_ns, 102 * MS);
    assert_int_equal(in.controls, RT_CONTROL_REMOTE);
    says[A] = says[B] = (rt_input){.fault = RT_FAULT_STUCK}; // lost, dead-man released
    in = said();
    assert_true(in.has_device && in.dead_man);
    assert_int_equal(in.fault, RT_FAULT_NONE);
    says[C].dead_man = false;
    assert_false(said().dead_man);
    hw_device_select(&mix, false);
    in = said();
    assert_false(in.has_device);
    assert_int_equal(in.controls, 0);
    says[A].controls = RT_CONTROL_REMOTE; // the selector of a script
    in = said();
    assert_true(in.has_device);
    CHECK_NEAR(in.lever, -0.25, 0);
    assert_int_equal(in.controls, RT_CONTROL_REMOTE);
}

static void test_stop_counts_from_both_positions(void **state) {
    (void)state;
    for (int remote = 0; remote < 2; remote++)
        for (int i = 0; i < SOURCES; i++) {
            hw_device_select(&mix, remote);
            says[i].estop = true;
            assert_true(said().estop);
            says[i].estop = false;
            assert_false(said().estop);
        }
}

// The lamp "armed" is lit at the position that has command only; a stop shows at both.
static void test_positions_show_who_has_command(void **state) {
    (void)state;
    hw_feedback f = {.state = HW_HOST_ACTIVE, .set_brake = 0.5, .tension_n = 7};
    for (int remote = 0; remote < 2; remote++) {
        hw_device_select(&mix, remote);
        said();
        hw_device_feedback(&mix, &f);
        for (int i = 0; i < SOURCES; i++) {
            bool has = remote == (i == C);
            assert_int_equal(told[i].state, has ? HW_HOST_ACTIVE : HW_HOST_DISARMED);
            assert_int_equal(told[i].without_command, !has);
            CHECK_NEAR(told[i].set_brake, 0.5, 0);
            CHECK_NEAR(told[i].tension_n, 7, 0);
        }
        f.state = HW_HOST_ESTOP;
        hw_device_feedback(&mix, &f);
        for (int i = 0; i < SOURCES; i++) assert_int_equal(told[i].state, HW_HOST_ESTOP);
        f.state = HW_HOST_ACTIVE;
    }
}

static void test_thresholds_of_both_positions(void **state) {
    (void)state;
    hw_identity id;
    hw_mix_source(&mix, C)->thresholds = (hw_thresholds){50 * MS, 0, 0.02};
    hw_mix_ready(&mix);
    assert_int_equal(mix.thresholds.stale_ns, 50 * MS);
    CHECK_NEAR(mix.thresholds.neutral, 0.02, 0);
    hw_device_identity(&mix, &id);
    if (strncmp(id.name, "remote by puppet, lever by puppet, ", 35) != 0) fail_msg("%s", id.name);
}

#define R(f) cmocka_unit_test_setup_teardown(f, open_with_remote, close_mix)
#define T(f) cmocka_unit_test_setup_teardown(f, open_mix, close_mix)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(test_roles),
        T(test_age_of_the_oldest),
        T(test_faults_and_dead_man),
        T(test_stop_counts_from_each),
        T(test_passes_on),
        T(test_loss_of_one_source),
        T(test_shortest_thresholds),
        R(test_selected_position_has_command),
        R(test_stop_counts_from_both_positions),
        R(test_positions_show_who_has_command),
        R(test_thresholds_of_both_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
