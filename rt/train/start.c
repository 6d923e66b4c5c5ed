// SPDX-License-Identifier: MIT
#include "rt/train/start.h"
#include "rt/file/outputs.h"
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 3 * RT_CONFIG_TEXT };

// A message at the key, with the command that makes the recording again.
__attribute__((format(printf, 3, 4))) static rt_status refuse(const train_exercise *e, rt_diag *d, const char *format,
                                                              ...) {
    const train_start *s = &e->start;
    char why[WHY];
    va_list rest;
    va_start(rest, format);
    vsnprintf(why, sizeof why, format, rest);
    va_end(rest);
    rt_diag_error(d, e->path, s->line, 0,
                  "start.recording: %s. Make it: hawse sil %s --script %s --duration %g --record %s", why, e->scenario,
                  s->script[0] ? s->script : "SCRIPT", s->at, s->recording);
    return RT_ERR_FORMAT;
}

// ---- is it the exercise's scenario? --------------------------------------------------------------------------------

// Keys at the top level that change no state: who operates, how long, what is written.
static bool is_free(const char *line) {
    static const char *const free_key[] = {"title:", "operator:", "record_interval:", "end:"};
    for (size_t k = 0; k < sizeof free_key / sizeof *free_key; k++)
        if (strncmp(line, free_key[k], strlen(free_key[k])) == 0) return true;
    return false;
}

// The next line of a resolved scenario that counts; NULL: none.
static const char *next_line(const char **rest, bool *skips) {
    while (**rest) {
        const char *line = *rest;
        *rest += strcspn(line, "\n");
        *rest += **rest == '\n';
        if (*line != ' ' && *line != '\n') *skips = is_free(line);
        if (!*skips && *line != '\n') return line;
    }
    return NULL;
}

// Whether two lines say the same; of a file, the name without its folder: recordings travel.
static bool same_line(const char *a, const char *b) {
    const size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
    if (n == m && strncmp(a, b, n) == 0) return true;
    const char *path = memmem(a, n, ": \"/", 4), *other = memmem(b, m, ": \"/", 4);
    if (!path || !other || path - a != other - b || strncmp(a, b, (size_t)(path - a)) != 0) return false;
    const char *name = memrchr(a, '/', n), *own = memrchr(b, '/', m);
    return a + n - name == b + m - own && strncmp(name, own, (size_t)(a + n - name)) == 0;
}

static rt_status check_scenario(const train_exercise *e, const char *recorded, const sim *s, rt_diag *d) {
    char *own = recording_scenario(s);
    const char *a = recorded, *b = own ? own : "", *line, *other;
    bool skips_a = false, skips_b = false, same = own != NULL;
    do {
        line = next_line(&a, &skips_a), other = next_line(&b, &skips_b);
        same = same && (line && other ? same_line(line, other) : line == other);
    } while (same && line);
    rt_status status = RT_OK;
    if (!same && line && other) {
        line += strspn(line, " "), other += strspn(other, " ");
        status = refuse(e, d, "recorded in another scenario: it has '%.*s', the exercise's has '%.*s'",
                        (int)strcspn(line, "\n"), line, (int)strcspn(other, "\n"), other);
    } else if (!same)
        status = refuse(e, d, "recorded in another scenario: one has keys that the other lacks");
    free(own);
    return status;
}

// ---- the state -----------------------------------------------------------------------------------------------------

static rt_status check_time(const train_exercise *e, const rt_player *p, rt_diag *d) {
    const rt_record_header *h = rt_play_header(p);
    const double step = 1e-9 * (double)h->h_ns;
    const uint64_t at = train_exercise_first_frame(e, step), end = rt_play_get_contents(p).end_frame;
    if (at >= h->first_frame && at <= end) return RT_OK;
    return refuse(e, d, "start.at: expected a time in the recording, %.3f to %.3f s, found %g s",
                  step * (double)h->first_frame, step * (double)end, e->start.at);
}

