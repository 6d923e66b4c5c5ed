// SPDX-License-Identifier: MIT
// What live run and replay share of the panels: display switches, cameras, charts, and the list of alarms.
#ifndef HAWSE_RT_DESK_VIEWS_H
#define HAWSE_RT_DESK_VIEWS_H

#include "render/window/render.h"
#include "rt/sim/sim.h"
#include <stdio.h>

// Prints the keys of cameras and display switches.
void views_print_keys(FILE *out);

// Fills switches, cameras and charts. of: the display switch behind each entry of p->shown.
void views_write(const render *r, bool ship, display_switch of[DISPLAY_SWITCHES], panel_state *p);
// Carries out an action on them; false if it is none.
bool views_do_action(render *r, const panel_action *a, const display_switch of[DISPLAY_SWITCHES]);
// Fills the page of alarms, by the limits of this ship.
void alarms_write(const alarm_log *alarms, const sim *s, panel_state *p);

#endif
