// SPDX-License-Identifier: MIT
// Keys of the debriefing desk and their help, both from one table.
#include "rt/debrief/private.h"
#include "rt/desk/key_table.h"
#include <math.h>

static const key_row desk_key[] = {
    {SDLK_SPACE, "space", "play, pause (also F5)", PANEL_START, KEY_FIXED, 0},
    {SDLK_F5, NULL, NULL, PANEL_START, KEY_FIXED, 0},
    {SDLK_F6, "F6", "a single step (also .)", PANEL_STEP, KEY_FIXED, 0},
    {SDLK_PERIOD, NULL, NULL, PANEL_STEP, KEY_FIXED, 0},
    {SDLK_F7, "F7", "slower, down to 1/8", PANEL_SPEED, KEY_TIMES, 0.5},
    {SDLK_F8, "F8", "faster, up to 8 times", PANEL_SPEED, KEY_TIMES, 2},
    {SDLK_LEFT, "Left", "back 5 s (also F9)", PANEL_SEEK, KEY_FROM_NOW, -KEY_JUMP_S},
    {SDLK_F9, NULL, NULL, PANEL_SEEK, KEY_FROM_NOW, -KEY_JUMP_S},
    {SDLK_RIGHT, "Right", "forward 5 s (also F10)", PANEL_SEEK, KEY_FROM_NOW, KEY_JUMP_S},
    {SDLK_F10, NULL, NULL, PANEL_SEEK, KEY_FROM_NOW, KEY_JUMP_S},
    {SDLK_HOME, "Home", "to the begin", PANEL_SEEK, KEY_FIXED, 0},
    {SDLK_END, "End", "to the end (also F11)", PANEL_SEEK, KEY_FIXED, 1e9},
    {SDLK_F11, NULL, NULL, PANEL_SEEK, KEY_FIXED, 1e9},
    {SDLK_PAGEUP, "PgUp", "to the event before", PANEL_NEXT_MARK, KEY_FIXED, -1},
    {SDLK_PAGEDOWN, "PgDn", "to the next event", PANEL_NEXT_MARK, KEY_FIXED, 1},
    {SDLK_LEFTBRACKET, "[", "the part for a film begins here", PANEL_PART_IN, KEY_FIXED, 0},
    {SDLK_RIGHTBRACKET, "]", "the part ends here", PANEL_PART_OUT, KEY_FIXED, 0},
    {SDLK_F3, "F3", "write the part as a film", PANEL_FILM, KEY_FIXED, 0},
    {SDLK_b, "B", "branch: start a live run from here", PANEL_BRANCH, KEY_FIXED, 0},
    {SDLK_F12, "F12", "save the picture where the program was started", PANEL_PICTURE, KEY_FIXED, 0},
};
enum { DESK_KEYS = sizeof desk_key / sizeof desk_key[0] };

bool debrief_handle_key(debrief *b, SDL_Keycode key, int64_t now_ns) {
    panel_action a;
    if (!key_table_find(desk_key, DESK_KEYS, key, b->view.speed, debrief_time(b), &a)) return false;
    if (a.ask == PANEL_SPEED) a.value = fmin(fmax(a.value, 0.125), 8);
    if (a.ask == PANEL_START && b->view.playing) a.ask = PANEL_PAUSE;
    debrief_do_action(b, &a, now_ns);
    return true;
}

const char *debrief_key_help(void) {
    static char text[1024];
    key_table_help(desk_key, DESK_KEYS, "F2     panels: display, alarms, events and notes", "Esc    ends the replay",
                   text, sizeof text);
    return text;
}
