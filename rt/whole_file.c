// SPDX-License-Identifier: MIT
#include "rt/whole_file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(rt_whole_file *w) {
    free(w->path);
    free(w->part);
    *w = (rt_whole_file){0};
}

char *rt_whole_place(const char *path, bool *in_place) {
    struct stat st;
    bool link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    char *place = link ? realpath(path, NULL) : strdup(path);
    *in_place = place && stat(place, &st) == 0 && !S_ISREG(st.st_mode);
    if (place || !link) return place;
    *in_place = true; // a link to nothing yet, or to a file that has lost its name
    return strdup(path);
}

bool rt_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

rt_status rt_whole_open(rt_whole_file *w, const char *path, rt_diag *d) {
    bool in_place;
    *w = (rt_whole_file){.path = rt_whole_place(path, &in_place)};
    if (w->path && !in_place && asprintf(&w->part, "%s.part", w->path) < 0) w->part = NULL;
    if (w->path && (in_place || w->part)) w->file = fopen(in_place ? w->path : w->part, "w");
    if (w->file) return RT_OK;
    rt_diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
    release(w);
    return RT_ERR_FILE;
}

rt_status rt_whole_close(rt_whole_file *w, rt_diag *d) {
    bool good = !ferror(w->file);
    if (good) errno = 0; // else it still tells of the write that failed
    good = fflush(w->file) == 0 && good;
    int error = errno;
    if (fclose(w->file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && w->part && rename(w->part, w->path) != 0) {
        good = false;
        error = errno;
    }
    if (!good) {
        rt_diag_error(d, w->path, 0, 0, "cannot be written: %s", strerror(error ? error : EIO));
        if (w->part) unlink(w->part);
    }
    release(w);
    return good ? RT_OK : RT_ERR_FILE;
}

void rt_whole_abandon(rt_whole_file *w) {
    fclose(w->file);
    if (w->part) unlink(w->part);
    release(w);
}
