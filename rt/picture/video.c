// SPDX-License-Identifier: MIT
#include "rt/picture/video.h"
#include "rt/file/outputs.h"
#include "rt/file/whole_file.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct picture_video {
    char *path, *part;
    rt_file_state before; // what the film's name led to at the start of the run
    pid_t child;
    int pipe, said; // pipe into ffmpeg; memory file of its messages
    size_t size;    // bytes of a picture
    double patience_s;
    uint8_t *slot[PICTURE_VIDEO_QUEUE];
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t in, out;     // pictures queued and written
    bool closing, failed; // no more pictures come; ffmpeg accepts no more
    bool error_reported;
};

// Copies the last line of ffmpeg's messages.
static void read_last_message(const picture_video *v, char *text, size_t size) {
    char said[2048];
    off_t end = lseek(v->said, 0, SEEK_END), from = end > (off_t)sizeof said - 1 ? end - ((off_t)sizeof said - 1) : 0;
    ssize_t n = pread(v->said, said, sizeof said - 1, from);
    if (n < 0) n = 0;
    while (n > 0 && (said[n - 1] == '\n' || said[n - 1] == '\r')) n--;
    said[n] = 0;
    const char *line = strrchr(said, '\n');
    snprintf(text, size, "%.*s", (int)size - 1, line ? line + 1 : said);
}

// Thread

static bool write_whole(int fd, const uint8_t *at, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n, size -= (size_t)n;
    }
    return true;
}

static void *feed_ffmpeg(void *ctx) {
    picture_video *v = ctx;
    sigset_t all;
    sigfillset(&all); // a broken pipe is then an error of write; other threads handle signals
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_mutex_lock(&v->lock);
    for (;;) {
        while (v->in == v->out && !v->closing) pthread_cond_wait(&v->changed, &v->lock);
        if (v->in == v->out || v->failed) break;
        const uint8_t *rgb = v->slot[v->out % PICTURE_VIDEO_QUEUE];
        pthread_mutex_unlock(&v->lock);
        bool good = write_whole(v->pipe, rgb, v->size);
        pthread_mutex_lock(&v->lock);
        if (good)
            v->out++;
        else
            v->failed = true;
        pthread_cond_broadcast(&v->changed);
    }
    close(v->pipe); // tells ffmpeg that the film is complete
    v->pipe = -1;
    pthread_cond_broadcast(&v->changed);
    pthread_mutex_unlock(&v->lock);
    return NULL;
}

static struct timespec deadline_after(double s) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t ns = t.tv_nsec + (int64_t)(1e9 * s);
    return (struct timespec){.tv_sec = t.tv_sec + ns / 1000000000, .tv_nsec = ns % 1000000000};
}

// Waits, with the lock held, while `waits` is true. Kills ffmpeg and returns false if it accepts nothing for
// patience_s.
static bool wait_for(picture_video *v, bool (*waits)(const picture_video *v)) {
    uint64_t seen = v->out;
    struct timespec until = deadline_after(v->patience_s);
    while (waits(v)) {
        if (pthread_cond_timedwait(&v->changed, &v->lock, &until) == ETIMEDOUT) {
            kill(v->child, SIGKILL);
            v->failed = true;
            return false;
        }
        if (v->out == seen) continue;
        seen = v->out;
        until = deadline_after(v->patience_s);
    }
    return true;
}

static bool is_full(const picture_video *v) { return !v->failed && v->in - v->out == PICTURE_VIDEO_QUEUE; }
static bool is_fed(const picture_video *v) { return v->pipe >= 0; }

// Process

