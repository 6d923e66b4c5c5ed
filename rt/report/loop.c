// SPDX-License-Identifier: MIT
#include "rt/report/loop.h"
#include "rt/recording/recording.h"
#include <inttypes.h>
#include <string.h>
#include <sys/utsname.h>

enum { WORST_PRINTED = 3 };

// Reads the first model name in /proc/cpuinfo; "unknown" without one.
static void read_cpu_model(char *cpu, size_t size) {
    char line[256];
    snprintf(cpu, size, "unknown");
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0) {
            const char *value = strchr(line, ':');
            if (value) snprintf(cpu, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
            break;
        }
    if (f) fclose(f);
}

void report_host(rt_json *j, const rt_loop_stats *loop) {
    struct utsname u;
    char cpu[200], mxcsr[16];
    read_cpu_model(cpu, sizeof cpu);
    snprintf(mxcsr, sizeof mxcsr, "0x%04" PRIx32, loop->float_env);
    rt_json_object(j, "host");
    rt_json_text(j, "cpu", cpu);
    rt_json_text(j, "kernel", uname(&u) == 0 ? u.release : "unknown");
    rt_json_text(j, "scheduler", loop->scheduler);
    if (loop->refused[0]) rt_json_text(j, "refused", loop->refused);
    rt_json_int(j, "frame_cpu", loop->cpu_pinned);
    rt_json_int(j, "standby_cpu", loop->standby_cpu);
    rt_json_bool(j, "memory_locked", loop->locked);
    rt_json_bool(j, "cpu_held_awake", loop->held_awake);
    rt_json_int(j, "rt_throttle_ns", loop->throttle_ns);
    rt_json_bool(j, "sees_waits", loop->sees_waits);
    rt_json_bool(j, "sees_steal", loop->sees_steal);
    rt_json_text(j, "mxcsr", mxcsr);
    rt_json_end(j);
}

void report_recorded_host(rt_json *j, const char *info, const rt_loop_stats *loop) {
    char kernel[256] = "unknown", recorded[64] = "unknown";
    recording_info_find(info, "host", 0, kernel, sizeof kernel);
    recording_info_find(info, "recorded", 0, recorded, sizeof recorded);
    rt_json_object(j, "host");
    rt_json_text(j, "cpu", "unknown"); // not recorded
    rt_json_text(j, "kernel", kernel);
    rt_json_text(j, "scheduler", loop->scheduler);
    rt_json_text(j, "recorded", recorded);
    rt_json_end(j);
}

void report_bins(rt_json *j, const char *key, const rt_histogram *h) {
    static const int64_t multiple[] = {1, 2, 5};
    uint64_t before = 0;
    rt_json_array(j, key);
    for (int64_t power = 1; before < h->n; power *= 10)
        for (int k = 0; k < 3 && before < h->n; k++) {
            int64_t to = multiple[k] * power;
            uint64_t n = rt_histogram_up_to(h, to);
            if (n == 0) continue;
            rt_json_object(j, NULL);
            rt_json_int(j, "to_ns", to);
            rt_json_int(j, "frames", (int64_t)(n - before));
            rt_json_end(j);
            before = n;
        }
    rt_json_end(j);
}

void report_histogram(rt_json *j, const char *key, const rt_histogram *h) {
    rt_json_object(j, key);
    rt_json_int(j, "p50", rt_histogram_quantile(h, 0.5));
    rt_json_int(j, "p90", rt_histogram_quantile(h, 0.9));
    rt_json_int(j, "p99", rt_histogram_quantile(h, 0.99));
    rt_json_int(j, "p99_9", rt_histogram_quantile(h, 0.999));
    rt_json_int(j, "max", h->max_ns);
    rt_json_end(j);
}

