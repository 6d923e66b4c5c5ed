// SPDX-License-Identifier: MIT
// A simulated operator at the window of hawse run. The test links the program with --wrap=render_present and
// --wrap=render_set_panel_state: it reads the panel's state and acts between pictures.
#ifndef HAWSE_TESTS_RT_PERSON_H
#define HAWSE_TESTS_RT_PERSON_H

#include "rt/app/cmd.h"
#include "rt/desk/run.h"
#include "rt/record/record.h"
#include "tests/render/keep_loaded.h"
#include "tests/render/own_display.h"
#include "tests/rt/acts.h"
#include "tests/rt/config_root.h"
#include "tests/rt/find.h"
#include "tests/rt/reference.h"

#include <inttypes.h>
#include <unistd.h>

void __real_render_present(render *r);
void __wrap_render_present(render *r);
void __real_render_set_panel_state(render *r, const panel_state *s);
void __wrap_render_set_panel_state(render *r, const panel_state *s);

// One act of the operator.
typedef enum act {
    KEY,    // presses and releases a key, `times` times
    HOLD,   // presses a key
    LOOSE,  // releases a key
    CLICK,  // clicks the widget of that name
    TYPE,   // types a text, then Enter
    ERASE,  // deletes a whole text
    UNTIL,  // waits until the condition holds
    CHECK_, // fails unless the condition holds now
    SHOT,   // writes the picture as PNG, into the folder `pictures_to`
    SAME,   // waits until the picture is its reference (tests/rt/reference.h)
    OTHER,  // fails if the picture is that reference
    MOUSE,  // works the mouse by a function, until that is true
} act;

typedef struct step {
    act act;
    SDL_Keycode key;
    int times; // 0: once
    const char *text;
    bool (*so)(const panel_state *s);
    bool (*mouse)(render *r);
} step;

enum {
    BETWEEN = 4,
    PATIENCE = 3000,
    SETTLED = 5,
    COMPARISONS = 300
}; // pictures between two acts; attempts before the test fails, in a pause, of a comparison

static const panel_state *seen;
static render *window; // of the last picture
static const char *pictures_to = ".";
static double noted;         // a time [s]
static char difference[200]; // how the picture differs from its reference
static const step *steps;    // (n_steps): the acts
static int n_steps, at, waited;

static inline const char *value_of(const char *path) {
    for (int f = 0; f < seen->n_fields; f++)
        if (strcmp(seen->field[f].path, path) == 0) return seen->field[f].value;
    return "";
}

static void fail_act(const char *why) {
    fprintf(stderr, "step %d (%s): %s; at %.3f of %.3f s, %s, says '%s'\n", at, steps[at].text ? steps[at].text : "",
            why, seen ? seen->t : 0, seen ? seen->t_last : 0, seen && seen->running ? "running" : "standing",
            seen && seen->message ? seen->message : "");
    for (int k = 0; seen && k < 2; k++) {
        const panel_design *d = &seen->design[k];
        fprintf(stderr, "design %d: %s%s%s%d lines, fault '%s'", k, d->measured ? "measured, " : "",
                d->stale ? "stale, " : "", d->busy ? "busy, " : "", d->n_lines, d->fault);
        for (int i = 0; i < d->n_notes; i++) fprintf(stderr, "; %s%s", d->note[i].text, d->note[i].bad ? " (bad)" : "");
        fprintf(stderr, "\n");
    }
    _exit(1);
}

// Whether this run writes the reference: at its first use, if the environment asks for it.
static bool writes_reference(const char *name) {
    for (int k = 0; k < at; k++)
        if (steps[k].act == SAME && strcmp(steps[k].text, name) == 0) return false;
    return getenv("HAWSE_WRITE_REFERENCES") != NULL;
}

// True once the picture is its reference; else the picture is left among the others.
static bool compare_picture(render *r, const char *name) {
    char path[600];
    rt_diag d = {0};
    if (writes_reference(name)) return waited >= SETTLED && reference_write(r, name);
    if (reference_is_shown(r, name, difference)) return true;
    if (waited < COMPARISONS) return false;
    snprintf(path, sizeof path, "%s/%s", pictures_to, name);
    render_write_png(r, path, &d);
    fail_act(difference);
    return false;
}

