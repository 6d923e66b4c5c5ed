// SPDX-License-Identifier: MIT
// A file that gets its name only once it is complete: until then it is PATH.XXXXXX.part, with six random characters.
// Two runs that write one name never share a file. The first to end takes the name; the other is told, and its output
// stays in its part.
#ifndef HAWSE_RT_FILE_WHOLE_FILE_H
#define HAWSE_RT_FILE_WHOLE_FILE_H

#include "rt/file/target.h"
#include <stdio.h>

typedef struct rt_whole_file {
    FILE *file;
    char *path, *part;    // final name; name while it is written (NULL: written in place)
    char *given;          // path as given
    bool keep;            // set after opening: after a failed write, the part stays with the rows written so far
    int error;            // errno of the first failed write that was noticed; 0: none
    rt_file_state before; // what the final name led to at the start of the run
} rt_whole_file;

// Opens a target that cannot be replaced: a device, a terminal, or a pipe, for whose reader it waits until a signal
// ends the program (rt/base/signals.h). Returns the descriptor; -1 and errno.
int rt_whole_open_in_place(const char *path);
// Creates a file of its own beside `path` and opens it for writing: PATH.XXXXXX and the suffix. Follows no link and
// opens no file that was there. *part: its path; free it. Returns the descriptor; -1 and errno.
int rt_whole_create_part(const char *path, const char *suffix, char **part);
enum { RT_WHOLE_PART_ROOM = 20 }; // bytes by which a part's name is longer, at most
// Gives the part its final name, unless another process has written to that name: `before` is what it led to at the
// start. 0, or errno; EEXIST: another process has written it, and the part stays.
int rt_whole_take_name(const char *part, const char *path, const rt_file_state *before);

// Opens the part for writing, for a link beside its target. A target that cannot be replaced is opened in place. An
// open descriptor is duplicated: output follows its present content. RT_ERR_FILE with a message.
rt_status rt_whole_open(rt_whole_file *w, const char *path, rt_diag *d);
// Writes bytes; false after a failure, now or before. rt_whole_close reports the reason.
bool rt_whole_write(rt_whole_file *w, const void *bytes, size_t n);
// Records the reason if a write to `file` failed. Call it after each write that bypasses rt_whole_write.
void rt_whole_record_error(rt_whole_file *w);
// Closes the file and gives it its name. If writing failed: RT_ERR_FILE with a message, and no file or, with keep,
// the part, which the message names. The message has the reason if rt_whole_write or rt_whole_record_error recorded
// one. If another process has written the name since the start: RT_ERR_FILE with a message that names the part.
rt_status rt_whole_close(rt_whole_file *w, rt_diag *d);
// Closes the file and deletes the part.
void rt_whole_abandon(rt_whole_file *w);

#endif
