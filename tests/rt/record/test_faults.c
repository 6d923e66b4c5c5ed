// SPDX-License-Identifier: MIT
// The writer of a recording on a failing disk. The linker replaces the system calls by this program's, which simulate a
// full, a broken or a hanging disk.
#include "rt/record/record.h"
#include "tests/rt/scratch.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define MS ((int64_t)1000000)

static rt_diag diag;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

// The simulated disk. From call number fail_at (from 1) on, writes fail with `error`, the first after `partial` bytes.
// `piece` > 0: largest write. Every `interrupted`-th call is interrupted. `hangs`: writes wait for the gate.
static struct {
    _Atomic int call;
    int fail_at, error, piece, interrupted, sync_error;
    size_t partial;
    _Atomic bool hangs;
    bool gone; // the writer thread cannot be joined
} disk;

ssize_t __real_write(int fd, const void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size);
int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
int __real_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until);
int __wrap_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until);

ssize_t __wrap_write(int fd, const void *data, size_t size) {
    int call = atomic_fetch_add(&disk.call, 1) + 1;
    if (atomic_load(&disk.hangs)) {
        pthread_mutex_lock(&gate);
        pthread_mutex_unlock(&gate);
    }
    if (disk.interrupted && call % disk.interrupted == 0) {
        errno = EINTR;
        return -1;
    }
    if (disk.fail_at && call >= disk.fail_at) {
        if (call == disk.fail_at && disk.partial > 0 && disk.partial < size)
            return __real_write(fd, data, disk.partial);
        errno = disk.error;
        return -1;
    }
    return __real_write(fd, data, disk.piece && size > (size_t)disk.piece ? (size_t)disk.piece : size);
}

int __wrap_fdatasync(int fd) {
    if (!disk.sync_error) return __real_fdatasync(fd);
    errno = disk.sync_error;
    return -1;
}

int __wrap_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
    return disk.gone ? ETIMEDOUT : __real_pthread_timedjoin_np(thread, result, until);
}

static int setup(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    disk.fail_at = disk.error = disk.piece = disk.interrupted = disk.sync_error = 0;
    disk.partial = 0;
    disk.call = 0;
    return 0;
}

static rt_recorder *open_recorder(const char *name, size_t queue) {
    static const double initial = 1;
    const rt_record_header h = {MS, 0, "a.yaml", "text", "info\n", "one\n", "t\ts\n", &initial, sizeof initial};
    return rt_recorder_open(scratch_path(name), &h, queue, &diag);
}

static rt_pull pull_of(uint64_t i) {
    return i % 7 ? (rt_pull){0} : (rt_pull){.kind = RT_PULL_BODY, .number = (int32_t)i, .to = {(double)i, 0, 0}};
}

static bool push(rt_recorder *r, uint64_t i) {
    const uint16_t section = (uint16_t)i;
    const rt_record_row row = {.frame = i,
                               .command = {.lever = (double)(i % 100) / 100, .pull = pull_of(i)},
                               .hash = 3 * i,
                               .section = &section};
    const double value = (double)i;
    if (i % 10 == 0) rt_record_push_channels(r, i, &value);
    if ((i + 1) % 1000 == 0) rt_record_push_keyframe(r, i + 1, &value);
    return rt_record_push_frame(r, &row);
}

// Number of frames in the file; fails unless they are those recorded, from 0 without a gap.
static uint64_t count_frames_in(const char *name, bool *closed) {
    rt_diag d = {0};
    rt_record_row row;
    uint64_t n = 0;
    rt_play how;
    rt_player *p = rt_play_open(scratch_path(name), &d);
    if (!p) fail_msg("%s", d.text);
    while ((how = rt_play_next(p, &row, &d)) == RT_PLAY_FRAME) {
        assert_int_equal(row.frame, n);
        assert_int_equal(row.hash, 3 * n);
        const rt_pull expected = pull_of(n);
        assert_memory_equal(&row.command.pull, &expected, sizeof expected); // a file that ends early lacks none
        n++;
    }
    assert_int_equal(how, RT_PLAY_END); // truncated, never damaged
    *closed = rt_play_get_contents(p).closed;
    rt_play_close(p);
    return n;
}

