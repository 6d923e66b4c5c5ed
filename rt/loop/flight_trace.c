// SPDX-License-Identifier: MIT
#include "rt/loop/flight_trace.h"
#include <inttypes.h>
#include <stdio.h>

enum { PROCESS = 1, FRAMES = 1, RELEASES = 2 }; // track numbers

static double us(int64_t ns) { return (double)ns / 1000; }

// Opens an event's object; the caller adds its fields and closes it.
static void begin_event(rt_trace *t, const char *kind, const char *name, int track, int64_t when_ns) {
    rt_json *j = &t->json;
    rt_json_object(j, NULL);
    rt_json_text(j, "ph", kind);
    rt_json_text(j, "name", name);
    rt_json_int(j, "pid", PROCESS);
    rt_json_int(j, "tid", track);
    rt_json_number(j, "ts", us(when_ns - t->origin_ns));
}

static void name_track(rt_trace *t, const char *what, int track, const char *name) {
    begin_event(t, "M", what, track, t->origin_ns);
    rt_json_object(&t->json, "args");
    rt_json_text(&t->json, "name", name);
    rt_json_end(&t->json);
    rt_json_end(&t->json);
}

rt_status rt_trace_open(rt_trace *t, const char *file, int64_t origin_ns, rt_diag *d) {
    t->origin_ns = origin_ns;
    rt_status status = rt_json_open(&t->json, file, d);
    if (status != RT_OK) return status;
    rt_json_object(&t->json, NULL);
    rt_json_text(&t->json, "displayTimeUnit", "ns");
    rt_json_array(&t->json, "traceEvents");
    name_track(t, "process_name", FRAMES, "hawse");
    name_track(t, "thread_name", FRAMES, "frames");
    name_track(t, "thread_name", RELEASES, "intended releases and misses");
    return RT_OK;
}

// Writes an argument unless it is 0.
static void write_nonzero(rt_json *j, const char *key, int64_t v) {
    if (v != 0) rt_json_int(j, key, v);
}

// Writes the frame's span with its counters.
static void write_frame_span(rt_trace *t, const rt_miss *m) {
    const rt_frame_times *f = &m->times;
    rt_json *j = &t->json;
    char name[40];
    snprintf(name, sizeof name, "frame %" PRIu64, f->frame);
    begin_event(t, "X", name, FRAMES, f->start_ns);
    rt_json_number(j, "dur", us(f->end_ns - f->start_ns));
    rt_json_object(j, "args");
    rt_json_number(j, "started_after_release_us", us(m->wakeup_ns));
    rt_json_number(j, "cpu_us", us(f->count.cpu_ns));
    write_nonzero(j, "waited_us", f->count.waited_ns / 1000);
    write_nonzero(j, "steal_us", f->count.steal_ns / 1000);
    write_nonzero(j, "minor_faults", f->count.minor_faults);
    write_nonzero(j, "major_faults", f->count.major_faults);
    write_nonzero(j, "forced_switches", f->count.switches);
    write_nonzero(j, "voluntary_switches", f->count.waits);
    write_nonzero(j, "allocations", f->allocations);
    for (int k = 0; k < RT_WORK_COUNT; k++) write_nonzero(j, rt_work_name((rt_work)k), f->work[k]);
    rt_json_end(j);
    rt_json_end(j);
}

// Gap between spans [ns]. Readers convert microseconds to nanoseconds, some by truncation: start and length may each
// lose a nanosecond. Without a gap adjacent spans could then overlap, and Perfetto drops overlapping spans.
#define APART_NS 2

static void write_phase_spans(rt_trace *t, const rt_frame_times *f) {
    int64_t from = f->start_ns;
    for (int k = 0; k < RT_PHASE_COUNT; k++) {
        int64_t left = f->end_ns - from, length = f->phase_ns[k] < left ? f->phase_ns[k] : left;
        if (length <= APART_NS) continue;
        begin_event(t, "X", rt_phase_name((rt_phase)k), FRAMES, from);
        rt_json_number(&t->json, "dur", us(length - APART_NS));
        rt_json_end(&t->json);
        from += length;
    }
}

static void write_instant(rt_trace *t, const char *name, int64_t when_ns, const char *text) {
    begin_event(t, "i", name, RELEASES, when_ns);
    rt_json_text(&t->json, "s", "t");
    if (text) {
        rt_json_object(&t->json, "args");
        rt_json_text(&t->json, "why", text);
        rt_json_end(&t->json);
    }
    rt_json_end(&t->json);
}

static void write_counter(rt_trace *t, const char *name, int64_t when_ns, double value) {
    begin_event(t, "C", name, FRAMES, when_ns);
    rt_json_object(&t->json, "args");
    rt_json_number(&t->json, name, value);
    rt_json_end(&t->json);
    rt_json_end(&t->json);
}

void rt_trace_frame(rt_trace *t, const rt_miss *m) {
    const rt_frame_times *f = &m->times;
    write_instant(t, "release", f->release_ns, NULL);
    write_frame_span(t, m);
    write_phase_spans(t, f);
    write_counter(t, "response_us", f->end_ns, us(f->end_ns - f->release_ns));
    write_counter(t, "newton", f->end_ns, f->work[RT_WORK_NEWTON]);
    if (f->cause < 0) return;
    char text[512];
    rt_miss_describe(m, text, sizeof text);
    write_instant(t, rt_miss_cause_name(m->cause), f->end_ns, text);
}

rt_status rt_trace_close(rt_trace *t, rt_diag *d) {
    rt_json_end(&t->json);
    rt_json_end(&t->json);
    return rt_json_close(&t->json, d);
}
