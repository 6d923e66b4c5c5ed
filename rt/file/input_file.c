// SPDX-License-Identifier: MIT
#include "rt/file/input_file.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *kind_of(mode_t mode) {
    return S_ISDIR(mode)    ? "a folder"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
           : S_ISCHR(mode)  ? "a device"
           : S_ISBLK(mode)  ? "a block device"
                            : "something else";
}

static bool is_regular(const struct stat *st, char why[RT_INPUT_WHY]) {
    if (S_ISREG(st->st_mode)) return true;
    snprintf(why, RT_INPUT_WHY, "expected a file, found %s", kind_of(st->st_mode));
    return false;
}

// The kind is checked first, because opening a device may have an effect; and again behind the descriptor, because the
// name may lead elsewhere meanwhile. O_NONBLOCK: a pipe without a writer does not wait; without effect on a file.
int rt_input_open(const char *path, char why[RT_INPUT_WHY]) {
    struct stat st;
    int fd = -1;
    if (stat(path, &st) == 0) {
        if (!is_regular(&st, why)) return -1;
        fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    }
    if (fd < 0 || fstat(fd, &st) != 0) {
        snprintf(why, RT_INPUT_WHY, "%s", strerror(errno));
        if (fd >= 0) close(fd);
        return -1;
    }
    if (is_regular(&st, why)) return fd;
    close(fd);
    return -1;
}

FILE *rt_input_open_stream(const char *path, char why[RT_INPUT_WHY]) {
    int fd = rt_input_open(path, why);
    FILE *f = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (f || fd < 0) return f;
    snprintf(why, RT_INPUT_WHY, "%s", strerror(errno));
    close(fd);
    return NULL;
}