// Any write fails, at any byte: the run continues with an error, and the file on the disk is readable.
static void any_failed_write_leaves_a_readable_file(void **state) {
    (void)state;
    static const int errors[] = {EIO, ENOSPC, EDQUOT};
    static const size_t partial[] = {0, 1, 31, 32, 33, 5000};
    bool closed;
    int calls;
    setup(NULL);
    rt_recorder *r = open_recorder("a.hawse", 64);
    for (uint64_t i = 0; i < 2000; i++) push(r, i), rt_record_drain(r);
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    calls = disk.call;
    assert_in_range(calls, 30, 60); // seven for the header, eight times four, two states, the end mark
    for (int at = 1; at <= calls; at++)
        for (size_t k = 0; k < sizeof partial / sizeof *partial; k++) {
            setup(NULL);
            disk.fail_at = at;
            disk.error = errors[(size_t)at % 3];
            disk.partial = partial[k];
            r = open_recorder("a.hawse", 64);
            if (!r) { // the header itself failed: the recording of before stays as it is
                assert_true(at <= 7 && diag.errors == 1);
                assert_int_equal(count_frames_in("a.hawse", &closed), 2000);
                assert_true(closed);
                continue;
            }
            uint64_t held = 0;
            for (uint64_t i = 0; i < 2000; i++) {
                assert_true(push(r, i));
                if (rt_record_drain(r)) held = i + 1;
            }
            assert_true(at == calls || rt_record_failed(r));
            assert_int_equal(rt_recorder_close(r, &diag), RT_ERR_FILE);
            assert_int_equal(diag.errors, 1);
            assert_non_null(strstr(diag.text, "a.hawse: error: the recording is incomplete, "));
            assert_non_null(strstr(diag.text, strerror(disk.error)));
            uint64_t frames = count_frames_in("a.hawse", &closed);
            assert_false(closed);
            if (frames + 250 < held) fail_msg("call %d, %zu bytes: %lu of %lu frames", at, partial[k], frames, held);
        }
}

static void short_and_interrupted_writes_are_resumed(void **state) {
    (void)state;
    bool closed;
    disk.piece = 7;
    disk.interrupted = 3;
    rt_recorder *r = open_recorder("a.hawse", 64);
    for (uint64_t i = 0; i < 1500; i++) push(r, i), assert_true(rt_record_drain(r));
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    assert_int_equal(count_frames_in("a.hawse", &closed), 1500);
    assert_true(closed);
}

// A disk that accepts bytes and cannot store them reports it at the next sync.
static void failed_sync_is_reported(void **state) {
    (void)state;
    bool closed;
    disk.sync_error = EIO;
    rt_recorder *r = open_recorder("a.hawse", 64);
    uint64_t pushed = 0;
    bool good = true;
    for (; pushed < 1000000 && good; pushed++) {
        push(r, pushed);
        good = rt_record_drain(r);
        usleep(1000);
    }
    assert_false(good);
    assert_true(rt_record_failed(r));
    assert_int_equal(rt_recorder_close(r, &diag), RT_ERR_FILE);
    assert_true(count_frames_in("a.hawse", &closed) + 250 >= pushed);
}

// A temporary file is not synced and is complete all the same.
static void temporary_file_is_not_synced(void **state) {
    (void)state;
    bool closed;
    disk.sync_error = EIO;
    rt_recorder *r = open_recorder("s.hawse", 64);
    rt_recorder_set_temporary(r);
    for (uint64_t pushed = 0; pushed < 1200; pushed++) { // longer than the second between syncs
        push(r, pushed);
        assert_true(rt_record_drain(r));
        usleep(1000);
    }
    assert_false(rt_record_failed(r));
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    assert_true(count_frames_in("s.hawse", &closed) == 1200 && closed);
}

// The disk hangs: pushes do not wait, and a full queue drops and counts frames. Afterwards the recording continues with
// a gap.
static void hanging_disk_does_not_delay_frames(void **state) {
    (void)state;
    rt_record_row row;
    uint64_t pushed = 0, n = 0;
    rt_recorder *r = open_recorder("h.hawse", 256);
    assert_int_equal(rt_recorder_start(r, &diag), RT_OK);
    pthread_mutex_lock(&gate);
    atomic_store(&disk.hangs, true);
    for (uint64_t i = 0; i < 5000; i++) pushed += push(r, i); // the loop ends although nothing can be written
    assert_in_range(pushed, 256, 4000);
    assert_int_equal(rt_record_dropped(r), 5000 - pushed);
    assert_false(rt_record_failed(r));
    atomic_store(&disk.hangs, false);
    pthread_mutex_unlock(&gate);
    for (uint64_t i = 5000; i < 5010;) {
        usleep(2000);
        if (push(r, i)) pushed++, i++;
    }
    uint64_t dropped = rt_record_dropped(r);
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    rt_player *p = rt_play_open(scratch_path("h.hawse"), &diag);
    assert_int_equal(rt_play_get_contents(p).frames, pushed);
    assert_int_equal(rt_play_get_contents(p).missing, 5010 - pushed);
    assert_int_equal(rt_play_get_contents(p).dropped, dropped);
    while (rt_play_next(p, &row, &diag) == RT_PLAY_FRAME) n++, assert_int_equal(row.hash, 3 * row.frame);
    assert_int_equal(n, pushed);
    assert_true(diag.warnings > 0 && strstr(diag.text, "were not recorded: the queue was full"));
    rt_play_close(p);
}

