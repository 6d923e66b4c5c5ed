// SPDX-License-Identifier: MIT
// The score of a recording while it grows, and of one that is closed: one reader for both.
#ifndef HAWSE_RT_TRAIN_FOLLOW_H
#define HAWSE_RT_TRAIN_FOLLOW_H

#include "rt/record/record.h"
#include "rt/train/score.h"

typedef struct train_follow train_follow;

// Opens a recording and binds the exercise to its channels; the exercise must live as long and have no other user
// meanwhile. NULL with a message: damaged, not from its run's start, other channels, no memory. Not for the frame
// thread.
train_follow *train_follow_open(train_exercise *e, const char *file, rt_diag *d);
// Feeds the frames before frame `end` that the recorder has written with their channels so far. Returns the number
// after the last frame fed. The same thread as train_follow_open.
uint64_t train_follow_read(train_follow *f, uint64_t end);
// Feeds all frames before `end` of a recording that no longer grows. RT_ERR_FORMAT with a message if it is damaged
// before `end`; a warning if it was not closed.
rt_status train_follow_finish(train_follow *f, uint64_t end, rt_diag *d);
// The score so far.
const train_score *train_follow_score(const train_follow *f);
// Judges the run so far; it has passed only once its recording is closed.
void train_follow_total(const train_follow *f, train_total *out);
void train_follow_close(train_follow *f);

#endif
