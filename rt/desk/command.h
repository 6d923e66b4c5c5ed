// SPDX-License-Identifier: MIT
// Entry points of hawse run.
#ifndef HAWSE_RT_DESK_COMMAND_H
#define HAWSE_RT_DESK_COMMAND_H

#include "rt/file/options.h"

// Runs the command with the arguments after its name. Returns the exit code.
int cmd_run(int argc, char **argv);
// Runs live from the state after `frame` frames of a recording, paused at first, in a branch with a recording of its
// own. laws: permitted contact laws. Returns the exit code.
int run_branch(const char *file, uint64_t frame, bool anywhere, const option_list *laws);

#endif
