// SPDX-License-Identifier: MIT
#include "rt/record.h"
#include "scratch.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define MS ((int64_t)1000000)

static rt_diag diag;
static const double initial[5] = {1, 2, 3, 4, 5};

static rt_record_header head(int64_t h_ns) {
    return (rt_record_header){h_ns,    "scenarios/a.yaml", "chain:\n  links: 9\n", "version=1\nhost=here\n",
                              initial, sizeof initial};
}

static rt_command command_of(uint64_t frame) {
    return (rt_command){.lever = sin((double)frame * 0.01),
                        .brake = fabs(cos((double)frame * 0.02)),
                        .clutch = frame / 7 % 2,
                        .failsafe = frame / 11 % 2};
}

static uint64_t hash_of(uint64_t frame) { return frame * 0x9E3779B97F4A7C15u + 1; }

static int setup(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    return 0;
}

// Records frames 0 .. n-1 as in software-in-the-loop, and closes.
static void record(const char *path, uint64_t n, int64_t h_ns) {
    rt_record_header h = head(h_ns);
    rt_recorder *r = rt_recorder_open(path, &h, 64, &diag);
    assert_non_null(r);
    for (uint64_t i = 0; i < n; i++) {
        rt_command c = command_of(i);
        assert_true(rt_record_frame(r, i, &c, hash_of(i)));
        assert_true(rt_record_drain(r));
    }
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    assert_string_equal(diag.text, "");
}

// Reads on from frame `first`, checking each; the number of frames read, and how it ended.
static uint64_t replay(rt_player *p, uint64_t first, rt_play *end) {
    uint64_t frame, hash, n = first;
    rt_command c;
    while ((*end = rt_play_next(p, &frame, &c, &hash, &diag)) == RT_PLAY_FRAME) {
        rt_command expected = command_of(n);
        if (frame != n || hash != hash_of(n) || memcmp(&c, &expected, sizeof c) != 0) fail_msg("frame %lu differs", n);
        n++;
    }
    assert_int_equal(rt_play_next(p, &frame, &c, &hash, &diag), *end); // and stays so
    return n;
}

static void what_goes_in_comes_out(void **state) {
    (void)state;
    static const uint64_t counts[] = {0, 1, 999, 1000, 1001, 8000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int64_t h_ns = MS / 10; h_ns <= MS; h_ns *= 10) { // chunks full, and of one second
            const char *path = scratch_path("a.hawse");
            rt_play end;
            record(path, counts[i], h_ns);
            rt_player *p = rt_play_open(path, &diag);
            assert_non_null(p);
            const rt_record_header *h = rt_play_header(p);
            assert_int_equal(h->h_ns, h_ns);
            assert_string_equal(h->scenario_path, "scenarios/a.yaml");
            assert_string_equal(h->scenario_text, "chain:\n  links: 9\n");
            assert_string_equal(h->info, "version=1\nhost=here\n");
            assert_int_equal(h->state_size, sizeof initial);
            assert_memory_equal(h->state, initial, sizeof initial);
            assert_int_equal(replay(p, 0, &end), counts[i]);
            assert_int_equal(end, RT_PLAY_END);
            assert_string_equal(diag.text, "");
            rt_play_close(p);
        }
}

// What stands in a file of three chunks: after the head and each chunk, the bytes and the frames up to there.
typedef struct layout {
    size_t bytes[8];
    uint64_t frames[8];
    int n;
} layout;

static layout layout_of(const unsigned char *bytes, size_t size) {
    layout l = {.n = 0};
    static const unsigned char magic[4] = {'H', 'W', 'C', 'K'};
    uint64_t frames = 0;
    for (size_t at = 0; at + 32 <= size; at++)
        if (memcmp(bytes + at, magic, 4) == 0) {
            uint32_t n;
            l.bytes[l.n] = at;
            l.frames[l.n++] = frames;
            memcpy(&n, bytes + at + 12, 4);
            frames += n;
        }
    l.bytes[l.n] = size;
    l.frames[l.n++] = frames;
    return l;
}

static void a_file_cut_anywhere_gives_its_whole_chunks(void **state) {
    (void)state;
    size_t size;
    record(scratch_path("a.hawse"), 25, MS * 100); // ten frames a chunk
    unsigned char *bytes = scratch_read(scratch_path("a.hawse"), &size);
    layout l = layout_of(bytes, size);
    assert_int_equal(l.n, 5); // head, 10, 10, 5, end
    for (size_t cut = 0; cut < size; cut++) {
        setup(NULL);
        const char *path = scratch_write("cut.hawse", bytes, cut);
        rt_player *p = rt_play_open(path, &diag);
        if (cut < l.bytes[0]) {
            assert_null(p);
            assert_int_equal(diag.errors, 1);
            continue;
        }
        assert_non_null(p);
        uint64_t whole = 0;
        for (int i = 0; i < l.n; i++)
            if (cut >= l.bytes[i]) whole = l.frames[i];
        rt_play end;
        assert_int_equal(replay(p, 0, &end), whole);
        assert_int_equal(end, RT_PLAY_END);
        assert_int_equal(diag.errors, 0);
        assert_int_equal(diag.warnings, 1);
        char expected[128];
        snprintf(expected, sizeof expected, "it ends at byte %zu without an end mark; %lu frames are whole", cut,
                 whole);
        assert_non_null(strstr(diag.text, expected));
        rt_play_close(p);
    }
    free(bytes);
}

