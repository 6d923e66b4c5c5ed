// SPDX-License-Identifier: MIT
// The debrief of a run of an exercise, as a part of the report's page: verdict, the moments that cost most, items,
// reports, time line, plots, tracks, and a sheet for peers. All of it comes from exercise and recording.
#ifndef HAWSE_RT_DEBRIEF_PAGE_DEBRIEF_PAGE_H
#define HAWSE_RT_DEBRIEF_PAGE_DEBRIEF_PAGE_H

#include "rt/page/page.h"
#include "rt/train/recorded.h"

typedef struct debrief_page {
    const train_exercise *e;  // bound to the recording's channels
    const train_total *total; // score of the recording
    const char *file;         // recording
    const char *shown;        // its name in the commands that open it; NULL: it is temporary, so no command
    sim *sim;                 // of the run or of its replay; keeps its state
} debrief_page;

extern const char debrief_page_style[]; // for report_files.more_style
// Writes the part; ctx: the debrief_page. For report_files.more. Without OpenGL a notice replaces the pictures; what
// cannot be read is named on the page. Main thread.
void debrief_page_write(FILE *f, const json_t *report, void *ctx);

// One of two runs that a page compares.
typedef struct debrief_run {
    const char *file; // recording
    train_total total;
} debrief_run;

// Writes the page of two runs of the exercise: items and reports side by side with their differences, and the judged
// channels on the same axes. The file is whole or not at all. RT_ERR_FILE, RT_ERR_MEMORY, or RT_ERR_FORMAT, with a
// message: the recordings have other channels.
rt_status debrief_beside_write(const char *path, const train_exercise *e, const debrief_run run[2], rt_diag *d);

#endif
