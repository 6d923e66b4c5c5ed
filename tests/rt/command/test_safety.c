// SPDX-License-Identifier: MIT
// The safety states: every transition by table, the emergency release, faults, and invariants under random input.
#include "rt/command/command.h"
#include "tests/check.h"
#include "tests/random.h"
#include <string.h>

#define MS ((int64_t)1000000)

// Input of some frames, and the expected result.
typedef enum says { SILENT, GONE, TALKS, TALKS_FAULTY } says;

typedef struct line {
    const char *what;
    says says;
    int frames; // number of equal frames of 1 ms
    double lever;
    bool estop, reset, release, dead_man_off;
    rt_safety state;  // expected after the frames
    rt_events events; // expected in the frames
    double lever_out, tolerance;
} line;

enum {
    NONE = 0,
    LOST = RT_EVENT_BIT(RT_EVENT_DEVICE_LOST),
    BACK = RT_EVENT_BIT(RT_EVENT_DEVICE_BACK),
    DISARMED = RT_EVENT_BIT(RT_EVENT_DISARMED),
    ACTIVE = RT_EVENT_BIT(RT_EVENT_ACTIVE),
    STALE = RT_EVENT_BIT(RT_EVENT_STALE),
    FAILSAFE = RT_EVENT_BIT(RT_EVENT_FAILSAFE),
    ESTOP = RT_EVENT_BIT(RT_EVENT_ESTOP),
    RELEASE = RT_EVENT_BIT(RT_EVENT_RELEASE),
};

typedef struct fixture {
    rt_conditioner c;
    rt_command_limits l;
    rt_input in;
    int64_t now;
    rt_command out;
} fixture;

static fixture begin(void) {
    fixture f = {.c = rt_conditioner_start(1, true), .l = rt_command_limits_default(), .now = 5000 * MS};
    return f;
}

static uint32_t advance(fixture *f, const line *a) {
    uint32_t all = 0;
    for (int k = 0; k < a->frames; k++) {
        rt_events events;
        f->now += MS;
        if (a->says == TALKS || a->says == TALKS_FAULTY)
            f->in = (rt_input){.t_ns = f->now,
                               .lever = a->lever,
                               .brake = 0.25,
                               .clutch = true,
                               .dead_man = !a->dead_man_off,
                               .estop = a->estop,
                               .reset = a->reset,
                               .release = a->release,
                               .has_device = true,
                               .fault = a->says == TALKS_FAULTY ? RT_FAULT_STUCK : RT_FAULT_NONE};
        if (a->says == GONE) f->in.has_device = false;
        f->out = rt_command_condition(&f->c, &f->l, &f->in, f->now, 1e-3, &events);
        all |= events;
    }
    return all;
}

static void play(const line *table, int n) {
    fixture f = begin();
    for (int i = 0; i < n; i++) {
        const line *a = &table[i];
        rt_events events = advance(&f, a);
        if (f.c.state != a->state || events != a->events || fabs(f.out.lever - a->lever_out) > a->tolerance)
            fail_msg("line %d, %s: state %s, expected %s; events %x, expected %x; lever %g, expected %g", i, a->what,
                     rt_safety_name(f.c.state), rt_safety_name(a->state), events, a->events, f.out.lever, a->lever_out);
        bool passes = f.c.state == RT_SAFETY_ACTIVE || f.c.state == RT_SAFETY_STALE;
        assert_int_equal(f.out.failsafe, !passes);
    }
}
#define PLAY(table) play(table, (int)(sizeof table / sizeof table[0]))

