// SPDX-License-Identifier: MIT
#include "rt/desk/views.h"

static const char *const camera_key[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
_Static_assert(sizeof camera_key / sizeof camera_key[0] == RENDER_VIEWS, "a key for each camera");
_Static_assert((int)RENDER_VIEWS <= (int)PANEL_CAMERAS, "room for each camera");

void views_print_keys(FILE *out) {
    fprintf(out, "  1..%d   cameras\n", (int)RENDER_VIEWS);
    for (int k = 0; k < DISPLAY_SWITCHES; k++)
        fprintf(out, "  %-6s %s: %s%s\n", SDL_GetKeyName(display_entry_of[k].key), display_entry_of[k].name,
                display_entry_of[k].help, display_entry_of[k].ship ? " (ship)" : "");
}

void views_write(const render *r, bool ship, display_switch of[DISPLAY_SWITCHES], panel_state *p) {
    const char *help, *name;
    for (int k = 0; k < DISPLAY_SWITCHES; k++) {
        if (display_entry_of[k].ship && !ship) continue;
        of[p->n_shown] = (display_switch)k;
        p->shown[p->n_shown++] = (panel_switch){display_entry_of[k].name, display_entry_of[k].help,
                                                display_on(render_get_display(r), (display_switch)k)};
    }
    p->n_cameras = ship ? RENDER_VIEWS : RENDER_MECHANISM_VIEWS;
    for (int k = 0; k < p->n_cameras; k++)
        p->camera[k] = (panel_switch){render_views(r)[k], camera_key[k], (int)render_get_view(r) == k};
    for (int k = 0; ship && k < PANEL_SWITCHES && (name = render_chart(k, &help)); k++)
        p->chart[p->n_charts++] = (panel_switch){name, help, render_get_charts(r) >> k & 1};
    p->most_charts = render_most_charts(r);
}

bool views_do_action(render *r, const panel_action *a, const display_switch of[DISPLAY_SWITCHES]) {
    switch (a->ask) {
    case PANEL_SHOW:
        render_toggle(r, of[a->index]);
        return true;
    case PANEL_CAMERA:
        render_set_view(r, (render_view)a->index);
        return true;
    case PANEL_CHART:
        render_set_charts(r, render_get_charts(r) ^ 1u << a->index);
        return true;
    default:
        return false;
    }
}

static panel_alarm describe_alarm(const alarm_log *alarms, const alarm_limits *limits, int record) {
    static const char *const state[] = {"", ", cleared", ", acknowledged", ""};
    const alarm_record *r = &alarms->record[record];
    alarm_state now = alarm_state_of(r);
    panel_alarm a = {.record = record,
                     .t = r->raised,
                     .priority = alarm_priority_name(alarm_priority_of(r->kind)),
                     .state = state[now],
                     .alarm = alarm_priority_of(r->kind) == ALARM_ALARM,
                     .unacknowledged = now == ALARM_ACTIVE || now == ALARM_RECTIFIED,
                     .first = r->first};
    alarm_write(r->kind, r->worst, limits, a.text, sizeof a.text);
    return a;
}

void alarms_write(const alarm_log *alarms, const sim *s, panel_state *p) {
    const scenario *sc = &s->sc;
    const alarm_limits limits =
        alarm_limits_of(sc->windlass.max_tension, sc->windlass.runaway, sc->windlass.fade_start);
    int list[ALARM_RECORDS], n = alarm_log_list(alarms, list);
    p->n_alarms = n < PANEL_ALARMS ? n : PANEL_ALARMS;
    p->more_alarms = n - p->n_alarms;
    for (int k = 0; k < p->n_alarms; k++) p->alarm[k] = describe_alarm(alarms, &limits, list[k]);
}
