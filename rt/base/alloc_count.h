// SPDX-License-Identifier: MIT
// Counts calls of the malloc family by the calling thread between begin and end. Only the programs that link the object
// library rt_alloc_count have it. In them it replaces the C library's malloc family for every library of the process.
#ifndef HAWSE_RT_BASE_ALLOC_COUNT_H
#define HAWSE_RT_BASE_ALLOC_COUNT_H

#include "rt/base/base.h"

// Whether this build counts calls. A build with a sanitizer does not: the sanitizer has its own malloc.
bool rt_alloc_count_available(void);
// Start and stop counting in the calling thread. The pairs do not nest.
void rt_alloc_guard_begin(void);
void rt_alloc_guard_end(void);
// Calls of malloc, calloc, realloc, free and the aligned ones counted so far in the calling thread.
uint64_t rt_alloc_count(void);

#endif
