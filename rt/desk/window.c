// SPDX-License-Identifier: MIT
// Opens the window of hawse run, draws it and handles its events.
#include "hw/device/keyboard.h"
#include "rt/base/signals.h"
#include "rt/deck/deck.h"
#include "rt/desk/run.h"
#include <SDL.h>
#include <stdlib.h>

#define POLL_NS 5000000              // between two polls of the devices
#define SOFTWARE_PICTURE_NS 33333333 // 30 pictures a second leave processor time for others
#define MIN_PICTURE_NS 5000000       // between two pictures, where the display does not pace them

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && value[0];
}

static bool has_display(const run *c) {
    return !c->headless && (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("SDL_VIDEODRIVER"));
}

// Opens the sound of this run's chain. The main thread no longer uses the frames' processor, and the audio thread
// inherits that. A restarted run may have another chain, so the sound is opened again.
static void open_sound(run *c) {
    rt_diag d = {0};
    sound_close(c->sound);
    c->sound = NULL;
    const deck *ship = deck_of(&c->s->sim);
    if (c->no_sound || !ship) return;
    c->sound = sound_open(ship->chain.link.pitch, c->sc.windlass.max_tension, &d);
    if (!c->sound) fprintf(stderr, "no sound, continuing without it: %s", d.text);
    sound_mute(c->sound, c->muted);
}

enum { RUN_TITLE = RT_CONFIG_TEXT + 48 };

// Title of the window: exercise and run.
static void write_title(const run *c, char title[RUN_TITLE]) {
    char exercise[RT_CONFIG_TEXT];
    scenario_title(&c->sc, exercise);
    snprintf(title, RUN_TITLE, "%s \xe2\x80\x93 run %d \xe2\x80\x93 hawse", exercise, c->runs);
}

// Keeps the definition's meshes for the hand until the end of the run, if the window shows them.
static void keep_solids(run *c, render_def *def, bool shown) {
    if (shown)
        c->solids = *def;
    else
        picture_def_free(def);
    c->solids.title = NULL; // it goes with the caller
    c->hand = (run_hand){0};
}

void run_open_window(run *c) {
    rt_diag d = {0};
    c->pair.begun = false; // the pair belongs to the previous run
    c->printed_slip_ns = 0;
    if (!has_display(c)) return;
    // Software rendering must leave a processor to the frames; on only one other processor, its threads would cost
    // time.
    setenv("LP_NUM_THREADS", rt_loop_processors() > 1 ? "1" : "0", 0);
    render_def def;
    bool good = picture_def(&c->s->sim, &def, &d) == RT_OK;
    char title[RUN_TITLE];
    write_title(c, title);
    def.title = title;
    if (c->window) {
        good = good && render_load(c->window, &def, &d) == RT_OK;
        keep_solids(c, &def, good);
        if (!good) fprintf(stderr, "the window still shows the previous scenario: %s", d.text);
        open_sound(c);
        return;
    }
    c->window = good ? render_create(&def, &d) : NULL;
    keep_solids(c, &def, c->window != NULL);
    if (c->window) {
        open_sound(c);
        c->role_now = c->role_shown;
        if (c->role_shown >= 0)
            render_set_display(c->window, display_for_role(render_get_display(c->window), (display_role)c->role_shown));
        c->panel = render_panel(c->window, &d);
        if (!c->panel) fprintf(stderr, "no panels, continuing without them: %s", d.text);
    }
    if (!c->window) fprintf(stderr, "no window, continuing without it: %s", d.text);
    if (c->window) c->picture_ns = render_is_software(c->window) ? SOFTWARE_PICTURE_NS : MIN_PICTURE_NS;
}

// Prints a time slip. A simulation that cannot keep pace slips continually, so the next message waits until the delay
// has doubled.
static void print_slip(run *c, int64_t slip_ns) {
    enum { EACH_NS = 1000000000 }; // up to this, every slip is printed
    if (slip_ns == c->printed_slip_ns || (slip_ns > EACH_NS && slip_ns < 2 * c->printed_slip_ns)) return;
    c->printed_slip_ns = slip_ns;
    fprintf(stderr, "time slip: the simulation is now %.3f s behind the clock\n", 1e-9 * (double)slip_ns);
}

