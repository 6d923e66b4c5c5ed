// SPDX-License-Identifier: MIT
// Reader of Stanford PLY, ASCII and binary of either byte order: x, y, z of the element `vertex` and the list
// vertex_indices of the element `face`. It skips all other properties and elements. Polygons become a fan.
#include "contact/prepare/read.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MAX_ELEMENTS = 16, MAX_PROPERTIES = 64, MAX_HEADER_LINES = 4096 };

typedef enum kind { INT8, UINT8, INT16, UINT16, INT32, UINT32, FLOAT32, FLOAT64, NO_KIND } kind;
static const struct {
    const char *name, *alias;
    int bytes;
} kinds[NO_KIND] = {{"char", "int8", 1}, {"uchar", "uint8", 1}, {"short", "int16", 2},   {"ushort", "uint16", 2},
                    {"int", "int32", 4}, {"uint", "uint32", 4}, {"float", "float32", 4}, {"double", "float64", 8}};

typedef struct property {
    kind value, count; // count: NO_KIND unless the property is a list
    int axis;          // 0..2: x, y, z; -1: other
    bool corners;      // the list of a face's vertices
} property;

typedef struct element {
    bool is_vertex, is_face;
    int64_t n;
    int n_properties;
    property property[MAX_PROPERTIES];
} element;

typedef struct ply {
    const mesh_source *s;
    mesh_soup *soup;
    mesh_cursor c;
    bool ascii, big_endian;
    int64_t vertices; // announced by the header
    int n_elements;
    element element[MAX_ELEMENTS];
} ply;

// Moves past the next word on this line if it equals `word`; returns whether it does.
static bool accept_word(mesh_cursor *c, const char *word) {
    mesh_skip_blanks(c);
    size_t n = mesh_peek_word(c);
    if (n != strlen(word) || strncmp(c->at, word, n) != 0) return false;
    c->at += n;
    return true;
}

static kind read_kind(mesh_cursor *c) {
    for (int k = 0; k < NO_KIND; k++)
        if (accept_word(c, kinds[k].name) || accept_word(c, kinds[k].alias)) return (kind)k;
    return NO_KIND;
}

static rt_status read_format(ply *p) {
    p->ascii = accept_word(&p->c, "ascii");
    p->big_endian = !p->ascii && accept_word(&p->c, "binary_big_endian");
    if (!p->ascii && !p->big_endian && !accept_word(&p->c, "binary_little_endian"))
        return mesh_report_expected(p->s, &p->c, "ascii, binary_little_endian or binary_big_endian");
    return RT_OK;
}

static rt_status read_element_header(ply *p) {
    if (p->n_elements == MAX_ELEMENTS) {
        rt_diag_error(p->s->d, p->s->path, p->c.line, 0, "expected at most %d elements, found more", MAX_ELEMENTS);
        return RT_ERR_FORMAT;
    }
    element *e = &p->element[p->n_elements++];
    *e = (element){.is_vertex = accept_word(&p->c, "vertex")};
    e->is_face = !e->is_vertex && accept_word(&p->c, "face");
    if (!e->is_vertex && !e->is_face) p->c.at += mesh_peek_word(&p->c);
    if (!mesh_read_int(&p->c, &e->n) || e->n < 0 || e->n > INT32_MAX)
        return mesh_report_expected(p->s, &p->c, "an element count of 0 or more");
    if (e->is_vertex) p->vertices = e->n;
    return RT_OK;
}

