// SPDX-License-Identifier: MIT
// Rate limits of the operator's command apply in simulated time: a session that is paused, or in slow motion, with a
// device that runs by the clock.
#include "rt/session/session.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>

#define MS INT64_C(1000000)
#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"

typedef struct fixture {
    session s;
    scenario sc;
    hw_device device;
    rt_input in;
    int64_t now_ns;
    rt_diag d;
} fixture;

static fixture *f;

// A device like the window's, which the frames do not poll: the test publishes its input.
static void no_event(hw_device *d, const union SDL_Event *e) { (void)d, (void)e; }
static void no_poll(hw_device *d, int64_t now_ns) { (void)d, (void)now_ns; }
static void no_identity(const hw_device *d, hw_identity *out) { (void)d, (void)out; }
static const hw_device_ops puppet = {.kind = "puppet", .event = no_event, .poll = no_poll, .identity = no_identity};

static int setup(void **state) {
    (void)state;
    f = calloc(1, sizeof *f);
    assert_non_null(f);
    assert_int_equal(scenario_load(SCENARIO, false, &f->sc, &f->d), RT_OK);
    f->sc.start.settle = 0;
    assert_int_equal(hw_device_init(&f->device, &puppet, 1, &f->d), RT_OK);
    if (sim_create(&f->s.sim, &f->sc, &f->d) != RT_OK) fail_msg("%s", f->d.text);
    assert_int_equal(session_init(&f->s, &f->device, &f->d), RT_OK);
    session_configure(&f->s);
    f->now_ns = 1000 * MS;
    f->in = (rt_input){.brake = 1, .clutch = true, .dead_man = true, .has_device = true};
    return 0;
}

static int teardown(void **state) {
    (void)state;
    session_free(&f->s);
    scenario_free(&f->sc);
    hw_device_close(&f->device);
    free(f);
    return 0;
}

static void run_frames(int n) {
    rt_profile p;
    for (int k = 0; k < n; k++) {
        f->now_ns += MS;
        f->in.t_ns = f->now_ns;
        hw_device_publish(&f->device, &f->in);
        assert_true(session_frame(&f->s, 0, f->now_ns, &p));
    }
}

static void command_does_not_change_while_paused(void **state) {
    (void)state;
    double a_step = f->s.limits.brake_rate * f->s.sim.model.h;
    run_frames(5);
    const rt_command before = f->s.sim.command;
    CHECK_NEAR(before.brake, 1, 0);
    session_pace_run(&f->s.pace, false);
    f->in.brake = 0;
    f->in.lever = 1;
    f->in.clutch = false;
    run_frames(1000); // long enough for all commands to take full effect
    assert_int_equal(f->s.frames, 5);
    session_pace_run(&f->s.pace, true);
    run_frames(1);
    const rt_command *after = &f->s.sim.command;
    CHECK_NEAR(after->brake, 1 - a_step, 1e-12);
    CHECK_NEAR(after->lever, f->s.limits.lever_rate * f->s.sim.model.h, 1e-12);
    assert_false(after->clutch);
    run_frames(1);
    CHECK_NEAR(f->s.sim.command.brake, 1 - 2 * a_step, 1e-12);
}

static void slow_motion_slows_the_command_rates(void **state) {
    (void)state;
    run_frames(5);
    session_pace_slow(&f->s.pace, 10);
    f->in.brake = 0;
    run_frames(100);
    assert_int_equal(f->s.frames, 15);
    CHECK_NEAR(f->s.sim.command.brake, 1 - 10 * f->s.limits.brake_rate * f->s.sim.model.h, 1e-12);
}

// The conditioner's state advances while paused: an emergency stop pressed and released then is in force on resuming.
static void emergency_stop_while_paused_takes_effect(void **state) {
    (void)state;
    run_frames(5);
    session_pace_run(&f->s.pace, false);
    f->in.estop = true;
    run_frames(5);
    f->in.estop = false;
    run_frames(5);
    assert_int_equal(f->s.conditioner.state, RT_SAFETY_FAILSAFE);
    assert_int_equal(f->s.input_events[RT_EVENT_ESTOP], 1);
    session_pace_run(&f->s.pace, true);
    f->in.brake = 0;
    run_frames(3);
    assert_true(f->s.sim.command.failsafe);
    CHECK_NEAR(f->s.sim.command.brake, 1, 0);
}

// Nobody has started the run: a picture that takes long leaves it ready, not in fail-safe.
static void paused_start_outlasts_silence(void **state) {
    (void)state;
    rt_profile p;
    session_pace_run(&f->s.pace, false);
    f->in.brake = 0; // a console whose brake lever stands open: nothing moves before the start
    run_frames(5);
    for (int k = 0; k < 1000; k++) assert_true(session_frame(&f->s, 0, f->now_ns += MS, &p));
    assert_int_equal(f->s.conditioner.state, RT_SAFETY_DISARMED);
    run_frames(1);
    assert_int_equal(f->s.conditioner.state, RT_SAFETY_ACTIVE);
    session_pace_run(&f->s.pace, true);
    run_frames(5);
    for (int k = 0; k < 300; k++) assert_true(session_frame(&f->s, 0, f->now_ns += MS, &p));
    assert_int_equal(f->s.conditioner.state, RT_SAFETY_FAILSAFE);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(command_does_not_change_while_paused),
        T(slow_motion_slows_the_command_rates),
        T(emergency_stop_while_paused_takes_effect),
        T(paused_start_outlasts_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
