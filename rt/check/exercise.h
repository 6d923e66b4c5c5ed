// SPDX-License-Identifier: MIT
// Explains an exercise: what is asked, for how many points, and what bridge and instructor do.
#ifndef HAWSE_RT_CHECK_EXERCISE_H
#define HAWSE_RT_CHECK_EXERCISE_H

#include "rt/base/base.h"

// Checks an exercise, with its scenario, and prints it. references: runs its reference runs too, and prints what came
// of them; *differs is then set if one does not end as it says. Fails with messages.
rt_status check_exercise(const char *path, bool anywhere, bool references, bool *differs, rt_diag *d);

#endif
