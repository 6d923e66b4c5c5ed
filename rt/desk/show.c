// SPDX-License-Identifier: MIT
// Fills the panels with the state of desk, run and deck.
#include "rt/desk/files.h"
#include "rt/desk/run.h"
#include <libgen.h>
#include <string.h>

void run_list_scenarios(run *c) {
    static const char *const ending[] = {".yaml", ".yml", NULL};
    char copy[RT_CONFIG_TEXT], name[RT_CONFIG_TEXT];
    snprintf(copy, sizeof copy, "%s", c->desk.file);
    const char *folder = dirname(copy);
    int n = desk_list_files(folder, ending, c->file, PANEL_FILES);
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
    for (int k = 0; k < DISPLAY_SWITCHES; k++) {
        if (display_entry_of[k].ship && !has_windlass) continue;
        c->shown_switch[p->n_shown] = (display_switch)k;
        p->shown[p->n_shown++] = (panel_switch){display_entry_of[k].name, display_entry_of[k].help,
                                                display_on(render_get_display(c->window), (display_switch)k)};
    }
}

void run_update_panels(run *c, const dyn_snapshot *now) {
    static hw_identity device;
    panel_state *p = &c->shown;
    *p = (panel_state){.scenario = c->desk.file,
                       .modified = desk_modified(&c->desk),
                       .unapplied = c->unapplied,
                       .field = c->desk.field,
                       .n_fields = c->desk.n,
                       .n_files = c->n_files,
                       .running = session_pace_runs(&c->s->pace),
                       .started = c->started,
                       .speed = 1.0 / c->slowness,
                       .t = now->t,
                       .rewound = c->rewind.held && (c->s->frames < c->rewind.end),
                       .can_undo = (c->desk.done > 0),
                       .can_redo = (c->desk.done < c->desk.known),
                       .sound = c->sound && !c->muted,
                       .message = c->message,
                       .message_is_error = c->message_is_error};
    p->t_last = c->rewind.held ? (double)c->rewind.end * c->s->sim.model.h : now->t;
    for (int k = 0; k < c->n_files; k++) p->file[k] = c->file[k];
    hw_device_identity(&c->device, &device);
    p->device = device.name[0] ? device.name : device.kind;
    write_switches(c, p);
    variants_poll(&c->variants);
    variants_write(&c->variants, &c->desk, c->panel && panel_is_shown(c->panel), p);
    run_write_alarms(c, p);
    run_write_windlass(c, now, p);
    run_write_axes(c, now, p);
    render_set_panel_state(c->window, p);
}
