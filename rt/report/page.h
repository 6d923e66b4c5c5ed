// SPDX-License-Identifier: MIT
// The report of a run as one self-contained HTML page. Every figure is read from the report's own text and carries its
// key.
#ifndef HAWSE_RT_REPORT_PAGE_H
#define HAWSE_RT_REPORT_PAGE_H

#include "rt/report/report.h"
#include "rt/report/story.h"

// Requested forms of a report.
typedef struct report_files {
    const char *json, *html;   // NULL: not asked for
    const report_story *story; // for the page
} report_files;

// Writes them, both from one text, each whole or not at all; where there is no OpenGL the page says so instead of its
// pictures. RT_ERR_FILE or RT_ERR_MEMORY with a message. Main thread.
rt_status report_files_write(const report_files *files, const session *s, const report_run *run, rt_diag *d);

#endif
