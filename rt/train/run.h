// SPDX-License-Identifier: MIT
// A run of an exercise: its scenario, its director, its recording and its score. A run of a plain scenario has none of
// them, and every function here does nothing for it.
#ifndef HAWSE_RT_TRAIN_RUN_H
#define HAWSE_RT_TRAIN_RUN_H

#include "rt/train/director.h"
#include "rt/train/recorded.h"

typedef struct train_run {
    bool active; // the file was an exercise
    train_exercise e;
    train_director director;
    char temporary[RT_CONFIG_TEXT]; // recording that is removed at the end; "": none
    train_total total;              // by train_run_end
    bool scored;
} train_run;

// Loads the file if it is an exercise, and then replaces path by its scenario's.
rt_status train_run_load(train_run *t, char path[RT_CONFIG_TEXT], bool anywhere, rt_diag *d);
// Binds the exercise to the session's world, sets it to the exercise's start (train_start_begin) and attaches the
// director (train_director_begin). Call after session_init, with the sim at its start. RT_ERR_FORMAT, RT_ERR_USAGE or
// RT_ERR_MEMORY with a message.
rt_status train_run_begin(train_run *t, session *s, bool pauses, rt_diag *d);
// The file to record to: the one that the user named, or a temporary one for the score; NULL: no recording is needed.
// *status: RT_ERR_FILE with a message if no temporary file can be made.
const char *train_run_recording(train_run *t, const char *named, rt_status *status, rt_diag *d);
// Scores the closed recording. RT_ERR_FORMAT or RT_ERR_MEMORY with a message.
rt_status train_run_end(train_run *t, const char *file, uint64_t frames, rt_diag *d);
// Prints the score, with the commands that open the recording unless it was temporary.
void train_run_print(FILE *f, const train_run *t, const char *file, double h);
// Writes the report's object "score"; ctx: the train_run. For report_run.more.
void train_run_write(rt_json *j, const session *s, const void *ctx);
// Detaches the director from a session that ends; the exercise can begin again.
void train_run_detach(train_run *t, session *s);
// Frees, and removes the temporary recording.
void train_run_free(train_run *t, session *s);

#endif
