// SPDX-License-Identifier: MIT
// Hash of what the pictures of a scenario depend on.
#include "rt/base/hash.h"
#include "rt/recording/recording.h"
#include "rt/stream/stream.h"
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

// Sections of the resolved text that change no picture of a given state.
static bool is_left_out(const char *line) {
    static const char *const section[] = {"title:", "operator:", "solver:", "contact:", "end:", "record:"};
    for (size_t k = 0; k < sizeof section / sizeof section[0]; k++)
        if (strncmp(line, section[k], strlen(section[k])) == 0) return true;
    return false;
}

typedef struct named_file {
    const char *line; // of the resolved text
    size_t length;
    char path[PATH_MAX]; // the file that it names; "": none
} named_file;

static void find_file(void *ctx, const char *path) {
    named_file *n = ctx;
    char quoted[PATH_MAX + 2];
    const int length = snprintf(quoted, sizeof quoted, "\"%s\"", path);
    if (length < (int)sizeof quoted && memmem(n->line, n->length, quoted, (size_t)length))
        snprintf(n->path, sizeof n->path, "%s", path);
}

// Hash of a line. A file's path, which differs from machine to machine, is replaced by its contents; a folder's by its
// name.
static uint64_t hash_line(uint64_t hash, const scenario *sc, const char *line, size_t length) {
    named_file n = {line, length, ""};
    char contents[20];
    scenario_visit_files(sc, find_file, &n);
    if (!n.path[0]) return rt_hash(hash, line, length);
    hash = rt_hash(hash, line, (size_t)((const char *)memchr(line, '"', length) - line));
    if (recording_file_hash(n.path, contents)) return rt_hash(hash, contents, strlen(contents));
    const char *name = basename(n.path);
    return rt_hash(hash, name, strlen(name));
}

uint64_t stream_scene_hash(const scenario *sc) {
    uint64_t hash = 0;
    bool out = false;
    for (const char *line = sc->resolved, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end != 0;
        if (*line != ' ') out = is_left_out(line);
        if (!out) hash = hash_line(hash, sc, line, (size_t)(end - line));
    }
    return hash;
}
