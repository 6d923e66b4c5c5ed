// SPDX-License-Identifier: MIT
// Converts SDL's events to Dear ImGui's input. An event is captured or passed on at once; the library receives it with
// the next picture. Events between two pictures keep their order, so slow pictures lose no click.
#include "render/panel/private.h"
#include <stdio.h>
#include <string.h>

// Index of a key by its meaning, not by its position.
static int key_index(SDL_Keycode key) { return key & SDLK_SCANCODE_MASK ? 256 | (key & 255) : key & 255; }

void panel_input_clear(panel *p) {
    ImGuiIO &io = ImGui::GetIO();
    memset(io.KeysDown, 0, sizeof io.KeysDown);
    memset(io.MouseDown, 0, sizeof io.MouseDown);
    io.KeyCtrl = io.KeyShift = io.KeyAlt = io.KeySuper = false;
    io.MousePos = ImVec2(-1e6f, -1e6f);
    io.ClearInputCharacters();
    p->n_inputs = 0;
    p->mouse_x = p->mouse_y = -1;
    static const struct {
        ImGuiKey key;
        SDL_Keycode code;
    } map[] = {{ImGuiKey_Tab, SDLK_TAB},
               {ImGuiKey_LeftArrow, SDLK_LEFT},
               {ImGuiKey_RightArrow, SDLK_RIGHT},
               {ImGuiKey_UpArrow, SDLK_UP},
               {ImGuiKey_DownArrow, SDLK_DOWN},
               {ImGuiKey_PageUp, SDLK_PAGEUP},
               {ImGuiKey_Home, SDLK_HOME},
               {ImGuiKey_End, SDLK_END},
               {ImGuiKey_PageDown, SDLK_PAGEDOWN},
               {ImGuiKey_Delete, SDLK_DELETE},
               {ImGuiKey_Enter, SDLK_RETURN},
               {ImGuiKey_Backspace, SDLK_BACKSPACE},
               {ImGuiKey_Escape, SDLK_ESCAPE},
               {ImGuiKey_A, SDLK_a},
               {ImGuiKey_KeyPadEnter, SDLK_KP_ENTER},
               {ImGuiKey_C, SDLK_c},
               {ImGuiKey_V, SDLK_v},
               {ImGuiKey_X, SDLK_x},
               {ImGuiKey_Y, SDLK_y},
               {ImGuiKey_Z, SDLK_z}};
    for (int &k : io.KeyMap) k = -1;
    for (const auto &m : map) io.KeyMap[m.key] = key_index(m.code);
    io.KeyMap[ImGuiKey_Space] = 0; // unmapped: Space stays with the deck, Enter acts
}

static void apply_input(panel *p, const panel_input *e) {
    ImGuiIO &io = ImGui::GetIO();
    int w = 0, h = 0;
    switch (e->kind) {
    case PANEL_IN_MOTION:
        SDL_GetWindowSize(p->window, &w, &h);
        io.MousePos =
            ImVec2(e->x * p->picture_w / (float)(w > 0 ? w : 1), e->y * p->picture_h / (float)(h > 0 ? h : 1));
        break;
    case PANEL_IN_BUTTON:
        io.MouseDown[e->code] = e->down;
        break;
    case PANEL_IN_WHEEL:
        io.MouseWheelH += e->x;
        io.MouseWheel += e->y;
        break;
    case PANEL_IN_KEY:
        io.KeysDown[e->code] = e->down;
        io.KeyCtrl = (e->mod & KMOD_CTRL) != 0;
        io.KeyShift = (e->mod & KMOD_SHIFT) != 0;
        io.KeyAlt = (e->mod & KMOD_ALT) != 0;
        io.KeySuper = (e->mod & KMOD_GUI) != 0;
        break;
    case PANEL_IN_TEXT:
        io.AddInputCharactersUTF8(e->text);
        break;
    }
}

