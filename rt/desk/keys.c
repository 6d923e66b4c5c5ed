// SPDX-License-Identifier: MIT
// Handles the desk's keys and writes their help, both from one table.
#include "rt/desk/run.h"
#include <SDL.h>

#define JUMP_S 5.0 // jump of the keys that rewind and advance [s]

// A key's value: absolute, factor on the speed, offset from the present time, index.
enum { FIXED = 0, TIMES, FROM_NOW, INDEX };

static const struct {
    SDL_Keycode key;
    const char *name, *help;
    panel_ask ask;
    int kind;
    double value;
} desk_key[] = {
    {SDLK_RETURN, "Enter", "acknowledge the alarm", PANEL_ACKNOWLEDGE, INDEX, -1},
    {SDLK_BACKSPACE, "Bksp", "mute the alarms for 30 s", PANEL_MUTE_ALARMS, FIXED, 0},
    {SDLK_e, "E", "lashing on, off", PANEL_CONTROL, INDEX, 0},
    {SDLK_q, "Q", "pump off, on", PANEL_CONTROL, INDEX, 1},
    {SDLK_z, "Z", "chain counter from zero", PANEL_CONTROL, INDEX, 2},
    {SDLK_u, "U", "chain wash on, off", PANEL_CONTROL, INDEX, 3},
    {SDLK_y, "Y", "bell", PANEL_CONTROL, INDEX, 5},
    {SDLK_F4, "F4", "sound on, off", PANEL_SOUND, FIXED, 0},
    {SDLK_F5, "F5", "start, pause", PANEL_START, FIXED, 0},
    {SDLK_F6, "F6", "a single step", PANEL_STEP, FIXED, 0},
    {SDLK_F7, "F7", "slower", PANEL_SPEED, TIMES, 0.5},
    {SDLK_F8, "F8", "faster", PANEL_SPEED, TIMES, 2},
    {SDLK_F9, "F9", "back 5 s", PANEL_SEEK, FROM_NOW, -JUMP_S},
    {SDLK_F10, "F10", "forward 5 s", PANEL_SEEK, FROM_NOW, JUMP_S},
    {SDLK_F11, "F11", "to the newest moment", PANEL_SEEK, FIXED, 1e9},
    {SDLK_F12, "F12", "save the picture in the working folder", PANEL_PICTURE, FIXED, 0},
};
enum { DESK_KEYS = sizeof desk_key / sizeof desk_key[0] };

bool run_handle_key(run *c, SDL_Keycode key) {
    int k = 0;
    while (k < DESK_KEYS && desk_key[k].key != key) k++;
    if (k == DESK_KEYS) return false;
    panel_action a = {.ask = desk_key[k].ask, .value = desk_key[k].value};
    if (desk_key[k].kind == INDEX) a.index = (int)desk_key[k].value;
    if (desk_key[k].kind == TIMES) a.value /= c->slowness;
    if (desk_key[k].kind == FROM_NOW) a.value += ((const dyn_snapshot *)rt_latest_front(&c->s->snapshot, NULL))->t;
    if (a.ask == PANEL_START && session_pace_runs(&c->s->pace)) a.ask = PANEL_PAUSE;
    run_do_action(c, &a);
    return true;
}

const char *run_key_help(void) {
    static char text[1024];
    size_t used =
        (size_t)snprintf(text, sizeof text, "  F2     panels: scenario, view, deck, alarms, devices, faults\n");
    for (int k = 0; k < DESK_KEYS; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "  %-6s %s\n", desk_key[k].name, desk_key[k].help);
    snprintf(text + used, sizeof text - used, "  Esc    ends the program\n");
    return text;
}
