// SPDX-License-Identifier: MIT
// The score of made-up runs whose points can be told by hand: objectives by time, extreme, number, order and end;
// reports early, late, wrong and missed; forbidden acts; what was never asked.
#include "rt/train/score.h"
#include "tests/check.h"
#include "tests/rt/scratch.h"
#include <string.h>

enum { TENSION, SPEED, BRAKE, SHACKLE, BEARING, CHANNELS };
static const char *const channel[] = {"tension", "chain_speed", "brake", "shackle_on_deck", "lead_bearing"};
static const char *const unit[] = {"N", "m/s", "1", "1", "rad"};
static const char *channel_of(const void *of, int k) { return ((const char *const *)of)[k]; }
static const char *unit_of(const void *of, int k) { return (void)of, unit[k]; }
static const train_names names = {CHANNELS, channel_of, unit_of, channel, NULL, 0};

#define H 0.1 // step, and time between two rows [s]
#define HEAD                                                                                                           \
    "exercise: {id: a, title: A, time_limit: 100 s, pass: 60}\nbriefing: [{text: Do it.}]\n"                           \
    "scenario: " HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml\n"

// What a frame has, as a function of its time.
typedef struct moment {
    double value[CHANNELS];
    rt_events events;
    uint8_t phrase, act;
} moment;
typedef moment story(double t);

static train_exercise e;

static void load(const char *text) {
    static rt_diag d;
    d = (rt_diag){0};
    if (train_exercise_load(scratch_text("exercise.yaml", text), true, &e, &d) != RT_OK ||
        train_exercise_bind(&e, &names, &d) != RT_OK)
        fail_msg("%s", d.text);
}

static train_total score(const char *rows, story *tell, double seconds) {
    static train_total total;
    char text[4096];
    snprintf(text, sizeof text, HEAD "%s", rows);
    load(text);
    train_score *s = train_score_create(&e, H, CHANNELS);
    for (uint64_t k = 0; k < (uint64_t)lround(seconds / H); k++) {
        const moment m = tell(H * (double)(k + 1));
        train_score_frame(s, k, &(rt_command){.phrase = m.phrase, .act = m.act}, m.events);
        train_score_row(s, k, m.value);
    }
    train_score_total(s, &total);
    train_score_free(s);
    train_exercise_free(&e);
    return total;
}

static bool is(double t, double at) { return fabs(t - at) < 0.5 * H; }

static const train_result *item(const train_total *t, const char *name) {
    for (int k = 0; k < t->results; k++)
        if (strcmp(t->result[k].name, name) == 0) return &t->result[k];
    fail_msg("no result %s", name);
    return NULL;
}

// ---- objectives ----------------------------------------------------------------------------------------------------

static moment heave(double t) {
    return (moment){
        .value = {[TENSION] = 100e3 + (t > 20 && t < 21 ? 75e3 : 0), [SPEED] = t < 30 ? 0.2 : 0.1, [BRAKE] = t > 50},
        .events = is(t, 40) ? RT_EVENT_BIT(RT_EVENT_HOUSED) : 0};
}

static void test_objectives(void **state) {
    (void)state;
    const train_total t = score("objectives:\n"
                                "  - {name: in_time, reach: housed, full: 30 s, zero: 50 s, weight: 20}\n" // 40 s: half
                                "  - {name: peak, max: tension, full: 150 kN, zero: 200 kN, weight: 10}\n" // 175: half
                                "  - {name: slow, max: chain_speed, while: housed, full: 0.1 m/s, weight: 10}\n" // all
                                "  - {name: least, min: tension, full: 200 kN, zero: 0 N, weight: 10}\n" // 100: half
                                "  - {name: braked, at_end: brake > 0.5, weight: 10}\n"
                                "  - {name: open, at_end: brake < 0.5, weight: 10}\n",
                                heave, 60);
    CHECK_NEAR(item(&t, "in_time")->points, 10, 1e-9);
    CHECK_NEAR(item(&t, "in_time")->value, 40, 1e-9);
    assert_int_equal(item(&t, "in_time")->from, 399);
    CHECK_NEAR(item(&t, "peak")->points, 5, 1e-9);
    CHECK_NEAR(item(&t, "peak")->value, 175e3, 1e-6);
    CHECK_NEAR(H * (double)(item(&t, "peak")->from + 1), 20.1, 1e-9);
    CHECK_NEAR(item(&t, "slow")->points, 10, 1e-9);
    CHECK_NEAR(item(&t, "least")->points, 5, 1e-9);
    CHECK_NEAR(item(&t, "braked")->points, 10, 1e-9);
    CHECK_NEAR(item(&t, "open")->points, 0, 1e-9);
    CHECK_NEAR(t.score, 100 * 40. / 70, 1e-9);
    assert_false(t.passed); // 57 of 60
    assert_string_equal(train_total_worst(&t)->name, "in_time");
}