static int spawn_ffmpeg(picture_video *v, char *const argv[], int from) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, usual;
    sigemptyset(&none);
    sigfillset(&usual);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, v->said, STDERR_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setpgroup(&how, 0); // Ctrl-C reaches this program only, which then closes the film
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int error = posix_spawnp(&v->child, "ffmpeg", &files, &how, argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static bool start_ffmpeg(picture_video *v, int width, int height, double fps, rt_diag *d) {
    char size[32], rate[32], to[4200];
    int ends[2];
    snprintf(to, sizeof to, "file:%s", v->part); // file: allows any name
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%.6g", fps);
    // bitexact: no date and no version in the file; the same pictures make the same bytes
    char *const argv[] = {"ffmpeg",    "-hide_banner", "-loglevel",  "error",   "-nostdin", "-y",        "-f",
                          "rawvideo",  "-pix_fmt",     "rgb24",      "-s",      size,       "-r",        rate,
                          "-i",        "pipe:0",       "-an",        "-c:v",    "libx264",  "-preset",   "veryfast",
                          "-crf",      "20",           "-pix_fmt",   "yuv420p", "-fflags",  "+bitexact", "-flags:v",
                          "+bitexact", "-movflags",    "+faststart", to,        NULL};
    if (pipe2(ends, O_CLOEXEC) != 0) {
        rt_diag_error(d, v->path, 0, 0, "no pipe to ffmpeg: %s", strerror(errno));
        return false;
    }
    int error = spawn_ffmpeg(v, argv, ends[0]);
    close(ends[0]);
    v->pipe = ends[1];
    if (error == 0) return true;
    close(v->pipe);
    v->child = 0;
    rt_diag_error(d, v->path, 0, 0,
                  error == ENOENT ? "a film needs ffmpeg, which is not on the PATH (Debian: apt-get install ffmpeg); "
                                    "--frames writes pictures without it"
                                  : "cannot start ffmpeg: %s",
                  strerror(error));
    return false;
}

static bool is_mp4(const char *path) {
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".mp4") == 0;
}

// Creates the file that ffmpeg writes.
static bool reserve_part(picture_video *v, rt_diag *d) {
    int fd = rt_whole_create_part(v->path, ".part.mp4", &v->part);
    if (fd >= 0) close(fd);
    if (fd < 0) rt_diag_error(d, v->path, 0, 0, "--video: cannot be written: %s", strerror(errno));
    return fd >= 0;
}

static bool allocate_film(picture_video *v, const char *path, rt_diag *d) {
    bool in_place = false;
    if (!is_mp4(path)) {
        rt_diag_error(d, path, 0, 0, "--video: expected a name that ends in .mp4");
        return false;
    }
    v->path = rt_whole_resolve_target(path, &in_place);
    if (!v->path) {
        rt_diag_error(d, path, 0, 0, "--video: cannot be written: %s", strerror(errno));
        return false;
    }
    if (in_place) {
        rt_diag_error(d, path, 0, 0, "--video: expected a regular file, in which ffmpeg can seek");
        return false;
    }
    v->before = rt_outputs_state_at_start(path);
    v->said = memfd_create("ffmpeg", MFD_CLOEXEC);
    bool good = v->said >= 0;
    for (int k = 0; good && k < PICTURE_VIDEO_QUEUE; k++) good = (v->slot[k] = malloc(v->size)) != NULL;
    if (!good) rt_diag_error(d, path, 0, 0, "no memory for the film");
    return good && reserve_part(v, d);
}

static void release(picture_video *v) {
    for (int k = 0; k < PICTURE_VIDEO_QUEUE; k++) free(v->slot[k]);
    if (v->said >= 0) close(v->said);
    pthread_cond_destroy(&v->changed);
    pthread_mutex_destroy(&v->lock);
    free(v->path), free(v->part);
    free(v);
}

