// SPDX-License-Identifier: MIT
// Names the outcome, with its evidence. Each frame has one verdict, from the outcome and the scenario alone.
#ifndef HAWSE_RT_JUDGE_VERDICT_H
#define HAWSE_RT_JUDGE_VERDICT_H

#include "rt/judge/outcome.h"

// In the order of judgement: the first that holds.
typedef enum outcome_verdict {
    OUTCOME_ANCHOR_LOST = 0, // the chain or its bitter end parted
    OUTCOME_HOUSED,          // seated and at rest, the tension in its band
    OUTCOME_WRONG_WAY_ROUND, // at the hawse, the flukes point into the hull
    OUTCOME_OVER_HAULED,     // the crown pin is within the mouth's least distance
    OUTCOME_JAMMED,          // not seated, and the motor stalled here
    OUTCOME_UNDER_WAY,       // the chain moves, or the anchor has not come to rest in the hawse
    OUTCOME_HANGING_IN_PIPE, // the shank is in the pipe, and the head bears on neither fluke
    OUTCOME_SEATED_ASKEW,    // the head bears, but not on both flukes, beside the pocket, or not in its designed pose
    OUTCOME_OFF_TENSION,     // seated, but the tension is out of its band
    OUTCOME_STOPPED,         // the operator holds the chain before the anchor is home
    OUTCOME_SHORT_OF_POWER,  // the operator heaves, the chain stands, and the motor is below its limit
    OUTCOME_VERDICTS
} outcome_verdict;

outcome_verdict outcome_judge(const outcome *o, const scenario *sc);
// Key of the verdict: "hanging_in_pipe".
const char *outcome_verdict_name(outcome_verdict v);
// The same for readers: "hanging in the pipe".
const char *outcome_verdict_words(outcome_verdict v);
// Writes in one line the numbers from which the verdict followed.
void outcome_write_evidence(const outcome *o, const scenario *sc, char *text, size_t size);

#endif
