// SPDX-License-Identifier: MIT
#ifndef HAWSE_TESTS_RT_SHORT_HEAVE_H
#define HAWSE_TESTS_RT_SHORT_HEAVE_H

#include "tests/rt/scratch.h"

// Writes the shipped heave with a short chain and absolute paths; returns the file's path. After 2 s of settling the
// chain bears the anchor; after 1 s it is slack, and the run would begin with a jerk.
static inline const char *short_heave(void) {
    static const char *const edit[][2] = {{"depth: 10 m", "depth: 3 m\n  settle: 2 s"},
                                          {"../models/bow", HAWSE_SOURCE_DIR "/config/models/bow"},
                                          {"../models/foredeck", HAWSE_SOURCE_DIR "/config/models/foredeck"},
                                          {"../models/shank", HAWSE_SOURCE_DIR "/config/models/shank"},
                                          {"../models/head", HAWSE_SOURCE_DIR "/config/models/head"},
                                          {"weigh.csv", HAWSE_SOURCE_DIR "/config/scenarios/weigh.csv"}};
    size_t size;
    char *text = (char *)scratch_read(HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml", &size), *next;
    for (size_t k = 0; k < sizeof edit / sizeof edit[0]; k++, free(text), text = next) {
        char *at = strstr(text, edit[k][0]);
        assert_non_null(at);
        assert_true(asprintf(&next, "%.*s%s%s", (int)(at - text), text, edit[k][1], at + strlen(edit[k][0])) > 0);
    }
    const char *path = scratch_text("short.yaml", text);
    free(text);
    return path;
}

#endif
