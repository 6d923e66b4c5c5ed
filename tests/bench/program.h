// SPDX-License-Identifier: MIT
// Clock and command-line numbers, shared by the bench programs.
#ifndef HAWSE_TESTS_BENCH_PROGRAM_H
#define HAWSE_TESTS_BENCH_PROGRAM_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Time of the clock [s].
static inline double now(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Returns a positive finite number from the command line; else prints a message and exits with 2.
static inline double positive(const char *name, const char *text) {
    char *end = NULL;
    double x = text ? strtod(text, &end) : 0;
    if (text && end != text && *end == 0 && x > 0 && isfinite(x)) return x;
    fprintf(stderr, "%s: expected a positive number, found \"%s\"\n", name, text ? text : "nothing");
    exit(2);
}

#endif
