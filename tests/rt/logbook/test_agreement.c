// SPDX-License-Identifier: MIT
// Agreement: the published examples, an independent closed form, and when a score may call itself validated.
#include "rt/logbook/agreement.h"
#include "session.h"
#include "tests/random.h"

// Shrout & Fleiss (1979), table 2: six targets, four judges. Mean squares 11.24, 32.49, 1.02; ICC(2,1) = 0.29.
static void icc_of_shrout_and_fleiss(void **state) {
    (void)state;
    static const double x[6][4] = {{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}};
    double bms = 11.24, jms = 32.49, ems = 1.02;
    CHECK_NEAR(logbook_icc_2_1(&x[0][0], 6, 4), 0.29, 0.005);
    CHECK_NEAR(logbook_icc_2_1(&x[0][0], 6, 4), (bms - ems) / (bms + 3 * ems + 4 * (jms - ems) / 6), 0.001);
}

static void icc_of_little(void **state) {
    (void)state;
    static const double same[3][2] = {{1, 1}, {2, 2}, {5, 5}}, shifted[3][2] = {{1, 2}, {2, 3}, {3, 4}},
                        flat[2][2] = {{3, 3}, {3, 3}};
    CHECK_NEAR(logbook_icc_2_1(&same[0][0], 3, 2), 1, 1e-12);
    CHECK_NEAR(logbook_icc_2_1(&shifted[0][0], 3, 2), 2.0 / 3, 1e-12); // bms 2, ems 0, jms 1.5: 2 / (2 + 2 * 1.5 / 3)
    assert_true(isnan(logbook_icc_2_1(&flat[0][0], 2, 2)));
    assert_true(isnan(logbook_icc_2_1(&same[0][0], 1, 2)));
    assert_true(isnan(logbook_icc_2_1(&same[0][0], 3, 1)));
}

// Cohen (1968), two judges, 200 patients, three diagnoses: weighted kappa 0.348; unweighted 0.492 (Cohen 1960).
static void kappa_of_cohen(void **state) {
    (void)state;
    static const double count[9] = {88, 10, 2, 14, 40, 6, 18, 10, 12}, weight[9] = {0, 1, 3, 1, 0, 6, 3, 6, 0},
                        plain[9] = {0, 1, 1, 1, 0, 1, 1, 1, 0};
    CHECK_NEAR(logbook_weighted_kappa(count, weight, 3), 0.348, 0.0005);
    CHECK_NEAR(logbook_weighted_kappa(count, plain, 3), 0.492, 0.0005);
    CHECK_NEAR(logbook_weighted_kappa(count, weight, 3), 1 - 0.9 / 1.38, 1e-12); // by hand
}

// With weights (i - j)^2 kappa is 2 cov / (var_1 + var_2 + (mean_1 - mean_2)^2), with moments over n: Fleiss & Cohen,
// Educational and Psychological Measurement 33 (1973) 613-619.
static void kappa_by_moments(void **state) {
    (void)state;
    enum { G = LOGBOOK_GRADES, N = 60 };
    uint64_t seed = 1;
    for (int trial = 0; trial < 50; trial++) {
        double count[G * G] = {0}, weight[G * G], sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
        for (int i = 0; i < G * G; i++) weight[i] = (i / G - i % G) * (i / G - i % G);
        for (int k = 0; k < N; k++) {
            int a = (int)(random_bits(&seed) % G), b = random_bits(&seed) % 3 ? a : (int)(random_bits(&seed) % G);
            count[a * G + b]++;
            sa += a, sb += b, saa += a * a, sbb += b * b, sab += a * b;
        }
        double ma = sa / N, mb = sb / N;
        double below = saa / N - ma * ma + sbb / N - mb * mb + (ma - mb) * (ma - mb);
        CHECK_NEAR(logbook_weighted_kappa(count, weight, G), 2 * (sab / N - ma * mb) / below, 1e-12);
    }
}

static void kappa_without_spread(void **state) {
    (void)state;
    static const double weight[4] = {0, 1, 1, 0}, alike[4] = {7, 0, 0, 0}, none[4] = {0};
    assert_true(isnan(logbook_weighted_kappa(alike, weight, 2)));
    assert_true(isnan(logbook_weighted_kappa(none, weight, 2)));
}

static void grades(void **state) {
    (void)state;
    assert_int_equal(logbook_grade(LOGBOOK_OBJECTIVE, 0, 30), 0);
    assert_int_equal(logbook_grade(LOGBOOK_OBJECTIVE, 11, 30), 1);
    assert_int_equal(logbook_grade(LOGBOOK_REPORT, 30, 30), 4);
    assert_int_equal(logbook_grade(LOGBOOK_OBJECTIVE, -3, 30), 0);
    assert_int_equal(logbook_grade(LOGBOOK_FORBIDDEN, 0, 15), 0);
    assert_int_equal(logbook_grade(LOGBOOK_FORBIDDEN, -15, 15), 4);
    assert_int_equal(logbook_grade(LOGBOOK_FORBIDDEN, -5, 0), 4);
    assert_int_equal(logbook_grade(LOGBOOK_FORBIDDEN, 0, 0), 0);
}

