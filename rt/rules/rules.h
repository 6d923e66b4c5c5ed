// SPDX-License-Identifier: MIT
// The operator's rules. A rule sets lever, brake, clutch and stopper. It stays in force until the first of its
// conditions holds; that condition names the next rule. The rule named "any" has no controls: its conditions are
// tested first in every rule with the lever out of neutral. A rule without conditions ends the work.
//
// The operator sees what a person on deck sees, and nothing else: gauges, lamps, and the anchor once it is in sight.
// A gauge that the person cannot read is NAN and fulfils no condition.
#ifndef HAWSE_RT_RULES_RULES_H
#define HAWSE_RT_RULES_RULES_H

#include "rt/base/base.h"

enum { RULES_MOST = 32, RULES_EXITS = 96, RULES_NAME = 24, RULES_LOG = 256 };

// X(constant, word, SI unit, help)
#define RULES_GAUGES(X)                                                                                                \
    X(RULES_TIME, "time", "s", "time in this rule")                                                                    \
    X(RULES_VISITS, "visits", "1", "times that this rule has begun, this time included")                               \
    X(RULES_CHAIN, "chain", "m", "chain outboard of the hawse, by the chain counter")                                  \
    X(RULES_HOVE, "hove", "m", "chain hove in since this rule began; paid out: negative")                              \
    X(RULES_SPEED, "speed", "m/s", "speed of the chain, heaving positive")                                             \
    X(RULES_TENSION, "tension", "N", "chain tension at the cable lifter")                                              \
    X(RULES_MOTOR, "motor", "1", "load of the motor, as a share of its limit")                                         \
    X(RULES_FAULT, "fault", "1", "motor: 0 sound, 1 tripped, 2 burst, 3 off")                                          \
    X(RULES_BAR, "bar", "1", "chain stopper: 0 open, 1 down, 2 holding, 3 broken")                                     \
    X(RULES_ANCHOR, "anchor", "m", "by eye: crown pin outboard of the hawse, along the pipe")                          \
    X(RULES_FLUKES, "flukes", "rad", "by eye: direction of the flukes, out of the hull positive")                      \
    X(RULES_SWAY, "sway", "m/s", "by eye: speed of the anchor")

#define RULES_CONSTANT(constant, word, unit, help) constant,
typedef enum rules_gauge { RULES_GAUGES(RULES_CONSTANT) RULES_GAUGE_COUNT } rules_gauge;
#undef RULES_CONSTANT

// A condition: the gauge has been above (or below) the value for the time `hold` [s].
typedef struct rules_exit {
    rules_gauge gauge;
    bool above;
    double value, hold;
    char to[RULES_NAME]; // name of the next rule
    int next;            // its index, by rules_resolve
} rules_exit;

typedef struct rules_rule {
    char name[RULES_NAME];
    double lever, brake; // -1..1, 0..1
    bool clutch, stopper;
    int first, n; // its conditions: exit[first .. first + n - 1]
} rules_rule;

typedef struct rules_table {
    rules_rule rule[RULES_MOST]; // (rules); the work begins with the first
    rules_exit exit[RULES_EXITS];
    int rules, exits;
    int any;        // index of the rule "any"; -1: none
    double inboard; // chain between cable lifter and hawse [m]
} rules_table;

// Readings of one frame by rules_gauge; NAN: not visible. rules_step sets time, visits and hove itself.
typedef struct rules_seen {
    double value[RULES_GAUGE_COUNT];
} rules_seen;

// Begin of a rule. chain: reading of RULES_CHAIN then.
typedef struct rules_entry {
    double t, chain;
    int rule;
} rules_entry;

typedef struct rules_state {
    rules_entry log[RULES_LOG]; // (entries); the last one is in force
    int entries;
    uint64_t dropped;          // oldest entries dropped for want of room
    int visits[RULES_MOST];    // times that each rule has begun
    double since[RULES_EXITS]; // time at which each condition began to hold; negative: it does not hold
    double t;                  // of the last step; negative: none
} rules_state;

// Word, unit and help of a gauge.
const char *rules_gauge_word(rules_gauge g);
const char *rules_gauge_unit(rules_gauge g);
const char *rules_gauge_help(rules_gauge g);
// Appends a rule, or a condition of the last rule; false: the table is full.
bool rules_add(rules_table *t, const char *name, double lever, double brake, bool clutch, bool stopper);
bool rules_add_exit(rules_table *t, rules_gauge g, bool above, double value, double hold, const char *to);
// Finds the rule of each condition and "any". False with the reason in why: a rule is unknown or cannot be reached, or
// there is none to begin with.
bool rules_resolve(rules_table *t, char *why, size_t size);
// Index of the rule; -1: none.
int rules_find(const rules_table *t, const char *name);

// The state before the first step.
rules_state rules_begin(void);
// Advances to time t [s] and returns the rule in force. A time before that of the last step takes the work back to
// where it was then. Bounded; allocates nothing.
const rules_rule *rules_step(const rules_table *t, rules_state *s, const rules_seen *seen, double now);
// The rule in force; NULL before the first step.
const rules_rule *rules_now(const rules_table *t, const rules_state *s);
// Whether the work has ended: the rule in force has no conditions.
bool rules_done(const rules_table *t, const rules_state *s);

// Reads a condition such as "tension > 170 kN for 1 s"; false with the reason in why.
bool rules_read_exit(const char *text, rules_exit *e, char *why, size_t size);
// Writes it, in the form that rules_read_exit reads.
void rules_write_exit(const rules_exit *e, char *text, size_t size);

#endif
