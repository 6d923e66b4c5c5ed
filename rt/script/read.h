// SPDX-License-Identifier: MIT
// Inside the rt library: what the readers of scripts share.
#ifndef HAWSE_RT_SCRIPT_READ_H
#define HAWSE_RT_SCRIPT_READ_H

#include "rt/script/script.h"

enum { SCRIPT_WHY = 512 };

// The column of that name, or -1.
int rt_script_column_find(const char *name);
const char *rt_script_column_name(int column);
bool rt_script_column_required(int column);
// The name nearest to a wrong one, or NULL.
const char *rt_script_column_nearest(const char *name);
// A row in which only the optional columns are set.
void rt_script_row_clear(double *row);
// Sets the row's value from the text, in `unit` (NULL: SI) unless it carries its own; false with the reason.
bool rt_script_set(double *row, int column, const char *text, const char *unit, char why[SCRIPT_WHY]);
// Appends the row; times must increase. line is for messages.
void rt_script_append(rt_script *s, const double *row, const char *file, int line, rt_diag *d);

// Append the file's rows; all faults with their place.
rt_status rt_script_read_csv(const char *file, rt_script *s, rt_diag *d);
rt_status rt_script_read_yaml(const char *file, rt_script *s, rt_diag *d);

#endif
