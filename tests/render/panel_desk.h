// SPDX-License-Identifier: MIT
// Sample content for the panels' tests.
#ifndef HAWSE_TESTS_RENDER_PANEL_DESK_H
#define HAWSE_TESTS_RENDER_PANEL_DESK_H

#include "render/panel/panel.h"
#include "render/view/display.h"

enum {
    DESK_HULL,
    DESK_DIAMETER,
    DESK_TYPE,
    DESK_CAPACITY,
    DESK_TENSION,
    DESK_METHOD,
    DESK_DURATION,
    DESK_HOUSED,
    DESK_STEP,
    DESK_FIELDS,
    DESK_ANCHOR = DESK_FIELDS, // shown by tests of the design page alone
    DESK_SHIP,
    DESK_LIP,
    DESK_ALL
};

typedef struct desk {
    panel_field field[DESK_ALL];
    panel_anchor anchor[2];
    panel_line line[3];
    panel_state state;
} desk;

static inline void desk_make(desk *d) {
    static const panel_field field[DESK_ALL] = {
        [DESK_HULL] = {.path = "ship.hull",
                       .help = "closed hull mesh in the ship frame",
                       .main = true,
                       .is_path = true,
                       .choices = "../models/bow.ply|../models/bow_narrow.ply",
                       .value = "../models/bow.ply"},
        [DESK_DIAMETER] = {.path = "chain.bar_diameter",
                           .unit = "m",
                           .help = "bar diameter of the common link; all else follows by ISO 1704",
                           .min = 0.005,
                           .max = 0.3,
                           .main = true,
                           .value = "50 mm"},
        [DESK_TYPE] = {.path = "chain.type",
                       .help = "the common links",
                       .choices = "stud|studless",
                       .main = true,
                       .value = "stud"},
        [DESK_CAPACITY] = {.path = "chain.capacity",
                           .help = "most links simulated at once between cable lifter and anchor",
                           .min = 4,
                           .max = 1500,
                           .main = true,
                           .changed = true,
                           .value = "140"},
        [DESK_TENSION] = {.path = "windlass.max_tension",
                          .unit = "N",
                          .help = "largest chain tension that the motor can pull",
                          .min = 1e3,
                          .max = 1e8,
                          .main = true,
                          .value = "178 kN"},
        [DESK_METHOD] = {.path = "contact.method",
                         .help = "anchor on hull",
                         .choices = "regions|foundation",
                         .main = true,
                         .value = "regions"},
        [DESK_DURATION] = {.path = "end.duration",
                           .unit = "s",
                           .help = "simulated time",
                           .min = 0.001,
                           .max = 1e6,
                           .main = true,
                           .value = "130 s"},
        [DESK_HOUSED] = {.path = "end.stop_when_housed",
                         .help = "end as soon as the anchor is housed",
                         .is_bool = true,
                         .value = "false"},
        [DESK_STEP] = {.path = "solver.step",
                       .unit = "s",
                       .help = "time step and frame period",
                       .min = 1e-7,
                       .max = 0.02,
                       .value = "1 ms"},
        [DESK_ANCHOR] = {.path = "anchor.type",
                         .help = "meshes of your own, or a type",
                         .choices = "meshes|hall|ac14",
                         .value = "hall"},
        [DESK_SHIP] = {.path = "ship.type", .help = "a mesh or the bow", .choices = "mesh|bow", .value = "bow"},
        [DESK_LIP] = {.path = "ship.pocket.bolster_radius",
                      .unit = "m",
                      .help = "radius of the bolster: the lip where the hawse pipe meets the pocket's face",
                      .min = 0.1,
                      .max = 0.3,
                      .number = 0.27,
                      .value = "270 mm"},
    };
    static const panel_anchor anchor[2] = {{.name = "Hall", .word = "hall", .help = "a third", .chosen = true},
                                           {.name = "AC-14", .word = "ac14", .help = "two thirds"}};
    static const panel_line line[3] = {
        {-1, 0, 0, 0, PANEL_LINE_HULL}, {0, 0, 1, 1, PANEL_LINE_SHANK}, {0, 0, 1, -1, PANEL_LINE_HEAD}};
    memcpy(d->field, field, sizeof field);
    d->state = (panel_state){.scenario = "config/scenarios/weigh.yaml",
                             .modified = true,
                             .field = d->field,
                             .n_fields = DESK_FIELDS,
                             .file = {"config/scenarios/weigh.yaml", "config/scenarios/let_go.yaml"},
                             .n_files = 2,
                             .started = true,
                             .speed = 1,
                             .t = 41.2,
                             .t_last = 83.25,
                             .can_undo = true,
                             .device = "keyboard",
                             .message = ""};
    memcpy(d->anchor, anchor, sizeof anchor);
    memcpy(d->line, line, sizeof line);
    d->state.anchor = d->anchor;
    d->state.n_anchors = 2;
    for (int k = 0; k < 2; k++)
        d->state.design[k] = (panel_design){.name = k ? "B, present" : "A, kept",
                                            .line = d->line,
                                            .n_lines = 3,
                                            .lo = {-2, -2},
                                            .hi = {2, 2},
                                            .measured = true,
                                            .note = {{"Shank in bore: 58 mm a side", false}},
                                            .n_notes = 1};
    d->state.axis[0] = (panel_axis){"lever", 0.35, 0.5, -0.8, 0.75, 0.02};
    d->state.axis[1] = (panel_axis){"brake", -0.4, 0.3, -1, 1, 0};
    d->state.n_axes = 2;
    d->state.failure[0] = (panel_switch){"hydraulic leak", "the motor pulls half", false};
    d->state.failure[1] = (panel_switch){"brake fade", "the lining holds a third", true};
    d->state.n_failures = 2;
    static const char *const control[] = {"lashing",    "pump stopped", "counter from zero",
                                          "chain wash", "anchor ball",  "bell"};
    static const panel_reading reading[] = {{"power", "available, one pump lost"},
                                            {"pump", "tripped"},
                                            {"pressure", "182 bar"},
                                            {"motor brake", "applied"},
                                            {"lashing", "parted"},
                                            {"chain out", "102.4 m"},
                                            {"brake lining worn", "3.2 mm"}};
    d->state.n_controls = 6, d->state.n_readings = 7;
    for (int k = 0; k < d->state.n_controls; k++)
        d->state.control[k] = (panel_switch){control[k], "works by hand", k % 2 == 0};
    for (int k = 0; k < d->state.n_readings; k++) d->state.reading[k] = reading[k];
    d->state.alarm[0] = (panel_alarm){.record = 3,
                                      .t = 83.4,
                                      .priority = "alarm",
                                      .state = "",
                                      .text = "RUNAWAY: chain out at 5.2 m/s (limit 5.0)",
                                      .alarm = true,
                                      .unacknowledged = true,
                                      .first = true};
    d->state.alarm[1] = (panel_alarm){.record = 2,
                                      .t = 12,
                                      .priority = "warning",
                                      .state = ", acknowledged",
                                      .text = "BRAKE HOT: 331 \xc2\xb0"
                                              "C, the lining fades above 250"};
    d->state.n_alarms = 2;
    for (int k = 0; k < DISPLAY_SWITCHES; k++)
        d->state.shown[k] = (panel_switch){display_entry_of[k].name, display_entry_of[k].help, display_entry_of[k].on};
    d->state.n_shown = DISPLAY_SWITCHES;
    d->state.n_roles = DISPLAY_ROLES;
    d->state.role_now = -1;
    for (int k = 0; k < DISPLAY_ROLES; k++)
        d->state.role[k] = display_role_name[k], d->state.role_help[k] = display_role_help[k];
}

#endif
