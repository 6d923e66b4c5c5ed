// SPDX-License-Identifier: MIT
// Words of a text file with their lines; blanks, tabs, commas and semicolons separate them, # begins a comment.
#ifndef HAWSE_DYNAMICS_BATHYMETRY_WORDS_H
#define HAWSE_DYNAMICS_BATHYMETRY_WORDS_H

#include "rt/base/base.h"
#include <stdio.h>

enum { WORDS_LONGEST = 40 };

typedef struct words {
    const char *file;
    FILE *stream;
    rt_diag *d;
    char text[WORDS_LONGEST + 1]; // the present word; a longer one is cut
    int line;                     // of it, from 1
    int next;                     // line of the next character
} words;

// RT_ERR_FILE with a message.
rt_status words_open(words *w, const char *file, rt_diag *d);
// Words of a stream, which words_close closes; file: its name in messages.
words words_of(FILE *stream, const char *file, rt_diag *d);
void words_close(words *w);
// Goes to the next word; false at the end of the file.
bool words_next(words *w);
// Reads the present word as a number of at most `most` in size; false with a message that says what was expected.
bool words_number(const words *w, const char *expected, double most, double *value);
// Skips the rest of the present word's line.
void words_skip_line(words *w);

#endif
