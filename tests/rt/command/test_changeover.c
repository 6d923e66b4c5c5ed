// SPDX-License-Identifier: MIT
// Changeover of the command between the local and the remote position: the drive stops, the position that takes over
// acts after its lever was at neutral with no button held, its other controls move nothing, and stops act at all times.
#include "rt/command/command.h"
#include "tests/check.h"

#define MS ((int64_t)1000000)

typedef struct fixture {
    rt_conditioner c;
    rt_command_limits l;
    int64_t now;
    rt_events events; // of the last frames
    rt_command out;
} fixture;

static fixture begin(void) {
    return (fixture){.c = rt_conditioner_start(1, true), .l = rt_command_limits_default(), .now = 5000 * MS};
}

// Input of the position that has command.
static rt_input hand(bool remote, double lever, double brake) {
    return (rt_input){.lever = lever,
                      .brake = brake,
                      .clutch = true,
                      .dead_man = true,
                      .has_device = true,
                      .controls = remote ? RT_CONTROL_REMOTE : 0};
}

// Frames of 1 ms with fresh input; returns the last command.
static rt_command advance(fixture *f, int frames, rt_input in) {
    f->events = 0;
    for (int k = 0; k < frames; k++) {
        rt_events events;
        f->now += MS;
        in.t_ns = f->now;
        f->out = rt_command_condition(&f->c, &f->l, &in, f->now, 1e-3, &events);
        f->events |= events;
    }
    return f->out;
}

static bool waits(const fixture *f) { return f->out.controls & RT_CONTROL_WAITS; }
static bool changed_over(const fixture *f) { return f->events >> RT_EVENT_CHANGEOVER & 1; }

// Heaves at the local position with a brake of 0.3.
static fixture heave(void) {
    fixture f = begin();
    advance(&f, 10, hand(false, 0, 1));
    rt_command c = advance(&f, 1000, hand(false, 0.8, 0.3));
    CHECK_NEAR(c.lever, 0.8, 0);
    CHECK_NEAR(c.brake, 0.3, 0);
    assert_false(changed_over(&f) || waits(&f));
    return f;
}

// At neutral: the drive stops in that frame, and the new position has command at once.
static void position_at_neutral_takes_command(void **state) {
    (void)state;
    fixture f = heave();
    rt_command c = advance(&f, 1, hand(true, 0, 0.3));
    assert_true(changed_over(&f));
    assert_false(waits(&f));
    CHECK_NEAR(c.lever, 0, 0);
    CHECK_NEAR(c.brake, 0.3, 0);
    assert_true(c.controls & RT_CONTROL_REMOTE && !c.failsafe);
    c = advance(&f, 100, hand(true, -0.5, 0.3));
    CHECK_NEAR(c.lever, -0.2, 1e-9); // at 2 /s
    c = advance(&f, 1, hand(false, 0, 0.3));
    assert_true(changed_over(&f)); // and back
    CHECK_NEAR(c.lever, 0, 0);
    assert_false(c.controls & RT_CONTROL_REMOTE);
}

// Not at neutral: nothing passes until the lever was at neutral once.
static void position_off_neutral_is_refused(void **state) {
    (void)state;
    fixture f = heave();
    rt_input in = hand(true, 1, 0.1);
    in.clutch = false;
    in.stopper = true;
    rt_command c = advance(&f, 1, in);
    CHECK_NEAR(c.lever, 0, 0);
    c = advance(&f, 3000, in);
    assert_true(waits(&f));
    assert_int_equal(f.c.state, RT_SAFETY_ACTIVE);
    CHECK_NEAR(c.lever, 0, 0);
    CHECK_NEAR(c.brake, 0.3, 0);
    assert_true(c.clutch && !c.stopper && !c.failsafe);
    in.lever = 0.05; // neutral ends below this
    assert_true((advance(&f, 10, in), waits(&f)));
    in.lever = -0.049;
    c = advance(&f, 1, in);
    assert_false(waits(&f));
    assert_true(c.clutch && !c.stopper); // held until their controls match
    CHECK_NEAR(c.brake, 0.3, 0);         // held until its control has been there
    in.lever = 1;
    c = advance(&f, 1000, in);
    CHECK_NEAR(c.lever, 1, 0);
    CHECK_NEAR(c.brake, 0.3, 0);
    assert_true(c.clutch && !c.stopper);
    in.brake = 0.3;
    advance(&f, 1, in);
    in.brake = 0.1, in.clutch = true, in.stopper = false;
    c = advance(&f, 1000, in);
    CHECK_NEAR(c.brake, 0.1, 0);
    in.clutch = false, in.stopper = true;
    c = advance(&f, 1, in);
    assert_true(!c.clutch && c.stopper);
}

// A button held through the changeover is not at neutral, and does nothing until it is pressed anew.
static void held_buttons_are_refused(void **state) {
    (void)state;
    fixture f = heave();
    rt_input in = hand(true, 0, 0.3);
    in.release = true;
    rt_command c = advance(&f, 500, in);
    assert_true(waits(&f) && !c.release && !c.failsafe);
    in.release = false;
    advance(&f, 1, in);
    assert_false(waits(&f));
    in.release = true;
    c = advance(&f, 1, in);
    assert_true(c.release && c.failsafe);
    in.release = false;
    advance(&f, 1, in);
    assert_int_equal(f.c.state, RT_SAFETY_FAILSAFE);
    in.controls = 0; // back, with the reset held
    in.reset = true;
    c = advance(&f, 500, in);
    assert_true(c.failsafe);
    in.reset = false;
    advance(&f, 1, in);
    in.reset = true;
    c = advance(&f, 1, in);
    assert_false(c.failsafe);
}

