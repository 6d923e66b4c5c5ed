// SPDX-License-Identifier: MIT
#include "rt/config/yaml.h"
#include "rt/file/input_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *rt_read_text(const char *file, size_t limit, size_t *size, rt_diag *d) {
    struct stat st;
    char why[RT_INPUT_WHY];
    FILE *f = rt_input_open_stream(file, why);
    if (!f || fstat(fileno(f), &st) != 0) {
        rt_diag_error(d, file, 0, 0, "cannot be opened: %s", f ? strerror(errno) : why);
        if (f) fclose(f);
        return NULL;
    }
    char *text = NULL;
    if ((size_t)st.st_size > limit)
        rt_diag_error(d, file, 0, 0, "has %lld bytes (limit %zu)", (long long)st.st_size, limit);
    else if (!(text = malloc((size_t)st.st_size + 1)))
        rt_diag_error(d, file, 0, 0, "no memory for %lld bytes", (long long)st.st_size);
    else if (fread(text, 1, (size_t)st.st_size, f) != (size_t)st.st_size) {
        rt_diag_error(d, file, 0, 0, "cannot be read completely: %s", strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[st.st_size] = 0;
        *size = (size_t)st.st_size;
    }
    fclose(f);
    return text;
}

static void error_at(rt_diag *d, const char *file, yaml_mark_t m, const char *message) {
    rt_diag_error(d, file, (int)m.line + 1, (int)m.column + 1, "%s", message);
}

static void report_parser_error(rt_diag *d, const char *file, const yaml_parser_t *p) {
    const char *problem = p->problem ? p->problem : "is not YAML";
    if (p->error == YAML_MEMORY_ERROR)
        rt_diag_error(d, file, 0, 0, "no memory to read it");
    else if (p->context)
        rt_diag_error(d, file, (int)p->problem_mark.line + 1, (int)p->problem_mark.column + 1, "%s %s", problem,
                      p->context);
    else
        error_at(d, file, p->problem_mark, problem);
}

static const char anchors_refused[] = "anchors and aliases are not allowed: write the value out";
static const char tags_refused[] = "tags are not allowed: the key sets the type of its value";

// The fault of an event, or NULL. Updates depth and documents.
static const char *find_fault(const yaml_event_t *e, int *depth, int *documents) {
    bool anchor = false, tag = false;
    switch (e->type) {
    case YAML_ALIAS_EVENT:
        anchor = true;
        break;
    case YAML_DOCUMENT_START_EVENT:
        if (++*documents > 1) return "expected one document, found a second";
        break;
    case YAML_SCALAR_EVENT:
        anchor = e->data.scalar.anchor;
        tag = e->data.scalar.tag;
        if (strlen((const char *)e->data.scalar.value) != e->data.scalar.length) return "a text holds a zero byte";
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = e->data.sequence_start.anchor;
        tag = e->data.sequence_start.tag;
        ++*depth;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = e->data.mapping_start.anchor;
        tag = e->data.mapping_start.tag;
        ++*depth;
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        --*depth;
        break;
    default:
        break;
    }
    if (*depth > RT_YAML_DEPTH) return "nested too deep: at most 32 levels";
    return anchor ? anchors_refused : tag ? tags_refused : NULL;
}

// Checks the events before the document is built; stops at the first fault. libyaml takes quadratic time for deep
// nesting, and aliases can turn a small file into a huge document.
static bool check_events(const char *file, const char *text, size_t size, rt_diag *d) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return rt_diag_error(d, file, 0, 0, "no memory to read it"), false;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    int depth = 0, documents = 0;
    bool good = true, done = false;
    while (good && !done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            report_parser_error(d, file, &parser);
            good = false;
            break;
        }
        const char *fault = find_fault(&event, &depth, &documents);
        if (fault) error_at(d, file, event.start_mark, fault);
        good = !fault;
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return good;
}

static void check_mapping(const char *file, yaml_document_t *doc, const yaml_node_t *map, rt_diag *d) {
    const yaml_node_pair_t *first = map->data.mapping.pairs.start, *end = map->data.mapping.pairs.top;
    if (end - first > RT_YAML_KEYS) {
        error_at(d, file, map->start_mark, "more than 1000 keys in one mapping");
        return;
    }
    for (const yaml_node_pair_t *p = first; p < end; p++) {
        const yaml_node_t *key = yaml_document_get_node(doc, p->key);
        if (key->type != YAML_SCALAR_NODE) {
            error_at(d, file, key->start_mark, "expected a key, found a list or a mapping");
            continue;
        }
        for (const yaml_node_pair_t *q = first; q < p; q++) {
            const yaml_node_t *before = yaml_document_get_node(doc, q->key);
            if (before->type != YAML_SCALAR_NODE || strcmp(rt_yaml_text(before), rt_yaml_text(key)) != 0) continue;
            rt_diag_error(d, file, rt_yaml_line(key), rt_yaml_column(key), "key '%.80s' is already in line %d",
                          rt_yaml_text(key), rt_yaml_line(before));
            break;
        }
    }
}

rt_status rt_yaml_load(const char *file, size_t limit, yaml_document_t *doc, rt_diag *d) {
    size_t size = 0;
    int errors = d->errors;
    char *text = rt_read_text(file, limit, &size, d);
    if (!text) return RT_ERR_FILE;
    yaml_parser_t parser;
    if (check_events(file, text, size, d)) {
        if (!yaml_parser_initialize(&parser)) {
            rt_diag_error(d, file, 0, 0, "no memory to read it");
        } else {
            yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
            if (!yaml_parser_load(&parser, doc))
                report_parser_error(d, file, &parser);
            else
                for (yaml_node_t *n = doc->nodes.start; n < doc->nodes.top; n++)
                    if (n->type == YAML_MAPPING_NODE) check_mapping(file, doc, n, d);
            if (d->errors > errors) yaml_document_delete(doc);
            yaml_parser_delete(&parser);
        }
    }
    free(text);
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}

const char *rt_yaml_describe(const yaml_node_t *n, char *buffer, size_t size) {
    if (n->type == YAML_SEQUENCE_NODE) return "a list";
    if (n->type == YAML_MAPPING_NODE) return "a mapping";
    if (!*rt_yaml_text(n)) return "nothing";
    snprintf(buffer, size, "'%.80s'", rt_yaml_text(n));
    return buffer;
}

enum { WORD = 96 };

// Levenshtein distance (Wagner and Fischer 1974) of two words of fewer than WORD bytes.
static int distance(const char *a, const char *b) {
    int row[WORD];
    int nb = (int)strlen(b);
    for (int j = 0; j <= nb; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            int least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = replaced < least ? replaced : least;
        }
    }
    return row[nb];
}

const char *rt_find_nearest(const char *word, const char *const *choice, int n) {
    const char *best = NULL;
    int length = (int)strlen(word), least = length / 3 + 2; // from this distance on it is another word
    if (length >= WORD) return NULL;
    for (int i = 0; i < n; i++) {
        if (!choice[i] || strlen(choice[i]) >= WORD) continue;
        int k = distance(word, choice[i]);
        if (k < least && 2 * k <= length) { // half of the word must match
            least = k;
            best = choice[i];
        }
    }
    return best;
}
