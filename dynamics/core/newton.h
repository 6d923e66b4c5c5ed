// SPDX-License-Identifier: MIT
// Newton iteration of a step. Private to dynamics.
#ifndef HAWSE_DYNAMICS_CORE_NEWTON_H
#define HAWSE_DYNAMICS_CORE_NEWTON_H

#include "dynamics/core/work.h"

// Iterates with multiplier updates (equations: step.c) from the predicted coordinates to the solution within the
// tolerance, or up to the iteration cap. Sets the iteration's fields of *info. Frame thread: no allocation, bounded by
// the cap.
void dyn_newton(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p, dyn_step_info *info);

#endif
