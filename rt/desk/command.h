// SPDX-License-Identifier: MIT
// The command "hawse run".
#ifndef HAWSE_RT_DESK_COMMAND_H
#define HAWSE_RT_DESK_COMMAND_H

// Takes the arguments after its name and returns the exit code.
int cmd_run(int argc, char **argv);

#endif
