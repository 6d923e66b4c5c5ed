// SPDX-License-Identifier: MIT
#include "rt/loop/flight.h"
#include "rt/frame/exchange.h"
#include "rt/loop/flight_trace.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define KEPT_NS INT64_C(4000000000)
#define BEFORE_NS INT64_C(2000000000)
#define AFTER_NS INT64_C(1000000000)
#define DRAIN_NS INT64_C(20000000)
enum { LEAST = 64, MOST = 1 << 15 }; // bounds of the number of frames in the buffer

struct rt_flight {
    rt_flight_def def;
    rt_queue queue; // of rt_miss
    rt_miss *ring;  // the last `capacity` frames: the n-th received (from 0) is at n % capacity
    size_t capacity;
    uint64_t taken;    // frames received
    uint64_t miss_at;  // the miss whose trace is written 1 s after it
    bool waiting;      // miss_at is set
    int files;         // traces of misses written
    uint64_t untraced; // misses in no trace
    rt_status status;
    rt_diag diag;
    bool running;
    _Atomic bool stop;
    pthread_t thread;
};

static size_t buffer_frames(int64_t period_ns) {
    int64_t n = KEPT_NS / period_ns;
    return (size_t)(n < LEAST ? LEAST : n > MOST ? MOST : n);
}

rt_flight *rt_flight_create(const rt_flight_def *def, rt_diag *d) {
    rt_flight *f = calloc(1, sizeof *f);
    if (f) {
        f->def = *def;
        f->capacity = buffer_frames(def->period_ns);
        f->ring = calloc(f->capacity, sizeof *f->ring);
    }
    if (!f || !f->ring || rt_queue_init(&f->queue, sizeof(rt_miss), f->capacity) != RT_OK) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the flight recorder");
        if (f) free(f->ring);
        free(f);
        return NULL;
    }
    if (!def->misses || mkdir(def->misses, 0777) == 0 || errno == EEXIST) return f;
    rt_diag_error(d, def->misses, 0, 0, "cannot create the folder: %s", strerror(errno));
    rt_flight_abandon(f);
    return NULL;
}

static void stop_thread(rt_flight *f) {
    atomic_store_explicit(&f->stop, true, memory_order_release);
    if (f->running) pthread_join(f->thread, NULL);
    f->running = false;
}

void rt_flight_abandon(rt_flight *f) {
    if (!f) return;
    stop_thread(f);
    rt_queue_free(&f->queue);
    free(f->ring);
    free(f);
}

void rt_flight_push(rt_flight *f, const rt_miss *m) { rt_queue_push(&f->queue, m); }

static const rt_miss *stored_frame(const rt_flight *f, uint64_t n) { return &f->ring[n % f->capacity]; }

// Writes the stored frames released at or after from_ns.
static void write_trace(rt_flight *f, const char *file, int64_t from_ns) {
    uint64_t first = f->taken > f->capacity ? f->taken - f->capacity : 0;
    while (first < f->taken && stored_frame(f, first)->times.release_ns < from_ns) first++;
    rt_trace t;
    rt_status status =
        rt_trace_open(&t, file, first < f->taken ? stored_frame(f, first)->times.release_ns : 0, &f->diag);
    if (status == RT_OK) {
        for (uint64_t n = first; n < f->taken; n++) rt_trace_frame(&t, stored_frame(f, n));
        status = rt_trace_close(&t, &f->diag);
    }
    if (status != RT_OK) f->status = status;
}

static void write_miss(rt_flight *f) {
    char file[PATH_MAX + 32]; // the path of an existing folder has at most PATH_MAX bytes
    f->waiting = false;
    f->files++;
    snprintf(file, sizeof file, "%s/miss_%04d.trace.json", f->def.misses, f->files);
    write_trace(f, file, stored_frame(f, f->miss_at)->times.release_ns - BEFORE_NS);
}

static void store_frame(rt_flight *f, const rt_miss *m) {
    f->ring[f->taken % f->capacity] = *m;
    f->taken++;
    bool due = f->waiting && (m->times.release_ns - stored_frame(f, f->miss_at)->times.release_ns >= AFTER_NS ||
                              f->taken - f->miss_at >= f->capacity - 1);
    if (due) write_miss(f);
    if (m->times.cause < 0 || !f->def.misses || f->waiting) return;
    if (f->files < RT_FLIGHT_FILES) {
        f->waiting = true;
        f->miss_at = f->taken - 1;
    } else {
        f->untraced++;
    }
}

void rt_flight_drain(rt_flight *f) {
    rt_miss m;
    while (rt_queue_pop(&f->queue, &m)) store_frame(f, &m);
}

static void *flight_thread(void *arg) {
    rt_flight *f = arg;
    rt_clock clock = rt_clock_monotonic();
    while (!atomic_load_explicit(&f->stop, memory_order_acquire)) {
        rt_flight_drain(f);
        rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + DRAIN_NS);
    }
    return NULL;
}

rt_status rt_flight_start(rt_flight *f, rt_diag *d) {
    f->running = pthread_create(&f->thread, NULL, flight_thread, f) == 0;
    if (f->running) return RT_OK;
    rt_diag_error(d, NULL, 0, 0, "the flight recorder's thread cannot be started");
    return RT_ERR_MEMORY;
}

static void warn_of_gaps(const rt_flight *f, rt_diag *d) {
    uint64_t dropped = atomic_load(&f->queue.dropped);
    if (f->untraced > 0)
        rt_diag_warning(d, f->def.misses, 0, 0, "%llu later misses have no trace: a run writes at most %d files",
                        (unsigned long long)f->untraced, (int)RT_FLIGHT_FILES);
    if (dropped > 0)
        rt_diag_warning(d, NULL, 0, 0, "%llu frames are in no trace: the flight recorder's queue was full",
                        (unsigned long long)dropped);
}

rt_status rt_flight_close(rt_flight *f, rt_diag *d) {
    if (!f) return RT_OK;
    stop_thread(f);
    rt_flight_drain(f);
    if (f->waiting) write_miss(f);
    if (f->def.last) write_trace(f, f->def.last, INT64_MIN);
    warn_of_gaps(f, d);
    if (f->status != RT_OK) rt_diag_error(d, NULL, 0, 0, "a trace is missing: %s", f->diag.text);
    rt_status status = f->status;
    rt_flight_abandon(f);
    return status;
}
