// SPDX-License-Identifier: MIT
// A run of an exercise in the logbook: begun at its start, so that a killed run leaves a row; ended with its score.
#ifndef HAWSE_RT_TRAIN_LOG_H
#define HAWSE_RT_TRAIN_LOG_H

#include "rt/logbook/logbook.h"
#include "rt/train/run.h"

typedef struct train_log {
    logbook *l; // NULL: the run is not logged
    int64_t id;
    logbook_session session;
    int lost; // remarks that the logbook did not take
} train_log;

// Opens the logbook and begins the session. file NULL: the default place. recorded NULL: a temporary recording.
// Messages and status as in rt/logbook/logbook.h. Does nothing without a trainee or an exercise.
rt_status train_log_begin(train_log *g, const char *file, const char *trainee, const train_run *t, const char *recorded,
                          double h, rt_diag *d);
// Adds a remark of the instructor at that frame; without a logbook does nothing. A failure shows in train_log_end.
void train_log_note(train_log *g, uint64_t frame, const char *text);
// Ends the session with the run's score; freezes: how often the instructor stopped the time. Without a score the row
// stays "not ended". Closes the logbook.
rt_status train_log_end(train_log *g, const train_run *t, const session *s, int freezes, rt_diag *d);
// Asks a logbook whether its assessors confirm the scores of the exercise (logbook_agree). file NULL: the default
// place; where that has no readable logbook, the scores are not validated. A named file must be a logbook: else
// messages and status as in rt/logbook/logbook.h. Never in the frame thread.
rt_status train_validity_read(const char *file, const char *exercise, train_validity *v, rt_diag *d);
// Asks it for the score of a run; nothing for a run without one.
rt_status train_run_validate(train_run *t, const char *file, rt_diag *d);

#endif
