// SPDX-License-Identifier: MIT
#include "rt/replica/replica.h"
#include "rt/base/plain.h"
#include "rt/base/signals.h"
#include "rt/frame/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SILENT_NS 1000000000         // without a frame for so long, the picture says so
#define ESC_NS 3000000000            // between the two presses of Esc that close the window
#define MIN_PICTURE_NS 5000000       // between two pictures, where the display does not pace them
#define SOFTWARE_PICTURE_NS 33333333 // as in rt/desk/window.c

typedef struct replica {
    const replica_def *def;
    render *window;
    stream_status status;
    dyn_snapshot newest; // drawn next: the stream's, before that the sim's start
    picture_pair pair;
    display display; // from the first frame on
    uint64_t run;    // that the picture shows; 0: none yet
    int64_t esc_ns;  // Esc was pressed then; 0: no
    bool over;
} replica;

static const char key_help[] = "  1..9   cameras\n"
                               "  Enter  acknowledge the alarms in this window\n"
                               "  F12    save the picture in the working folder\n"
                               "  Esc    twice: close the window\n";

const char *replica_key_help(void) { return key_help; }

static bool open_window(replica *v, rt_diag *d) {
    static char title[RT_CONFIG_TEXT + 64];
    char exercise[RT_CONFIG_TEXT];
    render_def def;
    setenv("LP_NUM_THREADS", "1", 0); // software rendering leaves processors to a simulator on this machine
    if (picture_def(v->def->sim, &def, d) != RT_OK) return false;
    if (v->def->view != PICTURE_OWN_VIEW) def.view = v->def->view;
    const char *const *names = v->def->sim->sc.model_line ? render_mechanism_view_name : render_view_name;
    scenario_title(&v->def->sim->sc, exercise);
    snprintf(title, sizeof title, "%s \xe2\x80\x93 %s \xe2\x80\x93 hawse view", exercise, names[def.view]);
    def.title = title;
    v->window = render_create(&def, d);
    picture_def_free(&def);
    if (!v->window) return false;
    render_set_operator(v->window, &(operator_keys){.desk = key_help});
    v->display = render_get_display(v->window);
    if (!v->def->sim->sc.model_line) v->display = display_for_role(v->display, DISPLAY_TRAINEE); // as hawse run
    render_set_display(v->window, 0); // no readings without a signal
    sim_snapshot(v->def->sim, &v->newest);
    return true;
}

static void save_picture(replica *v) {
    char file[PICTURE_PATH];
    rt_diag own = {0};
    bool good = picture_screenshot(v->window, v->def->file, v->newest.t, file, &own) == RT_OK;
    if (good)
        printf("picture written: %s\n", file);
    else
        fputs(own.text, stderr);
    fflush(stdout);
}

static void handle_key(replica *v, SDL_Keycode key, int64_t now_ns) {
    if (key == SDLK_ESCAPE) {
        v->over = v->esc_ns != 0 && now_ns - v->esc_ns < ESC_NS;
        v->esc_ns = now_ns;
    } else if (key == SDLK_RETURN) {
        render_acknowledge_all(v->window);
    } else if (key == SDLK_F12) {
        save_picture(v);
    }
}

static void handle_event(replica *v, const SDL_Event *e, int64_t now_ns) {
    if (e->type == SDL_QUIT) v->over = true;
    if (render_handle_event(v->window, e)) return;
    if (e->type == SDL_KEYDOWN && !e->key.repeat) handle_key(v, e->key.keysym.sym, now_ns);
}

// Takes over what has come. Another run of the sender, or the first, owes nothing to what was shown before.
static void receive(replica *v) {
    bool fresh;
    const dyn_snapshot *now = stream_receiver_read(v->def->in, &fresh);
    v->status = stream_receiver_status(v->def->in);
    if (!fresh) return;
    v->newest = *now;
    if (v->run == 0) {
        render_set_display(v->window, v->display);
        render_set_view(v->window, render_get_view(v->window)); // framed for the state that came
    }
    if (v->status.run != v->run) {
        v->pair.begun = false;
        v->run = v->status.run;
        render_set_alarms(v->window, &(alarm_log){0}, false);
        render_record_charts(v->window, &v->newest, false, true);
    }
    render_record_snapshot(v->window, &v->newest);
}

