// SPDX-License-Identifier: MIT
// Options and stages of hawse replay.
#ifndef HAWSE_RT_APP_REPLAY_H
#define HAWSE_RT_APP_REPLAY_H

#include "rt/debrief_page/debrief_page.h"
#include "rt/file/options.h"
#include "rt/picture/film.h"
#include "rt/recording/replay.h"

typedef struct replay_command {
    const char *file, *csv, *mat, *slice, *scenario, *plot, *channels, *report, *html, *trainee, *beside;
    picture_film_def film;
    double from, to; // [s]; to infinite: the end
    bool check, window, anywhere;
    debrief_page *debrief; // of the score for report and page; its sim is set here; NULL: none
    option_list laws;
} replay_command;

// Converts --from and --to to the frames *from .. *to - 1. Returns false, with a message, if the range is empty; only
// an empty recording without --from and --to passes.
bool replay_find_frames(const replay_command *c, const rt_player *p, uint64_t *from, uint64_t *to, rt_diag *d);
// Opens the recording to run it again (replay_open) and finds the frames by replay_find_frames. Fails with
// RT_ERR_USAGE and a message if there are none. Owns p and closes it on failure.
rt_status replay_begin(const replay_command *c, rt_player *p, replay *r, uint64_t *from, uint64_t *to, rt_diag *d);
// Shows the recorded run in a window until the user closes the window; owns p. Returns the exit code.
int replay_window(const replay_command *c, rt_player *p, rt_diag *d);
// Runs the recording again for pictures and report; owns p. Returns the exit code.
int replay_watch(const replay_command *c, rt_player *p, rt_diag *d);
// Whether no output replaces a file of the recorded run; false with a message.
bool replay_spare_files(const rt_player *p, rt_diag *d);
// Prints the contents of the recording; the caller closes p. Returns the exit code.
int replay_print_contents(rt_player *p, rt_diag *d);

#endif