static void write_evidence(rt_json *j, const rt_miss *m) {
    const rt_counters *c = &m->times.count;
    rt_json_int(j, "started_after_release_ns", m->wakeup_ns);
    rt_json_int(j, "work_ns", m->work_ns);
    rt_json_int(j, "cpu_ns", c->cpu_ns);
    rt_json_int(j, "cpu_usual_ns", m->norm_ns);
    rt_json_int(j, "cpu_explained_ns", m->explained_ns);
    rt_json_int(j, "waited_ns", c->waited_ns);
    rt_json_int(j, "steal_ns", c->steal_ns);
    rt_json_int(j, "minor_faults", c->minor_faults);
    rt_json_int(j, "major_faults", c->major_faults);
    rt_json_int(j, "forced_switches", c->switches);
    rt_json_int(j, "voluntary_switches", c->waits);
    rt_json_int(j, "allocations", m->times.allocations);
    for (int k = 0; k < RT_WORK_COUNT; k++) rt_json_int(j, rt_work_name((rt_work)k), m->times.work[k]);
    rt_json_object(j, "usual");
    for (int k = 0; k < RT_WORK_COUNT; k++) rt_json_int(j, rt_work_name((rt_work)k), m->norm_work[k]);
    rt_json_end(j);
}

static void write_miss(rt_json *j, const rt_miss *m) {
    char text[512];
    rt_miss_describe(m, text, sizeof text);
    rt_json_object(j, NULL);
    rt_json_int(j, "frame", (int64_t)m->times.frame);
    if (m->late_ns > 0) rt_json_text(j, "cause", rt_miss_cause_name(m->cause));
    if (m->behind_cause >= 0) {
        rt_json_int(j, "behind_frame", (int64_t)m->behind_frame);
        rt_json_text(j, "behind_cause", rt_miss_cause_name((rt_miss_cause)m->behind_cause));
    }
    rt_json_text(j, "phase", rt_phase_name(m->longest));
    rt_json_bool(j, "stood_in", m->stood_in);
    rt_json_int(j, "late_ns", m->late_ns);
    write_evidence(j, m);
    rt_json_text(j, "text", text);
    rt_json_end(j);
}

static void write_causes(rt_json *j, const char *key, const uint64_t *count) {
    rt_json_object(j, key);
    for (int k = 0; k < RT_MISS_CAUSE_COUNT; k++)
        rt_json_int(j, rt_miss_cause_name((rt_miss_cause)k), (int64_t)count[k]);
    rt_json_end(j);
}

// The last of n misses; number i is at i % room.
static void write_last(rt_json *j, const char *key, const rt_miss *ring, uint64_t room, uint64_t n) {
    rt_json_array(j, key);
    for (uint64_t k = n > room ? n - room : 0; k < n; k++) write_miss(j, &ring[k % room]);
    rt_json_end(j);
}

static void write_misses(rt_json *j, const rt_loop_stats *loop) {
    rt_json_int(j, "begun_late", (int64_t)loop->begun_late);
    write_causes(j, "causes", loop->cause_count);
    write_causes(j, "backlog_of", loop->backlog_of);
    rt_json_array(j, "worst");
    for (int k = 0; k < loop->n_worst; k++) write_miss(j, &loop->worst[k]);
    rt_json_end(j);
    write_last(j, "missed", loop->recent, RT_LOOP_RECENT, loop->misses);
    write_last(j, "missed_own_work", loop->own, RT_LOOP_OWN, loop->cause_count[RT_MISS_OWN_WORK]);
}

void report_paced(rt_json *j, const rt_loop_stats *loop) {
    rt_json_text(j, "on_overrun", loop->on_overrun == RT_OVERRUN_HALT ? "halt" : "slip");
    rt_json_bool(j, "halted", loop->halted);
    rt_json_int(j, "slip_ns", loop->slip_ns);
    rt_json_int(j, "max_lag_ns", loop->max_lag_ns);
    rt_json_int(j, "stood_in", (int64_t)loop->stood_in);
    report_histogram(j, "response_ns", &loop->response);
    write_misses(j, loop);
}