static void every_flipped_bit_is_noticed(void **state) {
    (void)state;
    size_t size;
    record(scratch_path("a.hawse"), 25, MS * 100);
    unsigned char *bytes = scratch_read(scratch_path("a.hawse"), &size);
    const char *path = scratch_path("a.hawse");
    int fd = open(path, O_WRONLY);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        setup(NULL);
        unsigned char flipped = bytes[bit / 8] ^ (unsigned char)(1 << bit % 8);
        assert_int_equal(pwrite(fd, &flipped, 1, (off_t)(bit / 8)), 1);
        rt_player *p = rt_play_open(path, &diag);
        rt_play end = RT_PLAY_DAMAGED;
        if (p) replay(p, 0, &end); // frames before the damage are right
        if (end != RT_PLAY_DAMAGED || diag.errors != 1) fail_msg("bit %zu of byte %zu passed", bit % 8, bit / 8);
        rt_play_close(p);
        assert_int_equal(pwrite(fd, &bytes[bit / 8], 1, (off_t)(bit / 8)), 1);
    }
    close(fd);
    free(bytes);
}

static void joined_or_reordered_chunks_are_noticed(void **state) {
    (void)state;
    size_t size;
    rt_play end;
    record(scratch_path("a.hawse"), 25, MS * 100);
    unsigned char *bytes = scratch_read(scratch_path("a.hawse"), &size), *made = malloc(2 * size);
    layout l = layout_of(bytes, size);
    // The second chunk left out.
    memcpy(made, bytes, l.bytes[1]);
    memcpy(made + l.bytes[1], bytes + l.bytes[2], size - l.bytes[2]);
    rt_player *p = rt_play_open(scratch_write("b.hawse", made, size - (l.bytes[2] - l.bytes[1])), &diag);
    assert_int_equal(replay(p, 0, &end), 10);
    assert_int_equal(end, RT_PLAY_DAMAGED);
    assert_non_null(strstr(diag.text, "missing or out of order"));
    rt_play_close(p);
    // Bytes after the end mark.
    memcpy(made, bytes, size);
    made[size] = 0;
    p = rt_play_open(scratch_write("c.hawse", made, size + 1), &diag);
    assert_int_equal(replay(p, 0, &end), 25);
    assert_int_equal(end, RT_PLAY_DAMAGED);
    rt_play_close(p);
    free(made);
    free(bytes);
}

static void what_is_no_recording_is_refused(void **state) {
    (void)state;
    unsigned char big[256];
    memset(big, 'x', sizeof big);
    assert_null(rt_play_open(scratch_path("absent.hawse"), &diag));
    assert_non_null(strstr(diag.text, "absent.hawse: error: cannot be opened: No such file"));
    assert_null(rt_play_open(scratch_write("x.hawse", big, sizeof big), &diag));
    assert_non_null(strstr(diag.text, "expected a recording (HAWSEREC), found something else"));
    assert_null(rt_play_open(scratch, &diag));
    assert_int_equal(diag.errors, 3);
}

static void a_full_queue_drops_counts_and_is_told(void **state) {
    (void)state;
    rt_record_header h = head(MS);
    rt_recorder *r = rt_recorder_open(scratch_path("d.hawse"), &h, 8, &diag);
    rt_play end;
    for (uint64_t i = 0; i < 30; i++) {
        if (i == 12) rt_record_drain(r); // 0..7 stay, 8..11 are lost
        if (i == 19) rt_record_drain(r);
        rt_command c = command_of(i);
        assert_int_equal(rt_record_frame(r, i, &c, hash_of(i)), i < 8 || (i >= 12 && i < 27));
    }
    assert_int_equal(rt_record_dropped(r), 7);
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    rt_player *p = rt_play_open(scratch_path("d.hawse"), &diag);
    uint64_t frame, hash;
    rt_command c;
    for (uint64_t i = 0; i < 8; i++) assert_int_equal(rt_play_next(p, &frame, &c, &hash, &diag), RT_PLAY_FRAME);
    assert_int_equal(diag.warnings, 0);
    assert_int_equal(replay(p, 12, &end), 27);
    assert_int_equal(diag.warnings, 1);
    assert_non_null(strstr(diag.text, "frames 8 to 11 were not recorded"));
    rt_play_close(p);
}

