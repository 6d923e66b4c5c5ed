// SPDX-License-Identifier: MIT
// A file that appears under its name only when it is whole.
#ifndef HAWSE_RT_BASE_WHOLE_FILE_H
#define HAWSE_RT_BASE_WHOLE_FILE_H

#include "rt/base/base.h"
#include <stdio.h>

typedef struct rt_whole_file {
    FILE *file;
    char *path, *part; // final name, and the name while it is written (NULL: written in place)
    bool keep;         // set after opening: a failed write then leaves PATH.part with the rows written so far
    int error;         // errno of the first write that was known to fail; 0: none
} rt_whole_file;

// Where a file of that name is to appear: the path, or what it leads to where it is a link, so that the link stays one;
// of a link to nothing yet, the name that it has for it. *in_place: what is there cannot be replaced: it is no plain
// file (a terminal, a pipe, a device), has lost its name, or is open already: the standard output or error by any name,
// or /dev/fd/N. Free it; NULL and errno for want of memory, or where links lead in a circle.
char *rt_whole_place(const char *path, bool *in_place);
// Whether both paths lead to the same file, and it exists.
bool rt_same_file(const char *a, const char *b);
// Opens PATH.part for writing, beside the target of a link. A path that cannot be replaced is written in place; a
// descriptor that is already open is written through, after its present content. RT_ERR_FILE with a message.
rt_status rt_whole_open(rt_whole_file *w, const char *path, rt_diag *d);
// Writes bytes; false after a failure, now or before. rt_whole_close reports the reason.
bool rt_whole_write(rt_whole_file *w, const void *bytes, size_t n);
// Records the reason if a write to `file` failed. Call it after each write that bypasses rt_whole_write.
void rt_whole_note(rt_whole_file *w);
// Closes the file and gives it its name. RT_ERR_FILE with a message if writing failed: then nothing is left, or, with
// keep, PATH.part, which the message names. The message gives the reason if rt_whole_write or rt_whole_note saw it.
rt_status rt_whole_close(rt_whole_file *w, rt_diag *d);
// Closes and removes what was written.
void rt_whole_abandon(rt_whole_file *w);

#endif