static rt_status read_property_header(ply *p) {
    element *e = p->n_elements > 0 ? &p->element[p->n_elements - 1] : NULL;
    if (!e || e->n_properties == MAX_PROPERTIES) {
        rt_diag_error(p->s->d, p->s->path, p->c.line, 0, "expected an element with at most %d properties",
                      MAX_PROPERTIES);
        return RT_ERR_FORMAT;
    }
    property *q = &e->property[e->n_properties++];
    *q = (property){.count = NO_KIND, .axis = -1};
    bool list = accept_word(&p->c, "list");
    if (list && ((q->count = read_kind(&p->c)) == NO_KIND || q->count >= FLOAT32))
        return mesh_report_expected(p->s, &p->c, "an integer type for the list's length");
    if ((q->value = read_kind(&p->c)) == NO_KIND)
        return mesh_report_expected(p->s, &p->c, "a property type such as float or int");
    if (list) {
        q->corners = e->is_face && (accept_word(&p->c, "vertex_indices") || accept_word(&p->c, "vertex_index"));
        if (q->corners && q->value >= FLOAT32) {
            rt_diag_error(p->s->d, p->s->path, p->c.line, 0,
                          "expected an integer type for the vertex indices, found %s", kinds[q->value].name);
            return RT_ERR_FORMAT;
        }
    } else if (e->is_vertex) {
        q->axis = accept_word(&p->c, "x") ? 0 : accept_word(&p->c, "y") ? 1 : accept_word(&p->c, "z") ? 2 : -1;
    }
    return RT_OK;
}

static rt_status read_header(ply *p) {
    if (!accept_word(&p->c, "ply")) return mesh_report_expected(p->s, &p->c, "'ply'");
    mesh_next_line(&p->c);
    if (!accept_word(&p->c, "format")) return mesh_report_expected(p->s, &p->c, "'format'");
    rt_status status = read_format(p);
    for (mesh_next_line(&p->c); status == RT_OK; mesh_next_line(&p->c)) {
        if (accept_word(&p->c, "end_header")) break;
        if (accept_word(&p->c, "element"))
            status = read_element_header(p);
        else if (accept_word(&p->c, "property"))
            status = read_property_header(p);
        else if (!accept_word(&p->c, "comment") && !accept_word(&p->c, "obj_info"))
            status = mesh_report_expected(p->s, &p->c, "element, property, comment or end_header");
        if (status == RT_OK && p->c.line > MAX_HEADER_LINES)
            status = mesh_report_expected(p->s, &p->c, "end_header before this line");
    }
    mesh_next_line(&p->c);
    return status;
}

// Least number of bytes of one item of the element; text needs a digit and a separator for each value. Never 0, so that
// the file's size bounds the count.
static int64_t least_bytes(const ply *p, const element *e) {
    int64_t bytes = e->n_properties == 0;
    for (int i = 0; i < e->n_properties; i++) {
        kind k = e->property[i].count == NO_KIND ? e->property[i].value : e->property[i].count;
        bytes += p->ascii ? 2 : kinds[k].bytes;
    }
    return bytes;
}

// Checks that the header names all required properties, and that the announced data fit into the rest of the file.
// Nothing is allocated before this check.
static rt_status check_header(ply *p) {
    int64_t need = 0, have = (int64_t)(p->c.end - p->c.at) + 1; // the last line may lack its end
    int seen[4] = {0};
    for (int i = 0; i < p->n_elements; i++) {
        const element *e = &p->element[i];
        need += e->n * least_bytes(p, e);
        for (int k = 0; k < e->n_properties; k++) {
            if (e->property[k].axis >= 0) seen[e->property[k].axis]++;
            if (e->property[k].corners) seen[3]++;
        }
    }
    if (seen[0] != 1 || seen[1] != 1 || seen[2] != 1 || seen[3] != 1) {
        rt_diag_error(p->s->d, p->s->path, p->c.line, 0,
                      "expected a header with one x, y and z of vertex and one list vertex_indices of face");
        return RT_ERR_FORMAT;
    }
    if (need <= have) return RT_OK;
    rt_diag_error(p->s->d, p->s->path, p->c.line, 0,
                  "expected at least %lld bytes of data after the header, found %lld", (long long)need,
                  (long long)have - 1);
    return RT_ERR_FORMAT;
}

