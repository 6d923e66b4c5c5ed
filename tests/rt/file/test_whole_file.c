// SPDX-License-Identifier: MIT
// Output files: targets of links, standard output, names of further runs; and partial output after a write error.
#include "rt/file/mat.h"
#include "rt/file/options.h"
#include "rt/file/whole_file.h"
#include "rt/recording/csv.h"
#include "rt/session/rewind.h"
#include "tests/rt/scratch.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static rt_diag diag;

static int setup(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    return 0;
}

static bool exists(const char *name) {
    struct stat st;
    return lstat(scratch_path(name), &st) == 0;
}

static void check_file(const char *name, const char *expected) {
    size_t n;
    unsigned char *text = scratch_read(scratch_path(name), &n);
    assert_string_equal((char *)text, expected);
    free(text);
}

static void write_to(const char *path, const char *text) {
    rt_whole_file w;
    if (rt_whole_open(&w, path, &diag) != RT_OK) fail_msg("%s", diag.text);
    fputs(text, w.file);
    if (rt_whole_close(&w, &diag) != RT_OK) fail_msg("%s", diag.text);
}

static void check_place(const char *path, const char *expected, bool in_place) {
    bool found = !in_place;
    char *place = rt_whole_resolve_target(path, &found);
    assert_non_null(place);
    assert_string_equal(place, expected);
    assert_int_equal(found, in_place);
    free(place);
}

// Redirects descriptor `fd` to the file, prints, and writes to `path`, a name of that descriptor.
static void write_redirected(int fd, const char *name, int flags, const char *path) {
    int to = open(scratch_path(name), O_WRONLY | O_CREAT | flags, 0666), own = dup(fd);
    assert_true(to >= 0 && own >= 0);
    fflush(stdout);
    dup2(to, fd);
    close(to);
    bool in_place = false;
    free(rt_whole_resolve_target(path, &in_place));
    FILE *said = fd == STDOUT_FILENO ? stdout : NULL;
    if (said) fputs("said before\n", said); // stays in the stream's buffer
    rt_whole_file w;
    rt_status opened = rt_whole_open(&w, path, &diag), closed = RT_ERR_FILE;
    if (opened == RT_OK) {
        fputs("written\n", w.file);
        closed = rt_whole_close(&w, &diag);
    }
    if (said) fputs("said after\n", said);
    fflush(stdout);
    dup2(own, fd);
    close(own);
    assert_true(in_place);
    assert_int_equal(opened, RT_OK);
    assert_int_equal(closed, RT_OK);
}

static void standard_output_is_appended_to(void **state) {
    (void)state;
    static const char *const name[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
        SKIP_WITHOUT(name[k]);
        scratch_text("all.txt", "there\n");
        write_redirected(STDOUT_FILENO, "all.txt", O_APPEND, name[k]);
        check_file("all.txt", "there\nsaid before\nwritten\nsaid after\n");
        write_redirected(STDOUT_FILENO, "all.txt", O_TRUNC, name[k]);
        check_file("all.txt", "said before\nwritten\nsaid after\n");
    }
    char own[256];
    snprintf(own, sizeof own, "%s", scratch_path("all.txt"));
    write_redirected(STDOUT_FILENO, "all.txt", O_APPEND, own); // by the file's own name
    check_file("all.txt", "said before\nwritten\nsaid after\nsaid before\nwritten\nsaid after\n");
    assert_string_equal(scratch_part("all.txt"), "");
}

static void standard_error_and_descriptors_are_appended_to(void **state) {
    (void)state;
    SKIP_WITHOUT("/dev/stderr");
    scratch_text("errors.txt", "there\n");
    write_redirected(STDERR_FILENO, "errors.txt", O_APPEND, "/dev/stderr");
    check_file("errors.txt", "there\nwritten\n");
    char name[32];
    int fd = open(scratch_path("errors.txt"), O_WRONLY | O_APPEND);
    assert_true(fd > STDERR_FILENO);
    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    check_place(name, name, true);
    write_to(name, "fifth\n");
    close(fd);
    check_file("errors.txt", "there\nwritten\nfifth\n");
}

