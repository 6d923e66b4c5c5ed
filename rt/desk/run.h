// SPDX-License-Identifier: MIT
// State of hawse run, shared by its files: run.c prepares and reports; window.c draws and handles events; actions.c and
// keys.c carry out the actions of panels and keys; hand.c pulls at parts; show.c, axes.c and say.c fill the panels. All
// run in the main thread. The session's frames have their own thread, which owns the sim except while run_rewind holds
// it (rt/session/rewind.h) or run_settling starts it (settling.h).
#ifndef HAWSE_RT_DESK_RUN_H
#define HAWSE_RT_DESK_RUN_H

#include "hw/joystick/axes.h"
#include "hw/nmea/sender.h"
#include "hw/open/open.h"
#include "render/sound/sound.h"
#include "render/window/render.h"
#include "rt/alarm/preset.h"
#include "rt/debrief_page/debrief_page.h"
#include "rt/desk/saves.h"
#include "rt/editor/editor.h"
#include "rt/loop/latency_frame.h"
#include "rt/picture/picture.h"
#include "rt/session/on_loop.h"
#include "rt/session/rewind.h"
#include "rt/station/station.h"
#include "rt/stream/stream.h"
#include "rt/timeline/speed.h"
#include "rt/timeline/timeline.h"
#include "rt/train/log.h"
#include "rt/variants/variants.h"
#include "rt/world/world.h"
#include <limits.h>

#define RUN_MESSAGE 1024

// Outputs of a run. Each restarted run has its own files.
enum { RUN_OUTPUTS = 5 }; // recording, report, page, trace, traces of misses

// The hand that pulls at a part.
typedef struct run_hand {
    bool down, grips;    // as last seen; it holds a part
    int kind, number;    // of the snapshot's body that it holds
    vec3 at;             // gripped point in its frame [m]
    const char *refused; // why it does not grip; NULL: it does
    int64_t pressed_ns;  // when it was last pressed; 0: never
    bool pulled;         // a pull acted in the last snapshot
} run_hand;

typedef struct run {
    const char *branch_of; // recording from which the first run branches; NULL: none
    uint64_t branch_frame;
    // command line
    const char *scenario, *device_name, *record, *report, *html, *trainee, *log_file, *role, *nmea_to, *nmea_mode;
    char found[RT_CONFIG_TEXT]; // the scenario's file
    train_run exercise;
    train_log log;
    int freezes; // times that simulated time was paused since the start
    panel_exercise exercise_shown;
    int phrase_now, phrase_number; // report that the report key makes: its place among the reports, its number
    int act_shown;                 // the bridge's newest order, from 1; 0: none
    int64_t act_ns;                // when it was given [ns]
    double duration, latency_work;
    bool anywhere, headless, no_sound, with_latency, with_headroom;
    option_list laws; // permitted
    option_list station_readers;
    option_list streams;   // receivers of the state stream
    stream_sender *stream; // of the present run; NULL: none
    nmea_sender *nmea;     // of all runs; NULL: none
    const char *station_at, *station_tls;
    station *station; // of all runs; NULL: none
    session_loop_options options;
    const char *requested[RUN_OUTPUTS]; // names on the command line, for the first run
    char named[RUN_OUTPUTS][PATH_MAX];  // names for the present run, if it is a later one
    int runs;                           // runs prepared so far
    // the present run
    editor editor;
    saves saves; // of this window, in all its runs
    variants variants;
    scenario sc;
    device_context devices;
    rules_table rules; // of the scenario's operator
    hw_device device;
    char device_shown[128]; // name of the device, for the help
    session *s;
    run_rewind rewind;
    rt_loop_def def;
    rt_loop loop, latency_loop;
    rt_loop_stats *stats, *latency_stats;
    latency_frames beside; // empty frames of --latency
    headroom headroom;
    report_story *story; // of --html
    int cpu;             // the frames' processor
    int64_t printed_slip_ns;
    // the window
    render *window;
    bool lost;    // the display went away and ended the run
    sound *sound; // NULL: none
    bool muted;
    picture_age picture;
    picture_pair pair;  // drawn last
    int64_t picture_ns; // shortest time between two pictures
    int64_t picture_due_ns;
    int64_t begun_ns; // start time of the program, for its first run; 0 for later runs
    int role_shown;   // display_role at the start; -1: none
    int role_now;     // chosen last: a trainee does not pull at parts; -1: none
    run_hand hand;
    render_def solids; // definition that the window shows, with its meshes
    bool started;      // the operator, or the program, has started this run

    int64_t alarms_muted_ns; // the buzzer is silent until then [ns]
    double alarms_muted_t;   // simulated time of the muting: a later alarm sounds [s]
    double speed;            // of simulated time asked for; 1: real time
    speed_meter meter;
    timeline marks;
    int events_read; // events of the session that are among the marks
    bool unapplied;  // the desk's scenario differs from this run's
    int64_t esc_ns;  // Esc was pressed then: pressed again soon, it ends the run [ns]; 0: no
    int64_t dead_ns; // a key of the windlass without effect was pressed then [ns]; 0: no
    bool remote;     // the remote position has command, by the newest snapshot
    preset preset;   // of the chain counter; restarted runs keep its length
    bool restart;    // end this run and start one with the desk's present scenario
    panel *panel;    // NULL: none
    hw_axes axes;    // axes of the joystick that the panel shows
    int64_t axes_due_ns;
    panel_state shown;
    display_switch shown_switch[DISPLAY_SWITCHES]; // display switch behind each entry of shown.shown
    char file[PANEL_FILES][RT_CONFIG_TEXT];        // scenarios in the folder of the open one
    int n_files;
    char message[RUN_MESSAGE];
    bool message_is_error;
    rt_diag d;
} run;

