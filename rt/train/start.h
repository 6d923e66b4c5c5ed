// SPDX-License-Identifier: MIT
// The recorded state at which an exercise starts.
#ifndef HAWSE_RT_TRAIN_START_H
#define HAWSE_RT_TRAIN_START_H

#include "rt/session/session.h"
#include "rt/train/exercise.h"

// Sets the session, whose sim is at its start, to the exercise's recorded state; scripts count their time from there.
// An exercise without one leaves it as it is. With a message: RT_ERR_FORMAT for a recording that is missing, of another
// scenario, of another layout of the state, without that time, or whose state has another hash; RT_ERR_USAGE if an
// output would replace it. Set-up.
rt_status train_start_begin(const train_exercise *e, session *s, rt_diag *d);
// The same checks on a started sim alone; its state is the exercise's afterwards.
rt_status train_start_check(const train_exercise *e, sim *s, rt_diag *d);
// Whether a recorded run began at that state: by its first frame and hash. False with a message.
bool train_start_matches(const train_exercise *e, const char *file, const rt_record_header *h, rt_diag *d);

#endif