static void drop_first_inputs(panel *p, int n) {
    p->n_inputs -= n;
    memmove(p->input, p->input + n, (size_t)p->n_inputs * sizeof *p->input);
}

static void push_input(panel *p, const panel_input *e) {
    // more than any picture needs: apply the oldest, so that at least the state is right
    if (p->n_inputs == PANEL_INPUTS) {
        apply_input(p, &p->input[0]);
        drop_first_inputs(p, 1);
    }
    p->input[p->n_inputs++] = *e;
}

void panel_input_feed(panel *p) {
    ImGuiIO &io = ImGui::GetIO();
    bool key[PANEL_KEYS] = {}, button[3] = {}, clicked = false, moved = false;
    int n = 0;
    for (; n < p->n_inputs; n++) {
        const panel_input *e = &p->input[n];
        // one change per key and button per picture; the mouse does not move in a picture in which a button changes
        if (e->kind == PANEL_IN_KEY && key[e->code]) break;
        if (e->kind == PANEL_IN_BUTTON && (moved || button[e->code])) break;
        if (e->kind == PANEL_IN_MOTION && clicked) break;
        if (e->kind == PANEL_IN_KEY) key[e->code] = true;
        if (e->kind == PANEL_IN_BUTTON) clicked = button[e->code] = true;
        if (e->kind == PANEL_IN_MOTION) moved = true;
        apply_input(p, e);
    }
    drop_first_inputs(p, n);
    // Enter acts as Space does in other programs
    if (io.KeysDown[key_index(SDLK_RETURN)] || io.KeysDown[key_index(SDLK_KP_ENTER)])
        io.NavInputs[ImGuiNavInput_Activate] = 1;
}

// True if the mouse is over a panel.
static bool mouse_over_panel(const panel *p) {
    int w = 0, h = 0;
    SDL_GetWindowSize(p->window, &w, &h);
    if (w <= 0 || h <= 0) return false;
    float x = p->mouse_x * p->picture_w / (float)w, y = p->mouse_y * p->picture_h / (float)h;
    for (const auto &r : p->rect)
        if (x >= r[0] && y >= r[1] && x < r[2] && y < r[3]) return true;
    return p->popup && ImGui::GetIO().WantCaptureMouse; // an open list may extend beyond its panel
}

static bool handle_motion(panel *p, const SDL_MouseMotionEvent *e) {
    panel_input in = {};
    in.kind = PANEL_IN_MOTION;
    in.x = (float)e->x;
    in.y = (float)e->y;
    if (in.x != p->mouse_x || in.y != p->mouse_y) push_input(p, &in);
    p->mouse_x = in.x;
    p->mouse_y = in.y;
    return p->held || (!p->held_outside && mouse_over_panel(p));
}

static bool handle_button(panel *p, const SDL_MouseButtonEvent *e) {
    static const int code_of[] = {-1, 0, 2, 1}; // left, middle, right
    if (e->button < SDL_BUTTON_LEFT || e->button > SDL_BUTTON_RIGHT) return false;
    SDL_MouseMotionEvent at = {};
    at.x = e->x;
    at.y = e->y;
    handle_motion(p, &at);
    panel_input in = {};
    in.kind = PANEL_IN_BUTTON;
    in.code = code_of[e->button];
    in.down = e->type == SDL_MOUSEBUTTONDOWN;
    push_input(p, &in);
    unsigned bit = 1u << in.code;
    if (in.down) {
        p->navigating = false;
        *(mouse_over_panel(p) && !p->held_outside ? &p->held : &p->held_outside) |= bit;
        return (p->held & bit) != 0;
    }
    bool ours = (p->held & bit) != 0;
    p->held &= ~bit;
    p->held_outside &= ~bit;
    return ours;
}

static bool handle_wheel(panel *p, const SDL_MouseWheelEvent *e) {
    if (!mouse_over_panel(p)) return false;
    panel_input in = {};
    in.kind = PANEL_IN_WHEEL;
    in.x = (float)e->x;
    in.y = (float)e->y;
    push_input(p, &in);
    return true;
}

