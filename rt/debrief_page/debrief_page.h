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

#endif
