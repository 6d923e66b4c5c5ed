// SPDX-License-Identifier: MIT
// The live score: a thread of its own follows the recording as it grows, with the reader that scores a closed one. The
// frames do not know of it.
#include "rt/file/json.h"
#include "rt/file/text.h"
#include "rt/station/private.h"
#include "rt/train/follow.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { NICE = 10, SHOWN_REPORTS = 24 };
#define LOOK_NS 250000000       // between two looks at the recording [ns]
#define PATIENCE_NS 10000000000 // longest wait for the score of a run that has ended [ns]

// What the thread works with, by itself.
struct station_scorer {
    station_task task; // in progress
    train_exercise exercise;
    bool has_exercise;
    train_follow *follow;
    train_total total;
    rt_diag why;
};
typedef struct station_scorer scorer;

// ---- the score as JSON ---------------------------------------------------------------------------------------------

static const char *const state_word[] = {[TRAIN_DUE] = "due",
                                         [TRAIN_GIVEN] = "given",
                                         [TRAIN_LATE] = "late",
                                         [TRAIN_MISSED] = "missed",
                                         [TRAIN_NOT_SO] = "not so"};

static double time_of(const train_answer *a) { return isnan(a->due) ? a->said : a->due; }

static int by_time(const void *a, const void *b) {
    const train_answer *const *x = a, *const *y = b;
    return time_of(*x) < time_of(*y) ? -1 : time_of(*x) > time_of(*y);
}

// The newest reports.
static void write_reports(rt_json *j, const train_total *t) {
    const train_answer *order[TRAIN_ANSWERS];
    for (int k = 0; k < t->answers; k++) order[k] = &t->answer[k];
    qsort(order, (size_t)t->answers, sizeof order[0], by_time);
    rt_json_array(j, "reports");
    for (int k = t->answers > SHOWN_REPORTS ? t->answers - SHOWN_REPORTS : 0; k < t->answers; k++) {
        rt_json_object(j, NULL);
        rt_json_text(j, "say", t->result[order[k]->result].name);
        rt_json_int(j, "number", order[k]->number);
        rt_json_number(j, "due", order[k]->due);
        rt_json_number(j, "given", order[k]->said);
        rt_json_text(j, "state", state_word[train_answer_judge(t, order[k])]);
        rt_json_end(j);
    }
    rt_json_end(j);
}

static char *write_score(scorer *w) {
    rt_text t;
    rt_json j = {.file = rt_text_open(&t)};
    if (!j.file) return NULL;
    train_follow_total(w->follow, &w->total);
    rt_json_object(&j, NULL);
    rt_json_number(&j, "time", w->total.since);
    rt_json_bool(&j, "final", w->task.final);
    train_total_write(&j, &w->exercise, &w->total, w->task.h);
    write_reports(&j, &w->total);
    rt_json_end(&j);
    return rt_text_close(&t);
}

// ---- thread --------------------------------------------------------------------------------------------------------

// Takes over the newest task: another run brings its exercise, another recording or an earlier end begins anew.
static void take_task(station *st, scorer *w) {
    pthread_mutex_lock(&st->lock);
    const station_task next = st->task;
    st->task.exercise = NULL; // it is the thread's now
    pthread_mutex_unlock(&st->lock);
    const bool another_run = next.run != w->task.run;
    if (another_run || strcmp(next.file, w->task.file) != 0 || next.end < w->task.end) {
        train_follow_close(w->follow);
        w->follow = NULL;
    }
    if (another_run && w->has_exercise) train_exercise_free(&w->exercise);
    if (another_run) w->has_exercise = next.exercise != NULL;
    if (next.exercise) w->exercise = *next.exercise;
    free(next.exercise);
    w->task = next;
    w->task.exercise = NULL;
}

// Feeds what the recording has gained. False: there is none to read, yet or any more.
static bool read_on(scorer *w) {
    w->why = (rt_diag){0};
    if (!w->has_exercise || !w->task.file[0]) return false;
    if (!w->follow) w->follow = train_follow_open(&w->exercise, w->task.file, &w->why);
    if (!w->follow) return false;
    if (w->task.final) return train_follow_finish(w->follow, w->task.end, &w->why) == RT_OK;
    return train_follow_read(w->follow, w->task.end) > 0;
}

