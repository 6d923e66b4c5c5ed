// SPDX-License-Identifier: MIT
// A mechanism as a person watches it: hawse run in a real window. It runs from the start, several steps a frame; it is
// paused, gone back in, stepped, left by a branch and saved; a ship and the mechanism again are opened in the same
// window. The saved run, software-in-the-loop by the program, ends in the state that was on the screen.
#include "tests/rt/person.h"

static char saved[300], ball[300];

static bool has_switch(const panel_state *s, const char *name) {
    for (int k = 0; k < s->n_shown; k++)
        if (strcmp(s->shown[k].name, name) == 0) return s->shown[k].on;
    return false;
}

static bool is_there(const panel_state *s, const char *name) {
    for (int k = 0; k < s->n_shown; k++)
        if (strcmp(s->shown[k].name, name) == 0) return true;
    return false;
}

static bool runs_by_itself(const panel_state *s) { return s->running && s->started && s->t > 1; }
// What there is nothing of is not offered.
static bool has_its_panels(const panel_state *s) {
    return s->n_failures == 0 && is_there(s, "forces") && is_there(s, "timing") && !is_there(s, "tension") &&
           !is_there(s, "see-through hull") && !is_there(s, "inset");
}
static bool shows_regions(const panel_state *s) { return has_switch(s, "contact regions"); }
static bool is_back(const panel_state *s) { return s->rewound && !s->running && s->t < noted && s->t_last >= noted; }
// A single step is one of the solver's, not a frame's five.
static double before_step;
static bool note_time(const panel_state *s) {
    before_step = s->t;
    return true;
}
static bool is_one_step_on(const panel_state *s) { return fabs(s->t - before_step - 2e-4) < 1e-9; }
static bool has_branched(const panel_state *s) { return s->running && !s->rewound && s->t > 0.6; }
static bool is_ship(const panel_state *s) {
    return strstr(s->scenario, "weigh.yaml") && s->t == 0 && !s->running && s->n_failures > 0 && is_there(s, "tension");
}
static bool is_ball(const panel_state *s) {
    return strstr(s->scenario, "ball.yaml") && s->running && s->t > 0 && s->n_failures == 0 && !is_there(s, "tension");
}

static const step watch[] = {
    {UNTIL, .so = runs_by_itself},
    {KEY, .key = SDLK_F2},
    {UNTIL, .so = has_its_panels},
    {KEY, .key = SDLK_o},
    {UNTIL, .so = shows_regions},
    {KEY, .key = SDLK_h}, // there is no hull
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CHECK_, .so = is_standing_at_noted},
    {CLICK, .text = "time"},
    {UNTIL, .so = is_back},
    {CHECK_, .so = note_time},
    {KEY, .key = SDLK_F6},
    {UNTIL, .so = is_one_step_on},
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
    {KEY, .key = SDLK_ESCAPE},
};
enum { STEPS = sizeof watch / sizeof watch[0] };

static void a_person_watches_a_mechanism(void **state) {
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_person_watches_a_mechanism)};
    return cmocka_run_group_tests_name("rt.desk.mechanism_window", tests, scratch_make, scratch_remove);
}