static bool act_now(render *r, const step *s) {
    static int pressed;
    float x, y;
    switch (s->act) {
    case KEY: // one press an attempt: the deck may count presses by its frames
        press_and_release(s->key);
        pressed = pressed + 1 < s->times ? pressed + 1 : 0;
        return pressed == 0;
    case HOLD:
    case LOOSE:
        push_key(s->key, s->act == HOLD);
        return true;
    case CLICK:
        if (!panel_find_item(render_panel(r, NULL), s->text, &x, &y)) return false;
        push_click(x, y);
        return true;
    case TYPE:
        push_text(s->text);
        return true;
    case ERASE:
        for (int k = 0; k < 32; k++) press_and_release(SDLK_BACKSPACE);
        return true;
    case UNTIL:
        return s->so(seen);
    case CHECK_:
        if (!s->so(seen)) fail_act("the condition does not hold");
        return true;
    case SHOT: {
        char path[600];
        rt_diag d = {0};
        snprintf(path, sizeof path, "%s/%s", pictures_to, s->text);
        if (render_write_png(r, path, &d) != RT_OK) fail_act(d.text);
        return true;
    }
    case SAME:
        return compare_picture(r, s->text);
    case OTHER:
        if (reference_is_shown(r, s->text, difference)) fail_act("the picture is still the reference");
        return true;
    case MOUSE:
        return s->mouse(r);
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
    window = r;
    if (pictures++ == 0) push_focus();
    if (!seen || pictures % BETWEEN || at == n_steps) return;
    if (act_now(r, &steps[at])) {
        at++;
        waited = 0;
    } else if (++waited > PATIENCE) {
        fail_act("timed out");
    }
}

// Moves the pointer off the panels, so that no tip covers them.
static inline bool point_at_scene(render *r) {
    (void)r;
    push_motion(400, 300);
    return true;
}

// Waits for SETTLED attempts: on a busy machine the frame that runs at the key press may end late.
static inline bool is_paused(const panel_state *s) {
    static int looks;
    looks = !s->running && s->t == noted ? looks + 1 : 0;
    noted = s->t;
    return looks >= SETTLED && s->t_last == s->t;
}
static inline bool is_standing_at_noted(const panel_state *s) { return !s->running && s->t == noted; }
static inline bool is_saved(const panel_state *s) { return !s->message_is_error && strstr(s->message, "saved as"); }

// Number of frames in the recording; *hash: the state hash of the last one.
static inline uint64_t read_last_hash(const char *file, uint64_t *hash) {
    static rt_diag d;
    rt_player *p = rt_play_open(file, &d);
    rt_record_row row;
    uint64_t frames = 0;
    if (!p) fail_msg("%s", d.text);
    for (; rt_play_next(p, &row, &d) == RT_PLAY_FRAME; frames++) *hash = row.hash;
    rt_play_close(p);
    return frames;
}

// Runs the saved scenario with `hawse sil` and checks that it ends in the recording's last state.
static inline void check_saved_run(const char *saved, const char *kept) {
    char text[900], expected[64];
    size_t size;
    uint64_t hash = 0, frames = read_last_hash(kept, &hash);
    assert_true(frames > 1000);
    snprintf(text, sizeof text, "%s sil %s > %s 2>&1", getenv("HAWSE_PROGRAM"), saved, scratch_path("sil.txt"));
    int code = system(text);
    char *says = (char *)scratch_read(scratch_path("sil.txt"), &size);
    if (code != 0) fail_msg("hawse sil ends with %d: %s", code, says);
    snprintf(expected, sizeof expected, "%" PRIu64 " frames, state hash %016" PRIx64, frames, hash);
    if (!strstr(says, expected)) fail_msg("expected %s, found %s", expected, says);
    free(says);
}

#endif
