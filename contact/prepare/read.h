// SPDX-License-Identifier: MIT
// Private to contact/: what the mesh readers share. A mesh file is not trusted: every count is checked against the
// file's size, every index against its range, every coordinate for being a finite number of sane size.
#ifndef HAWSE_CONTACT_PREPARE_READ_H
#define HAWSE_CONTACT_PREPARE_READ_H

#include "contact/mesh/mesh.h"
#include "contact/prepare/load.h"

#define MESH_MAX_TRIANGLES 5000000
#define MESH_MAX_VERTICES (3 * MESH_MAX_TRIANGLES)
// Keeps areas, volumes and inertias (length to the fifth power) far from overflow and underflow.
#define MESH_MAX_COORDINATE 1e50
// Smaller ones are 0 [m]: two that are not differ by 1e-86 or more, so that a product of three differences and its
// rounding errors (2^-159 of it) are far from underflow, and the predicates exact.
#define MESH_LEAST_COORDINATE 1e-70

// Vertices and triangles as the file has them.
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

// A place in the text of a source.
typedef struct mesh_cursor {
    const char *at, *end;
    int line;
} mesh_cursor;

// Reads the whole file at path; on failure d says why and nothing is held.
rt_status mesh_source_open(const char *path, mesh_source *s, rt_diag *d);
void mesh_source_close(mesh_source *s);

// Makes room for this many vertices and triangles in all. A count above the limits or want of memory is an error in
// s->d.
rt_status mesh_soup_reserve(const mesh_source *s, mesh_soup *soup, int64_t vertices, int64_t triangles);
// Adds a vertex, or one triangle of vertex indices; room grows as needed. where (> 0) is the line for messages.
rt_status mesh_soup_vertex(const mesh_source *s, mesh_soup *soup, vec3 v, int line);
rt_status mesh_soup_triangle(const mesh_source *s, mesh_soup *soup, int a, int b, int c);
void mesh_soup_free(mesh_soup *soup);

mesh_cursor mesh_cursor_start(const mesh_source *s);
bool mesh_cursor_done(const mesh_cursor *c);
void mesh_skip_blanks(mesh_cursor *c); // spaces and tabs on this line
void mesh_skip_space(mesh_cursor *c);  // line ends as well
void mesh_next_line(mesh_cursor *c);
// The run of characters up to white space, without moving; its length.
size_t mesh_peek_word(const mesh_cursor *c);
// Moves past the next word, after white space, if it is this one (without regard to case).
bool mesh_accept(mesh_cursor *c, const char *word);
// Reads a number that stands on this line as a word of its own; false leaves the cursor before it.
bool mesh_read_real(mesh_cursor *c, double *x);
bool mesh_read_int(mesh_cursor *c, int64_t *i);
// Adds the error "expected ..., found ..." at the cursor's line and returns RT_ERR_FORMAT.
rt_status mesh_expected(const mesh_source *s, const mesh_cursor *c, const char *what);

// The readers: append to an empty soup and name the format. On failure s->d says why; the caller frees the soup.
rt_status mesh_read_obj(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report);
rt_status mesh_read_stl(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report);
rt_status mesh_read_ply(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report);

#endif
