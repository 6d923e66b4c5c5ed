// SPDX-License-Identifier: MIT
// `hawse run`, and `sil` by the clock, when no thread can be created: nothing runs, and the only output is the reason.
// Also: a run leaves no state in the program for the next run.
#include "rt/app/cmd.h"
#include "rt/session/on_loop.h"
#include "tests/rt/scratch.h"
#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PENDULUM HAWSE_SOURCE_DIR "/config/scenarios/examples/pendulum.yaml"

static bool no_threads, refuse;
static int prepared;

int __real_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg) {
    return no_threads ? EAGAIN : __real_pthread_create(t, a, f, arg);
}

rt_status __real_session_loop_prepare(session *s, const session_loop_options *o, rt_loop_def *def, rt_diag *d);
rt_status __wrap_session_loop_prepare(session *s, const session_loop_options *o, rt_loop_def *def, rt_diag *d);
rt_status __wrap_session_loop_prepare(session *s, const session_loop_options *o, rt_loop_def *def, rt_diag *d) {
    if (!refuse) return __real_session_loop_prepare(s, o, def, d);
    prepared++;
    assert_non_null(s->headroom);
    assert_false(s->headroom->found);
    assert_int_equal(s->headroom->load_ns, 0);
    assert_int_equal(s->headroom->frames, 0);
    *s->headroom = (headroom){.load_ns = 300000, .margin_ns = 280000, .frames = 17, .first_miss = 5, .found = true};
    rt_diag_error(d, NULL, 0, 0, "refused by the test");
    return RT_ERR_USAGE;
}

// Writes the command's error message into a file, which the test reads.
int __wrap_options_fail(const rt_diag *d, rt_status status);
int __wrap_options_fail(const rt_diag *d, rt_status status) {
    FILE *f = fopen(scratch_path("told"), "w");
    assert_non_null(f);
    fputs(d->text, f);
    fclose(f);
    return status == RT_ERR_MEMORY ? EXIT_INTERNAL : EXIT_USAGE;
}

// Exit code of a command in its own process, which can create no thread.
static int run_alone(int (*command)(int argc, char **argv), int argc, char **argv) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        no_threads = true;
        _exit(command(argc, argv));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void check_message(const char *what) {
    size_t size;
    char *message = (char *)scratch_read(scratch_path("told"), &size);
    if (!strstr(message, what)) fail_msg("%s", message);
    free(message);
}

static void without_threads_nothing_is_reported(void **state) {
    (void)state;
    static const char *const none[] = {"r.json", "r.html", "t.json"};
    char report[300], page[300], trace[300];
    struct stat st;
    snprintf(report, sizeof report, "%s", scratch_path(none[0]));
    snprintf(page, sizeof page, "%s", scratch_path(none[1]));
    snprintf(trace, sizeof trace, "%s", scratch_path(none[2]));
    char *argv[] = {PENDULUM, "--headless", "--duration", "0.1", "--report", report, "--html", page, "--trace", trace};
    assert_int_equal(run_alone(cmd_run, 10, argv), EXIT_INTERNAL);
    check_message("error: the flight recorder's thread cannot be started");
    assert_int_equal(run_alone(cmd_run, 8, argv), EXIT_INTERNAL);
    check_message("thread");
    for (size_t k = 0; k < 3; k++) assert_int_not_equal(stat(scratch_path(none[k]), &st), 0);
}

// No recording begins: its thread comes after the flight recorder's.
static void without_threads_nothing_is_recorded(void **state) {
    (void)state;
    char record[300], table[300], trace[300];
    struct stat st;
    snprintf(record, sizeof record, "%s", scratch_path("sil.rec"));
    snprintf(table, sizeof table, "%s", scratch_path("sil.csv"));
    snprintf(trace, sizeof trace, "%s", scratch_path("sil.json"));
    char *argv[] = {PENDULUM, "--clock", "wall", "--duration", "0.1", "--record",
                    record,   "--csv",   table,  "--trace",    trace};
    assert_int_equal(run_alone(cmd_sil, 11, argv), EXIT_INTERNAL);
    check_message("error: the flight recorder's thread cannot be started");
    const char *const none[] = {record, table, trace};
    assert_string_equal(scratch_part("sil.csv"), "");
    for (size_t k = 0; k < sizeof none / sizeof none[0]; k++) assert_int_not_equal(stat(none[k], &st), 0);
}

static void next_run_starts_without_injected_load(void **state) {
    (void)state;
    char *argv[] = {PENDULUM, "--headless", "--duration", "0.1", "--headroom"};
    refuse = true;
    for (int k = 0; k < 2; k++) assert_int_equal(cmd_run(5, argv), EXIT_USAGE);
    refuse = false;
    assert_int_equal(prepared, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(next_run_starts_without_injected_load),
        cmocka_unit_test(without_threads_nothing_is_reported),
        cmocka_unit_test(without_threads_nothing_is_recorded),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
