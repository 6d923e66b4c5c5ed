// SPDX-License-Identifier: MIT
// A paused run looks paused: the mark on the picture with the panels hidden, the answer to a dead key and to Esc. A
// save does not pause. Speeds above real time; notes of a live run; the restart button loses its colour.
#include "tests/rt/person.h"

void __real_render_set_state(render *r, const char *state, const char *help, bool urgent);
void __wrap_render_set_state(render *r, const char *state, const char *help, bool urgent);

static char mark[32], help[96], saved[300];

void __wrap_render_set_state(render *r, const char *state, const char *text, bool urgent) {
    snprintf(mark, sizeof mark, "%s", state);
    snprintf(help, sizeof help, "%s", text);
    __real_render_set_state(r, state, text, urgent);
}

static bool waits(const panel_state *s) {
    return !s->running && !strcmp(mark, "PAUSED") && !strcmp(help, "Press F5 to start");
}
static bool tells_dead_key(const panel_state *s) {
    return !s->running && strstr(help, "the windlass does not move") != NULL;
}
static bool runs(const panel_state *s) { return s->running && s->t > 0.2 && !mark[0]; }
static double reached;
static bool is_fast(const panel_state *s) {
    reached = s->reached;
    return s->speed == 8 && !strcmp(mark, "FAST 8x") && s->reached > 0 && s->t > 2;
}
static bool is_saved_running(const panel_state *s) { return s->running && is_saved(s); }
static bool is_normal(const panel_state *s) { return s->speed == 1 && s->running && !mark[0]; }
static bool has_note(const panel_state *s) {
    return s->running && s->n_marks > 0 && access(scratch_path("live.notes"), F_OK) == 0;
}
static bool is_paused_now(const panel_state *s) { return !s->running && !strcmp(mark, "PAUSED"); }
static bool is_rewound(const panel_state *s) { return s->rewound && !strcmp(mark, "REWOUND"); }
static bool differs(const panel_state *s) { return s->modified && s->unapplied; }
static bool is_restarted(const panel_state *s) { return s->modified && !s->unapplied && s->t == 0; }
static bool asks(const panel_state *s) {
    (void)s;
    return strcmp(help, "Press Esc again to end the run") == 0;
}

static const step state_steps[] = {
    {UNTIL, .so = waits},
    {SAME, .text = "state_start.png"},
    {KEY, .key = SDLK_w},
    {UNTIL, .so = tells_dead_key},
    {SHOT, .text = "state_dead_key.png"},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = runs},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "speed 8"},
    {UNTIL, .so = is_fast},
    {SHOT, .text = "state_fast.png"},
    {CLICK, .text = "save as"},
    {TYPE, .text = saved},
    {UNTIL, .so = is_saved_running},
    {CLICK, .text = "speed 1"},
    {UNTIL, .so = is_normal},
    {CLICK, .text = "tab Events"},
    {CLICK, .text = "note"},
    {TYPE, .text = "chain grows taut"},
    {UNTIL, .so = has_note},
    {SHOT, .text = "state_events.png"},
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused_now},
    {KEY, .key = SDLK_PAGEUP},
    {UNTIL, .so = is_rewound},
    {KEY, .key = SDLK_F2}, // hidden panels: the mark stays
    {SHOT, .text = "state_rewound.png"},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "tab Scenario"},
    {CLICK, .text = "field chain.bar_diameter"},
    {TYPE, .text = "52 mm"},
    {UNTIL, .so = differs},
    {CLICK, .text = "apply"},
    {UNTIL, .so = is_restarted},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = runs},
    {KEY, .key = SDLK_ESCAPE},
    {UNTIL, .so = asks},
    {SHOT, .text = "state_escape.png"},
    {KEY, .key = SDLK_ESCAPE},
};

static void states_look_like_themselves(void **state) {
    (void)state;
    char first[300], text[900], heave[300];
    steps = state_steps;
    n_steps = sizeof state_steps / sizeof state_steps[0];
    config_root_make();
    snprintf(first, sizeof first, "%s", scratch_path("root/scenarios/short.yaml"));
    snprintf(saved, sizeof saved, "%s", scratch_path("root/scenarios/mine.yaml"));
    snprintf(heave, sizeof heave, "%s", scratch_path("live.rec"));
    snprintf(text, sizeof text, "sed 's/depth: 10 m/depth: 3 m\\n  settle: 1 s/' %s > %s",
             scratch_path("root/scenarios/weigh.yaml"), first);
    assert_int_equal(system(text), 0);
    char *argv[] = {first, "--device", "keyboard", "--record", heave, NULL};
    assert_int_equal(cmd_run(5, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
    printf("8 times asked, %.1f times reached\n", reached);
    uint64_t hash = 0;
    assert_true(read_last_hash(scratch_path("root/scenarios/mine.rec"), &hash) > 1000);
    check_saved_run(saved, scratch_path("root/scenarios/mine.rec"));
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.desk.state_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_look_like_themselves)};
    return cmocka_run_group_tests_name("rt.desk.state_window", tests, scratch_make, scratch_remove);
}
