// SPDX-License-Identifier: MIT
// The logbook: what is written is read back; scores are final, overrides derive from them; files of others stay.
#include "rt/logbook/print.h"
#include "rt/logbook/private.h"
#include "session.h"
#include <sys/stat.h>

typedef struct seen {
    int n;
    logbook_session session[8];
    logbook_item item[8];
    logbook_remark remark[8];
    char text[8][8][64];
} seen;

static void copy(seen *s, int place, const char **text) {
    if (!*text) return;
    snprintf(s->text[s->n][place], sizeof s->text[0][0], "%s", *text);
    *text = s->text[s->n][place];
}

static void see_session(void *ctx, const logbook_session *of) {
    seen *s = ctx;
    logbook_session *to = &s->session[s->n];
    assert_true(s->n < 8);
    *to = *of;
    copy(s, 0, &to->trainee);
    copy(s, 1, &to->exercise);
    copy(s, 2, &to->title);
    copy(s, 3, &to->version);
    copy(s, 4, &to->recording);
    s->n++;
}

static void see_item(void *ctx, const logbook_item *of) {
    seen *s = ctx;
    logbook_item *to = &s->item[s->n];
    assert_true(s->n < 8);
    *to = *of;
    copy(s, 0, &to->name);
    copy(s, 1, &to->unit);
    copy(s, 2, &to->channel);
    copy(s, 3, &to->text);
    s->n++;
}

static void see_remark(void *ctx, const logbook_remark *of) {
    seen *s = ctx;
    logbook_remark *to = &s->remark[s->n];
    assert_true(s->n < 8);
    *to = *of;
    copy(s, 0, &to->by);
    copy(s, 1, &to->text);
    copy(s, 2, &to->item);
    s->n++;
}

// An empty one, valid for the next three calls.
static seen *fresh(void) {
    static seen s[4];
    static int turn;
    turn = (turn + 1) % 4;
    s[turn] = (seen){0};
    return &s[turn];
}

static const seen *sessions(logbook *l, logbook_filter f) {
    seen *s = fresh();
    OK(logbook_sessions(l, &f, see_session, s, &diag));
    return s;
}

static const seen *items(logbook *l, int64_t id) {
    seen *s = fresh();
    OK(logbook_items(l, id, see_item, s, &diag));
    return s;
}

static const seen *remarks(logbook *l, int64_t id) {
    seen *s = fresh();
    OK(logbook_remarks(l, id, see_remark, s, &diag));
    return s;
}

static void check_session(const logbook_session *s, const logbook_session *e) {
    assert_string_equal(s->exercise, e->exercise);
    assert_string_equal(s->title, e->title);
    assert_string_equal(s->version, e->version);
    assert_string_equal(s->recording, e->recording);
    assert_true(s->exercise_hash == e->exercise_hash && s->state_hash == e->state_hash && s->start == e->start);
    assert_true(s->frame == e->frame && s->duration == e->duration && s->points == e->points);
    assert_true(s->possible == e->possible && s->pass_mark == e->pass_mark);
    assert_true(s->ended && s->complete == e->complete && s->passed == e->passed);
    assert_int_equal(s->interventions, e->interventions);
    assert_int_equal(s->freezes, e->freezes);
}

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }
static bool same_number(double a, double b) { return isnan(a) ? isnan(b) : a == b; }

static void written_is_read(void **state) {
    (void)state;
    logbook *l = open_log("read.db");
    int64_t id = add_session(l, "Anna Möller");
    logbook_close(l);
    l = open_log("read.db");
    const seen *s = sessions(l, (logbook_filter){.id = id}), *i = items(l, id);
    assert_int_equal(s->n, 1);
    assert_string_equal(s->session[0].trainee, "Anna Möller");
    check_session(&s->session[0], &shown_session);
    assert_true(s->session[0].effective_points == 45 && s->session[0].effective_of == 60 &&
                s->session[0].effective_passed);
    assert_int_equal(i->n, SHOWN_ITEMS);
    for (int k = 0; k < i->n; k++) {
        const logbook_item *a = &i->item[k], *b = &shown_item[k];
        assert_true(same_text(a->name, b->name) && same_text(a->unit, b->unit) && same_text(a->channel, b->channel));
        assert_true(same_text(a->text, b->text) && a->kind == b->kind && a->points == b->points && a->of == b->of);
        assert_true(a->judged == b->judged && same_number(a->value, b->value) && same_number(a->limit, b->limit));
        assert_true(a->frame_from == b->frame_from && a->frame_to == b->frame_to && a->effective == b->points);
    }
    logbook_close(l);
}

