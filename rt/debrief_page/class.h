// SPDX-License-Identifier: MIT
// The page of a class over time, from the logbook: of each exercise the scores of each trainee, the items failed twice,
// the spread. No name is on it: a trainee is T and his number in the logbook.
#ifndef HAWSE_RT_DEBRIEF_PAGE_CLASS_H
#define HAWSE_RT_DEBRIEF_PAGE_CLASS_H

#include "rt/logbook/logbook.h"
#include <stdio.h>

// Writes the page, whole or not at all, and the names behind the numbers to `names`. RT_ERR_FILE or RT_ERR_MEMORY with
// a message, or a status of the logbook. Never in the frame thread.
rt_status class_page_write(const char *path, logbook *l, const logbook_filter *f, FILE *names, rt_diag *d);

#endif
