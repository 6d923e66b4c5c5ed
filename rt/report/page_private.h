// SPDX-License-Identifier: MIT
// Inside the report's page: its parts. Each writes HTML to f.
#ifndef HAWSE_RT_REPORT_PAGE_PRIVATE_H
#define HAWSE_RT_REPORT_PAGE_PRIVATE_H

#include "rt/compare/compare.h"
#include "rt/report/page.h"

typedef struct report_page {
    const char *report;        // JSON (report_text)
    const sim *sim;            // the run: scenario, and meshes for the pictures
    const report_story *story; // data of plots and pictures
} report_page;

// A figure of the report: value and key of the report, shown times `scale` with so many digits behind the point
// (negative: so many in all), and its unit; a dash where the report has none.
void page_figure(FILE *f, const json_t *report, const char *key, double scale, int digits, const char *unit);
double page_number(const json_t *report, const char *key); // NAN if missing
bool page_flag(const json_t *report, const char *key);
// Writes a name of the report for people: hull_impact as "hull impact".
void page_name(FILE *f, const char *name);

void page_outcome(FILE *f, const json_t *report);                           // the outcome, in words
void page_events(FILE *f, const json_t *report);                            // how often and when first
void page_log(FILE *f, const json_t *report);                               // events on deck, with evidence
void page_contact(FILE *f, const json_t *report);                           // contact and solver
void page_timing(FILE *f, const json_t *report);                            // frames, phases, misses
void page_host(FILE *f, const json_t *report);                              // host and conditions
void page_timeline(FILE *f, const json_t *report, const report_history *h); // events and channels over time
void page_work_bins(FILE *f, const json_t *report);                         // histogram of the frames' work
void page_pictures(FILE *f, const report_page *p);

#endif
