// SPDX-License-Identifier: MIT
#include "rt/base/line.h"
#include <stdarg.h>
#include <stdio.h>

text_line text_line_begin(char *text, size_t size) {
    if (size > 0) text[0] = 0;
    return (text_line){text, 0, size};
}

void text_line_add(text_line *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int w = l->n < l->size ? vsnprintf(l->text + l->n, l->size - l->n, format, args) : 0;
    va_end(args);
    l->n = w < 0 || l->n + (size_t)w >= l->size ? l->size - (l->size > 0) : l->n + (size_t)w;
}

void text_line_add_whole(text_line *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int w = l->n < l->size ? vsnprintf(l->text + l->n, l->size - l->n, format, args) : -1;
    va_end(args);
    if (w >= 0 && l->n + (size_t)w < l->size)
        l->n += (size_t)w;
    else if (l->n < l->size)
        l->text[l->n] = 0;
}
