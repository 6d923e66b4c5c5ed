// SPDX-License-Identifier: MIT
#include "rt/record/record.h"
#include "tests/rt/scratch.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define MS ((int64_t)1000000)

static rt_diag diag;
static const double initial[5] = {1, 2, 3, 4, 5};
enum { SECTIONS = 3, CHANNELS = 2, HEAD = 80, CHUNK = 32 }; // bytes of the heads by rt/record/record.h

static rt_record_header head(int64_t h_ns) {
    return (rt_record_header){.h_ns = h_ns,
                              .scenario_path = "scenarios/a.yaml",
                              .scenario_text = "chain:\n  links: 9\n",
                              .info = "version=1\nhost=here\n",
                              .sections = "one\ntwo\nthree\n",
                              .channels = "t\ts\nforce\tN\n",
                              .state = initial,
                              .state_size = sizeof initial};
}

// A pull in every fourth frame.
static rt_pull pull_of(uint64_t frame) {
    int32_t kind = frame % 4 == 1 ? frame % 8 == 1 ? RT_PULL_BODY : RT_PULL_NODE : RT_PULL_NONE, x = (int32_t)frame;
    return kind ? (rt_pull){kind, x % 100, {0.1 * x, -x, 1.0 / x}, {-0.3 * x, 1e6 / x, 7}} : (rt_pull){0};
}

static rt_command command_of(uint64_t frame) {
    rt_command c = {.lever = sin((double)frame * 0.01),
                    .brake = fabs(cos((double)frame * 0.02)),
                    .clutch = frame / 7 % 2,
                    .failsafe = frame / 11 % 2,
                    .stopper = frame / 13 % 2,
                    .failures = (uint32_t)frame % (1u << RT_FAILURE_COUNT),
                    .pull = pull_of(frame)};
    return c;
}

static uint64_t hash_of(uint64_t frame) { return frame * 0x9E3779B97F4A7C15u + 1; }

static rt_record_times times_of(uint64_t frame) {
    rt_record_times t = {.release_ns = (int64_t)frame * MS, .start_ns = (int32_t)frame - 5, .work_ns = (uint32_t)frame};
    for (int k = 0; k < RT_PHASE_COUNT; k++) t.phase[k] = (uint32_t)frame + (uint32_t)k;
    return t;
}

static rt_record_row row_of(uint64_t frame) {
    static uint16_t section[SECTIONS];
    for (int k = 0; k < SECTIONS; k++) section[k] = (uint16_t)(frame * 3 + (unsigned)k);
    return (rt_record_row){.frame = frame,
                           .command = command_of(frame),
                           .hash = hash_of(frame),
                           .events = frame * 0x700000007,
                           .times = times_of(frame),
                           .section = section};
}

static bool push(rt_recorder *r, uint64_t frame) {
    rt_record_row row = row_of(frame);
    return rt_record_push_frame(r, &row);
}

// Pushes a frame, every third one with channels, and a state before every tenth.
static bool push_all(rt_recorder *r, uint64_t frame) {
    const double value[CHANNELS] = {(double)frame * 0.1, -(double)frame};
    const double state[5] = {(double)frame + 1, 2, 3, 4, 5};
    bool good = push(r, frame);
    if (frame % 3 == 0) good = rt_record_push_channels(r, frame, value) && good;
    if ((frame + 1) % 10 == 0) good = rt_record_push_keyframe(r, frame + 1, state) && good;
    return good;
}

static int setup(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    return 0;
}

// Records frames 0 .. n-1 as software-in-the-loop does, and closes.
static void record(const char *path, uint64_t n, int64_t h_ns) {
    rt_record_header h = head(h_ns);
    rt_recorder *r = rt_recorder_open(path, &h, 64, &diag);
    assert_non_null(r);
    for (uint64_t i = 0; i < n; i++) {
        assert_true(push_all(r, i));
        assert_true(rt_record_drain(r));
    }
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    assert_string_equal(diag.text, "");
}

