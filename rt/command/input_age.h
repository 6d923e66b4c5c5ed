// SPDX-License-Identifier: MIT
// How old an operator's input is when the physics first uses it, and when a picture first shows it.
//
// Two stamps of rt_input begin the age. heard_ns: this program has the whole report; the line's own time is not in the
// age. t_ns: the values were true; for a serial console by its own clock, on ours less the way of its fastest report,
// so that what an adapter or our own thread adds to the fastest is in the age, and a report's bare time on the line is
// not.
#ifndef HAWSE_RT_COMMAND_INPUT_AGE_H
#define HAWSE_RT_COMMAND_INPUT_AGE_H

#include "rt/command/command.h"
#include "rt/frame/exchange.h"
#include "rt/frame/profile.h"

#define INPUT_AGE_WAITING 1024 // inputs that wait for a picture; at 1 kHz a picture a second

// An input that a step has used: the step's number in dyn_snapshot.frame, and when it was heard.
typedef struct input_used {
    uint64_t frame;
    int64_t heard_ns;
} input_used;

// Ages at the step that first used an input. All zero bytes, without waiting, is one that has seen none.
typedef struct input_age {
    rt_histogram heard, sampled; // since heard_ns, since t_ns
    int64_t t_ns;                // of the newest input used
    bool begun;
    rt_queue *waiting; // of input_used, to the thread that draws; NULL: nobody draws
} input_age;

// Takes the input that a step uses at now_ns (both on the monotonic clock) and counts it when no earlier step used it;
// not the first of all, which may have waited for the loop to begin. frame: the step's number. Frame thread.
void input_age_use(input_age *a, const rt_input *in, uint64_t frame, int64_t now_ns);

// Ages at the first picture that shows the step, and the time between pictures.
typedef struct picture_age {
    rt_queue waiting; // of input_used
    input_used next;  // received, not yet shown
    bool has_next;    // there is one
    rt_histogram heard, period;
    int64_t first_ns, shown_ns; // first and last picture; 0: none yet
    int64_t begun_ns;           // start of the program; 0: an earlier run was shown first
} picture_age;

// RT_ERR_MEMORY.
rt_status picture_age_init(picture_age *p);
void picture_age_free(picture_age *p);
// A picture of that step has been handed to the display at now_ns: counts the age of every input that was used up to
// it and that no earlier picture showed, also one that a newer has replaced; not those heard before the first picture
// was shown, which takes longer. The drawing thread.
void picture_age_record(picture_age *p, uint64_t frame, int64_t now_ns);
// Forgets the inputs that wait for a picture: the run has gone to another moment, and none will show them while they
// are new. The drawing thread, while no step is made.
void picture_age_forget(picture_age *p);

#endif
