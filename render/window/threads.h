// SPDX-License-Identifier: MIT
// Threads of Mesa's software renderer.
#ifndef HAWSE_RENDER_WINDOW_THREADS_H
#define HAWSE_RENDER_WINDOW_THREADS_H

#include "rt/base/base.h"

// Call before OpenGL starts. Mesa's software renderer (22.3) does not notice that a thread could not be made (ulimit
// -u, a control group's pids.max): it waits for that thread for ever, deaf to signals. Tries as many threads as Mesa
// makes at most; if one is refused, tells Mesa to draw without any (LP_NUM_THREADS=0), with a warning.
void threads_spare_renderer(rt_diag *d);

#endif
