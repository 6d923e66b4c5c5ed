// SPDX-License-Identifier: MIT
// An exercise: what the trainee reads, where the run starts, what is asked of him, what an instructor does meanwhile.
// Its file is YAML with the scenario's reader and a table of keys; conditions are rt/train/condition.h.
#ifndef HAWSE_RT_TRAIN_EXERCISE_H
#define HAWSE_RT_TRAIN_EXERCISE_H

#include "rt/command/phrase.h"
#include "rt/command/weather.h"
#include "rt/config/config.h"
#include "rt/train/condition.h"

enum { TRAIN_ITEMS = 32, TRAIN_ACTS = 64, TRAIN_STEPS = 6, TRAIN_NO_LIMIT = 1000 };

typedef struct train_briefing {
    rt_item item;
    char text[RT_CONFIG_TEXT], picture[RT_CONFIG_TEXT];
} train_briefing;

// The recorded state at which the run starts.
typedef struct train_start {
    char recording[RT_CONFIG_TEXT]; // "": the run starts as its scenario does
    char script[RT_CONFIG_TEXT];    // by which that recording is made again; "": not given
    double at;                      // time of the state [s]
    rt_name hash;                   // of the state
    int line;                       // in the file
    char missing[RT_CONFIG_TEXT];   // why there is no such file; "": there is one
} train_start;

// How an objective is judged: by the one key that its row has.
typedef enum train_rule {
    TRAIN_REACH,    // a condition comes to hold, by a time
    TRAIN_AT_END,   // a condition holds at the end
    TRAIN_MAX,      // greatest value of a channel
    TRAIN_MIN,      // least value of a channel
    TRAIN_COUNT,    // how often an event occurs
    TRAIN_SEQUENCE, // conditions come to hold one after the other, within a time
    TRAIN_RULES
} train_rule;

typedef struct train_objective {
    rt_item item;
    rt_name name;
    char given[TRAIN_RULES][RT_CONFIG_TEXT]; // text of each rule's key
    char during[RT_CONFIG_TEXT], from[RT_CONFIG_TEXT], full_text[RT_CONFIG_TEXT], zero_text[RT_CONFIG_TEXT];
    double weight;
    bool critical;
    // by train_exercise_bind
    train_rule rule;
    train_condition condition, whilst, after, step[TRAIN_STEPS];
    int steps, index;  // of the sequence; the channel or event
    double full, zero; // in unit
    char unit[16];
} train_objective;

// A report that is due whenever a condition comes to hold, or an event occurs.
typedef struct train_duty {
    rt_item item;
    rt_name say;
    char when[RT_CONFIG_TEXT];
    double early, within, weight;
    // by train_exercise_bind
    rt_phrase_kind kind;
    train_condition due;
    int event;   // that makes it due each time that it occurs; -1: the condition does
    int channel; // that gives its number; -1: it has none
} train_duty;

typedef struct train_forbidden {
    rt_item item;
    rt_name name;
    char when[RT_CONFIG_TEXT];
    double cost, most; // points each time, and at most
    bool fail;
    // by train_exercise_bind
    train_condition condition;
    int event; // that is forbidden each time that it occurs; -1: the condition is
} train_forbidden;

// What an instructor would do: by time, by a condition, or at his button.
typedef struct train_act {
    rt_item item;
    rt_name name;
    double at, after; // [s]; at below 0: none
    char when[RT_CONFIG_TEXT], order[RT_CONFIG_TEXT];
    bool button;
    rt_name fail, mend;              // failures, by their columns in a script
    double engine, rudder, thruster; // orders of the bridge, -1..1; NaN: none
    double weather[RT_WEATHERS];     // to which it changes; NaN: it stays
    double over;                     // time of that change [s]
    // by train_exercise_bind
    train_condition condition;
    int failure, mended; // rt_failure; -1: none
} train_act;

// A run that the author ships with the exercise: hawse check --references runs it.
typedef struct train_reference {
    rt_item item;
    char script[RT_CONFIG_TEXT];
    int expect;        // TRAIN_PASS, TRAIN_FAIL
    rt_name item_name; // of a failed run: the item that fails it; "": any
} train_reference;
enum { TRAIN_PASS, TRAIN_FAIL };

typedef struct train_exercise {
    char path[RT_CONFIG_TEXT];
    rt_name id;
    char title[RT_CONFIG_TEXT], scenario[RT_CONFIG_TEXT];
    int level;
    double time_limit, pass; // [s], [points of 100]
    char end_text[RT_CONFIG_TEXT];
    bool hints; // the window says what to do next
    train_start start;
    RT_ITEMS(train_briefing) briefing;
    RT_ITEMS(train_objective) objectives;
    RT_ITEMS(train_duty) reports;
    RT_ITEMS(train_forbidden) forbidden;
    RT_ITEMS(train_act) acts;
    RT_ITEMS(train_reference) references;
    const char *act_name[TRAIN_ACTS]; // (acts)
    // by train_exercise_bind
    train_condition end; // ends the run before its time limit
    int bearing;         // channel of the chain's bearing; -1: none
} train_exercise;

// Whether the file is an exercise: it has the key `exercise` at its top level. RT_ERR_FILE or RT_ERR_FORMAT with a
// message if it cannot be read.
rt_status train_exercise_is(const char *file, bool *is, rt_diag *d);
// Loads an exercise; its paths must lie in its root unless anywhere is true. Reports all errors with line and column.
// On failure frees everything.
rt_status train_exercise_load(const char *file, bool anywhere, train_exercise *e, rt_diag *d);
// Finds every name that conditions use among those of a run, with its units; names->act and names->acts are set here.
// RT_ERR_FORMAT with a message for each name that is unknown and each quantity of a wrong unit.
rt_status train_exercise_bind(train_exercise *e, const train_names *names, rt_diag *d);
// Number of the run's first frame, with steps of h [s]: 0, or that of the recorded state.
uint64_t train_exercise_first_frame(const train_exercise *e, double h);
void train_exercise_free(train_exercise *e);
// Prints the table of keys as documentation.
void train_exercise_print_schema(FILE *f);
// Calls visit with every path of the exercise: scenario, pictures, scripts.
void train_exercise_visit_paths(const train_exercise *e, void (*visit)(void *ctx, const char *path), void *ctx);

#endif
