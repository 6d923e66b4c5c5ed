// SPDX-License-Identifier: MIT
// hawse run shows a mechanism in a real window. The mechanism starts at once, with several steps in a frame. The test
// pauses it, rewinds, steps, branches and saves, then opens a ship and the mechanism again in the same window. The
// saved run, software-in-the-loop, ends in the state on the screen.
#include "tests/rt/person.h"

static char saved[300], ball[300];

static bool has_started_at_once(const panel_state *s) { return s->running && s->started && s->t > 1; }
// The panels offer only what a mechanism has.
static bool has_its_panels(const panel_state *s) {
    return s->n_failures == 0 && switch_of(s, "forces") >= 0 && switch_of(s, "timing") >= 0 &&
           switch_of(s, "tension") < 0 && switch_of(s, "see-through hull") < 0 && switch_of(s, "inset") < 0;
}
static bool shows_regions(const panel_state *s) { return switch_of(s, "contact regions") == 1; }
static bool is_back(const panel_state *s) { return s->rewound && !s->running && s->t < noted && s->t_last >= noted; }
// A single step is one step of the solver, not the five of a frame.
static double before_step;
static bool note_time(const panel_state *s) {
    before_step = s->t;
    return true;
}
static bool has_advanced_one_step(const panel_state *s) { return fabs(s->t - before_step - 2e-4) < 1e-9; }
static bool has_branched(const panel_state *s) { return s->running && !s->rewound && s->t > 0.6; }
static bool is_ship(const panel_state *s) {
    return strstr(s->scenario, "weigh.yaml") && s->t == 0 && !s->running && s->n_failures > 0 &&
           switch_of(s, "tension") >= 0;
}
static bool is_ball(const panel_state *s) {
    return strstr(s->scenario, "ball.yaml") && s->running && s->t > 0 && s->n_failures == 0 &&
           switch_of(s, "tension") < 0;
}

static const step watch[] = {
    {UNTIL, .so = has_started_at_once},
    {KEY, .key = SDLK_F2},
    {UNTIL, .so = has_its_panels},
    {KEY, .key = SDLK_o},
    {UNTIL, .so = shows_regions},
    {KEY, .key = SDLK_h}, // without effect: a mechanism has no hull
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CHECK_, .so = is_standing_at_noted},
    {CLICK, .text = "time"},
    {UNTIL, .so = is_back},
    {CHECK_, .so = note_time},
    {KEY, .key = SDLK_F6},
    {UNTIL, .so = has_advanced_one_step},
    {CLICK, .text = "start"},
    {UNTIL, .so = has_branched},
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CLICK, .text = "save as"},
    {TYPE, .text = saved},
    {UNTIL, .so = is_saved},
    {CLICK, .text = "open"},
    {CLICK, .text = "file weigh.yaml"},
    {UNTIL, .so = is_ship},
    {CLICK, .text = "open"},
    {CLICK, .text = "file ball.yaml"},
    {UNTIL, .so = is_ball},
    {KEY, .key = SDLK_ESCAPE}, // asks first
    {KEY, .key = SDLK_ESCAPE},
};
enum { STEPS = sizeof watch / sizeof watch[0] };

static void mechanism_runs_rewinds_branches_and_saves(void **state) {
    (void)state;
    steps = watch;
    n_steps = STEPS;
    config_root_make();
    snprintf(ball, sizeof ball, "%s", scratch_path("root/scenarios/ball.yaml"));
    snprintf(saved, sizeof saved, "%s", scratch_path("root/scenarios/mine.yaml"));
    config_copy_file(CONFIG "/scenarios/contact/bouncing_ball.yaml", ball);
    char *argv[] = {ball, NULL};
    assert_int_equal(cmd_run(1, argv), EXIT_DONE);
    assert_int_equal(at, STEPS);
    check_saved_run(saved, scratch_path("root/scenarios/mine.rec"));
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.desk.mechanism_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(mechanism_runs_rewinds_branches_and_saves)};
    return cmocka_run_group_tests_name("rt.desk.mechanism_window", tests, scratch_make, scratch_remove);
}
