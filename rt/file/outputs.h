// SPDX-License-Identifier: MIT
// Outputs that the command line names, checked before anything runs: none may replace an input, no two may be the same
// file. The process has one list of them.
#ifndef HAWSE_RT_FILE_OUTPUTS_H
#define HAWSE_RT_FILE_OUTPUTS_H

#include "rt/file/target.h"

// Empties the list.
void rt_outputs_clear(void);
// Adds an output, with what its path leads to now. option: its name, such as "--csv"; given again, it replaces its
// entry. folder: the output is a folder of files. False, with a message, if another option names the same file: by any
// path or link, or by a name that differs in case only. Devices and pipes take several outputs.
bool rt_outputs_add(const char *option, const char *path, bool folder, rt_diag *d);
// Checks that no output replaces this input: that none is the same file, or a file in it if it is a folder, and that
// none is a folder with a picture or trace that is the input, also by a link. what: "the scenario". False with a
// message.
bool rt_outputs_spare(const char *input, const char *what, rt_diag *d);
// What the output led to when it was added; for any other path, what it leads to now.
rt_file_state rt_outputs_state_at_start(const char *path);
// Notes that this process has written the file.
void rt_outputs_written(const char *path);

#endif
