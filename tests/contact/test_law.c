// SPDX-License-Identifier: MIT
#include "tests/check.h"
#include "contact/law.h"
static void test_a(void **s){(void)s; CHECK_NEAR(contact_hysteresis(CONTACT_LAW_EXACT,.2),4.9192,6e-5);}
int main(void) { const struct CMUnitTest tests[] = {cmocka_unit_test(test_a)}; return cmocka_run_group_tests(tests, NULL, NULL); }
