// SPDX-License-Identifier: MIT
#include "rt/recording.h"
#include <stdio.h>
#include <stdlib.h>

#define QUEUE_FRAMES 8192 // eight seconds at 1 ms for a writer that falls behind

static char *read_text(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, (1 << 20) + 1); // rt_config_load takes no larger file
    if (f && text) text[fread(text, 1, 1 << 20, f)] = 0;
    if (f) fclose(f);
    return text;
}

rt_recorder *recording_open(const char *path, sim *s, rt_diag *d) {
    size_t size;
    char *text = read_text(s->sc.path);
    if (!text) {
        rt_diag_error(d, path, 0, 0, "no memory for the recording");
        return NULL;
    }
    char *whole = realpath(s->sc.path, NULL); // so that a replay finds it from any folder
    const void *state = dyn_state_bytes(&s->state, &size);
    const rt_record_header head = {.h_ns = (int64_t)(1e9 * s->model.h + 0.5),
                                   .scenario_path = whole ? whole : s->sc.path,
                                   .scenario_text = text,
                                   .info = "version=" HAWSE_VERSION "\n",
                                   .state = state,
                                   .state_size = size};
    rt_recorder *r = rt_recorder_open(path, &head, QUEUE_FRAMES, d);
    free(text);
    free(whole);
    return r;
}
