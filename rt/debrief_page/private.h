// SPDX-License-Identifier: MIT
// Parts of the debrief's page; internal to the room. Each writes HTML to f.
#ifndef HAWSE_RT_DEBRIEF_PAGE_PRIVATE_H
#define HAWSE_RT_DEBRIEF_PAGE_PRIVATE_H

#include "rt/debrief_page/debrief_page.h"
#include "rt/page/figure.h"
#include "rt/plot/plot.h"
#include "rt/recording/channels.h"

enum { DEBRIEF_ENTRIES = 1024, DEBRIEF_MOMENTS = 3, DEBRIEF_PICTURES = 12 };
#define DEBRIEF_BEFORE_S 5.0 // a replay begins this long before the moment [s]

// Who acts.
typedef enum debrief_lane { DEBRIEF_TRAINEE, DEBRIEF_MACHINE, DEBRIEF_BRIDGE, DEBRIEF_LANES } debrief_lane;

// An entry of the time line.
typedef struct debrief_entry {
    double t; // [s]
    debrief_lane lane;
    int grade; // 0: plain; 1: warning; 2: alarm
    char text[112];
} debrief_entry;

// What the page reads of a recording.
typedef struct debrief_record {
    double h, end;              // step; time after the last frame [s]
    recording_channels channel; // names and units
    double *column;             // (channels + 1, room) frame numbers first
    double *t;                  // (rows) [s]
    size_t rows, room;
    debrief_entry entry[DEBRIEF_ENTRIES]; // (n) in the order of time
    int n, left_out;
} debrief_record;

// Reads the recording. False, with a message: it cannot be read, or memory is out. Free in any case.
bool debrief_record_read(debrief_record *r, const train_exercise *e, const char *file, rt_diag *d);
void debrief_record_free(debrief_record *r);
// Values of a channel (rows); NULL: the recording has no such channel.
const double *debrief_channel(const debrief_record *r, const char *name);
// The channel's value at the row before time t [s]; NaN: none.
double debrief_value_at(const debrief_record *r, const char *name, double t);
// Adds the entries of the recording to the time line.
void debrief_read_entries(debrief_record *r, const train_exercise *e, rt_player *p);

enum { DEBRIEF_PLOTS = 8, DEBRIEF_LIMITS = 32 };
// The channels that the items judge, with their limits.
typedef struct debrief_plots {
    int channel[DEBRIEF_PLOTS]; // (n) indices in the record's channels
    int n;
    plot_limit limit[DEBRIEF_LIMITS]; // (limits)
    char name[DEBRIEF_LIMITS][80];    // of the limits
    int limits;
} debrief_plots;
// Chooses the channels: first those of objectives with a greatest or least value, then those of conditions.
void debrief_choose_plots(const train_exercise *e, const debrief_record *r, debrief_plots *c);

// An item of the score in the order of the page: what failed the run first, then by loss, those not judged last.
typedef struct debrief_item {
    int at;      // result
    double loss; // points; below 0: not judged
    double t;    // moment that shows it [s]
    uint64_t frame;
} debrief_item;
// Sorts the items. Returns how many come first that lost points or failed the run.
int debrief_sort(const train_total *t, double h, debrief_item item[TRAIN_RESULTS]);

// A moment's picture.
typedef struct debrief_picture {
    uint8_t *png; // NULL: none
    size_t size;
} debrief_picture;
enum { DEBRIEF_WIDTH = 640, DEBRIEF_HEIGHT = 360 };

// Everything that a part may need.
typedef struct debrief_part {
    const debrief_page *page;
    const json_t *report; // NULL: figures without tooltips
    const debrief_record *record;
    debrief_item item[TRAIN_RESULTS];
    int lost; // items that lost points or failed the run
    debrief_picture picture[DEBRIEF_PICTURES];
    rt_diag why; // of missing pictures
} debrief_part;

// Draws the moments of the first n items, by running the recording again up to each.
void debrief_draw_moments(debrief_part *p, int n);
void debrief_write_verdict(FILE *f, const debrief_part *p);
void debrief_write_moments(FILE *f, const debrief_part *p);
void debrief_write_items(FILE *f, const debrief_part *p);
void debrief_write_reports(FILE *f, const debrief_part *p);
void debrief_write_lanes(FILE *f, const debrief_part *p);
void debrief_write_plots(FILE *f, const debrief_part *p);
void debrief_write_tracks(FILE *f, const debrief_part *p);
void debrief_write_peers(FILE *f, const debrief_part *p);

// Writes a value with its unit, as "185 kN"; a dash for NaN.
void debrief_write_value(FILE *f, double v, const char *unit);
// Writes the command that opens the replay before the moment; nothing for a temporary recording.
void debrief_write_command(FILE *f, const debrief_part *p, double t);
// Name of an item's kind.
const char *debrief_kind(const train_result *r);

#endif
