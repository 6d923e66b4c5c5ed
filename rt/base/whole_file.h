// SPDX-License-Identifier: MIT
// A file that appears under its name only when it is whole.
#ifndef HAWSE_RT_BASE_WHOLE_FILE_H
#define HAWSE_RT_BASE_WHOLE_FILE_H

#include "rt/base/base.h"
#include <stdio.h>

typedef struct rt_whole_file {
    FILE *file;
    char *path, *part; // final name, and the name while it is written (NULL: written in place)
    bool keep;         // set after the opening: part is left where it is when a write fails, for the rows in it
    int error;         // errno of the first write that was known to fail; 0: none
} rt_whole_file;

// Where a file of that name is to appear: the path, or what it leads to where it is a link, so that the link stays one;
// of a link to nothing yet, the name that it has for it. *in_place: what is there cannot be replaced: it is no plain
// file (a terminal, a pipe, a device), has lost its name, or is open already: the standard output or error by any name,
// or /dev/fd/N. Free it; NULL and errno for want of memory, or where links lead in a circle.
char *rt_whole_place(const char *path, bool *in_place);
// Whether both paths lead to the same file, and it exists.
bool rt_same_file(const char *a, const char *b);
// Opens PATH.part for writing, beside what a link leads to; what cannot be replaced is written in place, and what is
// open already through its descriptor, behind what was written there. RT_ERR_FILE with a message.
rt_status rt_whole_open(rt_whole_file *w, const char *path, rt_diag *d);
// Writes bytes; false where it cannot, or could not before, and the close will say why.
bool rt_whole_write(rt_whole_file *w, const void *bytes, size_t n);
// Keeps why a write to `file` failed, where one did: to be called behind each of the caller's own.
void rt_whole_note(rt_whole_file *w);
// Closes the file and gives it its name; RT_ERR_FILE with a message when it could not be written: then nothing is left
// behind, or, with keep, PATH.part, which the message names. Why is told where it is known: of a write that failed long
// before, past rt_whole_write and rt_whole_note, it is not.
rt_status rt_whole_close(rt_whole_file *w, rt_diag *d);
// Gives up: closes and removes what was written.
void rt_whole_abandon(rt_whole_file *w);

#endif
