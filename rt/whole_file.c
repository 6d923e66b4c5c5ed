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

rt_status rt_whole_open(rt_whole_file *w, const char *path, rt_diag *d) {
    struct stat st;
    bool in_place = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    *w = (rt_whole_file){.path = strdup(path)};
    if (w->path && !in_place && asprintf(&w->part, "%s.part", path) < 0) w->part = NULL;
    if (w->path && (in_place || w->part)) w->file = fopen(in_place ? path : w->part, "w");
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
