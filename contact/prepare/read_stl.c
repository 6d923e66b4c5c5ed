// SPDX-License-Identifier: MIT
// Reader of STL, ASCII or binary. Many binary files begin with "solid" too, so the size decides: 84 bytes plus 50 a
// triangle. The file's facet normals are not used: the order of the corners gives the outside.
#include "contact/prepare/read.h"

#include <string.h>

enum { HEADER = 84, FACET = 50 };

static uint32_t le32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static double le_float(const unsigned char *p) {
    uint32_t bits = le32(p);
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static int64_t binary_size(const mesh_source *s) {
    return s->size < HEADER ? -1 : HEADER + FACET * (int64_t)le32((const unsigned char *)s->data + 80);
}

static bool is_ascii(const mesh_source *s) {
    if (binary_size(s) == (int64_t)s->size) return false;
    mesh_cursor c = mesh_cursor_start(s);
    size_t head = s->size < 512 ? s->size : 512;
    return mesh_accept_word(&c, "solid") && !memchr(s->data, 0, head);
}

static rt_status add_last_three(const mesh_source *s, mesh_soup *soup) {
    return mesh_soup_triangle(s, soup, soup->nv - 3, soup->nv - 2, soup->nv - 1);
}

static rt_status check_binary_size(const mesh_source *s, int64_t *triangles, contact_mesh_report *report) {
    int64_t said = binary_size(s), have = (int64_t)s->size;
    if (said < 0) {
        rt_diag_error(s->d, s->path, 1, 0, "expected 'solid' or a binary STL header of %d bytes, found %lld bytes",
                      HEADER, (long long)have);
        return RT_ERR_FORMAT;
    }
    *triangles = (said - HEADER) / FACET;
    if (said > have) {
        rt_diag_error(s->d, s->path, 1, 0,
                      "the binary STL header announces %lld triangles (%lld bytes), found %lld bytes",
                      (long long)*triangles, (long long)said, (long long)have);
        return RT_ERR_FORMAT;
    }
    report->ignored_bytes = have - said;
    return RT_OK;
}

static rt_status read_binary(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report) {
    int64_t triangles;
    rt_status status = check_binary_size(s, &triangles, report);
    if (status == RT_OK) status = mesh_soup_reserve(s, soup, 3 * triangles, triangles);
    const unsigned char *p = (const unsigned char *)s->data + HEADER;
    for (int64_t i = 0; status == RT_OK && i < triangles; i++, p += FACET) {
        for (int k = 0; status == RT_OK && k < 3; k++) {
            const unsigned char *q = p + 12 + 12 * k; // after the normal
            status = mesh_soup_vertex(s, soup, vec3_make(le_float(q), le_float(q + 4), le_float(q + 8)), 0);
        }
        if (status == RT_OK) status = add_last_three(s, soup);
    }
    return status;
}

static rt_status read_vector(const mesh_source *s, mesh_cursor *c, vec3 *v) {
    if (mesh_read_real(c, &v->x) && mesh_read_real(c, &v->y) && mesh_read_real(c, &v->z)) return RT_OK;
    return mesh_report_expected(s, c, "three numbers");
}

// Reads a facet from after `facet` to `endfacet`.
static rt_status read_facet(const mesh_source *s, mesh_cursor *c, mesh_soup *soup) {
    vec3 v;
    if (!mesh_accept_word(c, "normal")) return mesh_report_expected(s, c, "'normal'");
    rt_status status = read_vector(s, c, &v);
    if (status != RT_OK) return status;
    if (!mesh_accept_word(c, "outer") || !mesh_accept_word(c, "loop"))
        return mesh_report_expected(s, c, "'outer loop'");
    for (int k = 0; k < 3; k++) {
        if (!mesh_accept_word(c, "vertex")) return mesh_report_expected(s, c, "'vertex'");
        status = read_vector(s, c, &v);
        if (status == RT_OK) status = mesh_soup_vertex(s, soup, v, c->line);
        if (status != RT_OK) return status;
    }
    if (!mesh_accept_word(c, "endloop")) return mesh_report_expected(s, c, "'endloop' after three vertices");
    if (!mesh_accept_word(c, "endfacet")) return mesh_report_expected(s, c, "'endfacet'");
    return add_last_three(s, soup);
}

// Reads one or more `solid name ... endsolid name`.
static rt_status read_ascii(const mesh_source *s, mesh_soup *soup) {
    mesh_cursor c = mesh_cursor_start(s);
    for (mesh_skip_space(&c); !mesh_cursor_done(&c); mesh_skip_space(&c)) {
        if (!mesh_accept_word(&c, "solid")) return mesh_report_expected(s, &c, "'solid'");
        mesh_next_line(&c);
        while (mesh_accept_word(&c, "facet")) {
            rt_status status = read_facet(s, &c, soup);
            if (status != RT_OK) return status;
        }
        if (!mesh_accept_word(&c, "endsolid")) return mesh_report_expected(s, &c, "'facet' or 'endsolid'");
        mesh_next_line(&c);
    }
    return RT_OK;
}

rt_status mesh_read_stl(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report) {
    bool ascii = is_ascii(s);
    strcpy(report->format, ascii ? "STL ascii" : "STL binary");
    return ascii ? read_ascii(s, soup) : read_binary(s, soup, report);
}
