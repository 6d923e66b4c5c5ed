// SPDX-License-Identifier: MIT
// hawse replay --frames, --video, --report, --html: runs a part of the recording again for pictures and a report.
#include "rt/app/cmd.h"
#include "rt/app/replay.h"
#include "rt/base/signals.h"
#include "rt/frame/clock.h"
#include "rt/page/page.h"
#include "rt/recording/times.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// State of the re-run. The replay runs the frames; the session only holds what the report reads.
typedef struct watch {
    const replay_command *c;
    replay r;
    uint64_t from, to; // frames
    session session;
    rt_loop_stats loop;
    dyn_snapshot seen;
    picture_film *film;
    report_story *story;
    uint64_t next_progress; // frame
    rt_diag *d;
} watch;

// Lists the recorded events of a frame, with evidence from the sim that has just run that frame again.
static void add_events(session *s, const sim *ran, const rt_record_row *row) {
    for (int k = 0; k < RT_EVENT_COUNT; k++) {
        if (!(row->events >> k & 1)) continue;
        s->input_events[k]++;
        if (s->n_events == SESSION_EVENTS) continue;
        session_event *e = &s->event[s->n_events++];
        *e = (session_event){.frame = row->frame, .kind = (rt_event)k};
        e->has_evidence = sim_evidence(ran, e->kind, &e->evidence);
    }
}

// Feeds the frame just run to pictures and report.
static rt_status watch_frame(watch *w, const rt_record_row *row) {
    double t = sim_time(w->r.sim);
    bool pictures = w->film && picture_film_due(w->film, t);
    w->session.frames++;
    add_events(&w->session, w->r.sim, row);
    if (w->story) report_history_add(w->story->history, w->r.sim);
    if (pictures || w->story) sim_snapshot(w->r.sim, &w->seen);
    if (w->story) report_story_update(w->story, &w->seen);
    return pictures ? picture_film_frame(w->film, &w->seen, w->d) : RT_OK;
}

static void print_progress(watch *w) {
    if (!isatty(STDERR_FILENO) || w->r.next < w->next_progress) return;
    double h = w->r.sim->model.h;
    fprintf(stderr, "\r%6.1f of %.1f s ", h * (double)w->r.next, h * (double)w->to);
    w->next_progress = w->r.next + (uint64_t)llround(fmax(1, 0.5 / h));
}

static rt_status run(watch *w, rt_play *how) {
    rt_record_row row;
    bool finite = true;
    rt_status status = replay_seek(&w->r, w->from, w->d) ? RT_OK : RT_ERR_FORMAT;
    *how = RT_PLAY_END;
    while (status == RT_OK && finite && w->r.next < w->to && !atomic_load(&rt_signals_ended)) {
        if ((*how = replay_step(&w->r, &row, &finite, w->d)) != RT_PLAY_FRAME) break;
        if (row.frame >= w->from) status = watch_frame(w, &row);
        print_progress(w);
    }
    if (isatty(STDERR_FILENO)) fputc('\n', stderr);
    w->session.failed = !finite;
    w->session.failed_frame = w->r.next - 1;
    return status;
}

// Collects the recorded start and work times of the frames. Returns the time from the first release to the end of the
// last period [s]; NAN if no wall clock paced the run.
static double collect_times(watch *w) {
    session *s = &w->session;
    recording_times times = recording_times_from(w->r.player, w->from);
    recording_frame_times t;
    int64_t first = 0, last = 0;
    char clock[16] = "";
    recording_info_find(rt_play_header(w->r.player)->info, "clock", 0, clock, sizeof clock);
    bool paced = clock[0] == 'w';
    w->loop.period_ns = w->loop.budget_ns = times.period_ns;
    while (recording_times_next(&times, &t) && t.step < w->r.next) {
        if (s->work.n == 0) first = t.release_ns;
        last = t.release_ns;
        rt_histogram_add(&s->work, t.work_ns);
        for (int k = 0; k < RT_PHASE_COUNT; k++) rt_histogram_add(&s->phase[k], t.phase[k]);
        if (paced) rt_histogram_add(&w->loop.wakeup, t.start_ns);
        bool late = t.end_ns > times.period_ns;
        s->over_budget += late;
        s->over_budget_run = late ? s->over_budget_run + 1 : 0;
        if (s->over_budget_run > s->over_budget_longest) s->over_budget_longest = s->over_budget_run;
    }
    snprintf(w->loop.scheduler, sizeof w->loop.scheduler, paced ? "wall clock" : "manual clock");
    return paced ? 1e-9 * (double)(last - first + times.period_ns) : (double)NAN;
}

