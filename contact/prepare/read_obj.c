// SPDX-License-Identifier: MIT
// Reader of Wavefront OBJ: `v` and `f` lines. It skips all else (normals, texture coordinates, groups, materials) and
// opens no other file. Polygons become a fan about their first corner.
#include "contact/prepare/read.h"

#include <stdlib.h>
#include <string.h>

// Whether the first word of the line is the letter k.
static bool line_is(const mesh_cursor *c, char k) {
    return c->end - c->at >= 2 && c->at[0] == k && (c->at[1] == ' ' || c->at[1] == '\t');
}

// Counts the vertices first, so that a face can be checked, with its line, even before its vertices are read.
static int64_t count_vertices(const mesh_source *s) {
    int64_t n = 0;
    for (mesh_cursor c = mesh_cursor_start(s); !mesh_cursor_done(&c); mesh_next_line(&c)) {
        mesh_skip_blanks(&c);
        n += line_is(&c, 'v');
    }
    return n;
}

static rt_status read_vertex(const mesh_source *s, mesh_cursor *c, mesh_soup *soup) {
    vec3 v;
    c->at++;
    if (!mesh_read_real(c, &v.x) || !mesh_read_real(c, &v.y) || !mesh_read_real(c, &v.z))
        return mesh_report_expected(s, c, "three coordinates after v");
    return mesh_soup_vertex(s, soup, v, c->line);
}

// Reads one corner, `v`, `v/vt`, `v//vn` or `v/vt/vn`; only v is used. Indices count from 1; negative ones count back
// from the last vertex read.
static rt_status read_corner(const mesh_source *s, mesh_cursor *c, const mesh_soup *soup, int64_t vertices,
                             int *corner) {
    size_t n = mesh_peek_word(c);
    char *after;
    int64_t i = strtoll(c->at, &after, 10);
    if (after == c->at || after > c->at + n || strspn(after, "/-+0123456789") < (size_t)(c->at + n - after) ||
        (after < c->at + n && *after != '/'))
        return mesh_report_expected(s, c, "a face corner such as 7, 7/1 or 7//3");
    int64_t index = i < 0 ? soup->nv + i : i - 1;
    if (i == 0 || index < 0 || index >= vertices) {
        rt_diag_error(s->d, s->path, c->line, 0,
                      "face vertex %lld is out of range: the file has %lld vertices, %d before this line", (long long)i,
                      (long long)vertices, soup->nv);
        return RT_ERR_FORMAT;
    }
    *corner = (int)index;
    c->at += n;
    return RT_OK;
}

static rt_status read_face(const mesh_source *s, mesh_cursor *c, mesh_soup *soup, int64_t vertices) {
    int corners = 0, first = 0, before = 0, corner = 0;
    c->at++;
    for (mesh_skip_blanks(c); mesh_peek_word(c) > 0; mesh_skip_blanks(c)) {
        rt_status status = read_corner(s, c, soup, vertices, &corner);
        if (status == RT_OK && corners >= 2) status = mesh_soup_triangle(s, soup, first, before, corner);
        if (status != RT_OK) return status;
        if (corners++ == 0) first = corner;
        before = corner;
    }
    if (corners >= 3) return RT_OK;
    rt_diag_error(s->d, s->path, c->line, 0, "expected a face of 3 or more corners, found %d", corners);
    return RT_ERR_FORMAT;
}

rt_status mesh_read_obj(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report) {
    strcpy(report->format, "OBJ");
    int64_t vertices = count_vertices(s);
    rt_status status = mesh_soup_reserve(s, soup, vertices, 0);
    for (mesh_cursor c = mesh_cursor_start(s); status == RT_OK && !mesh_cursor_done(&c); mesh_next_line(&c)) {
        mesh_skip_blanks(&c);
        if (line_is(&c, 'v'))
            status = read_vertex(s, &c, soup);
        else if (line_is(&c, 'f'))
            status = read_face(s, &c, soup, vertices);
    }
    return status;
}
