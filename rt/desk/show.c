// SPDX-License-Identifier: MIT
// Fills the panels with the state of desk, run and deck.
#include "rt/desk/run.h"
#include "rt/desk/views.h"
#include "rt/editor/files.h"
#include <libgen.h>
#include <stdio.h>
#include <string.h>

void run_list_scenarios(run *c) {
    static const char *const ending[] = {".yaml", ".yml", NULL};
    char copy[RT_CONFIG_TEXT], name[RT_CONFIG_TEXT];
    snprintf(copy, sizeof copy, "%s", c->editor.file);
    const char *folder = dirname(copy);
    int n = editor_list_files(folder, ending, c->file, PANEL_FILES);
    c->n_files = 0;
    for (int k = 0; k < n; k++) {
        memcpy(name, c->file[k], sizeof name);
        int length = snprintf(c->file[c->n_files], RT_CONFIG_TEXT, "%s/%s", folder, name);
        c->n_files += length < RT_CONFIG_TEXT;
    }
}

static const char *const failure_help[RT_FAILURE_COUNT] = {
    "power fails: motor stops, motor brake applied",
    "one pump fails: part of the motor's torque is left",
    "band brake fades: part of its capacity is left",
    "motor bursts: no torque, no motor brake",
    "stopper bar does not seat: it holds nothing",
    "dog clutch jumps out",
    "swivel seizes: it does not turn",
    "tension sensor fails: tension, anchor tension, motor torque and load read zero",
    "speed sensor fails: speed reads zero",
    "chain counter fails: the reading stands still",
    "lining sensor fails: temperature reads zero",
};

// Name of the failure in a script, with spaces for underscores: "power lost".
static const char *failure_name(rt_failure f) {
    static char name[RT_FAILURE_COUNT][24];
    snprintf(name[f], sizeof name[f], "%s", rt_failure_name(f));
    for (char *c = name[f]; *c; c++)
        if (*c == '_') *c = ' ';
    return name[f];
}

static void write_switches(run *c, panel_state *p) {
    unsigned failures = atomic_load_explicit(&c->s->failures, memory_order_relaxed);
    bool has_windlass = c->s->sim.kind->has_windlass;
    p->n_failures = has_windlass ? RT_FAILURE_COUNT : 0;
    for (int k = 0; k < p->n_failures; k++)
        p->failure[k] = (panel_switch){failure_name((rt_failure)k), failure_help[k], failures >> k & 1};
    views_write(c->window, has_windlass, c->shown_switch, p);
}

static void write_roles(const run *c, panel_state *p) {
    p->n_roles = DISPLAY_ROLES;
    p->role_now = display_role_of(render_get_display(c->window));
    for (int k = 0; k < DISPLAY_ROLES; k++) p->role[k] = display_role_name[k], p->role_help[k] = display_role_help[k];
}

// Marks of the run so far: its new events, the alarms, and pulls by hand.
static void update_marks(run *c, const dyn_snapshot *now) {
    int n = c->s->n_events;
    if (n < c->events_read) c->events_read = n; // after a rewind
    for (; c->events_read < n; c->events_read++) {
        const session_event *e = &c->s->event[c->events_read];
        timeline_add_event(&c->marks, (double)(e->frame + 1) * c->s->sim.model.h, e->kind);
    }
    timeline_add_alarms(&c->marks, render_alarms(c->window));
    if (now->pull.acts && !c->hand.pulled) timeline_add_pull(&c->marks, now->t);
    c->hand.pulled = now->pull.acts;
}

void run_update_panels(run *c, const dyn_snapshot *now, int64_t now_ns) {
    static hw_identity device;
    bool running = session_pace_runs(&c->s->pace);
    update_marks(c, now);
    panel_state *p = &c->shown;
    *p = (panel_state){.scenario = c->editor.file,
                       .modified = editor_modified(&c->editor),
                       .unapplied = c->unapplied,
                       .field = c->editor.field,
                       .n_fields = c->editor.n,
                       .n_files = c->n_files,
                       .running = running,
                       .started = c->started,
                       .speed = c->speed,
                       .reached = speed_meter_update(&c->meter, now_ns, now->t, running, c->speed),
                       .mark = c->marks.mark,
                       .n_marks = c->marks.n,
                       .t = now->t,
                       .rewound = c->rewind.held && (c->s->frames < c->rewind.end),
                       .can_undo = (c->editor.done > 0),
                       .can_redo = (c->editor.done < c->editor.known),
                       .sound = c->sound && !c->muted,
                       .message = c->message,
                       .message_is_error = c->message_is_error};
    p->t_last = c->rewind.held ? (double)c->rewind.end * c->s->sim.model.h : now->t;
    for (int k = 0; k < c->n_files; k++) p->file[k] = c->file[k];
    hw_device_identity(&c->device, &device);
    p->device = device.name[0] ? device.name : device.kind;
    write_switches(c, p);
    write_roles(c, p);
    variants_poll(&c->variants);
    variants_write(&c->variants, &c->editor, c->panel && panel_is_shown(c->panel), p);
    run_write_alarms(c, p);
    run_write_windlass(c, now, p);
    run_write_bridge(c, now, p);
    run_write_axes(c, now, p);
    run_write_exercise(c, now, p, now_ns);
    render_set_panel_state(c->window, p);
}
