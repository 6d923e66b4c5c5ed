// SPDX-License-Identifier: MIT
// Panels of the desk and the instructor, drawn over the picture; hides Dear ImGui behind one header. A panel shows
// panel_state and returns panel_action; it changes nothing itself. Main thread, with the window's GL context current.
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
enum { PANEL_BAR_HEIGHT = 40 }; // height of the bar across the top, when panels are shown [points]

// A parameter, from the scenario's table of keys.
typedef struct panel_field {
    const char *path;    // "chain.bar_diameter": section and name
    const char *unit;    // SI unit; NULL: none
    const char *help;    // one line
    const char *choices; // "stud|studless"; files to choose from, for a path; NULL: none
    double min, max;     // inclusive range of a number; both 0: none
    bool main;           // one of the most used: shown first
    bool changed;        // differs from the file
    bool is_bool, is_path;
    double number;          // of a number: its value in SI
    char value[PANEL_TEXT]; // current value, in the unit that the user wrote
    char error[PANEL_TEXT]; // why the last change was refused; "": none
} panel_field;

// An axis of a device, for the live bars of the calibration.
typedef struct panel_axis {
    char name[48];
    double raw, mapped;       // raw: -1..1 over the device's range; mapped: value after calibration
    double low, high, centre; // calibration points, raw
} panel_axis;

// An alarm, as listed.
typedef struct panel_alarm {
    int record;                   // its index in the log
    double t;                     // when it was raised [s]
    const char *priority, *state; // state: as it follows the priority, such as ", cleared"
    char text[112];
    bool alarm;          // of the priority "alarm"
    bool unacknowledged; // flashes and sounds
    bool first;          // first-out
} panel_alarm;

// A line of a design's section: x outboard, y up from the pipe's mouth [m].
enum { PANEL_LINE_HULL = 0, PANEL_LINE_SHANK, PANEL_LINE_HEAD, PANEL_LINE_AXIS };
typedef struct panel_line {
    float x0, y0, x1, y1;
    int part; // PANEL_LINE_...
} panel_line;

typedef struct panel_note {
    char text[64];
    bool bad;
} panel_note;

enum { PANEL_NOTES = 6, PANEL_DIFFERENCES = 16 };

// One of two designs: section with the anchor drawn home, clearances, verdict of a lift.
typedef struct panel_design {
    const char *name;
    const panel_line *line; // (n_lines)
    int n_lines;
    float lo[2], hi[2];           // what the section shows [m]
    bool measured, stale, busy;   // known; known of former settings; being measured
    panel_note note[PANEL_NOTES]; // clearances
    int n_notes;
    char fault[256];   // why the design cannot be, or not be measured; "": none
    char verdict[192]; // of the lift; "": none
    bool good;         // the verdict
    bool trying;       // the lift waits or runs
    int percent;       // of the lift's longest time
} panel_design;

typedef struct panel_difference {
    const char *path;
    char value[2][64];
} panel_difference;

// An anchor of the gallery.
typedef struct panel_anchor {
    const char *name, *word; // "AC-14"; value of anchor.type
    char help[96];
    const uint8_t *rgba; // size x size pixels
    int size;            // 0: no picture
    bool chosen;
} panel_anchor;

enum { PANEL_ALARMS = 24 };
enum {
    PANEL_AXES = 16,
    PANEL_FILES = 64,
    PANEL_FAILURES = 16,
    PANEL_SWITCHES = 32,
    PANEL_ROLES = 4,
    PANEL_CAMERAS = 12
};

typedef enum panel_mark_kind {
    PANEL_MARK_EVENT = 0,
    PANEL_MARK_NOTE, // the viewer's
    PANEL_MARK_WARNING,
    PANEL_MARK_ALARM,
} panel_mark_kind;

// A mark on the time slider.
typedef struct panel_mark {
    double t; // [s]
    panel_mark_kind kind;
    char text[96];
} panel_mark;

// A switch: display switch or failure.
typedef struct panel_switch {
    const char *name, *help;
    bool on;
} panel_switch;

// A reading of the windlass's panel.
typedef struct panel_reading {
    const char *name;
    char text[40];
} panel_reading;

enum { PANEL_CONTROLS = 9, PANEL_READINGS = 12, PANEL_TELEGRAPH = 12 };

