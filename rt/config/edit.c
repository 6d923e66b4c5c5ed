// SPDX-License-Identifier: MIT
// Edits single values in the text of a YAML file; comments, order and units of all others stay.
#include "rt/config/yaml.h"
#include "rt/file/text.h"
#include <stdlib.h>
#include <string.h>

// A parsed text, and the way to a key: its innermost mapping that exists, its pair there, and what is missing.
typedef struct place {
    const char *text;
    yaml_document_t doc;
    yaml_node_t *map, *value; // NULL: none
    yaml_node_t *name;        // of the pair
    const char *rest;         // of the path, within map
    int pair;                 // index in map; -1: none
} place;

// Byte of a mark, which counts characters: UTF-8 has bytes 10xxxxxx within one.
static size_t offset_of(const char *text, yaml_mark_t m) {
    const char *at = text;
    size_t line = 0;
    for (const char *next; line < m.line && (next = strchr(at, '\n')); line++) at = next + 1;
    if (line < m.line) return strlen(text);
    for (size_t k = 0; k < m.column && *at; k++) do
            at++;
        while ((*at & 0xC0) == 0x80);
    return (size_t)(at - text);
}

static size_t begin_of(const place *p, const yaml_node_t *n) { return offset_of(p->text, n->start_mark); }
static size_t end_of(const place *p, const yaml_node_t *n) { return offset_of(p->text, n->end_mark); }

static yaml_node_t *node_of(place *p, int id) { return yaml_document_get_node(&p->doc, id); }

static yaml_node_pair_t *pair_of(const yaml_node_t *map, int k) { return map->data.mapping.pairs.start + k; }
static int pairs_of(const yaml_node_t *map) {
    return (int)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
}

static bool is_flow(const yaml_node_t *map) { return map->data.mapping.style == YAML_FLOW_MAPPING_STYLE; }

static int find_pair(place *p, const yaml_node_t *map, const char *name, size_t length) {
    for (int k = 0; k < pairs_of(map); k++) {
        const char *key = rt_yaml_text(node_of(p, pair_of(map, k)->key));
        if (strlen(key) == length && strncmp(key, name, length) == 0) return k;
    }
    return -1;
}

static void find_key(place *p, const char *path) {
    p->rest = path;
    p->pair = -1;
    yaml_node_t *n = yaml_document_get_root_node(&p->doc);
    while (n && n->type == YAML_MAPPING_NODE) {
        size_t length = strcspn(p->rest, ".");
        p->map = n;
        p->pair = find_pair(p, n, p->rest, length);
        if (p->pair < 0) return;
        p->name = node_of(p, pair_of(n, p->pair)->key);
        n = node_of(p, pair_of(n, p->pair)->value);
        if (!p->rest[length] || (n->type == YAML_SCALAR_NODE && strcmp(p->rest + length, ".type") == 0)) {
            p->value = n; // "operator: house" is short for operator.type
            return;
        }
        if (n->type == YAML_MAPPING_NODE) p->rest += length + 1;
    }
}

static bool open_place(place *p, const char *text, const char *path) {
    yaml_parser_t parser;
    *p = (place){.text = text};
    if (!yaml_parser_initialize(&parser)) return false;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    bool good = yaml_parser_load(&parser, &p->doc);
    yaml_parser_delete(&parser);
    if (good) find_key(p, path);
    return good;
}

static void close_place(place *p) { yaml_document_delete(&p->doc); }

// The text with bytes from .. to replaced; NULL: no memory.
static char *splice(const char *text, size_t from, size_t to, const char *with) {
    size_t length = strlen(text), added = strlen(with);
    char *out = malloc(length - (to - from) + added + 1);
    if (!out) return NULL;
    memcpy(out, text, from);
    memcpy(out + from, with, added);
    memcpy(out + from + added, text + to, length - to + 1);
    return out;
}

static size_t line_begin(const char *text, size_t at) {
    while (at > 0 && text[at - 1] != '\n') at--;
    return at;
}

static size_t line_end(const char *text, size_t at) { return at + strcspn(text + at, "\n"); }

// Appends "a:\n  b: value\n" for "a.b", or "a: {b: value}" in a mapping in braces.
static void write_key(FILE *f, const char *path, const char *value, int indent, bool flow) {
    size_t n = strcspn(path, ".");
    fprintf(f, "%*s%.*s:", flow ? 0 : indent, "", (int)n, path);
    if (!path[n]) {
        fprintf(f, " %s%s", value, flow ? "" : "\n");
        return;
    }
    fputs(flow ? " {" : "\n", f);
    write_key(f, path + n + 1, value, indent + 2, flow);
    if (flow) fputc('}', f);
}

// Last byte of a mapping's content: of its last scalar or closing bracket.
static size_t content_end(place *p, const yaml_node_t *n) {
    while (n->type == YAML_MAPPING_NODE && !is_flow(n) && pairs_of(n) > 0)
        n = node_of(p, pair_of(n, pairs_of(n) - 1)->value);
    if (n->type == YAML_SEQUENCE_NODE && n->data.sequence.style != YAML_FLOW_SEQUENCE_STYLE &&
        n->data.sequence.items.top > n->data.sequence.items.start)
        return content_end(p, node_of(p, n->data.sequence.items.top[-1]));
    return end_of(p, n);
}

