// SPDX-License-Identifier: MIT
// hawse latency: measures with empty frames which deadlines this machine meets.
#include "rt/app/cmd.h"
#include "rt/base/signals.h"
#include "rt/file/options.h"
#include "rt/frame/clock.h"
#include "rt/loop/latency_frame.h"
#include "rt/report/loop.h"
#include <math.h>

#define POLL_NS 50000000 // between two looks for a signal

static rt_status write_report(const char *path, const latency_frames *w, const rt_loop_stats *stats, rt_diag *d) {
    rt_json j;
    rt_status status = rt_json_open(&j, path, d);
    if (status != RT_OK) return status;
    rt_json_object(&j, NULL);
    rt_json_text(&j, "version", HAWSE_VERSION);
    report_host(&j, stats);
    rt_json_int(&j, "frame_work_ns", w->work_ns);
    report_latency(&j, stats, w->work_ns);
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
         "processor time that an undisturbed frame uses [s], for example 0.0004; default: none"},
        {"--report", "FILE", OPTION_OUT_FILE, &report, "write the statistics and every miss with its cause (JSON)"},
    };
    if (!options_parse(argc, argv, table, 3, word, 0, &words, &help, &d)) return options_fail(&d, RT_ERR_USAGE);
    if (help) {
        printf("usage: hawse latency [OPTION...]\n");
        options_print(stdout, table, 3);
        return EXIT_DONE;
    }
    rt_loop_def def = rt_loop_def_default();
    def.cpu = rt_loop_choose_cpu();
    def.warm_up = latency_warm_up;
    if (!latency_work_fits(work_s, &def, "--work", &d)) return options_fail(&d, RT_ERR_USAGE);
    latency_frames work = {.frames = (uint64_t)fmax(1, floor(duration * 1e9 / (double)def.period_ns)),
                           .work_ns = llround(1e9 * work_s)};
    rt_loop loop;
    rt_status status = rt_loop_start(&loop, &def, latency_frame, &work, &stats, &d);
    if (status != RT_OK) return options_fail(&d, status);
    rt_signals_catch(false); // ends the measurement; what was measured is reported
    rt_clock clock = rt_clock_monotonic();
    while (!rt_loop_done(&loop)) {
        if (atomic_load(&rt_signals_ended)) rt_loop_stop(&loop);
        rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + POLL_NS);
    }
    rt_loop_join(&loop);
    fputs(stats.refused, stderr);
    char name[48];
    latency_describe(&work, name, sizeof name);
    report_print_loop(stdout, name, &stats);
    rt_status written = report ? write_report(report, &work, &stats, &d) : RT_OK;
    fputs(d.text, stderr);
    return written == RT_OK ? EXIT_DONE : EXIT_SHORT;
}
