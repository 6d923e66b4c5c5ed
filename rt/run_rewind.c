// SPDX-License-Identifier: MIT
#include "rt/run_rewind.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int run_stem_length(const char *file) {
    const char *dot = strrchr(file, '.'), *slash = strrchr(file, '/');
    bool suffix = dot && dot > file && (!slash || dot > slash + 1);
    return (int)(suffix ? (size_t)(dot - file) : strlen(file));
}

static rt_status make_folder(run_rewind *w, rt_diag *d) {
    const char *temporary = getenv("TMPDIR"); // else where there is a disk: an hour takes a gigabyte
    int n = snprintf(w->folder, sizeof w->folder, "%s/hawse-run-XXXXXX", temporary ? temporary : "/var/tmp");
    if ((size_t)n < sizeof w->folder && mkdtemp(w->folder)) return RT_OK;
    rt_diag_error(d, w->folder, 0, 0, "a folder for the recording cannot be made: %s",
                  (size_t)n < sizeof w->folder ? strerror(errno) : "its path is too long");
    w->folder[0] = 0;
    return RT_ERR_FILE;
}

rt_status run_rewind_begin(run_rewind *w, session *s, const rt_loop *loop, const char *file, rt_diag *d) {
    *w = (run_rewind){.s = s, .loop = loop};
    if (!file && make_folder(w, d) != RT_OK) return RT_ERR_FILE;
    if (file)
        snprintf(w->first, sizeof w->first, "%s", file);
    else
        snprintf(w->first, sizeof w->first, "%s/run.rec", w->folder);
    memcpy(w->file, w->first, sizeof w->file);
    s->recording = recording_open(w->file, &s->sim, session_period_ns(s), d);
    if (!s->recording) return RT_ERR_FILE;
    if (!file) rt_recorder_scratch(s->recording->recorder);
    return RT_OK;
}

static bool loop_over(const void *ctx) { return rt_loop_done(ctx); }

// Takes the sim, and closes the recording to read in it.
static bool hold(run_rewind *w, rt_diag *d) {
    session *s = w->s;
    if (w->held) return true;
    if (!s->recording || !session_pace_borrow(&s->pace, loop_over, w->loop)) {
        rt_diag_error(d, w->file, 0, 0, s->recording ? "the frames do not stop" : "nothing was recorded");
        return false;
    }
    w->end = s->frames;
    rt_status status = recording_close(s->recording, &s->sim, d);
    s->recording = NULL;
    rt_player *p = status == RT_OK ? rt_play_open(w->file, d) : NULL;
    w->held = p && replay_open_in(&w->replay, w->file, p, &s->sim, d) == RT_OK;
    if (!w->held) session_pace_return(&s->pace); // it goes on without a recording
    return w->held;
}

bool run_rewind_to(run_rewind *w, uint64_t frame, rt_diag *d) {
    session_pace_run(&w->s->pace, false);
    if (!hold(w, d)) return false;
    return session_rewind(w->s, &w->replay, frame < w->end ? frame : w->end, d);
}

// "heave.rec" gives "heave-2.rec"; what is there already is left alone.
static void name_branch(run_rewind *w, char *file, size_t size) {
    int stem = run_stem_length(w->first);
    do snprintf(file, size, "%.*s-%d%s", stem, w->first, ++w->branches + 1, w->first + stem);
    while (access(file, F_OK) == 0);
}

bool run_rewind_go_on(run_rewind *w, rt_diag *d) {
    session *s = w->s;
    char file[RT_CONFIG_TEXT];
    if (!w->held) return true;
    if (!run_next_name(w->first, &w->branches, file, sizeof file)) {
        rt_diag_error(d, w->first, 0, 0, "no name is left for a branch");
        return false;
    }
    s->recording = recording_branch(file, &s->sim, w->replay.player, w->file, session_period_ns(s), d);
    if (!s->recording) return false;
    if (w->folder[0]) rt_recorder_scratch(s->recording->recorder);
    replay_close(&w->replay);
    memcpy(w->file, file, sizeof w->file);
    w->held = false;
    session_pace_return(&s->pace);
    return true;
}

static bool is_same(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool run_rewind_keep(run_rewind *w, const char *file, rt_diag *d) {
    session_pace_run(&w->s->pace, false);
    if (is_same(file, w->file) || is_same(file, w->first)) { // it would be cut before it is read
        rt_diag_error(d, file, 0, 0, "is the recording of this run itself: expected another name");
        return false;
    }
    if (!hold(w, d)) return false;
    rt_player *p = w->replay.player;
    bool good = recording_slice(p, w->file, file, rt_play_header(p)->first_frame, w->s->frames, d) == RT_OK;
    rt_play_seek(p, w->replay.next);
    return good;
}

static void remove_files(const run_rewind *w) {
    char file[RT_CONFIG_TEXT];
    for (int k = 0; k <= w->branches; k++) {
        if (k == 0)
            snprintf(file, sizeof file, "%s", w->first);
        else
            snprintf(file, sizeof file, "%s/run-%d.rec", w->folder, k + 1);
        unlink(file);
    }
    rmdir(w->folder);
}

rt_status run_rewind_end(run_rewind *w, rt_diag *d) {
    if (!w->s) return RT_OK;
    if (w->held) replay_close(&w->replay);
    rt_status status = recording_close(w->s->recording, &w->s->sim, d);
    w->s->recording = NULL;
    if (w->folder[0]) remove_files(w);
    *w = (run_rewind){0};
    return status;
}