// Inserts a key that the file lacks, behind the last one of its section.
static char *insert_key(place *p, const char *value) {
    rt_text t;
    size_t at = strlen(p->text);
    bool flow = p->map && is_flow(p->map);
    int indent = p->map && pairs_of(p->map) > 0 ? (int)node_of(p, pair_of(p->map, 0)->key)->start_mark.column : 0;
    FILE *f = rt_text_open(&t);
    if (!f) return NULL;
    if (flow) {
        at = end_of(p, p->map) - 1;
        if (pairs_of(p->map) > 0) fputs(", ", f);
    } else {
        if (p->map) at = line_end(p->text, content_end(p, p->map));
        if (p->text[at] == '\n')
            at++;
        else if (at > 0 && p->text[at - 1] != '\n')
            fputc('\n', f);
    }
    write_key(f, p->rest, value, indent, flow);
    char *piece = rt_text_close(&t), *out = piece ? splice(p->text, at, at, piece) : NULL;
    free(piece);
    return out;
}

// Turns "operator: house" into a section that holds the type and the key.
static char *open_section(place *p, const char *value) {
    const char *key = strchr(p->rest, '.') + 1;
    yaml_node_t *type = node_of(p, pair_of(p->map, p->pair)->value);
    int indent = (int)p->name->start_mark.column + 2;
    char *first, *out = NULL;
    rt_text t;
    size_t begin = end_of(p, p->name) + 1, at = line_end(p->text, end_of(p, type));
    FILE *f = rt_text_open(&t);
    if (!f) return NULL;
    fprintf(f, "\n%*stype: %s\n", indent, "", rt_yaml_text(type));
    write_key(f, key, value, indent, false);
    char *lines = rt_text_close(&t);
    if (lines) lines[strlen(lines) - 1] = 0; // the line's own end follows
    if (lines && (first = splice(p->text, at, at, lines))) {
        out = splice(first, begin, end_of(p, type), "");
        free(first);
    }
    free(lines);
    return out;
}

// Removes a pair: its line, or in braces its part between the commas.
static char *remove_pair(place *p) {
    size_t from = begin_of(p, p->name), to = end_of(p, p->value);
    int n = pairs_of(p->map);
    if (is_flow(p->map)) {
        if (p->pair + 1 < n)
            to = begin_of(p, node_of(p, pair_of(p->map, p->pair + 1)->key));
        else if (p->pair > 0)
            from = end_of(p, node_of(p, pair_of(p->map, p->pair - 1)->value));
        return splice(p->text, from, to, "");
    }
    from = line_begin(p->text, from);
    to = line_end(p->text, to);
    return splice(p->text, from, to + (p->text[to] == '\n'), "");
}

char *rt_config_edit(const char *text, const char *path, const char *value) {
    place p;
    char *out, parent[RT_CONFIG_TEXT];
    if (!open_place(&p, text, path)) return NULL;
    const char *dot = strrchr(path, '.');
    if (p.value && value)
        out = splice(text, begin_of(&p, p.value), end_of(&p, p.value), value);
    else if (value && p.pair >= 0)
        out = open_section(&p, value);
    else if (value)
        out = insert_key(&p, value);
    else if (p.value && dot && pairs_of(p.map) == 1) { // its section would be empty
        snprintf(parent, sizeof parent, "%.*s", (int)(dot - path), path);
        out = rt_config_edit(text, parent, NULL);
    } else
        out = p.value ? remove_pair(&p) : splice(text, 0, 0, "");
    close_place(&p);
    return out;
}

bool rt_config_written(const char *text, const char *path, char *value, size_t size) {
    place p;
    if (!open_place(&p, text, path)) return false;
    bool found = p.value != NULL;
    int n = 0;
    if (found && p.value->type == YAML_SCALAR_NODE)
        n = snprintf(value, size, "%s", rt_yaml_text(p.value));
    else if (found)
        n = snprintf(value, size, "%.*s", (int)(end_of(&p, p.value) - begin_of(&p, p.value)),
                     text + begin_of(&p, p.value));
    close_place(&p);
    return found && n >= 0 && (size_t)n < size;
}

char *rt_config_replace(const char *text, rt_config_replacement *replace, void *ctx) {
    place p;
    char with[RT_CONFIG_TEXT], *out = NULL;
    if (!open_place(&p, text, "")) return NULL;
    out = splice(text, 0, 0, "");
    // from the end, so that earlier marks stay valid; the nodes are in the order of the text
    for (yaml_node_t *n = p.doc.nodes.top; out && n-- > p.doc.nodes.start;) {
        if (n->type != YAML_SCALAR_NODE || !replace(ctx, rt_yaml_text(n), with, sizeof with)) continue;
        char *next = splice(out, begin_of(&p, n), end_of(&p, n), with);
        free(out);
        out = next;
    }
    close_place(&p);
    return out;
}

char *rt_config_read_text(const char *file, rt_diag *d) {
    size_t size;
    return rt_read_text(file, RT_YAML_BYTES, &size, d);
}
