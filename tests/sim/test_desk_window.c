// SPDX-License-Identifier: MIT
// The desk as a person uses it: hawse run in a real window, driven by mouse and keys alone. A scenario is opened, its
// chain changed, waves chosen, heaved in, paused, gone back in, left by a branch, and saved; the saved scenario, run
// software-in-the-loop by the program, ends in the state that was on the screen.
//
// This program is hawse run; it puts itself between the run and its renderer to see what is shown and to act after each
// picture, as a person would.
#include "rt/cmd.h"
#include "rt/record.h"
#include "rt/run.h"
#include "tests/render/keep_loaded.h"
#include "tests/render/own_display.h"
#include "tests/sim/config_root.h"

#include <inttypes.h>
#include <unistd.h>

void __real_render_present(render *r);
void __wrap_render_present(render *r);
void __real_render_set_panel_state(render *r, const panel_state *s);
void __wrap_render_set_panel_state(render *r, const panel_state *s);

// What a person does, one thing after the other.
typedef enum act {
    KEY,    // presses and lets go
    HOLD,   // presses
    LOOSE,  // lets go
    CLICK,  // on what is called so
    TYPE,   // a text, then Enter
    ERASE,  // all of a text
    UNTIL,  // waits until it is so
    CHECK_, // it is so now
} act;

typedef struct step {
    act act;
    SDL_Keycode key;
    const char *text;
    bool (*so)(const panel_state *s);
} step;

enum { BETWEEN = 4, PATIENCE = 3000, SETTLED = 5 }; // pictures between two looks; looks for which to wait

static const panel_state *seen;
static double noted; // a time [s]
static char saved[300], other[300];
static int at, waited;

static void push_key(SDL_Keycode key, bool down) {
    SDL_Event e = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP, .keysym = {.sym = key}}};
    SDL_PushEvent(&e);
}

static void push_click(float x, float y) {
    SDL_Event move = {.motion = {.type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y}};
    SDL_Event down = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = (int)x, .y = (int)y}};
    SDL_Event up = down;
    up.type = SDL_MOUSEBUTTONUP;
    SDL_PushEvent(&move);
    SDL_PushEvent(&down);
    SDL_PushEvent(&up);
}

static void push_text(const char *text) {
    for (; *text; text++) {
        SDL_Event e = {.text = {.type = SDL_TEXTINPUT, .text = {*text, 0}}};
        SDL_PushEvent(&e);
    }
    push_key(SDLK_RETURN, true);
    push_key(SDLK_RETURN, false);
}

static const char *value_of(const char *path) {
    for (int f = 0; f < seen->n_fields; f++)
        if (strcmp(seen->field[f].path, path) == 0) return seen->field[f].value;
    return "";
}

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
static bool begun_anew(const panel_state *s) { return s->t == 0 && !s->started; }
static bool runs(const panel_state *s) { return s->running && s->t > 0.01; }
static bool heaved(const panel_state *s) { return s->t > 2.5; }
// For some pictures: the frame that ran when the pause was asked for may end late on a busy machine.
static bool is_paused(const panel_state *s) {
    static int looks;
    looks = !s->running && s->t == noted ? looks + 1 : 0;
    noted = s->t;
    return looks >= SETTLED && s->t_last == s->t;
}
static bool stands(const panel_state *s) { return !s->running && s->t == noted; }
static bool is_back(const panel_state *s) {
    return s->rewound && !s->running && s->t < noted - 0.5 && s->t > 0 && s->t_last == noted;
}
static bool has_branched(const panel_state *s) { return s->running && !s->rewound && s->t > 0.8 * noted; }
static bool is_saved(const panel_state *s) { return !s->message_is_error && strstr(s->message, "saved as"); }