// Reads from frame `first` to the end and checks each frame; returns the number after the last. *end: how the reading
// ended.
static uint64_t replay(rt_player *p, uint64_t first, rt_play *end) {
    uint64_t n = first;
    rt_record_row row;
    while ((*end = rt_play_next(p, &row, &diag)) == RT_PLAY_FRAME) {
        rt_record_row expected = row_of(n);
        if (row.frame != n || row.hash != expected.hash || row.events != expected.events ||
            memcmp(&row.command, &expected.command, sizeof row.command) != 0 ||
            memcmp(row.section, expected.section, SECTIONS * sizeof *row.section) != 0)
            fail_msg("frame %lu differs", n);
        n++;
    }
    assert_int_equal(rt_play_next(p, &row, &diag), *end); // the same again
    return n;
}

static void recorded_frames_read_back(void **state) {
    (void)state;
    static const uint64_t counts[] = {0, 1, 999, 1000, 1001, 8000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int64_t h_ns = MS / 1000; h_ns <= MS; h_ns *= 1000) { // full chunks, and chunks of a quarter of a second
            const char *path = scratch_path("a.hawse");
            rt_play end;
            record(path, counts[i], h_ns);
            rt_player *p = rt_play_open(path, &diag);
            assert_non_null(p);
            const rt_record_header *h = rt_play_header(p);
            assert_int_equal(h->h_ns, h_ns);
            assert_int_equal(h->first_frame, 0);
            assert_string_equal(h->scenario_path, "scenarios/a.yaml");
            assert_string_equal(h->scenario_text, "chain:\n  links: 9\n");
            assert_string_equal(h->info, "version=1\nhost=here\n");
            assert_string_equal(h->sections, "one\ntwo\nthree\n");
            assert_string_equal(h->channels, "t\ts\nforce\tN\n");
            assert_int_equal(rt_play_n_sections(p), SECTIONS);
            assert_int_equal(rt_play_n_channels(p), CHANNELS);
            assert_int_equal(h->state_size, sizeof initial);
            assert_memory_equal(h->state, initial, sizeof initial);
            rt_play_contents l = rt_play_get_contents(p);
            assert_int_equal(l.frames, counts[i]);
            assert_int_equal(l.end_frame, counts[i]);
            assert_int_equal(l.times, counts[i]);
            assert_int_equal(l.channels, (counts[i] + 2) / 3);
            assert_int_equal(l.pulls, (counts[i] + 2) / 4);
            assert_int_equal(l.keyframes, 1 + counts[i] / 10);
            assert_true(l.closed && l.how == RT_PLAY_END && l.missing == 0 && l.dropped == 0);
            assert_int_equal(replay(p, 0, &end), counts[i]);
            assert_int_equal(end, RT_PLAY_END);
            assert_string_equal(diag.text, "");
            rt_play_close(p);
        }
}

static void times_and_channels_read_back(void **state) {
    (void)state;
    rt_record_times t;
    const double *value;
    uint64_t frame, n = 0;
    record(scratch_path("a.hawse"), 3000, MS);
    rt_player *p = rt_play_open(scratch_path("a.hawse"), &diag);
    for (; rt_play_next_times(p, &frame, &t); n++) {
        rt_record_times expected = times_of(n);
        assert_int_equal(frame, n);
        assert_memory_equal(&t, &expected, offsetof(rt_record_times, phase) + sizeof t.phase);
    }
    assert_int_equal(n, 3000);
    for (n = 0; rt_play_next_channels(p, &frame, &value); n += 3) {
        assert_int_equal(frame, n);
        assert_true(value[0] == (double)n * 0.1 && value[1] == -(double)n);
    }
    assert_int_equal(n, 3000);
    rt_play_close(p);
}

