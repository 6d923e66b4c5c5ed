// SPDX-License-Identifier: MIT
#include "rt/logbook/cell.h"
#include "rt/base/plain.h"
#include <stdbool.h>
#include <string.h>

void logbook_print_cell(FILE *f, const char *text, int width) {
    char shown[1024];
    rt_plain(shown, sizeof shown, text ? text : "(deleted)");
    fputs(shown, f);
    for (const char *c = shown; *c; c++) width -= ((unsigned char)*c & 0xC0) != 0x80; // not a byte that continues one
    for (int k = 0; k < width; k++) fputc(' ', f);
}

void logbook_print_word(FILE *f, const char *word) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:@%,";
    char shown[4096];
    bool quoted = !*word || strspn(word, safe) < strlen(word);
    rt_plain(shown, sizeof shown, word);
    if (quoted) fputc('\'', f);
    for (const char *c = shown; *c; c++) fprintf(f, *c == '\'' ? "'\\''" : "%c", *c);
    if (quoted) fputc('\'', f);
}
