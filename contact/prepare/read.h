// SPDX-License-Identifier: MIT
// Private to contact/: file access, triangle soup and text cursor for the mesh readers. A mesh file is not trusted.
// Every count is checked against the file's size, every index against its range, every coordinate for a finite, sane
// value.
#ifndef HAWSE_CONTACT_PREPARE_READ_H
#define HAWSE_CONTACT_PREPARE_READ_H

#include "contact/mesh/mesh.h"
#include "contact/prepare/load.h"

#define MESH_MAX_TRIANGLES 5000000
#define MESH_MAX_VERTICES (3 * MESH_MAX_TRIANGLES)
// Keeps areas, volumes and inertias (length to the fifth power) far from overflow and underflow.
#define MESH_MAX_COORDINATE 1e50
// Smaller coordinates become 0 [m]. Then two different coordinates differ by 1e-86 or more. So a product of three
// differences and its rounding errors (2^-159 of it) are far from underflow, and the predicates are exact.
#define MESH_LEAST_COORDINATE 1e-70

// Vertices and triangles as read from the file.
typedef struct mesh_soup {
    vec3 *v;
    int *t; // 3 vertex indices a triangle
    int nv, nt, room_v, room_t;
} mesh_soup;

// A file in memory; data[size] is a zero byte.
typedef struct mesh_source {
    const char *path;
    char *data;
    size_t size;
    rt_diag *d;
} mesh_source;

// A position in the text of a source.
typedef struct mesh_cursor {
    const char *at, *end;
    int line;
} mesh_cursor;

// Reads the whole file at path. On failure d has the error and nothing is allocated.
rt_status mesh_source_open(const char *path, mesh_source *s, rt_diag *d);
void mesh_source_close(mesh_source *s);

// Reserves space for this many vertices and triangles in total. A count above the limits or lack of memory is an error
// in s->d.
rt_status mesh_soup_reserve(const mesh_source *s, mesh_soup *soup, int64_t vertices, int64_t triangles);
// Adds a vertex, or one triangle of vertex indices; the arrays grow as needed. line: for messages, 0: none.
rt_status mesh_soup_vertex(const mesh_source *s, mesh_soup *soup, vec3 v, int line);
rt_status mesh_soup_triangle(const mesh_source *s, mesh_soup *soup, int a, int b, int c);
void mesh_soup_free(mesh_soup *soup);

mesh_cursor mesh_cursor_start(const mesh_source *s);
bool mesh_cursor_done(const mesh_cursor *c);
void mesh_skip_blanks(mesh_cursor *c); // spaces and tabs on this line
void mesh_skip_space(mesh_cursor *c);  // line ends as well
void mesh_next_line(mesh_cursor *c);
// Length of the word at the cursor, up to white space; does not move.
size_t mesh_peek_word(const mesh_cursor *c);
// Skips white space, then moves past the next word if it equals `word`, ignoring case.
bool mesh_accept_word(mesh_cursor *c, const char *word);
// Reads a number that is a whole word on this line. On false the cursor stays in front of the word.
bool mesh_read_real(mesh_cursor *c, double *x);
bool mesh_read_int(mesh_cursor *c, int64_t *i);
// Adds the error "expected ..., found ..." at the cursor's line and returns RT_ERR_FORMAT.
rt_status mesh_report_expected(const mesh_source *s, const mesh_cursor *c, const char *what);

// The readers fill an empty soup and name the format. On failure s->d has the error; the caller frees the soup.
rt_status mesh_read_obj(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report);
rt_status mesh_read_stl(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report);
rt_status mesh_read_ply(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report);

#endif