static void losses_follow_the_table(void **state) {
    (void)state;
    static const line table[] = {
        {"nothing there", SILENT, 1000, .state = RT_SAFETY_UNKNOWN},
        {"lever over at the start", TALKS, 10, 0.8, .state = RT_SAFETY_DISARMED, .events = DISARMED},
        {"and its input grows old", SILENT, 150, .state = RT_SAFETY_DISARMED, .events = LOST},
        {"it is back", TALKS, 1, 0.8, .state = RT_SAFETY_DISARMED, .events = BACK},
        {"neutral arms", TALKS, 1, 0.04, .state = RT_SAFETY_ACTIVE, .events = ACTIVE, .lever_out = 0.002,
         .tolerance = 1e-12},
        {"heave", TALKS, 600, 0.5, .state = RT_SAFETY_ACTIVE, .lever_out = 0.5},
        {"99 ms", SILENT, 99, .state = RT_SAFETY_ACTIVE, .lever_out = 0.5},
        {"100 ms", SILENT, 1, .state = RT_SAFETY_STALE, .events = STALE | LOST, .lever_out = 0.5},
        {"299 ms", SILENT, 199, .state = RT_SAFETY_STALE, .lever_out = 0.5},
        {"back in time", TALKS, 1, 0.5, .state = RT_SAFETY_ACTIVE, .events = ACTIVE | BACK, .lever_out = 0.5},
        {"300 ms", SILENT, 300, .state = RT_SAFETY_FAILSAFE, .events = STALE | FAILSAFE | LOST},
        {"back, lever over", TALKS, 10, 0.5, .state = RT_SAFETY_FAILSAFE, .events = BACK},
        {"neutral alone", TALKS, 10, 0, .state = RT_SAFETY_FAILSAFE},
        {"reset with the lever over", TALKS, 10, 0.5, .reset = true, .state = RT_SAFETY_FAILSAFE},
        {"held down to neutral", TALKS, 10, 0, .reset = true, .state = RT_SAFETY_FAILSAFE},
        {"released", TALKS, 1, 0, .state = RT_SAFETY_FAILSAFE},
        {"reset at neutral", TALKS, 1, 0, .reset = true, .state = RT_SAFETY_ACTIVE, .events = ACTIVE},
        {"unplugged", GONE, 1, .state = RT_SAFETY_FAILSAFE, .events = FAILSAFE | LOST},
        {"back with reset stuck", TALKS, 50, 0, .reset = true, .state = RT_SAFETY_FAILSAFE, .events = BACK},
        {"released", TALKS, 1, 0, .state = RT_SAFETY_FAILSAFE},
        {"reset at neutral", TALKS, 1, 0, .reset = true, .state = RT_SAFETY_ACTIVE, .events = ACTIVE},
    };
    PLAY(table);
}

// A signal lost before the controls have acted waits, and arms again without a reset.
static void loss_before_use_waits(void **state) {
    (void)state;
    static const line from_disarmed[] = {
        {"lever over", TALKS, 1, 0.8, .state = RT_SAFETY_DISARMED, .events = DISARMED},
        {"lost", SILENT, 3000, .state = RT_SAFETY_DISARMED, .events = LOST},
        {"unplugged", GONE, 1, .state = RT_SAFETY_DISARMED},
        {"back, lever over", TALKS, 9, 0.8, .state = RT_SAFETY_DISARMED, .events = BACK},
        {"neutral arms", TALKS, 1, 0, .state = RT_SAFETY_ACTIVE, .events = ACTIVE},
        {"the brake has moved: lost", SILENT, 300, .state = RT_SAFETY_FAILSAFE, .events = STALE | FAILSAFE | LOST},
    };
    PLAY(from_disarmed);
    static const line stopped[] = {
        {"lever over", TALKS, 1, 0.8, .state = RT_SAFETY_DISARMED, .events = DISARMED},
        {"stop", TALKS, 1, 0.8, .estop = true, .state = RT_SAFETY_FAILSAFE, .events = ESTOP | FAILSAFE},
        {"lost", SILENT, 3000, .state = RT_SAFETY_FAILSAFE, .events = LOST},
    };
    PLAY(stopped);
}

