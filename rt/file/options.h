// SPDX-License-Identifier: MIT
// Parses command-line options and prints their help, from one table a command.
#ifndef HAWSE_RT_FILE_OPTIONS_H
#define HAWSE_RT_FILE_OPTIONS_H

#include "rt/base/base.h"
#include <stdio.h>

// Exit codes of a command: done; ran but fell short of what was asked; bad input or usage; internal error.
enum { EXIT_DONE = 0, EXIT_SHORT = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 3 };

typedef enum option_kind {
    OPTION_FLAG = 0,
    OPTION_TEXT,
    OPTION_LIST, // may be given several times
    OPTION_NUMBER,
    OPTION_DURATION,   // a number of seconds above 0, up to 1e6
    OPTION_OUT_FILE,   // a file to write; its folder must exist
    OPTION_OUT_FOLDER, // a folder to write into or to create; its parent must exist
} option_kind;

enum { OPTION_LIST_WORDS = 16 };

typedef struct option_list {
    const char *word[OPTION_LIST_WORDS];
    int n;
} option_list;

typedef struct option {
    const char *name;  // "--report"
    const char *value; // placeholder of the value in the help: "FILE"; NULL for flags
    option_kind kind;
    void *target; // bool *, const char **, option_list * or double *
    const char *help;
} option;

// Fills the targets and collects the other arguments in words (at most max_words). False with a message: unknown
// option, missing or bad value, unwritable output, one file for two outputs (rt/file/outputs.h), too many words.
// Creates no file. *help: --help or -h was given.
bool options_parse(int argc, char **argv, const option *table, int n, const char **words, int max_words, int *n_words,
                   bool *help, rt_diag *d);
void options_print(FILE *f, const option *table, int n);
// Prints the messages on the error stream; returns EXIT_USAGE, or EXIT_INTERNAL for want of memory.
int options_fail(const rt_diag *d, rt_status status);

#endif
