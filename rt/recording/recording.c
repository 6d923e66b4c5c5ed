// SPDX-License-Identifier: MIT
#include "rt/recording/recording.h"
#include "rt/file/text.h"
#include "rt/recording/csv.h"
#include "rt/sim/state.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Queue length [frames]: one second of steps, at least QUEUE_LEAST (8 s at 1 ms), within QUEUE_BYTES.
enum { QUEUE_LEAST = 8192 };
#define QUEUE_BYTES ((size_t)64 << 20)

// Writes the resolved scenario with the effective duration.
static void write_scenario(FILE *f, const scenario *sc) {
    const char *text = sc->resolved, *key = "\n  duration: ", *end = strstr(text, "\nend:\n");
    const char *at = end ? strstr(end, key) : NULL;
    if (!at) {
        fputs(text, f);
        return;
    }
    at += strlen(key);
    fprintf(f, "%.*s%.17g%s", (int)(at - text), text, sc->end.duration, at + strcspn(at, "\n"));
}

static char *text_of(const sim *s, void (*write)(FILE *f, const sim *s)) {
    rt_text t;
    if (rt_text_open(&t)) write(t.file, s);
    return rt_text_close(&t);
}

static void scenario_text(FILE *f, const sim *s) { write_scenario(f, &s->sc); }

char *recording_scenario(const sim *s) { return text_of(s, scenario_text); }

static void sections_text(FILE *f, const sim *s) {
    for (int k = 0; k < s->n_sections; k++) fprintf(f, "%s\n", s->section[k].name);
}

static void channels_text(FILE *f, const sim *s) {
    for (int k = 0; k < sim_columns(s); k++) fprintf(f, "%s\t%s\n", sim_column_of(s, k).name, sim_column_of(s, k).unit);
}

static size_t queue_frames(const sim *s) {
    size_t second = (size_t)ceil(1 / s->model.h), most = QUEUE_BYTES / rt_record_queued_size(s->n_sections);
    if (second < QUEUE_LEAST) second = QUEUE_LEAST;
    return second < most ? second : most;
}

// A recording that begins at a later state than the scenario's start names it by its hash.
static char *info_of(const recording *r, sim *s) {
    char *info = recording_info(s, r->period_ns, r->keyframe_each), *whole = NULL;
    if (!info || s->state.step == 0) return info;
    if (asprintf(&whole, "%sfirst_state=%016" PRIx64 "\n", info, sim_hash(s)) < 0) whole = NULL;
    free(info);
    return whole;
}

static rt_recorder *open_recorder(const recording *r, const char *path, sim *s, rt_diag *d) {
    char *resolved = recording_scenario(s), *sections = text_of(s, sections_text),
         *channels = text_of(s, channels_text), *info = info_of(r, s);
    char *whole = realpath(s->sc.path, NULL); // so that a replay finds it from any folder
    const rt_record_header head = {.h_ns = (int64_t)llround(1e9 * s->model.h),
                                   .first_frame = s->state.step,
                                   .scenario_path = whole ? whole : s->sc.path,
                                   .scenario_text = resolved,
                                   .info = info,
                                   .sections = sections,
                                   .channels = channels,
                                   .state = r->saved,
                                   .state_size = sim_saved_size(s)};
    rt_recorder *recorder = NULL;
    if (resolved && sections && channels && info)
        recorder = rt_recorder_open(path, &head, queue_frames(s), d);
    else
        rt_diag_error(d, path, 0, 0, "no memory for the recording");
    free(resolved), free(sections), free(channels), free(info), free(whole);
    return recorder;
}

static void release(recording *r) {
    free(r->saved);
    free(r->value);
    free(r);
}

static recording *create(const char *path, sim *s, int64_t period_ns, rt_diag *d) {
    recording *r = calloc(1, sizeof *r);
    if (r) r->saved = malloc(sim_saved_size(s)), r->value = calloc((size_t)sim_columns(s), sizeof *r->value);
    if (!r || !r->saved || !r->value) {
        rt_diag_error(d, path, 0, 0, "no memory for the recording");
        if (r) release(r);
        return NULL;
    }
    r->period_ns = period_ns;
    r->keyframe_each = (uint64_t)fmax(1, round(1 / s->model.h));
    r->pace = csv_pace_of(s);
    return r;
}

// Starts the writer thread, if a clock paces the frames. Without a recorder frees r and returns NULL.
static recording *start_writer(recording *r, rt_diag *d) {
    if (r->recorder && r->period_ns > 0 && rt_recorder_start(r->recorder, d) != RT_OK) {
        rt_recorder_close(r->recorder, d);
        r->recorder = NULL;
    }
    if (r->recorder) return r;
    release(r);
    return NULL;
}

