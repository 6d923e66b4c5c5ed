// SPDX-License-Identifier: MIT
// Empty frames: what this machine can promise a real-time thread, with nothing of ours in the way.
#include "rt/cmd.h"
#include "rt/options.h"
#include "rt/report_loop.h"

typedef struct idle {
    uint64_t frames;
} idle;

static bool empty_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    const idle *w = ctx;
    (void)release_ns;
    (void)p;
    return frame + 1 < w->frames;
}

static rt_status write_report(const char *path, const rt_loop_stats *stats, rt_diag *d) {
    rt_json j;
    rt_status status = rt_json_open(&j, path, d);
    if (status != RT_OK) return status;
    rt_json_object(&j, NULL);
    rt_json_text(&j, "version", HAWSE_VERSION);
    report_host(&j, stats);
    report_latency(&j, stats);
    rt_json_end(&j);
    return rt_json_close(&j, d);
}

int cmd_latency(int argc, char **argv) {
    static rt_diag d;
    static rt_loop_stats stats;
    const char *report = NULL;
    double duration = 10;
    const char *word[1];
    int words;
    bool help;
    const option table[] = {
        {"--duration", "S", OPTION_DURATION, &duration, "time to measure [s]; default 10"},
        {"--report", "FILE", OPTION_OUT_FILE, &report, "write the statistics and every miss with its cause (JSON)"},
    };
    if (!options_parse(argc, argv, table, 2, word, 0, &words, &help, &d)) return cmd_fail(&d, RT_ERR_USAGE);
    if (help) {
        printf("usage: hawse latency [OPTION...]\n");
        options_print(stdout, table, 2);
        return EXIT_DONE;
    }
    rt_loop_def def = rt_loop_def_default();
    def.cpu = rt_loop_choose_cpu();
    idle work = {.frames = (uint64_t)(duration * 1e9 / (double)def.period_ns)};
    rt_loop loop;
    rt_status status = rt_loop_start(&loop, &def, empty_frame, &work, &stats, &d);
    if (status != RT_OK) return cmd_fail(&d, status);
    rt_loop_join(&loop);
    fputs(stats.refused, stderr);
    report_print_loop(stdout, "empty frames", &stats);
    if (report && write_report(report, &stats, &d) != RT_OK) return cmd_fail(&d, RT_ERR_FILE);
    return EXIT_DONE;
}
