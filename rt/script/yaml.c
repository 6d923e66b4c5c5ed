// SPDX-License-Identifier: MIT
#include "rt/config/yaml.h"
#include "rt/script/read.h"

static void read_value(double *row, bool *set, const yaml_node_t *key, const yaml_node_t *value, const char *file,
                       rt_diag *d) {
    char why[SCRIPT_WHY], what[128];
    int column = rt_script_column_find(rt_yaml_text(key));
    if (column < 0) {
        const char *near = rt_script_column_nearest(rt_yaml_text(key));
        rt_diag_error(d, file, rt_yaml_line(key), rt_yaml_column(key), "unknown key '%.80s'%s%s%s", rt_yaml_text(key),
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        return;
    }
    set[column] = true;
    if (value->type != YAML_SCALAR_NODE)
        rt_diag_error(d, file, rt_yaml_line(value), rt_yaml_column(value), "%s: expected one value, found %s",
                      rt_script_column_name(column), rt_yaml_describe(value, what, sizeof what));
    else if (!rt_script_set_value(row, column, rt_yaml_text(value), NULL, why))
        rt_diag_error(d, file, rt_yaml_line(value), rt_yaml_column(value), "%s: %s", rt_script_column_name(column),
                      why);
}

static void read_row(yaml_document_t *doc, const yaml_node_t *map, rt_script *s, const char *file, rt_diag *d) {
    double row[RT_SCRIPT_COLUMNS];
    bool set[RT_SCRIPT_COLUMNS] = {false};
    int errors = d->errors, line = rt_yaml_line(map);
    if (map->type != YAML_MAPPING_NODE) {
        rt_diag_error(d, file, line, rt_yaml_column(map), "expected {t: .., lever: .., brake: .., clutch: ..}");
        return;
    }
    rt_script_row_clear(row);
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++)
        read_value(row, set, yaml_document_get_node(doc, p->key), yaml_document_get_node(doc, p->value), file, d);
    for (int i = 0; i < RT_SCRIPT_COLUMNS; i++)
        if (rt_script_column_required(i) && !set[i])
            rt_diag_error(d, file, line, rt_yaml_column(map), "key '%s' is missing", rt_script_column_name(i));
    if (d->errors == errors) rt_script_append(s, row, file, line, d);
}

rt_status rt_script_read_yaml(const char *file, rt_script *s, rt_diag *d) {
    yaml_document_t doc;
    int errors = d->errors;
    rt_status status = rt_yaml_load(file, RT_YAML_BYTES, &doc, d);
    if (status != RT_OK) return status;
    const yaml_node_t *top = yaml_document_get_root_node(&doc);
    if (top && top->type != YAML_SEQUENCE_NODE)
        rt_diag_error(d, file, rt_yaml_line(top), rt_yaml_column(top), "expected a list of rows");
    else if (top)
        for (yaml_node_item_t *i = top->data.sequence.items.start; i < top->data.sequence.items.top; i++)
            read_row(&doc, yaml_document_get_node(&doc, *i), s, file, d);
    yaml_document_delete(&doc);
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}
