// SPDX-License-Identifier: MIT
// hawse run, in parts: cmd_run.c prepares and reports, run_window.c draws and listens, run_desk.c does what is asked
// for at the panels, run_desk_keys.c by keys; run_desk_write.c and run_axes.c tell what the panels show. Main thread;
// the frames are the session's, on a thread of their own, which the sim belongs to unless it was borrowed
// (run_rewind.h) or still settles (run_settling.h).
#ifndef HAWSE_RT_DESK_RUN_H
#define HAWSE_RT_DESK_RUN_H

#include "hw/joystick/axes.h"
#include "hw/open/open.h"
#include "render/sound/sound.h"
#include "render/window/render.h"
#include "rt/desk/desk.h"
#include "rt/loop/latency_frame.h"
#include "rt/picture/picture.h"
#include "rt/report/page.h"
#include "rt/session/on_loop.h"
#include "rt/session/rewind.h"
#include "rt/world/world.h"
#include <limits.h>
#include <signal.h>

#define RUN_MESSAGE 1024

// Outputs of a run. Each restarted run has files of its own.
enum { RUN_OUTPUTS = 5 }; // recording, report, page, trace, traces of misses

typedef struct run {
    // asked for
    const char *scenario, *device_name, *record, *report, *html;
    double duration, latency_work;
    bool anywhere, headless, no_sound, with_latency, with_headroom;
    session_loop_options options;
    // as requested, for the first run; and names for the next ones
    const char *asked[RUN_OUTPUTS];
    char named[RUN_OUTPUTS][PATH_MAX];
    int runs; // begun
    // what is run
    desk desk;
    scenario sc;
    device_context devices;
    hw_device device;
    char device_shown[128]; // its name, for the help
    session *s;
    run_rewind rewind;
    rt_loop_def def;
    rt_loop loop, latency_loop;
    rt_loop_stats *stats, *latency_stats;
    latency_frames beside; // of --latency
    headroom headroom;
    report_story *story; // of --html
    int cpu;             // the frames' processor
    int64_t told_slip_ns;
    // the window
    render *window;
    bool lost;    // the display went away, and the run with it
    sound *sound; // NULL: none
    bool muted;
    picture_age picture;
    picture_pair pair;  // drawn last
    int64_t picture_ns; // least time between two pictures
    int64_t picture_due_ns;
    int64_t begun_ns; // when the program was started, for its first run; 0: for those that follow
    bool started;     // since it was prepared

    int slowness; // frames a step
    bool anew;    // ends this run and starts one of the desk's present scenario
    panel *panel; // NULL: none
    hw_axes axes; // of the joystick that the panel shows
    int64_t axes_due_ns;
    panel_state shown;
    display_switch shown_switch[DISPLAY_SWITCHES]; // of each of shown.shown
    char file[PANEL_FILES][RT_CONFIG_TEXT];        // scenarios beside the open one
    int n_files;
    char message[RUN_MESSAGE];
    bool message_is_error;
    rt_diag d;
} run;

// Set by Ctrl-C and SIGTERM.
extern volatile sig_atomic_t run_interrupted;

// Opens the window, or loads the new scenario into it and drops the state of the run before. Without a display the run
// goes on without a window.
void run_open_window(run *c);
// Events in, devices polled, the newest snapshot drawn if it is time. False: the window was closed, or its display is
// gone.
bool run_pump(run *c, rt_clock *clock);
// Sleeps until the next poll or picture.
void run_rest(const run *c, rt_clock *clock);

// Whether time waits for the operator to start it.
bool run_waits(const run *c);
// Carries out a key of the desk.
bool run_desk_key(run *c, SDL_Keycode key);
// Does what was asked for, and leaves a message on how that went.
void run_desk_do(run *c, const panel_action *a);
// Lists the scenarios beside the open one.
void run_desk_list(run *c);
// Polls for a joystick and reads its axes while the panel shows them.
void run_axes_poll(run *c, int64_t now_ns);
void run_axes_write(const run *c, const dyn_snapshot *now, panel_state *p);
// Does what was asked for of an axis, and leaves a message.
void run_axes_do(run *c, const panel_action *a);
// Leaves a message; as printf.
void run_print(run *c, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Leaves the first error of c->d as the message, and empties it.
void run_print_errors(run *c);
// Fills c->shown, all that the panels show.
void run_desk_write(run *c, const dyn_snapshot *now);
// The desk's keys, a line each.
const char *run_desk_help(void);

#endif
