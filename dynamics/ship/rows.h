// SPDX-License-Identifier: MIT
// Rows of numbers and words in a text file, for the readers of this room. Lines may end in a comment after '#'.
#ifndef HAWSE_DYNAMICS_SHIP_ROWS_H
#define HAWSE_DYNAMICS_SHIP_ROWS_H

#include "rt/base/base.h"

enum { SHIP_CELLS = 16 };

typedef struct ship_rows {
    const char *file;
    char *text, *rest;
    int line; // of the present row, from 1
    int n;    // cells of the row; may exceed SHIP_CELLS: the excess is only counted
    const char *cell[SHIP_CELLS];
    const char *separators;
    rt_diag *d;
} ship_rows;

// Characters between the cells of a row.
#define SHIP_COMMAS ","     // each one ends a cell
#define SHIP_SPACES " \t,=" // several in a row count as one

// Reads the file. RT_ERR_FILE, RT_ERR_FORMAT with a message.
rt_status ship_rows_open(ship_rows *r, const char *file, const char *separators, rt_diag *d);
void ship_rows_close(ship_rows *r);
// Goes to the next row that is not empty; false at the end.
bool ship_rows_next(ship_rows *r);
// Whether the row consists of these words; otherwise a message.
bool ship_rows_match(ship_rows *r, const char *const *word, int n);
// Reads n numbers of the row from cell `first` on, which must end the row; otherwise a message.
bool ship_rows_numbers(ship_rows *r, int first, int n, double *value);

#endif
