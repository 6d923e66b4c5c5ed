// SPDX-License-Identifier: MIT
// The desk's and the instructor's panels over the picture: an immediate-mode library behind this one header. A panel
// shows panel_state and returns panel_action; it changes nothing itself. Main thread, with the window's GL context
// current.
#ifndef HAWSE_RENDER_PANEL_PANEL_H
#define HAWSE_RENDER_PANEL_PANEL_H

#include <SDL.h>

#include "render/gl/backing.h"
#include "rt/base/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct panel panel;

enum { PANEL_TEXT = 512 };
enum { PANEL_COVERS = 2 };      // bar and pages
enum { PANEL_BAR_HEIGHT = 40 }; // of the bar across the top of the picture, when panels are shown [points]

// A parameter, from the scenario's table of keys.
typedef struct panel_field {
    const char *path;    // "chain.bar_diameter": section and name
    const char *unit;    // SI unit; NULL: none
    const char *help;    // one line
    const char *choices; // "stud|studless"; of a path files to take instead; NULL: no choice
    double min, max;     // inclusive range of a number; both 0: none
    bool main;           // among the most used: shown first
    bool changed;        // differs from the file
    bool is_bool, is_path;
    char value[PANEL_TEXT]; // present value, as in the file
    char error[PANEL_TEXT]; // why the last change was refused; "": none
} panel_field;

// A value that a device delivers, for the calibration's live bars.
typedef struct panel_axis {
    char name[48];
    double raw, mapped;       // raw: -1..1 of the device's whole range; mapped: what the program makes of it
    double low, high, centre; // calibrated, raw
} panel_axis;

enum { PANEL_AXES = 16, PANEL_FILES = 64, PANEL_FAILURES = 16, PANEL_SWITCHES = 32 };

// Something that can be turned on and off: a display switch, a failure.
typedef struct panel_switch {
    const char *name, *help;
    bool on;
} panel_switch;

// All that the panels show.
typedef struct panel_state {
    const char *scenario; // file that is open
    bool modified;        // its parameters are not those of the file
    const panel_field *field;
    int n_fields;
    const char *file[PANEL_FILES]; // scenarios that can be opened
    int n_files;
    bool running;     // time goes on
    bool started;     // it has been running since it was opened
    double speed;     // 1: real time
    double t, t_last; // time shown, and end of the recording [s]
    bool rewound;     // t lies before t_last: start branches
    bool can_undo, can_redo;
    panel_axis axis[PANEL_AXES];
    int n_axes;
    const char *device; // the operator's device
    panel_switch failure[PANEL_FAILURES];
    int n_failures;
    panel_switch shown[PANEL_SWITCHES]; // of the display
    int n_shown;
    bool sound;
    const char *message; // result of the last action, or an error; "": none
    bool message_is_error;
} panel_state;

typedef enum panel_ask {
    PANEL_NOTHING = 0,
    PANEL_OPEN,      // text: scenario file
    PANEL_SET,       // index: field, text: its value
    PANEL_UNDO,      //
    PANEL_REDO,      //
    PANEL_APPLY,     // restart with the present parameters
    PANEL_START,     // or resume; branches after a rewind
    PANEL_PAUSE,     //
    PANEL_STEP,      // one frame
    PANEL_SPEED,     // value: 1, 0.5, 0.1 ...
    PANEL_SEEK,      // value: time [s]
    PANEL_SAVE_AS,   // text: scenario file to write
    PANEL_CALIBRATE, // index: axis; value: 0 low, 1 centre, 2 high, 3 store
    PANEL_FAILURE,   // index: failure to turn
    PANEL_SHOW,      // index: display switch to turn
    PANEL_SOUND,     // turn
    PANEL_PICTURE,   // write the picture as PNG
} panel_ask;

typedef struct panel_action {
    panel_ask ask;
    int index;
    double value;
    char text[PANEL_TEXT];
} panel_action;

// For this window and its GL context; NULL with a message.
panel *panel_create(SDL_Window *window, SDL_GLContext context, rt_diag *d);
// NULL is allowed.
void panel_destroy(panel *p);
// Shows or hides all of it; at the start it is hidden.
void panel_show(panel *p, bool shown);
bool panel_is_shown(const panel *p);
// True when the event belongs to a panel: a click on it, a key while a text is edited.
bool panel_event(panel *p, const SDL_Event *event);
// The areas of a picture of width × height pixels that it will cover: left, bottom, width and height in GL's
// coordinates. Returns their number: PANEL_COVERS, or 0 if it is not drawn.
int panel_covers(panel *p, int width, int height, int box[PANEL_COVERS][4]);
// Draws it into the framebuffer `to`, which is bound, of width × height pixels, and says what was asked for since the
// last time. By way of b, a backing store of that size, unless b is NULL.
panel_action panel_draw(panel *p, const panel_state *s, int width, int height, backing *b, unsigned to);

// Where something stood in the last picture [px from the top left], for hints and for driving it by machine: "start",
// "step", "speed 1/2", "time", "tab Devices", "field chain.bar_diameter", "find", "open", "file weigh.yaml", "undo",
// "apply", "save as", "save", "switch forces", "failure brake fade", "low 0", "store 0" ... False: not shown or out of
// sight.
bool panel_place(const panel *p, const char *what, float *x, float *y);

#ifdef __cplusplus
}
#endif

#endif