static void publish_score(station *st, const scorer *w, char *text) {
    pthread_mutex_lock(&st->lock);
    char *old = text;
    if (text && st->task.run == w->task.run && (!st->score || strcmp(st->score, text) != 0)) {
        old = st->score;
        st->score = text;
        st->scored++;
    }
    if (w->task.final && st->task.final) st->settled = true;
    pthread_mutex_unlock(&st->lock);
    free(old);
}

static void *run(void *self) {
    station *st = self;
    scorer *w = st->scorer_work;
    rt_clock clock = rt_clock_monotonic();
    setpriority(PRIO_PROCESS, 0, NICE); // of this thread alone, on Linux
    while (!atomic_load(&st->stop)) {
        take_task(st, w);
        publish_score(st, w, read_on(w) ? write_score(w) : NULL);
        for (int64_t until = rt_clock_now_ns(&clock) + LOOK_NS;
             rt_clock_now_ns(&clock) < until && !atomic_load(&st->stop) && !atomic_load(&st->hurry);)
            rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + LOOK_NS / 10);
        atomic_store(&st->hurry, false);
    }
    train_follow_close(w->follow);
    if (w->has_exercise) train_exercise_free(&w->exercise);
    return NULL;
}

// ---- main thread ---------------------------------------------------------------------------------------------------

rt_status station_start_scorer(station *st, rt_diag *d) {
    st->scorer_work = calloc(1, sizeof(scorer));
    const int failed = st->scorer_work ? pthread_create(&st->scorer, NULL, run, st) : ENOMEM;
    if (!failed) return RT_OK;
    rt_diag_error(d, NULL, 0, 0, "--station: no thread for the score: %s", strerror(failed));
    free(st->scorer_work);
    return RT_ERR_MEMORY;
}

void station_stop_scorer(station *st) {
    atomic_store(&st->stop, true);
    pthread_join(st->scorer, NULL);
    free(st->scorer_work);
    if (st->task.exercise) train_exercise_free(st->task.exercise);
    free(st->task.exercise);
    free(st->score);
}

// The thread has its own copy of the exercise: the frames use the run's.
rt_status station_begin_score(station *st, rt_diag *d) {
    const train_run *t = st->desk.exercise;
    train_exercise *own = NULL;
    if (t->active) {
        own = calloc(1, sizeof *own);
        if (!own) rt_diag_error(d, NULL, 0, 0, "--station: no memory");
        if (!own || train_exercise_load(t->e.path, true, own, d) != RT_OK) {
            free(own);
            return RT_ERR_MEMORY;
        }
    }
    pthread_mutex_lock(&st->lock);
    train_exercise *unused = st->task.exercise;
    char *old = st->score;
    st->task = (station_task){.run = st->desk.run, .h = st->desk.s->sim.model.h, .exercise = own, .end = UINT64_MAX};
    st->score = NULL;
    st->settled = false;
    pthread_mutex_unlock(&st->lock);
    if (unused) train_exercise_free(unused);
    free(unused);
    free(old);
    return RT_OK;
}

// While the run is rewound, the frames after the present one are not scored.
void station_follow_recording(station *st) {
    const run_rewind *w = st->desk.rewind;
    const uint64_t end = w->held ? st->desk.s->frames : UINT64_MAX;
    if (!st->desk.exercise->active || !w->s || (end == st->given_end && strcmp(w->file, st->given_file) == 0)) return;
    st->given_end = end;
    memcpy(st->given_file, w->file, sizeof st->given_file);
    pthread_mutex_lock(&st->lock);
    st->task.end = end;
    memcpy(st->task.file, w->file, sizeof st->task.file);
    pthread_mutex_unlock(&st->lock);
}

void station_finish_score(station *st, uint64_t frames) {
    rt_clock clock = rt_clock_monotonic();
    const int64_t until = rt_clock_now_ns(&clock) + PATIENCE_NS;
    bool settled = !st->desk.exercise->active || !st->given_file[0];
    pthread_mutex_lock(&st->lock);
    st->task.final = true;
    st->task.end = frames;
    pthread_mutex_unlock(&st->lock);
    atomic_store(&st->hurry, true);
    while (!settled && rt_clock_now_ns(&clock) < until) {
        rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + 5000000);
        pthread_mutex_lock(&st->lock);
        settled = st->settled;
        pthread_mutex_unlock(&st->lock);
    }
}