// The window's keyboard on a busy machine: the first sample is old, and pictures hold up the next ones.
static void untouched_controls_survive_slow_start(void **state) {
    (void)state;
    static const struct {
        int silent, talks; // frames of 1 ms
        rt_safety state;
    } start[] = {{900, 0, RT_SAFETY_UNKNOWN}, {0, 1, RT_SAFETY_ACTIVE},   {99, 0, RT_SAFETY_ACTIVE},
                 {200, 0, RT_SAFETY_ACTIVE},  {1, 0, RT_SAFETY_DISARMED}, {700, 0, RT_SAFETY_DISARMED},
                 {0, 5, RT_SAFETY_ACTIVE}};
    fixture f = begin();
    f.in = (rt_input){.t_ns = f.now - 800 * MS, .brake = 1, .clutch = true, .dead_man = true, .has_device = true};
    for (size_t k = 0; k < sizeof start / sizeof *start; k++) {
        for (int i = 0; i < start[k].silent + start[k].talks; i++) {
            f.now += MS;
            if (i >= start[k].silent) f.in.t_ns = f.now;
            f.out = rt_command_condition(&f.c, &f.l, &f.in, f.now, 1e-3, NULL);
            assert_true(f.out.lever == 0 && f.out.brake == 1 && f.out.clutch == 1);
        }
        if (f.c.state != start[k].state) fail_msg("line %zu: state %s", k, rt_safety_name(f.c.state));
    }
    f.in.lever = 0.3; // the operator heaves: from now on a loss is a loss
    f.in.t_ns = f.now += MS;
    rt_command_condition(&f.c, &f.l, &f.in, f.now, 1e-3, NULL);
    f.in.lever = 0;
    f.in.t_ns = f.now += MS;
    rt_command_condition(&f.c, &f.l, &f.in, f.now, 1e-3, NULL);
    f.out = rt_command_condition(&f.c, &f.l, &f.in, f.now += 300 * MS, 1e-3, NULL);
    assert_int_equal(f.c.state, RT_SAFETY_FAILSAFE);
}

static void emergency_stop_follows_the_table(void **state) {
    (void)state;
    static const line table[] = {
        {"heave", TALKS, 1, 0, .state = RT_SAFETY_ACTIVE, .events = DISARMED | ACTIVE},
        {"pressed", TALKS, 1, 0.5, .estop = true, .state = RT_SAFETY_FAILSAFE, .events = ESTOP | FAILSAFE},
        {"reset while pressed", TALKS, 5, 0, .estop = true, .reset = true, .state = RT_SAFETY_FAILSAFE},
        {"released", TALKS, 5, 0, .state = RT_SAFETY_FAILSAFE},
        {"reset", TALKS, 5, 0, .reset = true, .state = RT_SAFETY_ACTIVE, .events = ACTIVE},
        {"released", TALKS, 5, 0, .state = RT_SAFETY_ACTIVE},
    };
    PLAY(table);
    static const line before_armed[] = {
        {"lever over", TALKS, 1, 0.8, .state = RT_SAFETY_DISARMED, .events = DISARMED},
        {"stop", TALKS, 1, 0.8, .estop = true, .state = RT_SAFETY_FAILSAFE, .events = ESTOP | FAILSAFE},
        {"neutral alone does not arm any more", TALKS, 9, 0, .state = RT_SAFETY_FAILSAFE},
    };
    PLAY(before_armed);
    static const line at_once[] = {
        {"pressed at the start", TALKS, 1, 0, .estop = true, .state = RT_SAFETY_FAILSAFE, .events = ESTOP | FAILSAFE},
    };
    PLAY(at_once);
}