static rt_recorder *hanging; // its thread uses it until the program ends: reachable, no leak

// A disk that never answers does not delay the end. The recorder does not free the memory that its thread still uses.
static void close_gives_up_on_a_dead_disk(void **state) {
    (void)state;
    bool closed;
    rt_recorder *r = hanging = open_recorder("g.hawse", 4096);
    assert_int_equal(rt_recorder_start(r, &diag), RT_OK);
    for (uint64_t i = 0; i < 500; i++) push(r, i);
    for (int k = 0; k < 500 && disk.call < 13; k++) usleep(10000); // the second chunk of frames
    pthread_mutex_lock(&gate);
    atomic_store(&disk.hangs, true);
    for (uint64_t i = 500; i < 1000; i++) push(r, i);
    disk.gone = true;
    assert_int_equal(rt_recorder_close(r, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "g.hawse: error: the disk has not answered for 10 s"));
    assert_true(count_frames_in("g.hawse", &closed) >= 500);
    assert_false(closed);
} // the thread hangs until the program ends

// Frames slower than the step wait in memory no longer than others.
static void slow_frames_are_written_in_time(void **state) {
    (void)state;
    rt_recorder *r = open_recorder("s.hawse", 64);
    assert_int_equal(rt_recorder_start(r, &diag), RT_OK);
    rt_play_contents l = {0};
    for (uint64_t i = 0; i < 3; i++) assert_true(push(r, i));
    for (int wait = 0; wait < 500 && l.frames < 3; wait++) { // a quarter of a second, more on a busy machine
        usleep(20000);
        rt_player *p = rt_play_open(scratch_path("s.hawse"), &diag);
        if (p) l = rt_play_get_contents(p);
        rt_play_close(p);
    }
    assert_int_equal(l.frames, 3);
    assert_false(l.closed);
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
}

// The file is truncated after the scan: each kind of reading reports the read error.
static void read_error_after_open_is_reported(void **state) {
    (void)state;
    enum { FRAMES = 1000 };
    for (int kind = 0; kind < 3; kind++) {
        const double *value;
        uint64_t frame, n = 0;
        rt_record_times t;
        rt_record_row row;
        rt_recorder *r = open_recorder("u.rec", 2 * FRAMES);
        for (uint64_t i = 0; i < FRAMES; i++) assert_true(push(r, i));
        assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
        rt_player *p = rt_play_open(scratch_path("u.rec"), &diag);
        assert_non_null(p);
        assert_int_equal(rt_play_end_before(p, FRAMES, &diag), RT_PLAY_END);
        assert_int_equal(truncate(scratch_path("u.rec"), 4096), 0);
        rt_play_seek(p, 0);
        if (kind == 0)
            while (rt_play_next_channels(p, &frame, &value)) n++;
        if (kind == 1)
            while (rt_play_next_times(p, &frame, &t)) n++;
        if (kind == 2)
            while (rt_play_next(p, &row, &diag) == RT_PLAY_FRAME) n++;
        assert_true(n < (kind == 0 ? FRAMES / 10 : FRAMES));
        assert_int_equal(rt_play_end_before(p, 1, &diag), RT_PLAY_DAMAGED);
        assert_int_equal(diag.errors, 1);
        assert_non_null(strstr(diag.text, "u.rec: error: cannot read data that the file had when it was opened"));
        rt_play_close(p);
        setup(NULL);
    }
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(any_failed_write_leaves_a_readable_file),
        T(slow_frames_are_written_in_time),
        T(short_and_interrupted_writes_are_resumed),
        T(failed_sync_is_reported),
        T(temporary_file_is_not_synced),
        T(hanging_disk_does_not_delay_frames),
        T(read_error_after_open_is_reported),
        T(close_gives_up_on_a_dead_disk),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
