// SPDX-License-Identifier: MIT
// A text written into memory through a FILE. Unlike open_memstream, whose fclose succeeds when the C library lacked
// memory on the way, it is whole or there is none.
#ifndef HAWSE_RT_FILE_TEXT_H
#define HAWSE_RT_FILE_TEXT_H

#include <stddef.h>
#include <stdio.h>

typedef struct rt_text {
    FILE *file;
    char *bytes;
    size_t length, capacity;
} rt_text;

// Opens the file; returns it. NULL: no memory.
FILE *rt_text_open(rt_text *t);
// Closes the file and returns the whole text, for free(). NULL: no memory, also after a failed rt_text_open.
char *rt_text_close(rt_text *t);

#endif