static double decode(const unsigned char *b, kind k, bool big_endian) {
    uint64_t bits = 0;
    int n = kinds[k].bytes;
    for (int i = 0; i < n; i++) bits |= (uint64_t)b[big_endian ? n - 1 - i : i] << 8 * i;
    if (k == FLOAT64) {
        double x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    if (k == FLOAT32) {
        uint32_t low = (uint32_t)bits;
        float x;
        memcpy(&x, &low, sizeof x);
        return (double)x;
    }
    switch (k) {
    case INT8:
        return (double)(int8_t)bits;
    case INT16:
        return (double)(int16_t)bits;
    case INT32:
        return (double)(int32_t)bits;
    default:
        return (double)bits;
    }
}

// Reads the next value of any type; each fits a double exactly.
static rt_status read_value(ply *p, kind k, double *x) {
    if (p->ascii) {
        mesh_skip_space(&p->c);
        return mesh_read_real(&p->c, x) ? RT_OK : mesh_report_expected(p->s, &p->c, "a number");
    }
    if (p->c.end - p->c.at < kinds[k].bytes) {
        rt_diag_error(p->s->d, p->s->path, 0, 0, "expected more binary data, found the end of the file");
        return RT_ERR_FORMAT;
    }
    *x = decode((const unsigned char *)p->c.at, k, p->big_endian);
    p->c.at += kinds[k].bytes;
    return RT_OK;
}

static rt_status refuse_number(ply *p, const char *what, double found, int64_t limit, int64_t index) {
    rt_diag_error(p->s->d, p->s->path, p->ascii ? p->c.line : 0, 0, "face %lld: expected %s below %lld, found %g",
                  (long long)index + 1, what, (long long)limit, found);
    return RT_ERR_FORMAT;
}

static bool is_whole_below(double x, int64_t limit) { return x >= 0 && x < (double)limit && x == floor(x); }

// Reads a list: the corners of a face become a fan, any other list is skipped.
static rt_status read_list(ply *p, const property *q, int64_t index) {
    double n = 0, x = 0;
    int corner[3] = {0};
    rt_status status = read_value(p, q->count, &n);
    if (status != RT_OK) return status;
    if (!is_whole_below(n, (int64_t)1 << 31)) return refuse_number(p, "a list length", n, (int64_t)1 << 31, index);
    if (q->corners && n < 3) {
        rt_diag_error(p->s->d, p->s->path, p->ascii ? p->c.line : 0, 0,
                      "face %lld: expected 3 or more corners, found %g", (long long)index + 1, n);
        return RT_ERR_FORMAT;
    }
    for (int64_t i = 0; status == RT_OK && i < (int64_t)n; i++) {
        status = read_value(p, q->value, &x);
        if (status != RT_OK || !q->corners) continue;
        if (!is_whole_below(x, p->vertices)) return refuse_number(p, "a vertex index", x, p->vertices, index);
        corner[i < 2 ? i : 2] = (int)x;
        if (i >= 2) status = mesh_soup_triangle(p->s, p->soup, corner[0], corner[1], corner[2]);
        if (i >= 2) corner[1] = corner[2];
    }
    return status;
}

static rt_status read_element(ply *p, const element *e) {
    rt_status status = RT_OK;
    for (int64_t i = 0; status == RT_OK && i < e->n; i++) {
        double v[3] = {0}, other;
        for (int k = 0; status == RT_OK && k < e->n_properties; k++) {
            const property *q = &e->property[k];
            status =
                q->count != NO_KIND ? read_list(p, q, i) : read_value(p, q->value, q->axis >= 0 ? &v[q->axis] : &other);
        }
        if (status == RT_OK && e->is_vertex)
            status = mesh_soup_vertex(p->s, p->soup, vec3_make(v[0], v[1], v[2]), p->ascii ? p->c.line : 0);
    }
    return status;
}

rt_status mesh_read_ply(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report) {
    ply p = {.s = s, .soup = soup, .c = mesh_cursor_start(s)};
    strcpy(report->format, "PLY");
    rt_status status = read_header(&p);
    if (status == RT_OK) status = check_header(&p);
    if (status != RT_OK) return status;
    strcpy(report->format, p.ascii ? "PLY ascii" : "PLY binary");
    status = mesh_soup_reserve(s, soup, p.vertices, 0);
    for (int i = 0; status == RT_OK && i < p.n_elements; i++) status = read_element(&p, &p.element[i]);
    return status;
}
