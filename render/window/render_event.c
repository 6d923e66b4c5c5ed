// SPDX-License-Identifier: MIT
// Handles keys and mouse in the picture: cameras, display switches, panels.
#include "render/window/render_private.h"
#include <string.h>

static bool handle_key(render *r, SDL_Keycode key) {
    int k = display_of_key(key);
    if (k >= 0 && r->gauges.mechanism && display_entry_of[k].ship) return false;
    if (k >= 0) {
        r->shown = display_toggle(r->shown, (display_switch)k);
        return true;
    }
    if (key < SDLK_1 || key >= SDLK_1 + r->gauges.cameras) return false;
    render_set_view(r, (render_view)(key - SDLK_1));
    return true;
}

// "?" comes as text, because the keyboard layout decides which key writes it, and whether with Shift.
static bool handle_text(render *r, const SDL_TextInputEvent *e) {
    if (strcmp(e->text, "?") != 0) return false;
    if (!r->key_repeats) r->shown = display_toggle(r->shown, DISPLAY_HELP);
    return true;
}

// SDL gives mouse movement in window units; a scaled display has fewer of them than pixels.
static bool handle_drag(render *r, const SDL_MouseMotionEvent *e) {
    int width, height;
    if (r->view_pending) return false;
    SDL_GetWindowSize(r->window.sdl, &width, &height);
    if (e->state & SDL_BUTTON_LMASK)
        camera_orbit(&r->camera, e->xrel, e->yrel, height);
    else if (e->state & (SDL_BUTTON_RMASK | SDL_BUTTON_MMASK))
        camera_pan(&r->camera, e->xrel, e->yrel, height);
    else
        return false;
    return true;
}

// Position of the pointer in pixels.
static void move_hand(render *r, int x, int y) {
    int width, height;
    SDL_GetWindowSize(r->window.sdl, &width, &height);
    r->hand.x = (double)x * r->window.width / width;
    r->hand.y = (double)y * r->window.height / height;
}

// A hand that is down gets every movement, also over panels. It opens as well when the window loses the keyboard, which
// may then get no release.
static bool handle_open_hand(render *r, const SDL_Event *e) {
    if (!r->hand.down) return false;
    bool released = e->type == SDL_MOUSEBUTTONUP && e->button.button == SDL_BUTTON_LEFT;
    bool lost = e->type == SDL_WINDOWEVENT && e->window.event == SDL_WINDOWEVENT_FOCUS_LOST;
    if (e->type == SDL_MOUSEMOTION) move_hand(r, e->motion.x, e->motion.y);
    if (released || lost) r->hand.down = false;
    return released || e->type == SDL_MOUSEMOTION;
}

static bool handle_press(render *r, const SDL_MouseButtonEvent *e) {
    if (e->button != SDL_BUTTON_LEFT || !(SDL_GetModState() & KMOD_SHIFT)) return false;
    r->hand.down = true;
    move_hand(r, e->x, e->y);
    return true;
}

// Handles events of the panels: F2, and all that they capture.
static bool handle_panel(render *r, const SDL_Event *e) {
    if (!r->panel_state) return false;
    if (e->type == SDL_KEYDOWN && e->key.keysym.sym == SDLK_F2 && !e->key.repeat) {
        panel_show(r->panel, !panel_is_shown(r->panel));
        return true;
    }
    return panel_event(r->panel, e);
}

bool render_handle_event(render *r, const SDL_Event *event) {
    if (event->type == SDL_KEYDOWN) r->key_repeats = event->key.repeat != 0;
    if (handle_open_hand(r, event) || handle_panel(r, event)) return true;
    switch (event->type) {
    case SDL_KEYDOWN:
        return !event->key.repeat && handle_key(r, event->key.keysym.sym);
    case SDL_TEXTINPUT:
        return handle_text(r, &event->text);
    case SDL_MOUSEBUTTONDOWN:
        return handle_press(r, &event->button);
    case SDL_MOUSEMOTION:
        return handle_drag(r, &event->motion);
    case SDL_MOUSEWHEEL:
        camera_zoom(&r->camera, event->wheel.y);
        return true;
    default:
        return false;
    }
}