static void the_writer_thread_writes_all(void **state) {
    (void)state;
    rt_record_header h = head(MS);
    rt_recorder *r = rt_recorder_open(scratch_path("t.hawse"), &h, 8192, &diag);
    assert_int_equal(rt_recorder_start(r, &diag), RT_OK);
    for (uint64_t i = 0; i < 5000; i++) {
        rt_command c = command_of(i);
        assert_true(rt_record_frame(r, i, &c, hash_of(i)));
        if (i % 1000 == 0) usleep(30000);
    }
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    rt_play end;
    rt_player *p = rt_play_open(scratch_path("t.hawse"), &diag);
    assert_int_equal(replay(p, 0, &end), 5000);
    assert_int_equal(diag.warnings, 0);
    rt_play_close(p);
}

// Records in a child that is killed without warning; what was a second old is there.
static void a_killed_process_leaves_whole_chunks(void **state) {
    (void)state;
    int done[2], status;
    char byte;
    assert_int_equal(pipe(done), 0);
    pid_t child = fork();
    if (child == 0) {
        rt_record_header h = head(MS);
        rt_recorder *r = rt_recorder_open(scratch_path("k.hawse"), &h, 64, &diag);
        for (uint64_t i = 0; r && i < 3700; i++) {
            rt_command c = command_of(i);
            rt_record_frame(r, i, &c, hash_of(i));
            rt_record_drain(r);
        }
        if (write(done[1], "x", 1) != 1) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(done[0], &byte, 1), 1);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    rt_play end;
    rt_player *p = rt_play_open(scratch_path("k.hawse"), &diag);
    assert_non_null(p);
    assert_int_equal(replay(p, 0, &end), 3000);
    assert_int_equal(end, RT_PLAY_END);
    assert_int_equal(diag.warnings, 1);
    rt_play_close(p);
    close(done[0]);
    close(done[1]);
}

// In a child, whose files may grow to 60 000 bytes: the third chunk of 25 032 does not fit. Later there is room again;
// what would be written then would stand behind half a chunk.
static int limited_child(void) {
    const struct rlimit small = {60000, 1000000}, large = {1000000, 1000000};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &small)) return 2;
    rt_record_header h = head(MS);
    rt_recorder *r = rt_recorder_open(scratch_path("f.hawse"), &h, 64, &diag);
    bool good = true;
    for (uint64_t i = 0; i < 4500; i++) {
        rt_command c = command_of(i);
        rt_record_frame(r, i, &c, hash_of(i));
        good = rt_record_drain(r);
        if (good != (i < 2999)) return 3; // told at once, and the run goes on
        if (i == 3200 && setrlimit(RLIMIT_FSIZE, &large)) return 6;
    }
    if (rt_recorder_close(r, &diag) != RT_ERR_FILE || diag.errors != 1) return 4;
    return strstr(diag.text, "f.hawse: error: the recording is not whole, 2500 frames are missing: File too large") ? 0
                                                                                                                    : 5;
}

static void a_full_disk_costs_only_the_end(void **state) {
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0) _exit(limited_child());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    rt_play end;
    rt_player *p = rt_play_open(scratch_path("f.hawse"), &diag);
    assert_non_null(p);
    assert_int_equal(replay(p, 0, &end), 2000);
    assert_int_equal(end, RT_PLAY_END);
    rt_play_close(p);
}

static void a_file_that_cannot_be_written_is_told(void **state) {
    (void)state;
    rt_record_header h = head(MS);
    assert_null(rt_recorder_open(scratch_path("no/such/folder.hawse"), &h, 64, &diag));
    assert_non_null(
        strstr(diag.text, "folder.hawse: error: the recording cannot be written: No such file or directory"));
    setup(NULL);
    SKIP_WITHOUT("/dev/full");
    assert_null(rt_recorder_open("/dev/full", &h, 64, &diag));
    assert_string_equal(diag.text, "/dev/full: error: the recording cannot be written: No space left on device\n");
    assert_int_equal(access("/dev/full", F_OK), 0); // a device is not removed
    assert_int_equal(rt_recorder_close(NULL, &diag), RT_OK);
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(what_goes_in_comes_out),          T(a_file_cut_anywhere_gives_its_whole_chunks),
        T(every_flipped_bit_is_noticed),    T(joined_or_reordered_chunks_are_noticed),
        T(what_is_no_recording_is_refused), T(a_full_queue_drops_counts_and_is_told),
        T(the_writer_thread_writes_all),    T(a_killed_process_leaves_whole_chunks),
        T(a_full_disk_costs_only_the_end),  T(a_file_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
