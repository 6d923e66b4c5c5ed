// SPDX-License-Identifier: MIT
#include "rt/file/whole_file.h"
#include "rt/base/signals.h"
#include "rt/file/outputs.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void free_paths(rt_whole_file *w) {
    free(w->path);
    free(w->part);
    free(w->given);
    *w = (rt_whole_file){0};
}

// Opens a pipe, waiting for its reader until a signal ends the program: a blocking open would not notice that.
static int open_pipe(const char *path) {
    const struct timespec nap = {.tv_nsec = 20000000};
    int fd = -1;
    while ((fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && errno == ENXIO) {
        if (atomic_load(&rt_signals_ended)) {
            errno = EINTR;
            return -1;
        }
        nanosleep(&nap, NULL);
    }
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

int rt_whole_open_in_place(const char *path) {
    struct stat st;
    if (stat(path, &st) == 0 && S_ISFIFO(st.st_mode) && rt_own_descriptor(path, &st) < 0) return open_pipe(path);
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

static FILE *open_in_place(const char *path) {
    struct stat st;
    int fd = stat(path, &st) == 0 ? rt_own_descriptor(path, &st) : -1;
    if (fd >= 0) fflush(stdout); // buffered output goes out first
    int same = fd >= 0 ? dup(fd) : rt_whole_open_in_place(path);
    FILE *file = same >= 0 ? fdopen(same, "w") : NULL;
    int error = errno;
    if (!file && same >= 0) close(same);
    errno = error;
    return file;
}

int rt_whole_create_part(const char *path, const char *suffix, char **part) {
    static const char letter[] = "abcdefghijkmnopqrstuvwxyz23456789";
    enum { RANDOM = 6, TRIES = 100 };
    unsigned char byte[RANDOM];
    char random[RANDOM + 1] = "";
    int fd = -1;
    for (int k = 0; k < TRIES && fd < 0; k++) {
        if (getrandom(byte, sizeof byte, 0) != (ssize_t)sizeof byte) break;
        for (int i = 0; i < RANDOM; i++) random[i] = letter[byte[i] % (sizeof letter - 1)];
        if (asprintf(part, "%s.%s%s", path, random, suffix) < 0) break;
        fd = open(*part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0) return fd;
        int error = errno;
        free(*part);
        errno = error;
        if (error != EEXIST) break;
    }
    *part = NULL;
    return -1;
}

static FILE *open_part(rt_whole_file *w) {
    struct stat st;
    int fd = rt_whole_create_part(w->path, ".part", &w->part);
    if (fd >= 0 && stat(w->path, &st) == 0) (void)!fchmod(fd, st.st_mode & 0777); // as the file that it replaces
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file && fd >= 0) {
        unlink(w->part);
        close(fd);
    }
    return file;
}

rt_status rt_whole_open(rt_whole_file *w, const char *path, rt_diag *d) {
    bool in_place;
    *w = (rt_whole_file){.path = rt_whole_resolve_target(path, &in_place),
                         .given = strdup(path),
                         .before = rt_outputs_state_at_start(path)};
    if (w->path && w->given) w->file = in_place ? open_in_place(w->path) : open_part(w);
    if (w->file) return RT_OK;
    rt_diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
    free_paths(w);
    return RT_ERR_FILE;
}

// Takes the name of a file that is there. The exchange is atomic: if another process took the name in the last moment,
// it gets it back.
static int replace_file(const char *part, const char *path, const rt_file_state *before) {
    if (renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_EXCHANGE) != 0) return errno;
    rt_file_state was = rt_file_state_of(part);
    if (rt_file_state_same(&was, before)) return unlink(part) == 0 ? 0 : errno;
    return renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_EXCHANGE) == 0 ? EEXIST : errno;
}

static int take_free_name(const char *part, const char *path) {
    return renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int rt_whole_take_name(const char *part, const char *path, const rt_file_state *before) {
    rt_file_state now = rt_file_state_of(path);
    if (now.there && !rt_file_state_same(&now, before)) return EEXIST;
    int error = now.there ? replace_file(part, path, before) : take_free_name(part, path);
    bool unsupported = error == EINVAL || error == ENOSYS || error == EOPNOTSUPP; // by the file system, as NFS
    return unsupported ? (rename(part, path) == 0 ? 0 : errno) : error;
}

bool rt_whole_write(rt_whole_file *w, const void *bytes, size_t n) {
    if (ferror(w->file)) return false; // after a failed write the file has a gap: nothing follows it
    if (fwrite(bytes, 1, n, w->file) == n) return true;
    rt_whole_record_error(w);
    return false;
}

void rt_whole_record_error(rt_whole_file *w) {
    if (ferror(w->file) && !w->error) w->error = errno;
}

static void report_write_error(const rt_whole_file *w, int error, rt_diag *d) {
    bool kept = w->keep && w->part;
    rt_diag_error(d, w->path, 0, 0, "cannot be written: %s%s%s", error ? strerror(error) : "a write failed",
                  kept ? "; partial output is in " : "", kept ? w->part : "");
}

// Gives the complete file its name.
static bool take_name(rt_whole_file *w, rt_diag *d) {
    int error = w->part ? rt_whole_take_name(w->part, w->path, &w->before) : 0;
    if (error == 0) rt_outputs_written(w->given);
    if (error == 0) return true;
    if (error == EEXIST)
        rt_diag_error(d, w->path, 0, 0,
                      "another process has written this file since the run began: it stays as it is; this run's output "
                      "is in %s",
                      w->part);
    else
        report_write_error(w, error, d);
    if (error != EEXIST && !w->keep) unlink(w->part);
    return false;
}

rt_status rt_whole_close(rt_whole_file *w, rt_diag *d) {
    bool good = !ferror(w->file);
    int error = w->error;
    if (fflush(w->file) != 0) {
        good = false;
        if (!error) error = errno;
    }
    if (fclose(w->file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (!good) {
        report_write_error(w, error, d);
        if (w->part && !w->keep) unlink(w->part);
    }
    good = good && take_name(w, d);
    free_paths(w);
    return good ? RT_OK : RT_ERR_FILE;
}

void rt_whole_abandon(rt_whole_file *w) {
    fclose(w->file);
    if (w->part) unlink(w->part);
    free_paths(w);
}