// A position of the engine telegraph.
typedef struct panel_order {
    const char *name;
    double share; // of full revolutions, -1..1
} panel_order;

// A report to the bridge.
typedef struct panel_report {
    const char *name; // its word, such as "shackles_on_deck"
    bool numbered;    // spoken with a number, 1 .. 12
} panel_report;

// A line of an exercise: before its end what is asked, after it what came of it.
typedef struct panel_task {
    char text[256];
    double points, of;
    double t;            // of its evidence [s]
    bool judged, scored; // points are known
} panel_task;

enum { PANEL_PARAGRAPHS = 32, PANEL_REPORTS = 24, PANEL_TASKS = 100, PANEL_HOURS = 12 };

// The exercise of a run.
typedef struct panel_exercise {
    const char *title; // NULL: the run has none
    const char *paragraph[PANEL_PARAGRAPHS];
    int n_paragraphs;
    const char *order; // newest of the bridge; NULL: none yet
    panel_report report[PANEL_REPORTS];
    int n_reports, number; // number: chosen for the next numbered report
    const char *next;      // report that the report key makes
    panel_task task[PANEL_TASKS];
    int n_tasks;
    char score[96]; // at the end; "": not yet
    bool passed;
} panel_exercise;

// Content of all panels.
typedef struct panel_state {
    const char *scenario; // the open file
    bool modified;        // a parameter differs from the file
    bool unapplied;       // a parameter differs from the present run
    const panel_field *field;
    int n_fields;
    const char *file[PANEL_FILES]; // scenarios to choose from
    int n_files;
    bool running;           // simulated time advances
    bool started;           // has run since it was opened
    bool recorded;          // a recording is shown: no scenario, devices and failures to work on
    double speed;           // 1: real time
    double reached;         // speed reached over the last second; 0: unknown
    double t, t_last;       // displayed time, end of the recording [s]
    double t_first;         // begin of the recording [s]
    const panel_mark *mark; // in the order of time
    int n_marks;
    bool has_part;            // a part of the recording is marked, for a film
    double part_in, part_out; // [s]
    bool rewound;             // t is before t_last: start branches
    bool can_undo, can_redo;
    panel_axis axis[PANEL_AXES];
    int n_axes;
    const char *device; // the operator's device
    panel_switch failure[PANEL_FAILURES];
    int n_failures;
    panel_switch shown[PANEL_SWITCHES]; // display switches
    int n_shown;
    panel_switch camera[PANEL_CAMERAS]; // cameras, by name; `help`: the key
    int n_cameras;
    panel_switch chart[PANEL_SWITCHES];   // charts of the strip
    int n_charts, most_charts;            // most_charts: the first of the chosen ones that are drawn
    panel_switch control[PANEL_CONTROLS]; // of the deck, beside the levers
    int n_controls;
    panel_reading reading[PANEL_READINGS];
    int n_readings;
    panel_order telegraph[PANEL_TELEGRAPH]; // orders of the bridge; none: the ship does not manoeuvre
    int n_telegraph, telegraph_now;
    double rudder_order, rudder_most_deg, thruster_order;   // -1..1, to starboard positive
    const char *role[PANEL_ROLES], *role_help[PANEL_ROLES]; // presets of what is shown
    int n_roles, role_now;                                  // role_now -1: none of them
    bool sound;
    panel_alarm alarm[PANEL_ALARMS];
    int n_alarms;
    int more_alarms; // listed alarms beyond these
    bool alarms_muted;
    const panel_anchor *anchor; // (n_anchors)
    int n_anchors;              // 0: no ship
    panel_design design[2];     // the kept one, the present one
    panel_difference difference[PANEL_DIFFERENCES];
    int n_differences, more_differences;
    const panel_exercise *exercise; // NULL: none
    const char *message;            // result of the last action, or an error; "": none
    bool message_is_error;
} panel_state;