static void test_not_asked_is_not_judged(void **state) {
    (void)state;
    const train_total t = score("objectives:\n"
                                "  - {name: never, max: tension, while: jammed, full: 1 N, weight: 90}\n"
                                "  - {name: later, reach: housed, from: jammed, full: 1 s, weight: 90}\n"
                                "  - {name: done, reach: housed, weight: 10}\n",
                                heave, 60);
    assert_false(item(&t, "never")->judged || item(&t, "later")->judged);
    CHECK_NEAR(t.score, 100, 1e-9);
    assert_true(t.passed);
}

static void test_critical(void **state) {
    (void)state;
    const train_total t = score("objectives:\n"
                                "  - {name: first, reach: housed, full: 20 s, weight: 1, critical: true}\n"
                                "  - {name: rest, reach: housed, weight: 99}\n",
                                heave, 60);
    CHECK_NEAR(t.score, 99, 1e-9);
    assert_false(t.passed);
    assert_string_equal(t.result[t.failed_by].name, "first");
    assert_string_equal(train_total_worst(&t)->name, "first");
}

// What was done is the reason, not what it left undone, in whatever order the items stand.
static void test_done_fails_before_undone(void **state) {
    (void)state;
    const train_total t = score("objectives:\n"
                                "  - {name: missed, reach: bitter_end, weight: 10, critical: true}\n"
                                "forbidden:\n"
                                "  - {name: minor, when: housed, cost: 1}\n"
                                "  - {name: done, when: housed, fail: true}\n",
                                heave, 60);
    assert_string_equal(t.result[t.failed_by].name, "done");
}

static moment secure(double t) { // brake at 10 s, speed as a second condition at 15 s; both until 40 s
    return (moment){.value = {[BRAKE] = t > 10 && t<40, [SPEED] = t> 15 && t < 40}};
}

static void test_sequence(void **state) {
    (void)state;
    const train_total t =
        score("objectives:\n"
              "  - {name: right, sequence: brake > 0.5; chain_speed > 0.5 m/s, full: 5 s, zero: 6 s}\n"
              "  - {name: wrong, sequence: chain_speed > 0.5 m/s; brake > 0.5, full: 100 s}\n",
              secure, 60);
    CHECK_NEAR(item(&t, "right")->value, 5, 1e-9);
    CHECK_NEAR(item(&t, "right")->points, 10, 1e-9);
    CHECK_NEAR(item(&t, "wrong")->points, 0, 1e-9);
    assert_true(item(&t, "wrong")->judged);
}

static moment blows(double t) {
    const bool blow = is(t, 5) || is(t, 25) || is(t, 26) || is(t, 27);
    return (moment){.value = {[BRAKE] = t > 20}, .events = blow ? RT_EVENT_BIT(RT_EVENT_HULL_IMPACT) : 0};
}

static void test_count(void **state) {
    (void)state;
    const train_total t = score("objectives:\n"
                                "  - {name: all, count: hull_impact, full: 2, zero: 6, weight: 8}\n"
                                "  - {name: late, count: hull_impact, while: brake > 0.5, full: 3, weight: 8}\n",
                                blows, 60);
    CHECK_NEAR(item(&t, "all")->value, 4, 1e-9);
    CHECK_NEAR(item(&t, "all")->points, 4, 1e-9);
    CHECK_NEAR(item(&t, "late")->value, 3, 1e-9);
    CHECK_NEAR(item(&t, "late")->points, 8, 1e-9);
}

// ---- reports -------------------------------------------------------------------------------------------------------

// Shackles 1, 2, 3, 4 pass at 10, 20, 30, 40 s; reported: 1 after 4 s, 2 as 3 in time and rightly after 14 s, 4 never.
// The third shackle at 22 s is a report that is not so.
static moment shackles(double t) {
    moment m = {.value = {[SHACKLE] = floor(t / 10 + 1e-9), [BEARING] = M_PI / 2}};
    for (int k = 1; k <= 4; k++)
        if (is(t, 10 * k)) m.events = RT_EVENT_BIT(RT_EVENT_SHACKLE_ON_DECK);
    if (is(t, 14)) m.phrase = rt_phrase_make(RT_PHRASE_ON_DECK, 1);
    if (is(t, 22)) m.phrase = rt_phrase_make(RT_PHRASE_ON_DECK, 3);
    if (is(t, 28.5)) m.phrase = rt_phrase_make(RT_PHRASE_ON_DECK, 3); // 1.5 s before it is due
    if (is(t, 34)) m.phrase = rt_phrase_make(RT_PHRASE_ON_DECK, 2);
    if (is(t, 50)) m.phrase = rt_phrase_make(RT_PHRASE_LEADING, 3);
    return m;
}

