// SPDX-License-Identifier: MIT
// Shared by the files of the debriefing desk. All run in the main thread.
#ifndef HAWSE_RT_DEBRIEF_PRIVATE_H
#define HAWSE_RT_DEBRIEF_PRIVATE_H

#include "rt/debrief/debrief.h"
#include "rt/desk/views.h"
#include "rt/picture/film.h"
#include "rt/picture/replay.h"
#include "rt/timeline/speed.h"
#include "rt/timeline/timeline.h"
#include <limits.h>

// The second run.
typedef struct debrief_other {
    bool open;
    replay replay;
    uint64_t end; // its frames
    dyn_snapshot shown;
} debrief_other;

// A film in the making.
typedef struct debrief_film {
    picture_film *film; // NULL: none
    uint64_t end;       // frame after its last
    char file[PATH_MAX];
} debrief_film;

typedef struct debrief {
    const debrief_def *def;
    picture_replay view;
    debrief_other other;
    debrief_film film;
    render *window;
    panel *panel;
    picture_pair pair; // drawn last
    panel_state shown;
    display_switch shown_switch[DISPLAY_SWITCHES]; // behind each entry of shown.shown
    timeline marks;
    alarm_log alarms;     // of the whole recording, with the viewer's acknowledgements
    char notes[PATH_MAX]; // file of the notes; "": none
    bool has_part;
    double part_in, part_out; // [s]
    speed_meter speed;
    char message[512];
    bool message_is_error;
    bool over, branch; // the user closed the window; started a live run
    rt_diag *d, own;   // own: of the action at hand
} debrief;

// Displayed time [s].
double debrief_time(const debrief *b);
// Carries out a key of the debriefing desk; false if it is none of them.
bool debrief_handle_key(debrief *b, SDL_Keycode key, int64_t now_ns);
// Carries out an action and sets the message to its result.
void debrief_do_action(debrief *b, const panel_action *a, int64_t now_ns);
// Updates b->shown, the state that the panels show.
void debrief_update_panels(debrief *b, int64_t now_ns);
// Fills the charts with the last minute before the displayed time, as far as it is recorded.
void debrief_fill_charts(debrief *b);
// Opens the second run and loads it into the window. RT_ERR_* with a message.
rt_status debrief_open_other(debrief *b, rt_diag *d);
// Runs the second run to the displayed time.
void debrief_follow(debrief *b);
// Starts the film of the marked part; runs frames into it for limit_ns; abandons it.
void debrief_film_begin(debrief *b, int64_t now_ns);
void debrief_film_advance(debrief *b, int64_t now_ns, int64_t limit_ns);
void debrief_film_cancel(debrief *b);
// Sets the message of the panels; format as printf.
void debrief_say(debrief *b, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Sets the message to the first error of b->own and clears it.
void debrief_say_error(debrief *b);

#endif
