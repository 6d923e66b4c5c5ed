// SPDX-License-Identifier: MIT
#include "rt/debrief_page/debrief_page.h"
#include "rt/debrief_page/private.h"
#include <stdlib.h>

const char debrief_page_style[] =
    ".number{display:inline-block;min-width:1.3em;text-align:center;border-radius:.8em;background:#a31515;color:#fff;"
    "font-size:12px;font-weight:bold;padding:0 .25em}code{font-size:12px;overflow-wrap:anywhere}"
    ".moment{display:grid;grid-template-columns:3fr 2fr;gap:1em;margin:1em 0}.around{font-size:13px;margin:.6em "
    "0;padding-left:1.2em}.items td:nth-child(4){max-width:24em}.turns td.warn{color:#8a4b00;font-weight:bold}.turns "
    "td.alert{color:#a31515;font-weight:bold}"
    ".lanes text,.tracks text{font-size:11px}.lanes line{stroke:#777}.lanes .warn "
    "line{stroke:#c60;stroke-width:2}.lanes "
    ".alert line{stroke:#a31515;stroke-width:2}.lanes .warn text{fill:#8a4b00}.lanes .alert "
    "text{fill:#a31515;font-weight:bold}.lane{fill:#f4f6f8}svg .grid{stroke:#d5d9dd}svg line.loss{stroke:#a31515;"
    "stroke-dasharray:3 3}svg circle.loss{fill:#a31515}svg text.in{fill:#fff;font-weight:bold}polyline{fill:none;"
    "stroke-width:1.5}polyline.lever{stroke:#1667a8}text.lever{fill:#1667a8}polyline.brake{stroke:#8a6d3b}text.brake{"
    "fill:#8a6d3b}polyline.ship{stroke:#1667a8}circle.ship{fill:#1667a8}polyline.anchor{stroke:#c60}circle.anchor{fill:"
    "#c60}"
    ".peers td{border:1px solid #999;padding:.5em .7em;min-width:3.5em}.peers td:last-child{width:55%}.peers "
    "table{width:100%}.sign{border-bottom:1px solid #222;margin:2.2em 0 0}.sign span{font-size:13px;color:#555}"
    "@media(max-width:640px){.moment{grid-template-columns:1fr}}@media "
    "print{.peers{break-before:page;break-after:page}}";

static void draw(debrief_part *p) {
    const int n = p->lost < DEBRIEF_PICTURES ? p->lost : DEBRIEF_PICTURES;
    if (n > 0) debrief_draw_moments(p, n);
}

static void write_parts(FILE *f, const debrief_part *p) {
    debrief_write_verdict(f, p);
    debrief_write_moments(f, p);
    debrief_write_items(f, p);
    debrief_write_reports(f, p);
    debrief_write_lanes(f, p);
    debrief_write_plots(f, p);
    debrief_write_tracks(f, p);
    debrief_write_peers(f, p);
}

void debrief_page_write(FILE *f, const json_t *report, void *ctx) {
    const debrief_page *page = ctx;
    debrief_record *r = calloc(1, sizeof *r);
    debrief_part *p = calloc(1, sizeof *p);
    rt_diag d = {0};
    if (r && p && debrief_record_read(r, page->e, page->file, &d)) {
        p->page = page, p->report = report, p->record = r;
        p->lost = debrief_sort(page->total, r->h, p->item);
        draw(p);
        write_parts(f, p);
    } else {
        fputs("<p class=\"caution\">No debrief: ", f);
        compare_escape(f, d.errors ? d.text : "no memory");
        fputs("</p>\n", f);
    }
    for (int k = 0; p && k < DEBRIEF_PICTURES; k++) free(p->picture[k].png);
    if (r) debrief_record_free(r);
    free(r);
    free(p);
}
