// SPDX-License-Identifier: MIT
// The score of a run, from its frames and channels alone: one function for a run that goes on, a recording and a
// replay. It does not depend on the machine's timing. Its evidence: each item names value, limit and frames.
#ifndef HAWSE_RT_TRAIN_SCORE_H
#define HAWSE_RT_TRAIN_SCORE_H

#include "rt/command/command.h"
#include "rt/train/exercise.h"

enum { TRAIN_RESULTS = 3 * TRAIN_ITEMS, TRAIN_ANSWERS = 128 };

typedef enum train_item_kind { TRAIN_OBJECTIVE, TRAIN_REPORT, TRAIN_FORBIDDEN } train_item_kind;

// What came of an objective, a report or a forbidden act.
typedef struct train_result {
    train_item_kind kind;
    char name[RT_CONFIG_NAME];
    bool judged;               // false: its occasion never came
    bool critical, failed;     // its loss fails the exercise; it has done so
    double points, of;         // of a forbidden act: 0 or below, at least -of; of 0: no limit
    double value, limit;       // in unit; value NaN: none
    char unit[16];             // SI
    char channel[TRAIN_WORD];  // that shows it; "": none
    uint64_t from, to;         // frames of the evidence
    char text[RT_CONFIG_TEXT]; // one sentence
} train_result;

// A time at which a report was due, or was given although it was not so.
typedef struct train_answer {
    int result;       // item of the report
    int number;       // that the report should have; 0: any, or none
    double due, said; // [s]; due NaN: it was not so; said NaN: not reported rightly in time
    double share;     // of the points that this time earns
} train_answer;

// Whether assessors have confirmed the scores of the exercise (rt/train/log.h).
typedef struct train_validity {
    bool validated;
    char missing[512]; // for it, in words
} train_validity;

typedef struct train_score train_score;

// Creates a score of a bound exercise, for a run with steps of h [s] and that many channels. Its times count from the
// exercise's first frame. NULL: no memory.
train_score *train_score_create(const train_exercise *e, double h, int channels);
void train_score_free(train_score *s);
// Feeds a frame: its command and events, in order.
void train_score_frame(train_score *s, uint64_t frame, const rt_command *c, rt_events events);
// Feeds the row of channels after that frame; after the frame itself. value: (channels).
void train_score_row(train_score *s, uint64_t frame, const double *value);

typedef struct train_total {
    double points, of; // of what was judged, less what forbidden acts cost; not below 0
    double score;      // of 100; NaN: nothing was judged
    bool passed;
    int failed_by; // result of the critical item that failed, or of a forbidden act that fails; -1: none
    int unheard;   // reports and times they were due that were too many to be judged
    int results;
    train_result result[TRAIN_RESULTS]; // (results)
    int answers;
    train_answer answer[TRAIN_ANSWERS]; // (answers) the latest of each report first; more are left out
    bool ended;                         // false: the recording was cut off, as by a killed run
    double end, since;                  // of the judged frames, on the recording's axis and from the start [s]
    train_validity validity;            // by train_validity_read; else not validated
} train_total;

// Judges the run as if it ended now. Any number of times.
void train_score_total(const train_score *s, train_total *out);
typedef enum train_answer_state { TRAIN_DUE, TRAIN_GIVEN, TRAIN_LATE, TRAIN_MISSED, TRAIN_NOT_SO } train_answer_state;
// What came of the answer up to the end of the judged frames.
train_answer_state train_answer_judge(const train_total *t, const train_answer *a);
// Points that the item loses; 0 if it was not judged.
double train_result_loss(const train_result *r);
// Item that loses most points, or fails the run; NULL: none loses any.
const train_result *train_total_worst(const train_total *t);

#endif
