// SPDX-License-Identifier: MIT
// Text from a file, a device or a recording, made safe to print on a terminal.
#ifndef HAWSE_RT_BASE_PLAIN_H
#define HAWSE_RT_BASE_PLAIN_H

#include "rt/base/base.h"
#include <stdio.h>

// Copies text into to (size bytes) and returns to. Shows every control character, every byte that is not UTF-8 and
// every character that turns the direction of writing as \xNN: a terminal obeys none of them. A text that is too long
// is cut at a whole character.
const char *rt_plain(char *to, size_t size, const char *text);
// Prints text as rt_plain shows it; new lines and tabs stay.
void rt_print_plain(FILE *f, const char *text);
// Length of the UTF-8 sequence at s (RFC 3629: no overlong forms, no surrogates, up to U+10FFFF); 0 for an invalid one.
int rt_utf8_length(const char *s);

#endif
