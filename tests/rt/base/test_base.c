// SPDX-License-Identifier: MIT
#include "rt/base/base.h"
#include "tests/check.h"
#include <string.h>

static rt_diag diag;

static int setup(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    return 0;
}

static void messages_have_file_line_and_column(void **state) {
    (void)state;
    rt_diag_error(&diag, "a.yaml", 3, 7, "expected %d", 4);
    rt_diag_warning(&diag, "a.yaml", 3, 0, "odd");
    rt_diag_error(&diag, "a.yaml", 0, 0, "gone");
    rt_diag_error(&diag, NULL, 0, 0, "two\nlines");
    assert_string_equal(diag.text, "a.yaml:3:7: error: expected 4\na.yaml:3: warning: odd\na.yaml: error: gone\n"
                                   "error: two lines\n");
    assert_int_equal(diag.errors, 3);
    assert_int_equal(diag.warnings, 1);
    assert_int_equal(diag.used, strlen(diag.text));
}

static void full_list_counts_dropped_messages(void **state) {
    (void)state;
    char long_text[400];
    memset(long_text, 'x', sizeof long_text);
    long_text[sizeof long_text - 1] = 0;
    for (int i = 0; i < 100; i++) rt_diag_error(&diag, NULL, 0, 0, "%s", long_text);
    for (int i = 0; i < 5; i++)
        rt_diag_warning(&diag, NULL, 0, 0, "short"); // short enough to fit, but the order of messages would break
    int lines = 0;
    for (const char *c = diag.text; *c; c++) lines += *c == '\n';
    char tail[64];
    snprintf(tail, sizeof tail, "\n... and %d more\n", 105 - (lines - 1));
    assert_true(strlen(diag.text) < sizeof diag.text);
    assert_string_equal(strstr(diag.text, "\n..."), tail);
    assert_int_equal(diag.errors, 100);
    assert_true(diag.used > sizeof diag.text - 600); // almost all of the buffer is used
}

static void event_names_are_unique(void **state) {
    (void)state;
    for (int i = 0; i < RT_EVENT_COUNT; i++) {
        assert_non_null(rt_event_name((rt_event)i));
        assert_string_not_equal(rt_event_name((rt_event)i), "unknown");
        for (int j = 0; j < i; j++) assert_string_not_equal(rt_event_name((rt_event)i), rt_event_name((rt_event)j));
    }
    assert_string_equal(rt_event_name(RT_EVENT_COUNT), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(messages_have_file_line_and_column, setup),
        cmocka_unit_test_setup(full_list_counts_dropped_messages, setup),
        cmocka_unit_test(event_names_are_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
