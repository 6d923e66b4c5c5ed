// SPDX-License-Identifier: MIT
// Sheet for peers: they mark before they read the score.
#include "rt/debrief_page/private.h"
#include "rt/recording/recording.h"
#include <math.h>
#include <string.h>

static void write_line(FILE *f, const char *what) { fprintf(f, "<p class=\"sign\"><span>%s</span></p>\n", what); }

static void write_recording(FILE *f, const debrief_part *p) {
    const char *shown = p->page->shown, *slash = shown ? strrchr(shown, '/') : NULL;
    char hash[20];
    if (!shown) {
        fputs("<p>The run's recording was temporary and is not kept.</p>\n", f);
        return;
    }
    fputs("<p>Recording <b>", f);
    compare_escape(f, slash ? slash + 1 : shown);
    if (recording_file_hash(p->page->file, hash))
        fprintf(f, "</b>, hash <code>%s</code>. A changed recording has another hash.</p>\n", hash);
    else
        fputs("</b>: cannot be read for its hash.</p>\n", f);
}

// What the item demands.
static void write_demand(FILE *f, const train_exercise *e, const train_total *t, int k) {
    const train_result *r = &t->result[k];
    const int report = k - e->objectives.n, act = report - e->reports.n; // results come in the order of the file
    const char *of = k < e->objectives.n ? e->objectives.item[k].given[e->objectives.item[k].rule]
                     : act < 0           ? e->reports.item[report].when
                                         : e->forbidden.item[act].when;
    fputs("<br><small>", f);
    compare_escape(f, of);
    if (act < 0 && isfinite(r->limit) && strcmp(r->unit, "1") != 0) {
        fputs(", limit ", f);
        debrief_write_value(f, r->limit, r->unit);
    }
    fputs("</small>", f);
}

void debrief_write_peers(FILE *f, const debrief_part *p) {
    const train_total *t = p->page->total;
    fputs(
        "<section class=\"peers\"><h2>Peers' sheet</h2>\n<p>Mark each item by the points that you would give, before "
        "you "
        "read the score. Write what you saw, not what you think of the person.</p>\n<table class=\"text\"><tr><th>item"
        "</th><th>of</th><th>mark</th><th>remark</th></tr>\n",
        f);
    for (int k = 0; k < t->results; k++) {
        const train_result *r = &t->result[k];
        fprintf(f, "<tr><td>%s<br>", debrief_kind(r));
        page_name(f, r->name);
        write_demand(f, p->page->e, t, k);
        if (r->kind == TRAIN_FORBIDDEN && r->of > 0)
            fprintf(f, "</td><td>%.4g to 0</td><td></td><td></td></tr>\n", -r->of);
        else if (r->kind == TRAIN_FORBIDDEN)
            fputs("</td><td>0 or less</td><td></td><td></td></tr>\n", f);
        else
            fprintf(f, "</td><td>%.4g</td><td></td><td></td></tr>\n", r->of);
    }
    fputs("</table>\n", f);
    write_line(f, "Name");
    write_line(f, "Date, signature");
    write_recording(f, p);
    fputs("</section>\n", f);
}
