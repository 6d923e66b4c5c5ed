// SPDX-License-Identifier: MIT
// Empty frames, or frames of so much arithmetic: what this machine can promise a real-time thread, with nothing of ours
// in the way.
#include "rt/cmd.h"
#include "rt/options.h"
#include "rt/report_loop.h"

#define TRIES 100 // of so many turns each, to find how long a turn takes where nothing is in the way
#define TURNS 10000

typedef struct idle {
    uint64_t frames;
    double work_ns; // of each frame
    uint64_t turns; // that take as long
    uint64_t value; // of the last turn: what nobody reads need not be worked out
} idle;

// Arithmetic that waits for itself (a linear congruential generator), for so many turns.
static uint64_t turn(uint64_t x, uint64_t turns) {
    while (turns-- > 0) x = 6364136223846793005u * x + 1442695040888963407u;
    return x;
}

static uint64_t measure_turns(void *ctx) {
    idle *w = ctx;
    rt_clock clock = rt_clock_monotonic();
    int64_t least = INT64_MAX;
    for (int k = 0; w->work_ns > 0 && k < TRIES; k++) {
        int64_t begin = rt_clock_now_ns(&clock);
        w->value = turn(w->value, TURNS);
        int64_t took = rt_clock_now_ns(&clock) - begin;
        if (took < least) least = took;
    }
    w->turns = (uint64_t)(TURNS * w->work_ns / (double)least);
    return 0;
}

static bool idle_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    idle *w = ctx;
    (void)release_ns;
    (void)p;
    w->value = turn(w->value, w->turns);
    return frame + 1 < w->frames;
}

static rt_status write_report(const char *path, const idle *w, const rt_loop_stats *stats, rt_diag *d) {
    rt_json j;
    rt_status status = rt_json_open(&j, path, d);
    if (status != RT_OK) return status;
    rt_json_object(&j, NULL);
    rt_json_text(&j, "version", HAWSE_VERSION);
    report_host(&j, stats);
    rt_json_int(&j, "frame_work_ns", (int64_t)w->work_ns);
    report_latency(&j, stats);
    rt_json_end(&j);
    return rt_json_close(&j, d);
}

int cmd_latency(int argc, char **argv) {
    static rt_diag d;
    static rt_loop_stats stats;
    const char *report = NULL;
    double duration = 10, work_s = 0;
    const char *word[1];
    int words;
    bool help;
    const option table[] = {
        {"--duration", "S", OPTION_DURATION, &duration, "time to measure [s]; default 10"},
        {"--work", "S", OPTION_DURATION, &work_s,
         "processor time that each frame takes where nothing is in its way [s], such as 0.0004; default: none"},
        {"--report", "FILE", OPTION_OUT_FILE, &report, "write the statistics and every miss with its cause (JSON)"},
    };
    if (!options_parse(argc, argv, table, 3, word, 0, &words, &help, &d)) return cmd_fail(&d, RT_ERR_USAGE);
    if (help) {
        printf("usage: hawse latency [OPTION...]\n");
        options_print(stdout, table, 3);
        return EXIT_DONE;
    }
    rt_loop_def def = rt_loop_def_default();
    def.cpu = rt_loop_choose_cpu();
    def.warm_up = measure_turns;
    if (1e9 * work_s >= (double)def.period_ns) {
        rt_diag_error(&d, NULL, 0, 0, "--work: expected less than the period of a frame, %g s, found %g s",
                      1e-9 * (double)def.period_ns, work_s);
        return cmd_fail(&d, RT_ERR_USAGE);
    }
    idle work = {.frames = (uint64_t)(duration * 1e9 / (double)def.period_ns), .work_ns = 1e9 * work_s};
    rt_loop loop;
    rt_status status = rt_loop_start(&loop, &def, idle_frame, &work, &stats, &d);
    if (status != RT_OK) return cmd_fail(&d, status);
    rt_loop_join(&loop);
    fputs(stats.refused, stderr);
    char name[48] = "empty frames";
    if (work_s > 0) snprintf(name, sizeof name, "frames of %.3f ms", 1e3 * work_s);
    report_print_loop(stdout, name, &stats);
    if (report && write_report(report, &work, &stats, &d) != RT_OK) return cmd_fail(&d, RT_ERR_FILE);
    return EXIT_DONE;
}