// Opens the instructor's station, if the user asks for one, and prints its address.
rt_status run_open_station(run *c);
// Shows the present run at the station.
rt_status run_begin_station(run *c);
// Opens the window, or loads the new scenario into it and resets the state of the previous run. Without a display the
// run continues without a window.
void run_open_window(run *c);
// Gives the window the texts of its hints; a recorded or scripted operator needs none, nor does an exercise without.
void run_configure_hints(run *c);
// Handles events, polls devices and draws the newest snapshot when a picture is due. Returns false if the user closed
// the window, a signal came or the display is gone.
bool run_pump(run *c, rt_clock *clock);
// Sleeps until the next poll or picture is due.
void run_sleep(const run *c, rt_clock *clock);

// Follows the hand in the picture: grips a part, draws it, or lets it go.
void run_update_hand(run *c, const dyn_snapshot *now, int64_t now_ns);
// Why the hand pressed last does nothing, while this is news; NULL: it pulls.
const char *run_hand_refusal(const run *c, int64_t now_ns);

// Whether simulated time waits for the operator's start.
bool run_waits_for_start(const run *c);
// Carries out a key of the desk; false if the key is none of them.
bool run_handle_key(run *c, SDL_Keycode key);
// Shows the state of the run on the picture: paused, rewound, slow or fast; and the answer to Esc or a dead key.
void run_show_state(run *c, int64_t now_ns);
// Handles Esc: false if it ends the run, the second time within RUN_ESC_NS.
bool run_handle_escape(run *c, int64_t now_ns);
#define RUN_ESC_NS 3000000000
// Notes a key of the windlass while the run is paused or another position has command.
void run_note_dead_key(run *c, SDL_Keycode key, int64_t now_ns);
// Goes to the state after so many frames of `file`, this run's recording or one that it has branched from, and pauses
// there; sets the message.
void run_seek(run *c, const char *file, uint64_t frame);
// Carries out an action and sets the message to its result.
void run_do_action(run *c, const panel_action *a);
// Lists the scenarios in the folder of the open one.
void run_list_scenarios(run *c);
// Searches for a joystick and reads its axes while the panel shows them.
void run_poll_axes(run *c, int64_t now_ns);
void run_write_axes(const run *c, const dyn_snapshot *now, panel_state *p);
// Fills the windlass's page: controls and readings.
void run_write_windlass(const run *c, const dyn_snapshot *now, panel_state *p);
// Works the control of that number on the windlass's page: on or off. Without a remote position it cannot be selected.
void run_work_control(run *c, int index);
// Bridge: moves an order (rt_order) by steps, 0: stop or midships; sets it to a share -1..1; writes the panel's part.
void run_step_order(run *c, int which, int steps);
void run_set_order(run *c, int which, double share);
void run_write_bridge(const run *c, const dyn_snapshot *now, panel_state *p);
// Whether the keyboard's commands may pass: no other position has command.
bool run_keyboard_has_command(const run *c);
// Fills the page of the exercise, follows the bridge's orders, and scores a run that has come to its end.
void run_write_exercise(run *c, const dyn_snapshot *now, panel_state *p, int64_t now_ns);
// Enters a run that begins in the logbook, if a trainee is named. Scores a run that has ended, after so many frames,
// and ends its entry. RT_ERR_FILE and others with a message.
rt_status run_begin_log(run *c);
rt_status run_score_exercise(run *c, uint64_t frames);
// Adds the debrief of a scored exercise to the report's page; page: valid until the report is written.
void run_add_debrief(run *c, debrief_page *page, report_files *files);
// Reports to the bridge, or chooses the next report. Returns false for other actions.
bool run_do_exercise_action(run *c, const panel_action *a);
// What the exercise has to say over the picture: a new order, a report just made, the end. False: nothing.
bool run_show_exercise(const run *c, int64_t now_ns, char text[32], char help[96]);
// Sets the preset length of the chain counter from the text of its field, and the message.
void run_set_preset(run *c, const char *text);
// Updates the contact of the preset length.
void run_update_preset(run *c, const dyn_snapshot *now);
// Fills the page of alarms.
void run_write_alarms(const run *c, panel_state *p);
// Acknowledges or mutes alarms. Returns false for other actions.
bool run_do_alarm_action(run *c, const panel_action *a);
// The alarm to be heard now.
sound_alarm run_alarm_sound(const run *c);
// Sets a calibration point of an axis, or stores the calibration, and sets the message.
void run_calibrate_axis(run *c, const panel_action *a);
// Sets the message of the panels; format as printf.
void run_set_message(run *c, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Sets the message to the first error of c->d and clears c->d.
void run_set_error_message(run *c);
// Updates c->shown, the state that the panels show.
void run_update_panels(run *c, const dyn_snapshot *now, int64_t now_ns);
// Help text of the desk's keys, one line for each.
const char *run_key_help(void);

#endif
