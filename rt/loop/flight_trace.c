// SPDX-License-Identifier: MIT
#include "rt/loop/flight_trace.h"
#include <inttypes.h>
#include <stdio.h>

enum { PROCESS = 1, FRAMES = 1, RELEASES = 2 }; // track numbers

static double us(int64_t ns) { return (double)ns / 1000; }

// Begins an event; the caller adds its fields and ends it.
static void event(rt_trace *t, const char *kind, const char *name, int track, int64_t when_ns) {
    rt_json *j = &t->json;
    rt_json_object(j, NULL);
    rt_json_text(j, "ph", kind);
    rt_json_text(j, "name", name);
    rt_json_int(j, "pid", PROCESS);
    rt_json_int(j, "tid", track);
    rt_json_number(j, "ts", us(when_ns - t->origin_ns));
}

static void name_track(rt_trace *t, const char *what, int track, const char *name) {
    event(t, "M", what, track, t->origin_ns);
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

// An argument that is not zero.
static void some(rt_json *j, const char *key, int64_t v) {
    if (v != 0) rt_json_int(j, key, v);
}

// The span of the frame, with what was counted.
static void frame_span(rt_trace *t, const rt_miss *m) {
    const rt_frame_times *f = &m->times;
    rt_json *j = &t->json;
    char name[40];
    snprintf(name, sizeof name, "frame %" PRIu64, f->frame);
    event(t, "X", name, FRAMES, f->start_ns);
    rt_json_number(j, "dur", us(f->end_ns - f->start_ns));
    rt_json_object(j, "args");
    rt_json_number(j, "started_after_release_us", us(m->wakeup_ns));
    rt_json_number(j, "cpu_us", us(f->count.cpu_ns));
    some(j, "waited_us", f->count.waited_ns / 1000);
    some(j, "steal_us", f->count.steal_ns / 1000);
    some(j, "minor_faults", f->count.minor_faults);
    some(j, "major_faults", f->count.major_faults);
    some(j, "forced_switches", f->count.switches);
    some(j, "voluntary_switches", f->count.waits);
    some(j, "allocations", f->allocations);
    for (int k = 0; k < RT_WORK_COUNT; k++) some(j, rt_work_name((rt_work)k), f->work[k]);
    rt_json_end(j);
    rt_json_end(j);
}

// Readers turn microseconds back into nanoseconds, some by cutting off: a start and a length that do not come out even
// are each a nanosecond short then, and a span that ends as the next begins would overlap it, which they drop.
#define APART_NS 2

static void phase_spans(rt_trace *t, const rt_frame_times *f) {
    int64_t from = f->start_ns;
    for (int k = 0; k < RT_PHASE_COUNT; k++) {
        int64_t left = f->end_ns - from, length = f->phase_ns[k] < left ? f->phase_ns[k] : left;
        if (length <= APART_NS) continue;
        event(t, "X", rt_phase_name((rt_phase)k), FRAMES, from);
        rt_json_number(&t->json, "dur", us(length - APART_NS));
        rt_json_end(&t->json);
        from += length;
    }
}

static void instant(rt_trace *t, const char *name, int64_t when_ns, const char *text) {
    event(t, "i", name, RELEASES, when_ns);
    rt_json_text(&t->json, "s", "t");
    if (text) {
        rt_json_object(&t->json, "args");
        rt_json_text(&t->json, "why", text);
        rt_json_end(&t->json);
    }
    rt_json_end(&t->json);
}

static void counter(rt_trace *t, const char *name, int64_t when_ns, double value) {
    event(t, "C", name, FRAMES, when_ns);
    rt_json_object(&t->json, "args");
    rt_json_number(&t->json, name, value);
    rt_json_end(&t->json);
    rt_json_end(&t->json);
}

void rt_trace_frame(rt_trace *t, const rt_miss *m) {
    const rt_frame_times *f = &m->times;
    instant(t, "release", f->release_ns, NULL);
    frame_span(t, m);
    phase_spans(t, f);
    counter(t, "response_us", f->end_ns, us(f->end_ns - f->release_ns));
    counter(t, "newton", f->end_ns, f->work[RT_WORK_NEWTON]);
    if (f->cause < 0) return;
    char text[512];
    rt_miss_describe(m, text, sizeof text);
    instant(t, rt_miss_cause_name(m->cause), f->end_ns, text);
}

rt_status rt_trace_close(rt_trace *t, rt_diag *d) {
    rt_json_end(&t->json);
    rt_json_end(&t->json);
    return rt_json_close(&t->json, d);
}
