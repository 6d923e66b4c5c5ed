// SPDX-License-Identifier: MIT
// Reads and writes the notes of a recording.
#include "rt/file/whole_file.h"
#include "rt/timeline/timeline.h"
#include <stdlib.h>
#include <string.h>

static const char head[] = "# hawse notes: seconds, text\n";

bool timeline_notes_file(const char *recording, char *path, size_t size) {
    const char *dot = strrchr(recording, '.'), *slash = strrchr(recording, '/');
    bool suffix = dot && dot > recording && (!slash || dot > slash + 1);
    int stem = (int)(suffix ? (size_t)(dot - recording) : strlen(recording));
    return (size_t)snprintf(path, size, "%.*s.notes", stem, recording) < size;
}

rt_status timeline_read_notes(timeline *l, const char *path, rt_diag *d) {
    char line[256];
    FILE *f = fopen(path, "r");
    if (!f) return RT_OK; // no notes yet
    bool good = fgets(line, sizeof line, f) && strcmp(line, head) == 0;
    int number = 1;
    while (good && fgets(line, sizeof line, f)) {
        char *end;
        double t = strtod(line, &end);
        number++;
        line[strcspn(line, "\n")] = 0;
        good = end > line && *end == ' ' && timeline_add_note(l, t, end + 1);
    }
    fclose(f);
    if (good) return RT_OK;
    rt_diag_error(d, path, number, 0, "expected notes of hawse, each a time [s], a blank and a text; found '%.40s'",
                  line);
    return RT_ERR_FORMAT;
}

rt_status timeline_write_notes(const timeline *l, const char *path, rt_diag *d) {
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    fputs(head, w.file);
    for (int k = 0; k < l->n; k++)
        if (l->mark[k].kind == PANEL_MARK_NOTE) fprintf(w.file, "%.3f %s\n", l->mark[k].t, l->mark[k].text);
    return rt_whole_close(&w, d);
}
