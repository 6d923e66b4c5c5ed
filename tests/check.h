// SPDX-License-Identifier: MIT
// What every test includes: cmocka in its required order, comparisons of doubles, and skipping by name.
#ifndef HAWSE_TESTS_CHECK_H
#define HAWSE_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <unistd.h>

// 1 in a build with sanitizers, in which long tests do less.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

// Fails unless |value - expected| <= tolerance; NaN fails.
#define CHECK_NEAR(value, expected, tolerance) check_near((value), (expected), (tolerance), #value, __FILE__, __LINE__)

static inline void check_near(double value, double expected, double tolerance, const char *what, const char *file,
                              int line) {
    if (fabs(value - expected) <= tolerance) return;
    print_error("%s = %.17g, expected %.17g within %.3g\n", what, value, expected, tolerance);
    _fail(file, line);
}

// Skips the test, by name, when a file it needs is not on this machine.
#define SKIP_WITHOUT(path)                                                                                             \
    do {                                                                                                               \
        if (access((path), R_OK) != 0) {                                                                               \
            print_message("skipped: %s is not here\n", (path));                                                        \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

#endif