picture_video *picture_video_open(const char *path, int width, int height, double fps, double patience_s, rt_diag *d) {
    picture_video *v = calloc(1, sizeof *v);
    if (!v) {
        rt_diag_error(d, path, 0, 0, "no memory for the film");
        return NULL;
    }
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&v->lock, NULL);
    pthread_cond_init(&v->changed, &clock);
    pthread_condattr_destroy(&clock);
    v->said = v->pipe = -1;
    v->patience_s = patience_s;
    v->size = (size_t)3 * (size_t)width * (size_t)height;
    if (!allocate_film(v, path, d) || !start_ffmpeg(v, width, height, fps, d)) {
        if (v->part) unlink(v->part);
        release(v);
        return NULL;
    }
    if (pthread_create(&v->thread, NULL, feed_ffmpeg, v) == 0) return v;
    rt_diag_error(d, path, 0, 0, "no thread for the film");
    close(v->pipe);
    kill(v->child, SIGKILL);
    waitpid(v->child, NULL, 0);
    unlink(v->part);
    release(v);
    return NULL;
}

// Reports once why the film failed; the child has ended.
static void report_child_error(picture_video *v, int how, rt_diag *d) {
    char words[512];
    if (v->error_reported) return;
    v->error_reported = true;
    read_last_message(v, words, sizeof words);
    if (words[0])
        rt_diag_error(d, v->path, 0, 0, "cannot write the film; ffmpeg: %s", words);
    else if (WIFSIGNALED(how))
        rt_diag_error(d, v->path, 0, 0, "the film is incomplete: signal %d (%s) ended ffmpeg", WTERMSIG(how),
                      strsignal(WTERMSIG(how)));
    else
        rt_diag_error(d, v->path, 0, 0, "the film is incomplete: ffmpeg ended early");
}

static void report_stall(picture_video *v, rt_diag *d) {
    if (!v->error_reported)
        rt_diag_error(d, v->path, 0, 0, "the film is incomplete: ffmpeg accepted no picture for %g s", v->patience_s);
    v->error_reported = true;
}

rt_status picture_video_add(picture_video *v, const uint8_t *rgb, rt_diag *d) {
    pthread_mutex_lock(&v->lock);
    bool takes = wait_for(v, is_full);
    bool good = !v->failed;
    if (good) memcpy(v->slot[v->in++ % PICTURE_VIDEO_QUEUE], rgb, v->size);
    pthread_cond_broadcast(&v->changed);
    pthread_mutex_unlock(&v->lock);
    if (!takes) report_stall(v, d);
    return good ? RT_OK : RT_ERR_FILE; // picture_video_close reports why ffmpeg ended
}

// Waits for ffmpeg to finish the file, at most two minutes. Returns its wait status.
static int wait_for_end(picture_video *v) {
    int how = 0;
    const struct timespec nap = {.tv_nsec = 10000000};
    for (int naps = 0; waitpid(v->child, &how, WNOHANG) == 0; naps++) {
        if (naps == 12000) kill(v->child, SIGKILL); // two minutes
        nanosleep(&nap, NULL);
    }
    return how;
}

rt_status picture_video_close(picture_video *v, rt_diag *d) {
    if (!v) return RT_OK;
    pthread_mutex_lock(&v->lock);
    v->closing = true;
    pthread_cond_broadcast(&v->changed);
    bool takes = wait_for(v, is_fed);
    pthread_mutex_unlock(&v->lock);
    if (!takes) report_stall(v, d);
    pthread_join(v->thread, NULL);
    if (v->in == 0) kill(v->child, SIGKILL); // no picture: the run never started
    int how = wait_for_end(v);
    bool good = v->in > 0 && !v->failed && WIFEXITED(how) && WEXITSTATUS(how) == 0;
    if (!good && v->in > 0) report_child_error(v, how, d);
    int error = good ? rt_whole_take_name(v->part, v->path, &v->before) : 0;
    if (error == EEXIST)
        rt_diag_error(
            d, v->path, 0, 0,
            "another process has written this file since the run began: it stays as it is; this run's film is "
            "in %s",
            v->part);
    else if (error)
        rt_diag_error(d, v->path, 0, 0, "cannot rename the film to its final name: %s", strerror(error));
    if (!good || (error && error != EEXIST)) unlink(v->part);
    release(v);
    return good && !error ? RT_OK : RT_ERR_FILE;
}
