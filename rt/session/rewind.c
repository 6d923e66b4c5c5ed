// SPDX-License-Identifier: MIT
#include "rt/session/rewind.h"
#include "rt/file/whole_file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NUMBER_ROOM 16 // bytes for a branch's number

int run_stem_length(const char *file) {
    const char *dot = strrchr(file, '.'), *slash = strrchr(file, '/');
    bool suffix = dot && dot > file && (!slash || dot > slash + 1);
    return (int)(suffix ? (size_t)(dot - file) : strlen(file));
}

// Whether several runs may write the same target: a device, a pipe or the standard output.
static bool is_shared_target(const char *file) {
    struct stat st;
    bool in_place = false;
    free(rt_whole_resolve_target(file, &in_place));
    return in_place && !(stat(file, &st) == 0 && S_ISDIR(st.st_mode));
}

bool run_next_name(const char *file, int *n, char *next, size_t size) {
    int whole = (int)strlen(file), stem = run_stem_length(file), length;
    if (is_shared_target(file)) return (size_t)snprintf(next, size, "%s", file) < size;
    while (whole > 1 && file[whole - 1] == '/') whole--; // strip a folder's slashes
    if (stem > whole) stem = whole;
    do length = snprintf(next, size, "%.*s-%d%.*s", stem, file, ++*n + 1, whole - stem, file + stem);
    while ((size_t)length < size && access(next, F_OK) == 0);
    return (size_t)length < size;
}

static rt_status make_folder(run_rewind *w, rt_diag *d) {
    const char *temporary = getenv("TMPDIR"); // an hour takes a gigabyte; TMPDIR names another disk
    int n = snprintf(w->folder, sizeof w->folder, "%s/hawse-run-XXXXXX", temporary ? temporary : "/var/tmp");
    if ((size_t)n < sizeof w->folder && mkdtemp(w->folder)) return RT_OK;
    rt_diag_error(d, w->folder, 0, 0, "cannot make a folder for the recording: %s",
                  (size_t)n < sizeof w->folder ? strerror(errno) : "its path is too long");
    w->folder[0] = 0;
    return RT_ERR_FILE;
}

rt_status run_rewind_begin(run_rewind *w, session *s, const rt_loop *loop, const char *file, rt_diag *d) {
    *w = (run_rewind){.s = s, .loop = loop};
    if (file && strlen(file) + NUMBER_ROOM >= sizeof w->first) { // the path, or a branch's path, would be truncated
        rt_diag_error(d, NULL, 0, 0, "--record: expected a path of fewer than %zu bytes, found '%.60s...'",
                      sizeof w->first - NUMBER_ROOM, file);
        return RT_ERR_USAGE;
    }
    if (!file && make_folder(w, d) != RT_OK) return RT_ERR_FILE;
    if (file)
        snprintf(w->first, sizeof w->first, "%s", file);
    else
        snprintf(w->first, sizeof w->first, "%s/run.rec", w->folder);
    memcpy(w->file, w->first, sizeof w->file);
    s->recording = recording_open(w->file, &s->sim, session_period_ns(s), d);
    if (!s->recording) return RT_ERR_FILE;
    if (!file) rt_recorder_set_temporary(s->recording->recorder);
    return RT_OK;
}

static bool loop_has_not_begun(const void *ctx) {
    (void)ctx;
    return true;
}

rt_status run_rewind_begin_at(run_rewind *w, session *s, const rt_loop *loop, const char *file, uint64_t frame,
                              rt_diag *d) {
    *w = (run_rewind){.s = s, .loop = loop};
    if (strlen(file) + NUMBER_ROOM >= sizeof w->first) {
        rt_diag_error(d, file, 0, 0, "expected a path of fewer than %zu bytes", sizeof w->first - NUMBER_ROOM);
        return RT_ERR_USAGE;
    }
    snprintf(w->first, sizeof w->first, "%s", file);
    memcpy(w->file, w->first, sizeof w->file);
    rt_player *p = rt_play_open(file, d);
    if (!p) return RT_ERR_FORMAT;
    w->end = rt_play_get_contents(p).end_frame;
    rt_status status = replay_open_in(&w->replay, w->file, p, &s->sim, d);
    w->held = status == RT_OK;
    if (!w->held) return status;
    session_pace_run(&s->pace, false);
    session_pace_lend(&s->pace, loop_has_not_begun, NULL);
    return session_rewind(s, &w->replay, frame, d) ? RT_OK : RT_ERR_FORMAT;
}

static bool loop_has_ended(const void *ctx) { return rt_loop_done(ctx); }

// Reports that the recording ended before the run, now and again at the end of the run.
static void report_lost_recording(run_rewind *w, const rt_diag *why, rt_diag *d) {
    const char *text = strstr(why->text, "error: ");
    text = text ? text + strlen("error: ") : "it cannot be read";
    snprintf(w->lost, sizeof w->lost, "the recording ended at %.3f s; the run went on without a recording: %.*s",
             w->s->sim.model.h * (double)w->end, (int)strcspn(text, "\n"), text);
    rt_diag_error(d, w->file, 0, 0, "%s", w->lost);
}

