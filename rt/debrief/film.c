// SPDX-License-Identifier: MIT
// Writes the marked part of the recording as a film, in the window's own loop.
#include "rt/debrief/private.h"
#include "rt/frame/clock.h"
#include "rt/session/rewind.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

// a-12.0-20.0.mp4 beside a.rec, or the next free name.
static bool name_film(const debrief *b, char file[PATH_MAX]) {
    char first[PATH_MAX];
    int n = 0, stem = run_stem_length(b->def->file);
    if (snprintf(first, sizeof first, "%.*s-%.1f-%.1f.mp4", stem, b->def->file, b->part_in, b->part_out) >= PATH_MAX)
        return false;
    if (access(first, F_OK) != 0) return snprintf(file, PATH_MAX, "%s", first) < PATH_MAX;
    return run_next_name(first, &n, file, PATH_MAX);
}

void debrief_film_begin(debrief *b, int64_t now_ns) {
    const sim *s = b->view.replay->sim;
    if (!b->has_part) {
        debrief_say(b, true, "mark the part first: [ at its begin, ] at its end");
        return;
    }
    if (!name_film(b, b->film.file)) {
        debrief_say(b, true, "the path of the film is too long");
        return;
    }
    const picture_film_def def = {.video = b->film.file, .view = render_views(b->window)[render_get_view(b->window)]};
    b->film.film = picture_film_open(s, &def, &b->own);
    if (!b->film.film) {
        debrief_say_error(b);
        return;
    }
    b->film.end = (uint64_t)llround(b->part_out / s->model.h);
    picture_replay_play(&b->view, false, now_ns);
    picture_replay_go(&b->view, round(b->part_in / s->model.h), now_ns);
}

static void close_film(debrief *b, rt_status status) {
    if (picture_film_close(b->film.film, &b->own) != RT_OK) status = RT_ERR_FILE;
    b->film.film = NULL;
    if (status == RT_OK)
        debrief_say(b, false, "film written: %s", b->film.file);
    else
        debrief_say_error(b);
    debrief_fill_charts(b);
}

void debrief_film_cancel(debrief *b) {
    if (!b->film.film) return;
    rt_diag ignored = {0};
    picture_film_close(b->film.film, &ignored);
    b->film.film = NULL;
    unlink(b->film.file);
    debrief_say(b, false, "film stopped; nothing written");
}

void debrief_film_advance(debrief *b, int64_t now_ns, int64_t limit_ns) {
    rt_clock clock = rt_clock_monotonic();
    rt_status status = RT_OK;
    bool more = true;
    while (more && status == RT_OK && rt_clock_now_ns(&clock) - now_ns < limit_ns) {
        if (picture_film_due(b->film.film, b->view.shown.t))
            status = picture_film_frame(b->film.film, &b->view.shown, &b->own);
        uint64_t before = b->view.replay->next;
        more = before < b->film.end && !b->view.ended;
        if (more) picture_replay_go(&b->view, (double)before + 1, now_ns);
    }
    if (!more || status != RT_OK) close_film(b, status);
}
