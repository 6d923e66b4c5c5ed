// SPDX-License-Identifier: MIT
#include "rt/base/plain.h"
#include <string.h>

int rt_utf8_length(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) return 1;
    int n = s[0] >= 0xC2 && s[0] <= 0xDF ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4 : 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if (s[0] == 0xE0 && s[1] < 0xA0) return 0;
    if (s[0] == 0xED && s[1] > 0x9F) return 0;
    if (s[0] == 0xF0 && s[1] < 0x90) return 0;
    if (s[0] == 0xF4 && s[1] > 0x8F) return 0;
    return n;
}

// Whether a terminal obeys the character: C0, DEL, C1 (ECMA-48), and what turns or breaks lines (U+200E, U+200F,
// U+2028 to U+202E, U+2066 to U+2069; Unicode UAX 9).
static bool is_obeyed(const unsigned char *s, int n) {
    if (n == 1) return s[0] < 0x20 || s[0] == 0x7F;
    if (n == 2) return s[0] == 0xC2 && s[1] < 0xA0;
    if (n != 3 || s[0] != 0xE2) return false;
    if (s[1] == 0x80) return s[2] == 0x8E || s[2] == 0x8F || (s[2] >= 0xA8 && s[2] <= 0xAE);
    return s[1] == 0x81 && s[2] >= 0xA6 && s[2] <= 0xA9;
}

enum { SHOWN = 4 * 4 + 1 }; // four escaped bytes

// Writes the character at s, or its escaped bytes, into shown. Returns the number of bytes read.
static int show_character(const char *s, char shown[SHOWN]) {
    const unsigned char *byte = (const unsigned char *)s;
    int n = rt_utf8_length(s);
    bool obeyed = n == 0 || is_obeyed(byte, n);
    if (n == 0) n = 1;
    for (int i = 0; obeyed && i < n; i++) snprintf(shown + (size_t)4 * i, 5, "\\x%02x", byte[i]);
    if (!obeyed) snprintf(shown, SHOWN, "%.*s", n, s);
    return n;
}

const char *rt_plain(char *to, size_t size, const char *text) {
    size_t used = 0;
    char shown[SHOWN];
    to[0] = 0;
    for (int n; *text; text += n) {
        n = show_character(text, shown);
        size_t length = strlen(shown);
        if (used + length >= size) break;
        memcpy(to + used, shown, length + 1);
        used += length;
    }
    return to;
}

void rt_print_plain(FILE *f, const char *text) {
    char shown[SHOWN];
    for (int n; *text; text += n) {
        n = show_character(text, shown);
        if (*text == '\n' || *text == '\t')
            fputc(*text, f);
        else
            fputs(shown, f);
    }
}
