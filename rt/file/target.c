// SPDX-License-Identifier: MIT
#include "rt/file/target.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_LINKS 40 // the kernel's own limit

static bool is_same_inode(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

int rt_own_descriptor(const char *path, const struct stat *st) {
    struct stat own;
    int fd;
    if (sscanf(path, "/dev/fd/%d", &fd) == 1 || sscanf(path, "/proc/self/fd/%d", &fd) == 1) return fd;
    for (fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &own) == 0 && is_same_inode(&own, st)) return fd;
    return -1;
}

// The path in a link; a relative one starts in the link's folder. Free it; NULL on error.
static char *read_link_path(const char *link) {
    char to[PATH_MAX], *path;
    ssize_t n = readlink(link, to, sizeof to);
    if (n < 0) return NULL;
    const char *slash = strrchr(link, '/');
    int folder = slash && to[0] != '/' ? (int)(slash + 1 - link) : 0;
    return asprintf(&path, "%.*s%.*s", folder, link, (int)n, to) < 0 ? NULL : path;
}

// The target of a dangling link, through further links.
static char *resolve_dangling_link(const char *link) {
    struct stat st;
    char *place = strdup(link);
    for (int k = 0; place && lstat(place, &st) == 0 && S_ISLNK(st.st_mode); k++) {
        char *next = k < MOST_LINKS ? read_link_path(place) : NULL;
        free(place);
        place = next;
        if (k == MOST_LINKS) errno = ELOOP;
    }
    return place;
}

char *rt_whole_resolve_target(const char *path, bool *in_place) {
    struct stat st;
    bool there = stat(path, &st) == 0;
    *in_place = there && (!S_ISREG(st.st_mode) || rt_own_descriptor(path, &st) >= 0);
    if (*in_place || lstat(path, &st) != 0 || !S_ISLNK(st.st_mode)) return strdup(path);
    char *place = there ? realpath(path, NULL) : resolve_dangling_link(path);
    if (place || !there) return place;
    *in_place = true; // a file that has lost its name
    return strdup(path);
}

bool rt_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && is_same_inode(&x, &y);
}

rt_file_state rt_file_state_of(const char *path) {
    struct stat st;
    if (stat(path, &st) != 0) return (rt_file_state){.there = false};
    return (rt_file_state){true, st.st_dev, st.st_ino, st.st_size, st.st_mtim};
}

bool rt_file_state_same(const rt_file_state *a, const rt_file_state *b) {
    if (!a->there || !b->there) return a->there == b->there;
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}
