// SPDX-License-Identifier: MIT
// Opens the desk, draws it and handles its events.
#include "rt/base/signals.h"
#include "rt/debrief/private.h"
#include "rt/frame/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORK_NS 30000000    // replayed work between two pictures
#define MIN_INTERVAL_NS 5000000 // between two pictures, where the display does not pace the loop

static bool open_window(debrief *b, rt_diag *d) {
    static char title[PATH_MAX];
    render_def def;
    setenv("LP_NUM_THREADS", "1", 0); // software rendering leaves a processor to the frames
    if (picture_def(b->view.replay->sim, &def, d) != RT_OK) return false;
    snprintf(title, sizeof title, "hawse replay: %s", b->def->file);
    def.title = title;
    b->window = render_create(&def, d);
    picture_def_free(&def);
    if (!b->window) return false;
    b->panel = render_panel(b->window, d);
    if (b->panel) panel_show(b->panel, true);
    const operator_keys keys = {.desk = debrief_key_help()};
    render_set_operator(b->window, &keys);
    return true;
}

// Reads events, alarms and notes of the recording.
static void read_marks(debrief *b) {
    replay *r = b->view.replay;
    rt_diag damage = {0}; // hawse replay reports it at the end
    timeline_read_recording(&b->marks, r->player, &b->alarms, &damage);
    rt_play_seek(r->player, r->next);
    bool good = timeline_notes_file(b->def->file, b->notes, sizeof b->notes) &&
                timeline_read_notes(&b->marks, b->notes, &b->own) == RT_OK;
    if (good) return;
    b->notes[0] = 0; // a file of something else is never replaced
    debrief_say_error(b);
}

static void handle_event(debrief *b, const SDL_Event *e, int64_t now_ns) {
    if (e->type == SDL_QUIT) b->over = true;
    if (render_handle_event(b->window, e) || e->type != SDL_KEYDOWN) return;
    if (e->key.keysym.sym == SDLK_ESCAPE && b->film.film)
        debrief_film_cancel(b);
    else if (e->key.keysym.sym == SDLK_ESCAPE)
        b->over = true;
    else
        debrief_handle_key(b, e->key.keysym.sym, now_ns);
}

static void show_state(debrief *b) {
    char text[32] = "REPLAY", help[96] = "";
    if (b->film.film)
        snprintf(text, sizeof text, "FILM"), snprintf(help, sizeof help, "writing to %.1f s; Esc stops", b->part_out);
    else if (!b->view.playing)
        snprintf(text, sizeof text, "PAUSED"), snprintf(help, sizeof help, "Press space to play the recording");
    else if (b->view.speed != 1)
        snprintf(text, sizeof text, b->view.speed < 1 ? "REPLAY 1/%.0f" : "REPLAY %.0fx",
                 b->view.speed < 1 ? 1 / b->view.speed : b->view.speed);
    if (b->other.open && !b->film.film) help[0] = 0; // leaves room for the two pictures
    render_set_state(b->window, text, help, false);
}

// Shows the alarms as they were at the displayed time: the replay skips frames, and a jump skips all before it.
static void show_alarms(debrief *b) {
    static alarm_log then;
    alarm_log_at(&b->alarms, debrief_time(b), &then);
    render_set_alarms(b->window, &then, true);
}

static void draw_picture(debrief *b, int64_t now_ns) {
    show_state(b);
    show_alarms(b);
    if (b->panel) debrief_update_panels(b, now_ns);
    picture_between(&b->pair, b->window, &b->view.shown, now_ns);
    render_present(b->window);
    const panel_action a = b->panel ? render_panel_action(b->window) : (panel_action){0};
    if (a.ask != PANEL_NOTHING) debrief_do_action(b, &a, now_ns);
}

static void show_until_closed(debrief *b) {
    rt_clock clock = rt_clock_monotonic();
    while (!b->over && !render_is_lost(b->window) && !atomic_load(&rt_signals_ended)) {
        SDL_Event e;
        int64_t now = rt_clock_now_ns(&clock);
        while (!b->over && SDL_PollEvent(&e)) handle_event(b, &e, now);
        if (b->film.film)
            debrief_film_advance(b, now, MAX_WORK_NS);
        else
            picture_replay_advance(&b->view, now, MAX_WORK_NS);
        debrief_follow(b);
        draw_picture(b, now);
        rt_clock_sleep_until(&clock, now + MIN_INTERVAL_NS);
    }
}

static debrief_end close_desk(debrief *b) {
    debrief_end how = render_is_lost(b->window) ? DEBRIEF_LOST : b->branch ? DEBRIEF_BRANCH : DEBRIEF_CLOSED;
    debrief_film_cancel(b);
    render_destroy(b->window);
    if (b->other.open) replay_close(&b->other.replay);
    return how;
}

debrief_end debrief_show(const debrief_def *def, replay *r, uint64_t from, uint64_t to, rt_diag *d) {
    static debrief b;
    rt_clock clock = rt_clock_monotonic();
    b = (debrief){.def = def, .d = d, .view = {.replay = r}};
    if (!open_window(&b, d)) return DEBRIEF_FAILED;
    if (def->beside && debrief_open_other(&b, d) != RT_OK) {
        render_destroy(b.window);
        return DEBRIEF_FAILED;
    }
    printf("%s", debrief_key_help());
    fflush(stdout);
    rt_signals_catch(false);
    read_marks(&b);
    picture_replay_begin(&b.view, r, from, to, rt_clock_now_ns(&clock), d);
    show_until_closed(&b);
    return close_desk(&b);
}
