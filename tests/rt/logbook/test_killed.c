// SPDX-License-Identifier: MIT
// A writer killed at a hundred random moments: the logbook opens, is whole, has every session whose end was confirmed,
// and each ended session has all its items.
#include "rt/logbook/private.h"
#include "session.h"
#include "tests/random.h"
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum { KILLS = SANITIZED ? 20 : 100, LONGEST_US = 60000, FRESH = 10 };

// Writes sessions for ever; sends the number of each whose end was confirmed.
static void write_sessions(const char *path, int to) {
    rt_status status;
    static rt_diag d;
    logbook *l = logbook_open(path, true, &status, &d);
    logbook_session s = shown_session;
    s.trainee = "Anna";
    for (int64_t id; l;) {
        if (logbook_begin(l, &s, &id, &d) != RT_OK || logbook_add_note(l, id, 1, "Olga", "note", &d) != RT_OK) break;
        if (logbook_end(l, id, &s, shown_item, SHOWN_ITEMS, &d) != RT_OK) break;
        if (write(to, &id, sizeof id) != (ssize_t)sizeof id) break;
    }
    fprintf(stderr, "%s", d.text);
    _exit(1);
}

// Runs the writer for a random time and kills it. Returns the number of confirmed sessions; *last: the newest of them.
static int run_and_kill(const char *path, uint64_t *seed, int64_t *last) {
    int end[2], status, n = 0;
    assert_int_equal(pipe(end), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) write_sessions(path, end[1]);
    close(end[1]);
    long us = (long)(random_bits(seed) % LONGEST_US);
    nanosleep(&(struct timespec){.tv_nsec = 1000 * us}, NULL);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status)); // it did not fail before
    while (read(end[0], last, sizeof *last) == (ssize_t)sizeof *last) n++;
    close(end[0]);
    return n;
}

static int64_t count(logbook *l, const char *sql, int64_t parameter) {
    int64_t n = -1;
    OK(logbook_query(l, "test", &diag, &n, sql, "i", parameter));
    return n;
}

static void check_whole(logbook *l) {
    sqlite3_stmt *q = logbook_prepare(l, "test", &diag, "PRAGMA integrity_check", "");
    assert_non_null(q);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    assert_string_equal(logbook_text(q, 0), "ok");
    sqlite3_finalize(q);
    assert_int_equal(count(l, "SELECT count(*) FROM pragma_foreign_key_check WHERE ?1", 1), 0);
    assert_int_equal(count(l,
                           "SELECT count(*) FROM session s WHERE (SELECT count(*) FROM item WHERE session = s.id)"
                           " <> CASE WHEN ended THEN ?1 ELSE 0 END",
                           SHOWN_ITEMS),
                     0);
}

static void killed_at_random_moments(void **state) {
    (void)state;
    uint64_t seed = 3;
    int confirmed = 0, unended = 0;
    char path[256] = "";
    for (int k = 0; k < KILLS; k++) {
        if (k % FRESH == 0) snprintf(path, sizeof path, "%s/killed_%d.db", scratch, k); // also while it is made
        int64_t last = 0;
        int n = run_and_kill(path, &seed, &last);
        rt_status status;
        logbook *l = logbook_open(path, true, &status, &diag);
        if (!l) fail_msg("kill %d: %s", k, diag.text);
        check_whole(l);
        if (n > 0) assert_int_equal(count(l, "SELECT ended FROM session WHERE id = ?", last), 1);
        confirmed += n;
        assert_true(count(l, "SELECT count(*) FROM session WHERE ended AND ?1", 1) >= n);
        unended += k % FRESH == FRESH - 1 ? (int)count(l, "SELECT count(*) FROM session WHERE NOT ended AND ?1", 1) : 0;
        logbook_close(l);
    }
    print_message("%d kills, %d sessions confirmed, %d not ended\n", KILLS, confirmed, unended);
    assert_true(confirmed > 0 && unended > 0); // kills did hit writes
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(killed_at_random_moments)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