static step steps[] = {
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
    {UNTIL, .so = begun_anew},
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
    {UNTIL, .so = begun_anew},
    {CLICK, .text = "start"},
    {UNTIL, .so = runs},
    {KEY, .key = SDLK_a},
    {HOLD, .key = SDLK_w},
    {UNTIL, .so = heaved},
    {LOOSE, .key = SDLK_w},
    {CLICK, .text = "pause"},
    {UNTIL, .so = is_paused},
    {CHECK_, .so = stands},
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
enum { STEPS = sizeof steps / sizeof steps[0] };

static void give_up(const char *why) {
    fprintf(stderr, "step %d (%s): %s; at %.3f of %.3f s, %s, says '%s'\n", at, steps[at].text ? steps[at].text : "",
            why, seen ? seen->t : 0, seen ? seen->t_last : 0, seen && seen->running ? "running" : "standing",
            seen && seen->message ? seen->message : "");
    _exit(1);
}

static bool act_now(render *r, const step *s) {
    float x, y;
    switch (s->act) {
    case KEY:
        push_key(s->key, true);
        push_key(s->key, false);
        return true;
    case HOLD:
    case LOOSE:
        push_key(s->key, s->act == HOLD);
        return true;
    case CLICK:
        if (!panel_place(render_panel(r, NULL), s->text, &x, &y)) return false;
        push_click(x, y);
        return true;
    case TYPE:
        push_text(s->text);
        return true;
    case ERASE:
        for (int k = 0; k < 32; k++) push_key(SDLK_BACKSPACE, true), push_key(SDLK_BACKSPACE, false);
        return true;
    case UNTIL:
        return s->so(seen);
    case CHECK_:
        if (!s->so(seen)) give_up("is not so");
        return true;
    }
    return false;
}

void __wrap_render_set_panel_state(render *r, const panel_state *s) {
    seen = s;
    __real_render_set_panel_state(r, s);
}

void __wrap_render_present(render *r) {
    static int pictures;
    __real_render_present(r);
    SDL_Event focus = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_GAINED}};
    if (pictures++ == 0) SDL_PushEvent(&focus); // no window manager gives it here
    if (!seen || pictures % BETWEEN || at == STEPS) return;
    if (act_now(r, &steps[at])) {
        at++;
        waited = 0;
    } else if (++waited > PATIENCE) {
        give_up("nothing came of it");
    }
}

int cmd_fail(const rt_diag *d, rt_status status) {
    fputs(d->text, stderr);
    return status == RT_ERR_MEMORY ? EXIT_INTERNAL : EXIT_USAGE;
}

// The last frame that the recording holds, and its state's hash.
static uint64_t end_of(const char *file, uint64_t *hash) {
    static rt_diag d;
    rt_player *p = rt_play_open(file, &d);
    rt_record_row row;
    uint64_t frames = 0;
    if (!p) fail_msg("%s", d.text);
    for (; rt_play_next(p, &row, &d) == RT_PLAY_FRAME; frames++) *hash = row.hash;
    rt_play_close(p);
    return frames;
}

static void a_person_uses_the_desk(void **state) {
    (void)state;
    char first[300], text[900], expected[64];
    config_root_make();
    snprintf(first, sizeof first, "%s", scratch_path("root/scenarios/weigh.yaml"));
    snprintf(other, sizeof other, "%s", scratch_path("root/scenarios/other.yaml"));
    snprintf(saved, sizeof saved, "%s", scratch_path("root/scenarios/mine.yaml"));
    snprintf(text, sizeof text, "sed 's/depth: 10 m/depth: 3 m\\n  settle: 1 s/' %s > %s", first, other);
    assert_int_equal(system(text), 0);
    char *argv[] = {first, "--device", "keyboard", NULL};
    assert_int_equal(cmd_run(3, argv), EXIT_DONE);
    assert_int_equal(at, STEPS);

    uint64_t hash = 0, frames = end_of(scratch_path("root/scenarios/mine.rec"), &hash);
    assert_true(frames > 1000);
    snprintf(text, sizeof text, "%s sil %s > %s 2>&1", getenv("HAWSE_PROGRAM"), saved, scratch_path("sil.txt"));
    size_t size;
    int code = system(text);
    char *says = (char *)scratch_read(scratch_path("sil.txt"), &size);
    if (code != 0) fail_msg("hawse sil ends with %d: %s", code, says);
    snprintf(expected, sizeof expected, "%" PRIu64 " frames, state hash %016" PRIx64, frames, hash);
    if (!strstr(says, expected)) fail_msg("expected %s, found %s", expected, says);
    free(says);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "sim.desk_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_person_uses_the_desk)};
    return cmocka_run_group_tests_name("sim.desk_window", tests, scratch_make, scratch_remove);
}
