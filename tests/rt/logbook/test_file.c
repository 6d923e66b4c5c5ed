// SPDX-License-Identifier: MIT
// The logbook's file: foreign files stay, other writers are waited for, deleted names leave, damage is refused.
#include "rt/logbook/print.h"
#include "rt/logbook/private.h"
#include "seen.h"
#include <sys/stat.h>
#include <sys/wait.h>

static void expect_unchanged(const char *name, rt_status expected, const char *says) {
    size_t n, m;
    rt_status status;
    unsigned char *before = scratch_read(scratch_path(name), &n);
    assert_null(logbook_open(scratch_path(name), true, &status, &diag));
    REFUSED(status, expected, says);
    unsigned char *after = scratch_read(scratch_path(name), &m);
    assert_int_equal(n, m);
    assert_memory_equal(before, after, n);
    free(before);
    free(after);
    for (int k = 0; k < 3; k++) {
        char beside[256];
        snprintf(beside, sizeof beside, "%s%s", scratch_path(name), (const char *[]){"-wal", "-shm", "-journal"}[k]);
        assert_int_not_equal(access(beside, F_OK), 0);
    }
}

static void run_sql(const char *name, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(scratch_path(name), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

// A file that is no logbook, or has a newer schema, is refused and not changed, and nothing appears beside it.
static void other_files_stay(void **state) {
    (void)state;
    rt_status status;
    scratch_text(
        "text.db",
        "Dear diary, today I let go the anchor and ran out of pages long before the hundredth byte, so I go on.");
    expect_unchanged("text.db", RT_ERR_FORMAT, "another kind of file");
    scratch_text("empty.db", "");
    expect_unchanged("empty.db", RT_ERR_FORMAT, "another kind of file");
    run_sql("foreign.db", "PRAGMA journal_mode = WAL; CREATE TABLE session(id INTEGER)");
    expect_unchanged("foreign.db", RT_ERR_FORMAT, "a database of another program");
    logbook_close(open_log("newer.db"));
    run_sql("newer.db", "PRAGMA user_version = 2");
    expect_unchanged("newer.db", RT_ERR_FORMAT, "schema 2");
    assert_null(logbook_open(scratch, true, &status, &diag));
    REFUSED(status, RT_ERR_FILE, "a folder");
    assert_null(logbook_open("/dev/null", true, &status, &diag));
    REFUSED(status, RT_ERR_FILE, "no regular file");
    assert_null(logbook_open(scratch_path("text.db/log.db"), true, &status, &diag));
    REFUSED(status, RT_ERR_FILE, "Not a directory");
    assert_null(logbook_open(scratch_path("none.db"), false, &status, &diag));
    REFUSED(status, RT_ERR_FILE, "no logbook");
    assert_int_not_equal(access(scratch_path("none.db"), F_OK), 0);
}

// A newer schema that is still in the write-ahead log only: as after a killed program.
static void newer_schema_in_the_log(void **state) {
    (void)state;
    rt_status status;
    sqlite3 *db;
    logbook_close(open_log("hot.db"));
    assert_int_equal(sqlite3_open(scratch_path("hot.db"), &db), SQLITE_OK);
    for (int k = 0; k < 2; k++) {
        const char *sql = k ? "PRAGMA user_version = -1" : "PRAGMA user_version = 3";
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
        assert_null(logbook_open(scratch_path("hot.db"), true, &status, &diag)); // the writer still has it open
        REFUSED(status, RT_ERR_FORMAT, k ? "schema -1" : "schema 3");
    }
    sqlite3_close(db);
}

// A file of an older schema gets the tables that it lacks, and the write-ahead log.
static void older_schema_is_migrated(void **state) {
    (void)state;
    int64_t version = 0;
    run_sql("older.db", "PRAGMA application_id = 0x68776c67; PRAGMA user_version = 0; CREATE TABLE own(a)");
    logbook *l = open_log("older.db");
    OK(logbook_query(l, "test", &diag, &version, "PRAGMA user_version", ""));
    assert_int_equal(version, 1);
    assert_int_equal(sessions(l, (logbook_filter){.id = add_session(l, "Anna")})->n, 1);
    assert_int_equal(access(scratch_path("older.db-wal"), F_OK), 0);
    OK(logbook_query(l, "test", &diag, &version, "SELECT count(*) FROM own", "")); // what was there stays
    logbook_close(l);
}

static void file_is_the_users_alone(void **state) {
    (void)state;
    struct stat st;
    rt_status status;
    logbook *l = logbook_open(scratch_path("share/hawse/log.db"), true, &status, &diag);
    assert_non_null(l);
    add_session(l, "Anna");
    assert_int_equal(stat(scratch_path("share/hawse/log.db"), &st), 0);
    assert_int_equal(st.st_mode & 077, 0);
    assert_int_equal(stat(scratch_path("share/hawse"), &st), 0);
    assert_int_equal(st.st_mode & 077, 0);
    logbook_close(l);
}

// Another program that writes is waited for; one that never ends is named.
static void busy_is_told(void **state) {
    (void)state;
    sqlite3 *db;
    logbook *l = open_log("busy.db");
    sqlite3_busy_timeout(l->db, 50);
    int64_t id;
    logbook_session s = shown_session;
    s.trainee = "Anna";
    assert_int_equal(sqlite3_open(scratch_path("busy.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    REFUSED(logbook_begin(l, &s, &id, &diag), RT_ERR_FILE, "another program writes");
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    OK(logbook_begin(l, &s, &id, &diag));
    sqlite3_close(db);
    logbook_close(l);
}

// Programs that make one new logbook at the same moment share it.
static void made_by_several_at_once(void **state) {
    (void)state;
    enum { WRITERS = 6 };
    pid_t child[WRITERS];
    for (int k = 0; k < WRITERS; k++) {
        child[k] = fork();
        assert_true(child[k] >= 0);
        if (child[k] > 0) continue;
        rt_status status;
        int64_t id;
        logbook_session s = shown_session;
        s.trainee = "Anna";
        logbook *l = logbook_open(scratch_path("several.db"), true, &status, &diag);
        bool good = l && logbook_begin(l, &s, &id, &diag) == RT_OK &&
                    logbook_end(l, id, &s, shown_item, SHOWN_ITEMS, &diag) == RT_OK;
        fputs(diag.text, stderr);
        logbook_close(l);
        _exit(good ? 0 : 1);
    }
    for (int k = 0; k < WRITERS; k++) {
        int status;
        assert_int_equal(waitpid(child[k], &status, 0), child[k]);
        assert_int_equal(status, 0);
    }
    logbook *l = open_log("several.db");
    assert_int_equal(sessions(l, (logbook_filter){.trainee = "Anna", .ended = true})->n, WRITERS);
    logbook_close(l);
    assert_string_equal(scratch_part("several.db"), ""); // no half-made file stays
}

static bool contains(const char *path, const char *word) {
    size_t n;
    if (access(path, F_OK) != 0) return false;
    unsigned char *bytes = scratch_read(path, &n);
    bool found = memmem(bytes, n, word, strlen(word)) != NULL;
    free(bytes);
    return found;
}

static bool stays_in_file(const char *word) {
    return contains(scratch_path("delete.db"), word) || contains(scratch_path("delete.db-wal"), word) ||
           contains(scratch_path("delete.db-shm"), word);
}

// A person leaves the file, write-ahead log included, while the logbook is still open.
static void deleted_person_leaves_the_file(void **state) {
    (void)state;
    logbook *l = open_log("delete.db");
    logbook_deleted done;
    int64_t first = add_session(l, "Wilhelmina"), second = add_session(l, "Bo");
    OK(logbook_add_note(l, first, 5000, "Olga", "slow down", &diag));
    OK(logbook_override(l, first, "home", 20, "late", "Olga", &diag));
    OK(logbook_mark(l, first, "home", 20, "Olga", &diag));
    OK(logbook_add_note(l, second, 1000, "Wilhelmina", "peer: well done", &diag));
    OK(logbook_mark(l, second, "home", 10, "Wilhelmina", &diag));
    for (int k = 0; k < 30; k++) add_session(l, k % 2 ? "Wilhelmina" : "Bo");
    assert_true(stays_in_file("Wilhelmina"));
    OK(logbook_delete(l, "Wilhelmina", &done, &diag));
    assert_int_equal(done.sessions, 16);
    assert_int_equal(done.unnamed, 2);
    assert_int_equal(done.mentioned, 0);
    assert_false(stays_in_file("Wilhelmina"));
    assert_true(stays_in_file("Bo"));
    assert_int_equal(sessions(l, (logbook_filter){.trainee = "Wilhelmina"})->n, 0);
    const seen *r = remarks(l, second);
    assert_true(r->n == 1 && !r->remark[0].by);      // the note stays without the name
    assert_true(add_session(l, "Bo") > second + 30); // no number is given twice
    REFUSED(logbook_delete(l, "Wilhelmina", &done, &diag), RT_ERR_USAGE, "no person 'Wilhelmina'");
    OK(logbook_add_note(l, second, 0, "Olga", "better than Hildegard", &diag));
    add_session(l, "Hildegard");
    OK(logbook_delete(l, "Hildegard", &done, &diag));
    assert_int_equal(done.mentioned, 1);
    logbook_close(l);
}

// While another program reads the old content, the traces cannot go: that is told.
static void reader_keeps_traces(void **state) {
    (void)state;
    sqlite3 *db;
    logbook *l = open_log("reader.db");
    sqlite3_busy_timeout(l->db, 50);
    logbook_deleted done;
    add_session(l, "Wilhelmina");
    assert_int_equal(sqlite3_open(scratch_path("reader.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN; SELECT * FROM session", NULL, NULL, NULL), SQLITE_OK);
    REFUSED(logbook_delete(l, "Wilhelmina", &done, &diag), RT_ERR_FILE, "another program still reads");
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    logbook_close(l); // the last to close clears the write-ahead log
    assert_false(contains(scratch_path("reader.db"), "Wilhelmina"));
    assert_int_not_equal(access(scratch_path("reader.db-wal"), F_OK), 0);
}

// A logbook with any byte changed is read or refused with a message, never more.
static void damage_is_refused(void **state) {
    (void)state;
    size_t n;
    int refused = 0, read = 0;
    logbook *l = open_log("whole.db");
    for (int k = 0; k < 20; k++) add_session(l, k % 2 ? "Anna" : "Bo");
    logbook_close(l);
    unsigned char *bytes = scratch_read(scratch_path("whole.db"), &n);
    FILE *f = fopen("/dev/null", "w");
    assert_non_null(f);
    for (size_t at = 0; at < n; at += n / 200) {
        rt_status status;
        logbook_deleted done;
        bytes[at] ^= 0x55;
        scratch_write("hurt.db", bytes, n);
        bytes[at] ^= 0x55;
        l = logbook_open(scratch_path("hurt.db"), false, &status, &diag);
        if (l) sqlite3_exec(l->db, "PRAGMA synchronous = OFF", NULL, NULL, NULL); // the test needs no safe disk
        if (status == RT_OK) status = logbook_print_list(f, l, &(logbook_filter){0}, &diag);
        if (status == RT_OK) status = logbook_print_session(f, l, 7, &diag);
        if (status == RT_OK) status = logbook_print_class(f, l, &(logbook_filter){0}, &diag);
        if (status == RT_OK) status = logbook_print_agreement(f, l, NULL, &diag);
        if (status == RT_OK) status = logbook_delete(l, "Bo", &done, &diag);
        assert_true((status == RT_OK) == (diag.errors == 0));
        logbook_close(l);
        refused += status != RT_OK;
        read += status == RT_OK;
        diag = (rt_diag){0};
    }
    assert_true(refused > 5 && read > 50);
    fclose(f);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_files_stay),
        cmocka_unit_test(newer_schema_in_the_log),
        cmocka_unit_test(older_schema_is_migrated),
        cmocka_unit_test(file_is_the_users_alone),
        cmocka_unit_test(busy_is_told),
        cmocka_unit_test(made_by_several_at_once),
        cmocka_unit_test(deleted_person_leaves_the_file),
        cmocka_unit_test(reader_keeps_traces),
        cmocka_unit_test(damage_is_refused),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
