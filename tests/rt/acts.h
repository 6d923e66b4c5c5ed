// SPDX-License-Identifier: MIT
// Acts of a simulated operator at a real window: keys, clicks and texts as SDL gives them to the program.
#ifndef HAWSE_TESTS_RT_ACTS_H
#define HAWSE_TESTS_RT_ACTS_H

#include <SDL.h>

static inline void push_key(SDL_Keycode key, bool down) {
    SDL_Event e = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP, .keysym = {.sym = key}}};
    SDL_PushEvent(&e);
}

static inline void press_and_release(SDL_Keycode key) {
    push_key(key, true);
    push_key(key, false);
}

// Moves the pointer, without a button.
static inline void push_motion(float x, float y) {
    SDL_Event move = {.motion = {.type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y}};
    SDL_PushEvent(&move);
}

static inline void push_click(float x, float y) {
    SDL_Event down = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = (int)x, .y = (int)y}};
    SDL_Event up = down;
    up.type = SDL_MOUSEBUTTONUP;
    push_motion(x, y);
    SDL_PushEvent(&down);
    SDL_PushEvent(&up);
}

static inline void push_text(const char *text) {
    for (; *text; text++) {
        SDL_Event e = {.text = {.type = SDL_TEXTINPUT, .text = {*text, 0}}};
        SDL_PushEvent(&e);
    }
    press_and_release(SDLK_RETURN);
}

// Gives the window its focus, as no window manager does here.
static inline void push_focus(void) {
    SDL_Event focus = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_GAINED}};
    SDL_PushEvent(&focus);
}

#endif
