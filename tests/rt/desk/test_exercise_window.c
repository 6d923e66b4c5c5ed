// SPDX-License-Identifier: MIT
// An exercise at a real window: the page opens with the briefing, orders appear, reports are made by click and by key,
// the end brings the score, and a click on its evidence shows that moment. The recording has what was reported.
#include "rt/command/phrase.h"
#include "tests/rt/person.h"

static const panel_exercise *exercise_of(const panel_state *s) { return s->exercise; }

static bool briefs(const panel_state *s) {
    const panel_exercise *e = exercise_of(s);
    return e && !s->running && !s->started && strcmp(e->title, "Two reports") == 0 &&
           strcmp(e->paragraph[0], "Say how it leads.") == 0 && e->n_tasks == 3 && !e->task[0].scored;
}
static bool is_asked(const panel_state *s) {
    return exercise_of(s)->order && strcmp(exercise_of(s)->order, "How is the cable leading?") == 0;
}
static bool has_number_three(const panel_state *s) { return exercise_of(s)->number == 3; }
static bool has_said(const panel_state *s) {
    return strstr(s->message, "reported: cable is leading 3 o'clock") != NULL;
}
static bool has_next_home(const panel_state *s) { return strcmp(exercise_of(s)->next, "home") == 0; }
static bool has_said_home(const panel_state *s) { return strstr(s->message, "reported: anchor is home") != NULL; }
static bool has_ended(const panel_state *s) {
    const panel_exercise *e = exercise_of(s);
    return !s->running && e->score[0] && e->task[0].scored && strstr(e->score, "Passed: 100.0 of 100 points");
}
static bool is_at_evidence(const panel_state *s) { return fabs(s->t - exercise_of(s)->task[0].t) < 0.1; }

static const step exercise_steps[] = {
    {UNTIL, .so = briefs},
    {SHOT, .text = "exercise_briefing.png"},
    {CLICK, .text = "begin"},
    {UNTIL, .so = is_asked},
    {CLICK, .text = "number 3"},
    {UNTIL, .so = has_number_three},
    {CLICK, .text = "report leading"},
    {UNTIL, .so = has_said},
    {SHOT, .text = "exercise_report.png"},
    {KEY, .key = SDLK_SEMICOLON, .times = 3}, // from the first report back to "home"
    {UNTIL, .so = has_next_home},
    {KEY, .key = SDLK_SLASH},
    {UNTIL, .so = has_said_home},
    {UNTIL, .so = has_ended},
    {SHOT, .text = "exercise_score.png"},
    {CLICK, .text = "evidence 0"},
    {UNTIL, .so = is_at_evidence},
    {KEY, .key = SDLK_ESCAPE},
    {KEY, .key = SDLK_ESCAPE},
};

// The anchor hangs still under the hawse on the port side: the cable leads to three or nine o'clock by the ship's axes.
static const char text[] = "exercise: {id: two, title: Two reports, time_limit: 40 s, ends: said, pass: 60}\n"
                           "briefing: [{text: Say how it leads.}]\n"
                           "scenario: " HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml\n"
                           "objectives: [{name: still, max: chain_speed, full: 0.1 m/s, weight: 10}]\n"
                           "reports:\n"
                           "  - {say: leading, when: how, within: 30 s, weight: 0}\n"
                           "  - {say: home, when: how, within: 30 s}\n"
                           "acts:\n"
                           "  - {name: how, at: 1 s, order: How is the cable leading?}\n"
                           "  - {name: said, at: 12 s, order: Thank you}\n";

static void check_reports(const char *file) {
    const uint8_t expected[] = {rt_phrase_make(RT_PHRASE_LEADING, 3), rt_phrase_make(RT_PHRASE_HOME, 0)};
    rt_diag d = {0};
    rt_record_row row;
    int found = 0;
    rt_player *p = rt_play_open(file, &d);
    if (!p) fail_msg("%s", d.text);
    while (rt_play_next(p, &row, &d) == RT_PLAY_FRAME)
        if (row.command.phrase) {
            assert_true(found < 2);
            assert_int_equal(row.command.phrase, expected[found++]);
        }
    rt_play_close(p);
    assert_int_equal(found, 2);
}

static void trainee_reports(void **state) {
    (void)state;
    char rec[300], file[300];
    steps = exercise_steps;
    n_steps = sizeof exercise_steps / sizeof exercise_steps[0];
    snprintf(rec, sizeof rec, "%s", scratch_path("exercise.rec"));
    snprintf(file, sizeof file, "%s", scratch_text("exercise.yaml", text));
    char *argv[] = {file, "--anywhere", "--device", "keyboard", "--record", rec, NULL};
    assert_int_equal(cmd_run(6, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
    check_reports(rec);
}

int main(int argc, char **argv) {
    if (argc > 1) pictures_to = argv[1];
    if (!own_display(argv, "rt.desk.exercise_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(trainee_reports)};
    return cmocka_run_group_tests_name("rt.desk.exercise_window", tests, scratch_make, scratch_remove);
}