static void seek_finds_any_frame_and_state(void **state) {
    (void)state;
    rt_record_row row;
    double s[5];
    record(scratch_path("a.hawse"), 1234, MS);
    rt_player *p = rt_play_open(scratch_path("a.hawse"), &diag);
    for (uint64_t k = 0; k < 1234; k++) {
        uint64_t at = k * 617 % 1234; // every frame once, back and forth
        rt_play_seek(p, at);
        assert_int_equal(rt_play_next(p, &row, &diag), RT_PLAY_FRAME);
        assert_int_equal(row.frame, at);
        assert_int_equal(row.hash, hash_of(at));
        assert_memory_equal(&row.command, &(rt_command[]){command_of(at)}, sizeof row.command);
        int before = rt_play_keyframe_before(p, at);
        assert_int_equal(before, at / 10);
        assert_int_equal(rt_play_keyframe_at(p, before), at / 10 * 10);
        assert_true(rt_play_read_keyframe(p, before, s));
        assert_true(s[0] == (before ? (double)(at / 10 * 10) : 1) && s[4] == 5);
    }
    rt_play_seek(p, 1234);
    assert_int_equal(rt_play_next(p, &row, &diag), RT_PLAY_END);
    assert_int_equal(rt_play_keyframe_before(p, 1000000), 123);
    assert_string_equal(diag.text, "");
    rt_play_close(p);
}

// Bytes and frames up to the end of the header and of each chunk.
typedef struct layout {
    size_t bytes[32];
    uint64_t frames[32];
    int n;
} layout;

static uint32_t number_at(const unsigned char *bytes, size_t at) {
    uint32_t n;
    memcpy(&n, bytes + at, sizeof n);
    return n;
}

static layout layout_of(const unsigned char *bytes, size_t size) {
    layout l = {.n = 0};
    uint64_t frames = 0, text;
    size_t at = HEAD;
    for (int k = 0; k < 6; k++) {
        memcpy(&text, bytes + HEAD - 48 + 8 * k, sizeof text);
        at += text;
    }
    for (; at + CHUNK <= size; at += CHUNK + number_at(bytes, at + 8)) {
        assert_memory_equal(bytes + at, "HWCK", 4);
        l.bytes[l.n] = at;
        l.frames[l.n++] = frames;
        if (number_at(bytes, at + 4) == 1) frames += number_at(bytes, at + 24);
    }
    assert_int_equal(at, size);
    l.bytes[l.n] = size;
    l.frames[l.n++] = frames;
    return l;
}

static void truncated_file_keeps_its_whole_chunks(void **state) {
    (void)state;
    size_t size;
    record(scratch_path("a.hawse"), 25, MS * 25); // chunks of ten frames
    unsigned char *bytes = scratch_read(scratch_path("a.hawse"), &size);
    layout l = layout_of(bytes, size);
    assert_int_equal(l.n, 16); // head, three times pulls, frames, times, channels; two states; end
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
        assert_int_equal(rt_play_get_contents(p).frames, whole);
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

// The message names the damaged chunk, and the frames before it read correctly.
static void every_flipped_bit_is_detected(void **state) {
    (void)state;
    size_t size;
    record(scratch_path("a.hawse"), 25, MS * 25);
    unsigned char *bytes = scratch_read(scratch_path("a.hawse"), &size);
    layout l = layout_of(bytes, size);
    const char *path = scratch_path("a.hawse");
    int fd = open(path, O_WRONLY);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        setup(NULL);
        unsigned char flipped = bytes[bit / 8] ^ (unsigned char)(1 << bit % 8);
        assert_int_equal(pwrite(fd, &flipped, 1, (off_t)(bit / 8)), 1);
        rt_player *p = rt_play_open(path, &diag);
        rt_play end = RT_PLAY_DAMAGED;
        uint64_t frames = p ? replay(p, 0, &end) : 0;
        if (end != RT_PLAY_DAMAGED || diag.errors != 1) fail_msg("bit %zu of byte %zu passed", bit % 8, bit / 8);
        if (p) {
            int in = 0;
            while (bit / 8 >= l.bytes[in + 1]) in++;
            char expected[64];
            snprintf(expected, sizeof expected, "damaged at byte %zu: ", l.bytes[in]);
            if (!strstr(diag.text, expected)) fail_msg("bit %zu of byte %zu: %s", bit % 8, bit / 8, diag.text);
            assert_int_equal(frames, l.frames[in]);
        } else {
            assert_true(bit / 8 < l.bytes[0]);
        }
        rt_play_close(p);
        assert_int_equal(pwrite(fd, &bytes[bit / 8], 1, (off_t)(bit / 8)), 1);
    }
    close(fd);
    free(bytes);
}

