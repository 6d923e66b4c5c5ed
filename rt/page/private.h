// SPDX-License-Identifier: MIT
// Parts of the report's page. Each writes HTML to f.
#ifndef HAWSE_RT_PAGE_PRIVATE_H
#define HAWSE_RT_PAGE_PRIVATE_H

#include "rt/page/figure.h"
#include "rt/page/page.h"

typedef struct report_page {
    const char *report;        // JSON (report_text)
    const sim *sim;            // sim of the run: scenario, and meshes for the pictures
    const report_files *files; // data of plots and pictures, and the part of another room
} report_page;

// A column of figures in a table whose rows are objects of the report.
typedef struct page_column {
    const char *head, *key, *unit; // key: within the row's object
    double scale;
    int digits;
} page_column;
void page_heads(FILE *f, const page_column *column, int n);
// Writes a row's cells; row: key of its object.
void page_cells(FILE *f, const json_t *report, const char *row, const page_column *column, int n);
// The id of the log's entry of this peak (report key `peaks`), as in id="peak-tension". NULL: no peak has this figure.
const char *page_peak_of(const json_t *report, const char *key);
// Frame of every place on the page.
#define PAGE_FRAME "Places in the ship's frame: x forward, y to port, z up from the waterline."
void page_outcome(FILE *f, const json_t *report);                           // verdict and outcome in words
void page_jam(FILE *f, const json_t *report);                               // contacts that hold the anchor
void page_alarms(FILE *f, const json_t *report);                            // each with its times
void page_events(FILE *f, const json_t *report);                            // count and first time of each event
void page_log(FILE *f, const json_t *report);                               // events on deck, with evidence
void page_blows(FILE *f, const json_t *report);                             // the hardest blows on the hull
void page_contact(FILE *f, const json_t *report);                           // contact and solver
void page_timing(FILE *f, const json_t *report);                            // frames, phases, misses
void page_host(FILE *f, const json_t *report);                              // host and conditions
void page_timeline(FILE *f, const json_t *report, const report_history *h); // events and channels over time
void page_work_bins(FILE *f, const json_t *report);                         // histogram of the frames' work
void page_pictures(FILE *f, const report_page *p);
void page_watch(FILE *f, const json_t *report, const report_story *story); // figures and views

#endif
