// SPDX-License-Identifier: MIT
// Private to dynamics/: the iteration of a step.
#ifndef HAWSE_DYNAMICS_CORE_NEWTON_H
#define HAWSE_DYNAMICS_CORE_NEWTON_H

#include "dynamics/core/work.h"

// Newton iteration with multiplier updates (step.c has the equations) from the predicted coordinates to the solution
// within the tolerance, or up to the iteration cap. Fills in its part of *info. Frame thread: no allocation, bounded by
// the cap.
void dyn_newton(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p, dyn_step_info *info);

#endif
