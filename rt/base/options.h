// SPDX-License-Identifier: MIT
// Command-line options by one table a command: it parses, and it prints the help.
#ifndef HAWSE_RT_BASE_OPTIONS_H
#define HAWSE_RT_BASE_OPTIONS_H

#include "rt/base/base.h"
#include <stdio.h>

// Exit codes of a command: done; ran but fell short of what was asked; bad input or usage; internal error.
enum { EXIT_DONE = 0, EXIT_SHORT = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 3 };

typedef enum option_kind {
    OPTION_FLAG = 0,
    OPTION_TEXT,
    OPTION_NUMBER,
    OPTION_DURATION,   // a number of seconds above 0, up to 1e6
    OPTION_OUT_FILE,   // a file to be written: its folder must be there, and it must not be a folder
    OPTION_OUT_FOLDER, // a folder to be written into, or to be made in one that is there
} option_kind;

typedef struct option {
    const char *name;  // "--report"
    const char *value; // placeholder of the value in the help: "FILE"; NULL for flags
    option_kind kind;
    void *target; // bool *, const char ** or double *
    const char *help;
} option;

// Fills the targets and gathers what is not an option into words (at most max_words); false, with a message, on an
// unknown option, a missing or bad value, an output that could not be written, or too many words. Writes nothing. *help
// is set when
// --help was among them.
bool options_parse(int argc, char **argv, const option *table, int n, const char **words, int max_words, int *n_words,
                   bool *help, rt_diag *d);
void options_print(FILE *f, const option *table, int n);
// Prints the messages on the error stream; returns EXIT_USAGE, or EXIT_INTERNAL for want of memory.
int options_fail(const rt_diag *d, rt_status status);

#endif
