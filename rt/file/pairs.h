// SPDX-License-Identifier: MIT
// Reads a CSV file of two numbers a line.
#ifndef HAWSE_RT_FILE_PAIRS_H
#define HAWSE_RT_FILE_PAIRS_H

#include "rt/base/base.h"

// Reads the lines "x, y" of a regular file, at most `max`. Skips empty lines, lines that begin with # and column names
// in the first line with text. what: name of the file's content in messages, "contour"; row: of a line, "a point \"x,
// y\"". The caller frees *pair, which may be NULL if *n is 0. Set-up.
rt_status rt_pairs_read(const char *path, const char *what, const char *row, int max, double (**pair)[2], int *n,
                        rt_diag *d);

#endif
