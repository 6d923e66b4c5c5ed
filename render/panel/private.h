// SPDX-License-Identifier: MIT
// What the files of the panels share. Dear ImGui 1.86 of Debian 12.
#ifndef HAWSE_RENDER_PANEL_PRIVATE_H
#define HAWSE_RENDER_PANEL_PRIVATE_H

#include "render/panel/panel.h"
#include "render/text/font.h"
#include "render/text/palette.h"
#include <imgui.h>

enum { PANEL_INPUTS = 128, PANEL_PENDING = 8, PANEL_PLACES = 192, PANEL_KEYS = 512 };
enum { PANEL_SMALLEST = 160 }; // below so many pixels nothing can be read, and nothing is drawn

// 0xRRGGBBAA as the library packs it.
inline ImU32 panel_colour(uint32_t c) { return IM_COL32(c >> 24, c >> 16 & 0xff, c >> 8 & 0xff, c & 0xff); }

// The instruments' colours by day; the ground of a field, which is to be seen on its panel, is lighter than their
// track.
const ImU32 PANEL_BACK = panel_colour(palette_of(false)->panel), PANEL_EDGE = panel_colour(palette_of(false)->edge),
            PANEL_DIM = panel_colour(palette_of(false)->dim), PANEL_BRIGHT = panel_colour(palette_of(false)->bright),
            PANEL_GREEN = panel_colour(palette_of(false)->good), PANEL_AMBER = panel_colour(palette_of(false)->warn),
            PANEL_RED = panel_colour(palette_of(false)->bad), PANEL_BLUE = panel_colour(palette_of(false)->mark),
            PANEL_TRACK = IM_COL32(0x26, 0x31, 0x3a, 0xff);

enum panel_input_kind { PANEL_IN_MOTION, PANEL_IN_BUTTON, PANEL_IN_WHEEL, PANEL_IN_KEY, PANEL_IN_TEXT };

// Input waiting for the next picture.
struct panel_input {
    panel_input_kind kind;
    int code; // of key or button
    bool down;
    Uint16 mod;
    float x, y;    // mouse or wheel
    char text[32]; // SDL's longest
};

// A text that is being edited.
struct panel_edit {
    char path[96]; // of the field; "": none
    char text[PANEL_TEXT];
    bool seen; // the field is in this picture
};

enum panel_area { PANEL_BAR, PANEL_SIDE };
enum panel_tab { PANEL_TAB_SCENARIO, PANEL_TAB_DISPLAY, PANEL_TAB_DEVICES, PANEL_TAB_INSTRUCTOR, PANEL_TABS };

struct panel {
    SDL_Window *window;
    ImGuiContext *gui;
    bool drawable; // the GL side stands
    ImFont *font[FONT_BAKED];
    float unit; // 1/720 of the picture's height [px]
    bool shown;

    panel_input input[PANEL_INPUTS];
    int n_inputs;
    bool taken[PANEL_KEYS]; // keys that went down for a panel: their repeats and their release are its, too
    bool deck_repeats;      // the last reported key is held for the deck: its text is not for a field
    unsigned held;          // mouse buttons that went down on a panel, a bit each
    unsigned held_outside;  // and beside them
    float mouse_x, mouse_y; // newest, of the window
    float picture_w, picture_h;
    float rect[2][4]; // place of bar and side panel: left, top, right, bottom [px]
    Uint64 drawn_ms;

    bool walking;    // the keyboard is at the panels
    bool editing;    // in a text
    bool popup;      // a list is open
    bool focus_next; // go to `area` with the next picture
    panel_area area;
    int tab, tab_wanted; // wanted: -1 none

    panel_edit edit[2]; // the text that loses focus and the one that gains it
    char sent_path[96]; // whose text may have been refused
    char sent[PANEL_TEXT];
    char find[48];            // fields looked for
    char file[PANEL_TEXT];    // to save as
    char file_of[PANEL_TEXT]; // the scenario for which that was proposed
    char open[PANEL_TEXT];    // to open, once the loss of changes is agreed to
    double seek;              // while the slider is held

    panel_action pending[PANEL_PENDING];
    int n_pending;
    struct {
        char what[96];
        float x, y;
    } place[PANEL_PLACES];
    int n_places;
};

// panel/input.cpp Hands the waiting input to the library, as much as it can distinguish in one picture.
void panel_input_feed(panel *p);
// Forgets all keys and buttons.
void panel_input_clear(panel *p);

// panel_style.cpp
// Colours, and the instruments' font at its three sizes.
bool panel_style_init(panel *p);
// Sizes for a picture so high [px].
void panel_style_scale(panel *p, int height);

// panel/ground.cpp Draws the library's picture, as panel_draw says.
void panel_ground_draw(const panel *p, backing *b, unsigned to);

// panel/item.cpp Posts an action; one that the present state forbids is dropped on delivery.
void panel_post_action(panel *p, panel_ask ask, int index, double value, const char *text);
// Stores the place of the last item under this name.
void panel_mark(panel *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Explains the last item under the mouse or the keyboard's frame.
void panel_tip(const char *format, ...) __attribute__((format(printf, 1, 2)));
// A button, marked by its name; colour 0: plain.
bool panel_button(panel *p, const char *label, const char *name, bool possible, float width, ImU32 colour);
void panel_text(ImU32 colour, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Text that breaks at the right edge.
void panel_paragraph(ImU32 colour, const char *text);
const char *panel_base_name(const char *path);

// Pages; each draws into the current window.
void panel_bar_draw(panel *p, const panel_state *s);
void panel_scenario_draw(panel *p, const panel_state *s);
// One field: editable value and error.
void panel_field_draw(panel *p, const panel_state *s, int index, bool with_section);
void panel_display_draw(panel *p, const panel_state *s);
void panel_devices_draw(panel *p, const panel_state *s);
void panel_instructor_draw(panel *p, const panel_state *s);

#endif