void report_latency(rt_json *j, const rt_loop_stats *loop, int64_t work_ns) {
    rt_json_object(j, "latency");
    rt_json_text(j, "scheduler", loop->scheduler);
    rt_json_int(j, "frame_cpu", loop->cpu_pinned);
    rt_json_int(j, "period_ns", loop->period_ns);
    rt_json_int(j, "frame_work_ns", work_ns);
    rt_json_int(j, "frames", (int64_t)loop->frames);
    rt_json_int(j, "misses", (int64_t)loop->misses);
    rt_json_int(j, "max_consecutive_misses", (int64_t)loop->max_consecutive_misses);
    rt_json_int(j, "slips", (int64_t)loop->slips);
    report_histogram(j, "work_ns", &loop->work);
    report_histogram(j, "wakeup_ns", &loop->wakeup);
    report_paced(j, loop);
    rt_json_end(j);
}

void report_print_histogram(FILE *f, const char *name, const rt_histogram *h) {
    fprintf(f, "  %-9s p50 %7.1f  p90 %7.1f  p99 %7.1f  p99.9 %7.1f  max %9.1f us\n", name,
            1e-3 * (double)rt_histogram_quantile(h, 0.5), 1e-3 * (double)rt_histogram_quantile(h, 0.9),
            1e-3 * (double)rt_histogram_quantile(h, 0.99), 1e-3 * (double)rt_histogram_quantile(h, 0.999),
            1e-3 * (double)h->max_ns);
}

// Prints `name`, then such as "own_work 2, host 1)"; nothing if all counts are 0.
static void print_causes(FILE *f, const char *name, const uint64_t *count) {
    const char *between = name;
    for (int k = 0; k < RT_MISS_CAUSE_COUNT; k++) {
        if (count[k] == 0) continue;
        fprintf(f, "%s%s %" PRIu64, between, rt_miss_cause_name((rt_miss_cause)k), count[k]);
        between = ", ";
    }
    if (between != name) fputc(')', f);
}

void report_print_loop(FILE *f, const char *name, const rt_loop_stats *loop) {
    fprintf(f, "%s: %s", name, loop->scheduler);
    if (loop->cpu_pinned >= 0) fprintf(f, " on processor %d", loop->cpu_pinned);
    if (loop->warm_up_steps > 0)
        fprintf(f, "; warm-up: %" PRIu64 " steps in %.0f ms, not counted", loop->warm_up_steps,
                1e-6 * (double)loop->warm_up_ns);
    fprintf(f, "\n  %" PRIu64 " of %" PRIu64 " deadlines missed", loop->misses, loop->frames);
    print_causes(f, " (", loop->cause_count);
    print_causes(f, "; backlog of (", loop->backlog_of);
    fprintf(f, ", at most %" PRIu64 " in a row\n", loop->max_consecutive_misses);
    if (loop->begun_late > 0)
        fprintf(f, "  %" PRIu64 " of them woke after their deadline; an empty frame would miss it, too\n",
                loop->begun_late);
    if (loop->stood_in > 0)
        fprintf(
            f, "  %" PRIu64 " frames ran on the standby thread, on processor %d: the first thread had not begun them\n",
            loop->stood_in, loop->standby_cpu);
    if (loop->slips > 0)
        fprintf(f, "  %" PRIu64 " time slips: the simulation is %.3f s behind the clock\n", loop->slips,
                1e-9 * (double)loop->slip_ns);
    report_print_histogram(f, "wake-up", &loop->wakeup);
    report_print_histogram(f, "work", &loop->work);
    report_print_histogram(f, "response", &loop->response);
    for (int k = 0; k < loop->n_worst && k < WORST_PRINTED && loop->worst[k].late_ns > 0; k++) {
        char text[512];
        rt_miss_describe(&loop->worst[k], text, sizeof text);
        fprintf(f, "  %s\n", text);
    }
    if (loop->halted) fprintf(f, "  halted at that miss (on_overrun: halt)\n");
}
