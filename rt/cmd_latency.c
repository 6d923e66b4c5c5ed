// SPDX-License-Identifier: MIT
// Empty frames: how late this machine wakes a real-time thread, with nothing of ours in the way.
#include "rt/cmd.h"
#include "rt/loop.h"
#include "rt/options.h"
#include <inttypes.h>
#include <stdio.h>

typedef struct idle {
    uint64_t frames;
} idle;

static bool empty_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    const idle *w = ctx;
    (void)release_ns;
    (void)p;
    return frame + 1 < w->frames;
}

static void print_line(const char *name, const rt_histogram *h) {
    printf("%-10s p50 %7.1f  p99 %7.1f  p99.9 %7.1f  max %9.1f us\n", name,
           1e-3 * (double)rt_histogram_quantile(h, 0.5), 1e-3 * (double)rt_histogram_quantile(h, 0.99),
           1e-3 * (double)rt_histogram_quantile(h, 0.999), 1e-3 * (double)h->max_ns);
}

int cmd_latency(int argc, char **argv) {
    static rt_diag d;
    static rt_loop_stats stats;
    double duration = 10;
    const char *word[1];
    int words;
    bool help;
    const option table[] = {{"--duration", "S", OPTION_DURATION, &duration, "time to measure [s]; default 10"}};
    if (!options_parse(argc, argv, table, 1, word, 0, &words, &help, &d)) return cmd_fail(&d, RT_ERR_USAGE);
    if (help) {
        printf("usage: hawse latency [OPTION...]\n");
        options_print(stdout, table, 1);
        return EXIT_DONE;
    }
    rt_loop_def def = rt_loop_def_default();
    idle work = {.frames = (uint64_t)(duration * 1e9 / (double)def.period_ns)};
    rt_loop loop;
    rt_status status = rt_loop_start(&loop, &def, empty_frame, &work, &stats, &d);
    if (status != RT_OK) return cmd_fail(&d, status);
    rt_loop_join(&loop);
    printf("%s, period %.0f us, %" PRIu64 " frames\n%s", stats.scheduler, 1e-3 * (double)def.period_ns, stats.frames,
           stats.refused);
    print_line("wake-up", &stats.wakeup);
    print_line("frame", &stats.work);
    printf("%" PRIu64 " deadlines missed, longest run %" PRIu64 "\n", stats.misses, stats.max_consecutive_misses);
    return EXIT_DONE;
}
