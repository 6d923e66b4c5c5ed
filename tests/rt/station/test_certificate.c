// SPDX-License-Identifier: MIT
// The page's certificate: made once for its user alone, kept, and refused when it is no pair of certificate and key.
#include "rt/station/certificate.h"
#include "tests/rt/scratch.h"

static rt_diag d;
static certificate c;

static int begin(void **state) {
    if (scratch_make(state) != 0) return -1;
    return setenv("XDG_DATA_HOME", scratch_path("data"), 1);
}

static void write_file(const char *path, const char *text, mode_t mode) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    assert_int_equal(chmod(path, mode), 0);
}

static void refuses(const char *file, const char *says) {
    d = (rt_diag){0};
    assert_int_not_equal(certificate_load(file, &c, &d), RT_OK);
    assert_null(c.pem);
    if (!strstr(d.text, says)) fail_msg("'%s' does not say '%s'", d.text, says);
}

static void is_made_once_and_kept(void **state) {
    (void)state;
    char first[CERTIFICATE_PRINT], path[300];
    struct stat st;
    if (!certificate_is_possible()) skip();
    if (certificate_load(NULL, &c, &d) != RT_OK) fail_msg("%s", d.text);
    memcpy(first, c.fingerprint, sizeof first);
    assert_int_equal(strlen(first), 95);
    certificate_free(&c);
    assert_int_equal(certificate_load(NULL, &c, &d), RT_OK);
    assert_string_equal(first, c.fingerprint);
    snprintf(path, sizeof path, "%s/data/hawse/station.pem", scratch);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);

    // the same file as the user's own; without the key; with a foreign key; readable by others
    char own[300], *key = strstr(c.pem, "-----BEGIN PRIVATE KEY");
    certificate other;
    assert_non_null(key);
    snprintf(own, sizeof own, "%s/own.pem", scratch);
    write_file(own, c.pem, 0600);
    assert_int_equal(certificate_load(own, &other, &d), RT_OK);
    assert_string_equal(first, other.fingerprint);
    certificate_free(&other);
    assert_int_equal(chmod(own, 0640), 0);
    certificate_free(&c);
    refuses(own, "chmod 600");
    assert_int_equal(certificate_load(NULL, &c, &d), RT_OK);
    strstr(c.pem, "-----BEGIN PRIVATE KEY")[0] = 0;
    write_file(own, c.pem, 0600);
    certificate_free(&c);
    refuses(own, "private key");
}

static void what_is_no_pair_is_refused(void **state) {
    (void)state;
    char own[300];
    if (!certificate_is_possible()) skip();
    snprintf(own, sizeof own, "%s/bad.pem", scratch);
    write_file(own, "", 0600);
    refuses(own, "expected a certificate");
    write_file(own, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", 0600);
    refuses(own, "expected a certificate");
    refuses(scratch, "folder");
    refuses("/nowhere/at/all.pem", "cannot be opened");
    assert_int_equal(setenv("XDG_DATA_HOME", "/proc/nothing", 1), 0);
    refuses(NULL, "cannot be made");
    assert_int_equal(setenv("XDG_DATA_HOME", "", 1), 0);
    assert_int_equal(unsetenv("HOME"), 0);
    refuses(NULL, "--station-tls");
}

// Two kept certificates: the key of one does not fit the other.
static void a_foreign_key_is_refused(void **state) {
    (void)state;
    char own[300], text[16384];
    certificate one, two;
    if (!certificate_is_possible()) skip();
    assert_int_equal(setenv("XDG_DATA_HOME", scratch_path("one"), 1), 0);
    assert_int_equal(certificate_load(NULL, &one, &d), RT_OK);
    assert_int_equal(setenv("XDG_DATA_HOME", scratch_path("two"), 1), 0);
    assert_int_equal(certificate_load(NULL, &two, &d), RT_OK);
    assert_string_not_equal(one.fingerprint, two.fingerprint);
    char *key = strstr(one.pem, "-----BEGIN PRIVATE KEY");
    snprintf(text, sizeof text, "%.*s%s", (int)(key - one.pem), one.pem, strstr(two.pem, "-----BEGIN PRIVATE KEY"));
    snprintf(own, sizeof own, "%s/mixed.pem", scratch);
    write_file(own, text, 0600);
    certificate_free(&one);
    certificate_free(&two);
    refuses(own, "does not belong");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_made_once_and_kept),
                                       cmocka_unit_test(a_foreign_key_is_refused),
                                       cmocka_unit_test(what_is_no_pair_is_refused)};
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
