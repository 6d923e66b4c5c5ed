// SPDX-License-Identifier: MIT
// Mouse and keys drive hawse replay --window: marks, jumps, speeds, charts, cameras, notes, the part for a film, a
// second run beside the first, and a live run that branches from the shown moment.
#include "tests/rt/person.h"

static char first[300], other[300];

static int marks_of(const panel_state *s, panel_mark_kind kind, const char *text) {
    int n = 0;
    for (int k = 0; k < s->n_marks; k++) n += s->mark[k].kind == kind && (!text || !strcmp(s->mark[k].text, text));
    return n;
}

static bool has_marks(const panel_state *s) {
    return marks_of(s, PANEL_MARK_EVENT, "controls active") == 1 &&
           marks_of(s, PANEL_MARK_ALARM, "EMERGENCY STOP") == 1 && s->t_first == 0 && fabs(s->t_last - 8) < 1e-9;
}
static bool is_at_stop(const panel_state *s) { return is_at_mark(s, "EMERGENCY STOP"); }
static bool is_at_active(const panel_state *s) { return is_at_mark(s, "controls active"); }
static bool is_past_active(const panel_state *s) { return s->n_marks > 1 && fabs(s->t - s->mark[1].t) < 1.5e-3; }
static bool is_at_begin(const panel_state *s) { return s->t < 0.0015; }
static bool is_fast(const panel_state *s) { return s->speed == 8; }
static bool is_deck(const panel_state *s) { return s->camera[2].on && !strcmp(s->camera[2].name, "deck"); }
static int shown_charts(const panel_state *s) {
    int n = 0;
    for (int k = 0; k < s->n_charts; k++) n += s->chart[k].on;
    return n;
}
static bool has_five_charts(const panel_state *s) { return shown_charts(s) == 5; }
static bool has_note(const panel_state *s) {
    return marks_of(s, PANEL_MARK_NOTE, "brake too late") == 1 && access(scratch_path("a.notes"), F_OK) == 0;
}
static bool has_part(const panel_state *s) { return s->has_part && s->part_in < s->part_out; }
// Without ffmpeg the message says so.
static bool has_film(const panel_state *s) {
    return strstr(s->message, "film written: ") ? access(strstr(s->message, "/"), F_OK) == 0
                                                : s->message_is_error && strstr(s->message, "ffmpeg");
}
static bool is_live_branch(const panel_state *s) {
    return !s->recorded && !s->running && s->rewound && fabs(s->t - noted) < 1e-9 && fabs(s->t_last - 8) < 1e-9;
}
static bool note_time(const panel_state *s) {
    noted = s->t;
    return true;
}
static bool has_gone_on(const panel_state *s) {
    return s->running && !s->rewound && s->t > noted + 0.3 && marks_of(s, PANEL_MARK_NOTE, "brake too late") == 1;
}

static const step debrief_steps[] = {
    {UNTIL, .so = plays},
    {UNTIL, .so = has_marks},
    {KEY, .key = SDLK_SPACE},
    {UNTIL, .so = is_standing},
    {SHOT, .text = "debrief_paused.png"},
    {KEY, .key = SDLK_HOME},
    {UNTIL, .so = is_at_begin},
    {KEY, .key = SDLK_END},
    {UNTIL, .so = is_at_end},
    {KEY, .key = SDLK_PAGEUP},
    {UNTIL, .so = is_at_stop},
    {CLICK, .text = "tab Events"},
    {CLICK, .text = "mark 0"}, // on the slider
    {UNTIL, .so = is_at_active},
    {KEY, .key = SDLK_PAGEDOWN},
    {UNTIL, .so = is_past_active},
    {CLICK, .text = "row 0"},
    {UNTIL, .so = is_at_active},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "debrief_active.png"},
    {KEY, .key = SDLK_END},
    {UNTIL, .so = is_at_end},
    {CLICK, .text = "previous mark"},
    {UNTIL, .so = is_at_stop},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "debrief_stop.png"}, // lamp E-STOP, alarm, mark
    {KEY, .key = SDLK_F2},              // without the panels it is another picture
    {UNTIL, .so = note_time},
    {OTHER, .text = "debrief_stop.png"},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "note"},
    {TYPE, .text = "brake too late"},
    {UNTIL, .so = has_note},
    {CLICK, .text = "mark in"},
    {KEY, .key = SDLK_PERIOD},
    {KEY, .key = SDLK_F6},
    {CLICK, .text = "mark out"},
    {UNTIL, .so = has_part},
    {SHOT, .text = "debrief_events.png"},
    {CLICK, .text = "film"}, // written, or the message that ffmpeg is missing
    {UNTIL, .so = has_film},
    {CLICK, .text = "tab Display"},
    {CLICK, .text = "camera deck"},
    {UNTIL, .so = is_deck},
    {CLICK, .text = "charts"},
    {CLICK, .text = "chart motor torque"},
    {UNTIL, .so = has_five_charts},
    {SHOT, .text = "debrief_charts.png"},
    {KEY, .key = SDLK_ESCAPE}, // closes the list
    {KEY, .key = SDLK_k},
    {CLICK, .text = "speed 8"},
    {UNTIL, .so = is_fast},
    {CLICK, .text = "start"},
    {SHOT, .text = "debrief_display.png"},
    {UNTIL, .so = is_at_end},
    {CLICK, .text = "speed 1/8"},
    {UNTIL, .so = is_slow},
    {KEY, .key = SDLK_PAGEUP}, // the note
    {KEY, .key = SDLK_F9},
    {CHECK_, .so = is_standing},
    {KEY, .key = SDLK_F10},
    {CHECK_, .so = note_time},
    {KEY, .key = SDLK_b},
    {UNTIL, .so = is_live_branch},
    {SHOT, .text = "debrief_branch.png"},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = has_gone_on},
    {KEY, .key = SDLK_ESCAPE},
    {KEY, .key = SDLK_ESCAPE},
};