static void dangling_link_names_its_target(void **state) {
    (void)state;
    char far[256], place[512];
    snprintf(far, sizeof far, "%s", scratch_path("far"));
    assert_int_equal(mkdir(far, 0777), 0);
    snprintf(place, sizeof place, "%s/x.csv", far);
    assert_int_equal(symlink(place, scratch_path("first.csv")), 0);
    assert_int_equal(symlink("first.csv", scratch_path("second.csv")), 0); // beside it
    check_place(scratch_path("first.csv"), place, false);
    check_place(scratch_path("second.csv"), place, false);

    rt_whole_file w;
    assert_int_equal(rt_whole_open(&w, scratch_path("second.csv"), &diag), RT_OK);
    fputs("half", w.file);
    fflush(w.file);
    assert_false(exists("far/x.csv"));
    rt_whole_abandon(&w);
    assert_false(exists("far/x.csv") || *scratch_part("far/x.csv"));

    write_to(scratch_path("second.csv"), "whole");
    check_file("far/x.csv", "whole");
    check_file("second.csv", "whole");
    struct stat st;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(lstat(scratch_path(k ? "second.csv" : "first.csv"), &st), 0);
        assert_true(S_ISLNK(st.st_mode));
    }
}

static void unlinked_file_is_written_in_place(void **state) {
    (void)state;
    char name[64];
    int fd = open(scratch_path("lost.txt"), O_RDWR | O_CREAT, 0666);
    assert_true(fd >= 0);
    unlink(scratch_path("lost.txt"));
    snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)getpid(), fd); // not recognised as the name of a descriptor
    SKIP_WITHOUT(name);
    check_place(name, name, true);
    write_to(name, "lost");
    struct stat st;
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 4);
    close(fd);
}

// Checks the output path as the program does before a run.
static bool parse_output_path(const char *path) {
    const char *file, *words[1];
    int n;
    bool help;
    char copy[256], name[] = "--csv", *argv[] = {name, copy};
    const option table[] = {{"--csv", "FILE", OPTION_OUT_FILE, &file, ""}};
    snprintf(copy, sizeof copy, "%s", path);
    return options_parse(2, argv, table, 1, words, 1, &n, &help, &diag);
}

static void unusable_link_fails_before_the_run(void **state) {
    (void)state;
    char gone[256];
    snprintf(gone, sizeof gone, "%s", scratch_path("gone/x.csv"));
    assert_int_equal(symlink(gone, scratch_path("dangling.csv")), 0);
    assert_false(parse_output_path(scratch_path("dangling.csv")));
    assert_non_null(strstr(diag.text, "/gone': No such file or directory"));
    assert_non_null(strstr(diag.text, "--csv: cannot write in the folder"));
    setup(NULL);
    assert_int_equal(symlink("round.csv", scratch_path("round.csv")), 0);
    assert_false(parse_output_path(scratch_path("round.csv")));
    assert_non_null(strstr(diag.text, "--csv: cannot be written: Too many levels of symbolic links"));
    setup(NULL);
    assert_int_equal(symlink("to_be.csv", scratch_path("good.csv")), 0);
    assert_true(parse_output_path(scratch_path("good.csv")));
    assert_string_equal(diag.text, "");
}

// Limits the size of every file: writes beyond it fail.
static void limit_file_size(rlim_t bytes) {
    struct rlimit r;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &r), 0);
    r.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &r), 0);
}

enum { ROOM = 1 << 16 };

static void rows_before_a_write_error_are_kept(void **state) {
    (void)state;
    static const sim_column t = {"t", "s"};
    const char *path = scratch_path("rows.csv");
    csv *c = csv_open_table(path, &t, 1, &diag);
    assert_non_null(c);
    limit_file_size(ROOM);
    for (double v = 0; v < 20000; v++) csv_write_values(c, &v);
    rt_status status = csv_close(c, &diag);
    limit_file_size(RLIM_INFINITY);
    assert_int_equal(status, RT_ERR_FILE);
    assert_int_equal(diag.errors, 1);
    assert_non_null(strstr(diag.text, "rows.csv: error: cannot be written: File too large; partial output is in /"));
    assert_non_null(strstr(diag.text, scratch_part("rows.csv")));
    assert_false(exists("rows.csv"));
    size_t n;
    free(scratch_read(scratch_part("rows.csv"), &n));
    assert_int_equal(n, ROOM);
}

