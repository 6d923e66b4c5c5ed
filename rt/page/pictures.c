// SPDX-License-Identifier: MIT
// Pictures of the decisive moments, drawn off-screen after the run and embedded in the page.
#include "rt/file/base64.h"
#include "rt/judge/verdict.h"
#include "rt/mechanism/mechanism.h"
#include "rt/page/private.h"
#include "rt/picture/picture.h"
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 360, LARGE = 2, MOST_BYTES = 3000000 }; // a jam: LARGE times as wide and high;
// limit of all pictures together: 4 MB as base64

static const double SAME_S = 0.1; // moments closer than this share a picture

// Lists the moments that occurred, sorted by time; equal times keep the order of their kinds.
static int sort_moments(const report_story *s, int order[REPORT_MOMENTS]) {
    int n = 0;
    for (int k = 0; k < REPORT_MOMENTS; k++) {
        if (!s->moment[k].taken) continue;
        int at = n++;
        for (; at > 0 && s->moment[order[at - 1]].snapshot.t > s->moment[k].snapshot.t; at--) order[at] = order[at - 1];
        order[at] = k;
    }
    return n;
}

// Camera of each moment: the start from far off, the anchor close up.
static const struct {
    render_view view;
    int closer; // steps of the wheel
} camera[REPORT_MOMENTS] = {
    [REPORT_START] = {RENDER_VIEW_OVERVIEW, 1},      [REPORT_TOUCH] = {RENDER_VIEW_ANCHOR, 2},
    [REPORT_PEAK_TENSION] = {RENDER_VIEW_ANCHOR, 4}, [REPORT_PEAK_FORCE] = {RENDER_VIEW_ANCHOR, 4},
    [REPORT_JAMMED] = {RENDER_VIEW_ANCHOR, 8},       [REPORT_STOPPED] = {RENDER_VIEW_BOLSTER, 2},
    [REPORT_HOUSED] = {RENDER_VIEW_ANCHOR, 4},       [REPORT_END] = {RENDER_VIEW_BOLSTER, 4}};

// Reason for missing pictures.
typedef struct missing {
    int no_room, failed;
    rt_diag why; // message of the first failure
} missing;

// Caption of a moment. The last one has the verdict on what it shows: after a pull test, on its end.
static void write_caption(FILE *f, const sim *s, report_moment_kind k, bool more) {
    bool of_mechanism = mechanism_of(s) != NULL;
    fprintf(f, "%s%s", more ? ", " : "",
            of_mechanism && k == REPORT_PEAK_FORCE ? "largest contact force" : report_moment_name(k));
    if (k == REPORT_END && !of_mechanism) fprintf(f, ": %s", outcome_verdict_words(outcome_judge(&s->outcome, &s->sc)));
}

// Draws pictures of one size at a time.
typedef struct easel {
    picture *picture;
    int times; // its size
} easel;

static picture *set_size(easel *e, const report_page *page, int times, rt_diag *d) {
    if (e->picture && e->times == times) return e->picture;
    if (e->picture) picture_destroy(e->picture);
    e->times = times;
    return e->picture = picture_create(page->sim, RENDER_VIEW_BOLSTER, times * WIDTH, times * HEIGHT, d);
}

// Writes one picture of moments order[from] .. order[to - 1], or counts it as missing.
static void write_picture(FILE *f, const report_page *page, const int *order, int from, int to, easel *e, size_t *bytes,
                          missing *m) {
    rt_diag d = {0};
    size_t size;
    int times = 1;
    for (int k = from; k < to; k++)
        if (order[k] == REPORT_JAMMED) times = LARGE;
    picture *p = set_size(e, page, times, &d);
    const dyn_snapshot *snap = &page->files->story->moment[order[from]].snapshot;
    uint8_t *png = !p ? NULL
                   : mechanism_of(page->sim)
                       ? picture_png(p, PICTURE_OWN_VIEW, 0, snap, &size, &d)
                       : picture_png(p, camera[order[from]].view, camera[order[from]].closer, snap, &size, &d);
    if (!png) {
        if (m->failed++ == 0) m->why = d;
        return;
    }
    if (*bytes + size > MOST_BYTES) {
        m->no_room++;
    } else {
        fprintf(f, "<figure%s><img width=\"%d\" height=\"%d\" alt=\"the scene at %.2f s\" src=\"data:image/png;base64,",
                times > 1 ? " class=\"large\"" : "", times * WIDTH, times * HEIGHT, snap->t);
        rt_base64_write(f, png, size);
        fprintf(f, "\"><figcaption><b>%.2f s</b>: ", snap->t);
        for (int k = from; k < to; k++) write_caption(f, page->sim, (report_moment_kind)order[k], k > from);
        fputs("</figcaption></figure>\n", f);
        *bytes += size;
    }
    free(png);
}

static void write_missing(FILE *f, const missing *m) {
    if (m->no_room)
        fprintf(f, "<p>%d pictures were left out: the page is limited to 4 MB of pictures.</p>\n", m->no_room);
    if (!m->failed) return;
    fprintf(f, "<p>%d pictures could not be drawn: ", m->failed);
    compare_escape(f, m->why.text);
    fputs("</p>\n", f);
}

void page_pictures(FILE *f, const report_page *page) {
    rt_diag d = {0};
    missing left_out = {0};
    int order[REPORT_MOMENTS], n = sort_moments(page->files->story, order);
    size_t bytes = 0;
    fputs("<h2>Pictures</h2>\n", f);
    easel e = {0};
    if (n == 0 || !set_size(&e, page, 1, &d)) {
        fputs("<p>No pictures: ", f);
        compare_escape(f, n > 0 ? d.text : "the run has no snapshots.");
        fputs("</p>\n", f);
        return;
    }
    fputs("<div class=\"pictures\">\n", f);
    for (int from = 0, to; from < n; from = to) {
        double t = page->files->story->moment[order[from]].snapshot.t;
        for (to = from + 1; to < n && page->files->story->moment[order[to]].snapshot.t - t < SAME_S;) to++;
        write_picture(f, page, order, from, to, &e, &bytes, &left_out);
    }
    fputs("</div>\n", f);
    write_missing(f, &left_out);
    if (e.picture) picture_destroy(e.picture);
}
