// SPDX-License-Identifier: MIT
// Films: with scripts in place of ffmpeg (end early, killed, stall, read slowly, write nothing), without ffmpeg, and
// with ffmpeg itself if installed.
#include "rt/frame/clock.h"
#include "rt/picture/video.h"
#include "tests/rt/scratch.h"
#include <signal.h>
#include <sys/stat.h>

enum { WIDTH = 640, HEIGHT = 360, SIZE = 3 * WIDTH * HEIGHT };
static uint8_t rgb[SIZE];

static char whole_path[4096]; // original PATH

// Makes a shell script the only ffmpeg on the PATH; its last argument is "file:NAME". NULL: no ffmpeg.
static void install_fake_ffmpeg(const char *script) {
    char text[1024];
    unlink(scratch_path("ffmpeg"));
    snprintf(text, sizeof text, "%s", scratch_path("ffmpeg"));
    setenv("PATH", scratch, 1);
    if (!script) return;
    snprintf(text, sizeof text, "#!/bin/sh\nPATH=/usr/bin:/bin\nfor last; do :; done\nout=${last#file:}\n%s\n", script);
    scratch_text("ffmpeg", text);
    assert_int_equal(chmod(scratch_path("ffmpeg"), 0755), 0);
}

static bool exists(const char *name) { return access(scratch_path(name), F_OK) == 0; }

static double now_s(void) {
    rt_clock c = rt_clock_monotonic();
    return 1e-9 * (double)rt_clock_now_ns(&c);
}

// Makes a film of `pictures` pictures; messages in d.
static rt_status make_film(int pictures, double patience_s, rt_diag *d) {
    picture_video *v = picture_video_open(scratch_path("a.mp4"), WIDTH, HEIGHT, 25, patience_s, d);
    assert_non_null(v);
    rt_status status = RT_OK;
    for (int k = 0; k < pictures && status == RT_OK; k++) {
        memset(rgb, k, sizeof rgb);
        status = picture_video_add(v, rgb, d);
    }
    rt_status end = picture_video_close(v, d);
    return status != RT_OK ? status : end;
}

// Every byte arrives in order, even with a slow reader, and the file gets its final name.
static void test_pictures_arrive(void **state) {
    (void)state;
    install_fake_ffmpeg("sleep 0.3; cat > \"$out\"");
    rt_diag d = {0};
    assert_int_equal(make_film(30, 20, &d), RT_OK);
    assert_string_equal(d.text, "");
    FILE *f = fopen(scratch_path("a.mp4"), "rb");
    assert_non_null(f);
    for (int k = 0; k < 30; k++) {
        assert_int_equal(fread(rgb, 1, SIZE, f), SIZE);
        for (int i = 0; i < SIZE; i += 997) assert_int_equal(rgb[i], k);
    }
    assert_int_equal(fgetc(f), EOF);
    fclose(f);
    assert_false(*scratch_part("a.mp4"));
    unlink(scratch_path("a.mp4"));
}

