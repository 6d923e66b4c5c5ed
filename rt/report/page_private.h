// SPDX-License-Identifier: MIT
// Parts of the report's page. Each writes HTML to f.
#ifndef HAWSE_RT_REPORT_PAGE_PRIVATE_H
#define HAWSE_RT_REPORT_PAGE_PRIVATE_H

#include "rt/compare/compare.h"
#include "rt/report/page.h"

typedef struct report_page {
    const char *report;        // JSON (report_text)
    const sim *sim;            // sim of the run: scenario, and meshes for the pictures
    const report_story *story; // data of plots and pictures
} report_page;

// Writes the figure under `key`, times `scale`, with `digits` decimals (negative: significant digits) and its unit. The
// tooltip names the key. A dash: the report lacks the key.
void page_figure(FILE *f, const json_t *report, const char *key, double scale, int digits, const char *unit);
double page_number(const json_t *report, const char *key); // NAN: no such number
bool page_flag(const json_t *report, const char *key);
// Writes a name with blanks for underscores: hull_impact as "hull impact".
void page_name(FILE *f, const char *name);

void page_outcome(FILE *f, const json_t *report);                           // verdict and outcome in words
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

#endif
