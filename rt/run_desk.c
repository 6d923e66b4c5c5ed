// SPDX-License-Identifier: MIT
#include "rt/picture.h"
#include "rt/run.h"
#include <SDL.h>
#include <dirent.h>
#include <libgen.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define JUMP_S 5.0 // of a key that goes back or on
#define SLOWEST 100

void run_say(run *c, bool error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(c->message, sizeof c->message, format, args);
    va_end(args);
    c->message_is_error = error;
    c->message[strcspn(c->message, "\n")] = 0;
}

void run_say_why(run *c) {
    rt_diag *d = &c->d;
    const char *why = strstr(d->text, "error: ");
    run_say(c, true, "%s", why ? why + 7 : d->text);
    *d = (rt_diag){0};
}

static double step_of(const run *c) { return c->s->sim.model.h; }

static void start(run *c) {
    if (!run_rewind_go_on(&c->rewind, &c->d)) {
        run_say_why(c);
        return;
    }
    session_pace_slow(&c->s->pace, c->slowness);
    session_pace_run(&c->s->pace, true);
    c->started = true;
    run_say(c, false, "%s", "");
}

static void seek(run *c, double t) {
    uint64_t frame = (uint64_t)llround(fmax(t, 0) / step_of(c));
    if (!run_rewind_to(&c->rewind, frame, &c->d)) {
        run_say_why(c);
        return;
    }
    picture_age_forget(&c->picture);
    run_say(c, false, "at %.3f s of %.3f s; start goes on from here, in a branch", (double)c->s->frames * step_of(c),
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
    run_say(c, false, c->slowness > 1 ? "1/%d of real time" : "real time", c->slowness);
}

// The run so far goes with the scenario, as its operator's script, unless its parameters were others.
static void save(run *c, const char *file) {
    char kept[RT_CONFIG_TEXT];
    const char *dot = strrchr(file, '.'), *slash = strrchr(file, '/');
    size_t stem = dot && (!slash || dot > slash + 1) && dot > file ? (size_t)(dot - file) : strlen(file);
    snprintf(kept, sizeof kept, "%.*s.rec", (int)stem, file);
    bool ran = c->started && desk_is(&c->desk, &c->sc);
    bool good = !ran || run_rewind_keep(&c->rewind, kept, &c->d);
    double end = ran && good ? (double)c->s->frames * step_of(c) : 0; // held, so that no frame counts meanwhile
    if (good) good = desk_save(&c->desk, file, ran ? kept : NULL, end, &c->d) == RT_OK;
    if (good)
        run_say(c, false,
                ran          ? "saved as %s, with the run up to %.3f s as its script"
                : c->started ? "saved as %s, without this run, whose parameters are others"
                             : "saved as %s",
                file, end);
    else
        run_say_why(c);
}

// Ends this run for one with the parameters as they stand, if they can be run.
static void begin_anew(run *c) {
    scenario checked;
    if (desk_scenario(&c->desk, &checked, &c->d) != RT_OK) {
        run_say_why(c);
        return;
    }
    scenario_free(&checked);
    c->anew = true;
}

static void open_scenario(run *c, const char *file) {
    static desk next;
    if (desk_open(&next, file, c->anywhere, &c->d) != RT_OK) {
        run_say_why(c);
        return;
    }
    if (next.scenario.model_line) {
        run_say(c, true, "%s is a mechanism's: it has no deck to operate", file);
        desk_close(&next);
        return;
    }
    desk_close(&c->desk);
    c->desk = next;
    begin_anew(c);
}

static void set_field(run *c, const panel_action *a) {
    const panel_field *f = a->index >= 0 && a->index < c->desk.n ? &c->desk.field[a->index] : NULL;
    if (!f) return;
    if (desk_set(&c->desk, a->index, a->text))
        run_say(c, false, "%s: %s; it counts when the run begins anew", f->path, f->value);
    else
        run_say(c, true, "%s: %s", f->path, f->error);
}

static void take_picture(run *c) {
    const dyn_snapshot *now = rt_latest_front(&c->s->snapshot, NULL);
    char file[PICTURE_PATH];
    if (picture_screenshot(c->window, c->desk.file, now->t, file, &c->d) == RT_OK)
        run_say(c, false, "picture written: %s", file);
    else
        run_say_why(c);
}

void run_desk_do(run *c, const panel_action *a) {
    switch (a->ask) {
    case PANEL_OPEN:
        open_scenario(c, a->text);
        break;
    case PANEL_SET:
        set_field(c, a);
        break;
    case PANEL_UNDO:
    case PANEL_REDO:
        if (a->ask == PANEL_UNDO ? desk_undo(&c->desk) : desk_redo(&c->desk)) run_say(c, false, "%s", "");
        break;
    case PANEL_APPLY:
        begin_anew(c);
        break;
    case PANEL_START:
        start(c);
        break;
    case PANEL_PAUSE:
        session_pace_run(&c->s->pace, false);
        break;
    case PANEL_STEP:
        single(c);
        break;
    case PANEL_SPEED:
        set_speed(c, a->value);
        break;
    case PANEL_SEEK:
        seek(c, a->value);
        break;
    case PANEL_SAVE_AS:
        save(c, a->text);
        break;
    case PANEL_CALIBRATE:
        run_axes_do(c, a);
        break;
    case PANEL_FAILURE:
        if (a->index >= 0 && a->index < RT_FAILURE_COUNT)
            atomic_fetch_xor_explicit(&c->s->failures, 1u << a->index, memory_order_relaxed);
        break;
    case PANEL_PICTURE:
        take_picture(c);
        break;
    case PANEL_SOUND:
        c->muted = !c->muted;
        sound_mute(c->sound, c->muted);
        break;
    case PANEL_SHOW:
        if (a->index >= 0 && a->index < DISPLAY_SWITCHES) render_show(c->window, (display_switch)a->index);
        break;
    default:
        break;
    }
}

enum { FIXED = 0, TIMES, FROM_NOW }; // what a key's value means

static const struct {
    SDL_Keycode key;
    const char *name, *help;
    panel_ask ask;
    int kind;
    double value;
} desk_key[] = {
    {SDLK_F4, "F4", "sound on, off", PANEL_SOUND, FIXED, 0},
    {SDLK_F5, "F5", "start, pause", PANEL_START, FIXED, 0},
    {SDLK_F6, "F6", "a single step", PANEL_STEP, FIXED, 0},
    {SDLK_F7, "F7", "slower", PANEL_SPEED, TIMES, 0.5},
    {SDLK_F8, "F8", "faster", PANEL_SPEED, TIMES, 2},
    {SDLK_F9, "F9", "back 5 s", PANEL_SEEK, FROM_NOW, -JUMP_S},
    {SDLK_F10, "F10", "on 5 s, within the recording", PANEL_SEEK, FROM_NOW, JUMP_S},
    {SDLK_F11, "F11", "to the newest moment", PANEL_SEEK, FIXED, 1e9},
    {SDLK_F12, "F12", "the picture as a file, where the program was started", PANEL_PICTURE, FIXED, 0},
};
enum { DESK_KEYS = sizeof desk_key / sizeof desk_key[0] };

bool run_desk_key(run *c, SDL_Keycode key) {
    int k = 0;
    while (k < DESK_KEYS && desk_key[k].key != key) k++;
    if (k == DESK_KEYS) return false;
    panel_action a = {.ask = desk_key[k].ask, .value = desk_key[k].value};
    if (desk_key[k].kind == TIMES) a.value /= c->slowness;
    if (desk_key[k].kind == FROM_NOW) a.value += ((const dyn_snapshot *)rt_latest_front(&c->s->snapshot, NULL))->t;
    if (a.ask == PANEL_START && session_pace_runs(&c->s->pace)) a.ask = PANEL_PAUSE;
    run_desk_do(c, &a);
    return true;
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

void run_desk_list(run *c) {
    char copy[RT_CONFIG_TEXT];
    snprintf(copy, sizeof copy, "%s", c->desk.file);
    const char *folder = dirname(copy);
    DIR *d = opendir(folder);
    c->n_files = 0;
    for (struct dirent *e; d && (e = readdir(d)) && c->n_files < PANEL_FILES;) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || (strcmp(dot, ".yaml") != 0 && strcmp(dot, ".yml") != 0)) continue;
        int n = snprintf(c->file[c->n_files], RT_CONFIG_TEXT, "%s/%s", folder, e->d_name);
        c->n_files += n < RT_CONFIG_TEXT;
    }
    if (d) closedir(d);
    qsort(c->file, (size_t)c->n_files, sizeof c->file[0], by_name);
}