// Handles Tab; once the panels have the focus also Escape, Ctrl+Page Up and Down, and undo and redo. Returns true if
// the key is handled here.
static bool handle_navigation_key(panel *p, SDL_Keycode key, Uint16 mod) {
    if (p->editing || p->popup) return false;
    if (key == SDLK_TAB && !(mod & (KMOD_ALT | KMOD_GUI))) {
        p->area = p->navigating && p->area == PANEL_BAR ? PANEL_SIDE : PANEL_BAR;
        p->navigating = p->focus_next = true;
        return true;
    }
    if (!p->navigating) return false;
    if (key == SDLK_ESCAPE) {
        p->navigating = false;
        return true;
    }
    if (mod & KMOD_CTRL && (key == SDLK_PAGEDOWN || key == SDLK_PAGEUP)) {
        p->tab_wanted = (p->tab + (key == SDLK_PAGEDOWN ? 1 : PANEL_TABS - 1)) % PANEL_TABS;
        p->area = PANEL_SIDE;
        p->focus_next = true;
        return true;
    }
    if (mod & KMOD_CTRL && (key == SDLK_z || key == SDLK_y)) {
        panel_post_action(p, key == SDLK_y || mod & KMOD_SHIFT ? PANEL_REDO : PANEL_UNDO, 0, 0, NULL);
        return true;
    }
    return false;
}

// True if the panels capture this key while they have the focus: all keys in a text, else navigation keys. The deck
// gets all others.
static bool captures_key(const panel *p, SDL_Keycode key) {
    if (p->editing) return true;
    if (!p->navigating && !p->popup) return false;
    static const SDL_Keycode moves[] = {SDLK_LEFT, SDLK_RIGHT, SDLK_UP,     SDLK_DOWN,   SDLK_PAGEUP,  SDLK_PAGEDOWN,
                                        SDLK_HOME, SDLK_END,   SDLK_RETURN, SDLK_ESCAPE, SDLK_KP_ENTER};
    for (SDL_Keycode k : moves)
        if (k == key) return true;
    return false;
}

static bool handle_key(panel *p, const SDL_KeyboardEvent *e) {
    int code = key_index(e->keysym.sym);
    bool down = e->type == SDL_KEYDOWN, ours = p->captured[code];
    p->deck_repeats = e->repeat && !ours;
    if (e->repeat) return ours; // a repeat goes where the key press went; the library repeats by itself
    if (down && handle_navigation_key(p, e->keysym.sym, e->keysym.mod)) return p->captured[code] = true;
    if (down) ours = captures_key(p, e->keysym.sym);
    p->captured[code] = down && ours;
    if (down && !ours) return false;
    panel_input in = {};
    in.kind = PANEL_IN_KEY;
    in.code = code;
    in.down = down;
    in.mod = e->keysym.mod;
    push_input(p, &in);
    return ours;
}

static bool handle_text(panel *p, const SDL_TextInputEvent *e) {
    if (!p->editing || p->deck_repeats) return false;
    panel_input in = {};
    in.kind = PANEL_IN_TEXT;
    snprintf(in.text, sizeof in.text, "%s", e->text);
    push_input(p, &in);
    return true;
}

bool panel_event(panel *p, const SDL_Event *event) {
    if (!p->shown) return false;
    ImGui::SetCurrentContext(p->gui);
    switch (event->type) {
    case SDL_MOUSEMOTION:
        return handle_motion(p, &event->motion);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return handle_button(p, &event->button);
    case SDL_MOUSEWHEEL:
        return handle_wheel(p, &event->wheel);
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        return handle_key(p, &event->key);
    case SDL_TEXTINPUT:
        return handle_text(p, &event->text);
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
            panel_input_clear(p); // SDL reports no releases until the focus returns
            memset(p->captured, 0, sizeof p->captured);
            p->held = p->held_outside = 0;
        }
        return false;
    default:
        return false;
    }
}
