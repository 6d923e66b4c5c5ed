// SPDX-License-Identifier: MIT
// A streaming JSON writer for reports (RFC 8259). The file appears under its name only when it is whole.
#ifndef HAWSE_RT_BASE_JSON_H
#define HAWSE_RT_BASE_JSON_H

#include "rt/base/whole_file.h"

enum { RT_JSON_DEPTH = 16 };

typedef struct rt_json {
    FILE *file;
    rt_whole_file whole;        // the buffer behind the stream; empty if the caller owns the stream
    int depth;                  // open objects and arrays
    bool array[RT_JSON_DEPTH];  // whether each is an array
    bool filled[RT_JSON_DEPTH]; // whether each has an entry
    bool complete;              // the top value is closed
} rt_json;

// Begins a file that appears under its name when rt_json_close has it whole (rt_whole_open).
rt_status rt_json_open(rt_json *j, const char *path, rt_diag *d);
// Opens an object or an array as the top value, as the entry `key` of an object, or, with key NULL, of an array.
void rt_json_object(rt_json *j, const char *key);
void rt_json_array(rt_json *j, const char *key);
// Closes the innermost object or array.
void rt_json_end(rt_json *j);
// Writes one entry; keys as above. A double is written with the fewest digits that read back the same, one that is not
// finite as null; a text with its bytes that are not UTF-8 replaced by U+FFFD, NULL as null.
void rt_json_number(rt_json *j, const char *key, double v);
void rt_json_int(rt_json *j, const char *key, int64_t v);
void rt_json_bool(rt_json *j, const char *key, bool v);
void rt_json_text(rt_json *j, const char *key, const char *v);
// Closes the file and gives it its name; RT_ERR_FILE with a message, and nothing left behind, when it could not be
// written. Everything opened must have been closed.
rt_status rt_json_close(rt_json *j, rt_diag *d);

#endif
