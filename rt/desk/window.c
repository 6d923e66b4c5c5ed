// SPDX-License-Identifier: MIT
#include "rt/deck/deck.h"
#include "rt/desk/run.h"
#include <SDL.h>
#include <stdlib.h>

#define POLL_NS 5000000              // between two polls of the devices
#define SOFTWARE_PICTURE_NS 33333333 // 30 pictures a second leave processor time for others
#define LEAST_PICTURE_NS 5000000     // between two pictures, where the display does not hold them up

volatile sig_atomic_t run_interrupted;

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && value[0];
}

static bool has_display(const run *c) {
    return !c->headless && (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("SDL_VIDEODRIVER"));
}

// Runs after the main thread was excluded from the frames' processor, so that the audio thread inherits that. Another
// ship's chain may have other links.
static void open_sound(run *c) {
    rt_diag d = {0};
    sound_close(c->sound);
    c->sound = NULL;
    const deck *ship = deck_of(&c->s->sim);
    if (c->no_sound || !ship) return;
    c->sound = sound_open(ship->chain.link.pitch, c->sc.windlass.max_tension, &d);
    if (!c->sound) fprintf(stderr, "no sound, going on without: %s", d.text);
    sound_mute(c->sound, c->muted);
}

void run_open_window(run *c) {
    rt_diag d = {0};
    c->pair.begun = false; // state of the run before
    c->told_slip_ns = 0;
    if (!has_display(c)) return;
    // software rendering must leave a processor to the frames; with only one other, its own threads cost time
    setenv("LP_NUM_THREADS", rt_loop_processors() > 1 ? "1" : "0", 0);
    render_def def;
    bool good = picture_def(&c->s->sim, &def, &d) == RT_OK;
    def.title = "hawse";
    if (c->window) {
        good = good && render_load(c->window, &def, &d) == RT_OK;
        picture_def_free(&def);
        if (!good) fprintf(stderr, "the window shows what it did before: %s", d.text);
        open_sound(c);
        return;
    }
    c->window = good ? render_create(&def, &d) : NULL;
    picture_def_free(&def);
    if (c->window) {
        open_sound(c);
        c->panel = render_panel(c->window, &d);
        if (!c->panel) fprintf(stderr, "no panels, going on without: %s", d.text);
    }
    if (!c->window) fprintf(stderr, "no window, going on without: %s", d.text);
    if (c->window) c->picture_ns = render_is_software(c->window) ? SOFTWARE_PICTURE_NS : LEAST_PICTURE_NS;
}

// Prints a time slip. A simulation that cannot keep pace slips all the time, so the next message comes at twice the
// delay.
static void print_slip(run *c, int64_t slip_ns) {
    enum { EACH_NS = 1000000000 }; // up to this, every slip is printed
    if (slip_ns == c->told_slip_ns || (slip_ns > EACH_NS && slip_ns < 2 * c->told_slip_ns)) return;
    c->told_slip_ns = slip_ns;
    fprintf(stderr, "time slip: the simulation is now %.3f s behind the clock\n", 1e-9 * (double)slip_ns);
}

static void draw(run *c, rt_clock *clock, const dyn_snapshot *newest) {
    int64_t now = rt_clock_now_ns(clock);
    c->picture_due_ns = now + c->picture_ns;
    if (c->panel) {
        run_axes_poll(c, now);
        run_desk_write(c, newest);
    }
    picture_between(&c->pair, c->window, newest, now);
    render_present(c->window);
    picture_age_record(&c->picture, newest->frame, rt_clock_now_ns(clock));
    const panel_action a = c->panel ? render_panel_action(c->window) : (panel_action){0};
    if (a.ask != PANEL_NOTHING) run_desk_do(c, &a);
}

// Hands an event to whom it concerns; false when it ends the run.
static bool handle_event(run *c, const SDL_Event *e) {
    bool pressed = e->type == SDL_KEYDOWN && !e->key.repeat;
    if (e->type == SDL_QUIT) return false;
    if (c->window && render_handle_event(c->window, e)) return true;
    if (pressed && e->key.keysym.sym == SDLK_ESCAPE) return false;
    if (c->window && pressed && run_desk_key(c, e->key.keysym.sym)) return true;
    hw_device_event(&c->device, e);
    return true;
}

// The operator can neither see nor stop the windlass.
static bool has_lost_display(run *c) {
    if (c->lost || !c->window || !render_is_lost(c->window)) return c->lost;
    fputs(RENDER_LOST ": the run ends here, what it recorded is kept\n", stderr);
    return c->lost = true;
}

bool run_pump(run *c, rt_clock *clock) {
    if (has_lost_display(c)) return false;
    SDL_Event e;
    bool go_on = !run_interrupted;
    while (SDL_WasInit(SDL_INIT_EVENTS) && SDL_PollEvent(&e)) go_on = handle_event(c, &e) && go_on;
    if (!hw_device_polls_in_frame(&c->device)) hw_device_poll(&c->device, rt_clock_now_ns(clock));
    bool fresh;
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, &fresh);
    if (fresh) sound_update(c->sound, now, session_pace_runs(&c->s->pace));
    if (fresh && c->story) report_story_update(c->story, now);
    if (fresh && c->window) render_note(c->window, now);
    print_slip(c, now->info.slip_ns);
    if (c->window && now->n_bodies > 0 && rt_clock_now_ns(clock) >= c->picture_due_ns) draw(c, clock, now);
    return go_on;
}

// A display that delays pictures has already waited.
void run_rest(const run *c, rt_clock *clock) {
    int64_t now = rt_clock_now_ns(clock), until = now + POLL_NS;
    if (c->window && c->picture_due_ns < until) until = c->picture_due_ns;
    if (until > now) rt_clock_sleep_until(clock, until);
}
