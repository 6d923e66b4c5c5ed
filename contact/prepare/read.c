// SPDX-License-Identifier: MIT
#include "contact/prepare/read.h"
#include "rt/file/input_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define MAX_FILE_BYTES ((int64_t)2 << 30)

static rt_status read_all(FILE *f, const struct stat *st, mesh_source *s) {
    if ((int64_t)st->st_size > MAX_FILE_BYTES) {
        rt_diag_error(s->d, s->path, 0, 0, "the file has %lld bytes (limit %lld)", (long long)st->st_size,
                      (long long)MAX_FILE_BYTES);
        return RT_ERR_FILE;
    }
    s->size = (size_t)st->st_size;
    s->data = malloc(s->size + 1);
    if (!s->data) {
        rt_diag_error(s->d, s->path, 0, 0, "no memory for %zu bytes", s->size);
        return RT_ERR_MEMORY;
    }
    if (fread(s->data, 1, s->size, f) != s->size) {
        rt_diag_error(s->d, s->path, 0, 0, "cannot read: %s",
                      ferror(f) ? strerror(errno) : "the file was truncated meanwhile");
        return RT_ERR_FILE;
    }
    s->data[s->size] = 0;
    return RT_OK;
}

rt_status mesh_source_open(const char *path, mesh_source *s, rt_diag *d) {
    *s = (mesh_source){.path = path, .d = d};
    struct stat st;
    char why[RT_INPUT_WHY];
    FILE *f = rt_input_open_stream(path, why);
    if (!f || fstat(fileno(f), &st) != 0) {
        rt_diag_error(d, path, 0, 0, "cannot open the mesh: %s", f ? strerror(errno) : why);
        if (f) fclose(f);
        return RT_ERR_FILE;
    }
    rt_status status = read_all(f, &st, s);
    fclose(f);
    if (status != RT_OK) mesh_source_close(s);
    return status;
}

void mesh_source_close(mesh_source *s) {
    free(s->data);
    s->data = NULL;
    s->size = 0;
}

static rt_status grow_array(const mesh_source *s, void **array, int *room, int64_t want, int64_t limit, size_t each,
                            const char *what) {
    if (want <= *room) return RT_OK;
    if (want > limit) {
        rt_diag_error(s->d, s->path, 0, 0, "expected at most %lld %s, found more", (long long)limit, what);
        return RT_ERR_FORMAT;
    }
    void *p = realloc(*array, (size_t)want * each);
    if (!p) {
        rt_diag_error(s->d, s->path, 0, 0, "no memory for %lld %s", (long long)want, what);
        return RT_ERR_MEMORY;
    }
    *array = p;
    *room = (int)want;
    return RT_OK;
}

rt_status mesh_soup_reserve(const mesh_source *s, mesh_soup *soup, int64_t vertices, int64_t triangles) {
    void *v = soup->v, *t = soup->t;
    rt_status status = grow_array(s, &v, &soup->room_v, vertices, MESH_MAX_VERTICES, sizeof *soup->v, "vertices");
    soup->v = v;
    if (status != RT_OK) return status;
    status = grow_array(s, &t, &soup->room_t, triangles, MESH_MAX_TRIANGLES, 3 * sizeof *soup->t, "triangles");
    soup->t = t;
    return status;
}

// Capacity for one more: doubled, so that adding stays linear, and capped at the limit until that is really exceeded.
static int64_t next_capacity(int n, int room, int64_t limit) {
    if (n < room) return room;
    int64_t twice = room < 512 ? 1024 : 2 * (int64_t)room;
    return n < limit && twice > limit ? limit : twice;
}

rt_status mesh_soup_vertex(const mesh_source *s, mesh_soup *soup, vec3 v, int line) {
    const double m = MESH_MAX_COORDINATE;
    if (!(fabs(v.x) <= m && fabs(v.y) <= m && fabs(v.z) <= m)) {
        rt_diag_error(s->d, s->path, line, 0, "vertex %d: expected finite coordinates up to %g, found %g %g %g",
                      soup->nv + 1, m, v.x, v.y, v.z);
        return RT_ERR_FORMAT;
    }
    rt_status status =
        mesh_soup_reserve(s, soup, next_capacity(soup->nv, soup->room_v, MESH_MAX_VERTICES), soup->room_t);
    if (status == RT_OK) soup->v[soup->nv++] = v;
    return status;
}

