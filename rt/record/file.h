// SPDX-License-Identifier: MIT
// The file of a recording: its name, and a lock while it grows. Internal to the room.
#ifndef HAWSE_RT_RECORD_FILE_H
#define HAWSE_RT_RECORD_FILE_H

#include "rt/base/base.h"

// A recording has its name while it grows, so that it is found after a crash. Its header is written to a file of its
// own first (part), which then takes the name: an older recording stays whole until then.
typedef struct record_file {
    int fd;
    char *path, *part; // final name; name until record_file_take_name (NULL: a device or a pipe, written in place)
} record_file;

// Opens a file beside `file`, or in place what cannot be replaced. False, with errno.
bool record_file_open(record_file *f, const char *file);
// Gives the file its name. NULL, or the reason why not: another process records to that name, or the error. The process
// holds a lock on the file until it closes fd.
const char *record_file_take_name(record_file *f);
// Closes the file, deletes it if it has no name yet, and frees the paths.
void record_file_discard(record_file *f);
// Frees the paths; fd stays open.
void record_file_release(record_file *f);

#endif
