// SPDX-License-Identifier: MIT
// Alarms of a recording: the deck's by the channel "alarms", the controls' safety by the events.
#include "rt/timeline/timeline.h"
#include "tests/rt/scratch.h"

#define H_NS ((int64_t)1000000)
enum { FRAMES = 5000, ROW = 10 }; // a row of channels each 10 ms

static timeline marks;
static alarm_log alarms;

// All frames of a run: the motor bursts at 0.994 s, the chain runs away from 1.5 to 2.5 s with 4 m/s at 2 s; the signal
// is lost for 4 ms after 3.002 s; a hand pulls from 2.8 to 2.9 s; emergency stop at 4 s, reset at 4.5 s.
static rt_events events_of(uint64_t frame) {
    switch (frame + 1) {
    case 1:
        return RT_EVENT_BIT(RT_EVENT_DISARMED) | RT_EVENT_BIT(RT_EVENT_ACTIVE);
    case 994:
        return RT_EVENT_BIT(RT_EVENT_MOTOR_BURST);
    case 3002:
        return RT_EVENT_BIT(RT_EVENT_STALE);
    case 3006:
    case 4500:
        return RT_EVENT_BIT(RT_EVENT_ACTIVE);
    case 4000:
        return RT_EVENT_BIT(RT_EVENT_ESTOP) | RT_EVENT_BIT(RT_EVENT_FAILSAFE);
    default:
        return 0;
    }
}

static void values_of(uint64_t frame, double value[5]) {
    bool burst = frame + 1 >= 994, runs = frame + 1 >= 1500 && frame + 1 < 2500;
    value[0] = (burst ? 1u << ALARM_MOTOR_BURST : 0) | (runs ? 1u << ALARM_RUNAWAY : 0);
    value[1] = 5e4;
    value[2] = frame + 1 == 2000 ? -4 : runs ? -3 : 0;
}

static void record(const char *file, const char *channels) {
    static const double state[1] = {0};
    rt_diag d = {0};
    const rt_record_header h = {.h_ns = H_NS,
                                .scenario_path = "a.yaml",
                                .scenario_text = "\n",
                                .info = "\n",
                                .sections = "",
                                .channels = channels,
                                .state = state,
                                .state_size = sizeof state};
    rt_recorder *r = rt_recorder_open(file, &h, 64, &d);
    if (!r) fail_msg("%s", d.text);
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        static const uint16_t no_section[1] = {0};
        rt_record_row row = {.frame = frame, .events = events_of(frame), .section = no_section};
        if (frame + 1 >= 2800 && frame + 1 < 2900) row.command.pull.kind = RT_PULL_NODE;
        double value[5] = {0};
        values_of(frame, value);
        assert_true(rt_record_push_frame(r, &row));
        if ((frame + 1) % ROW == 0 && channels[0]) assert_true(rt_record_push_channels(r, frame, value));
        assert_true(rt_record_drain(r));
    }
    assert_int_equal(rt_recorder_close(r, &d), RT_OK);
}

static void read_back(const char *channels) {
    rt_diag d = {0};
    const char *file = scratch_path("a.rec");
    record(file, channels);
    rt_player *p = rt_play_open(file, &d);
    if (!p) fail_msg("%s", d.text);
    marks = (timeline){0};
    timeline_read_recording(&marks, p, &alarms, &d);
    rt_play_close(p);
}

static const alarm_record *find(alarm_kind kind) {
    for (int k = 0; k < alarms.n; k++)
        if (alarms.record[k].kind == (int)kind) return &alarms.record[k];
    fail_msg("no alarm %s", alarm_name(kind));
    return NULL;
}

static void each_alarm_has_its_own_time(void **state) {
    (void)state;
    read_back("alarms\t1\ntension\tN\nchain_speed\tm/s\ncounter\tm\nlining\tdegC\n");
    assert_int_equal(alarms.n, 4);
    CHECK_NEAR(find(ALARM_MOTOR_BURST)->raised, 0.994, 1e-9); // between two rows
    assert_true(find(ALARM_MOTOR_BURST)->first && find(ALARM_MOTOR_BURST)->active);
    CHECK_NEAR(find(ALARM_RUNAWAY)->raised, 1.5, 1e-9);
    CHECK_NEAR(find(ALARM_RUNAWAY)->held, 2.49, 1e-9); // its last row
    CHECK_NEAR(find(ALARM_RUNAWAY)->worst, 4, 0);
    assert_false(find(ALARM_RUNAWAY)->first || find(ALARM_RUNAWAY)->active);
    CHECK_NEAR(find(ALARM_SIGNAL)->raised, 3.002, 1e-9); // between two rows
    CHECK_NEAR(find(ALARM_ESTOP)->raised, 4, 1e-9);
    CHECK_NEAR(find(ALARM_ESTOP)->held, 4.49, 1e-9);
    assert_string_equal(timeline_next(&marks, 2.5, true)->text, "pull by hand");
    CHECK_NEAR(timeline_next(&marks, 2.5, true)->t, 2.8, 1e-9);
    assert_int_equal(marks.n, 8); // the pull, the alarms, "controls active" twice, and the fail-safe of the stop
}

static void mechanism_has_no_alarms(void **state) {
    (void)state;
    read_back("");
    assert_int_equal(alarms.n, 0);
    assert_true(marks.n > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_alarm_has_its_own_time),
                                       cmocka_unit_test(mechanism_has_no_alarms)};
    return cmocka_run_group_tests_name("rt.timeline.recorded", tests, scratch_make, scratch_remove);
}
