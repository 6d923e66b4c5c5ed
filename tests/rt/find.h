// SPDX-License-Identifier: MIT
// What the panels show, found by name, and conditions that several window tests wait for.
#ifndef HAWSE_TESTS_RT_FIND_H
#define HAWSE_TESTS_RT_FIND_H

#include "render/panel/panel.h"

#include <math.h>
#include <string.h>

// State of the switch of that name: 0 or 1; -1: there is none.
static inline int find_switch(const panel_switch *list, int n, const char *name) {
    for (int k = 0; k < n; k++)
        if (strcmp(list[k].name, name) == 0) return list[k].on;
    return -1;
}
static inline int switch_of(const panel_state *s, const char *name) { return find_switch(s->shown, s->n_shown, name); }

// Index of the first mark of that text; -1: none.
static inline int find_mark(const panel_state *s, const char *text) {
    for (int k = 0; k < s->n_marks; k++)
        if (strcmp(s->mark[k].text, text) == 0) return k;
    return -1;
}
static inline bool is_at_mark(const panel_state *s, const char *text) {
    int k = find_mark(s, text);
    return k >= 0 && fabs(s->t - s->mark[k].t) < 1.5e-3;
}

// The first listed alarm with that text in its own; NULL: none.
static inline const panel_alarm *find_alarm(const panel_state *s, const char *text) {
    for (int k = 0; k < s->n_alarms; k++)
        if (strstr(s->alarm[k].text, text)) return &s->alarm[k];
    return NULL;
}

static inline bool plays(const panel_state *s) { return s->recorded && s->running && s->t > 0.3; }
static inline bool is_standing(const panel_state *s) { return !s->running; }
static inline bool is_at_end(const panel_state *s) { return fabs(s->t - s->t_last) < 1e-9; }
static inline bool is_slow(const panel_state *s) { return s->speed == 0.125; }

#endif
