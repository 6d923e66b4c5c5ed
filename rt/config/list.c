// SPDX-License-Identifier: MIT
// Frees the lists of a target structure; finds the sections of a file.
#include "rt/config/value.h"
#include "rt/config/yaml.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_allocated(const rt_key *k) { return k->kind == RT_KEY_NAMES || k->kind == RT_KEY_LIST; }

void rt_config_clear(const rt_key *keys, int n, void *out) {
    const rt_items none = {NULL, 0};
    for (int i = 0; i < n; i++)
        if (is_allocated(&keys[i])) memcpy((char *)out + keys[i].offset, &none, sizeof none);
}

void rt_config_free(const rt_key *keys, int n, void *out) {
    for (int i = 0; i < n; i++) {
        rt_items items;
        if (!is_allocated(&keys[i])) continue;
        memcpy(&items, (char *)out + keys[i].offset, sizeof items);
        const rt_list *l = keys[i].kind == RT_KEY_LIST ? keys[i].of : NULL;
        for (int k = 0; l && k < items.n; k++) rt_config_free(l->keys, l->n, (char *)items.item + (size_t)k * l->size);
        free(items.item);
    }
    rt_config_clear(keys, n, out);
}

bool rt_config_is_given(const rt_list *list, const void *item, const char *key) {
    const rt_item *head = item;
    int k = 0;
    while (k < list->n && strcmp(list->keys[k].path, key) != 0) k++;
    assert(k < list->n);
    return head->given >> k & 1;
}

rt_status rt_config_find_sections(const char *file, bool written, const char *const *key, int n, int *line,
                                  rt_diag *d) {
    yaml_document_t doc;
    memset(line, 0, (size_t)n * sizeof *line);
    rt_status status = rt_yaml_load(file, written ? RT_YAML_WRITTEN : RT_YAML_BYTES, &doc, d);
    if (status != RT_OK) return status;
    const yaml_node_t *top = yaml_document_get_root_node(&doc);
    bool mapping = top && top->type == YAML_MAPPING_NODE;
    for (const yaml_node_pair_t *p = mapping ? top->data.mapping.pairs.start : NULL;
         mapping && p < top->data.mapping.pairs.top; p++) {
        const yaml_node_t *name = yaml_document_get_node(&doc, p->key);
        for (int i = 0; i < n; i++)
            if (strcmp(rt_yaml_text(name), key[i]) == 0) line[i] = rt_yaml_line(name);
    }
    yaml_document_delete(&doc);
    return RT_OK;
}