static void draw_picture(run *c, rt_clock *clock, const dyn_snapshot *newest) {
    int64_t now = rt_clock_now_ns(clock);
    c->picture_due_ns = now + c->picture_ns;
    if (c->panel) {
        run_poll_axes(c, now);
        run_update_panels(c, newest, now);
    }
    run_show_state(c, now);
    picture_between(&c->pair, c->window, newest, now);
    render_present(c->window);
    picture_age_record(&c->picture, newest->frame, rt_clock_now_ns(clock));
    const panel_action a = c->panel ? render_panel_action(c->window) : (panel_action){0};
    if (a.ask != PANEL_NOTHING) run_do_action(c, &a);
}

// Passes an event to window, keys or device; false if the event ends the run.
static bool handle_event(run *c, const SDL_Event *e, int64_t now_ns) {
    bool pressed = e->type == SDL_KEYDOWN && !e->key.repeat;
    if (e->type == SDL_QUIT) return false;
    if (c->window && render_handle_event(c->window, e)) return true;
    if (pressed && e->key.keysym.sym == SDLK_ESCAPE) return run_handle_escape(c, now_ns);
    if (c->window && pressed && run_handle_key(c, e->key.keysym.sym)) return true;
    if (pressed) run_note_dead_key(c, e->key.keysym.sym, now_ns);
    hw_device_event(&c->device, e);
    return true;
}

// Detects that the display is gone. The run must then end: the operator can neither see nor stop the windlass.
static bool detect_lost_display(run *c) {
    if (c->lost || !c->window || !render_is_lost(c->window)) return c->lost;
    fputs(RENDER_LOST ": the run ends here; its recording is kept\n", stderr);
    return c->lost = true;
}

void run_configure_hints(run *c) {
    hw_identity id;
    hw_device_identity(&c->device, &id);
    snprintf(c->device_shown, sizeof c->device_shown, "%s", id.name);
    operator_keys keys = {.device = hw_device_polls_in_frame(&c->device) ? NULL : c->device_shown,
                          .control = c->devices.keyboard ? hw_keyboard_help() : NULL,
                          .desk = run_key_help(),
                          .two_positions = c->devices.remote,
                          .remote = c->devices.keyboard_remote,
                          .silent = c->exercise.active && !c->exercise.e.hints};
    render_set_operator(c->window, &keys);
}

bool run_pump(run *c, rt_clock *clock) {
    if (detect_lost_display(c)) return false;
    SDL_Event e;
    bool go_on = !atomic_load(&rt_signals_ended);
    while (SDL_WasInit(SDL_INIT_EVENTS) && SDL_PollEvent(&e))
        go_on = handle_event(c, &e, rt_clock_now_ns(clock)) && go_on;
    if (!hw_device_polls_in_frame(&c->device)) hw_device_poll(&c->device, rt_clock_now_ns(clock));
    bool fresh;
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, &fresh);
    if (fresh) sound_update(c->sound, now, session_pace_runs(&c->s->pace), run_alarm_sound(c));
    if (fresh && c->story) report_story_update(c->story, now);
    if (fresh && c->window) render_record_snapshot(c->window, now);
    if (fresh && c->window) run_update_preset(c, now);
    station_pump(c->station, now, rt_clock_now_ns(clock));
    c->remote = now->gauges.controls & RT_CONTROL_REMOTE;
    print_slip(c, now->info.slip_ns);
    if (c->window && now->n_bodies > 0) run_update_hand(c, now, rt_clock_now_ns(clock));
    if (c->window && now->n_bodies > 0 && rt_clock_now_ns(clock) >= c->picture_due_ns) draw_picture(c, clock, now);
    return go_on;
}

// After a display that paces pictures, no sleep remains: the picture is due.
void run_sleep(const run *c, rt_clock *clock) {
    int64_t now = rt_clock_now_ns(clock), until = now + POLL_NS;
    if (c->window && c->picture_due_ns < until) until = c->picture_due_ns;
    if (until > now) rt_clock_sleep_until(clock, until);
}