// Stale input holds the lever only while the dead-man is held.
static void stale_command_is_held_with_dead_man(void **state) {
    (void)state;
    static const line table[] = {
        {"armed", TALKS, 1, 0, .state = RT_SAFETY_ACTIVE, .events = DISARMED | ACTIVE},
        {"heave", TALKS, 600, 0.5, .state = RT_SAFETY_ACTIVE, .lever_out = 0.5},
        {"faulty, held", TALKS_FAULTY, 50, 0.5, .state = RT_SAFETY_STALE,
         .events = LOST | STALE | RT_EVENT_BIT(RT_EVENT_AXIS_STUCK), .lever_out = 0.5},
        {"released: stops at once", TALKS_FAULTY, 1, 0.5, .dead_man_off = true, .state = RT_SAFETY_STALE},
        {"held again: no effect", TALKS_FAULTY, 50, 0.5, .state = RT_SAFETY_STALE},
        {"sound again", TALKS, 1, 0.5, .state = RT_SAFETY_ACTIVE, .events = ACTIVE | BACK, .lever_out = 0.002,
         .tolerance = 1e-12},
    };
    PLAY(table);
}

static void fault_of_sending_device_is_a_loss(void **state) {
    (void)state;
    static const line table[] = {
        {"armed", TALKS, 1, 0, .state = RT_SAFETY_ACTIVE, .events = DISARMED | ACTIVE},
        {"heave", TALKS, 600, 0.5, .state = RT_SAFETY_ACTIVE, .lever_out = 0.5},
        {"faulty at once stale", TALKS_FAULTY, 1, 0.9, .state = RT_SAFETY_STALE,
         .events = LOST | STALE | RT_EVENT_BIT(RT_EVENT_AXIS_STUCK), .lever_out = 0.5},
        {"held", TALKS_FAULTY, 298, 0.9, .state = RT_SAFETY_STALE, .lever_out = 0.5},
        {"lost", TALKS_FAULTY, 1, 0.9, .state = RT_SAFETY_FAILSAFE, .events = FAILSAFE},
        {"sound again", TALKS, 10, 0, .state = RT_SAFETY_FAILSAFE, .events = BACK},
        {"reset", TALKS, 1, 0, .reset = true, .state = RT_SAFETY_ACTIVE, .events = ACTIVE},
    };
    PLAY(table);
    static const line from_the_start[] = {
        {"faulty from the start: never armed", TALKS_FAULTY, 400, 0, .state = RT_SAFETY_UNKNOWN,
         .events = LOST | RT_EVENT_BIT(RT_EVENT_AXIS_STUCK)},
    };
    PLAY(from_the_start);
}

// The release opens the brake at its own rate while release and dead-man are held, in fail-safe too. Motor and clutch
// do not change. At its end the brake is applied again, and only a reset at neutral re-arms.
static void emergency_release_opens_brake_while_held(void **state) {
    (void)state;
    fixture f = begin();
    line hold = {.says = TALKS, .frames = 1000, .lever = 0.0};
    advance(&f, &hold);
    hold.lever = 0.8;
    advance(&f, &hold);
    CHECK_NEAR(f.out.lever, 0.8, 0);
    CHECK_NEAR(f.out.brake, 0.25, 0);
    hold.release = true;
    hold.frames = 200;
    assert_int_equal(advance(&f, &hold), RELEASE | FAILSAFE);
    CHECK_NEAR(f.out.lever, 0, 0);
    CHECK_NEAR(f.out.brake, 0.15, 1e-12); // 0.5 /s
    assert_true(f.out.release && f.out.failsafe && f.out.clutch);
    hold.estop = true; // an emergency stop does not prevent the release
    advance(&f, &hold);
    CHECK_NEAR(f.out.brake, 0.05, 1e-12);
    hold.estop = false;
    hold.dead_man_off = true; // hold-to-run
    advance(&f, &hold);
    CHECK_NEAR(f.out.brake, 0.45, 1e-12); // set at 2 /s
    assert_false(f.out.release);
    hold.dead_man_off = false; // the button was never released: a new press is needed
    assert_int_equal(advance(&f, &hold), NONE);
    assert_false(f.out.release);
    CHECK_NEAR(f.out.brake, 0.85, 1e-12);
    hold.reset = true; // no reset while the release is pressed
    hold.lever = 0;
    advance(&f, &hold);
    assert_int_equal(f.c.state, RT_SAFETY_FAILSAFE);
    hold.release = hold.reset = false;
    advance(&f, &hold);
    CHECK_NEAR(f.out.brake, 1, 0);
    hold.release = true; // again, from fail-safe
    assert_int_equal(advance(&f, &hold), RELEASE);
    CHECK_NEAR(f.out.brake, 0.9, 1e-12);
    line silent = {.says = SILENT, .frames = 99};
    advance(&f, &silent);
    assert_true(f.out.release);
    silent.frames = 1; // stale: the release ends
    assert_int_equal(advance(&f, &silent), LOST);
    assert_false(f.out.release);
    assert_int_equal(advance(&f, &hold), BACK);
    assert_false(f.out.release); // and does not restart without a new press
}

