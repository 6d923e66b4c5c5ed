// SPDX-License-Identifier: MIT
#include "rt/desk/run.h"
#include "rt/picture/picture.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SLOWEST 100 // frames a step

static double step_of(const run *c) { return c->s->sim.model.h; }

static void start(run *c) {
    if (!run_rewind_resume(&c->rewind, &c->d)) {
        run_print_errors(c);
        return;
    }
    session_pace_slow(&c->s->pace, c->slowness);
    session_pace_run(&c->s->pace, true);
    c->started = true;
    run_print(c, false, "%s", "");
}

// A run that nobody went back in is at its newest moment: to go on in it from there would only cut its recording in
// two.
static bool is_to_come(const run *c, uint64_t frame) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    return !c->rewind.held && frame >= now->frame;
}

static void seek(run *c, double t) {
    uint64_t frame = (uint64_t)llround(fmax(t, 0) / step_of(c));
    if (is_to_come(c, frame)) return;
    if (!run_rewind_to(&c->rewind, frame, &c->d)) {
        run_print_errors(c);
        return;
    }
    picture_age_forget(&c->picture);
    run_print(c, false, "at %.3f s of %.3f s; start goes on from here, in a branch", (double)c->s->frames * step_of(c),
              (double)c->rewind.end * step_of(c));
}

static void single(run *c) {
    if (c->rewind.held)
        seek(c, (double)(c->s->frames + 1) * step_of(c));
    else if (!session_pace_runs(&c->s->pace))
        session_pace_single(&c->s->pace);
}

static void set_speed(run *c, double speed) {
    int slowness = (int)lround(1 / fmax(speed, 1.0 / SLOWEST));
    c->slowness = slowness < 1 ? 1 : slowness;
    session_pace_slow(&c->s->pace, c->slowness);
    run_print(c, false, c->slowness > 1 ? "1/%d of real time" : "real time", c->slowness);
}

// The run so far becomes the scenario's script, unless its parameters were others.
static void save(run *c, const char *file) {
    char kept[RT_CONFIG_TEXT];
    snprintf(kept, sizeof kept, "%.*s.rec", run_stem_length(file), file);
    bool ran = c->started && desk_is(&c->desk, &c->sc);
    bool good = !ran || run_rewind_save(&c->rewind, kept, &c->d);
    double end = ran && good ? (double)c->s->frames * step_of(c) : 0; // held, so that no frame is added meanwhile
    if (good) good = desk_save(&c->desk, file, ran ? kept : NULL, end, &c->d) == RT_OK;
    if (good)
        run_print(c, false,
                  ran          ? "saved as %s, with the run up to %.3f s as its script"
                  : c->started ? "saved as %s, without this run, whose parameters are others"
                               : "saved as %s",
                  file, end);
    else
        run_print_errors(c);
}

// Ends this run and starts one with the present parameters, if a world can be built of them.
static void restart_with_changes(run *c) {
    static sim built;
    scenario checked;
    if (desk_scenario(&c->desk, &checked, &c->d) != RT_OK) {
        run_print_errors(c);
        return;
    }
    c->anew = sim_create(&built, &checked, &c->d) == RT_OK;
    if (c->anew)
        sim_destroy(&built);
    else
        run_print_errors(c);
    scenario_free(&checked);
}

static void open_scenario(run *c, const char *file) {
    static desk next;
    if (desk_open(&next, file, c->anywhere, &c->d) != RT_OK) {
        run_print_errors(c);
        return;
    }
    desk_close(&c->desk);
    c->desk = next;
    restart_with_changes(c);
}

static void set_field(run *c, const panel_action *a) {
    const panel_field *f = a->index >= 0 && a->index < c->desk.n ? &c->desk.field[a->index] : NULL;
    if (!f) return;
    if (desk_set(&c->desk, a->index, a->text))
        run_print(c, false, "%s: %s; it counts when the run begins anew", f->path, f->value);
    else
        run_print(c, true, "%s: %s", f->path, f->error);
}

static void save_picture(run *c) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    char file[PICTURE_PATH];
    if (picture_screenshot(c->window, c->desk.file, now->t, file, &c->d) == RT_OK)
        run_print(c, false, "picture written: %s", file);
    else
        run_print_errors(c);
}

// Of the scenario and its parameters. False: the action is none of these, as in the next two.
static bool do_to_scenario(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_OPEN:
        open_scenario(c, a->text);
        return true;
    case PANEL_SET:
        set_field(c, a);
        return true;
    case PANEL_UNDO:
    case PANEL_REDO:
        if (a->ask == PANEL_UNDO ? desk_undo(&c->desk) : desk_redo(&c->desk)) run_print(c, false, "%s", "");
        return true;
    case PANEL_APPLY:
        restart_with_changes(c);
        return true;
    case PANEL_SAVE_AS:
        save(c, a->text);
        return true;
    default:
        return false;
    }
}

static bool do_to_time(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_START:
        start(c);
        return true;
    case PANEL_PAUSE:
        session_pace_run(&c->s->pace, false);
        return true;
    case PANEL_STEP:
        single(c);
        return true;
    case PANEL_SPEED:
        set_speed(c, a->value);
        return true;
    case PANEL_SEEK:
        seek(c, a->value);
        return true;
    default:
        return false;
    }
}

// Picture, sound, the failures on deck and the joystick's axes.
static bool do_to_rest(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_SHOW:
        if (a->index >= 0 && a->index < c->shown.n_shown) render_turn(c->window, c->shown_switch[a->index]);
        return true;
    case PANEL_PICTURE:
        save_picture(c);
        return true;
    case PANEL_SOUND:
        c->muted = !c->muted;
        sound_mute(c->sound, c->muted);
        return true;
    case PANEL_FAILURE:
        if (a->index >= 0 && a->index < RT_FAILURE_COUNT)
            atomic_fetch_xor_explicit(&c->s->failures, 1u << a->index, memory_order_relaxed);
        return true;
    case PANEL_CALIBRATE:
        run_axes_do(c, a);
        return true;
    default:
        return false;
    }
}

void run_desk_do(run *c, const panel_action *a) {
    if (c->anew) return; // the restarted scenario is the one that was checked
    if (!do_to_scenario(c, a) && !do_to_time(c, a)) do_to_rest(c, a);
}

bool run_waits(const run *c) { return c->window && c->duration < 0 && !hw_device_polls_in_frame(&c->device); }
