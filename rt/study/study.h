// SPDX-License-Identifier: MIT
// Design study: runs the variants of a scenario, each in its own process, and records each outcome.
#ifndef HAWSE_RT_STUDY_STUDY_H
#define HAWSE_RT_STUDY_STUDY_H

#include "rt/scenario/scenario.h"
#include <stdatomic.h>

#define STUDY_VARIANTS 64
#define STUDY_NAME 48
#define STUDY_WHY 1024
#define STUDY_PATH 512
#define STUDY_UNFINISHED "not finished" // why of a variant that has not ended

// A key of the scenario with its value in the variant.
typedef struct study_change {
    char key[96], text[RT_CONFIG_TEXT];
    int line, column;
} study_change;

typedef enum study_verdict {
    STUDY_NOT_RUN = 0, // stopped before its start or its end
    STUDY_HOUSED,
    STUDY_WRONG_WAY, // not housed: the flukes pointed toward the hull when the anchor came to the hawse
    STUDY_JAMMED,    // not housed: the motor stalled
    STUDY_NOT_HOME,  // not housed for another reason
    STUDY_FAILED,    // the run failed before its end
    STUDY_VERDICTS
} study_verdict;

// Message from a variant's process: progress (done false) or result (done true).
typedef struct study_result {
    bool done, jammed, wrong_way;
    study_verdict verdict;
    int outcome;                       // outcome_verdict of the end; -1: the run has none
    double t, duration;                // simulated [s]
    double housed_s;                   // negative: never
    double flukes_at_hawse;            // outboard component of the flukes' direction when the shackle enters the pipe,
                                       // -1 .. 1; NAN: it never entered
    double chain_in_m, peak_tension_n; // of the whole run
    double max_impact_n, pin_distance_m, wall_s, newton_mean;
    uint64_t hull_impacts, cap_hits, steps, hash;
    char rule[24];              // of an operator by rules, the one in force at the end; "": a script
    int tries;                  // times that this operator lowered the anchor to turn
    char why[STUDY_WHY];        // one line
    char evidence[512];         // of the outcome, in one line
    char distrust[STUDY_WHY];   // why the run is not to be trusted; "": it is
    char no_picture[STUDY_WHY]; // reason for the missing picture; "": the picture exists, or was not requested
} study_result;

typedef struct study_variant {
    char name[STUDY_NAME];
    int line;
    study_change *change; // (n)
    int n;
    scenario scenario; // ready to run
    study_result result;
} study_variant;

typedef struct study {
    char path[RT_CONFIG_TEXT], title[RT_CONFIG_TEXT], base[RT_CONFIG_TEXT];
    study_variant *variant; // (n)
    int n;
} study;

typedef struct study_options {
    int jobs;                 // processes at once
    double duration;          // simulated time of each variant [s]; negative: end.duration of its scenario
    const char *pictures;     // folder for a picture of each variant's end, NAME.png; NULL: none
    const char *view;         // camera of the pictures; NULL: bolster
    bool quiet;               // no progress
    const _Atomic bool *stop; // ends study_run_one early; NULL: nothing does
    void (*finished)(void *ctx, const study *s, const study_variant *v); // called when a variant has ended; may be NULL
    void *ctx;
} study_options;

// Reads a study and the scenario of each variant. Fails with one message for each error and then frees everything.
rt_status study_load(const char *file, bool anywhere, study *s, rt_diag *d);
void study_free(study *s);
// Runs all variants and fills their results; *stop ends the study early and keeps the results so far. o->finished is
// called for each variant that has run, in the order of their ends, and at last for each that has not. With pictures, a
// trial picture comes first. Fails with RT_ERR_FILE or RT_ERR_DEVICE and a message if a model, a process or the trial
// picture cannot be made.
rt_status study_run(study *s, const study_options *o, const _Atomic bool *stop, rt_diag *d);
// Path of the picture of a variant's end: NAME.png in the folder.
void study_picture_path(const study_options *o, const study_variant *v, char path[STUDY_PATH]);
// Runs one variant in this process and fills its result. Calls report (may be NULL) twice a simulated second.
void study_run_one(const study_variant *v, const study_options *o, study_result *r,
                   void (*report)(void *ctx, const study_result *r), void *ctx);

// Name of a verdict: "wrong way".
const char *study_verdict_name(study_verdict v);
// Print the head of the table of results, and a variant's row.
void study_print_head(FILE *f, const study *s);
void study_print_row(FILE *f, const study_variant *v);
// Writes the report (JSON), whole or not at all; also in the middle of a study: it then has the variants that have
// ended. RT_ERR_FILE with a message.
rt_status study_write(const study *s, const char *path, rt_diag *d);

#endif