static void test_reports(void **state) {
    (void)state;
    const char *const rows =
        "objectives: [{name: some, at_end: brake < 0.5, weight: 10}]\n"
        "reports:\n"
        "  - {say: shackles_on_deck, when: shackle_on_deck, early: 2 s, within: 10 s, weight: 40}\n"
        "  - {say: leading, when: shackle_on_deck, early: 0 s, within: 10 s, weight: 4}\n"
        "  - {say: home, when: housed, weight: 40}\n";
    const train_total t = score(rows, shackles, 60);
    const train_result *r = item(&t, "shackles_on_deck");
    // 1: in time; 2: 14 s late of 10 to 20: 0.6; 3: early enough; 4: missed; and one that was not so
    CHECK_NEAR(r->points, 40 * (1 + 0.6 + 1 + 0) / 5, 1e-9);
    assert_true(r->judged && isnan(r->value)); // the missed one is the evidence
    assert_int_equal(r->from, 399);
    int times = 0, missed = 0, wrong = 0;
    double sum = 0;
    for (int k = 0; k < t.answers; k++) {
        const train_answer *a = &t.answer[k];
        if (&t.result[a->result] != r) continue;
        times++, sum += a->share;
        missed += isnan(a->said), wrong += isnan(a->due);
        if (fabs(a->share - 0.6) < 1e-9) CHECK_NEAR(a->said - a->due, 14, 1e-9);
    }
    assert_true(times == 5 && missed == 1 && wrong == 1);
    CHECK_NEAR(40 * sum / 5, r->points, 1e-9);
    assert_false(item(&t, "home")->judged);
    CHECK_NEAR(item(&t, "leading")->points, 1, 1e-9); // once, 10 s after the fourth, at three o'clock
    CHECK_NEAR(t.of, 54, 1e-9);
}

// Says every 5 s that the anchor is home; it comes home at 12 s, in the second run never.
static moment says_home(double t) {
    moment m = {.events = is(t, 12) ? RT_EVENT_BIT(RT_EVENT_HOUSED) : 0};
    for (int k = 1; k < 10; k++)
        if (is(t, 5 * k)) m.phrase = rt_phrase_make(RT_PHRASE_HOME, 0);
    return m;
}

static moment only_says_home(double t) {
    moment m = says_home(t);
    m.events = 0;
    return m;
}

static void test_who_says_it_all_the_time_has_few_points(void **state) {
    (void)state;
    const char *const rows = "objectives: [{name: some, at_end: brake < 0.5}]\n"
                             "reports: [{say: home, when: housed, early: 1 s, within: 10 s, weight: 12}]\n";
    train_total t = score(rows, says_home, 60);
    CHECK_NEAR(item(&t, "home")->points, 12. / 3, 1e-9); // at 5 and 10 s it was not so
    CHECK_NEAR(item(&t, "home")->value, 3, 1e-9);
    assert_int_equal(item(&t, "home")->from, 49); // the first of them
    t = score(rows, only_says_home, 60);
    assert_true(item(&t, "home")->judged && item(&t, "home")->points == 0);
}

// Two reports in turn, each step one, for 60 s: 600 of them.
static moment never_silent(double t) {
    return (moment){.phrase = rt_phrase_make(fmod(t + 1e-9, 0.2) < 0.1 ? RT_PHRASE_READY : RT_PHRASE_SECURED, 0)};
}

static void test_reports_beyond_the_capacity_are_counted(void **state) {
    (void)state;
    const train_total t = score("objectives: [{name: some, at_end: brake < 0.5}]\n", never_silent, 60);
    assert_in_range(t.unheard, 340, 345); // of about 600 that fit 256
}

static moment says_leading(double t) {
    moment m = {.value = {[BEARING] = -61 * M_PI / 180}}; // a little forward of ten o'clock, which is -60 deg
    if (is(t, 10)) m.act = 1;
    if (is(t, 12)) m.phrase = rt_phrase_make(RT_PHRASE_LEADING, t < 0 ? 0 : 10);
    return m;
}

static void test_bearing_and_order(void **state) {
    (void)state;
    const char *const rows = "objectives: [{name: some, at_end: brake < 0.5}]\n"
                             "reports: [{say: leading, when: how, within: 10 s, weight: 4}]\n"
                             "acts: [{name: how, at: 10 s, order: How is the cable leading?}]\n";
    const train_total t = score(rows, says_leading, 60);
    CHECK_NEAR(item(&t, "leading")->points, 4, 1e-9);
    CHECK_NEAR(item(&t, "leading")->value, 2, 1e-9);
}

// ---- forbidden -----------------------------------------------------------------------------------------------------