static rt_status check_hash(const train_exercise *e, uint64_t hash, rt_diag *d) {
    char found[20];
    snprintf(found, sizeof found, "%016" PRIx64, hash);
    if (strcmp(found, e->start.hash.text) == 0) return RT_OK;
    if (!e->start.hash.text[0]) {
        rt_diag_error(d, e->path, e->start.line, 0, "start.hash: expected the hash of the state: %s", found);
        return RT_ERR_FORMAT;
    }
    rt_diag_error(d, e->path, e->start.hash.line, e->start.hash.column,
                  "start.hash: the state at %g s has the hash %s, found %s here: another run, or another version of "
                  "hawse. Check the exercise's runs, then write this hash",
                  e->start.at, found, e->start.hash.text);
    return RT_ERR_FORMAT;
}

// Opens the recording to replay it in the session's sim.
static rt_status open_replay(const train_exercise *e, replay *r, sim *s, rt_diag *d) {
    if (e->start.missing[0]) return refuse(e, d, "%s", e->start.missing);
    if (!rt_outputs_spare(e->start.recording, "the recording of the exercise's start", d)) return RT_ERR_USAGE;
    rt_player *p = rt_play_open(e->start.recording, d);
    if (!p) return refuse(e, d, "cannot be read");
    rt_status status = check_scenario(e, rt_play_header(p)->scenario_text, s, d);
    if (status == RT_OK) status = check_time(e, p, d);
    if (status != RT_OK) {
        rt_play_close(p);
        return status;
    }
    status = replay_open_in(r, e->start.recording, p, s, d);
    return status == RT_OK ? RT_OK : refuse(e, d, "its state has another layout: written by another version of hawse");
}

// A played operator is at its controls from the start; a live one arms them.
static void arm(session *s) {
    if (hw_device_polls_in_frame(s->device))
        s->conditioner.state = s->sim.command.failsafe ? RT_SAFETY_FAILSAFE : RT_SAFETY_ACTIVE;
}

rt_status train_start_begin(const train_exercise *e, session *s, rt_diag *d) {
    const double h = s->sim.model.h;
    const uint64_t at = train_exercise_first_frame(e, h);
    replay r;
    if (!e->start.recording[0]) return RT_OK;
    rt_status status = open_replay(e, &r, &s->sim, d);
    if (status != RT_OK) return status;
    if (!session_rewind(s, &r, at, d) || s->frames != at)
        status = refuse(e, d, "cannot be replayed to %g s", e->start.at);
    replay_close(&r);
    if (status == RT_OK) status = check_hash(e, s->hash, d);
    if (status != RT_OK) return status;
    s->script_ns -= (int64_t)at * llround(1e9 * h);
    arm(s);
    return RT_OK;
}

rt_status train_start_check(const train_exercise *e, sim *s, rt_diag *d) {
    const uint64_t at = train_exercise_first_frame(e, s->model.h);
    replay r;
    if (!e->start.recording[0]) return RT_OK;
    rt_status status = open_replay(e, &r, s, d);
    if (status != RT_OK) return status;
    const bool first = at <= rt_play_header(r.player)->first_frame,
               good = first ? replay_seek(&r, at, d) : replay_run_to(&r, at, d) != RT_PLAY_DAMAGED;
    if (!good || r.next != at) status = refuse(e, d, "cannot be replayed to %g s", e->start.at);
    replay_close(&r);
    return status == RT_OK ? check_hash(e, sim_hash(s), d) : status;
}

bool train_start_matches(const train_exercise *e, const char *file, const rt_record_header *h, rt_diag *d) {
    const double step = 1e-9 * (double)h->h_ns;
    const uint64_t at = train_exercise_first_frame(e, step);
    char hash[RT_CONFIG_NAME] = "none";
    if (h->first_frame != at) {
        rt_diag_error(d, file, 0, 0, "expected a recording from its run's start at %.3f s, found one from %.3f s on",
                      step * (double)at, step * (double)h->first_frame);
        return false;
    }
    if (at == 0 ||
        (recording_info_find(h->info, "first_state", 0, hash, sizeof hash) && strcmp(hash, e->start.hash.text) == 0))
        return true;
    rt_diag_error(d, file, 0, 0, "expected a run of %s: it begins at the state %s, found one that begins at %s",
                  e->path, e->start.hash.text, hash);
    return false;
}