typedef enum panel_ask {
    PANEL_NOTHING = 0,
    PANEL_OPEN,            // text: scenario file
    PANEL_SET,             // index: field, text: its value
    PANEL_UNDO,            //
    PANEL_REDO,            //
    PANEL_APPLY,           // restart with the present parameters
    PANEL_START,           // start or resume; branches after a rewind
    PANEL_PAUSE,           //
    PANEL_STEP,            // one frame
    PANEL_SPEED,           // value: 1, 0.5, 0.1 ...
    PANEL_SEEK,            // value: time [s]
    PANEL_SAVE_AS,         // text: scenario file to write
    PANEL_CALIBRATE,       // index: axis; value: 0 low, 1 centre, 2 high, 3 store
    PANEL_FAILURE,         // index: failure to toggle
    PANEL_SHOW,            // index: display switch to toggle
    PANEL_ROLE,            // index: role whose switches to show
    PANEL_SOUND,           // toggle
    PANEL_PICTURE,         // write the picture as PNG
    PANEL_ACKNOWLEDGE,     // index: alarm in panel_state; -1: the first listed
    PANEL_ACKNOWLEDGE_ALL, //
    PANEL_MUTE_ALARMS,     // for a while
    PANEL_CAMERA,          // index: camera
    PANEL_CHART,           // index: chart to toggle
    PANEL_NOTE,            // text: note at the displayed time
    PANEL_NEXT_MARK,       // value: 1 forward, -1 back
    PANEL_PART_IN,         // the part begins at the displayed time
    PANEL_PART_OUT,        // it ends here
    PANEL_FILM,            // write the marked part as a film
    PANEL_BRANCH,          // start a live run from the displayed time of a recording
    PANEL_CONTROL,         // index: control of the deck to toggle
    PANEL_ORDER,           // index: engine, rudder, bow thruster; value: its order, -1..1
    PANEL_ENGINE_STEP,     // value: steps of the telegraph, 0: stop
    PANEL_RUDDER_STEP,     // value: steps to starboard, 0: midships
    PANEL_THRUSTER_STEP,   // value: steps to starboard, 0: stop
    PANEL_PRESET,          // text: preset length of the chain counter
    PANEL_REPORT,          // index: kind of the report
    PANEL_NUMBER,          // value: number of the next numbered report
    PANEL_NEXT_NUMBER,     // value: 1 the next one, -1 the one before
    PANEL_NEXT_REPORT,     // value: 1 the next one, -1 the one before: for the report key
    PANEL_SAY,             // the report chosen by these keys
    PANEL_LAMP_TEST,       // light all lamps for a while
    PANEL_MEASURE_DESIGNS, // sections and clearances of both designs
    PANEL_TRY_DESIGNS,     // a lift by rules of both designs
    PANEL_KEEP_DESIGN,     // the present design becomes the kept one
} panel_ask;

typedef struct panel_action {
    panel_ask ask;
    int index;
    double value;
    char text[PANEL_TEXT];
} panel_action;

// Creates hidden panels for this window and its GL context. NULL with a message in d.
panel *panel_create(SDL_Window *window, SDL_GLContext context, rt_diag *d);
// NULL is allowed.
void panel_destroy(panel *p);
// Shows or hides all panels.
void panel_show(panel *p, bool shown);
bool panel_is_shown(const panel *p);
// Passes an event to the panels. True if a panel captures it: a click on it, a key while a text is edited.
bool panel_event(panel *p, const SDL_Event *event);
// Areas of a picture of width × height pixels that the panels cover: left, bottom, width, height in GL's coordinates.
// Returns their number: PANEL_COVERS, or 0 if the panels are not drawn.
int panel_covers(panel *p, int width, int height, int box[PANEL_COVERS][4]);
// Draws the panels into the bound framebuffer `to` of width × height pixels, through b, a backing store of that size,
// unless b is NULL. Returns the next action requested by the user, or PANEL_NOTHING.
panel_action panel_draw(panel *p, const panel_state *s, int width, int height, backing *b, unsigned to);

// Centre of an item in the last picture [px from the top left], for hints and for automatic operation. Names: "start",
// "step", "speed 1/2", "time", "tab Devices", "field chain.bar_diameter", "find", "open", "file weigh.yaml", "undo",
// "apply", "save as", "save", "switch forces", "failure brake fade", "low 0", "store 0", "mark 0" (on
// the slider), "row 0" (in the list of marks), "note", "add note", "camera deck", "charts", "chart lining" ... Returns
// false if the item is not drawn or scrolled out of sight.
bool panel_find_item(const panel *p, const char *what, float *x, float *y);

#ifdef __cplusplus
}
#endif

#endif
