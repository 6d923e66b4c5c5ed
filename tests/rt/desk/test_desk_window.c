// SPDX-License-Identifier: MIT
// Mouse and keys drive hawse run in a real window. The test opens a scenario, changes its chain, adds waves, heaves,
// pauses, rewinds, branches and saves. The saved scenario, software-in-the-loop, ends in the state on the screen.
#include "tests/rt/person.h"

static char saved[300], other[300], taken[300];

static bool is_open(const panel_state *s) { return strstr(s->scenario, "other.yaml") && !s->modified && s->t == 0; }
static bool waits_for_start(const panel_state *s) { return !s->running && !s->started && s->t == 0; }
static bool is_changed(const panel_state *s) {
    return s->modified && s->can_undo && strcmp(value_of("chain.bar_diameter"), "52 mm") == 0;
}
static bool is_refused(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "chain.bar_diameter") &&
           strcmp(value_of("chain.bar_diameter"), "52 mm") == 0;
}
static bool cannot_be_built(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "chain") && strcmp(value_of("chain.capacity"), "5") == 0;
}
static bool has_old_capacity(const panel_state *s) {
    return strcmp(value_of("chain.capacity"), "120") == 0 && s->t == 0;
}
static bool has_waves(const panel_state *s) {
    return strcmp(value_of("sea.wave_height"), "150 cm") == 0 &&
           strcmp(value_of("sea.immersion"), "buoyancy_drag") == 0 && s->t == 0;
}
static bool waves_are_refused(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "sea.immersion");
}
static bool has_new_run(const panel_state *s, const char *file) {
    return s->t == 0 && !s->started && access(scratch_path(file), F_OK) == 0;
}
static bool has_third_run(const panel_state *s) { return has_new_run(s, "heave-4.rec"); }
static bool has_fourth_run(const panel_state *s) { return has_new_run(s, "heave-5.rec"); }
static bool is_running(const panel_state *s) { return s->running && s->t > 0.01; }
static bool has_heaved(const panel_state *s) { return s->t > 2.5; }
static bool is_back(const panel_state *s) {
    return s->rewound && !s->running && s->t < noted - 0.5 && s->t > 0 && s->t_last == noted;
}
static bool has_branched(const panel_state *s) { return s->running && !s->rewound && s->t > 0.8 * noted; }
static bool keeps_open_scenario(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "other.yaml exists and stays: this window did not save it") &&
           strstr(s->message, "other-2.yaml");
}
static bool keeps_users_recording(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "taken.rec exists and stays: this window did not save it");
}
static bool has_text(const char *file, const char *part) {
    size_t size;
    char *text = (char *)scratch_read(file, &size);
    bool has = strstr(text, part) != NULL;
    free(text);
    return has;
}
static bool users_files_stay(const panel_state *s) {
    (void)s;
    return !has_text(other, "52 mm") && has_text(scratch_path("root/scenarios/taken.rec"), "of another year") &&
           access(taken, F_OK) != 0;
}

static step desk_steps[] = {
    {UNTIL, .so = waits_for_start},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "open"},
    {CLICK, .text = "file other.yaml"},
    {UNTIL, .so = is_open},
    {CLICK, .text = "field chain.bar_diameter"},
    {TYPE, .text = "52 mm"},
    {UNTIL, .so = is_changed},
    {CLICK, .text = "field chain.bar_diameter"},
    {TYPE, .text = "52 kg"},
    {UNTIL, .so = is_refused},
    {CLICK, .text = "apply"},
    {UNTIL, .so = has_third_run},
    {CLICK, .text = "field chain.capacity"}, // a chain that does not reach the lifter
    {TYPE, .text = "5"},
    {CLICK, .text = "apply"},
    {UNTIL, .so = cannot_be_built},
    {CLICK, .text = "undo"},
    {UNTIL, .so = has_old_capacity},
    {CLICK, .text = "find"},
    {TYPE, .text = "sea wave"},
    {CLICK, .text = "field sea.wave_height"}, // refused: without immersion, waves have no effect on anchor and chain
    {TYPE, .text = "150 cm"},
    {CLICK, .text = "apply"},
    {UNTIL, .so = waves_are_refused},
    {CLICK, .text = "find"},
    {ERASE, .key = 0},
    {TYPE, .text = "immersion"},
    {CLICK, .text = "field sea.immersion"},
    {CLICK, .text = "choice buoyancy_drag"},
    {UNTIL, .so = has_waves},
    {CLICK, .text = "apply"},
    {UNTIL, .so = has_fourth_run},
    {CLICK, .text = "start"},
    {UNTIL, .so = is_running},
    {KEY, .key = SDLK_F10}, // the run is at its newest moment and continues
    {KEY, .key = SDLK_F11},
    {KEY, .key = SDLK_a},
    {HOLD, .key = SDLK_w},
    {UNTIL, .so = has_heaved},
    {LOOSE, .key = SDLK_w},
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CHECK_, .so = is_standing_at_noted},
    {CLICK, .text = "time"}, // the middle of the recorded time
    {UNTIL, .so = is_back},
    {KEY, .key = SDLK_F6},
    {CLICK, .text = "start"},
    {HOLD, .key = SDLK_s},
    {UNTIL, .so = has_branched},
    {LOOSE, .key = SDLK_s},
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CLICK, .text = "save as"},
    {TYPE, .text = other}, // the open scenario
    {UNTIL, .so = keeps_open_scenario},
    {CLICK, .text = "save as"},
    {TYPE, .text = taken}, // new, but the recording beside it would replace the user's
    {UNTIL, .so = keeps_users_recording},
    {CHECK_, .so = users_files_stay},
    {CLICK, .text = "save as"},
    {TYPE, .text = saved},
    {UNTIL, .so = is_saved},
    {KEY, .key = SDLK_ESCAPE}, // asks first
    {KEY, .key = SDLK_ESCAPE},
};
enum { STEPS = sizeof desk_steps / sizeof desk_steps[0] };