rt_status mesh_soup_triangle(const mesh_source *s, mesh_soup *soup, int a, int b, int c) {
    rt_status status =
        mesh_soup_reserve(s, soup, soup->room_v, next_capacity(soup->nt, soup->room_t, MESH_MAX_TRIANGLES));
    if (status != RT_OK) return status;
    int *t = soup->t + 3 * (size_t)soup->nt++;
    t[0] = a, t[1] = b, t[2] = c;
    return RT_OK;
}

void mesh_soup_free(mesh_soup *soup) {
    free(soup->v);
    free(soup->t);
    *soup = (mesh_soup){0};
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
static bool is_space(char c) { return is_blank(c) || c == '\n'; }

mesh_cursor mesh_cursor_start(const mesh_source *s) { return (mesh_cursor){s->data, s->data + s->size, 1}; }
bool mesh_cursor_done(const mesh_cursor *c) { return c->at >= c->end; }

void mesh_skip_blanks(mesh_cursor *c) {
    while (c->at < c->end && is_blank(*c->at)) c->at++;
}

void mesh_skip_space(mesh_cursor *c) {
    for (; c->at < c->end && is_space(*c->at); c->at++) c->line += *c->at == '\n';
}

void mesh_next_line(mesh_cursor *c) {
    const char *nl = memchr(c->at, '\n', (size_t)(c->end - c->at));
    c->at = nl ? nl + 1 : c->end;
    c->line += nl != NULL;
}

size_t mesh_peek_word(const mesh_cursor *c) {
    const char *p = c->at;
    while (p < c->end && !is_space(*p)) p++;
    return (size_t)(p - c->at);
}

bool mesh_accept_word(mesh_cursor *c, const char *word) {
    mesh_skip_space(c);
    size_t n = mesh_peek_word(c);
    if (n != strlen(word) || strncasecmp(c->at, word, n) != 0) return false;
    c->at += n;
    return true;
}

// Moves past the number that ended at `after`. False: no number, or other characters follow it.
static bool number_ends(mesh_cursor *c, const char *after) {
    if (after == c->at || (after < c->end && !is_space(*after))) return false;
    c->at = after;
    return true;
}

static bool number_begins(mesh_cursor *c) {
    mesh_skip_blanks(c);
    return c->at < c->end && !is_space(*c->at);
}

bool mesh_read_real(mesh_cursor *c, double *x) {
    char *after;
    if (!number_begins(c)) return false;
    *x = strtod(c->at, &after); // infinity and nan are for the caller to refuse, with their place
    for (const char *p = c->at; p < after; p++)
        if (*p == 'x' || *p == 'X') return false;
    return number_ends(c, after);
}

bool mesh_read_int(mesh_cursor *c, int64_t *i) {
    char *after;
    if (!number_begins(c)) return false;
    *i = strtoll(c->at, &after, 10);
    return number_ends(c, after);
}

rt_status mesh_report_expected(const mesh_source *s, const mesh_cursor *c, const char *what) {
    char found[24] = "";
    size_t n = mesh_peek_word(c), shown = n < sizeof found - 1 ? n : sizeof found - 1;
    for (size_t i = 0; i < shown; i++) found[i] = c->at[i] >= ' ' && c->at[i] <= '~' ? c->at[i] : '?';
    if (n > 0)
        rt_diag_error(s->d, s->path, c->line, 0, "expected %s, found '%s%s'", what, found, shown < n ? "..." : "");
    else
        rt_diag_error(s->d, s->path, c->line, 0, "expected %s, found the end of the %s", what,
                      mesh_cursor_done(c) ? "file" : "line");
    return RT_ERR_FORMAT;
}
