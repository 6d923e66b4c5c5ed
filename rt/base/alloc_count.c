// SPDX-License-Identifier: MIT
#include "rt/base/alloc_count.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

// Defined in the program, not in a shared library: there the first access to a thread-local could allocate.
static _Thread_local bool counting;
static _Thread_local uint64_t calls;

void rt_alloc_guard_begin(void) { counting = true; }

void rt_alloc_guard_end(void) { counting = false; }

uint64_t rt_alloc_count(void) { return calls; }

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

bool rt_alloc_count_available(void) { return true; }

// The C library's own functions, under the names that glibc exports for replacements.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);
void *__libc_memalign(size_t alignment, size_t size);

// Default visibility: the dynamic linker binds the libraries of the process to these.
#define VISIBLE __attribute__((visibility("default")))

VISIBLE void *malloc(size_t size) {
    calls += counting;
    return __libc_malloc(size);
}

VISIBLE void *calloc(size_t n, size_t size) {
    calls += counting;
    return __libc_calloc(n, size);
}

VISIBLE void *realloc(void *p, size_t size) {
    calls += counting;
    return __libc_realloc(p, size);
}

VISIBLE void free(void *p) {
    calls += counting && p;
    __libc_free(p);
}

VISIBLE void *memalign(size_t alignment, size_t size) {
    calls += counting;
    return __libc_memalign(alignment, size);
}

VISIBLE void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

VISIBLE int posix_memalign(void **p, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) || !alignment || (alignment & (alignment - 1))) return EINVAL;
    void *got = memalign(alignment, size);
    if (!got) return ENOMEM;
    *p = got;
    return 0;
}

#else

bool rt_alloc_count_available(void) { return false; }

#endif
