// SPDX-License-Identifier: MIT
// Carries out the actions of panels and keys.
#include "rt/desk/run.h"
#include "rt/desk/views.h"
#include "rt/picture/picture.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SLOWEST 0.125 // [1]
#define FASTEST 8.0   // [1]

static double step_of(const run *c) { return c->s->sim.model.h; }

static void set_pace(run *c) {
    if (c->speed > 1)
        session_pace_fast(&c->s->pace, (int)lround(c->speed));
    else
        session_pace_slow(&c->s->pace, (int)lround(1 / c->speed));
}

// The recording in use keeps the notes; without --record they are lost with the run.
static void write_notes(run *c) {
    char path[RT_CONFIG_TEXT];
    bool kept = !c->rewind.folder[0] && c->rewind.file[0] && timeline_notes_file(c->rewind.file, path, sizeof path);
    if (!kept)
        run_set_message(c, false, "noted; run with --record to keep notes in a file");
    else if (timeline_write_notes(&c->marks, path, &c->d) == RT_OK)
        run_set_message(c, false, "note kept in %s", path);
    else
        run_set_error_message(c);
}

static bool has_notes(const run *c) {
    for (int k = 0; k < c->marks.n; k++)
        if (c->marks.mark[k].kind == PANEL_MARK_NOTE) return true;
    return false;
}

static void start_run(run *c) {
    bool branches = c->rewind.held;
    double t = (double)c->s->frames * step_of(c);
    if (!run_rewind_resume(&c->rewind, &c->d)) {
        run_set_error_message(c);
        return;
    }
    set_pace(c);
    session_pace_run(&c->s->pace, true);
    c->started = true;
    run_set_message(c, false, "%s", "");
    if (!branches) return;
    timeline_cut(&c->marks, t);
    if (has_notes(c)) write_notes(c); // beside the branch's recording
}

// Whether a seek would not move a run that is not rewound. Such a seek would only split the recording in two.
static bool is_not_past(const run *c, uint64_t frame) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    return !c->rewind.held && frame >= now->frame;
}

void run_seek(run *c, const char *file, uint64_t frame) {
    if (!run_rewind_into(&c->rewind, file, frame, &c->d)) {
        run_set_error_message(c);
        return;
    }
    if (c->window) picture_age_discard(&c->picture);
    run_set_message(c, false, "at %.3f s of %.3f s; start resumes here, in a branch", (double)c->s->frames * step_of(c),
                    (double)c->rewind.end * step_of(c));
}

static void seek_to(run *c, double t) {
    const uint64_t frame = (uint64_t)llround(fmax(t, 0) / step_of(c));
    if (!is_not_past(c, frame)) run_seek(c, c->rewind.file, frame);
}

static void step_once(run *c) {
    if (c->rewind.held)
        seek_to(c, (double)(c->s->frames + 1) * step_of(c));
    else if (!session_pace_runs(&c->s->pace))
        session_pace_single(&c->s->pace);
}

static void set_speed(run *c, double speed) {
    c->speed = fmin(fmax(speed, SLOWEST), FASTEST);
    set_pace(c);
    if (c->speed < 1)
        run_set_message(c, false, "1/%.0f of real time", 1 / c->speed);
    else
        run_set_message(c, false, c->speed > 1 ? "%.0f times real time, as far as this machine can" : "real time",
                        c->speed);
}

static void go_to_mark(run *c, bool forward) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    const panel_mark *m = timeline_next(&c->marks, now->t, forward);
    if (!m) {
        run_set_message(c, false, forward ? "no event after this one" : "no event before this one");
        return;
    }
    const panel_mark there = *m;
    seek_to(c, there.t);
    if (!c->message_is_error) run_set_message(c, false, "%.3f s: %s", there.t, there.text);
}

static void add_note(run *c, const char *text) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    timeline_add_note(&c->marks, now->t, text);
    write_notes(c);
}

// Saves the scenario. The run so far becomes its script, if the run had the same parameters.
static void save_scenario(run *c, const char *file) {
    char kept[RT_CONFIG_TEXT];
    snprintf(kept, sizeof kept, "%.*s.rec", run_stem_length(file), file);
    bool ran = c->started && editor_equals(&c->editor, &c->sc);
    uint64_t frames = 0;
    const scenario *const reads[] = {&c->editor.now, &c->sc};
    bool good = saves_permit(&c->saves, file, ran ? kept : NULL, reads, 2, &c->d);
    if (good && ran) {
        good = run_rewind_save(&c->rewind, kept, &frames, &c->d);
        saves_add(&c->saves, kept); // after a failure too: what is left of it may be replaced
    }
    double end = (double)frames * step_of(c);
    if (good) good = editor_save(&c->editor, file, ran ? kept : NULL, end, &c->d) == RT_OK;
    if (!good) {
        run_set_error_message(c);
        return;
    }
    saves_add(&c->saves, file);
    run_set_message(c, false,
                    ran          ? "saved as %s, with this run up to %.3f s as script"
                    : c->started ? "saved as %s, without this run: its settings differ"
                                 : "saved as %s",
                    file, end);
}

