// SPDX-License-Identifier: MIT
// Inside the rt library: a YAML file as a libyaml document, after the checks that every file of ours must pass.
#ifndef HAWSE_RT_CONFIG_YAML_H
#define HAWSE_RT_CONFIG_YAML_H

#include "rt/config/config.h"
#include <yaml.h>

#define RT_YAML_BYTES (1 << 20)    // largest file
#define RT_YAML_WRITTEN (64 << 20) // largest that rt_config_write made of one: each entry of a list has every key in it
#define RT_YAML_DEPTH 32           // deepest nesting
#define RT_YAML_KEYS 1000          // capacity of one mapping

// The whole file, zero-terminated, at most `limit` bytes; NULL with a message when it cannot be had. Free it.
char *rt_read_text(const char *file, size_t limit, size_t *size, rt_diag *d);
// Loads the file's only document, of at most `limit` bytes. Refused, with the position: anchors, aliases, tags, a
// second document, deep nesting, keys that are no plain text or stand twice in a mapping, zero bytes. On RT_OK free it
// with yaml_document_delete.
rt_status rt_yaml_load(const char *file, size_t limit, yaml_document_t *doc, rt_diag *d);
// The scalar's text.
static inline const char *rt_yaml_text(const yaml_node_t *n) { return (const char *)n->data.scalar.value; }
// 1-based position.
static inline int rt_yaml_line(const yaml_node_t *n) { return (int)n->start_mark.line + 1; }
static inline int rt_yaml_column(const yaml_node_t *n) { return (int)n->start_mark.column + 1; }
// "a list", "a mapping" or the quoted text, for messages; in buffer.
const char *rt_yaml_what(const yaml_node_t *n, char *buffer, size_t size);

#endif
