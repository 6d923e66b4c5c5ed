// SPDX-License-Identifier: MIT
// Walks of a trainee at hawse run in a real window, by the hints alone: the test presses and holds the keys that the
// hints name, and nothing else. An instructor beside plants failures by mouse. test_walk_window WALK.
#include "rt/app/cmd.h"
#include "rt/desk/run.h"
#include "tests/render/keep_loaded.h"
#include "tests/render/own_display.h"
#include "tests/rt/acts.h"
#include "tests/rt/short_heave.h"
#include <jansson.h>
#include <unistd.h>

void __real_render_present(render *r);
void __wrap_render_present(render *r);
void __real_render_set_panel_state(render *r, const panel_state *s);
void __wrap_render_set_panel_state(render *r, const panel_state *s);

enum { BETWEEN = 4, REPEAT = 5 }; // pictures between two looks; looks between two presses for the same hint
#define GIVES_UP 200.0            // [s]

// An act of the instructor, in order: at a time, or once the hint says something.
typedef struct cue {
    double t;         // not before [s]
    const char *hint; // not before the hint has these words; NULL: at once
    const char *item; // of the panels to click; NULL: the key
    SDL_Keycode key;
} cue;

typedef struct walk {
    const char *name, *scenario; // NULL: the short heave
    cue cue[12];
    const char *ignored; // the trainee does nothing more once the hint has these words; NULL: always obeys
    const char *end;     // the walk is done when the hint has these words and all cues are over
    const char *verdict; // of the report
    const char *alarm[3];
} walk;

static const walk walks[] = {
    {.name = "secured", .end = "Secured for sea", .verdict = "housed"},
    {.name = "loss",
     .scenario = HAWSE_SOURCE_DIR "/config/scenarios/incidents/all_ran_out.yaml",
     .cue = {{.hint = "Chain coming in", .key = SDLK_F2}, {.item = "tab Instructor"}, {.item = "failure motor burst"}},
     .ignored = "Apply the band brake fully",
     .end = "exercise has failed",
     .verdict = "anchor_lost",
     .alarm = {"motor_burst", "anchor_lost"}},
    {.name = "power",
     .cue = {{.hint = "Chain coming in", .key = SDLK_F2},
             {.item = "tab Instructor"},
             {.item = "failure power lost"},
             {.hint = "Return the lever to neutral"},
             {.t = 12, .item = "failure power lost"},
             {.hint = "Ease off the band brake"}},
     .end = "Chain coming in",
     .verdict = "under_way",
     .alarm = {"power_lost"}},
};

static const walk *now;
static const panel_state *seen;
static char last[128];
static SDL_Keycode held;
static int looks, next_cue;
static bool obeys = true, done;

// The key that follows the word in the hint, its first name: "press D or Right" has D.
static SDL_Keycode key_after(const char *hint, const char *word) {
    const char *at = strstr(hint, word);
    char name[24];
    if (!at || sscanf(at + strlen(word), "%23[A-Za-z0-9]", name) != 1) return SDLK_UNKNOWN;
    if (strcmp(name, "Enter") == 0) return SDLK_RETURN;
    return SDL_GetKeyFromName(name);
}

static void hold(SDL_Keycode key) {
    if (held == key) return;
    if (held) push_key(held, false);
    if (key) push_key(key, true);
    held = key;
}

// Does what the hint says. A hint that tells to go on, or none, changes nothing.
static void follow(const char *hint) {
    SDL_Keycode press = key_after(hint, "ress "), keep = key_after(hint, "hold ");
    bool goes_on = !*hint || strstr(hint, "Heave") || strstr(hint, "Hold");
    if (keep || !goes_on) hold(keep);
    if (press && looks % REPEAT == 0) press_and_release(press);
}

static void read_hint(const char *hint) {
    bool fresh = strncmp(hint, last, 24) != 0; // the text before a number that changes
    if (fresh) fprintf(stderr, "%7.2f s  %s\n", seen->t, hint);
    snprintf(last, sizeof last, "%s", hint);
    looks = fresh ? 0 : looks + 1;
    if (now->ignored && strstr(hint, now->ignored)) obeys = false;
}

// The instructor's next act, if it is due.
static void instruct(render *r, const char *hint) {
    const cue *c = &now->cue[next_cue];
    float x, y;
    if (!c->hint && !c->item && !c->key) return;
    if (seen->t < c->t || (c->hint && !strstr(hint, c->hint))) return;
    if (c->item && !panel_find_item(render_panel(r, NULL), c->item, &x, &y)) return;
    if (c->item) push_click(x, y);
    if (c->key) press_and_release(c->key);
    next_cue++;
}

static bool cues_are_over(void) {
    const cue *c = &now->cue[next_cue];
    return !c->hint && !c->item && !c->key;
}

void __wrap_render_set_panel_state(render *r, const panel_state *s) {
    seen = s;
    __real_render_set_panel_state(r, s);
}

void __wrap_render_present(render *r) {
    static int pictures, last_look;
    char hint[128];
    __real_render_present(r);
    SDL_Event quit = {.type = SDL_QUIT};
    if (pictures++ == 0) push_focus();
    if (!seen || pictures % BETWEEN) return;
    if (done && ++last_look > REPEAT) SDL_PushEvent(&quit);
    render_hint(r, hint, sizeof hint);
    read_hint(hint);
    instruct(r, hint);
    if (obeys && !done) follow(hint);
    if (!done && cues_are_over() && strstr(hint, now->end)) push_key(SDLK_F12, true), done = true; // with its picture
    if (seen->t > GIVES_UP) SDL_PushEvent(&quit);
}

static bool has_alarm(const json_t *report, const char *name) {
    json_t *a;
    size_t i;
    json_array_foreach(json_object_get(report, "alarms"), i,
                       a) if (strcmp(json_string_value(json_object_get(a, "alarm")), name) == 0) return true;
    return false;
}

static void walk_ends_as_expected(void **state) {
    (void)state;
    char report[300];
    json_error_t e;
    snprintf(report, sizeof report, "%s", scratch_path("walk.json"));
    char *file = (char *)(now->scenario ? now->scenario : short_heave());
    char *argv[] = {file, "--anywhere", "--device", "keyboard", "--report", report, NULL};
    assert_int_equal(cmd_run(6, argv), EXIT_DONE);
    assert_true(done);
    json_t *r = json_load_file(report, 0, &e);
    assert_non_null(r);
    assert_string_equal(json_string_value(json_object_get(json_object_get(r, "outcome"), "verdict")), now->verdict);
    for (int k = 0; k < 3 && now->alarm[k]; k++)
        if (!has_alarm(r, now->alarm[k])) fail_msg("no alarm %s", now->alarm[k]);
    json_decref(r);
}

int main(int argc, char **argv) {
    for (size_t k = 0; argc > 1 && k < sizeof walks / sizeof walks[0]; k++)
        if (strcmp(argv[1], walks[k].name) == 0) now = &walks[k];
    if (!now) return 2;
    if (!own_display(argv, "rt.desk.walk")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(walk_ends_as_expected)};
    return cmocka_run_group_tests_name("rt.desk.walk", tests, scratch_make, scratch_remove);
}
