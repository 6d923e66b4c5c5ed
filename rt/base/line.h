// SPDX-License-Identifier: MIT
// One line of text of bounded length, written in pieces.
#ifndef HAWSE_RT_BASE_LINE_H
#define HAWSE_RT_BASE_LINE_H

#include <stddef.h>

typedef struct text_line {
    char *text;
    size_t n, size; // characters written, bytes of text
} text_line;

// An empty line in text.
text_line text_line_begin(char *text, size_t size);
// Appends; cuts what does not fit.
__attribute__((format(printf, 2, 3))) void text_line_add(text_line *l, const char *format, ...);
// Appends if it fits whole: a short line has fewer phrases, none of them cut.
__attribute__((format(printf, 2, 3))) void text_line_add_whole(text_line *l, const char *format, ...);

#endif
