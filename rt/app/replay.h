// SPDX-License-Identifier: MIT
// Inside the command replay: what was asked for, and its parts.
#ifndef HAWSE_RT_APP_REPLAY_H
#define HAWSE_RT_APP_REPLAY_H

#include "rt/picture/film.h"
#include "rt/recording/replay.h"

typedef struct replay_command {
    const char *file, *csv, *mat, *slice, *scenario, *plot, *channels, *report, *html;
    picture_film_def film;
    double from, to; // [s]; to infinite: the end
    bool check, window, anywhere;
} replay_command;

// The frames from *from up to *to - 1 that --from and --to ask for; false, with a message, when there are none.
bool replay_find_frames(const replay_command *c, const rt_player *p, uint64_t *from, uint64_t *to, rt_diag *d);
// Opens the recording to run it again (replay_open) and finds the frames that begin at or after --from and before --to;
// RT_ERR_USAGE, with a message, if there are none. Owns p from now on and closes it on failure.
rt_status replay_begin(const replay_command *c, rt_player *p, replay *r, uint64_t *from, uint64_t *to, rt_diag *d);
// Shows it in a window, until that is closed; takes p over. Returns the exit code.
int replay_window(const replay_command *c, rt_player *p, rt_diag *d);
// Runs it again for its pictures and report; owns p. Returns the exit code.
int replay_watch(const replay_command *c, rt_player *p, rt_diag *d);
// Prints the contents of the recording. Returns the exit code.
int replay_print_contents(rt_player *p, rt_diag *d);

#endif
