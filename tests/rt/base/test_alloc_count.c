// SPDX-License-Identifier: MIT
#include "rt/base/alloc_count.h"
#include "rt/frame/exchange.h"
#include "rt/loop/loop.h"
#include "rt/record/record.h"
#include "tests/check.h"
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define SKIP_UNCOUNTED()                                                                                               \
    do {                                                                                                               \
        if (!rt_alloc_count_available()) {                                                                             \
            print_message("skipped: allocations are not counted under a sanitizer\n");                                 \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

static void *volatile keep; // keeps the compiler from removing a pair of calls

static void guarded_calls_are_counted(void **state) {
    (void)state;
    SKIP_UNCOUNTED();
    void *aligned = NULL;
    keep = malloc(10);
    free(keep);
    uint64_t before = rt_alloc_count();
    rt_alloc_guard_begin();
    keep = malloc(10);
    keep = realloc(keep, 20000);
    free(keep);
    keep = calloc(3, 5);
    free(keep);
    keep = aligned_alloc(64, 128);
    free(keep);
    int error = posix_memalign(&aligned, 256, 100);
    keep = aligned;
    free(keep);
    free(NULL); // not counted
    rt_alloc_guard_end();
    assert_int_equal(rt_alloc_count() - before, 9);
    assert_int_equal(error, 0);
    keep = malloc(10);
    free(keep);
    assert_int_equal(rt_alloc_count() - before, 9);
}

static void replacements_allocate_and_align(void **state) {
    (void)state;
    void *p = NULL;
    for (size_t a = sizeof(void *); a <= 4096; a *= 2) {
        assert_int_equal(posix_memalign(&p, a, 100), 0);
        assert_int_equal((uintptr_t)p % a, 0);
        free(p);
        p = memalign(a, 100);
        assert_int_equal((uintptr_t)p % a, 0);
        free(p);
    }
    unsigned char *zero = calloc(100, 7);
    for (int i = 0; i < 700; i++) assert_int_equal(zero[i], 0);
    free(zero);
    if (!rt_alloc_count_available()) return; // a sanitizer would end the program at the next calls
    assert_int_equal(posix_memalign(&p, 24, 100), EINVAL);
    volatile size_t huge = SIZE_MAX / 2;
    keep = calloc(huge, 3);
    assert_null(keep);
}

static void library_calls_are_counted(void **state) {
    (void)state;
    SKIP_UNCOUNTED();
    uint64_t before = rt_alloc_count();
    rt_alloc_guard_begin();
    keep = strdup("libc calls malloc here"); // one
    free(keep);                              // two
    z_stream z = {0};
    int good = deflateInit(&z, 1); // zlib is another shared library
    deflateEnd(&z);
    rt_alloc_guard_end();
    assert_int_equal(good, Z_OK);
    assert_true(rt_alloc_count() - before > 4);
}

static void *allocate(void *arg) {
    uint64_t *counted = arg;
    keep = malloc(100);
    free(keep);
    *counted = rt_alloc_count();
    return NULL;
}

static void other_threads_are_not_counted(void **state) {
    (void)state;
    SKIP_UNCOUNTED();
    pthread_t other;
    uint64_t in_other = 99;
    pthread_create(&other, NULL, allocate, &in_other);
    rt_alloc_guard_begin();
    pthread_join(other, NULL);
    rt_alloc_guard_end();
    assert_int_equal(in_other, 0);
}

typedef struct frames {
    rt_latest *latest;
    rt_recorder *recorder;
    rt_clock *clock;
    uint64_t in_frames;
} frames;

static bool frame(void *ctx, uint64_t number, int64_t release_ns, rt_profile *p) {
    frames *f = ctx;
    uint64_t before = rt_alloc_count();
    rt_command c = {.lever = 0.5};
    (void)release_ns;
    *(uint64_t *)rt_latest_back(f->latest) = number;
    rt_latest_publish(f->latest);
    rt_profile_end(p, RT_PHASE_PUBLISH);
    const rt_record_row row = {.frame = number, .command = c, .hash = number, .section = (uint16_t[]){1}};
    const double value = 1;
    rt_record_push_frame(f->recorder, &row);
    rt_record_push_channels(f->recorder, number, &value);
    rt_record_push_keyframe(f->recorder, number, &value);
    if (number % 500 == 100) f->clock->late_ns = 5000000;  // misses, and catches up
    if (number % 500 == 300) f->clock->now_ns += 60000000; // slips
    f->in_frames += rt_alloc_count() - before;
    return number < 2000;
}

// Exchange, recorder and loop allocate nothing in a frame, even at misses and slips.
static void frame_allocates_nothing(void **state) {
    (void)state;
    SKIP_UNCOUNTED();
    static rt_loop_stats stats;
    static rt_diag diag;
    rt_latest latest;
    rt_clock clock = rt_clock_manual();
    const double initial = 0;
    rt_record_header h = {1000000, 0, "", "", "", "one\n", "t\ts\n", &initial, sizeof initial};
    rt_loop_def def = rt_loop_def_default();
    assert_int_equal(rt_latest_init(&latest, 64), RT_OK);
    frames f = {&latest, rt_recorder_open("/dev/null", &h, 16, &diag), &clock, 0};
    assert_non_null(f.recorder);
    uint64_t before = rt_alloc_count();
    rt_alloc_guard_begin();
    rt_loop_run(&def, &clock, frame, &f, &stats, NULL);
    rt_alloc_guard_end();
    assert_int_equal(rt_alloc_count() - before, 0);
    assert_int_equal(f.in_frames, 0);
    assert_int_equal(stats.frames, 2001);
    assert_true(stats.misses > 8 && stats.slips == 4);
    assert_int_equal(rt_recorder_close(f.recorder, &diag), RT_OK);
    rt_latest_free(&latest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guarded_calls_are_counted), cmocka_unit_test(replacements_allocate_and_align),
        cmocka_unit_test(library_calls_are_counted), cmocka_unit_test(other_threads_are_not_counted),
        cmocka_unit_test(frame_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