recording *recording_open(const char *path, sim *s, int64_t period_ns, rt_diag *d) {
    recording *r = create(path, s, period_ns, d);
    if (!r) return NULL;
    sim_save(s, r->saved);
    csv_pace_seek(&r->pace, sim_time(s));
    r->recorder = open_recorder(r, path, s, d);
    return start_writer(r, d);
}

// Whether the recorded channels are those of the sim: another version of the program may have others.
static bool has_channels(sim *s, const rt_record_header *h, const char *name, rt_diag *d) {
    char *own = text_of(s, channels_text);
    const bool same = own && strcmp(own, h->channels) == 0;
    free(own);
    if (!same)
        rt_diag_error(d, name, 0, 0,
                      "recorded with other channels, by another version of hawse: a branch of it cannot be recorded");
    return same;
}

recording *recording_branch(const char *path, sim *s, rt_player *p, const char *name, int64_t period_ns, rt_diag *d) {
    recording *r = create(path, s, period_ns, d);
    rt_record_header h = *rt_play_header(p);
    char *info = NULL;
    if (!r) return NULL;
    if (!has_channels(s, &h, name, d)) {
        release(r);
        return NULL;
    }
    if (asprintf(&info, "%sbranch_of=%s\n", h.info, name) < 0) info = NULL;
    h.info = info ? info : h.info;
    h.state = r->saved;
    if (rt_play_read_keyframe(p, 0, r->saved)) r->recorder = rt_recorder_open(path, &h, queue_frames(s), d);
    if (r->recorder && recording_copy(p, r->recorder, h.first_frame, s->state.step, d) != RT_OK) {
        rt_recorder_close(r->recorder, d);
        r->recorder = NULL;
    }
    free(info);
    csv_pace_seek(&r->pace, sim_time(s)); // the copy has the rows up to now
    return start_writer(r, d);
}

static int64_t clamp(int64_t v, int64_t low, int64_t high) { return v < low ? low : v > high ? high : v; }

static rt_record_times times_of(const recording *r, int64_t release_ns, const rt_profile *p) {
    rt_record_times t = {.release_ns = release_ns};
    int64_t work = 0;
    for (int k = 0; k < RT_PHASE_COUNT; k++) {
        work += p->ns[k];
        t.phase[k] = (uint32_t)clamp(p->ns[k], 0, UINT32_MAX);
    }
    t.work_ns = (uint32_t)clamp(work, 0, UINT32_MAX);
    if (r->period_ns > 0) t.start_ns = (int32_t)clamp(p->mark_ns - work - release_ns, INT32_MIN, INT32_MAX);
    return t;
}

// Records channels and whole state, in the frames where they are due.
static void record_rest(recording *r, sim *s, uint64_t frame) {
    if (csv_pace_due(&r->pace, sim_time(s))) {
        sim_values(s, r->value);
        rt_record_push_channels(r->recorder, frame, r->value);
    }
    if ((frame + 1) % r->keyframe_each == 0) {
        sim_save(s, r->saved);
        rt_record_push_keyframe(r->recorder, frame + 1, r->saved);
    }
}

uint32_t recording_frame(recording *r, sim *s, rt_record_row row, int64_t release_ns, const rt_profile *p) {
    uint32_t own = 0;
    row.times = times_of(r, release_ns, p);
    row.section = s->section_hash;
    if (!rt_record_push_frame(r->recorder, &row)) own |= RT_EVENT_BIT(RT_EVENT_RECORD_DROPPED);
    if (!(s->events >> RT_EVENT_NON_FINITE & 1)) record_rest(r, s, row.frame);
    if (!r->failure_told && rt_record_failed(r->recorder)) {
        own |= RT_EVENT_BIT(RT_EVENT_RECORD_FAILED);
        r->failure_told = true;
    }
    return own;
}

void recording_drain(recording *r) {
    if (!rt_recorder_started(r->recorder)) rt_record_drain(r->recorder);
}

rt_status recording_close(recording *r, sim *s, rt_diag *d) {
    if (!r) return RT_OK;
    uint64_t frames = s->state.step;
    if (frames % r->keyframe_each != 0) { // every frame needs a state after it
        sim_save(s, r->saved);
        rt_record_push_keyframe(r->recorder, frames, r->saved);
    }
    rt_status status = rt_recorder_close(r->recorder, d);
    release(r);
    return status;
}
