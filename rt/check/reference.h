// SPDX-License-Identifier: MIT
// Runs that an author ships with an exercise: a script that passes it, a script that fails it for a named reason.
#ifndef HAWSE_RT_CHECK_REFERENCE_H
#define HAWSE_RT_CHECK_REFERENCE_H

#include "rt/train/run.h"

typedef struct check_reference_result {
    train_total total;
    double t;      // simulated [s]
    uint64_t hash; // of the last state
    bool as_expected;
} check_reference_result;

// Runs an operator's script through the exercise in file, software-in-the-loop, and scores it. With a message:
// RT_ERR_FORMAT for an exercise or script that cannot be used, RT_ERR_NUMERIC if the state became non-finite,
// RT_ERR_FILE, RT_ERR_MEMORY. e: of the same file; `which` is one of its references. Main thread.
rt_status check_reference_run(const train_exercise *e, int which, bool anywhere, check_reference_result *out,
                              rt_diag *d);

#endif
