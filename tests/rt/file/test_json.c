// SPDX-License-Identifier: MIT
#include "rt/file/json.h"
#include "tests/rt/scratch.h"

static rt_diag diag;

static int setup(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    return 0;
}

static void check_file(const char *path, const char *expected) {
    size_t n;
    unsigned char *text = scratch_read(path, &n);
    assert_string_equal((char *)text, expected);
    free(text);
}

static void objects_and_arrays_are_written(void **state) {
    (void)state;
    rt_json j;
    const char *path = scratch_path("a.json");
    assert_int_equal(rt_json_open(&j, path, &diag), RT_OK);
    rt_json_object(&j, NULL);
    rt_json_text(&j, "scenario", "a.yaml");
    rt_json_array(&j, "list");
    rt_json_int(&j, NULL, INT64_MIN);
    rt_json_bool(&j, NULL, true);
    rt_json_object(&j, NULL);
    rt_json_end(&j);
    rt_json_array(&j, NULL);
    rt_json_end(&j);
    rt_json_end(&j);
    rt_json_object(&j, "in");
    rt_json_number(&j, "x", 0.5);
    rt_json_end(&j);
    rt_json_text(&j, "none", NULL);
    rt_json_end(&j);
    assert_int_equal(rt_json_close(&j, &diag), RT_OK);
    check_file(path,
               "{\n  \"scenario\": \"a.yaml\",\n  \"list\": [\n    -9223372036854775808,\n    true,\n    {},\n    []\n"
               "  ],\n  \"in\": {\n    \"x\": 0.5\n  },\n  \"none\": null\n}\n");
    assert_string_equal(scratch_part("a.json"), "");
}

static void numbers_read_back_the_same(void **state) {
    (void)state;
    static const double v[] = {
        0,      -0.0, 1, 0.1, 1.0 / 3, 1e-300, 5e-324, 1.7976931348623157e308, 123456789.123456789, 9007199254740993.0,
        -2.5e-8};
    rt_json j;
    const char *path = scratch_path("n.json");
    assert_int_equal(rt_json_open(&j, path, &diag), RT_OK);
    rt_json_array(&j, NULL);
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) rt_json_number(&j, NULL, v[i]);
    rt_json_number(&j, NULL, (double)NAN);
    rt_json_number(&j, NULL, (double)INFINITY);
    rt_json_number(&j, NULL, -(double)INFINITY);
    rt_json_end(&j);
    assert_int_equal(rt_json_close(&j, &diag), RT_OK);
    size_t n;
    unsigned char *text = scratch_read(path, &n);
    char *at = (char *)text + 1;
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
        double got = strtod(at, &at);
        assert_memory_equal(&got, &v[i], sizeof got); // all bits, also the sign of zero
        assert_int_equal(*at++, ',');
    }
    assert_string_equal(at, "\n  null,\n  null,\n  null\n]\n");
    assert_non_null(strstr((char *)text, "\n  0.1,\n"));
    free(text);
}

static void texts_are_escaped(void **state) {
    (void)state;
    static const char *const in[] = {"a\"b\\c/\n\t\x01\x7f", "Ünï \xe2\x82\xac \xf0\x9f\x9a\xa2",
                                     "\xff|\xc3|\xc0\xaf|\xed\xa0\x80|\xf5", "\xe2\x82",
                                     "\xe0\x80\xaf|\xf0\x80\x80\xaf|\xf4\x90\x80\x80"};
    static const char expected[] = "[\n  \"a\\\"b\\\\c/\\n\\u0009\\u0001\\u007f\",\n"
                                   "  \"Ünï \xe2\x82\xac \xf0\x9f\x9a\xa2\",\n"
                                   "  \"\\ufffd|\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|\\ufffd\",\n"
                                   "  \"\\ufffd\\ufffd\",\n  \"\\ufffd\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd\\ufffd|"
                                   "\\ufffd\\ufffd\\ufffd\\ufffd\"\n]\n";
    rt_json j;
    const char *path = scratch_path("t.json");
    assert_int_equal(rt_json_open(&j, path, &diag), RT_OK);
    rt_json_array(&j, NULL);
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) rt_json_text(&j, NULL, in[i]);
    rt_json_end(&j);
    assert_int_equal(rt_json_close(&j, &diag), RT_OK);
    check_file(path, expected);
}

static void incomplete_file_keeps_old_content(void **state) {
    (void)state;
    rt_json j;
    const char *path = scratch_text("old.json", "before");
    assert_int_equal(rt_json_open(&j, path, &diag), RT_OK);
    rt_json_object(&j, NULL);
    for (int i = 0; i < 10000; i++) rt_json_int(&j, "k", i); // more than the stream's buffer holds
    check_file(path, "before");
    rt_whole_abandon(&j.whole);
    check_file(path, "before");
    assert_string_equal(scratch_part("old.json"), "");
}

static void write_error_gives_its_reason(void **state) {
    (void)state;
    rt_json j;
    assert_int_equal(rt_json_open(&j, scratch_path("no/x.json"), &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "x.json: error: cannot be written: No such file or directory"));
    setup(NULL);
    SKIP_WITHOUT("/dev/full");
    assert_int_equal(rt_json_open(&j, "/dev/full", &diag), RT_OK);
    rt_json_object(&j, NULL);
    rt_json_end(&j);
    assert_int_equal(rt_json_close(&j, &diag), RT_ERR_FILE);
    assert_string_equal(diag.text, "/dev/full: error: cannot be written: No space left on device\n");
    assert_int_equal(access("/dev/full", F_OK), 0); // not replaced by a file
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(objects_and_arrays_are_written),    T(numbers_read_back_the_same),   T(texts_are_escaped),
        T(incomplete_file_keeps_old_content), T(write_error_gives_its_reason),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
