// SPDX-License-Identifier: MIT
// Lamps and the alarms' strip: what is lit when, in live runs, paused ones and replays.
#include "tests/render/drawn.h"

// The strip shows the alarm that the log lists first, with its present value and the number of the others. After the
// condition it stays, with the worst value, until it is acknowledged.
static void strip_shows_the_first_alarm(void **state) {
    fixture *f = *state;
    notice n;
    set_state(f, 0);
    f->s.t = 10;
    f->s.message[0] = 0;
    f->s.gauges.tension_n = 1.2 * f->gauges.marks.tension_max_n;
    gauges_note(&f->gauges, &f->s);
    notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 0, &n);
    assert_non_null(strstr(n.alarm, "OVER-TENSION: "));
    assert_true(n.state == ALARM_ACTIVE && n.priority == ALARM_WARNING);
    char worst[sizeof n.alarm];
    memcpy(worst, n.alarm, sizeof worst);
    f->s.t = 10.5; // the condition is over, the alarm not yet: no value below its limit is shown
    f->s.gauges.tension_n = 0;
    gauges_note(&f->gauges, &f->s);
    notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 0, &n);
    assert_int_equal(n.state, ALARM_ACTIVE);
    assert_string_equal(n.alarm, worst);
    f->s.t = 12;
    f->s.gauges.estop = 1;
    gauges_note(&f->gauges, &f->s);
    notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 0, &n);
    assert_non_null(strstr(n.alarm, "EMERGENCY STOP: controls locked, brakes applied  (+1)"));
    f->s.t = 14;
    f->s.gauges.estop = 0;
    gauges_note(&f->gauges, &f->s);
    notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 0, &n);
    assert_non_null(strstr(n.alarm, "cleared"));
    assert_int_equal(n.state, ALARM_RECTIFIED);
    alarm_log_acknowledge_all(&f->gauges.alarms);
    notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 0, &n);
    assert_string_equal(n.alarm, "");
}

// An alarm flashes by the clock: a paused run, whose snapshot stays the same, shows it still flashing.
static void alarm_flashes_while_the_run_is_paused(void **state) {
    fixture *f = *state;
    notice n;
    int bright = 0;
    set_state(f, 0);
    f->s.gauges.estop = 1;
    gauges_note(&f->gauges, &f->s);
    for (int k = 0; k < 10; k++) {
        notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 500000000 * (int64_t)k, &n);
        bright += n.lit;
    }
    assert_int_equal(bright, 5);
}

// Number of lamps of this colour.
static int lamps_of(fixture *f, uint32_t colour) {
    gauges_layout l = draw(f, 0);
    int lamps = find_gauge("lamps");
    int n = 0;
    for (int i = 0; i < f->g.n / 6; i++) {
        const draw2d_vertex *q = quad_of(f, i);
        area box = box_of(q);
        bool same =
            q->rgba[0] == colour >> 24 && q->rgba[1] == (colour >> 16 & 255) && q->rgba[2] == (colour >> 8 & 255);
        n += same && !is_text(f, i) && box.height > 4 && box.width > 4 && within(box, l.gauge.gauge[lamps], 1);
    }
    return n;
}
static int red_lamps(fixture *f) { return lamps_of(f, palette_of(false)->bad); }

// The test ends by the clock, in a paused run too.
static void lamp_test_lights_every_lamp(void **state) {
    fixture *f = *state;
    const palette *c = palette_of(false);
    set_state(f, 0);
    f->shown = 1u << DISPLAY_GAUGES;
    f->s.gauges =
        (dyn_gauges){.safety = RT_SAFETY_UNKNOWN, .failsafe = 1}; // no state, stopper up: neither has a colour
    f->gauges.chart.safety = (safety_history){0};
    assert_int_equal(lamps_of(f, c->track), 10);
    f->gauges.now_ns = 1000, f->gauges.lamps_until_ns = 2000;
    assert_int_equal(lamps_of(f, c->track), 0);
    assert_int_equal(lamps_of(f, c->good) + lamps_of(f, c->warn) + red_lamps(f), 10);
    f->gauges.now_ns = 2000;
    assert_int_equal(lamps_of(f, c->track), 10);
}

// A recording has no button: a replay's E-STOP lamp follows the recorded alarms.
static void replay_shows_an_emergency_stop(void **state) {
    fixture *f = *state;
    static const bool pressed[] = {false, true, true, false, false};
    set_state(f, 0);
    f->shown = 1u << DISPLAY_GAUGES;
    f->gauges.alarms_given = true;
    f->gauges.alarms = (alarm_log){0};
    for (int k = 0; k < 5; k++) {
        dyn_gauges g = {.safety = RT_SAFETY_ACTIVE, .estop = pressed[k]};
        alarm_log_update(&f->gauges.alarms, alarm_conditions(&g, &(alarm_limits){0}), &g, 10 + 0.1 * k);
        f->s.t = 10 + 0.1 * k;
        f->s.gauges = (dyn_gauges){.failsafe = pressed[k]};
        assert_int_equal(red_lamps(f) > 0, pressed[k]);
    }
}

// A recording holds only whether commands pass. Lamp, alarm and chart show a fail-safe if commands passed before; a
// rewind to a time before that clears it.
static void replay_shows_a_failsafe(void **state) {
    fixture *f = *state;
    static const struct {
        double t;
        uint8_t failsafe;
        bool failsafe_shown;
        int marks;
    } step[] = {{1, 1, false, 0}, {2, 1, false, 0},  {3, 0, false, 0},   {4, 1, true, 1},    {5, 0, false, 1},
                {6, 1, true, 2},  {3.5, 1, true, 0}, {1.5, 1, false, 0}, {3.2, 0, false, 0}, {4, 1, true, 1}};
    set_state(f, 0);
    memset(&f->gauges.chart, 0, sizeof f->gauges.chart);
    f->shown = 1u << DISPLAY_GAUGES;
    f->s.gauges.safety = RT_SAFETY_UNKNOWN;
    for (size_t k = 0; k < sizeof step / sizeof step[0]; k++) {
        f->s.t = step[k].t;
        f->s.gauges.failsafe = step[k].failsafe;
        f->gauges.alarms = (alarm_log){0}; // it would keep an alarm until acknowledged
        gauges_note(&f->gauges, &f->s);
        notice n;
        notice_of(&f->s, &f->gauges.alarms, &f->gauges.marks, 0, &n);
        if ((strncmp(n.alarm, "FAIL-SAFE", 9) == 0) != step[k].failsafe_shown)
            fail_msg("step %zu: alarm '%s'", k, n.alarm);
        assert_int_equal(red_lamps(f), step[k].failsafe_shown);
        assert_int_equal(f->gauges.chart.n_marks, step[k].marks);
    }
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        T(strip_shows_the_first_alarm), T(alarm_flashes_while_the_run_is_paused),
        T(lamp_test_lights_every_lamp), T(replay_shows_an_emergency_stop),
        T(replay_shows_a_failsafe),
    };
    return cmocka_run_group_tests_name("render.instrument.lamps", tests, NULL, NULL);
}
