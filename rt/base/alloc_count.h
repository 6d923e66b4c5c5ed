// SPDX-License-Identifier: MIT
// Counts calls of the malloc family by the calling thread between begin and end. Linked only into programs that want it
// (object library rt_alloc_count); there it replaces the C library's functions for every library of the process.
#ifndef HAWSE_RT_BASE_ALLOC_COUNT_H
#define HAWSE_RT_BASE_ALLOC_COUNT_H

#include "rt/base/base.h"

// Whether calls are counted at all; not under a sanitizer, which has its own malloc.
bool rt_alloc_count_available(void);
// Starts and stops counting in the calling thread; they do not nest.
void rt_alloc_guard_begin(void);
void rt_alloc_guard_end(void);
// Calls of malloc, calloc, realloc, free and the aligned ones counted so far in the calling thread.
uint64_t rt_alloc_count(void);

#endif