// The emergency release of the position that lost command ends; fail-safe stays until a reset of the new one.
static void release_ends_with_the_command(void **state) {
    (void)state;
    fixture f = heave();
    rt_input in = hand(false, 0, 0.3);
    in.release = true;
    assert_true(advance(&f, 100, in).release);
    in = hand(true, 0, 0.3);
    in.release = true; // pressed there too
    rt_command c = advance(&f, 100, in);
    assert_true(!c.release && c.failsafe);
    in.release = false;
    advance(&f, 1, in);
    in.reset = true;
    assert_false(advance(&f, 1, in).failsafe);
}

// An emergency stop acts while a position waits, and a signal that is lost there leads to fail-safe.
static void stops_act_while_a_position_waits(void **state) {
    (void)state;
    fixture f = heave();
    rt_input in = hand(true, 1, 0.3);
    advance(&f, 10, in);
    in.estop = true;
    rt_command c = advance(&f, 1, in);
    assert_true(c.failsafe && f.c.estop_latched);
    in.estop = false;
    in.reset = true; // not at neutral
    assert_true(advance(&f, 1, in).failsafe);
    in.reset = false, in.lever = 0;
    advance(&f, 1, in);
    in.reset = true;
    c = advance(&f, 1, in);
    assert_true(!c.failsafe && !f.c.estop_latched && !waits(&f));

    f = heave();
    in = hand(true, 1, 0.3);
    advance(&f, 10, in);
    for (int k = 0; k < 299; k++) {
        f.now += MS;
        in.t_ns = f.now - (k + 1) * MS;
        f.out = rt_command_condition(&f.c, &f.l, &in, f.now, 1e-3, &f.events);
        CHECK_NEAR(f.out.lever, 0, 0);
    }
    assert_int_equal(f.c.state, RT_SAFETY_STALE);
    f.now += MS;
    assert_true(rt_command_condition(&f.c, &f.l, &in, f.now, 1e-3, &f.events).failsafe);
}

// A position without signal takes command: the drive stops at once, fail-safe follows.
static void silent_position_stops_the_drive(void **state) {
    (void)state;
    fixture f = heave();
    rt_input silent = {.controls = RT_CONTROL_REMOTE};
    rt_command c = rt_command_condition(&f.c, &f.l, &silent, f.now + MS, 1e-3, &f.events);
    CHECK_NEAR(c.lever, 0, 0);
    assert_true(c.failsafe);
}

// A brake without a control at the new position stays until its lever leaves neutral.
static void position_without_brake_holds_it(void **state) {
    (void)state;
    fixture f = heave();
    rt_input in = hand(true, 0, 0);
    in.no_brake = true;
    CHECK_NEAR(advance(&f, 1000, in).brake, 0.3, 0);
    in.lever = 0.5;
    CHECK_NEAR(advance(&f, 1000, in).brake, 0, 0);
}

// The commands as input again, as by the device "recording", give the same commands.
static void commands_reproduce_themselves(void **state) {
    (void)state;
    static rt_command first[6000];
    fixture f = begin();
    for (int k = 0; k < 6000; k++) {
        bool remote = k / 1500 % 2;
        double lever = k < 10 ? 0 : k < 1900 ? 0.7 : k < 2000 ? 0 : k < 4700 ? -0.6 : k < 4800 ? 0 : 1;
        first[k] = advance(&f, 1, hand(remote, lever, k % 400 < 200 ? 0.2 : 0.5));
    }
    f = begin();
    for (int k = 0; k < 6000; k++) {
        rt_input in = hand(false, first[k].lever, first[k].brake);
        in.dead_man = first[k].lever != 0; // as rt/script/recording.c
        in.controls = first[k].controls;
        rt_command c = advance(&f, 1, in);
        if (c.lever != first[k].lever || c.brake != first[k].brake || c.controls != first[k].controls)
            fail_msg("frame %d: lever %g, expected %g; brake %g, expected %g; controls %x, expected %x", k, c.lever,
                     first[k].lever, c.brake, first[k].brake, c.controls, first[k].controls);
    }
}

// After a rewind the selector's difference from the moment is a changeover.
static void rewind_keeps_the_position(void **state) {
    (void)state;
    fixture f = heave();
    const rt_command moment = f.out;
    advance(&f, 100, hand(true, 0, 0.3));
    rt_conditioner_resume(&f.c, &moment);
    rt_command c = advance(&f, 1, hand(true, 0, 0.3));
    assert_true(changed_over(&f));
    CHECK_NEAR(c.lever, 0, 0);
    rt_conditioner_resume(&f.c, &moment);
    advance(&f, 1, hand(false, 0.8, 0.3));
    assert_false(changed_over(&f));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position_at_neutral_takes_command), cmocka_unit_test(position_off_neutral_is_refused),
        cmocka_unit_test(held_buttons_are_refused),          cmocka_unit_test(release_ends_with_the_command),
        cmocka_unit_test(stops_act_while_a_position_waits),  cmocka_unit_test(silent_position_stops_the_drive),
        cmocka_unit_test(position_without_brake_holds_it),   cmocka_unit_test(commands_reproduce_themselves),
        cmocka_unit_test(rewind_keeps_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