// None of the four runs, nor the branch of the last one, has overwritten a file of another run or an older file.
static void check_files_of_each_run(void) {
    static const struct {
        const char *file, *scenario;
        bool ran;
    } made[] = {{"heave.rec", "weigh.yaml", false},
                {"heave-2.rec", "other.yaml", false},
                {"heave-4.rec", "other.yaml", false},
                {"heave-5.rec", "other.yaml", true},
                {"heave-5-2.rec", "other.yaml", true}};
    size_t size;
    char *text = (char *)scratch_read(scratch_path("heave-3.rec"), &size);
    assert_int_equal(size, strlen("of another day"));
    free(text);
    for (size_t k = 0; k < sizeof made / sizeof made[0]; k++) {
        rt_diag d = {0};
        rt_player *p = rt_play_open(scratch_path(made[k].file), &d);
        if (!p) fail_msg("%s", d.text);
        assert_true(rt_play_get_contents(p).closed);
        assert_int_equal(rt_play_get_contents(p).frames > 0, made[k].ran);
        assert_non_null(strstr(rt_play_header(p)->scenario_path, made[k].scenario));
        rt_play_close(p);
    }
    static const char *const report[] = {"r.json", "r-2.json", "r-3.json", "r-4.json"};
    for (size_t k = 0; k < sizeof report / sizeof report[0]; k++) {
        text = (char *)scratch_read(scratch_path(report[k]), &size);
        assert_non_null(strstr(text, k == 0 ? "weigh.yaml" : "other.yaml"));
        free(text);
    }
}

static void operator_changes_rewinds_branches_and_saves(void **state) {
    (void)state;
    char first[300], text[900], heave[300], report[300];
    steps = desk_steps;
    n_steps = STEPS;
    config_root_make();
    snprintf(first, sizeof first, "%s", scratch_path("root/scenarios/weigh.yaml"));
    snprintf(other, sizeof other, "%s", scratch_path("root/scenarios/other.yaml"));
    snprintf(saved, sizeof saved, "%s", scratch_path("root/scenarios/mine.yaml"));
    snprintf(text, sizeof text, "sed 's/depth: 10 m/depth: 3 m\\n  settle: 1 s/' %s > %s", first, other);
    assert_int_equal(system(text), 0);
    snprintf(heave, sizeof heave, "%s", scratch_path("heave.rec"));
    snprintf(report, sizeof report, "%s", scratch_path("r.json"));
    snprintf(taken, sizeof taken, "%s", scratch_path("root/scenarios/taken.yaml"));
    scratch_text("root/scenarios/taken.rec", "of another year");
    scratch_text("heave-3.rec", "of another day");
    char *argv[] = {first, "--device", "keyboard", "--record", heave, "--report", report, NULL};
    assert_int_equal(cmd_run(7, argv), EXIT_DONE);
    assert_int_equal(at, STEPS);

    check_saved_run(saved, scratch_path("root/scenarios/mine.rec"));
    check_files_of_each_run();
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.desk.desk_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(operator_changes_rewinds_branches_and_saves)};
    return cmocka_run_group_tests_name("rt.desk.desk_window", tests, scratch_make, scratch_remove);
}
