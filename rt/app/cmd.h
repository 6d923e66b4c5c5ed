// SPDX-License-Identifier: MIT
// Entry points of the commands. Each receives the arguments after its name and returns the exit code: 0 done; 1 ran
// but fell short; 2 bad input or usage; 3 internal error.
#ifndef HAWSE_RT_APP_CMD_H
#define HAWSE_RT_APP_CMD_H

#include "rt/desk/command.h"
#include "rt/file/options.h"

int cmd_sil(int argc, char **argv);
int cmd_study(int argc, char **argv);
int cmd_view(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_devices(int argc, char **argv);
int cmd_latency(int argc, char **argv);
int cmd_log(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_score(int argc, char **argv);

#endif
