// SPDX-License-Identifier: MIT
// Text made safe for a terminal.
#include "rt/base/plain.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static void check_shown(const char *text, const char *expected) {
    char shown[256];
    assert_string_equal(rt_plain(shown, sizeof shown, text), expected);
}

static void what_a_terminal_obeys_is_shown(void **state) {
    (void)state;
    check_shown("plain text, 3 m\xC2\xB2, \xE2\x82\xAC, \xF0\x9F\x9A\xA2",
                "plain text, 3 m\xC2\xB2, \xE2\x82\xAC, \xF0\x9F\x9A\xA2");
    check_shown("\033[2J\a\b\r\n\t\x7F", "\\x1b[2J\\x07\\x08\\x0d\\x0a\\x09\\x7f");
    check_shown("\xC2\x9B"
                "1m",
                "\\xc2\\x9b1m"); // CSI as one character of C1
    check_shown("a\xE2\x80\xAE"
                "b",
                "a\\xe2\\x80\\xaeb"); // right-to-left override
    check_shown("a\xE2\x81\xA6"
                "b",
                "a\\xe2\\x81\\xa6b");            // left-to-right isolate
    check_shown("\xE2\x80\xA6", "\xE2\x80\xA6"); // an ellipsis is no order
    check_shown("\x9B"
                "1m \xFF \xC0\x80 \xE2\x82",
                "\\x9b1m \\xff \\xc0\\x80 \\xe2\\x82"); // not UTF-8
}

static void a_long_text_is_cut_at_a_character(void **state) {
    (void)state;
    char shown[8];
    assert_string_equal(rt_plain(shown, sizeof shown, "abcdef\033"), "abcdef");
    assert_string_equal(rt_plain(shown, sizeof shown, "abcdef\xE2\x82\xAC"), "abcdef");
    assert_string_equal(rt_plain(shown, sizeof shown, "abcdefg"), "abcdefg");
    assert_string_equal(rt_plain(shown, 1, "a"), "");
}

static void printed_lines_and_tabs_stay(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    rt_print_plain(f, "a\tb\n\033c\r\n");
    fclose(f);
    assert_string_equal(text, "a\tb\n\\x1bc\\x0d\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_terminal_obeys_is_shown),
                                       cmocka_unit_test(a_long_text_is_cut_at_a_character),
                                       cmocka_unit_test(printed_lines_and_tabs_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