static void newest_first_and_filters(void **state) {
    (void)state;
    logbook *l = open_log("filter.db");
    logbook_session other = shown_session;
    int64_t a = add_session(l, "Anna"), b = add_session(l, "Bo"), c;
    other.trainee = "Anna";
    other.exercise = "let_go";
    other.recording = "begun.rec";
    OK(logbook_begin(l, &other, &c, &diag)); // killed before its end
    const seen *all = sessions(l, (logbook_filter){0}), *anna = sessions(l, (logbook_filter){.trainee = "Anna"});
    assert_int_equal(all->n, 3);
    assert_true(all->session[0].id == c && all->session[1].id == b && all->session[2].id == a);
    assert_false(all->session[0].ended);
    assert_true(all->session[0].recording[0] == '/'); // absolute: replayed from any folder
    assert_int_equal(anna->n, 2);
    assert_int_equal(sessions(l, (logbook_filter){.exercise = "let_go"})->n, 1);
    assert_int_equal(sessions(l, (logbook_filter){.last = 2})->n, 2);
    assert_int_equal(sessions(l, (logbook_filter){.ended = true})->n, 2);
    logbook_close(l);
}

// The automatic score never changes; the effective one follows the newest override of each item.
static void overrides_derive(void **state) {
    (void)state;
    logbook *l = open_log("override.db");
    int64_t id = add_session(l, "Anna");
    OK(logbook_override(l, id, "peak tension", 0, "wrong scale", "Olga", &diag));
    const seen *s = sessions(l, (logbook_filter){.id = id});
    assert_true(s->session[0].points == 45 && s->session[0].passed);
    assert_true(s->session[0].effective_points == 35 && !s->session[0].effective_passed); // 58 %
    OK(logbook_override(l, id, "peak tension", 12, "seen again", "Olga", &diag));
    OK(logbook_override(l, id, "secured", 10, "the trainee said so", "Olga", &diag)); // not judged by the machine
    OK(logbook_override(l, id, "loaded clutch", 0, "by order", "Olga", &diag));
    s = sessions(l, (logbook_filter){.id = id});
    assert_true(s->session[0].overrides == 3 && s->session[0].effective_points == 45 + 2 + 10 + 5);
    assert_true(s->session[0].effective_of == 70 && s->session[0].effective_passed);
    check_session(&s->session[0], &shown_session);
    const seen *i = items(l, id);
    assert_true(i->item[1].points == 10 && i->item[1].effective == 12 && i->item[1].overridden &&
                !i->item[0].overridden);
    const seen *r = remarks(l, id);
    assert_int_equal(r->n, 4);
    assert_true(r->remark[0].before == 10 && r->remark[0].after == 0 && r->remark[1].before == 0 &&
                r->remark[1].after == 12);
    logbook_close(l);
}

