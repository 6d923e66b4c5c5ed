// SPDX-License-Identifier: MIT
// The file that a path leads to, through links.
#ifndef HAWSE_RT_FILE_TARGET_H
#define HAWSE_RT_FILE_TARGET_H

#include "rt/base/base.h"
#include <sys/stat.h>

// What a path leads to.
typedef struct rt_file_state {
    bool there;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed; // time of the last change of content
} rt_file_state;

rt_file_state rt_file_state_of(const char *path);
bool rt_file_state_same(const rt_file_state *a, const rt_file_state *b);

// The path to write: `path` itself or, for a link, its target, which may not exist yet; the link stays a link.
// *in_place: the target cannot be replaced. That holds for a terminal, a pipe or a device; for a file that has lost its
// name; for standard output or error under any name; for /dev/fd/N. Free the result. NULL and errno: out of memory, or
// links in a circle.
char *rt_whole_resolve_target(const char *path, bool *in_place);
// Whether both paths lead to the same existing file.
bool rt_same_file(const char *a, const char *b);
// The open descriptor behind a path: N of /dev/fd/N, or standard output or error under any name; -1: none.
int rt_own_descriptor(const char *path, const struct stat *st);

#endif