static const char *const failure_help[RT_FAILURE_COUNT] = {
    "no power: the motor gives no torque, its spring-set brake is on",
    "one pump is lost: a part of the motor's torque is left",
    "the band brake has faded: a part of its capacity is left",
};
static const char *const failure_name[RT_FAILURE_COUNT] = {"power lost", "pump lost", "brake faded"};

static void show_switches(run *c, panel_state *p) {
    unsigned failures = atomic_load_explicit(&c->s->failures, memory_order_relaxed);
    p->n_failures = RT_FAILURE_COUNT;
    for (int k = 0; k < RT_FAILURE_COUNT; k++)
        p->failure[k] = (panel_switch){failure_name[k], failure_help[k], failures >> k & 1};
    p->n_shown = DISPLAY_SWITCHES;
    for (int k = 0; k < DISPLAY_SWITCHES; k++)
        p->shown[k] = (panel_switch){display_entry_of[k].name, display_entry_of[k].help,
                                     display_on(render_shown(c->window), (display_switch)k)};
}

void run_desk_show(run *c, const dyn_snapshot *now) {
    static hw_identity device;
    panel_state *p = &c->shown;
    *p = (panel_state){.scenario = c->desk.file,
                       .modified = desk_modified(&c->desk),
                       .field = c->desk.field,
                       .n_fields = c->desk.n,
                       .n_files = c->n_files,
                       .running = session_pace_runs(&c->s->pace),
                       .started = c->started,
                       .speed = 1.0 / c->slowness,
                       .t = now->t,
                       .rewound = c->rewind.held && c->s->frames<c->rewind.end, .can_undo = c->desk.done> 0,
                       .can_redo = c->desk.done < c->desk.known,
                       .sound = c->sound && !c->muted,
                       .message = c->message,
                       .message_is_error = c->message_is_error};
    p->t_last = c->rewind.held ? (double)c->rewind.end * step_of(c) : now->t;
    for (int k = 0; k < c->n_files; k++) p->file[k] = c->file[k];
    hw_device_identity(&c->device, &device);
    p->device = device.name[0] ? device.name : device.kind;
    show_switches(c, p);
    run_axes_show(c, now, p);
    render_set_panel_state(c->window, p);
}

const char *run_desk_help(void) {
    static char text[768];
    size_t used = (size_t)snprintf(text, sizeof text, "  F2   panels: scenario, displays, devices, instructor\n");
    for (int k = 0; k < DESK_KEYS; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "  %-4s %s\n", desk_key[k].name, desk_key[k].help);
    snprintf(text + used, sizeof text - used, "  Esc  ends the program\n");
    return text;
}

bool run_waits(const run *c) { return c->window && c->duration < 0 && !hw_device_polls_in_frame(&c->device); }
