// SPDX-License-Identifier: MIT
// Opens a file for reading, at once or not at all: never a pipe, a device, a socket or a folder, which may wait for
// ever or never end.
#ifndef HAWSE_RT_FILE_INPUT_FILE_H
#define HAWSE_RT_FILE_INPUT_FILE_H

#include "rt/base/base.h"
#include <stdio.h>

enum { RT_INPUT_WHY = 96 };

// Opens a regular file. Returns its descriptor, or -1 with the reason in why, such as "expected a file, found a pipe".
int rt_input_open(const char *path, char why[RT_INPUT_WHY]);
// The same as a stream; NULL with the reason in why.
FILE *rt_input_open_stream(const char *path, char why[RT_INPUT_WHY]);

#endif
