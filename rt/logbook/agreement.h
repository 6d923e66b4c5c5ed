// SPDX-License-Identifier: MIT
// Agreement of assessors with the automatic score. A score is "not validated" until enough sessions have been marked
// by assessors and their marks agree with it.
#ifndef HAWSE_RT_LOGBOOK_AGREEMENT_H
#define HAWSE_RT_LOGBOOK_AGREEMENT_H

#include "rt/logbook/logbook.h"

enum { LOGBOOK_GRADES = 5, LOGBOOK_SESSIONS_NEEDED = 20, LOGBOOK_ASSESSORS_NEEDED = 2 };
#define LOGBOOK_KAPPA_NEEDED 0.6

// Weighted kappa of two raters: 1 - sum(v o) / sum(v e), with the observed counts o (n x n; row: first rater), the
// counts e that the margins give by chance, and the weights of disagreement v (n x n). Cohen, Weighted kappa,
// Psychological Bulletin 70 (1968) 213-220. NaN without counts, or if chance gives no disagreement.
double logbook_weighted_kappa(const double *count, const double *weight, int n);
// Intraclass correlation ICC(2,1) of n targets, each rated by the same k raters (x: n x k): two-way random effects,
// absolute agreement, one rater. Shrout & Fleiss, Psychological Bulletin 86 (1979) 420-428. NaN below 2 targets or 2
// raters, or without any spread.
double logbook_icc_2_1(const double *x, int n, int k);
// Grade of an item's points, 0 .. LOGBOOK_GRADES - 1: the share of `of` that was reached, or lost, rounded to quarters.
// A loss without a lower end (forbidden, of 0) is the highest grade.
int logbook_grade(logbook_kind kind, double points, double of);

// An assessor's agreement with the automatic score; or that of all.
typedef struct logbook_rater {
    char name[160];
    int64_t person;
    int sessions;                                                // with a mark for each judged item
    double count[LOGBOOK_KINDS][LOGBOOK_GRADES][LOGBOOK_GRADES]; // marks; row: automatic grade, column: his
    int marks[LOGBOOK_KINDS];
    double kappa[LOGBOOK_KINDS]; // weights (i - j)^2; NaN: not defined
    double icc;                  // ICC(2,1) of the totals in % of the judged points; NaN: not defined
} logbook_rater;

typedef struct logbook_agreement {
    logbook_rater *rater; // (n) assessors
    int n;
    logbook_rater all; // all marks together; ICC of the sessions that every assessor has marked
    int by_two;        // sessions that LOGBOOK_ASSESSORS_NEEDED assessors have marked
    bool validated;
    char missing[512]; // what is missing for "validated", in words
} logbook_agreement;

// Computes the agreement over the ended sessions of an exercise (NULL: of all). Free with logbook_agreement_free.
rt_status logbook_agree(logbook *l, const char *exercise, logbook_agreement *a, rt_diag *d);
void logbook_agreement_free(logbook_agreement *a);

#endif
