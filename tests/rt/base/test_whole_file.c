// SPDX-License-Identifier: MIT
// Where an output goes: over links, behind what the standard output has already, under the next name; and what is left
// of one that could not be written whole.
#include "rt/base/mat.h"
#include "rt/base/options.h"
#include "rt/base/whole_file.h"
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
    char *place = rt_whole_place(path, &found);
    assert_non_null(place);
    assert_string_equal(place, expected);
    assert_int_equal(found, in_place);
    free(place);
}

// What a process prints and writes with the descriptor `fd` redirected to the file, by the path.
static void redirected(int fd, const char *name, int flags, const char *path) {
    int to = open(scratch_path(name), O_WRONLY | O_CREAT | flags, 0666), own = dup(fd);
    assert_true(to >= 0 && own >= 0);
    fflush(stdout);
    dup2(to, fd);
    close(to);
    bool in_place = false;
    free(rt_whole_place(path, &in_place));
    FILE *said = fd == STDOUT_FILENO ? stdout : NULL;
    if (said) fputs("said before\n", said); // still in its buffer
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

static void the_standard_output_is_written_behind_what_it_has(void **state) {
    (void)state;
    static const char *const name[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
        SKIP_WITHOUT(name[k]);
        scratch_text("all.txt", "there\n");
        redirected(STDOUT_FILENO, "all.txt", O_APPEND, name[k]);
        check_file("all.txt", "there\nsaid before\nwritten\nsaid after\n");
        redirected(STDOUT_FILENO, "all.txt", O_TRUNC, name[k]);
        check_file("all.txt", "said before\nwritten\nsaid after\n");
    }
    char own[256];
    snprintf(own, sizeof own, "%s", scratch_path("all.txt"));
    redirected(STDOUT_FILENO, "all.txt", O_APPEND, own); // by its own name
    check_file("all.txt", "said before\nwritten\nsaid after\nsaid before\nwritten\nsaid after\n");
    assert_false(exists("all.txt.part"));
}

static void so_are_the_standard_error_and_other_descriptors(void **state) {
    (void)state;
    SKIP_WITHOUT("/dev/stderr");
    scratch_text("errors.txt", "there\n");
    redirected(STDERR_FILENO, "errors.txt", O_APPEND, "/dev/stderr");
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

static void a_link_to_nothing_names_its_place(void **state) {
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
    assert_false(exists("far/x.csv") || exists("far/x.csv.part"));

    write_to(scratch_path("second.csv"), "whole");
    check_file("far/x.csv", "whole");
    check_file("second.csv", "whole");
    struct stat st;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(lstat(scratch_path(k ? "second.csv" : "first.csv"), &st), 0);
        assert_true(S_ISLNK(st.st_mode));
    }
}

static void a_file_that_has_lost_its_name_is_written_in_place(void **state) {
    (void)state;
    char name[64];
    int fd = open(scratch_path("lost.txt"), O_RDWR | O_CREAT, 0666);
    assert_true(fd >= 0);
    unlink(scratch_path("lost.txt"));
    snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)getpid(), fd); // no name of a descriptor that is known as one
    SKIP_WITHOUT(name);
    check_place(name, name, true);
    write_to(name, "lost");
    struct stat st;
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 4);
    close(fd);
}

// Asks as the program does before a run.
static bool asked(const char *path) {
    const char *file, *words[1];
    int n;
    bool help;
    char copy[256], name[] = "--csv", *argv[] = {name, copy};
    const option table[] = {{"--csv", "FILE", OPTION_OUT_FILE, &file, ""}};
    snprintf(copy, sizeof copy, "%s", path);
    return options_parse(2, argv, table, 1, words, 1, &n, &help, &diag);
}

static void a_link_that_nothing_can_be_made_of_is_told_before(void **state) {
    (void)state;
    char gone[256];
    snprintf(gone, sizeof gone, "%s", scratch_path("gone/x.csv"));
    assert_int_equal(symlink(gone, scratch_path("dangling.csv")), 0);
    assert_false(asked(scratch_path("dangling.csv")));
    assert_non_null(strstr(diag.text, "/gone': No such file or directory"));
    assert_non_null(strstr(diag.text, "--csv: cannot write in the folder"));
    setup(NULL);
    assert_int_equal(symlink("round.csv", scratch_path("round.csv")), 0);
    assert_false(asked(scratch_path("round.csv")));
    assert_non_null(strstr(diag.text, "--csv: cannot be written: Too many levels of symbolic links"));
    setup(NULL);
    assert_int_equal(symlink("to_be.csv", scratch_path("good.csv")), 0);
    assert_true(asked(scratch_path("good.csv")));
    assert_string_equal(diag.text, "");
}

// No file may grow beyond that: the writes that would, fail.
static void limit(rlim_t bytes) {
    struct rlimit r;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &r), 0);
    r.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &r), 0);
}

enum { ROOM = 1 << 16 };