// The brake is set while the chain runs at 10 to 12 s, chattering; and at 30 s.
static moment against(double t) {
    const bool first = t > 10 && t < 12 && fmod(t, 0.4) < 0.2;
    return (moment){.value = {[BRAKE] = first || (t > 30 && t < 31), [SPEED] = 1}};
}

static void test_forbidden(void **state) {
    (void)state;
    const char *const rows = "objectives: [{name: some, at_end: brake < 0.5, weight: 100}]\n"
                             "forbidden:\n"
                             "  - {name: brake_on_running, when: brake > 0.5 and chain_speed > 0.5 m/s, cost: 7}\n"
                             "  - {name: lost, when: chain_parted, fail: true}\n";
    const train_total t = score(rows, against, 60);
    CHECK_NEAR(item(&t, "brake_on_running")->value, 2, 1e-9); // chatter counts once
    CHECK_NEAR(t.score, 86, 1e-9);
    assert_true(t.passed && t.results == 3 && item(&t, "lost")->points == 0 && !item(&t, "lost")->failed);
}

static moment parts(double t) { return (moment){.events = is(t, 5) ? RT_EVENT_BIT(RT_EVENT_CHAIN_PARTED) : 0}; }

static void test_forbidden_fails(void **state) {
    (void)state;
    const train_total t = score("objectives: [{name: some, at_end: brake < 0.5, weight: 100}]\n"
                                "forbidden: [{name: lost, when: chain_parted, fail: true, cost: 0}]\n",
                                parts, 60);
    CHECK_NEAR(t.score, 100, 1e-9);
    assert_false(t.passed);
    assert_string_equal(train_total_worst(&t)->name, "lost");
}

// ---- files ---------------------------------------------------------------------------------------------------------

static void test_bad_files(void **state) {
    (void)state;
    static const struct {
        const char *rows, *why;
    } bad[] = {
        {"objectives: [{name: a, reach: housed, max: tension}]\n", "expected one of reach, at_end"},
        {"objectives: [{name: a, max: tensoin, full: 1 N}]\n", "did you mean 'tension'?"},
        {"objectives: [{name: a, max: tension}]\n", "expected the value up to which"},
        {"objectives: [{name: a, max: tension, full: 1 m}]\n", "full: "},
        {"objectives: [{name: a, max: tension, full: 2 N, zero: 1 N}]\n", "expected at least `full`"},
        {"objectives: [{name: a, reach: housed}, {name: a, reach: jammed}]\n", "the name 'a' is given twice"},
        {"objectives: [{name: a, sequence: housed}]\n", "expected two conditions or more"},
        {"objectives: [{name: a, reach: housed}]\nreports: [{say: shouting, when: housed}]\n",
         "expected a report: ready"},
        {"objectives: [{name: a, reach: housed}]\nacts: [{name: b, at: 1 s, when: housed, order: Go}]\n",
         "expected one of at, when, button"},
        {"objectives: [{name: a, reach: housed}]\nacts: [{name: b, at: 1 s}]\n", "expected one of order, fail"},
        {"objectives: [{name: a, reach: housed}]\nacts: [{name: b, at: 1 s, fail: pump}]\n",
         "expected a failure: power_lost"},
        {"objectives: [{name: a, reach: housed}]\nacts: [{name: housed, at: 1 s, order: Go}]\n",
         "that no channel and no event has"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        static rt_diag d;
        char text[4096];
        d = (rt_diag){0};
        snprintf(text, sizeof text, HEAD "%s", bad[k].rows);
        rt_status status = train_exercise_load(scratch_text("bad.yaml", text), true, &e, &d);
        if (status == RT_OK) status = train_exercise_bind(&e, &names, &d);
        train_exercise_free(&e);
        assert_int_equal(status, RT_ERR_FORMAT);
        if (!strstr(d.text, bad[k].why) ||
            !strstr(d.text, strchr(bad[k].rows, '\n')[1] ? "bad.yaml:5:" : "bad.yaml:4:"))
            fail_msg("%s: %s", bad[k].rows, d.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_objectives),
                                       cmocka_unit_test(test_not_asked_is_not_judged),
                                       cmocka_unit_test(test_critical),
                                       cmocka_unit_test(test_done_fails_before_undone),
                                       cmocka_unit_test(test_sequence),
                                       cmocka_unit_test(test_count),
                                       cmocka_unit_test(test_reports),
                                       cmocka_unit_test(test_reports_beyond_the_capacity_are_counted),
                                       cmocka_unit_test(test_who_says_it_all_the_time_has_few_points),
                                       cmocka_unit_test(test_bearing_and_order),
                                       cmocka_unit_test(test_forbidden),
                                       cmocka_unit_test(test_forbidden_fails),
                                       cmocka_unit_test(test_bad_files)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
