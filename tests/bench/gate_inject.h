// SPDX-License-Identifier: MIT
// A planted slow-down of one phase, so that what looks for slow-downs can be tested.
#ifndef HAWSE_TESTS_BENCH_GATE_INJECT_H
#define HAWSE_TESTS_BENCH_GATE_INJECT_H

#include "rt/profile.h"

// Reads "phase=solve,+5%"; from then on that phase takes so much longer. False when the text is another.
bool gate_inject_parse(const char *text);

#endif
