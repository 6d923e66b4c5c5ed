// SPDX-License-Identifier: MIT
#include "rt/file/mat.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Types of data elements and classes of arrays (MAT-File Format, tables 1-1 and 1-3).
enum { MI_INT8 = 1, MI_UINT16 = 4, MI_INT32 = 5, MI_UINT32 = 6, MI_DOUBLE = 9, MI_MATRIX = 14 };
enum { MX_CHAR = 4, MX_DOUBLE = 6 };
enum { HEAD = 128, HEAD_TEXT = 116, VERSION = 0x0100, ENDIAN = 'M' << 8 | 'I' };

#define LARGEST ((uint64_t)1 << 31)

rt_status rt_mat_open(rt_mat *m, const char *path, rt_diag *d) {
    char head[HEAD] = {0};
    const uint16_t version[2] = {VERSION, ENDIAN};
    rt_status status = rt_whole_open(&m->whole, path, d);
    if (status != RT_OK) return status;
    m->whole.keep = true;
    memset(head, ' ', HEAD_TEXT);
    memcpy(head, "MATLAB 5.0 MAT-file, written by hawse " HAWSE_VERSION,
           strlen("MATLAB 5.0 MAT-file, written by hawse " HAWSE_VERSION));
    memcpy(head + HEAD - sizeof version, version, sizeof version);
    rt_whole_write(&m->whole, head, sizeof head);
    return RT_OK;
}

static uint64_t padded(uint64_t n) { return (n + 7) / 8 * 8; }

static void write_element(rt_mat *m, uint32_t type, const void *data, uint32_t size) {
    const uint32_t tag[2] = {type, size};
    static const char zero[8];
    rt_whole_write(&m->whole, tag, sizeof tag);
    rt_whole_write(&m->whole, data, size);
    rt_whole_write(&m->whole, zero, padded(size) - size);
}

static bool write_array(rt_mat *m, const char *name, uint32_t class, uint32_t rows, uint32_t columns, uint32_t type,
                        const void *data, uint64_t size) {
    const uint32_t flags[2] = {class, 0}, dimensions[2] = {rows, columns};
    uint32_t length = (uint32_t)strlen(name);
    uint64_t whole = 2 * (8 + 8) + 8 + padded(length) + 8 + padded(size);
    if (whole >= LARGEST) return false;
    const uint32_t tag[2] = {MI_MATRIX, (uint32_t)whole};
    rt_whole_write(&m->whole, tag, sizeof tag);
    write_element(m, MI_UINT32, flags, sizeof flags);
    write_element(m, MI_INT32, dimensions, sizeof dimensions);
    write_element(m, MI_INT8, name, length);
    write_element(m, type, data, (uint32_t)size);
    return true;
}

bool rt_mat_matrix(rt_mat *m, const char *name, uint32_t rows, uint32_t columns, const double *value) {
    return write_array(m, name, MX_DOUBLE, rows, columns, MI_DOUBLE, value, (uint64_t)rows * columns * sizeof *value);
}

bool rt_mat_text(rt_mat *m, const char *name, const char *const *line, uint32_t rows) {
    uint32_t columns = 0;
    for (uint32_t i = 0; i < rows; i++) columns = strlen(line[i]) > columns ? (uint32_t)strlen(line[i]) : columns;
    uint16_t *letter = calloc((size_t)rows * columns + 1, sizeof *letter);
    if (!letter) return false;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0, n = (uint32_t)strlen(line[i]); k < columns; k++)
            letter[(size_t)k * rows + i] = k < n ? (unsigned char)line[i][k] : ' ';
    bool good =
        write_array(m, name, MX_CHAR, rows, columns, MI_UINT16, letter, (uint64_t)rows * columns * sizeof *letter);
    free(letter);
    return good;
}

rt_status rt_mat_close(rt_mat *m, rt_diag *d) { return rt_whole_close(&m->whole, d); }

void rt_mat_name(const char *name, char made[RT_MAT_NAME]) {
    int n = 0;
    if (!isalpha((unsigned char)*name)) made[n++] = 'x';
    for (; *name && n < RT_MAT_NAME - 1; name++) made[n++] = isalnum((unsigned char)*name) ? *name : '_';
    made[n] = 0;
}
