// SPDX-License-Identifier: MIT
#include "render/view/display.h"
#include <SDL_keycode.h>

const display_entry display_entry_of[DISPLAY_SWITCHES] = {
    [DISPLAY_FORCES] = {SDLK_f, "forces", "contact forces: normal green, tangential red", true, false},
    [DISPLAY_GHOST] = {SDLK_h, "see-through hull", "the hull as a ghost, to see the shank in the pipe", false, true},
    [DISPLAY_CUT] = {SDLK_v, "cut", "the hull cut open along the hawse pipe", false, true},
    [DISPLAY_TENSION] = {SDLK_t, "tension", "the chain coloured by its tension", false, true},
    [DISPLAY_REGIONS] = {SDLK_o, "contact regions", "contours and planes of contact; sliding or sticking", false,
                         false},
    [DISPLAY_INDENTATION] = {SDLK_i, "indentation", "how deep the anchor pressed into the plating, and where", false,
                             true},
    [DISPLAY_TRAILS] = {SDLK_l, "trails", "the way of crown, shackle and fluke tips", false, true},
    [DISPLAY_REACTIONS] = {SDLK_j, "joint reactions", "forces in the hinge, the shackle and between links", false,
                           true},
    [DISPLAY_INSET] = {SDLK_p, "inset", "a second picture: the anchor from the bolster, or the overview", false, true},
    [DISPLAY_GAUGES] = {SDLK_g, "gauges", "the operator's instruments", true, false},
    [DISPLAY_WATCH] = {SDLK_COMMA, "anchor watch", "the ship at anchor in plan and from the side", true, true},
    [DISPLAY_CHARTS] = {SDLK_k, "strip charts", "tension, speed and chain out over the last minute", false, true},
    [DISPLAY_TIMING] = {SDLK_m, "timing", "frame time against its budget, phases, misses by cause", false, false},
    [DISPLAY_NUMBERS] = {SDLK_e, "numbers", "missed deadlines, work, contacts, iterations of the program", true, false},
    [DISPLAY_NIGHT] = {SDLK_n, "night", "dark sea, deck lights, dark instruments", false, false},
    [DISPLAY_HELP] = {SDLK_F1, "help", "keys and what they do (also ?)", false, false},
};

display display_default(void) {
    display d = 0;
    for (int k = 0; k < DISPLAY_SWITCHES; k++) d |= (display)display_entry_of[k].on << k;
    return d;
}

const char *const display_role_name[DISPLAY_ROLES] = {"trainee", "instructor", "engineer"};
const char *const display_role_help[DISPLAY_ROLES] = {
    "the deck and its instruments; the anchor watch as the bridge knows it",
    "with strip charts and a second picture; the anchor itself in the anchor watch",
    "with contacts, the program's numbers, and missed deadlines by cause"};

enum { KEPT = 1 << DISPLAY_NIGHT | 1 << DISPLAY_HELP };

enum { EVERY = 1 << DISPLAY_FORCES | 1 << DISPLAY_GAUGES | 1 << DISPLAY_WATCH };

static const display of_role[DISPLAY_ROLES] = {EVERY | DISPLAY_BRIDGE, EVERY | 1 << DISPLAY_CHARTS | 1 << DISPLAY_INSET,
                                               EVERY | 1 << DISPLAY_CHARTS | 1 << DISPLAY_TIMING |
                                                   1 << DISPLAY_NUMBERS | 1 << DISPLAY_REGIONS};

display display_for_role(display d, display_role role) { return (d & KEPT) | of_role[role]; }

int display_role_of(display d) {
    for (int k = 0; k < DISPLAY_ROLES; k++)
        if ((d & ~(display)KEPT) == of_role[k]) return k;
    return -1;
}

display display_of_mechanism(display d) {
    for (int k = 0; k < DISPLAY_SWITCHES; k++) d &= ~((display)display_entry_of[k].ship << k);
    return d;
}

int display_of_key(int32_t key) {
    for (int k = 0; k < DISPLAY_SWITCHES; k++)
        if (display_entry_of[k].key == key) return k;
    return -1;
}
