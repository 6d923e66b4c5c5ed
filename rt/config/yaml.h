// SPDX-License-Identifier: MIT
// Loads a YAML file as a libyaml document, with the checks for every file of hawse; internal to the library.
#ifndef HAWSE_RT_CONFIG_YAML_H
#define HAWSE_RT_CONFIG_YAML_H

#include "rt/config/config.h"
#include <yaml.h>

#define RT_YAML_BYTES (1 << 20)    // largest file
#define RT_YAML_WRITTEN (64 << 20) // largest file of rt_config_write, which writes every key of every list entry
#define RT_YAML_DEPTH 32           // deepest nesting
#define RT_YAML_KEYS 1000          // capacity of one mapping

// Reads the whole file, zero-terminated, at most `limit` bytes. NULL with a message on failure. Free the result.
char *rt_read_text(const char *file, size_t limit, size_t *size, rt_diag *d);
// Loads the file's only document, of at most `limit` bytes. Refused, with the position: anchors, aliases, tags, a
// second document, deep nesting, keys other than plain text, duplicate keys, zero bytes. On RT_OK free the document
// with yaml_document_delete.
rt_status rt_yaml_load(const char *file, size_t limit, yaml_document_t *doc, rt_diag *d);
// The scalar's text.
static inline const char *rt_yaml_text(const yaml_node_t *n) { return (const char *)n->data.scalar.value; }
// 1-based position.
static inline int rt_yaml_line(const yaml_node_t *n) { return (int)n->start_mark.line + 1; }
static inline int rt_yaml_column(const yaml_node_t *n) { return (int)n->start_mark.column + 1; }
// "a list", "a mapping" or the quoted text, for messages; in buffer.
const char *rt_yaml_describe(const yaml_node_t *n, char *buffer, size_t size);

#endif
