// SPDX-License-Identifier: MIT
#include "rt/train/run.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

rt_status train_run_load(train_run *t, char path[RT_CONFIG_TEXT], bool anywhere, rt_diag *d) {
    rt_status status = train_exercise_is(path, &t->active, d);
    if (status != RT_OK || !t->active) return status;
    status = train_exercise_load(path, anywhere, &t->e, d);
    t->active = status == RT_OK;
    if (t->active) snprintf(path, RT_CONFIG_TEXT, "%s", t->e.scenario);
    return status;
}

rt_status train_run_begin(train_run *t, session *s, bool pauses, rt_diag *d) {
    if (!t->active) return RT_OK;
    rt_status status = train_bind_world(&t->e, &s->sim, d);
    return status == RT_OK ? train_director_begin(&t->director, &t->e, s, pauses, d) : status;
}

const char *train_run_recording(train_run *t, const char *named, rt_status *status, rt_diag *d) {
    const char *folder = getenv("TMPDIR");
    *status = RT_OK;
    if (named || !t->active) return named;
    snprintf(t->temporary, sizeof t->temporary, "%s/hawse-exercise-XXXXXX", folder ? folder : "/var/tmp");
    const int fd = mkstemp(t->temporary);
    if (fd >= 0) {
        close(fd);
        return t->temporary;
    }
    rt_diag_error(d, t->temporary, 0, 0, "cannot make the recording that the score needs: %s; set TMPDIR, or --record",
                  strerror(errno));
    t->temporary[0] = 0;
    *status = RT_ERR_FILE;
    return NULL;
}

rt_status train_run_end(train_run *t, const char *file, uint64_t frames, rt_diag *d) {
    if (!t->active || !file) return RT_OK;
    const rt_status status = train_score_recording(&t->e, file, frames, &t->total, d);
    t->total.ended = true; // this program has ended it
    t->scored = status == RT_OK;
    return status;
}

void train_run_print(FILE *f, const train_run *t, const char *file, double h) {
    if (t->scored) train_total_print(f, &t->e, &t->total, t->temporary[0] ? NULL : file, h);
}

void train_run_write(rt_json *j, const session *s, const void *ctx) {
    const train_run *t = ctx;
    if (t->scored) train_total_write(j, &t->e, &t->total, s->sim.model.h);
}

void train_run_detach(train_run *t, session *s) {
    if (t->active) train_director_end(&t->director, s);
    t->scored = false;
}

void train_run_free(train_run *t, session *s) {
    if (!t->active) return;
    train_run_detach(t, s);
    train_exercise_free(&t->e);
    if (t->temporary[0]) unlink(t->temporary);
    *t = (train_run){0};
}
