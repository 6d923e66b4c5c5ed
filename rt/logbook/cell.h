// SPDX-License-Identifier: MIT
// Cells of printed tables. Private to the room.
#ifndef HAWSE_RT_LOGBOOK_CELL_H
#define HAWSE_RT_LOGBOOK_CELL_H

#include <stdio.h>

// Prints a text as rt_plain shows it, filled with blanks to `width` characters. NULL: a deleted name.
void logbook_print_cell(FILE *f, const char *text, int width);
// Prints a word for a shell, in quotes unless it is plain.
void logbook_print_word(FILE *f, const char *word);

#endif
