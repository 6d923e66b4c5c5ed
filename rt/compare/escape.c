// SPDX-License-Identifier: MIT
// Escapes text for XML and HTML.
#include "rt/compare/compare.h"

void compare_escape(FILE *f, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", f);
            break;
        case '>':
            fputs("&gt;", f);
            break;
        case '&':
            fputs("&amp;", f);
            break;
        case '"':
            fputs("&quot;", f);
            break;
        default:
            fputc((unsigned char)*text < 0x20 ? ' ' : *text, f);
        }
    }
}