static void the_rows_of_a_table_are_kept(void **state) {
    (void)state;
    static const sim_column t = {"t", "s"};
    const char *path = scratch_path("rows.csv");
    csv *c = csv_open_table(path, &t, 1, &diag);
    assert_non_null(c);
    limit(ROOM);
    for (double v = 0; v < 20000; v++) csv_write_values(c, &v);
    rt_status status = csv_close(c, &diag);
    limit(RLIM_INFINITY);
    assert_int_equal(status, RT_ERR_FILE);
    assert_int_equal(diag.errors, 1);
    assert_non_null(strstr(diag.text, "rows.csv: error: cannot be written: File too large; what there is stands in /"));
    assert_non_null(strstr(diag.text, "rows.csv.part\n"));
    assert_false(exists("rows.csv"));
    size_t n;
    free(scratch_read(scratch_path("rows.csv.part"), &n));
    assert_int_equal(n, ROOM);
}

// Room comes back while rows are still written: none of these stands behind the gap.
static void no_row_is_behind_a_gap(void **state) {
    (void)state;
    static const sim_column t = {"t", "s"};
    csv *c = csv_open_table(scratch_path("gap.csv"), &t, 1, &diag);
    assert_non_null(c);
    limit(ROOM);
    for (double v = 0; v < 20000; v++) csv_write_values(c, &v);
    limit(RLIM_INFINITY);
    for (double v = 20000; v < 40000; v++) csv_write_values(c, &v);
    assert_int_equal(csv_close(c, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "gap.csv: error: cannot be written: File too large; what there is stands in /"));
    size_t n;
    char *text = (char *)scratch_read(scratch_path("gap.csv.part"), &n);
    assert_true(n >= ROOM && n < ROOM + 32); // and the end of the row in which the room was at an end
    assert_null(strstr(text, "20000"));
    free(text);
}

static void the_matrices_are_kept(void **state) {
    (void)state;
    static double value[ROOM];
    rt_mat m;
    assert_int_equal(rt_mat_open(&m, scratch_path("a.mat"), &diag), RT_OK);
    limit(ROOM);
    rt_mat_matrix(&m, "v", ROOM, 1, value);
    rt_status status = rt_mat_close(&m, &diag);
    limit(RLIM_INFINITY);
    assert_int_equal(status, RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "a.mat: error: cannot be written: File too large; what there is stands in /"));
    assert_true(exists("a.mat.part") && !exists("a.mat"));
}

// The write that failed was long ago, and errno has been another's since: it is not told as the reason.
static void a_reason_that_is_not_known_is_not_told(void **state) {
    (void)state;
    rt_whole_file w;
    assert_int_equal(rt_whole_open(&w, scratch_path("a.json"), &diag), RT_OK);
    for (int k = 0; k < ROOM; k++) fputc('a', w.file);
    assert_int_equal(fflush(w.file), 0);
    limit(ROOM);
    fputc('b', w.file);
    assert_int_not_equal(fflush(w.file), 0);
    limit(RLIM_INFINITY);
    errno = ENOENT;
    assert_int_equal(rt_whole_close(&w, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "a.json: error: cannot be written: a write failed\n"));
    assert_false(exists("a.json") || exists("a.json.part"));
}

static void check_next(const char *file, const char *expected, int given) {
    char next[300];
    int n = 0;
    assert_true(run_next_name(file, &n, next, sizeof next));
    assert_string_equal(next, expected);
    assert_int_equal(n, given);
}

// A run that is begun anew writes beside the files of the one before; where there is no beside, the same.
static void another_run_has_its_own_files(void **state) {
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
    assert_false(run_next_name(file, &n, small, sizeof small)); // nor is it cut
    snprintf(file, sizeof file, "%s//", scratch_path("misses"));
    snprintf(beside, sizeof beside, "%s", scratch_path("misses-2"));
    check_next(file, beside, 1); // not there yet
    assert_int_equal(mkdir(scratch_path("misses"), 0777), 0);
    check_next(file, beside, 1);
    snprintf(file, sizeof file, "%s/", scratch_path("a.b"));
    check_next(file, scratch_path("a.b-2"), 1);
}

// Bytes that leave nothing in the buffer for the close to fail on.
static void the_reason_of_a_block_is_told(void **state) {
    (void)state;
    static const char block[ROOM];
    rt_whole_file w;
    assert_int_equal(rt_whole_open(&w, scratch_path("a.png"), &diag), RT_OK);
    limit(ROOM / 2);
    assert_false(rt_whole_write(&w, block, ROOM));
    errno = ENOENT;
    rt_status status = rt_whole_close(&w, &diag);
    limit(RLIM_INFINITY);
    assert_int_equal(status, RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "a.png: error: cannot be written: File too large\n"));
    assert_false(exists("a.png") || exists("a.png.part"));
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(the_standard_output_is_written_behind_what_it_has),
        T(so_are_the_standard_error_and_other_descriptors),
        T(a_link_to_nothing_names_its_place),
        T(a_file_that_has_lost_its_name_is_written_in_place),
        T(a_link_that_nothing_can_be_made_of_is_told_before),
        T(the_rows_of_a_table_are_kept),
        T(no_row_is_behind_a_gap),
        T(the_matrices_are_kept),
        T(a_reason_that_is_not_known_is_not_told),
        T(the_reason_of_a_block_is_told),
        T(another_run_has_its_own_files),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
