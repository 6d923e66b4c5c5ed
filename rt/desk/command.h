// SPDX-License-Identifier: MIT
// Entry point of hawse run.
#ifndef HAWSE_RT_DESK_COMMAND_H
#define HAWSE_RT_DESK_COMMAND_H

// Runs the command with the arguments after its name. Returns the exit code.
int cmd_run(int argc, char **argv);

#endif
