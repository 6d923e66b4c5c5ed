// SPDX-License-Identifier: MIT
// A streaming JSON writer for reports (RFC 8259). The file gets its name only once it is complete.
#ifndef HAWSE_RT_FILE_JSON_H
#define HAWSE_RT_FILE_JSON_H

#include "rt/file/whole_file.h"

enum { RT_JSON_DEPTH = 16 };

typedef struct rt_json {
    FILE *file;
    rt_whole_file whole;        // the buffer behind the stream; empty if the caller owns the stream
    int depth;                  // open objects and arrays
    bool array[RT_JSON_DEPTH];  // whether each is an array
    bool filled[RT_JSON_DEPTH]; // whether each has an entry
    bool complete;              // the top value is closed
} rt_json;

// Opens a file for writing; rt_json_close gives it its name (rt_whole_open).
rt_status rt_json_open(rt_json *j, const char *path, rt_diag *d);
// Opens an object or an array as the top value, as the entry `key` of an object, or, with key NULL, of an array.
void rt_json_object(rt_json *j, const char *key);
void rt_json_array(rt_json *j, const char *key);
// Closes the innermost object or array.
void rt_json_end(rt_json *j);
// Writes one entry; keys as above. A finite double gets the fewest digits, from 15, that read back the same; any other
// becomes null. In a text, U+FFFD replaces every byte that is not UTF-8; NULL becomes null.
void rt_json_number(rt_json *j, const char *key, double v);
void rt_json_int(rt_json *j, const char *key, int64_t v);
void rt_json_bool(rt_json *j, const char *key, bool v);
void rt_json_text(rt_json *j, const char *key, const char *v);
// Closes the file and gives it its name. If a write failed: RT_ERR_FILE with a message, and no file. The caller has
// closed all objects and arrays.
rt_status rt_json_close(rt_json *j, rt_diag *d);

#endif