// Ends this run and starts one with the present parameters, if they give a valid world.
static void restart_with_changes(run *c) {
    static sim built;
    scenario checked;
    if (editor_scenario(&c->editor, &checked, &c->d) != RT_OK) {
        run_set_error_message(c);
        return;
    }
    c->restart = sim_create(&built, &checked, &c->d) == RT_OK;
    if (c->restart)
        sim_destroy(&built);
    else
        run_set_error_message(c);
    scenario_free(&checked);
}

static void open_scenario(run *c, const char *file) {
    static editor next;
    if (editor_open(&next, file, c->anywhere, &c->d) != RT_OK) {
        run_set_error_message(c);
        return;
    }
    editor_close(&c->editor);
    c->editor = next;
    variants_keep(&c->variants, &c->editor);
    restart_with_changes(c);
}

static void set_field(run *c, const panel_action *a) {
    const panel_field *f = a->index >= 0 && a->index < c->editor.n ? &c->editor.field[a->index] : NULL;
    if (!f) return;
    if (!editor_set(&c->editor, a->index, a->text))
        run_set_message(c, true, "%s: %s", f->path, f->error);
    else if (c->editor.with[0])
        run_set_message(c, false, "%s: %s, with %s", f->path, f->value, c->editor.with);
    else
        run_set_message(c, false, "%s: %s; takes effect on restart", f->path, f->value);
}

static void save_picture(run *c) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    char file[PICTURE_PATH];
    if (picture_screenshot(c->window, c->editor.file, now->t, file, &c->d) == RT_OK)
        run_set_message(c, false, "picture written: %s", file);
    else
        run_set_error_message(c);
}

// Carries out an action on the scenario and its parameters. This function and the next three return false for an action
// that is not theirs.
static bool do_scenario_action(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_OPEN:
        open_scenario(c, a->text);
        return true;
    case PANEL_SET:
        set_field(c, a);
        return true;
    case PANEL_UNDO:
    case PANEL_REDO:
        if (a->ask == PANEL_UNDO ? editor_undo(&c->editor) : editor_redo(&c->editor))
            run_set_message(c, false, "%s", "");
        return true;
    case PANEL_APPLY:
        restart_with_changes(c);
        return true;
    case PANEL_SAVE_AS:
        save_scenario(c, a->text);
        return true;
    default:
        return false;
    }
}

// Carries out an action on the two designs that the desk compares.
static bool do_design_action(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_MEASURE_DESIGNS:
        variants_ask(&c->variants, &c->editor, VARIANT_MEASURE);
        return true;
    case PANEL_TRY_DESIGNS:
        variants_ask(&c->variants, &c->editor, VARIANT_TRY);
        run_set_message(c, false, "lifting both designs by the rules of the house");
        return true;
    case PANEL_KEEP_DESIGN:
        variants_keep(&c->variants, &c->editor);
        variants_change(&c->variants);
        run_set_message(c, false, "kept as design A");
        return true;
    default:
        return false;
    }
}

static bool do_time_action(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_START:
        start_run(c);
        return true;
    case PANEL_PAUSE:
        c->freezes++;
        session_pace_run(&c->s->pace, false);
        return true;
    case PANEL_STEP:
        step_once(c);
        return true;
    case PANEL_SPEED:
        set_speed(c, a->value);
        return true;
    case PANEL_SEEK:
        seek_to(c, a->value);
        return true;
    case PANEL_NEXT_MARK:
        go_to_mark(c, a->value > 0);
        return true;
    case PANEL_NOTE:
        add_note(c, a->text);
        return true;
    default:
        return false;
    }
}

// Carries out an action on picture, sound, failures on deck or the joystick's axes.
static bool do_other_action(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_ROLE:
        c->role_now = a->index;
        render_set_display(c->window, display_for_role(render_get_display(c->window), (display_role)a->index));
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
    case PANEL_CONTROL:
        run_work_control(c, a->index);
        return true;
    case PANEL_ORDER:
        run_set_order(c, a->index, a->value);
        return true;
    case PANEL_ENGINE_STEP:
    case PANEL_RUDDER_STEP:
    case PANEL_THRUSTER_STEP:
        run_step_order(c, (int)a->ask - PANEL_ENGINE_STEP, (int)a->value);
        return true;
    case PANEL_PRESET:
        run_set_preset(c, a->text);
        return true;
    case PANEL_LAMP_TEST:
        render_test_lamps(c->window);
        return true;
    case PANEL_CALIBRATE:
        run_calibrate_axis(c, a);
        return true;
    default:
        return views_do_action(c->window, a, c->shown_switch);
    }
}

void run_do_action(run *c, const panel_action *a) {
    if (c->restart) return; // a later change would bypass the check of the scenario
    if (do_scenario_action(c, a)) {
        c->unapplied = !editor_equals(&c->editor, &c->sc);
        if (a->ask == PANEL_SET || a->ask == PANEL_UNDO || a->ask == PANEL_REDO || a->ask == PANEL_OPEN)
            variants_change(&c->variants);
    } else if (!do_design_action(c, a) && !do_time_action(c, a) && !run_do_alarm_action(c, a) &&
               !run_do_exercise_action(c, a))
        do_other_action(c, a);
}

bool run_waits_for_start(const run *c) { return c->window && c->duration < 0 && !hw_device_polls_in_frame(&c->device); }
