// SPDX-License-Identifier: MIT
// What the readers of scripts share; internal to the room.
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
// Sets the row's optional columns to their defaults, all others to 0.
void rt_script_row_clear(double *row);
// Sets the row's value from the text, in `unit` (NULL: SI) unless the text has its own; false with the reason in why.
bool rt_script_set_value(double *row, int column, const char *text, const char *unit, char why[SCRIPT_WHY]);
// Appends the row; its time must exceed the last one. line: for messages.
void rt_script_append(rt_script *s, const double *row, const char *file, int line, rt_diag *d);
// Gives the last row a pull. RT_ERR_MEMORY with a message.
rt_status rt_script_append_pull(rt_script *s, const rt_pull *pull, const char *file, rt_diag *d);

// Append the file's rows; report all faults with their place.
rt_status rt_script_read_csv(const char *file, rt_script *s, rt_diag *d);
rt_status rt_script_read_yaml(const char *file, rt_script *s, rt_diag *d);

#endif
