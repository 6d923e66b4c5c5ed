// SPDX-License-Identifier: MIT
// A trainee at hawse run in a real window weighs the anchor, houses it and secures it for sea, by the hints alone: the
// test presses and holds the keys that the hints name, and nothing else.
#include "rt/app/cmd.h"
#include "rt/desk/run.h"
#include "tests/render/keep_loaded.h"
#include "tests/render/own_display.h"
#include "tests/rt/short_heave.h"
#include <jansson.h>
#include <unistd.h>

void __real_render_present(render *r);
void __wrap_render_present(render *r);
void __real_render_set_panel_state(render *r, const panel_state *s);
void __wrap_render_set_panel_state(render *r, const panel_state *s);

enum { BETWEEN = 6, REPEAT = 12 }; // pictures between two looks; looks between two presses for the same hint
#define GIVES_UP 200.0             // [s]

static const panel_state *seen;
static char last[128];
static SDL_Keycode held;
static int looks;
static bool secured;

static void push_key(SDL_Keycode key, bool down) {
    SDL_Event e = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP, .keysym = {.sym = key}}};
    SDL_PushEvent(&e);
}

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
    bool fresh = strncmp(hint, last, 24) != 0; // the text before a number that changes
    if (fresh) fprintf(stderr, "%7.2f s  %s\n", seen->t, hint);
    snprintf(last, sizeof last, "%s", hint);
    looks = fresh ? 0 : looks + 1;
    bool goes_on = !*hint || strstr(hint, "Heave") || strstr(hint, "Hold");
    if (keep || !goes_on) hold(keep);
    if (strstr(hint, "Secured for sea"))
        secured = true;
    else if (press && looks % REPEAT == 0)
        push_key(press, true), push_key(press, false);
}

void __wrap_render_set_panel_state(render *r, const panel_state *s) {
    seen = s;
    __real_render_set_panel_state(r, s);
}

void __wrap_render_present(render *r) {
    static int pictures;
    char hint[128];
    __real_render_present(r);
    SDL_Event focus = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_GAINED}};
    SDL_Event quit = {.type = SDL_QUIT};
    if (pictures++ == 0) SDL_PushEvent(&focus); // no window manager gives the window its focus here
    if (!seen || pictures % BETWEEN) return;
    render_hint(r, hint, sizeof hint);
    follow(hint);
    if (secured || seen->t > GIVES_UP) SDL_PushEvent(&quit);
}

static void hints_lead_from_start_to_secured(void **state) {
    (void)state;
    char report[300];
    snprintf(report, sizeof report, "%s", scratch_path("trainee.json"));
    char *argv[] = {(char *)short_heave(), "--anywhere", "--device", "keyboard", "--report", report, NULL};
    assert_int_equal(cmd_run(6, argv), EXIT_DONE);
    json_error_t e;
    json_t *r = json_load_file(report, 0, &e);
    assert_non_null(r);
    assert_true(secured);
    assert_string_equal(json_string_value(json_object_get(json_object_get(r, "outcome"), "verdict")), "housed");
    json_decref(r);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.desk.trainee_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(hints_lead_from_start_to_secured)};
    return cmocka_run_group_tests_name("rt.desk.trainee_window", tests, scratch_make, scratch_remove);
}
