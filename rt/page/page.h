// SPDX-License-Identifier: MIT
// The report of a run as one self-contained HTML page. The page reads every figure from the JSON text and names its
// key.
#ifndef HAWSE_RT_PAGE_PAGE_H
#define HAWSE_RT_PAGE_PAGE_H

#include "rt/compare/compare.h"
#include "rt/report/report.h"
#include "rt/report/story.h"

// Requested files of a report.
typedef struct report_files {
    const char *json, *html;                                // paths; NULL: not requested
    const report_story *story;                              // data for plots and pictures of the page
    void (*more)(FILE *f, const json_t *report, void *ctx); // writes a part after the page's head; NULL: none
    void *more_ctx;
    const char *more_style; // of that part (CSS); NULL: none
} report_files;

// Writes the files from one JSON text, each whole or not at all. Without OpenGL the page has a notice in place of
// pictures. RT_ERR_FILE or RT_ERR_MEMORY with a message. Main thread.
rt_status report_files_write(const report_files *files, const session *s, const report_run *run, rt_diag *d);

#endif