// Borrows the sim, closes the recording and opens it for replay.
static bool hold_sim(run_rewind *w, rt_diag *d) {
    session *s = w->s;
    if (w->held) return true;
    if (!s->recording || !session_pace_lend(&s->pace, loop_has_ended, w->loop)) {
        rt_diag_error(d, w->file, 0, 0,
                      s->recording ? "the frame thread did not release the simulation within 1 s"
                      : w->lost[0] ? w->lost
                                   : "nothing was recorded");
        return false;
    }
    rt_diag own = {0};
    w->end = s->frames;
    rt_status status = recording_close(s->recording, &s->sim, &own);
    s->recording = NULL;
    rt_player *p = status == RT_OK ? rt_play_open(w->file, &own) : NULL;
    w->held = p && replay_open_in(&w->replay, w->file, p, &s->sim, &own) == RT_OK;
    if (w->held) return true;
    report_lost_recording(w, &own, d);
    session_pace_return(&s->pace);
    return false;
}

bool run_rewind_to(run_rewind *w, uint64_t frame, rt_diag *d) {
    session_pace_run(&w->s->pace, false);
    if (!hold_sim(w, d)) return false;
    return session_rewind(w->s, &w->replay, frame < w->end ? frame : w->end, d);
}

bool run_rewind_into(run_rewind *w, const char *file, uint64_t frame, rt_diag *d) {
    if (strcmp(file, w->file) == 0) return run_rewind_to(w, frame, d);
    session_pace_run(&w->s->pace, false);
    if (!hold_sim(w, d)) return false;
    replay *earlier = calloc(1, sizeof *earlier);
    rt_player *p = earlier ? rt_play_open(file, d) : NULL;
    if (!earlier) rt_diag_error(d, file, 0, 0, "no memory to open the recording");
    const bool good = p && replay_open_in(earlier, w->file, p, &w->s->sim, d) == RT_OK;
    if (good) {
        replay_close(&w->replay);
        snprintf(w->file, sizeof w->file, "%s", file);
        w->replay = *earlier;
        w->end = rt_play_get_contents(p).end_frame;
    }
    free(earlier);
    return good && session_rewind(w->s, &w->replay, frame < w->end ? frame : w->end, d);
}

bool run_rewind_resume(run_rewind *w, rt_diag *d) {
    session *s = w->s;
    char file[RT_CONFIG_TEXT];
    if (!w->held) return true;
    if (!run_next_name(w->first, &w->branches, file, sizeof file)) {
        rt_diag_error(d, w->first, 0, 0, "no free file name for a branch; record to a shorter path");
        return false;
    }
    s->recording = recording_branch(file, &s->sim, w->replay.player, w->file, session_period_ns(s), d);
    if (!s->recording) return false;
    if (w->folder[0]) rt_recorder_set_temporary(s->recording->recorder);
    replay_close(&w->replay);
    memcpy(w->file, file, sizeof w->file);
    w->held = false;
    session_pace_return(&s->pace);
    return true;
}

static bool is_own_file(const run_rewind *w, const char *file, rt_diag *d) {
    if (!rt_same_file(file, w->file) && !rt_same_file(file, w->first)) return false;
    // opening it for writing would truncate it
    rt_diag_error(d, file, 0, 0, "this file is the recording of the present run; choose another name");
    return true;
}

// Saves what the writer has put on the disk so far.
static bool save_running(const run_rewind *w, const char *file, uint64_t *frames, rt_diag *d) {
    rt_diag open_end = {0}; // the recording is not closed yet
    rt_player *p = rt_play_open(w->file, d);
    if (!p) return false;
    *frames = rt_play_get_contents(p).end_frame;
    bool good = recording_slice(p, w->file, file, rt_play_header(p)->first_frame, *frames, &open_end) == RT_OK;
    if (!good) *d = open_end;
    rt_play_close(p);
    return good;
}

bool run_rewind_save(run_rewind *w, const char *file, uint64_t *frames, rt_diag *d) {
    if (is_own_file(w, file, d)) return false;
    if (session_pace_runs(&w->s->pace) && w->s->recording) return save_running(w, file, frames, d);
    if (!hold_sim(w, d)) return false;
    rt_player *p = w->replay.player;
    *frames = w->s->frames;
    bool good = recording_slice(p, w->file, file, rt_play_header(p)->first_frame, *frames, d) == RT_OK;
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

rt_status run_rewind_close(run_rewind *w, rt_diag *d) {
    if (!w->s) return RT_OK;
    if (w->held) replay_close(&w->replay);
    w->held = false;
    rt_status status = recording_close(w->s->recording, &w->s->sim, d);
    w->s->recording = NULL;
    return status;
}

rt_status run_rewind_end(run_rewind *w, rt_diag *d) {
    if (!w->s) return RT_OK;
    rt_status status = run_rewind_close(w, d);
    if (w->lost[0]) {
        rt_diag_error(d, w->file, 0, 0, "%s", w->lost);
        status = RT_ERR_FILE;
    }
    if (w->folder[0]) remove_files(w);
    *w = (run_rewind){0};
    return status;
}
