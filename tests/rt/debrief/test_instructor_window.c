// SPDX-License-Identifier: MIT
// An instructor debriefs a failed run: finds where it failed, shows lever, brake and speed around that moment in slow
// motion, notes the lesson, marks the part for a film, compares it with the run in which the lining was good, and lets
// the trainee take over before the failure.
#include "tests/rt/person.h"

static char failed[300], good[300];

// What failed, in its order: each is on the slider.
static bool tells_the_failure(const panel_state *s) {
    static const char *const order[] = {"MOTOR BURST", "BRAKE SLIPS", "BITTER END"};
    double before = 0;
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        int mark = find_mark(s, order[k]);
        if (mark < 0 || s->mark[mark].t < before) return false;
        before = s->mark[mark].t;
    }
    return true;
}

static bool is_at_bitter_end(const panel_state *s) { return is_at_mark(s, "BITTER END"); }
static bool is_at_burst(const panel_state *s) { return is_at_mark(s, "MOTOR BURST"); }
static bool is_before_burst(const panel_state *s) {
    int k = find_mark(s, "MOTOR BURST");
    noted = s->t;
    return k >= 0 && s->t < s->mark[k].t - 2;
}
// After the jump to the last of them, each alarm of the cascade has its own time, and the burst is the first.
static bool has_alarm_list(const panel_state *s) {
    const panel_alarm *burst = find_alarm(s, "MOTOR BURST"), *bitter_end = find_alarm(s, "BITTER END");
    if (!burst || !bitter_end || !burst->first || bitter_end->first) return false;
    const double exact = 1e-9; // to the frame
    return fabs(burst->t - s->mark[find_mark(s, "MOTOR BURST")].t) < exact &&
           fabs(bitter_end->t - s->mark[find_mark(s, "BITTER END")].t) < exact && bitter_end->t > burst->t + 1;
}
static bool has_crept(const panel_state *s) {
    int k = find_mark(s, "MOTOR BURST");
    return s->running && s->t > s->mark[k].t + 0.2 && s->t < s->mark[k].t + 2;
}
static bool shows_motor_torque(const panel_state *s) { return find_switch(s->chart, s->n_charts, "motor torque") == 1; }
static bool has_note(const panel_state *s) {
    return find_mark(s, "the worn lining slips: measure it before sailing") >= 0 &&
           access(scratch_path("failed.notes"), F_OK) == 0;
}
static bool has_part(const panel_state *s) { return s->has_part && s->part_out - s->part_in > 1; }
static bool is_overside(const panel_state *s) { return find_switch(s->camera, s->n_cameras, "overside") == 1; }
static bool is_live_branch(const panel_state *s) {
    return !s->recorded && !s->running && s->rewound && fabs(s->t - noted) < 1e-9;
}
static bool has_gone_on(const panel_state *s) { return s->running && s->t > noted + 8; }

static const step debrief_steps[] = {
    {UNTIL, .so = plays},
    {KEY, .key = SDLK_SPACE},
    {UNTIL, .so = is_standing},
    {CLICK, .text = "tab Events"},
    {CHECK_, .so = tells_the_failure},
    {KEY, .key = SDLK_END},
    {UNTIL, .so = is_at_end},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "instructor_end.png"},
    {KEY, .key = SDLK_HOME},
    {CLICK, .text = "row 5"},
    {UNTIL, .so = is_at_bitter_end},
    {CLICK, .text = "tab Alarms"},
    {UNTIL, .so = has_alarm_list},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "instructor_alarms.png"},
    {CLICK, .text = "tab Display"},
    {CLICK, .text = "charts"},
    {CLICK, .text = "chart motor torque"},
    {UNTIL, .so = shows_motor_torque},
    {KEY, .key = SDLK_ESCAPE}, // closes the list
    {KEY, .key = SDLK_k},
    {CLICK, .text = "tab Events"},
    {KEY, .key = SDLK_HOME},
    {KEY, .key = SDLK_PAGEDOWN}, // "controls active" is at the begin
    {UNTIL, .so = is_at_burst},
    {CLICK, .text = "mark in"},
    {CLICK, .text = "speed 1/8"},
    {UNTIL, .so = is_slow},
    {CLICK, .text = "start"},
    {UNTIL, .so = has_crept},
    {SHOT, .text = "instructor_slow.png"},
    {KEY, .key = SDLK_SPACE},
    {UNTIL, .so = is_standing},
    {CLICK, .text = "note"},
    {TYPE, .text = "the worn lining slips: measure it before sailing"},
    {UNTIL, .so = has_note},
    {KEY, .key = SDLK_F10},
    {CLICK, .text = "mark out"},
    {UNTIL, .so = has_part},
    {KEY, .key = SDLK_9},
    {UNTIL, .so = is_overside},
    {SHOT, .text = "instructor_overside.png"},
    {KEY, .key = SDLK_F9},
    {KEY, .key = SDLK_F9},
    {UNTIL, .so = is_before_burst},
    {KEY, .key = SDLK_b},
    {UNTIL, .so = is_live_branch},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = has_gone_on},
    {SHOT, .text = "instructor_branch.png"},
    {KEY, .key = SDLK_ESCAPE},
    {KEY, .key = SDLK_ESCAPE},
};

static void record(char path[300], const char *name, const char *of) {
    char text[1800];
    snprintf(path, 300, "%s", scratch_path(name));
    snprintf(text, sizeof text, "%s sil %s --record %s > %s 2>&1", getenv("HAWSE_PROGRAM"), of, path,
             scratch_path("sil.txt"));
    assert_int_equal(system(text), 0);
}

static void instructor_debriefs_a_failed_run(void **state) {
    (void)state;
    record(failed, "failed.rec", HAWSE_SOURCE_DIR "/config/scenarios/incidents/all_ran_out.yaml");
    steps = debrief_steps;
    n_steps = sizeof debrief_steps / sizeof debrief_steps[0];
    at = 0;
    char *argv[] = {failed, "--anywhere", "--window", NULL};
    assert_int_equal(cmd_replay(3, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
}

static bool both_stand_at_the_end(const panel_state *s) { return s->recorded && is_at_end(s); }

static const step beside_steps[] = {
    {UNTIL, .so = plays},
    {KEY, .key = SDLK_SPACE},
    {KEY, .key = SDLK_END},
    {UNTIL, .so = both_stand_at_the_end},
    {SAME, .text = "instructor_beside.png"},
    {KEY, .key = SDLK_ESCAPE},
};

// The same run with a lining that is not worn: the chain stops.
static void failed_run_stands_beside_a_good_one(void **state) {
    (void)state;
    config_root_make();
    char text[1800], file[400];
    snprintf(file, sizeof file, "%s", scratch_path("root/scenarios/lining_good.yaml"));
    snprintf(text, sizeof text,
             "cp %s/all_ran_out.csv %s && sed '/brake_wear/d; s,../../models,../models,' %s/all_ran_out.yaml > %s",
             CONFIG "/scenarios/incidents", scratch_path("root/scenarios"), CONFIG "/scenarios/incidents", file);
    assert_int_equal(system(text), 0);
    record(good, "good.rec", file);
    steps = beside_steps;
    n_steps = sizeof beside_steps / sizeof beside_steps[0];
    at = 0;
    char *argv[] = {failed, "--anywhere", "--window", "--beside", good, NULL};
    assert_int_equal(cmd_replay(5, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.debrief.instructor_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(instructor_debriefs_a_failed_run),
                                       cmocka_unit_test(failed_run_stands_beside_a_good_one)};
    return cmocka_run_group_tests_name("rt.debrief.instructor_window", tests, scratch_make, scratch_remove);
}