// Writes become possible again while rows still arrive: no row may follow the gap.
static void no_row_follows_a_gap(void **state) {
    (void)state;
    static const sim_column t = {"t", "s"};
    csv *c = csv_open_table(scratch_path("gap.csv"), &t, 1, &diag);
    assert_non_null(c);
    limit_file_size(ROOM);
    for (double v = 0; v < 20000; v++) csv_write_values(c, &v);
    limit_file_size(RLIM_INFINITY);
    for (double v = 20000; v < 40000; v++) csv_write_values(c, &v);
    assert_int_equal(csv_close(c, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "gap.csv: error: cannot be written: File too large; partial output is in /"));
    size_t n;
    char *text = (char *)scratch_read(scratch_part("gap.csv"), &n);
    assert_true(n >= ROOM && n < ROOM + 32); // and at most the end of the row at the limit_file_size
    assert_null(strstr(text, "20000"));
    free(text);
}

static void matrices_before_a_write_error_are_kept(void **state) {
    (void)state;
    static double value[ROOM];
    rt_mat m;
    assert_int_equal(rt_mat_open(&m, scratch_path("a.mat"), &diag), RT_OK);
    limit_file_size(ROOM);
    rt_mat_matrix(&m, "v", ROOM, 1, value);
    rt_status status = rt_mat_close(&m, &diag);
    limit_file_size(RLIM_INFINITY);
    assert_int_equal(status, RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "a.mat: error: cannot be written: File too large; partial output is in /"));
    assert_true(*scratch_part("a.mat") && !exists("a.mat"));
}

// errno has changed since the failed write, so it is not reported as the reason.
static void unknown_reason_is_not_reported(void **state) {
    (void)state;
    rt_whole_file w;
    assert_int_equal(rt_whole_open(&w, scratch_path("a.json"), &diag), RT_OK);
    for (int k = 0; k < ROOM; k++) fputc('a', w.file);
    assert_int_equal(fflush(w.file), 0);
    limit_file_size(ROOM);
    fputc('b', w.file);
    assert_int_not_equal(fflush(w.file), 0);
    limit_file_size(RLIM_INFINITY);
    errno = ENOENT;
    assert_int_equal(rt_whole_close(&w, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "a.json: error: cannot be written: a write failed\n"));
    assert_false(exists("a.json") || *scratch_part("a.json"));
}

static void check_next(const char *file, const char *expected, int given) {
    char next[300];
    int n = 0;
    assert_true(run_next_name(file, &n, next, sizeof next));
    assert_string_equal(next, expected);
    assert_int_equal(n, given);
}

// A restarted run writes beside the files of the run before. For a pipe or a device it writes to the same one.
static void next_run_has_its_own_files(void **state) {
    (void)state;
    char file[256], beside[256];
    snprintf(file, sizeof file, "%s", scratch_path("pipe.json"));
    assert_int_equal(mkfifo(file, 0666), 0);
    check_next(file, file, 0);
    snprintf(file, sizeof file, "%s", scratch_path("to_null"));
    assert_int_equal(symlink("/dev/null", file), 0);
    check_next(file, file, 0);
    char small[8];
    int n = 0;
    assert_false(run_next_name(file, &n, small, sizeof small)); // too long a name fails and is not truncated
    snprintf(file, sizeof file, "%s//", scratch_path("misses"));
    snprintf(beside, sizeof beside, "%s", scratch_path("misses-2"));
    check_next(file, beside, 1); // the folder does not exist yet
    assert_int_equal(mkdir(scratch_path("misses"), 0777), 0);
    check_next(file, beside, 1);
    snprintf(file, sizeof file, "%s/", scratch_path("a.b"));
    check_next(file, scratch_path("a.b-2"), 1);
}

