// SPDX-License-Identifier: MIT
// Conditions of an exercise on what a recording holds: channels, events, acts of the exercise, time. No arithmetic and
// no scripting: comparisons joined by "and" and "or" (and binds tighter), at the end perhaps "for" and a time.
//
//   tension > 170 kN and chain_speed < 0.01 m/s for 2 s
//   housed and not jammed          events that have occurred
//   stopper = 2 and brake > 90 %
#ifndef HAWSE_RT_TRAIN_CONDITION_H
#define HAWSE_RT_TRAIN_CONDITION_H

#include "rt/base/base.h"

enum { TRAIN_ATOMS = 8, TRAIN_WORD = 32, TRAIN_TEXT = 160 };

// The names of a run that conditions may use.
typedef struct train_names {
    int channels;
    const char *(*channel)(const void *of, int k); // name of channel k
    const char *(*unit)(const void *of, int k);    // its SI unit
    const void *of;
    const char *const *act; // names of the exercise's acts (acts); "" for one without
    int acts;
} train_names;

typedef enum train_kind { TRAIN_CHANNEL, TRAIN_EVENT, TRAIN_ACT } train_kind;
typedef enum train_sign { TRAIN_BELOW, TRAIN_ABOVE, TRAIN_EQUAL } train_sign;

// A comparison of a channel, or an event or act that has occurred.
typedef struct train_atom {
    train_kind kind;
    int index; // of the channel, event or act
    train_sign sign;
    bool negated, starts; // "not"; first of an alternative
    double value;
} train_atom;

typedef struct train_condition {
    train_atom atom[TRAIN_ATOMS]; // (n); n = 0: none was given
    int n;
    double hold; // how long it must hold [s]
    char text[TRAIN_TEXT];
} train_condition;

// What is known at a row of the channels.
typedef struct train_seen {
    double t;             // [s]
    const double *value;  // (channels)
    rt_events events;     // that have occurred so far
    const uint64_t *acts; // bit of each act that has taken place, 64 a word
} train_seen;

// How long a condition has held.
typedef struct train_watch {
    double since; // negative: it does not hold
    bool holds;   // it has held for its time
    bool edge;    // it began to hold at this row
} train_watch;

// Reads a condition. False, with the reason in why: its form, an unknown name (with the nearest one), a wrong unit.
bool train_condition_read(const char *text, const train_names *names, train_condition *c, char *why, size_t size);
// Whether the comparisons hold now, whatever the time for which they must. A NaN fulfils no
// comparison.
bool train_condition_now(const train_condition *c, const train_seen *seen);
train_watch train_watch_begin(void);
// Advances the watch to this row. Bounded; allocates nothing.
void train_watch_row(train_watch *w, const train_condition *c, const train_seen *seen);
// Finds an event by its name in reports, such as "housed"; -1: unknown.
int train_event_find(const char *name);
// Finds a channel; -1: unknown.
int train_channel_find(const train_names *names, const char *name);
// Appends "; did you mean 'NAME'?" with the channel, event or act nearest to the word, if one is near.
void train_suggest(const train_names *names, const char *word, char *why, size_t size);

#endif
