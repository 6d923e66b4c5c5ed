// SPDX-License-Identifier: MIT
// Decimal numbers in text: what strtod takes beyond them is refused.
#include "tests/check.h"

#include "rt/base/number.h"
#include <string.h>

static void decimal_numbers_are_read(void **state) {
    (void)state;
    const struct {
        const char *text, *rest;
        double value;
    } good[] = {{"0", "", 0},   {"-1.5e3", "", -1500}, {"+.5", "", 0.5}, {"2.", "", 2},
                {"1e", "e", 1}, {"3 mm", " mm", 3},    {"1e+", "e+", 1}};
    for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) {
        double v;
        const char *rest;
        assert_true(rt_number_parse(good[k].text, &v, &rest));
        CHECK_NEAR(v, good[k].value, 0);
        assert_string_equal(rest, good[k].rest);
    }
}

static void others_are_refused(void **state) {
    (void)state;
    const char *const bad[] = {"", "x", "nan", "inf", "-infinity", ".", "-", "1e999", " 1", "0x10", "0X1p3"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        double v;
        const char *rest;
        assert_false(rt_number_parse(bad[k], &v, &rest));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(decimal_numbers_are_read),
                                       cmocka_unit_test(others_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