// Writes the mark of a picture that is not of this moment; "": it is.
static void write_state(const replica *v, int64_t now_ns, char state[32], char help[160]) {
    const stream_status *s = &v->status;
    const int64_t silent_ns = now_ns - s->heard_ns;
    state[0] = help[0] = 0;
    if (s->state == STREAM_OTHER_SCENE) {
        snprintf(state, 32, "OTHER SCENARIO");
        snprintf(help, 160, "The sender runs '%s'", s->title);
    } else if (s->state == STREAM_OTHER_VERSION) {
        snprintf(state, 32, "OTHER VERSION");
        snprintf(help, 160, "The sender's format is %d, expected %d", s->version, STREAM_VERSION);
    } else if (s->heard_ns == 0) {
        snprintf(state, 32, "NO SIGNAL");
        snprintf(help, 160, "No signal yet at %s", v->def->from);
    } else if (silent_ns > SILENT_NS) {
        snprintf(state, 32, "NO SIGNAL");
        snprintf(help, 160, "No signal for %.0f s", 1e-9 * (double)silent_ns);
    }
}

static void draw_picture(replica *v, int64_t now_ns) {
    char state[32], help[160];
    const bool asked = v->esc_ns != 0 && now_ns - v->esc_ns < ESC_NS;
    write_state(v, now_ns, state, help);
    if (asked) snprintf(help, sizeof help, "Press Esc again to close the window");
    render_set_state(v->window, state, help, asked || state[0]);
    // One period behind: by then the next frame is here, and the picture lies between the two.
    picture_between(&v->pair, v->window, &v->newest, now_ns - STREAM_PERIOD_NS);
    render_present(v->window);
}

// Whether the first stream that came cannot be shown; with a message.
static bool is_refused(const replica *v, rt_diag *d) {
    char title[4 * STREAM_TITLE];
    const stream_status *s = &v->status;
    if (s->heard_ns != 0) return false; // it was the right one: the sender may return to it
    if (s->state == STREAM_OTHER_SCENE)
        rt_diag_error(d, v->def->file, 0, 0,
                      "the sender at %s runs another scenario%s%s%s: expected the same file, with the same meshes",
                      v->def->from, s->title[0] ? ", '" : "", rt_plain(title, sizeof title, s->title),
                      s->title[0] ? "'" : "");
    else if (s->state == STREAM_OTHER_VERSION)
        rt_diag_error(d, NULL, 0, 0,
                      "the sender at %s has stream format %d, expected %d: use the same version of hawse at both ends",
                      v->def->from, s->version, STREAM_VERSION);
    return s->state == STREAM_OTHER_SCENE || s->state == STREAM_OTHER_VERSION;
}

static replica_end show_until_closed(replica *v, rt_diag *d) {
    rt_clock clock = rt_clock_monotonic();
    const int64_t picture_ns = render_is_software(v->window) ? SOFTWARE_PICTURE_NS : MIN_PICTURE_NS;
    while (!v->over && !atomic_load(&rt_signals_ended)) {
        SDL_Event e;
        const int64_t now = rt_clock_now_ns(&clock);
        if (render_is_lost(v->window)) return REPLICA_LOST;
        while (!v->over && SDL_PollEvent(&e)) handle_event(v, &e, now);
        receive(v);
        if (is_refused(v, d)) return REPLICA_REFUSED;
        draw_picture(v, now);
        rt_clock_sleep_until(&clock, now + picture_ns);
    }
    return REPLICA_CLOSED;
}

replica_end replica_show(const replica_def *def, rt_diag *d) {
    static replica v;
    v = (replica){.def = def};
    if (!open_window(&v, d)) return REPLICA_FAILED;
    printf("%s", key_help);
    fflush(stdout);
    rt_signals_catch(false);
    replica_end how = show_until_closed(&v, d);
    render_destroy(v.window);
    return how;
}