// The report's object "score" of a scored recording.
static void write_score(rt_json *j, const session *s, const void *ctx) {
    const debrief_page *p = ctx;
    train_total_write(j, p->e, p->total, s->sim.model.h);
}

static rt_status write_report(watch *w) {
    session *s = &w->session;
    debrief_page *debrief = w->c->debrief;
    const report_run run = {.wall_s = collect_times(w),
                            .loop = &w->loop,
                            .trainee = w->c->trainee,
                            .info = rt_play_header(w->r.player)->info,
                            .from_s = (double)w->from * w->r.sim->model.h,
                            .more = debrief ? write_score : NULL,
                            .more_ctx = debrief};
    const report_files files = {.json = w->c->report,
                                .html = w->c->html,
                                .story = w->story,
                                .more = debrief ? debrief_page_write : NULL,
                                .more_ctx = debrief,
                                .more_style = debrief_page_style};
    if (debrief) debrief->sim = w->r.sim;
    s->hash = sim_hash(w->r.sim);
    if (w->story) {
        sim_snapshot(w->r.sim, &w->seen);
        report_story_end(w->story, &w->seen);
    }
    s->sim = *w->r.sim; // a shallow copy for the report; the replay owns the sim
    for (int k = 0; k < RT_EVENT_COUNT; k++) s->sim.counters.event[k] = 0; // the report counts the recorded events
    return report_files_write(&files, s, &run, w->d);
}

static rt_status open_outputs(watch *w) {
    bool film = picture_film_wanted(&w->c->film);
    if (film && !(w->film = picture_film_open(w->r.sim, &w->c->film, w->d))) return RT_ERR_DEVICE;
    if (w->c->html && !(w->story = report_story_create(w->r.sim, w->d))) return RT_ERR_MEMORY;
    return RT_OK;
}

int replay_watch(const replay_command *c, rt_player *p, rt_diag *d) {
    static watch w;
    rt_play how = RT_PLAY_END;
    w = (watch){.c = c, .d = d};
    rt_status status = replay_begin(c, p, &w.r, &w.from, &w.to, d);
    if (status != RT_OK) return options_fail(d, status);
    status = open_outputs(&w);
    if (status == RT_OK) {
        rt_signals_catch(false);
        status = run(&w, &how);
        if (status == RT_OK && how != RT_PLAY_DAMAGED && w.r.next == w.to)
            how = rt_play_end_before(w.r.player, w.to, d);
        if (picture_film_close(w.film, d) != RT_OK) status = RT_ERR_FILE;
        if ((c->report || c->html) && write_report(&w) != RT_OK) status = RT_ERR_FILE;
        printf("%" PRIu64 " frames replayed\n", w.session.frames);
    } else {
        picture_film_close(w.film, d);
    }
    report_story_free(w.story);
    replay_close(&w.r);
    fputs(d->text, stderr);
    if (how == RT_PLAY_DAMAGED) return EXIT_USAGE;
    if (w.session.failed) return EXIT_INTERNAL;
    if (status == RT_ERR_FILE) return EXIT_SHORT; // an output could not be written
    return status != RT_OK ? EXIT_USAGE : EXIT_DONE;
}