// A decisive item fails the session whatever the points; only its own override lifts that.
static void decisive_items(void **state) {
    (void)state;
    logbook *l = open_log("decisive.db");
    logbook_session s = shown_session;
    logbook_item item[SHOWN_ITEMS];
    int64_t id;
    memcpy(item, shown_item, sizeof item);
    item[1].decisive = true;
    s.trainee = "Anna";
    s.passed = false;
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, item, SHOWN_ITEMS, &diag));
    OK(logbook_override(l, id, "loaded clutch", 0, "by order", "Olga", &diag));
    assert_false(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    OK(logbook_override(l, id, "peak tension", 15, "gauge was off", "Olga", &diag));
    assert_true(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    logbook_close(l);
}

static void scores_are_final(void **state) {
    (void)state;
    static const char *const change[] = {
        "UPDATE session SET points = 60", "UPDATE item SET points = 20",   "DELETE FROM item",
        "DELETE FROM override",           "UPDATE override SET after = 1", "UPDATE override SET reason = ''"};
    logbook *l = open_log("final.db");
    int64_t id = add_session(l, "Anna");
    OK(logbook_override(l, id, "peak tension", 0, "wrong scale", "Olga", &diag));
    REFUSED(logbook_end(l, id, &shown_session, shown_item, 0, &diag), RT_ERR_USAGE, "expected one that has not ended");
    logbook_close(l);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(scratch_path("final.db"), &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL);
    for (size_t k = 0; k < sizeof change / sizeof change[0]; k++) {
        assert_int_equal(sqlite3_exec(db, change[k], NULL, NULL, NULL), SQLITE_CONSTRAINT);
        assert_non_null(strstr(sqlite3_errmsg(db), "final"));
    }
    assert_int_equal(sqlite3_exec(db, "DELETE FROM session", NULL, NULL, NULL), SQLITE_OK); // with all that is its
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void refusals(void **state) {
    (void)state;
    logbook *l = open_log("refuse.db");
    int64_t id = add_session(l, "Anna"), open;
    logbook_session s = shown_session;
    s.trainee = "Bo";
    OK(logbook_begin(l, &s, &open, &diag));
    REFUSED(logbook_override(l, id, "peak tensin", 0, "r", "Olga", &diag), RT_ERR_USAGE, "'home', 'peak tension'");
    REFUSED(logbook_override(l, id, "peak tension", 21, "r", "Olga", &diag), RT_ERR_USAGE,
            "expected 0 .. 20, found 21");
    REFUSED(logbook_override(l, id, "peak tension", NAN, "r", "Olga", &diag), RT_ERR_USAGE, "expected 0 .. 20");
    REFUSED(logbook_override(l, id, "loaded clutch", 1, "r", "Olga", &diag), RT_ERR_USAGE, "expected -15 .. 0");
    REFUSED(logbook_override(l, id, "home", 1, "", "Olga", &diag), RT_ERR_USAGE, "--reason");
    REFUSED(logbook_override(l, id, "home", 1, "r", "", &diag), RT_ERR_USAGE, "--by");
    REFUSED(logbook_override(l, open, "home", 1, "r", "Olga", &diag), RT_ERR_USAGE, "one that has not");
    REFUSED(logbook_override(l, 99, "home", 1, "r", "Olga", &diag), RT_ERR_USAGE, "none");
    REFUSED(logbook_mark(l, id, "home", -1, "Olga", &diag), RT_ERR_USAGE, "expected 0 .. 30");
    REFUSED(logbook_add_note(l, 99, 0, "Olga", "text", &diag), RT_ERR_USAGE, "none");
    REFUSED(logbook_add_note(l, id, 0, "a\x1b[31mb", "text", &diag), RT_ERR_USAGE, "a\\x1b[31mb");
    s.trainee = "";
    REFUSED(logbook_begin(l, &s, &open, &diag), RT_ERR_USAGE, "trainee");
    logbook_item twice[2] = {shown_item[0], shown_item[0]};
    s.trainee = "Bo";
    OK(logbook_begin(l, &s, &open, &diag));
    REFUSED(logbook_end(l, open, &s, twice, 2, &diag), RT_ERR_FILE, "UNIQUE");
    assert_int_equal(items(l, open)->n, 0); // whole or not at all
    logbook_close(l);
}

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
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version = 3", NULL, NULL, NULL), SQLITE_OK);
    assert_null(logbook_open(scratch_path("hot.db"), true, &status, &diag)); // the writer still has it open
    REFUSED(status, RT_ERR_FORMAT, "schema 3");
    sqlite3_close(db);
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

static void cells_are_no_formulas(void **state) {
    (void)state;
    static const char *const text[] = {"=1+1",
                                       "+1",
                                       "-1",
                                       "@SUM(A1)",
                                       " =1",
                                       "\xef\xbc\x9d"
                                       "1",
                                       "\t=1",
                                       "a\"b,c\n=1"};
    static const char *const cell[] = {"\"'=1+1\"",
                                       "\"'+1\"",
                                       "\"'-1\"",
                                       "\"'@SUM(A1)\"",
                                       "\"' =1\"",
                                       "\"'\xef\xbc\x9d"
                                       "1\"",
                                       "\"\\x09=1\"",
                                       "\"a\"\"b,c\\x0a=1\""};
    size_t n;
    logbook *l = open_log("formula.db");
    logbook_session s = shown_session;
    logbook_item item[8];
    int64_t id;
    s.trainee = "=HYPERLINK(\"x\")";
    for (int k = 0; k < 8; k++) {
        item[k] = shown_item[2];
        item[k].name = (const char *[]){"a", "b", "c", "d", "e", "f", "g", "h"}[k];
        item[k].text = text[k];
    }
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, item, 8, &diag));
    OK(logbook_export(l, &(logbook_filter){0}, scratch_path("formula.csv"), &diag));
    char *csv = (char *)scratch_read(scratch_path("formula.csv"), &n);
    for (int k = 0; k < 8; k++)
        if (!strstr(csv, cell[k])) fail_msg("no cell %s in\n%s", cell[k], csv);
    assert_non_null(strstr(csv, "\"'=HYPERLINK(\"\"x\"\")\""));
    free(csv);
    logbook_close(l);
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
        cmocka_unit_test(written_is_read),
        cmocka_unit_test(newest_first_and_filters),
        cmocka_unit_test(overrides_derive),
        cmocka_unit_test(decisive_items),
        cmocka_unit_test(scores_are_final),
        cmocka_unit_test(refusals),
        cmocka_unit_test(other_files_stay),
        cmocka_unit_test(newer_schema_in_the_log),
        cmocka_unit_test(file_is_the_users_alone),
        cmocka_unit_test(busy_is_told),
        cmocka_unit_test(deleted_person_leaves_the_file),
        cmocka_unit_test(reader_keeps_traces),
        cmocka_unit_test(cells_are_no_formulas),
        cmocka_unit_test(damage_is_refused),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
