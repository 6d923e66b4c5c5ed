// SPDX-License-Identifier: MIT
// Shared by the files of the panels. Dear ImGui 1.86 of Debian 12.
#ifndef HAWSE_RENDER_PANEL_PRIVATE_H
#define HAWSE_RENDER_PANEL_PRIVATE_H

#include "render/panel/panel.h"
#include "render/text/font.h"
#include "render/text/palette.h"
#include <imgui.h>

enum { PANEL_INPUTS = 128, PANEL_PENDING = 8, PANEL_PLACES = 192, PANEL_KEYS = 512 };
enum { PANEL_ANCHORS = 8 };
enum { PANEL_SMALLEST = 160 }; // least side of a picture with readable panels [px]; below, none are drawn

// Packs 0xRRGGBBAA for the library.
inline ImU32 panel_colour(uint32_t c) { return IM_COL32(c >> 24, c >> 16 & 0xff, c >> 8 & 0xff, c & 0xff); }

// The instruments' colours by day. A field's background is lighter than the instruments' track, so that it stands out
// from the panel.
const ImU32 PANEL_BACK = panel_colour(palette_of(false)->panel), PANEL_EDGE = panel_colour(palette_of(false)->edge),
            PANEL_DIM = panel_colour(palette_of(false)->dim), PANEL_BRIGHT = panel_colour(palette_of(false)->bright),
            PANEL_GREEN = panel_colour(palette_of(false)->good), PANEL_AMBER = panel_colour(palette_of(false)->warn),
            PANEL_RED = panel_colour(palette_of(false)->bad), PANEL_BLUE = panel_colour(palette_of(false)->mark),
            PANEL_TRACK = IM_COL32(0x26, 0x31, 0x3a, 0xff);

enum panel_input_kind { PANEL_IN_MOTION, PANEL_IN_BUTTON, PANEL_IN_WHEEL, PANEL_IN_KEY, PANEL_IN_TEXT };

// Input queued for the next picture.
struct panel_input {
    panel_input_kind kind;
    int code; // of key or button
    bool down;
    Uint16 mod;
    float x, y;    // mouse or wheel
    char text[32]; // SDL's greatest length
};

// A text in editing.
struct panel_edit {
    char path[96]; // of the field; "": none
    char text[PANEL_TEXT];
    bool seen; // the field is in this picture
};

enum panel_area { PANEL_BAR, PANEL_SIDE };
enum panel_tab {
    PANEL_TAB_SCENARIO,
    PANEL_TAB_DESIGN,
    PANEL_TAB_DISPLAY,
    PANEL_TAB_WINDLASS,
    PANEL_TAB_ALARMS,
    PANEL_TAB_DEVICES,
    PANEL_TAB_INSTRUCTOR,
    PANEL_TAB_EVENTS,
    PANEL_TAB_EXERCISE, // of a run with an exercise: drawn first
    PANEL_TABS
};

struct panel {
    SDL_Window *window;
    ImGuiContext *gui;
    bool drawable; // the library's GL part is initialised
    ImFont *font[FONT_BAKED];
    float unit; // 1/720 of the picture's height [px]
    bool shown;

    panel_input input[PANEL_INPUTS];
    int n_inputs;
    bool captured[PANEL_KEYS]; // keys pressed while a panel captures: repeats and release go to the panel too
    bool deck_repeats;         // the last key is held for the deck: its text goes to no field
    unsigned held;             // mouse buttons pressed on a panel, one bit each
    unsigned held_outside;     // mouse buttons pressed beside the panels
    float mouse_x, mouse_y;    // last position, in window units
    float picture_w, picture_h;
    float rect[2][4]; // bar and side panel: left, top, right, bottom [px]
    Uint64 drawn_ms;

    bool navigating; // the panels have the keyboard focus
    bool editing;    // a text has it
    bool popup;      // a list is open
    bool focus_next; // focus `area` in the next picture
    panel_area area;
    int tab, tab_wanted; // wanted: -1 none
    bool briefed;        // the page of the exercise has been shown