// Adds a session whose items have these shares of their points, and marks of assessors with an error added.
static void add_marked(logbook *l, const double share[3], int assessors, double error) {
    logbook_item item[3] = {shown_item[0], shown_item[2], shown_item[3]};
    logbook_session s = shown_session;
    int64_t id;
    s.trainee = "Anna";
    s.possible = 40;
    for (int k = 0; k < 3; k++) item[k].points = (k == 2 ? -1 : 1) * share[k] * item[k].of;
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, item, 3, &diag));
    for (int a = 0; a < assessors; a++)
        for (int k = 0; k < 3; k++) {
            double mark = fmin(fmax(share[k] + error, 0), 1) * item[k].of;
            OK(logbook_mark(l, id, item[k].name, k == 2 ? -mark : mark, a ? "Bert" : "Alma", &diag));
        }
}

static logbook_agreement agreement(logbook *l) {
    logbook_agreement a;
    OK(logbook_agree(l, "weigh_one_pump", &a, &diag));
    return a;
}

// The label "not validated" goes with the twentieth session that two assessors have marked.
static void validated_by_twenty(void **state) {
    (void)state;
    logbook *l = open_log("twenty.db");
    uint64_t seed = 2;
    for (int k = 0; k < 20; k++) {
        logbook_agreement a = agreement(l);
        assert_false(a.validated);
        assert_non_null(strstr(a.missing, "(20 needed)"));
        logbook_agreement_free(&a);
        double share[3];
        for (int i = 0; i < 3; i++) share[i] = 0.25 * (double)(random_bits(&seed) % 5);
        add_marked(l, share, 2, 0);
    }
    logbook_agreement a = agreement(l);
    if (!a.validated) fail_msg("not validated%s", a.missing);
    assert_true(a.n == 2 && a.by_two == 20 && a.rater[0].sessions == 20);
    assert_string_equal(a.rater[1].name, "Bert");
    for (int k = 0; k < LOGBOOK_KINDS; k++) CHECK_NEAR(a.all.kappa[k], 1, 1e-12);
    CHECK_NEAR(a.rater[0].icc, 1, 1e-12);
    CHECK_NEAR(a.all.icc, 1, 1e-12);
    logbook_agreement_free(&a);
    logbook_close(l);
}

static void one_assessor_is_not_enough(void **state) {
    (void)state;
    logbook *l = open_log("one.db");
    for (int k = 0; k < 25; k++) add_marked(l, (double[3]){0.25 * (k % 5), 0.25 * (k % 4), 0.5 * (k % 2)}, 1, 0);
    logbook_agreement a = agreement(l);
    assert_true(!a.validated && a.by_two == 0 && a.rater[0].sessions == 25);
    assert_non_null(strstr(a.missing, "0 sessions marked by 2 assessors"));
    logbook_agreement_free(&a);
    logbook_close(l);
}

// Assessors who mark another way, and marks without spread, validate nothing; nor do sessions marked in part.
static void disagreement_is_told(void **state) {
    (void)state;
    logbook *l = open_log("disagree.db");
    for (int k = 0; k < 20; k++) add_marked(l, (double[3]){0.25 * (k % 3), 1, 0.25 * (k % 2)}, 2, k % 2 ? 0.5 : 0);
    logbook_agreement a = agreement(l);
    assert_false(a.validated);
    assert_true(a.by_two == 20 && !strstr(a.missing, "20 needed"));
    assert_non_null(strstr(a.missing, "objectives: kappa"));
    assert_non_null(strstr(a.missing, "reports: all grades alike"));
    logbook_agreement_free(&a);
    logbook_session s = shown_session;
    int64_t id;
    s.trainee = "Bo";
    OK(logbook_begin(l, &s, &id, &diag));
    OK(logbook_end(l, id, &s, shown_item, SHOWN_ITEMS, &diag));
    OK(logbook_mark(l, id, "home", 30, "Alma", &diag));
    OK(logbook_mark(l, id, "home", 15, "Alma", &diag)); // the later mark counts
    a = agreement(l);
    assert_int_equal(a.rater[0].sessions, 20);
    assert_int_equal(a.rater[0].marks[LOGBOOK_OBJECTIVE], 21);
    assert_true(a.all.count[LOGBOOK_OBJECTIVE][4][2] == 1);
    logbook_agreement_free(&a);
    logbook_close(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icc_of_shrout_and_fleiss), cmocka_unit_test(icc_of_little),
        cmocka_unit_test(kappa_of_cohen),           cmocka_unit_test(kappa_by_moments),
        cmocka_unit_test(kappa_without_spread),     cmocka_unit_test(grades),
        cmocka_unit_test(validated_by_twenty),      cmocka_unit_test(one_assessor_is_not_enough),
        cmocka_unit_test(disagreement_is_told),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
