// SPDX-License-Identifier: MIT
// What a person has pulled by hand in a run: such a run is not the ship's own.
#ifndef HAWSE_RT_JUDGE_PULL_LOG_H
#define HAWSE_RT_JUDGE_PULL_LOG_H

#include "rt/file/json.h"
#include <stddef.h>

// Saved with the state. All zero at the start.
typedef struct pull_log {
    uint64_t steps;   // in which a pull acted
    uint64_t ignored; // in which the command had a pull at a part that the model had not
    double force;     // largest [N]
    double first_s;   // time of the first
} pull_log;

// Adds a step that ended at time t [s], with the force of the pull [N]; acted false: it had no part to act on. Frame
// thread.
void pull_log_add(pull_log *l, bool acted, double force, double t);
// Writes in one line how long and with what force a person pulled, h [s] being the step; "": nobody did.
void pull_log_explain(const pull_log *l, double h, char *text, size_t size);
// Writes the report's object `pull`.
void pull_log_write(const pull_log *l, double h, rt_json *j);

#endif
