// SPDX-License-Identifier: MIT
// Prints the contents of a recording, without running the simulation.
#include "rt/app/cmd.h"
#include "rt/app/replay.h"
#include "rt/base/plain.h"
#include "rt/recording/times.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// The value comes from the recording: a terminal must not obey it.
static void print_line(const char *name, const char *value) {
    char shown[4096];
    printf("%s: %s\n", name, rt_plain(shown, sizeof shown, value));
}

static void print_header(const rt_record_header *h) {
    static const char *const key[][2] = {{"version", "recorded by hawse"},
                                         {"recorded", "on"},
                                         {"host", "host"},
                                         {"compiler", "compiler"},
                                         {"flags", "flags"},
                                         {"floating_point", "floating point"},
                                         {"clock", "clock"},
                                         {"slice_of", "slice of"},
                                         {"first_state", "first state"}};
    char value[1024];
    print_line("scenario", h->scenario_path);
    for (size_t k = 0; k < sizeof key / sizeof key[0]; k++)
        if (recording_info_find(h->info, key[k][0], 0, value, sizeof value)) print_line(key[k][1], value);
    for (int k = 0; recording_info_find(h->info, "file", k, value, sizeof value); k++) print_line("file", value);
}

static void print_dropped(const rt_play_contents *l) {
    printf("closed normally; %" PRIu64 " frames", l->dropped);
    if (l->dropped_channels || l->dropped_states)
        printf(", %" PRIu64 " rows of channels and %" PRIu64 " states", l->dropped_channels, l->dropped_states);
    printf(" dropped by the recorder\n");
}

static void print_length(const rt_player *p) {
    const rt_record_header *h = rt_play_header(p);
    const rt_play_contents l = rt_play_get_contents(p);
    double step = 1e-9 * (double)h->h_ns;
    printf("frames: %" PRIu64 " of %g ms, %.3f to %.3f s", l.frames, 1e3 * step, step * (double)h->first_frame,
           step * (double)l.end_frame);
    if (l.missing) printf("; %" PRIu64 " between them were dropped", l.missing);
    printf("\nstates: %d of %zu bytes; channels: %d, %" PRIu64 " rows; times: %" PRIu64 " frames\n", l.keyframes,
           h->state_size, rt_play_n_channels(p), l.channels, l.times);
    if (l.pulls) printf("pulled by hand in %" PRIu64 " frames\n", l.pulls);
    if (l.closed)
        print_dropped(&l);
    else if (l.how == RT_PLAY_END)
        printf("not closed, as after a crash\n");
    else
        printf("damaged: %" PRIu64 " bytes are intact, %" PRIu64 " intact chunks behind the damage are not read\n",
               l.bytes, l.after);
}

// Prints each kind of event with its count and first frame. The names come from the recording, which may be of
// another version of the program.
static rt_play print_events(rt_player *p, rt_diag *d) {
    uint64_t count[RT_EVENT_BITS] = {0}, first[RT_EVENT_BITS] = {0};
    char names[2048] = "", *rest = names, shown[512];
    rt_record_row row;
    rt_play how;
    recording_info_find(rt_play_header(p)->info, "events", 0, names, sizeof names);
    while ((how = rt_play_next(p, &row, d)) == RT_PLAY_FRAME)
        for (int k = 0; k < RT_EVENT_BITS; k++)
            if (row.events >> k & 1 && count[k]++ == 0) first[k] = row.frame;
    double step = 1e-9 * (double)rt_play_header(p)->h_ns;
    for (int k = 0; k < RT_EVENT_BITS; k++) {
        const char *name = rest ? strsep(&rest, ",") : "unknown";
        if (count[k])
            printf("event: %s %" PRIu64 " times, first in frame %" PRIu64 " (%.3f s)\n",
                   rt_plain(shown, sizeof shown, name), count[k], first[k], step * (double)first[k]);
    }
    return how;
}

static void print_times(rt_player *p) {
    static rt_histogram start, work;
    recording_times times = recording_times_from(p, rt_play_header(p)->first_frame);
    recording_frame_times t;
    uint64_t late = 0;
    while (recording_times_next(&times, &t)) {
        rt_histogram_add(&start, t.start_ns);
        rt_histogram_add(&work, t.work_ns);
        late += t.end_ns > times.period_ns;
    }
    if (work.n == 0) return;
    if (times.period_ns != rt_play_header(p)->h_ns)
        printf("paced as %" PRIu64 " frames of %g ms, each of several steps\n", work.n, 1e-6 * (double)times.period_ns);
    printf("work: p50 %.3f, p99 %.3f, max %.3f ms; start after release: p99 %.3f, max %.3f ms; %" PRIu64
           " frames ended after their period\n",
           1e-6 * (double)rt_histogram_quantile(&work, 0.5), 1e-6 * (double)rt_histogram_quantile(&work, 0.99),
           1e-6 * (double)work.max_ns, 1e-6 * (double)rt_histogram_quantile(&start, 0.99), 1e-6 * (double)start.max_ns,
           late);
}

int replay_print_contents(rt_player *p, rt_diag *d) {
    print_header(rt_play_header(p));
    print_length(p);
    rt_play how = print_events(p, d);
    print_times(p);
    fputs(d->text, stderr);
    return how == RT_PLAY_DAMAGED ? EXIT_USAGE : EXIT_DONE;
}
