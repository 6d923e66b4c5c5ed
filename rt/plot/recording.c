// SPDX-License-Identifier: MIT
// Plot of recorded channels and events over time. Runs no frame.
#include "rt/config/config.h"
#include "rt/plot/canvas.h"
#include "rt/plot/plot.h"
#include "rt/recording/channels.h"
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Times of the events of each kind.
typedef struct marks {
    char names[2048];
    double *t[RT_EVENT_BITS];
    int n[RT_EVENT_BITS], room[RT_EVENT_BITS];
    plot_lane lane[RT_EVENT_BITS]; // (lanes) one for each kind that occurred
    int lanes;
} marks;

static void marks_free(marks *m) {
    for (int k = 0; k < RT_EVENT_BITS; k++) free(m->t[k]);
    free(m);
}

static bool add_mark(marks *m, int kind, double t) {
    if (m->n[kind] == m->room[kind]) {
        int room = 2 * m->room[kind] + 16;
        double *more = realloc(m->t[kind], (size_t)room * sizeof *more);
        if (!more) return false;
        m->t[kind] = more, m->room[kind] = room;
    }
    m->t[kind][m->n[kind]++] = t;
    return true;
}

// Leaves out joining and leaving links: they are frequent and would hide the other events.
static bool is_plotted_event(const char *name) {
    return strcmp(name, "link_joined") != 0 && strcmp(name, "link_left") != 0;
}

// Finds the events of frames from .. to - 1, with the names of the recording program. NULL: out of memory.
static marks *find_marks(rt_player *p, uint64_t from, uint64_t to) {
    marks *m = calloc(1, sizeof *m);
    rt_record_row row;
    rt_diag ignored = {0}; // reports of dropped frames
    double h = 1e-9 * (double)rt_play_header(p)->h_ns;
    bool good = m != NULL;
    rt_play_seek(p, from);
    while (good && rt_play_next(p, &row, &ignored) == RT_PLAY_FRAME && row.frame < to)
        for (int k = 0; k < RT_EVENT_BITS; k++)
            if (row.events >> k & 1) good = good && add_mark(m, k, h * (double)(row.frame + 1));
    rt_play_seek(p, to); // the caller then checks the end of the range by rt_play_end_before
    if (m && !good) marks_free(m), m = NULL;
    if (!m) return NULL;
    recording_info_find(rt_play_header(p)->info, "events", 0, m->names, sizeof m->names);
    char *rest = m->names;
    for (int k = 0; k < RT_EVENT_BITS; k++) {
        const char *name = rest ? strsep(&rest, ",") : "unknown";
        if (m->n[k] > 0 && is_plotted_event(name)) m->lane[m->lanes++] = (plot_lane){name, m->t[k], m->n[k]};
    }
    return m;
}

static int channel_of(const recording_channels *c, const char *name) {
    for (int k = 0; k < c->n; k++)
        if (strcmp(c->column[k].name, name) == 0) return k;
    return -1;
}

static void report_unknown_channel(const recording_channels *c, const char *name, rt_diag *d) {
    const char *choice[RT_RECORD_CHANNELS];
    char all[700] = "";
    size_t used = 0;
    for (int k = 0; k < c->n; k++) {
        choice[k] = c->column[k].name;
        if (used < sizeof all) used += (size_t)snprintf(all + used, sizeof all - used, k ? ", %s" : "%s", choice[k]);
    }
    const char *near = rt_find_nearest(name, choice, c->n);
    rt_diag_error(d, NULL, 0, 0, "--channels: the recording has no channel '%s'%s%s%s; it has %s", name,
                  near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", all);
}

// Chooses the channels to draw. Returns their number; 0, with a message, for none.
static int choose_channels(const recording_channels *c, const char *names, int index[PLOT_AXES], rt_diag *d) {
    bool ship = channel_of(c, "tension") >= 0 && channel_of(c, "chain_speed") >= 0 && channel_of(c, "chain_out") >= 0;
    int n = 0;
    if (!names && !ship) {
        while (n < 3 && n + 1 < c->n) index[n] = n + 1, n++;
        if (n == 0) rt_diag_error(d, NULL, 0, 0, "--plot: the recording has no channel besides the time");
        return n;
    }
    char *copy = strdup(names ? names : "tension,chain_speed,chain_out"), *rest = copy;
    for (char *name; copy && n >= 0 && (name = strsep(&rest, ","));) {
        int at = channel_of(c, name);
        if (n == PLOT_AXES)
            rt_diag_error(d, NULL, 0, 0, "--channels: expected at most %d names", PLOT_AXES), n = -1;
        else if (at < 0)
            report_unknown_channel(c, name, d), n = -1;
        else
            index[n++] = at;
    }
    free(copy);
    return n > 0 ? n : 0;
}

rt_status recording_to_plot(rt_player *p, const char *path, const char *names, uint64_t from, uint64_t to, rt_diag *d) {
    recording_channels c;
    plot_axis axis[PLOT_AXES];
    int index[PLOT_AXES];
    char file[1024], title[300];
    size_t rows, room = rt_play_get_contents(p).channels;
    if (!canvas_suffix(path, d)) return RT_ERR_USAGE;
    if (!recording_channels_of(p, &c, path, d)) return RT_ERR_FORMAT;
    int n = choose_channels(&c, names, index, d);
    double *at = n ? recording_columns(p, c.n, from, to, &rows) : NULL;
    marks *m = n ? find_marks(p, from, to) : NULL;
    rt_status status = n ? RT_OK : RT_ERR_USAGE;
    if (n && (!at || !m)) {
        rt_diag_error(d, path, 0, 0, "no memory for %zu rows", room);
        status = RT_ERR_MEMORY;
    }
    if (status == RT_OK) {
        for (int k = 0; k < n; k++)
            axis[k] = (plot_axis){c.column[index[k]].name, c.column[index[k]].unit, at + (1 + (size_t)index[k]) * room};
        snprintf(file, sizeof file, "%s", rt_play_header(p)->scenario_path);
        snprintf(title, sizeof title, "%.280s", basename(file));
        double h = 1e-9 * (double)rt_play_header(p)->h_ns;
        const plot_def def = {.title = title,
                              .x_name = "time",
                              .x_unit = "s",
                              .x = at + room,
                              .n = (int)rows,
                              .from = h * (double)from,
                              .to = h * (double)to,
                              .axis = axis,
                              .n_axes = n,
                              .lane = m->lane,
                              .n_lanes = m->lanes};
        status = plot_write(&def, path, d);
    }
    free(at);
    if (m) marks_free(m);
    recording_channels_free(&c);
    return status;
}
