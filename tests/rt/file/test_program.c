// SPDX-License-Identifier: MIT
// Another program run to its end: its output, its last message, its limits.
#include "rt/file/program.h"
#include "tests/check.h"
#include <string.h>

static char why[RT_PROGRAM_WHY];
static const rt_program_limits usual = {5, 1 << 20};

static rt_program_end run(const char *script, const rt_program_limits *limits, FILE **out) {
    char *const argv[] = {"sh", "-c", (char *)(uintptr_t)script, NULL};
    FILE *in = tmpfile();
    assert_non_null(in);
    assert_true(fputs("what comes in\n", in) >= 0 && fflush(in) == 0);
    rewind(in);
    const rt_program_end end = rt_program_run(argv, fileno(in), limits, out, why);
    fclose(in);
    assert_true((end == RT_PROGRAM_DONE) == (*out != NULL));
    return end;
}

static void output_comes_from_the_input(void **state) {
    (void)state;
    FILE *out;
    char line[64];
    assert_int_equal(run("cat; echo and more; echo a message >&2", &usual, &out), RT_PROGRAM_DONE);
    assert_string_equal(fgets(line, sizeof line, out), "what comes in\n");
    assert_string_equal(fgets(line, sizeof line, out), "and more\n");
    assert_null(fgets(line, sizeof line, out));
    fclose(out);
    assert_int_equal(run("cat /dev/fd/0", &usual, &out), RT_PROGRAM_DONE); // as a file
    assert_string_equal(fgets(line, sizeof line, out), "what comes in\n");
    fclose(out);
}

static void failure_has_the_last_message(void **state) {
    (void)state;
    FILE *out;
    assert_int_equal(run("echo one >&2; printf 'no \\033[2J grid\\n\\n' >&2; exit 3", &usual, &out), RT_PROGRAM_FAILED);
    assert_string_equal(why, "no \\x1b[2J grid");
    assert_int_equal(run("exit 1", &usual, &out), RT_PROGRAM_FAILED);
    assert_string_equal(why, "no reason given");
    char *const argv[] = {"hawse_no_such_program", NULL};
    assert_int_equal(rt_program_run(argv, 0, &usual, &out, why), RT_PROGRAM_MISSING);
    assert_null(out);
}

static void limits_hold(void **state) {
    (void)state;
    FILE *out;
    const rt_program_limits small = {5, 1000}, brief = {1, 1000};
    assert_int_equal(run("exec head -c 100000 /dev/zero", &small, &out), RT_PROGRAM_FAILED);
    assert_non_null(strstr(why, "too much time or room"));
    assert_int_equal(run("while :; do :; done", &brief, &out), RT_PROGRAM_FAILED);
    assert_non_null(strstr(why, "too much time or room"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(output_comes_from_the_input),
                                       cmocka_unit_test(failure_has_the_last_message), cmocka_unit_test(limits_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