    panel_edit edit[2]; // the text that loses focus and the one that gains it
    char sent_path[96]; // field whose text was sent last, and may have been refused
    char sent[PANEL_TEXT];
    int design_view;                        // anchor, pocket or both designs
    unsigned anchor_picture[PANEL_ANCHORS]; // GL textures of the gallery; 0: none
    char slider[96];                        // key of the slider that is held; "": none
    float slider_value;                     // where it stands, in the unit shown
    char find[48];                          // search text
    char file[PANEL_TEXT];                  // to save as
    char file_of[PANEL_TEXT];               // scenario for which `file` was proposed
    char open[PANEL_TEXT];                  // to open once the user accepts the loss of changes
    double seek;                            // position of the slider while held, else NaN [s]
    bool seek_dragged;                      // the mouse has moved since the slider was pressed
    char note[96];                          // text of the note in editing
    char preset[24];                        // text of the preset length

    panel_action pending[PANEL_PENDING];
    int n_pending;
    struct {
        char what[96];
        float x, y;
    } place[PANEL_PLACES];
    int n_places;
};

// input.cpp
// Feeds the queued input to the library, as much as the library can tell apart in one picture.
void panel_input_feed(panel *p);
// Releases all keys and buttons and empties the queue.
void panel_input_clear(panel *p);

// style.cpp
// Sets the colours and builds the font at all baked sizes. Returns false when out of memory.
bool panel_style_init(panel *p);
// Sets sizes for a picture of this height [px].
void panel_style_scale(panel *p, int height);

// ground.cpp
// Draws the library's picture, as panel_draw describes.
void panel_ground_draw(const panel *p, backing *b, unsigned to);

// item.cpp
// Posts an action. If the state forbids it at delivery, panel_draw drops it.
void panel_post_action(panel *p, panel_ask ask, int index, double value, const char *text);
// Stores the centre of the last item under this name, for panel_find_item.
void panel_store_place(panel *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Stores this place [px] under a name.
void panel_store_place_at(panel *p, float x, float y, const char *name);
// Shows a tooltip while the mouse is over the last item.
void panel_tip(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Draws a button and stores its centre under its name. colour 0: plain.
bool panel_button(panel *p, const char *label, const char *name, bool possible, float width, ImU32 colour);
void panel_text(ImU32 colour, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Draws text that wraps at the right edge.
void panel_paragraph(ImU32 colour, const char *text);
const char *panel_base_name(const char *path);

// Pages. Each draws into the current window.
void panel_bar_draw(panel *p, const panel_state *s);
// Draws the slider over the recorded time, with its marks. Posts a seek when the user releases it.
void panel_slider_draw(panel *p, const panel_state *s, float width);
// Colour of a mark of this kind.
ImU32 panel_mark_colour(panel_mark_kind kind);
// Writes a time as minutes and seconds, such as 02:05.3.
void panel_format_time(char *out, size_t size, double t);
void panel_scenario_draw(panel *p, const panel_state *s);
// section.cpp
// Draws the section of a design, as large as fits, and stores its centre under the name.
void panel_section_draw(panel *p, const panel_design *d, float width, float height, const char *name);
// Draws a slider for the field, in mm or degrees; sends its value on release.
void panel_field_slider_draw(panel *p, const panel_state *s, int index);

// search.cpp
// Whether each word of the search text is in the field's name or help, or means the field.
bool panel_search_matches(const char *find, const panel_field *f);

// Draws one field: editable value and error.
void panel_field_draw(panel *p, const panel_state *s, int index, bool with_section);
void panel_windlass_draw(panel *p, const panel_state *s);
// Orders of the bridge, where the ship has them.
void panel_bridge_draw(panel *p, const panel_state *s);
void panel_design_draw(panel *p, const panel_state *s);
// Frees the gallery's textures.
void panel_design_free(panel *p);
void panel_alarms_draw(panel *p, const panel_state *s);
void panel_events_draw(panel *p, const panel_state *s);
void panel_display_draw(panel *p, const panel_state *s);
void panel_devices_draw(panel *p, const panel_state *s);
void panel_instructor_draw(panel *p, const panel_state *s);
void panel_exercise_draw(panel *p, const panel_state *s);

#endif
