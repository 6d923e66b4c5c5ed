// SPDX-License-Identifier: MIT
#include "rt/file/text.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { FIRST = 4096 }; // bytes

// Returning fewer bytes than asked sets the file's error flag.
static ssize_t append(void *ctx, const char *bytes, size_t n) {
    rt_text *t = ctx;
    size_t capacity = t->capacity ? t->capacity : FIRST;
    while (capacity <= t->length + n) capacity *= 2;
    if (capacity > t->capacity) {
        char *grown = realloc(t->bytes, capacity);
        if (!grown) return 0;
        t->bytes = grown;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->length, bytes, n);
    t->length += n;
    return (ssize_t)n;
}

FILE *rt_text_open(rt_text *t) {
    *t = (rt_text){.file = NULL};
    return t->file = fopencookie(t, "w", (cookie_io_functions_t){.write = append});
}

char *rt_text_close(rt_text *t) {
    if (!t->file) return NULL;
    fflush(t->file);
    bool whole = append(t, "", 1) == 1 && !ferror(t->file);
    if (fclose(t->file) == 0 && whole) return t->bytes;
    free(t->bytes);
    return NULL;
}