// The failing write leaves the buffer empty: the close itself succeeds.
static void reason_of_failed_block_is_reported(void **state) {
    (void)state;
    static const char block[ROOM];
    rt_whole_file w;
    assert_int_equal(rt_whole_open(&w, scratch_path("a.png"), &diag), RT_OK);
    limit_file_size(ROOM / 2);
    assert_false(rt_whole_write(&w, block, ROOM));
    errno = ENOENT;
    rt_status status = rt_whole_close(&w, &diag);
    limit_file_size(RLIM_INFINITY);
    assert_int_equal(status, RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "a.png: error: cannot be written: File too large\n"));
    assert_false(exists("a.png") || *scratch_part("a.png"));
}

// Another process writes the name while this one writes its part: the name stays with the other, and this output in its
// part; also when the other comes first to a name that was free.
static void a_name_taken_meanwhile_is_not_replaced(void **state) {
    (void)state;
    for (int there = 0; there < 2; there++) {
        char part[512];
        rt_whole_file w;
        unlink(scratch_path("race.txt"));
        if (there) scratch_text("race.txt", "it was there before\n");
        assert_int_equal(rt_whole_open(&w, scratch_path("race.txt"), &diag), RT_OK);
        fputs("ours\n", w.file);
        snprintf(part, sizeof part, "%s", scratch_part("race.txt"));
        assert_int_not_equal(part[0], 0);
        scratch_text("race.txt", "theirs\n");
        assert_int_equal(rt_whole_close(&w, &diag), RT_ERR_FILE);
        assert_non_null(strstr(diag.text, "another process has written this file since the run began"));
        assert_non_null(strstr(diag.text, part));
        check_file("race.txt", "theirs\n");
        size_t n;
        char *text = (char *)scratch_read(part, &n);
        assert_string_equal(text, "ours\n");
        free(text);
        unlink(part);
        setup(NULL);
    }
}

// The name is compared by inode, size and time of change, and left alone if it differs.
static void a_changed_file_is_not_replaced(void **state) {
    (void)state;
    scratch_text("last.txt", "theirs\n");
    rt_file_state other = rt_file_state_of(scratch_path("last.txt")), now = other;
    other.inode++;
    scratch_text("last.part", "ours\n");
    assert_int_equal(rt_whole_take_name(scratch_path("last.part"), scratch_path("last.txt"), &other), EEXIST);
    check_file("last.txt", "theirs\n");
    check_file("last.part", "ours\n");
    assert_int_equal(rt_whole_take_name(scratch_path("last.part"), scratch_path("last.txt"), &now), 0);
    check_file("last.txt", "ours\n");
    assert_false(exists("last.part"));
}

// Parts are new files with names of their own, follow no link and keep the rights of what they replace.
static void parts_are_exclusive(void **state) {
    (void)state;
    char *part[2];
    int fd[2];
    for (int k = 0; k < 2; k++) assert_true((fd[k] = rt_whole_create_part(scratch_path("x"), ".part", &part[k])) >= 0);
    assert_string_not_equal(part[0], part[1]);
    for (int k = 0; k < 2; k++) {
        int flags = fcntl(fd[k], F_GETFD);
        assert_true(flags & FD_CLOEXEC);
        close(fd[k]);
        unlink(part[k]);
        free(part[k]);
    }
    scratch_text("private.txt", "mine\n");
    assert_int_equal(chmod(scratch_path("private.txt"), 0600), 0);
    write_to(scratch_path("private.txt"), "ours\n");
    struct stat st;
    assert_int_equal(stat(scratch_path("private.txt"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(rt_whole_create_part(scratch_path("none/x"), ".part", &part[0]), -1);
    assert_int_equal(errno, ENOENT);
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(standard_output_is_appended_to),
        T(standard_error_and_descriptors_are_appended_to),
        T(dangling_link_names_its_target),
        T(unlinked_file_is_written_in_place),
        T(unusable_link_fails_before_the_run),
        T(rows_before_a_write_error_are_kept),
        T(no_row_follows_a_gap),
        T(matrices_before_a_write_error_are_kept),
        T(unknown_reason_is_not_reported),
        T(reason_of_failed_block_is_reported),
        T(next_run_has_its_own_files),
        T(a_name_taken_meanwhile_is_not_replaced),
        T(a_changed_file_is_not_replaced),
        T(parts_are_exclusive),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
