// SPDX-License-Identifier: MIT
// Reports to the bridge: every phrase has a byte of its own, is spoken, written and read.
#include "rt/command/phrase.h"
#include "tests/check.h"
#include <string.h>

static void test_every_byte(void **state) {
    (void)state;
    int phrases = 0;
    for (int p = 0; p < 256; p++) {
        int number;
        const rt_phrase_kind kind = rt_phrase_kind_of((uint8_t)p, &number);
        if (kind == RT_PHRASE_NONE) continue;
        phrases++;
        assert_int_equal(rt_phrase_make(kind, number), p);
        assert_int_equal(number > 0, rt_phrase_has_number(kind));
        char word[80], text[80];
        uint8_t again;
        if (number > 0)
            snprintf(word, sizeof word, "%s_%d", rt_phrase_word(kind), number);
        else
            snprintf(word, sizeof word, "%s", rt_phrase_word(kind));
        assert_true(rt_phrase_parse(word, &again));
        assert_int_equal(again, p);
        rt_phrase_text((uint8_t)p, text, sizeof text);
        assert_true(strlen(text) > 3 && !strchr(text, '%'));
    }
    int numbered = 0;
    for (int k = 1; k < RT_PHRASE_KINDS; k++) numbered += rt_phrase_has_number((rt_phrase_kind)k);
    assert_int_equal(phrases, RT_PHRASE_KINDS - 1 - numbered + numbered * RT_PHRASE_NUMBERS);
}

static void test_spoken(void **state) {
    (void)state;
    char text[80];
    rt_phrase_text(rt_phrase_make(RT_PHRASE_ON_DECK, 1), text, sizeof text);
    assert_string_equal(text, "1 shackle on deck");
    rt_phrase_text(rt_phrase_make(RT_PHRASE_ON_DECK, 5), text, sizeof text);
    assert_string_equal(text, "5 shackles on deck");
    rt_phrase_text(rt_phrase_make(RT_PHRASE_LEADING, 10), text, sizeof text);
    assert_string_equal(text, "cable is leading 10 o'clock");
}

static void test_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"awiegh",   "shackles_on_deck", "shackles_on_deck_0", "shackles_on_deck_13",
                                      "aweigh_2", "leading_x",        "leading_3x",         "none",
                                      "3"};
    uint8_t p = 1;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        if (rt_phrase_parse(bad[k], &p)) fail_msg("%s", bad[k]);
    assert_true(rt_phrase_parse("0", &p) && p == 0);
    assert_true(rt_phrase_parse("leading 10", &p) && p == rt_phrase_make(RT_PHRASE_LEADING, 10));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_byte), cmocka_unit_test(test_spoken),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