static void release_needs_dead_man_and_new_press(void **state) {
    (void)state;
    static const line table[] = {
        {"pressed when it was plugged in", TALKS, 9, 0.5, .release = true, .state = RT_SAFETY_DISARMED,
         .events = DISARMED},
        {"released", TALKS, 9, 0.5, .state = RT_SAFETY_DISARMED},
        {"without dead-man", TALKS, 9, 0.5, .release = true, .dead_man_off = true, .state = RT_SAFETY_DISARMED},
        {"dead-man after it", TALKS, 9, 0.5, .release = true, .state = RT_SAFETY_DISARMED},
        {"released", TALKS, 9, 0.5, .state = RT_SAFETY_DISARMED},
        {"both", TALKS, 9, 0.5, .release = true, .state = RT_SAFETY_FAILSAFE, .events = RELEASE | FAILSAFE},
        {"neutral alone does not arm", TALKS, 9, 0, .state = RT_SAFETY_FAILSAFE},
        {"reset", TALKS, 9, 0, .reset = true, .state = RT_SAFETY_ACTIVE, .events = ACTIVE},
    };
    PLAY(table);
}

static double random_range(uint64_t *r, double lo, double hi) { return lo + 0.5 * (random_unit(r) + 1) * (hi - lo); }

// Random input of a device: now and then another value, held for a while.
static void random_input(uint64_t *r, int *silent, rt_input *in, int64_t now) {
    double what = random_range(r, 0, 1);
    if (what < 0.02) in->lever = random_range(r, -1.5, 1.5);
    if (what > 0.97) in->lever = 0;
    if (random_range(r, 0, 1) < 0.005) in->lever = (double)NAN;
    if (random_range(r, 0, 1) < 0.02) in->brake = random_range(r, -0.5, 1.5);
    bool *flag[] = {&in->clutch, &in->stopper, &in->dead_man, &in->estop, &in->reset, &in->release, &in->has_device};
    const double on[] = {0.5, 0.5, 0.8, 0.05, 0.5, 0.3, 0.95};
    for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++)
        if (random_range(r, 0, 1) < 0.02) *flag[i] = random_range(r, 0, 1) < on[i];
    if (random_range(r, 0, 1) < 0.01) in->fault = random_range(r, 0, 1) < 0.7 ? 0 : (uint8_t)random_range(r, 0, 5);
    if (random_range(r, 0, 1) < 0.004) *silent = (int)random_range(r, 0, 400);
    if (*silent > 0)
        (*silent)--;
    else
        in->t_ns = now;
}

