// SPDX-License-Identifier: MIT
// A temporary folder for a test's files; writes and reads files in it.
#ifndef HAWSE_TESTS_RT_SCRATCH_H
#define HAWSE_TESTS_RT_SCRATCH_H

#include "../check.h"
#include <ftw.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static char scratch[64];

static inline int scratch_make(void **state) {
    (void)state;
    snprintf(scratch, sizeof scratch, "%s/hawse-test-XXXXXX", P_tmpdir);
    return mkdtemp(scratch) ? 0 : -1;
}

static inline int scratch_remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw) {
    (void)st, (void)kind, (void)ftw;
    return remove(path);
}

static inline int scratch_remove(void **state) {
    (void)state;
    return nftw(scratch, scratch_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

// Copies the text without the path of the scratch folder.
static inline void scratch_strip(const char *text, char *to, size_t size) {
    const char *end = to + size - 1;
    while (*text && to < end)
        if (strncmp(text, scratch, strlen(scratch)) == 0 && text[strlen(scratch)] == '/')
            text += strlen(scratch) + 1;
        else
            *to++ = *text++;
    *to = 0;
}

// Path of a file in the folder. The text is valid for the next three calls.
static inline const char *scratch_path(const char *name) {
    static char path[4][256];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", scratch, name);
    return path[turn];
}

// The part of an output with that name (rt/file/whole_file.h); "": none. Fails if there are several.
static inline const char *scratch_part(const char *name) {
    static char found[512];
    char pattern[512];
    glob_t g;
    snprintf(pattern, sizeof pattern, "%s.??????.part*", scratch_path(name));
    found[0] = 0;
    if (glob(pattern, 0, NULL, &g) != 0) return found;
    assert_int_equal(g.gl_pathc, 1);
    snprintf(found, sizeof found, "%s", g.gl_pathv[0]);
    globfree(&g);
    return found;
}

static inline const char *scratch_write(const char *name, const void *bytes, size_t n) {
    const char *path = scratch_path(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return path;
}

static inline const char *scratch_text(const char *name, const char *text) {
    return scratch_write(name, text, strlen(text));
}

// Reads the whole file; *n: its length [bytes]. Free the result.
static inline unsigned char *scratch_read(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    *n = (size_t)ftell(f);
    rewind(f);
    unsigned char *bytes = malloc(*n + 1);
    assert_int_equal(fread(bytes, 1, *n, f), *n);
    bytes[*n] = 0;
    fclose(f);
    return bytes;
}

#endif
