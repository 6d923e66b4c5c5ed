// SPDX-License-Identifier: MIT
// Reads and writes the notes of a recording.
#include "rt/file/input_file.h"
#include "rt/file/whole_file.h"
#include "rt/timeline/timeline.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char head[] = "# hawse notes: seconds, text\n";

bool timeline_notes_file(const char *recording, char *path, size_t size) {
    const char *dot = strrchr(recording, '.'), *slash = strrchr(recording, '/');
    bool suffix = dot && dot > recording && (!slash || dot > slash + 1);
    int stem = (int)(suffix ? (size_t)(dot - recording) : strlen(recording));
    return (size_t)snprintf(path, size, "%.*s.notes", stem, recording) < size;
}

rt_status timeline_read_notes(timeline *l, const char *path, rt_diag *d) {
    char line[256], why[RT_INPUT_WHY];
    if (access(path, F_OK) != 0) return RT_OK; // no notes yet
    FILE *f = rt_input_open_stream(path, why);
    if (!f) {
        rt_diag_error(d, path, 0, 0, "%s", why);
        return RT_ERR_FORMAT;
    }
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

// Whether the file is there and is something else than notes. The name follows from the recording's, so the user has
// not chosen to replace it.
static bool is_foreign(const char *path) {
    char line[sizeof head] = "", why[RT_INPUT_WHY];
    FILE *f = rt_input_open_stream(path, why);
    bool foreign = f ? !fgets(line, sizeof line, f) || strcmp(line, head) != 0 : access(path, F_OK) == 0;
    if (f) fclose(f);
    return foreign;
}

rt_status timeline_write_notes(const timeline *l, const char *path, rt_diag *d) {
    rt_whole_file w;
    if (is_foreign(path)) {
        const char *slash = strrchr(path, '/');
        rt_diag_error(d, path, 0, 0, "%s exists, is no file of notes and stays: record to another name",
                      slash ? slash + 1 : path);
        return RT_ERR_FILE;
    }
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    fputs(head, w.file);
    for (int k = 0; k < l->n; k++)
        if (l->mark[k].kind == PANEL_MARK_NOTE) fprintf(w.file, "%.3f %s\n", l->mark[k].t, l->mark[k].text);
    return rt_whole_close(&w, d);
}
