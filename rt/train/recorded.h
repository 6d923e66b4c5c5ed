// SPDX-License-Identifier: MIT
// The exercise of a run or a recording, bound to its channels; the score of a recording; its report.
#ifndef HAWSE_RT_TRAIN_RECORDED_H
#define HAWSE_RT_TRAIN_RECORDED_H

#include "rt/record/record.h"
#include "rt/sim/sim.h"
#include "rt/train/score.h"

// Binds the exercise to an assembled world. RT_ERR_FORMAT with messages.
rt_status train_bind_world(train_exercise *e, const sim *s, rt_diag *d);
// Scores the frames of a recording before frame `end`: binds the exercise to its channels and reads it from its first
// frame. A recording that was cut off, as by a killed run, is judged as far as it goes: not ended, and not passed. With
// a message: RT_ERR_FORMAT for a recording that is damaged before `end` or does not begin at frame 0, RT_ERR_MEMORY.
rt_status train_score_recording(train_exercise *e, const char *file, uint64_t end, train_total *out, rt_diag *d);

// "passed", "not passed", or "not ended".
const char *train_total_verdict(const train_total *t);
// What is missing for "validated", in words.
const char *train_validity_missing(const train_validity *v);
// Prints score and items, the worst first, each with the command that opens the recording there.
void train_total_print(FILE *f, const train_exercise *e, const train_total *t, const char *file, double h);
// Writes the object "score" of the report.
void train_total_write(rt_json *j, const train_exercise *e, const train_total *t, double h);

#endif
