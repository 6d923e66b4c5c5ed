// SPDX-License-Identifier: MIT
#include "rt/record/file.h"
#include "rt/file/whole_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

bool record_file_open(record_file *f, const char *file) {
    bool in_place;
    *f = (record_file){.fd = -1, .path = rt_whole_resolve_target(file, &in_place)};
    if (f->path && in_place) f->fd = rt_whole_open_in_place(f->path);
    if (f->path && !in_place) f->fd = rt_whole_create_part(f->path, ".part", &f->part);
    if (f->fd >= 0 && f->part) flock(f->fd, LOCK_EX | LOCK_NB); // a new file, so only the file system can refuse
    if (f->fd >= 0) return true;
    int error = errno;
    record_file_release(f);
    errno = error;
    return false;
}

void record_file_release(record_file *f) {
    free(f->path), free(f->part);
    f->path = f->part = NULL;
}

void record_file_discard(record_file *f) {
    if (f->part) unlink(f->part);
    if (f->fd >= 0) close(f->fd);
    record_file_release(f);
}

enum { TAKEN = -1, CHANGED = -2 }; // another process holds the file; the name leads to another file now

// Replaces the file that has the name, unless a process records to it. 0, errno, TAKEN or CHANGED.
static int replace_old(const record_file *f) {
    struct stat own, named;
    int error = 0, old = open(f->path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (old < 0) return errno == ENOENT ? CHANGED : errno;
    if (flock(old, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) // other errors: the file system has no locks
        error = TAKEN;
    else if (fstat(old, &own) != 0 || stat(f->path, &named) != 0 || own.st_dev != named.st_dev ||
             own.st_ino != named.st_ino)
        error = CHANGED;
    else if (rename(f->part, f->path) != 0)
        error = errno;
    close(old);
    return error;
}

// Takes a free name. 0, errno or CHANGED.
static int take_free_name(const record_file *f) {
    if (renameat2(AT_FDCWD, f->part, AT_FDCWD, f->path, RENAME_NOREPLACE) == 0) return 0;
    if (errno == EEXIST) return CHANGED;
    if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return errno;
    return rename(f->part, f->path) == 0 ? 0 : errno; // the file system has no exclusive rename
}

const char *record_file_take_name(record_file *f) {
    enum { TRIES = 20 }; // each fails only if another process takes the name at that moment
    int error = f->part ? CHANGED : 0;
    for (int k = 0; k < TRIES && error == CHANGED; k++)
        error = access(f->path, F_OK) == 0 ? replace_old(f) : take_free_name(f);
    if (error == TAKEN || error == CHANGED) return "another process records to this file: expected another name";
    if (error) return strerror(error);
    free(f->part);
    f->part = NULL;
    return NULL;
}
