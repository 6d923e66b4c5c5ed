// SPDX-License-Identifier: MIT
// Signals: those that end a run end it in order, with every output written; those about a lost reader or a full file
// become errors of the write.
#ifndef HAWSE_RT_BASE_SIGNALS_H
#define HAWSE_RT_BASE_SIGNALS_H

#include "rt/base/base.h"
#include <stdatomic.h>

// Set once SIGINT (Ctrl-C), SIGTERM or SIGHUP (the terminal is gone) has come; rt_signals_catch comes first.
extern _Atomic bool rt_signals_ended;

// At the program's start: a write to a closed pipe (SIGPIPE) or beyond the limit of file size (SIGXFSZ) fails with an
// error and does not kill.
void rt_signals_survive_writes(void);
// In a child process, before it becomes another program: such a write kills again, as that program expects.
void rt_signals_die_of_writes(void);
// From here on the first of each ending signal sets rt_signals_ended and does not kill; a second one does, if the end
// takes too long for the user. A SIGHUP that the caller ignores (nohup) stays ignored. interrupt_reads: a signal also
// ends a read that waits.
void rt_signals_catch(bool interrupt_reads);
// In a child process: the ending signals kill again.
void rt_signals_reset(void);

#endif
