// SPDX-License-Identifier: MIT
// Keys of the debriefing desk and their help, both from one table.
#include "rt/debrief/private.h"
#include <math.h>
#include <stdio.h>

#define JUMP_S 5.0

enum { FIXED = 0, TIMES, FROM_NOW }; // a key's value: absolute, factor on the speed, offset from the displayed time

static const struct {
    SDL_Keycode key;
    const char *name, *help; // NULL: another key of the line before
    panel_ask ask;
    int kind;
    double value;
} desk_key[] = {
    {SDLK_SPACE, "space", "play, pause (also F5)", PANEL_START, FIXED, 0},
    {SDLK_F5, NULL, NULL, PANEL_START, FIXED, 0},
    {SDLK_F6, "F6", "a single step (also .)", PANEL_STEP, FIXED, 0},
    {SDLK_PERIOD, NULL, NULL, PANEL_STEP, FIXED, 0},
    {SDLK_F7, "F7", "slower, down to 1/8", PANEL_SPEED, TIMES, 0.5},
    {SDLK_F8, "F8", "faster, up to 8 times", PANEL_SPEED, TIMES, 2},
    {SDLK_LEFT, "Left", "back 5 s (also F9)", PANEL_SEEK, FROM_NOW, -JUMP_S},
    {SDLK_F9, NULL, NULL, PANEL_SEEK, FROM_NOW, -JUMP_S},
    {SDLK_RIGHT, "Right", "forward 5 s (also F10)", PANEL_SEEK, FROM_NOW, JUMP_S},
    {SDLK_F10, NULL, NULL, PANEL_SEEK, FROM_NOW, JUMP_S},
    {SDLK_HOME, "Home", "to the begin", PANEL_SEEK, FIXED, 0},
    {SDLK_END, "End", "to the end (also F11)", PANEL_SEEK, FIXED, 1e9},
    {SDLK_F11, NULL, NULL, PANEL_SEEK, FIXED, 1e9},
    {SDLK_PAGEUP, "PgUp", "to the event before", PANEL_NEXT_MARK, FIXED, -1},
    {SDLK_PAGEDOWN, "PgDn", "to the next event", PANEL_NEXT_MARK, FIXED, 1},
    {SDLK_LEFTBRACKET, "[", "the part for a film begins here", PANEL_PART_IN, FIXED, 0},
    {SDLK_RIGHTBRACKET, "]", "the part ends here", PANEL_PART_OUT, FIXED, 0},
    {SDLK_F3, "F3", "write the part as a film", PANEL_FILM, FIXED, 0},
    {SDLK_b, "B", "branch: start a live run from here", PANEL_BRANCH, FIXED, 0},
    {SDLK_F12, "F12", "save the picture where the program was started", PANEL_PICTURE, FIXED, 0},
};
enum { DESK_KEYS = sizeof desk_key / sizeof desk_key[0] };

bool debrief_handle_key(debrief *b, SDL_Keycode key, int64_t now_ns) {
    int k = 0;
    while (k < DESK_KEYS && desk_key[k].key != key) k++;
    if (k == DESK_KEYS) return false;
    panel_action a = {.ask = desk_key[k].ask, .value = desk_key[k].value};
    if (desk_key[k].kind == TIMES) a.value = fmin(fmax(a.value * b->view.speed, 0.125), 8);
    if (desk_key[k].kind == FROM_NOW) a.value += debrief_time(b);
    if (a.ask == PANEL_START && b->view.playing) a.ask = PANEL_PAUSE;
    debrief_do_action(b, &a, now_ns);
    return true;
}

const char *debrief_key_help(void) {
    static char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "  F2    panels: display, alarms, events and notes\n");
    for (int k = 0; k < DESK_KEYS; k++)
        if (desk_key[k].name)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "  %-5s %s\n", desk_key[k].name, desk_key[k].help);
    snprintf(text + used, sizeof text - used, "  Esc   ends the replay\n");
    return text;
}
