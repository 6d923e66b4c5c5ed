// SPDX-License-Identifier: MIT
// The commands of the program. Each takes the arguments after its name and returns the exit code: 0 done; 1 ran but
// fell short; 2 bad input or usage; 3 internal error.
#ifndef HAWSE_RT_APP_CMD_H
#define HAWSE_RT_APP_CMD_H

#include "rt/base/base.h"

enum { EXIT_DONE = 0, EXIT_SHORT = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 3 };

int cmd_run(int argc, char **argv);
int cmd_sil(int argc, char **argv);
int cmd_study(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_devices(int argc, char **argv);
int cmd_latency(int argc, char **argv);
int cmd_compare(int argc, char **argv);

// Prints the messages on the error stream; returns EXIT_USAGE, or EXIT_INTERNAL for want of memory.
int cmd_fail(const rt_diag *d, rt_status status);

#endif
