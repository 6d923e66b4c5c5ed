// SPDX-License-Identifier: MIT
// The desk as a person uses it: hawse run in a real window, driven by mouse and keys alone. A scenario is opened, its
// chain changed, waves chosen, heaved in, paused, gone back in, left by a branch, and saved; the saved scenario, run
// software-in-the-loop by the program, ends in the state that was on the screen.
#include "tests/rt/person.h"

static char saved[300], other[300];

static bool is_open(const panel_state *s) { return strstr(s->scenario, "other.yaml") && !s->modified && s->t == 0; }
static bool waits(const panel_state *s) { return !s->running && !s->started && s->t == 0; }
static bool is_changed(const panel_state *s) {
    return s->modified && s->can_undo && strcmp(value_of("chain.bar_diameter"), "0.052") == 0;
}
static bool is_refused(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "chain.bar_diameter") &&
           strcmp(value_of("chain.bar_diameter"), "0.052") == 0;
}
static bool cannot_be_built(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "chain") && strcmp(value_of("chain.capacity"), "5") == 0;
}
static bool is_whole_again(const panel_state *s) { return strcmp(value_of("chain.capacity"), "120") == 0 && s->t == 0; }
static bool has_waves(const panel_state *s) {
    return strcmp(value_of("sea.wave_height"), "1.5") == 0 && strcmp(value_of("sea.immersion"), "buoyancy_drag") == 0 &&
           s->t == 0;
}
static bool are_told(const panel_state *s) { return s->message_is_error && strstr(s->message, "sea.immersion"); }
static bool has_begun(const panel_state *s, const char *file) {
    return s->t == 0 && !s->started && access(scratch_path(file), F_OK) == 0;
}
static bool begun_third(const panel_state *s) { return has_begun(s, "heave-4.rec"); }
static bool begun_fourth(const panel_state *s) { return has_begun(s, "heave-5.rec"); }
static bool runs(const panel_state *s) { return s->running && s->t > 0.01; }
static bool heaved(const panel_state *s) { return s->t > 2.5; }
static bool is_back(const panel_state *s) {
    return s->rewound && !s->running && s->t < noted - 0.5 && s->t > 0 && s->t_last == noted;
}
static bool has_branched(const panel_state *s) { return s->running && !s->rewound && s->t > 0.8 * noted; }

static step desk_steps[] = {
    {UNTIL, .so = waits},
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
    {UNTIL, .so = begun_third},
    {CLICK, .text = "field chain.capacity"}, // a chain that does not reach the lifter
    {TYPE, .text = "5"},
    {CLICK, .text = "apply"},
    {UNTIL, .so = cannot_be_built},
    {CLICK, .text = "undo"},
    {UNTIL, .so = is_whole_again},
    {CLICK, .text = "find"},
    {TYPE, .text = "sea wave"},
    {CLICK, .text = "field sea.wave_height"}, // of which anchor and chain would feel nothing
    {TYPE, .text = "150 cm"},
    {CLICK, .text = "apply"},
    {UNTIL, .so = are_told},
    {CLICK, .text = "find"},
    {ERASE, .key = 0},
    {TYPE, .text = "immersion"},
    {CLICK, .text = "field sea.immersion"},
    {CLICK, .text = "choice buoyancy_drag"},
    {UNTIL, .so = has_waves},
    {CLICK, .text = "apply"},
    {UNTIL, .so = begun_fourth},
    {CLICK, .text = "start"},
    {UNTIL, .so = runs},
    {KEY, .key = SDLK_F10}, // nothing lies before it: it runs on
    {KEY, .key = SDLK_F11},
    {KEY, .key = SDLK_a},
    {HOLD, .key = SDLK_w},
    {UNTIL, .so = heaved},
    {LOOSE, .key = SDLK_w},
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CHECK_, .so = is_standing_at_noted},
    {CLICK, .text = "time"}, // in the middle of what is recorded
    {UNTIL, .so = is_back},
    {KEY, .key = SDLK_F6},
    {CLICK, .text = "start"},
    {HOLD, .key = SDLK_s},
    {UNTIL, .so = has_branched},
    {LOOSE, .key = SDLK_s},
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CLICK, .text = "save as"},
    {TYPE, .text = saved},
    {UNTIL, .so = is_saved},
    {KEY, .key = SDLK_ESCAPE},
};
enum { STEPS = sizeof desk_steps / sizeof desk_steps[0] };

// Of the four runs, the last of which was left by a branch: none has written over another's, or over what was there.
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
        assert_true(rt_play_contents_of(p).closed);
        assert_int_equal(rt_play_contents_of(p).frames > 0, made[k].ran);
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

static void a_person_uses_the_desk(void **state) {
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_person_uses_the_desk)};
    return cmocka_run_group_tests_name("rt.desk.desk_window", tests, scratch_make, scratch_remove);
}
