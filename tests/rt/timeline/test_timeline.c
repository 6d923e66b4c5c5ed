// SPDX-License-Identifier: MIT
// Marks in the order of time, their repetition, cutting, jumps; the file of notes.
#include "rt/timeline/speed.h"
#include "rt/timeline/timeline.h"
#include "tests/rt/scratch.h"

static timeline l;

static int make(void **state) {
    (void)state;
    l = (timeline){0};
    return 0;
}

static void marks_are_in_the_order_of_time(void **state) {
    (void)state;
    assert_true(timeline_add_event(&l, 5, RT_EVENT_HOUSED));
    assert_true(timeline_add_event(&l, 2, RT_EVENT_ESTOP));
    assert_true(timeline_add_note(&l, 3, "late"));
    assert_false(timeline_add_note(&l, 3, ""));
    assert_int_equal(l.n, 3);
    assert_string_equal(l.mark[0].text, "EMERGENCY STOP");
    assert_int_equal(l.mark[0].kind, PANEL_MARK_ALARM);
    assert_string_equal(l.mark[1].text, "late");
    assert_string_equal(l.mark[2].text, "HOUSED");
    assert_false(timeline_add_event(&l, 1, RT_EVENT_NEWTON_CAP)); // nothing for the crew
}

static void repeated_events_have_one_mark(void **state) {
    (void)state;
    for (int k = 0; k < 100; k++) timeline_add_event(&l, 0.01 * k, RT_EVENT_HULL_IMPACT);
    assert_int_equal(l.n, 1);
    assert_true(timeline_add_event(&l, TIMELINE_APART_S + 0.1, RT_EVENT_HULL_IMPACT));
    alarm_log log = {.n = 2};
    log.record[0] = (alarm_record){.kind = ALARM_ESTOP, .raised = 4};
    log.record[1] = (alarm_record){.kind = ALARM_PUMP, .raised = 9};
    timeline_add_event(&l, 4.001, RT_EVENT_ESTOP); // the event and the alarm are one mark
    for (int k = 0; k < 3; k++) timeline_add_alarms(&l, &log);
    assert_int_equal(l.n, 4);
}

static void jumps_pass_from_mark_to_mark(void **state) {
    (void)state;
    timeline_add_event(&l, 2, RT_EVENT_ESTOP);
    timeline_add_event(&l, 5, RT_EVENT_HOUSED);
    CHECK_NEAR(timeline_next(&l, 0, true)->t, 2, 0);
    CHECK_NEAR(timeline_next(&l, 2, true)->t, 5, 0);
    assert_null(timeline_next(&l, 5, true));
    CHECK_NEAR(timeline_next(&l, 5, false)->t, 2, 0);
    CHECK_NEAR(timeline_next(&l, 5.5, false)->t, 5, 0);
    assert_null(timeline_next(&l, 2, false));
    timeline_cut(&l, 4.9);
    assert_int_equal(l.n, 1);
}

static void full_timeline_counts_what_it_leaves_out(void **state) {
    (void)state;
    for (int k = 0; k < TIMELINE_MARKS + 3; k++) timeline_add_note(&l, k, "n");
    assert_int_equal(l.n, TIMELINE_MARKS);
    assert_int_equal(l.left_out, 3);
}

static void notes_return_from_their_file(void **state) {
    (void)state;
    char path[300];
    rt_diag d = {0};
    assert_true(timeline_notes_file("x/a.rec", path, sizeof path));
    assert_string_equal(path, "x/a.notes");
    assert_false(timeline_notes_file("x/a.rec", path, 8));
    snprintf(path, sizeof path, "%s", scratch_path("a.notes"));
    assert_int_equal(timeline_read_notes(&l, path, &d), RT_OK); // none yet
    timeline_add_event(&l, 1, RT_EVENT_HOUSED);
    timeline_add_note(&l, 12.3456, "too fast \x1b[2J");
    timeline_add_note(&l, 3, "good");
    assert_int_equal(timeline_write_notes(&l, path, &d), RT_OK);
    l = (timeline){0};
    assert_int_equal(timeline_read_notes(&l, path, &d), RT_OK);
    assert_int_equal(l.n, 2);
    CHECK_NEAR(l.mark[0].t, 3, 0);
    assert_string_equal(l.mark[0].text, "good");
    CHECK_NEAR(l.mark[1].t, 12.346, 1e-9);
    assert_null(strchr(l.mark[1].text, 0x1b)); // no escape reaches a terminal
    scratch_text("b.notes", "my own list\n");
    assert_int_equal(timeline_read_notes(&l, scratch_path("b.notes"), &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, "expected notes of hawse"));
    d = (rt_diag){0}; // and it stays
    assert_int_equal(timeline_write_notes(&l, scratch_path("b.notes"), &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "is no file of notes and stays"));
    size_t size;
    char *text = (char *)scratch_read(scratch_path("b.notes"), &size);
    assert_int_equal(size, strlen("my own list\n"));
    free(text);
    assert_int_equal(mkfifo(scratch_path("pipe.notes"), 0666), 0); // nobody waits for a writer
    assert_int_equal(timeline_read_notes(&l, scratch_path("pipe.notes"), &d), RT_ERR_FORMAT);
    assert_int_equal(timeline_write_notes(&l, scratch_path("pipe.notes"), &d), RT_ERR_FILE);
    d = (rt_diag){0}; // notes replace notes
    assert_int_equal(timeline_write_notes(&l, path, &d), RT_OK);
}

static void speed_is_measured_over_half_a_second(void **state) {
    (void)state;
    speed_meter m = {0};
    CHECK_NEAR(speed_meter_update(&m, 1000000000, 0, true, 2), 0, 0);
    CHECK_NEAR(speed_meter_update(&m, 1400000000, 0.8, true, 2), 0, 0);
    CHECK_NEAR(speed_meter_update(&m, 1500000000, 0.9, true, 2), 1.8, 1e-12);
    CHECK_NEAR(speed_meter_update(&m, 1600000000, 0.1, true, 2), 0, 0);  // a jump back
    CHECK_NEAR(speed_meter_update(&m, 1700000000, 0.2, false, 2), 0, 0); // paused
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(marks_are_in_the_order_of_time, make),
        cmocka_unit_test_setup(repeated_events_have_one_mark, make),
        cmocka_unit_test_setup(jumps_pass_from_mark_to_mark, make),
        cmocka_unit_test_setup(full_timeline_counts_what_it_leaves_out, make),
        cmocka_unit_test_setup(notes_return_from_their_file, make),
        cmocka_unit_test_setup(speed_is_measured_over_half_a_second, make),
    };
    return cmocka_run_group_tests_name("rt.timeline.timeline", tests, scratch_make, scratch_remove);
}
