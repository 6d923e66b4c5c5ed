// SPDX-License-Identifier: MIT
// Runs another program to its end and catches what it prints.
#ifndef HAWSE_RT_FILE_PROGRAM_H
#define HAWSE_RT_FILE_PROGRAM_H

#include <stdio.h>

enum { RT_PROGRAM_WHY = 200 };

typedef struct rt_program_limits {
    unsigned seconds; // processor time [s]
    size_t bytes;     // of output
} rt_program_limits;

typedef enum rt_program_end {
    RT_PROGRAM_DONE = 0,
    RT_PROGRAM_MISSING, // not on the PATH
    RT_PROGRAM_FAILED   // could not be started, or ended with another code than 0
} rt_program_end;

// Runs argv[0] of the PATH with the descriptor `in` as its standard input. *out: its output as a stream at the
// beginning, to be closed by the caller; NULL unless done. why: the last line of its messages, safe to print. Set-up.
rt_program_end rt_program_run(char *const argv[], int in, const rt_program_limits *limits, FILE **out,
                              char why[RT_PROGRAM_WHY]);

#endif
