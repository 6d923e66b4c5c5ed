// SPDX-License-Identifier: MIT
#include "rt/picture/film.h"
#include "rt/mechanism/mechanism.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WIDTH = 1280, HEIGHT = 720 };
#define PATIENCE_S 30.0 // limit for an ffmpeg that accepts no pictures [s]

// Schedule of pictures: one every 1/fps of simulated time, from the first snapshot on.
typedef struct pace {
    bool wanted, begun;
    double fps;
    uint64_t next; // number of the next picture
} pace;

struct picture_film {
    const char *dir;
    picture *picture;
    picture_video *video;
    pace files, film;
    uint8_t *rgb;
    dyn_snapshot shown;
};

static bool is_due(const pace *p, double t) { return p->wanted && t + 1e-9 >= (double)p->next / p->fps; }

static void begin_schedule(pace *p, double t) {
    if (!p->begun) p->next = (uint64_t)floor((t + 1e-9) * p->fps);
    p->begun = true;
}

void picture_film_view_help(char *text, size_t size) {
    char ship[128], own[128];
    snprintf(text, size,
             "camera: %s; default bolster. Of a mechanism: %s; default overview, or near if its bodies are small",
             picture_views(false, ship, sizeof ship), picture_views(true, own, sizeof own));
}

bool picture_film_wanted(const picture_film_def *def) { return def->frames || def->video; }

rt_status picture_film_check(const picture_film_def *def, rt_diag *d) {
    render_view view;
    rt_diag own = {0};
    bool known =
        !def->view || picture_view(def->view, true, &view, &own); // picture_film_open checks it against the sim
    if (!known && !picture_view(def->view, false, &view, d)) return RT_ERR_USAGE;
    if (def->fps == 0) return RT_OK;
    bool good = def->fps >= 0.01 && def->fps <= 1000;
    if (!good)
        rt_diag_error(d, NULL, 0, 0, "--fps: expected 0.01 to 1000 pictures a second, found %g", def->fps);
    else if (!picture_film_wanted(def))
        rt_diag_error(d, NULL, 0, 0, "--fps: expected together with --frames or --video");
    return good && picture_film_wanted(def) ? RT_OK : RT_ERR_USAGE;
}

picture_film *picture_film_open(const sim *s, const picture_film_def *def, rt_diag *d) {
    render_view view = PICTURE_OWN_VIEW;
    picture_film *p = calloc(1, sizeof *p);
    if (p) p->rgb = malloc((size_t)3 * WIDTH * HEIGHT);
    if (!p || !p->rgb) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the pictures");
        free(p);
        return NULL;
    }
    bool good = !def->view || picture_view(def->view, mechanism_of(s) != NULL, &view, d);
    p->dir = def->frames;
    p->files = (pace){def->frames != NULL, false, def->fps > 0 ? def->fps : PICTURE_FRAMES_FPS, 0};
    p->film = (pace){def->video != NULL, false, def->fps > 0 ? def->fps : PICTURE_VIDEO_FPS, 0};
    good = good && (p->picture = picture_create(s, view, WIDTH, HEIGHT, d));
    if (good && def->frames && mkdir(def->frames, 0777) != 0 && errno != EEXIST) {
        rt_diag_error(d, def->frames, 0, 0, "cannot make the folder: %s", strerror(errno));
        good = false;
    }
    if (good && def->video)
        good = (p->video = picture_video_open(def->video, WIDTH, HEIGHT, p->film.fps, PATIENCE_S, d)) != NULL;
    if (good) return p;
    picture_film_close(p, d);
    return NULL;
}

bool picture_film_due(const picture_film *p, double t) { return is_due(&p->files, t) || is_due(&p->film, t); }

// The snapshot without wall-clock values: the same run makes the same pictures.
static const dyn_snapshot *without_times(picture_film *p, const dyn_snapshot *snap) {
    p->shown = *snap;
    p->shown.wall_ns = p->shown.info.work_ns = p->shown.info.slip_ns = 0;
    p->shown.info.misses = 0;
    return &p->shown;
}

rt_status picture_film_frame(picture_film *p, const dyn_snapshot *snap, rt_diag *d) {
    rt_status status = RT_OK;
    if (!picture_film_due(p, snap->t)) return RT_OK;
    snap = without_times(p, snap);
    begin_schedule(&p->files, snap->t);
    begin_schedule(&p->film, snap->t);
    if (is_due(&p->files, snap->t)) {
        status = picture_write(p->picture, p->dir, snap, d);
        while (is_due(&p->files, snap->t)) p->files.next++;
    }
    if (!is_due(&p->film, snap->t)) return status;
    picture_rgb(p->picture, snap, p->rgb);
    for (; status == RT_OK && is_due(&p->film, snap->t);
         p->film.next++) // repeats the picture if snapshots are further apart
        status = picture_video_add(p->video, p->rgb, d);
    return status;
}

rt_status picture_film_close(picture_film *p, rt_diag *d) {
    if (!p) return RT_OK;
    rt_status status = picture_video_close(p->video, d);
    if (p->picture) picture_destroy(p->picture);
    free(p->rgb);
    free(p);
    return status;
}
