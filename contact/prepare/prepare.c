// SPDX-License-Identifier: MIT
#include "contact/prepare/prepare.h"
#include "contact/prepare/cache.h"
#include "contact/prepare/clean.h"

#include <string.h>

static rt_status find_self_intersections(contact_prepared *p) {
    mesh_self_cuts cuts = {0};
    rt_status status = mesh_find_self_cuts(&p->mesh, &p->tree, &cuts);
    if (status != RT_OK) return status;
    p->report.self_intersections = cuts.count;
    p->report.self_search_complete = cuts.complete;
    if (cuts.count > 0) p->report.self_at = cuts.at;
    return RT_OK;
}

// Makes everything from the file's bytes; *key (if not NULL) becomes their key.
static rt_status make_from_file(const char *path, const contact_mesh_options *o, contact_prepared *p, mesh_key *key,
                                rt_diag *d) {
    mesh_source source;
    rt_status status = mesh_source_open(path, &source, d);
    if (status != RT_OK) return status;
    if (key) *key = mesh_key_of_data(path, o, source.data, source.size);
    status = mesh_make_from_source(&source, o, &p->mesh, &p->report);
    if (status != RT_OK) return status;
    status = contact_bvh_build(&p->mesh, &p->tree);
    if (status == RT_OK) status = find_self_intersections(p);
    if (status != RT_OK) rt_diag_error(d, path, 0, 0, "no memory for the tree of %d triangles", p->mesh.nt);
    return status;
}

static rt_status prepare_with_cache(const char *path, const contact_mesh_options *o, contact_prepared *p, rt_diag *d) {
    static const contact_cache_state after[] = {[RT_OK] = CONTACT_CACHE_READ,
                                                [RT_ERR_FILE] = CONTACT_CACHE_WRITTEN,
                                                [RT_ERR_MEMORY] = CONTACT_CACHE_WRITTEN,
                                                [RT_ERR_USAGE] = CONTACT_CACHE_STALE,
                                                [RT_ERR_FORMAT] = CONTACT_CACHE_DAMAGED};
    mesh_key key;
    rt_status status = mesh_key_of_file(path, o, &key) ? mesh_cache_read(path, &key, p) : RT_ERR_FILE;
    p->cache = after[status];
    if (status != RT_OK) {
        status = make_from_file(path, o, p, &key, d);
        if (status == RT_OK) p->error = mesh_cache_write(path, &key, p);
        if (p->error) p->cache = CONTACT_CACHE_FAILED;
    }
    return status;
}

rt_status contact_prepare(const char *path, const contact_mesh_options *o, contact_cache_use use, contact_prepared *p,
                          rt_diag *d) {
    const contact_mesh_options usual = {.scale = 1};
    if (!o) o = &usual;
    memset(p, 0, sizeof *p);
    rt_status status = mesh_check_arguments(path, o, d);
    if (status == RT_OK)
        status = use == CONTACT_CACHE_ON ? prepare_with_cache(path, o, p, d) : make_from_file(path, o, p, NULL, d);
    if (status == RT_OK) status = mesh_report_write(path, &p->report, p->mesh.closed, o->need_closed, d);
    if (status != RT_OK) contact_prepared_free(p);
    return status;
}
