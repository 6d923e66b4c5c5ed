// SPDX-License-Identifier: MIT
// The logbook: what is written is read back; scores are final, overrides derive from them.
#include "rt/logbook/print.h"
#include "seen.h"
#include <sqlite3.h>

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
    logbook_session other = shown_session;
    int64_t second;
    other.trainee = "Bo";
    OK(logbook_begin(l, &other, &second, &diag));
    other.recording = NULL;
    OK(logbook_end(l, second, &other, shown_item, 0, &diag));
    assert_string_equal(sessions(l, (logbook_filter){.id = second})->session[0].recording, "/rec/a b.rec"); // as begun
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

// An item that fails the session does so whatever the points; only its own override lifts that. One that an override
// takes all points from fails it.
static void critical_items(void **state) {
    (void)state;
    logbook *l = open_log("critical.db");
    logbook_session s = shown_session;
    logbook_item item[SHOWN_ITEMS];
    int64_t id;
    memcpy(item, shown_item, sizeof item);
    item[0].critical = true;
    item[3] = (logbook_item){.name = "runaway",
                             .kind = LOGBOOK_FORBIDDEN,
                             .judged = true,
                             .critical = true,
                             .failed = true,
                             .value = 1,
                             .limit = 0};     // costs no points, fails
    item[4].critical = item[4].failed = true; // its occasion never came
    s.trainee = "Anna";
    s.passed = false;
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, item, SHOWN_ITEMS, &diag));
    OK(logbook_override(l, id, "peak tension", 20, "gauge was off", "Olga", &diag));
    assert_false(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    OK(logbook_override(l, id, "runaway", 0, "by order", "Olga", &diag));
    assert_false(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    OK(logbook_override(l, id, "secured", 5, "seen from the bridge", "Olga", &diag));
    assert_true(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    OK(logbook_override(l, id, "runaway", -1, "it did run", "Olga", &diag));
    assert_false(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    OK(logbook_override(l, id, "runaway", 0, "by order", "Olga", &diag));
    assert_true(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    OK(logbook_override(l, id, "aweigh", 0, "not heard", "Olga", &diag)); // not critical: 55 of 70 stay enough
    assert_true(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    logbook_close(l);
}

// An override that takes all points from a critical item fails the session, whatever the sum.
static void override_fails_a_critical_item(void **state) {
    (void)state;
    logbook *l = open_log("fails.db");
    logbook_session s = shown_session;
    logbook_item item[2] = {shown_item[0], shown_item[2]};
    int64_t id;
    item[1].critical = true;
    s.trainee = "Anna";
    s.points = s.possible = 40;
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, item, 2, &diag));
    OK(logbook_override(l, id, "aweigh", 1, "late", "Olga", &diag)); // 31 of 40: 78 %
    assert_true(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    OK(logbook_override(l, id, "aweigh", 0, "not heard", "Olga", &diag)); // 75 %
    assert_false(sessions(l, (logbook_filter){.id = id})->session[0].effective_passed);
    logbook_close(l);
}

// The sum of items is not below 0, before and after overrides.
static void points_are_not_below_zero(void **state) {
    (void)state;
    logbook *l = open_log("zero.db");
    logbook_session s = shown_session;
    logbook_item item[2] = {shown_item[0], shown_item[3]};
    int64_t id;
    item[0].points = 0;
    s.trainee = "Anna";
    s.points = 0; // 0 - 5
    s.possible = 30;
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, item, 2, &diag));
    OK(logbook_override(l, id, "loaded clutch", -15, "three times", "Olga", &diag));
    assert_true(sessions(l, (logbook_filter){.id = id})->session[0].effective_points == 0);
    OK(logbook_override(l, id, "home", 20, "late", "Olga", &diag));
    assert_true(sessions(l, (logbook_filter){.id = id})->session[0].effective_points == 5);
    logbook_close(l);
}

// Items of one name stay apart.
static void equal_names(void **state) {
    (void)state;
    logbook *l = open_log("names.db");
    logbook_session s = shown_session;
    logbook_item item[4] = {shown_item[0], shown_item[0], shown_item[0], shown_item[2]};
    int64_t id;
    item[1].kind = item[2].kind = LOGBOOK_REPORT;
    s.trainee = "Anna";
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, item, 4, &diag));
    const seen *i = items(l, id);
    const char *const expected[] = {"home", "home (report)", "home (report 2)", "aweigh"};
    for (int k = 0; k < 4; k++) assert_string_equal(i->item[k].name, expected[k]);
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
    REFUSED(logbook_end(l, id, &shown_session, shown_item, 0, &diag), RT_ERR_USAGE, "its score is final");
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
    REFUSED(logbook_override(l, open, "home", 1, "r", "Olga", &diag), RT_ERR_USAGE, "no score yet");
    REFUSED(logbook_override(l, 99, "home", 1, "r", "Olga", &diag), RT_ERR_USAGE, "no session 99");
    REFUSED(logbook_mark(l, id, "home", -1, "Olga", &diag), RT_ERR_USAGE, "expected 0 .. 30");
    REFUSED(logbook_add_note(l, 99, 0, "Olga", "text", &diag), RT_ERR_USAGE, "no session 99");
    REFUSED(logbook_add_note(l, id, 0, "a\x1b[31mb", "text", &diag), RT_ERR_USAGE, "a\\x1b[31mb");
    s.trainee = "";
    REFUSED(logbook_begin(l, &s, &open, &diag), RT_ERR_USAGE, "trainee");
    logbook_item bad[2] = {shown_item[0], shown_item[1]};
    bad[1].points = NAN;
    s.trainee = "Bo";
    OK(logbook_begin(l, &s, &open, &diag));
    REFUSED(logbook_end(l, open, &s, bad, 2, &diag), RT_ERR_FILE, "NOT NULL");
    assert_int_equal(items(l, open)->n, 0); // whole or not at all
    logbook_close(l);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read),
        cmocka_unit_test(newest_first_and_filters),
        cmocka_unit_test(overrides_derive),
        cmocka_unit_test(critical_items),
        cmocka_unit_test(override_fails_a_critical_item),
        cmocka_unit_test(points_are_not_below_zero),
        cmocka_unit_test(equal_names),
        cmocka_unit_test(scores_are_final),
        cmocka_unit_test(refusals),
        cmocka_unit_test(cells_are_no_formulas),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
