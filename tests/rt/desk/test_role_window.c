// SPDX-License-Identifier: MIT
// Mouse and keys drive hawse run in a real window: a role chosen on the page Display shows what belongs to it, and the
// window's title names exercise and run.
#include "tests/rt/person.h"

static bool shows(const panel_state *s, int role, int charts, int timing, int numbers) {
    return s->role_now == role && switch_of(s, "gauges") == 1 && switch_of(s, "strip charts") == charts &&
           switch_of(s, "timing") == timing && switch_of(s, "numbers") == numbers;
}

static bool is_trainee(const panel_state *s) { return shows(s, DISPLAY_TRAINEE, 0, 0, 0); }
static bool is_instructor(const panel_state *s) { return shows(s, DISPLAY_INSTRUCTOR, 1, 0, 0); }
static bool is_engineer(const panel_state *s) { return shows(s, DISPLAY_ENGINEER, 1, 1, 1); }
static bool is_nobody(const panel_state *s) { return shows(s, -1, 1, 0, 1); }
static bool is_night(const panel_state *s) { return is_engineer(s) && switch_of(s, "night") == 1; }
static bool is_trainee_at_night(const panel_state *s) { return is_trainee(s) && switch_of(s, "night") == 1; }

static bool has_title(const char *expected) {
    SDL_Window *w = SDL_GetWindowFromID(1);
    return w && strcmp(SDL_GetWindowTitle(w), expected) == 0;
}
static bool is_first_run(const panel_state *s) {
    (void)s;
    return has_title("Weigh the port anchor and house it \xe2\x80\x93 run 1 \xe2\x80\x93 hawse");
}
static bool is_second_run(const panel_state *s) {
    return s->t == 0 && has_title("Weigh the port anchor and house it \xe2\x80\x93 run 2 \xe2\x80\x93 hawse");
}

static const step role_steps[] = {
    {UNTIL, .so = is_trainee},
    {CHECK_, .so = is_first_run},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "tab Display"},
    {CLICK, .text = "role instructor"},
    {UNTIL, .so = is_instructor},
    {CLICK, .text = "role engineer"},
    {UNTIL, .so = is_engineer},
    {KEY, .key = SDLK_m}, // a switch of one's own: no role any more
    {UNTIL, .so = is_nobody},
    {KEY, .key = SDLK_m},
    {KEY, .key = SDLK_n}, // night belongs to no role
    {UNTIL, .so = is_night},
    {CLICK, .text = "role trainee"},
    {UNTIL, .so = is_trainee_at_night},
    {CLICK, .text = "tab Scenario"},
    {CLICK, .text = "apply"},
    {UNTIL, .so = is_second_run},
    {CHECK_, .so = is_trainee_at_night},
    {KEY, .key = SDLK_F2},
    {KEY, .key = SDLK_ESCAPE}, // asks first
    {KEY, .key = SDLK_ESCAPE},
};

static void role_sets_what_is_shown(void **state) {
    (void)state;
    char weigh[] = HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml", device[] = "--device", keyboard[] = "keyboard",
         quiet[] = "--no-sound";
    char *args[] = {weigh, device, keyboard, quiet};
    steps = role_steps;
    n_steps = sizeof role_steps / sizeof *role_steps;
    assert_int_equal(cmd_run(4, args), 0);
    assert_int_equal(at, n_steps);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.desk.role_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(role_sets_what_is_shown)};
    return cmocka_run_group_tests_name("rt.desk.role_window", tests, scratch_make, scratch_remove);
}