// As any output: the film replaces the link's target, and the link stays.
static void test_link_to_nothing_yet(void **state) {
    (void)state;
    install_fake_ffmpeg("cat > \"$out\"");
    rt_diag d = {0};
    struct stat st;
    assert_int_equal(symlink("b.mp4", scratch_path("a.mp4")), 0);
    assert_int_equal(make_film(2, 20, &d), RT_OK);
    assert_string_equal(d.text, "");
    assert_int_equal(lstat(scratch_path("a.mp4"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(scratch_path("b.mp4"), &st), 0);
    assert_int_equal(st.st_size, 2 * SIZE);
    unlink(scratch_path("a.mp4")), unlink(scratch_path("b.mp4"));
}

static void test_missing(void **state) {
    (void)state;
    install_fake_ffmpeg(NULL);
    rt_diag d = {0};
    assert_null(picture_video_open(scratch_path("a.mp4"), WIDTH, HEIGHT, 25, 20, &d));
    assert_non_null(strstr(d.text, "ffmpeg, which is not on the PATH"));
    assert_null(picture_video_open(scratch_path("a.avi"), WIDTH, HEIGHT, 25, 20, &d));
    assert_non_null(strstr(d.text, "ends in .mp4"));
    assert_int_equal(d.errors, 2);
}

static void check_failure(const char *script, double patience_s, const char *says) {
    install_fake_ffmpeg(script);
    rt_diag d = {0};
    assert_int_equal(make_film(200, patience_s, &d), RT_ERR_FILE);
    assert_int_equal(d.errors, 1);
    if (!strstr(d.text, says)) fail_msg("nothing like \"%s\" in: %s", says, d.text);
    assert_false(exists("a.mp4"));
    assert_false(*scratch_part("a.mp4"));
}

static void test_failures(void **state) {
    (void)state;
    check_failure("echo one >&2; echo 'the disk is full' >&2; exit 1", 20, "ffmpeg: the disk is full");
    check_failure("exit 0", 20, "ffmpeg ended early");
    check_failure("head -c 2000000 >\"$out\"; exit 3", 20, "ffmpeg ended early");
    check_failure("head -c 2000000 >\"$out\"; kill -9 $$", 20, "signal 9 (Killed) ended ffmpeg");
    check_failure("cat >\"$out\"; exit 1", 20, "ffmpeg ended early"); // after the last picture
}

// A stalled ffmpeg delays the run by patience_s, no longer; likewise at the close.
static void test_stall(void **state) {
    (void)state;
    double start = now_s();
    check_failure("exec sleep 100", 0.5, "accepted no picture for 0.5 s");
    assert_true(now_s() - start < 20);
    assert_true(now_s() - start >= 0.5);
    install_fake_ffmpeg("exec sleep 100");
    rt_diag d = {0};
    assert_int_equal(make_film(1, 0.5, &d), RT_ERR_FILE); // stall at the close
    assert_non_null(strstr(d.text, "accepted no picture"));
}

// A broken pipe ends the film, not the program, however the program handles SIGPIPE.
static void test_broken_pipe_ends_only_the_film(void **state) {
    (void)state;
    signal(SIGPIPE, SIG_DFL);
    check_failure("exec 0<&-; exec sleep 0.5", 20, "ffmpeg ended early");
}

static void test_no_pictures(void **state) {
    (void)state;
    install_fake_ffmpeg("cat > \"$out\"");
    rt_diag d = {0};
    assert_int_equal(make_film(0, 20, &d), RT_ERR_FILE);
    assert_string_equal(d.text, "");
    assert_false(exists("a.mp4"));
    assert_false(*scratch_part("a.mp4"));
    assert_int_equal(picture_video_close(NULL, &d), RT_OK);
}

// The same pictures make the same bytes.
static void test_ffmpeg(void **state) {
    (void)state;
    setenv("PATH", whole_path, 1);
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        print_message("skipped: ffmpeg is not installed\n");
        skip();
    }
    rt_diag d = {0};
    static char bytes[2][1000000];
    size_t n[2];
    for (int k = 0; k < 2; k++) {
        assert_int_equal(make_film(40, 60, &d), RT_OK);
        FILE *f = fopen(scratch_path("a.mp4"), "rb");
        n[k] = fread(bytes[k], 1, sizeof bytes[k], f);
        fclose(f);
    }
    assert_true(n[0] > 1000 && n[0] == n[1]);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
    assert_string_equal(d.text, "");
}

static int begin(void **state) {
    snprintf(whole_path, sizeof whole_path, "%s", getenv("PATH"));
    return scratch_make(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pictures_arrive), cmocka_unit_test(test_link_to_nothing_yet),
        cmocka_unit_test(test_missing),         cmocka_unit_test(test_failures),
        cmocka_unit_test(test_stall),           cmocka_unit_test(test_broken_pipe_ends_only_the_film),
        cmocka_unit_test(test_no_pictures),     cmocka_unit_test(test_ffmpeg),
    };
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
