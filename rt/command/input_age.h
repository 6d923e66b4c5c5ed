// SPDX-License-Identifier: MIT
// Age of an operator's input at the step that first uses it, and at the first picture that shows it.
//
// The age starts at either of two stamps of rt_input. heard_ns: this program has the whole report; the age excludes the
// line. t_ns: time of the sample. A serial console stamps by its own clock, aligned to ours by its fastest report. The
// age from t_ns then includes all delay beyond the fastest report's, by adapter or thread, but not the bare time on the
// line.
#ifndef HAWSE_RT_COMMAND_INPUT_AGE_H
#define HAWSE_RT_COMMAND_INPUT_AGE_H

#include "rt/command/command.h"
#include "rt/frame/exchange.h"
#include "rt/frame/profile.h"

#define INPUT_AGE_WAITING 1024 // capacity for inputs that wait for a picture: 1 s at 1 kHz

// An input that a step has used: the step's number as in dyn_snapshot.frame, and heard_ns.
typedef struct input_used {
    uint64_t frame;
    int64_t heard_ns;
} input_used;

// Ages at the step that first used an input. All zero bytes: no input yet, no drawing thread.
typedef struct input_age {
    rt_histogram heard, sampled; // age since heard_ns, since t_ns
    int64_t t_ns;                // stamp of the newest input used
    bool begun;
    rt_queue *waiting; // of input_used, to the drawing thread; NULL: no drawing thread
} input_age;

// Counts the age of the input that a step uses at now_ns (monotonic clock), unless an earlier step used it. Skips the
// first input of the run, which may have waited for the loop's start. frame: the step's number. Frame thread.
void input_age_record(input_age *a, const rt_input *in, uint64_t frame, int64_t now_ns);

// Ages at the first picture that shows the step, and the time between pictures.
typedef struct picture_age {
    rt_queue waiting; // of input_used
    input_used next;  // received, not yet shown
    bool has_next;    // next is valid
    rt_histogram heard, period;
    int64_t first_ns, shown_ns; // first and last picture; 0: none yet
    int64_t begun_ns;           // start of the program; 0: not this process's first run
} picture_age;

// RT_OK or RT_ERR_MEMORY.
rt_status picture_age_init(picture_age *p);
void picture_age_free(picture_age *p);
// Records a picture of step `frame`, passed to the display at now_ns. Counts the age of every input used up to that
// step and not shown before, also of replaced ones. Skips inputs heard before the first picture, which takes longer.
// Drawing thread.
void picture_age_record(picture_age *p, uint64_t frame, int64_t now_ns);
// Discards the inputs that wait for a picture, after a rewind. Drawing thread, while no step runs.
void picture_age_discard(picture_age *p);

#endif