static void check_command(const rt_conditioner *before, const rt_conditioner *c, const rt_command_limits *l,
                          const rt_input *in) {
    const rt_command *was = &before->last, *is = &c->last;
    bool active = c->state == RT_SAFETY_ACTIVE, stale = c->state == RT_SAFETY_STALE;
    assert_true(active || stale || is->lever == 0);
    assert_true(!stale || is->lever == (in->dead_man ? was->lever : 0));
    assert_true(!stale || (is->brake == was->brake && is->clutch == was->clutch));
    assert_true(active || (is->clutch == was->clutch && is->stopper == was->stopper));
    assert_int_equal(is->failsafe, !(active || stale));
    assert_true(!is->release || (in->release && in->dead_man && is->failsafe && is->brake <= was->brake));
    assert_true(active || stale || is->release || is->brake == 1 || is->brake > was->brake);
    assert_true(is->lever >= -1 && is->lever <= 1 && is->brake >= 0 && is->brake <= 1);
    assert_true(fabs(is->lever) <= fabs(was->lever) || fabs(is->lever - was->lever) <= l->lever_rate * 1e-3 + 1e-15);
    assert_true(fabs(is->brake - was->brake) <= l->brake_rate * 1e-3 + 1e-15);
    if (active && before->state == RT_SAFETY_FAILSAFE) // only by a reset at neutral
        assert_true(in->reset && fabs(in->lever) < l->neutral && !in->estop && !in->release);
    if (active) assert_false(in->estop);
    if (active) assert_true(in->has_device && in->fault == 0 && isfinite(in->lever));
}

static void invariants_hold_under_random_input(void **state) {
    (void)state;
    uint64_t r = 20260105;
    fixture f = begin();
    int visits[RT_SAFETY_COUNT] = {0}, silent = 0, moving = 0, releases = 0;
    for (int k = 0; k < 2000000; k++) {
        rt_conditioner before = f.c;
        f.now += MS;
        if (k % 500 == 0) { // a new conditioner: unknown
            f = begin();
            f.in = (rt_input){.lever = random_range(&r, -1, 1), .dead_man = true};
            before = f.c;
        }
        random_input(&r, &silent, &f.in, f.now);
        rt_command_condition(&f.c, &f.l, &f.in, f.now, 1e-3, NULL);
        check_command(&before, &f.c, &f.l, &f.in);
        visits[f.c.state]++;
        moving += f.c.last.lever != 0;
        releases += f.c.last.release;
    }
    for (int s = 1; s < RT_SAFETY_COUNT; s++)
        if (visits[s] < 500) fail_msg("only %d frames in state %s", visits[s], rt_safety_name((rt_safety)s));
    assert_true(moving > 10000 && releases > 10000);
}

static void command_within_rate_passes_unchanged(void **state) {
    (void)state;
    uint64_t r = 7;
    fixture f = begin();
    line neutral = {.says = TALKS, .frames = 1};
    advance(&f, &neutral);
    double lever = f.out.lever, brake = f.out.brake;
    for (int k = 0; k < 100000; k++) {
        f.in.lever = fmax(-1, fmin(1, lever + random_range(&r, -0.0019, 0.0019)));
        f.in.brake = fmax(0, fmin(1, brake + random_range(&r, -0.0019, 0.0019)));
        f.in.t_ns = f.now += MS;
        rt_command out = rt_command_condition(&f.c, &f.l, &f.in, f.now, 1e-3, NULL);
        assert_true(out.lever == f.in.lever && out.brake == f.in.brake);
        lever = out.lever, brake = out.brake;
    }
}

static void states_have_names(void **state) {
    (void)state;
    static const char *const name[] = {"unknown", "disarmed", "active", "stale", "failsafe"};
    for (int s = 0; s < RT_SAFETY_COUNT; s++) assert_string_equal(rt_safety_name((rt_safety)s), name[s]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_follow_the_table),
        cmocka_unit_test(loss_before_use_waits),
        cmocka_unit_test(untouched_controls_survive_slow_start),
        cmocka_unit_test(emergency_stop_follows_the_table),
        cmocka_unit_test(stale_command_is_held_with_dead_man),
        cmocka_unit_test(fault_of_sending_device_is_a_loss),
        cmocka_unit_test(emergency_release_opens_brake_while_held),
        cmocka_unit_test(release_needs_dead_man_and_new_press),
        cmocka_unit_test(invariants_hold_under_random_input),
        cmocka_unit_test(command_within_rate_passes_unchanged),
        cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
