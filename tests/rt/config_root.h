// SPDX-License-Identifier: MIT
// A private, writable configuration root for a test.
#ifndef HAWSE_TESTS_RT_CONFIG_ROOT_H
#define HAWSE_TESTS_RT_CONFIG_ROOT_H

#include "tests/rt/scratch.h"
#include <sys/stat.h>

#define CONFIG HAWSE_SOURCE_DIR "/config"

static inline void config_copy_file(const char *from, const char *to) {
    size_t size;
    char *text = (char *)scratch_read(from, &size);
    FILE *f = fopen(to, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, size, f), size);
    fclose(f);
    free(text);
}

// Makes scratch/root with the shipped scenario, its script and its models.
static inline void config_root_make(void) {
    static const char *const file[] = {"models/bow.ply",
                                       "models/shank.ply",
                                       "models/head.ply",
                                       "scenarios/weigh.csv",
                                       "scenarios/weigh.yaml",
                                       "models/foredeck/ball.ply",
                                       "models/foredeck/dark.ply",
                                       "models/foredeck/fittings.ply",
                                       "models/foredeck/house.ply",
                                       "models/foredeck/lamp_deck.ply",
                                       "models/foredeck/lamp_port.ply",
                                       "models/foredeck/lamp_starboard.ply",
                                       "models/foredeck/machinery.ply",
                                       "models/foredeck/plating.ply",
                                       "models/foredeck/rope.ply",
                                       "models/foredeck/white.ply"};
    char from[600], to[600];
    mkdir(scratch_path("root"), 0777);
    mkdir(scratch_path("root/scenarios"), 0777);
    mkdir(scratch_path("root/models"), 0777);
    mkdir(scratch_path("root/models/foredeck"), 0777);
    for (size_t i = 0; i < sizeof file / sizeof file[0]; i++) {
        snprintf(from, sizeof from, CONFIG "/%s", file[i]);
        snprintf(to, sizeof to, "%s/%s", scratch_path("root"), file[i]);
        config_copy_file(from, to);
    }
}

#endif