static void make_recording(char path[300], const char *name, const char *script) {
    char text[1800];
    snprintf(path, 300, "%s", scratch_path(name));
    snprintf(text, sizeof text, "%s sil %s --duration 8 --record %s > %s 2>&1", getenv("HAWSE_PROGRAM"),
             scratch_path(script), path, scratch_path("sil.txt"));
    assert_int_equal(system(text), 0);
}

// Two short heaves; in the first the operator presses the emergency stop after 4 s.
static void make_scenarios(void) {
    config_root_make();
    char text[1200];
    const char *from = scratch_path("root/scenarios/weigh.yaml");
    snprintf(text, sizeof text,
             "sed 's/depth: 10 m/depth: 3 m\\n  settle: 1 s/; s/weigh.csv/stop.csv/' %s > %s/root/scenarios/stop.yaml; "
             "sed 's/depth: 10 m/depth: 3 m\\n  settle: 1 s/; s/weigh.csv/go.csv/' %s > %s/root/scenarios/go.yaml",
             from, scratch, from, scratch);
    assert_int_equal(system(text), 0);
    scratch_text("root/scenarios/stop.csv",
                 "t [s],lever [1],brake [1],clutch [1],estop [1]\n0,0,1,1,0\n0.5,0,0,1,0\n1,0.6,0,1,0\n4,0.6,0,1,1\n");
    scratch_text("root/scenarios/go.csv", "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.5,0,0,1\n1,1,0,1\n");
}

static void viewer_debriefs_and_takes_over(void **state) {
    (void)state;
    make_scenarios();
    make_recording(first, "a.rec", "root/scenarios/stop.yaml");
    steps = debrief_steps;
    n_steps = sizeof debrief_steps / sizeof debrief_steps[0];
    at = 0;
    char *argv[] = {first, "--anywhere", "--window", NULL};
    assert_int_equal(cmd_replay(3, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
    rt_diag d = {0};
    rt_player *p = rt_play_open(scratch_path("a-2.rec"), &d); // of the branch
    if (!p) fail_msg("%s", d.text);
    assert_true(rt_play_get_contents(p).closed && rt_play_get_contents(p).frames > 1000 * noted);
    rt_play_close(p);
    size_t size;
    char *notes = (char *)scratch_read(scratch_path("a.notes"), &size);
    assert_non_null(strstr(notes, " brake too late\n"));
    free(notes);
    char *branch = (char *)scratch_read(scratch_path("a-2.notes"), &size);
    assert_non_null(strstr(branch, " brake too late\n"));
    free(branch);
}

static bool has_both(const panel_state *s) { return s->recorded && s->t > 2; }

static const step beside_steps[] = {
    {UNTIL, .so = has_both},   {KEY, .key = SDLK_SPACE}, {KEY, .key = SDLK_k},
    {KEY, .key = SDLK_END},    {UNTIL, .so = is_at_end}, {SAME, .text = "debrief_beside.png"},
    {KEY, .key = SDLK_ESCAPE},
};

static void two_runs_stand_side_by_side(void **state) {
    (void)state;
    make_recording(other, "b.rec", "root/scenarios/go.yaml");
    steps = beside_steps;
    n_steps = sizeof beside_steps / sizeof beside_steps[0];
    at = 0;
    char *argv[] = {first, "--anywhere", "--window", "--beside", other, NULL};
    assert_int_equal(cmd_replay(5, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.debrief.debrief_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(viewer_debriefs_and_takes_over),
                                       cmocka_unit_test(two_runs_stand_side_by_side)};
    return cmocka_run_group_tests_name("rt.debrief.debrief_window", tests, scratch_make, scratch_remove);
}
