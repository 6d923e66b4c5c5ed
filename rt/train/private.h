// SPDX-License-Identifier: MIT
// State of a score; internal to the room.
#ifndef HAWSE_RT_TRAIN_PRIVATE_H
#define HAWSE_RT_TRAIN_PRIVATE_H

#include "rt/train/score.h"

enum { SAID = 256, DUES = 64 }; // reports of the run, and times that one report is due
#define REARM_S 1.0             // a forbidden condition counts again after it has not held for so long

// Of an objective.
typedef struct objective_state {
    train_watch met, after;
    train_watch step[TRAIN_STEPS];
    double began[TRAIN_STEPS]; // when each condition of the sequence last came to hold [s]
    double from;               // time from which it is judged; negative: not yet
    bool seen;                 // its occasion came
    double value;              // extreme, number or time
    uint64_t at;               // frame of it
} objective_state;

// Of a report that may be due several times.
typedef struct due {
    double t;
    uint64_t frame;
    int number; // expected; 0: none; -1: not known before the next row
} due;

typedef struct duty_state {
    train_watch watch;
    due due[DUES];
    int n;
} duty_state;

typedef struct forbidden_state {
    train_watch watch;
    double last; // time at which it last held [s]; negative: never
    int times;
    uint64_t first, latest; // frames
} forbidden_state;

typedef struct said {
    double t;
    uint64_t frame;
    uint8_t phrase;
    double bearing; // of the chain then [rad]
} said;

struct train_score {
    const train_exercise *e;
    double h;
    int channels;
    double *value; // (channels) of the newest row
    bool has_row;
    uint64_t frames;
    rt_events events; // that occurred so far
    uint64_t acts[TRAIN_ACTS / 64];
    objective_state objective[TRAIN_ITEMS];
    duty_state duty[TRAIN_ITEMS];
    forbidden_state forbidden[TRAIN_ITEMS];
    said said[SAID];
    int n_said, unheard; // unheard: beyond SAID and DUES
    uint8_t phrase;      // of the last frame
};

// For each time that report k of the exercise was due, the report in said[] that answers it; -1: none.
void train_match_duty(const train_score *s, int k, int matched[DUES]);

// Time after the frame [s].
static inline double train_time_after(const train_score *s, uint64_t frame) { return (double)(frame + 1) * s->h; }

#endif
