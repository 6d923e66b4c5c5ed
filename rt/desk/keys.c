// SPDX-License-Identifier: MIT
// Handles the desk's keys and writes their help, both from one table.
#include "rt/desk/key_table.h"
#include "rt/desk/run.h"
#include <SDL.h>

static const key_row desk_key[] = {
    {SDLK_RETURN, "Enter", "acknowledge the alarm", PANEL_ACKNOWLEDGE, KEY_INDEX, -1},
    {SDLK_BACKSPACE, "Bksp", "mute the alarms for 30 s", PANEL_MUTE_ALARMS, KEY_FIXED, 0},
    {SDLK_q, "Q", "lashing on, off", PANEL_CONTROL, KEY_INDEX, 0},
    {SDLK_u, "U", "pump off, on", PANEL_CONTROL, KEY_INDEX, 1},
    {SDLK_z, "Z", "chain counter from zero", PANEL_CONTROL, KEY_INDEX, 2},
    {SDLK_y, "Y", "bell", PANEL_CONTROL, KEY_INDEX, 3},
    {SDLK_0, "0", "slow speed on, off", PANEL_CONTROL, KEY_INDEX, 4},
    {SDLK_INSERT, "Ins", "chain wash on, off", PANEL_CONTROL, KEY_INDEX, 5},
    {SDLK_HOME, "Home", "anchor ball up, down", PANEL_CONTROL, KEY_INDEX, 6},
    {SDLK_DELETE, "Del", "command: local, remote", PANEL_CONTROL, KEY_INDEX, 7},
    {SDLK_END, "End", "set the anchor watch anew", PANEL_CONTROL, KEY_INDEX, 8},
    {SDLK_SEMICOLON, ";", "report before", PANEL_NEXT_REPORT, KEY_FIXED, -1},
    {SDLK_QUOTE, "'", "next report", PANEL_NEXT_REPORT, KEY_FIXED, 1},
    {SDLK_LEFTBRACKET, "[", "its number less 1", PANEL_NEXT_NUMBER, KEY_FIXED, -1},
    {SDLK_RIGHTBRACKET, "]", "its number plus 1", PANEL_NEXT_NUMBER, KEY_FIXED, 1},
    {SDLK_SLASH, "/", "report to the bridge", PANEL_SAY, KEY_FIXED, 0},
    {SDLK_KP_8, "KP 8", "engine telegraph up", PANEL_ENGINE_STEP, KEY_FIXED, 1},
    {SDLK_KP_2, "KP 2", "engine telegraph down", PANEL_ENGINE_STEP, KEY_FIXED, -1},
    {SDLK_KP_0, "KP 0", "stop engine", PANEL_ENGINE_STEP, KEY_FIXED, 0},
    {SDLK_KP_4, "KP 4", "rudder 5 deg to port", PANEL_RUDDER_STEP, KEY_FIXED, -1},
    {SDLK_KP_6, "KP 6", "rudder 5 deg to starboard", PANEL_RUDDER_STEP, KEY_FIXED, 1},
    {SDLK_KP_5, "KP 5", "rudder midships", PANEL_RUDDER_STEP, KEY_FIXED, 0},
    {SDLK_KP_7, "KP 7", "bow thrust to port", PANEL_THRUSTER_STEP, KEY_FIXED, -1},
    {SDLK_KP_9, "KP 9", "bow thrust to starboard", PANEL_THRUSTER_STEP, KEY_FIXED, 1},
    {SDLK_F4, "F4", "sound on, off", PANEL_SOUND, KEY_FIXED, 0},
    {SDLK_F5, "F5", "start, pause", PANEL_START, KEY_FIXED, 0},
    {SDLK_F6, "F6", "a single step", PANEL_STEP, KEY_FIXED, 0},
    {SDLK_F7, "F7", "slower, down to 1/8", PANEL_SPEED, KEY_TIMES, 0.5},
    {SDLK_F8, "F8", "faster, up to 8 times", PANEL_SPEED, KEY_TIMES, 2},
    {SDLK_F9, "F9", "back 5 s", PANEL_SEEK, KEY_FROM_NOW, -KEY_JUMP_S},
    {SDLK_F10, "F10", "forward 5 s", PANEL_SEEK, KEY_FROM_NOW, KEY_JUMP_S},
    {SDLK_F11, "F11", "to the newest moment", PANEL_SEEK, KEY_FIXED, 1e9},
    {SDLK_PAGEUP, "PgUp", "back to the event before", PANEL_NEXT_MARK, KEY_FIXED, -1},
    {SDLK_PAGEDOWN, "PgDn", "to the next event, as far as recorded", PANEL_NEXT_MARK, KEY_FIXED, 1},
    {SDLK_F12, "F12", "save the picture in the working folder", PANEL_PICTURE, KEY_FIXED, 0},
};
enum { DESK_KEYS = sizeof desk_key / sizeof desk_key[0] };

bool run_handle_key(run *c, SDL_Keycode key) {
    panel_action a;
    double now = ((const dyn_snapshot *)rt_latest_front(&c->s->snapshot, NULL))->t;
    if (!key_table_find(desk_key, DESK_KEYS, key, c->speed, now, &a)) return false;
    if (a.ask == PANEL_START && session_pace_runs(&c->s->pace)) a.ask = PANEL_PAUSE;
    run_do_action(c, &a);
    return true;
}

const char *run_key_help(void) {
    static char text[2048];
    key_table_help(desk_key, DESK_KEYS, "F2     panels: exercise, setup, design, view, deck, alarms and others",
                   "Shift  and left drag: pull at a part, as instructor or engineer\n  Esc    twice: ends the run",
                   text, sizeof text);
    return text;
}