static void missing_or_extra_bytes_are_detected(void **state) {
    (void)state;
    size_t size;
    rt_play end;
    record(scratch_path("a.hawse"), 25, MS * 25);
    unsigned char *bytes = scratch_read(scratch_path("a.hawse"), &size), *made = malloc(2 * size);
    layout l = layout_of(bytes, size);
    // The second chunk of frames is missing; all others are whole.
    memcpy(made, bytes, l.bytes[6]);
    memcpy(made + l.bytes[6], bytes + l.bytes[7], size - l.bytes[7]);
    rt_player *p = rt_play_open(scratch_write("b.hawse", made, size - (l.bytes[7] - l.bytes[6])), &diag);
    assert_int_equal(rt_play_get_contents(p).after, l.n - 1 - 7 - 1);
    assert_int_equal(replay(p, 0, &end), 10);
    assert_int_equal(end, RT_PLAY_DAMAGED);
    assert_non_null(strstr(diag.text, "missing or out of order; 10 frames before it are whole, and there are whole "
                                      "chunks behind it"));
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

static void other_version_is_refused(void **state) {
    (void)state;
    size_t size;
    record(scratch_path("a.hawse"), 5, MS);
    unsigned char *bytes = scratch_read(scratch_path("a.hawse"), &size);
    for (uint32_t version = 0; version < 8; version++) {
        setup(NULL);
        memcpy(bytes + 8, &version, sizeof version);
        rt_player *p = rt_play_open(scratch_write("v.hawse", bytes, size), &diag);
        assert_int_equal(p != NULL, version == 7);
        const char *says = "v.hawse: error: written in another version of the format: this program reads version 7; "
                           "replay it with the "
                           "hawse that recorded it\n";
        assert_int_equal(strstr(diag.text, says) != NULL, version != 7);
        rt_play_close(p);
    }
    free(bytes);
}

static void other_files_are_refused(void **state) {
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

static void full_queue_drops_and_counts(void **state) {
    (void)state;
    rt_record_header h = head(MS);
    rt_recorder *r = rt_recorder_open(scratch_path("d.hawse"), &h, 8, &diag);
    rt_play end;
    for (uint64_t i = 0; i < 30; i++) {
        if (i == 12) rt_record_drain(r); // 0..7 are recorded, 8..11 are dropped
        if (i == 19) rt_record_drain(r);
        assert_int_equal(push(r, i), i < 8 || (i >= 12 && i < 27));
    }
    assert_int_equal(rt_record_dropped(r), 7);
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    rt_player *p = rt_play_open(scratch_path("d.hawse"), &diag);
    rt_record_row row;
    assert_int_equal(rt_play_get_contents(p).frames, 23);
    assert_int_equal(rt_play_get_contents(p).missing, 4);
    assert_int_equal(rt_play_get_contents(p).dropped, 7);
    for (uint64_t i = 0; i < 8; i++) assert_int_equal(rt_play_next(p, &row, &diag), RT_PLAY_FRAME);
    assert_int_equal(diag.warnings, 0);
    assert_int_equal(replay(p, 12, &end), 27);
    assert_int_equal(diag.warnings, 1);
    assert_non_null(strstr(diag.text, "frames 8 to 11 were not recorded"));
    rt_play_close(p);
}

static void writer_thread_writes_all_frames(void **state) {
    (void)state;
    rt_record_header h = head(MS);
    rt_recorder *r = rt_recorder_open(scratch_path("t.hawse"), &h, 8192, &diag);
    assert_int_equal(rt_recorder_start(r, &diag), RT_OK);
    assert_true(rt_recorder_started(r));
    for (uint64_t i = 0; i < 5000; i++) {
        assert_true(push(r, i));
        if (i % 10 == 0) rt_record_push_channels(r, i, (const double[CHANNELS]){0, 1});
        if (i % 1000 == 0) usleep(30000);
    }
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
    rt_play end;
    rt_player *p = rt_play_open(scratch_path("t.hawse"), &diag);
    assert_int_equal(replay(p, 0, &end), 5000);
    assert_int_equal(diag.warnings, 0);
    rt_play_close(p);
}

// Records in a child process and kills it; frames older than a quarter of a second are in the file.
static void killed_process_leaves_whole_chunks(void **state) {
    (void)state;
    int done[2], status;
    char byte;
    assert_int_equal(pipe(done), 0);
    pid_t child = fork();
    if (child == 0) {
        rt_record_header h = head(MS);
        rt_recorder *r = rt_recorder_open(scratch_path("k.hawse"), &h, 64, &diag);
        for (uint64_t i = 0; r && i < 3700; i++) {
            push(r, i);
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
    assert_int_equal(replay(p, 0, &end), 3500);
    assert_int_equal(end, RT_PLAY_END);
    assert_int_equal(diag.warnings, 1);
    rt_play_close(p);
    close(done[0]), close(done[1]);
}

// Records in a child process with a limit of 90 000 bytes a file: the third chunk of times does not fit. The limit
// rises later; nothing may follow the incomplete chunk.
static int record_with_limit(void) {
    const struct rlimit small = {90000, 1000000}, large = {1000000, 1000000};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &small)) return 2;
    rt_record_header h = head(MS);
    rt_recorder *r = rt_recorder_open(scratch_path("f.hawse"), &h, 64, &diag);
    for (uint64_t i = 0; i < 4500; i++) {
        push(r, i);
        bool good = rt_record_drain(r);
        if (good != (i < 749) || rt_record_failed(r) == good) return 3; // reported at once, and the run continues
        if (i == 3200 && setrlimit(RLIMIT_FSIZE, &large)) return 6;
    }
    if (rt_recorder_close(r, &diag) != RT_ERR_FILE || diag.errors != 1) return 4;
    return strstr(diag.text, "f.hawse: error: the recording is incomplete, 3750 frames are missing: File too large")
               ? 0
               : 5;
}

static void full_disk_costs_only_the_end(void **state) {
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0) _exit(record_with_limit());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    rt_play end;
    rt_player *p = rt_play_open(scratch_path("f.hawse"), &diag);
    assert_non_null(p);
    assert_int_equal(replay(p, 0, &end), 750);
    assert_int_equal(end, RT_PLAY_END);
    rt_play_close(p);
}

static void unwritable_file_is_reported(void **state) {
    (void)state;
    rt_record_header h = head(MS);
    assert_null(rt_recorder_open(scratch_path("no/such/folder.hawse"), &h, 64, &diag));
    assert_non_null(
        strstr(diag.text, "folder.hawse: error: the recording cannot be written: No such file or directory"));
    setup(NULL);
    SKIP_WITHOUT("/dev/full");
    assert_null(rt_recorder_open("/dev/full", &h, 64, &diag));
    assert_string_equal(diag.text, "/dev/full: error: the recording cannot be written: No space left on device\n");
    assert_int_equal(access("/dev/full", F_OK), 0); // the device is not deleted
    assert_int_equal(rt_recorder_close(NULL, &diag), RT_OK);
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(recorded_frames_read_back),
        T(times_and_channels_read_back),
        T(seek_finds_any_frame_and_state),
        T(other_version_is_refused),
        T(truncated_file_keeps_its_whole_chunks),
        T(every_flipped_bit_is_detected),
        T(missing_or_extra_bytes_are_detected),
        T(other_files_are_refused),
        T(full_queue_drops_and_counts),
        T(writer_thread_writes_all_frames),
        T(killed_process_leaves_whole_chunks),
        T(full_disk_costs_only_the_end),
        T(unwritable_file_is_reported),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
