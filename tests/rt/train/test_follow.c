// SPDX-License-Identifier: MIT
// The score of a recording that grows: in any pieces it is that of the closed recording, and no frame is judged before
// its channels are there.
#include "rt/train/follow.h"
#include "rt/train/recorded.h"
#include "tests/check.h"
#include "tests/rt/scratch.h"
#include <string.h>

enum { FRAMES = 1000, ROW_EACH = 7, SECTIONS = 1, CHANNELS = 2 };
#define H_NS 10000000 // step [ns]

static rt_diag d;
static train_exercise e;

static void load(void) {
    d = (rt_diag){0};
    const char *text = "exercise: {id: a, title: A, time_limit: 100 s, pass: 60}\nbriefing: [{text: Do it.}]\n"
                       "scenario: " HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml\n"
                       "objectives:\n"
                       "  - {name: peak, max: tension, full: 150 kN, zero: 250 kN, weight: 10}\n"
                       "  - {name: home, reach: housed, full: 4 s, zero: 12 s, weight: 20}\n"
                       "reports:\n"
                       "  - {say: home, when: housed, within: 1 s, weight: 5}\n"
                       "forbidden:\n"
                       "  - {name: fast, when: chain_speed > 0.5 m/s, cost: 1, at_most: 9}\n";
    if (train_exercise_load(scratch_text("exercise.yaml", text), true, &e, &d) != RT_OK) fail_msg("%s", d.text);
}

static rt_recorder *open_recorder(const char *file) {
    static const double state[1];
    const rt_record_header h = {.h_ns = H_NS,
                                .scenario_path = "a.yaml",
                                .scenario_text = "chain:\n",
                                .info = "version=1\n",
                                .sections = "one\n",
                                .channels = "tension\tN\nchain_speed\tm/s\n",
                                .state = state,
                                .state_size = sizeof state};
    rt_recorder *r = rt_recorder_open(file, &h, 4000, &d);
    if (!r) fail_msg("%s", d.text);
    return r;
}

// Tension rises to 200 kN at frame 490; the chain is fast in frames 300 .. 399 and 700 .. 799; housed at 800, reported
// at 850.
static void push(rt_recorder *r, uint64_t frame) {
    static const uint16_t section[SECTIONS];
    const rt_record_row row = {.frame = frame,
                               .command = {.brake = 1, .phrase = frame == 850 ? rt_phrase_make(RT_PHRASE_HOME, 0) : 0},
                               .events = frame == 800 ? RT_EVENT_BIT(RT_EVENT_HOUSED) : 0,
                               .section = section};
    const double value[CHANNELS] = {frame == 490 ? 200e3 : 100e3, frame % 400 >= 300 ? 1 : 0};
    assert_true(rt_record_push_frame(r, &row));
    if (frame % ROW_EACH == 0) assert_true(rt_record_push_channels(r, frame, value));
}

static void test_in_pieces(void **state) {
    (void)state;
    static train_total now, whole, parted;
    char file[512];
    snprintf(file, sizeof file, "%s", scratch_path("grows.rec"));
    load();
    rt_recorder *r = open_recorder(file);
    train_follow *f = train_follow_open(&e, file, &d);
    if (!f) fail_msg("%s", d.text);
    uint64_t read = 0;
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        push(r, frame);
        if (frame % 37 != 0) continue;
        assert_true(rt_record_drain(r));
        const uint64_t n = train_follow_read(f, UINT64_MAX);
        assert_true(n >= read && n <= frame + 1);
        read = n;
        train_score_total(train_follow_score(f), &now);
        assert_int_equal(now.result[0].judged, n > 0);
        if (n > 0) CHECK_NEAR(now.result[0].value, n > 490 ? 200e3 : 100e3, 0);
    }
    assert_true(read > FRAMES / 2);
    assert_int_equal(train_follow_read(f, 10), read); // an earlier end feeds nothing
    assert_int_equal(rt_recorder_close(r, &d), RT_OK);
    assert_int_equal(train_follow_read(f, UINT64_MAX), FRAMES);
    train_score_total(train_follow_score(f), &parted);
    train_follow_close(f);
    assert_int_equal(train_score_recording(&e, file, UINT64_MAX, &whole, &d), RT_OK);
    assert_memory_equal(&whole, &parted, sizeof whole);
    CHECK_NEAR(whole.result[0].points, 5, 1e-9);
    CHECK_NEAR(whole.result[1].points, 20 * (12 - 8.06) / 8, 1e-9);
    CHECK_NEAR(whole.result[2].points, 5, 1e-9);
    CHECK_NEAR(whole.result[3].value, 2, 0);
    train_exercise_free(&e);
}

static void test_until_a_frame(void **state) {
    (void)state;
    static train_total part, whole, limited;
    char file[512];
    snprintf(file, sizeof file, "%s", scratch_path("whole.rec"));
    load();
    rt_recorder *r = open_recorder(file);
    for (uint64_t frame = 0; frame < FRAMES; frame++) push(r, frame);
    assert_int_equal(rt_recorder_close(r, &d), RT_OK);
    train_follow *f = train_follow_open(&e, file, &d);
    assert_int_equal(train_follow_read(f, 480), 480);
    assert_int_equal(train_follow_read(f, 820), 820);
    train_score_total(train_follow_score(f), &part);
    assert_int_equal(part.answers, 1);
    assert_int_equal(train_answer_judge(&part, &part.answer[0]), TRAIN_DUE);
    assert_int_equal(train_follow_read(f, FRAMES), FRAMES);
    train_score_total(train_follow_score(f), &whole);
    assert_int_equal(whole.answers, 1);
    assert_int_equal(train_answer_judge(&whole, &whole.answer[0]), TRAIN_GIVEN);
    CHECK_NEAR(whole.answer[0].said - whole.answer[0].due, 0.5, 1e-9);
    train_follow_close(f);
    assert_int_equal(train_score_recording(&e, file, 820, &limited, &d), RT_OK);
    assert_memory_equal(&part, &limited, sizeof part);
    train_exercise_free(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_in_pieces), cmocka_unit_test(test_until_a_frame)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
