// SPDX-License-Identifier: MIT
#include "contact/prepare/clean.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DEFAULT_WELD 1e-9 // share of the bounding box's diagonal
#define LEAST_WELD 1e-15  // share of the diagonal; below it only equal points weld
// Share of the diagonal. The normal of a triangle of less height is not reliable: coordinates have rounding errors of
// 1e-16 of the box.
#define LEAST_HEIGHT 1e-12
#define LEAST_SIZE 1e-50 // [m] like MESH_MAX_COORDINATE: keeps products of lengths clear of underflow

static void find_bounds(const vec3 *v, int n, vec3 *lo, vec3 *hi) {
    *lo = *hi = v[0];
    for (int i = 1; i < n; i++) *lo = vec3_min(*lo, v[i]), *hi = vec3_max(*hi, v[i]);
}

static rt_status check_options(const char *name, const contact_mesh_options *o, rt_diag *d) {
    if (!(o->scale > 0 && o->scale <= 1e9)) {
        rt_diag_error(d, name, 0, 0, "expected a scale above 0 and up to 1e9, found %g", o->scale);
        return RT_ERR_USAGE;
    }
    if (!(o->weld >= 0 && o->weld <= MESH_MAX_COORDINATE)) {
        rt_diag_error(d, name, 0, 0, "expected a finite welding distance of 0 or more, found %g", o->weld);
        return RT_ERR_USAGE;
    }
    return RT_OK;
}

// Sets tiny coordinates (rounding residues) to 0: the exact predicates multiply three differences of coordinates.
static vec3 flush_tiny(vec3 v) {
    const double least = MESH_LEAST_COORDINATE;
    return vec3_make(fabs(v.x) < least ? 0 : v.x, fabs(v.y) < least ? 0 : v.y, fabs(v.z) < least ? 0 : v.z);
}

// Scales, welds, drops degenerate and duplicate triangles.
static rt_status clean_soup(const char *name, mesh_soup *soup, const contact_mesh_options *o,
                            contact_mesh_report *report, rt_diag *d) {
    vec3 lo, hi;
    report->vertices_read = soup->nv;
    report->triangles_read = soup->nt;
    if (soup->nt == 0) {
        rt_diag_error(d, name, 0, 0, "the mesh has no triangles (%d vertices)", soup->nv);
        return RT_ERR_FORMAT;
    }
    rt_status status = mesh_drop_unused(soup); // first: an unused vertex must not determine the size
    if (status != RT_OK) return status;
    for (int i = 0; i < soup->nv; i++) soup->v[i] = vec3_scale(o->scale, soup->v[i]);
    find_bounds(soup->v, soup->nv, &lo, &hi);
    double size = vec3_norm(vec3_sub(hi, lo));
    if (size > 0 && size < LEAST_SIZE) {
        rt_diag_error(d, name, 0, 0, "expected a mesh of %g m or more across, found %g m", LEAST_SIZE, size);
        return RT_ERR_FORMAT;
    }
    for (int i = 0; i < soup->nv; i++) soup->v[i] = flush_tiny(soup->v[i]);
    if (size > 0) {
        status = mesh_weld(soup, o->weld > 0 ? fmax(o->weld, LEAST_WELD * size) : DEFAULT_WELD * size, report);
        if (status == RT_OK) status = mesh_swap_lines(soup, LEAST_HEIGHT * size, report);
        if (status == RT_OK) status = mesh_drop_triangles(soup, LEAST_HEIGHT * size, report);
        if (status == RT_OK) status = mesh_drop_unused(soup);
    }
    if (size > 0 && soup->nt > 0) return status;
    rt_diag_error(d, name, 0, 0,
                  "all %d triangles are degenerate (welding distance %g m, mesh size %g m): check scale and weld",
                  report->triangles_read, o->weld > 0 ? o->weld : DEFAULT_WELD * size, size);
    return RT_ERR_FORMAT;
}

rt_status mesh_allocate(contact_mesh *mesh, int nv, int nt) {
    size_t v = (size_t)nv, t = (size_t)nt;
    mesh->nv = nv;
    mesh->nt = nt;
    mesh->vertex = malloc(v * sizeof *mesh->vertex);
    mesh->tri = malloc(t * sizeof *mesh->tri);
    mesh->normal = malloc(t * sizeof *mesh->normal);
    mesh->area = malloc(t * sizeof *mesh->area);
    mesh->vertex_tri_start = calloc(v + 1, sizeof *mesh->vertex_tri_start);
    mesh->vertex_tri = malloc(3 * t * sizeof *mesh->vertex_tri);
    bool got = mesh->vertex && mesh->tri && mesh->normal && mesh->area && mesh->vertex_tri_start && mesh->vertex_tri;
    return got ? RT_OK : RT_ERR_MEMORY;
}

// Fills the triangles around each vertex, in rising order.
static void fill_vertex_triangles(contact_mesh *mesh) {
    int *start = mesh->vertex_tri_start;
    for (int i = 0; i < mesh->nt; i++)
        for (int k = 0; k < 3; k++) start[mesh->tri[i].v[k] + 1]++;
    for (int i = 0; i < mesh->nv; i++) start[i + 1] += start[i];
    for (int i = 0; i < mesh->nt; i++)
        for (int k = 0; k < 3; k++) mesh->vertex_tri[start[mesh->tri[i].v[k]]++] = i;
    // Filling moved each start to the next one's position; move them back.
    for (int i = mesh->nv; i > 0; i--) start[i] = start[i - 1];
    start[0] = 0;
}

bool mesh_measure(contact_mesh *mesh, contact_mesh_report *report) {
    bool all_have_area = true;
    find_bounds(mesh->vertex, mesh->nv, &mesh->lo, &mesh->hi);
    vec3 middle = vec3_scale(0.5, vec3_add(mesh->lo, mesh->hi));
    report->volume = 0;
    for (int i = 0; i < mesh->nt; i++) {
        const int *v = mesh->tri[i].v;
        vec3 a = mesh->vertex[v[0]], b = mesh->vertex[v[1]], c = mesh->vertex[v[2]];
        vec3 n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
        double twice = vec3_norm(n);
        all_have_area &= twice > 0 && isfinite(twice);
        mesh->normal[i] = vec3_scale(1 / twice, n);
        mesh->area[i] = 0.5 * twice;
        report->volume += vec3_dot(vec3_sub(a, middle), n) / 6; // tetrahedron with its apex at the box centre
    }
    fill_vertex_triangles(mesh);
    return all_have_area;
}

static rt_status connect_and_orient(contact_mesh *mesh, contact_mesh_report *report) {
    rt_status status = mesh_connect(mesh, report);
    if (status == RT_OK) status = mesh_orient(mesh, report);
    return status == RT_OK ? mesh_count_components(mesh, &report->components) : status;
}

static rt_status make_from_soup(const char *name, mesh_soup *soup, const contact_mesh_options *o, contact_mesh *mesh,
                                contact_mesh_report *report, rt_diag *d) {
    rt_status status = clean_soup(name, soup, o, report, d);
    if (status == RT_OK) status = mesh_allocate(mesh, soup->nv, soup->nt);
    if (status == RT_OK) {
        memcpy(mesh->vertex, soup->v, (size_t)soup->nv * sizeof *soup->v);
        for (int i = 0; i < soup->nt; i++) memcpy(mesh->tri[i].v, soup->t + 3 * (size_t)i, 3 * sizeof *soup->t);
        status = connect_and_orient(mesh, report);
    }
    if (status == RT_OK) mesh_measure(mesh, report);
    if (status == RT_ERR_MEMORY) rt_diag_error(d, name, 0, 0, "no memory for a mesh of %d triangles", soup->nt);
    if (status != RT_OK) contact_mesh_free(mesh);
    return status;
}

static const contact_mesh_options default_options = {.scale = 1};

typedef rt_status (*reader)(const mesh_source *s, mesh_soup *soup, contact_mesh_report *report);

static reader reader_for(const char *path) {
    static const struct {
        const char *extension;
        reader read;
    } readers[] = {{".obj", mesh_read_obj}, {".stl", mesh_read_stl}, {".ply", mesh_read_ply}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof readers / sizeof *readers; i++)
        if (strcasecmp(dot, readers[i].extension) == 0) return readers[i].read;
    return NULL;
}

rt_status mesh_check_arguments(const char *path, const contact_mesh_options *o, rt_diag *d) {
    if (reader_for(path)) return check_options(path, o, d);
    rt_diag_error(d, path, 0, 0, "expected a mesh named .obj, .stl or .ply");
    return RT_ERR_USAGE;
}

rt_status mesh_make_from_source(mesh_source *s, const contact_mesh_options *o, contact_mesh *mesh,
                                contact_mesh_report *report) {
    mesh_soup soup = {0};
    memset(report, 0, sizeof *report);
    report->self_intersections = -1;
    rt_status status = reader_for(s->path)(s, &soup, report);
    mesh_source_close(s);
    if (status == RT_OK) status = make_from_soup(s->path, &soup, o, mesh, report, s->d);
    mesh_soup_free(&soup);
    return status;
}

rt_status contact_mesh_load(const char *path, const contact_mesh_options *o, contact_mesh *mesh,
                            contact_mesh_report *report, rt_diag *d) {
    contact_mesh_report unwanted;
    if (!report) report = &unwanted;
    if (!o) o = &default_options;
    *mesh = (contact_mesh){0};
    memset(report, 0, sizeof *report);
    mesh_source source;
    rt_status status = mesh_check_arguments(path, o, d);
    if (status == RT_OK) status = mesh_source_open(path, &source, d);
    if (status == RT_OK) status = mesh_make_from_source(&source, o, mesh, report);
    if (status == RT_OK) status = mesh_report_write(path, report, mesh->closed, o->need_closed, d);
    if (status != RT_OK) contact_mesh_free(mesh);
    return status;
}

rt_status contact_mesh_make(const char *name, const vec3 *v, int nv, const int *t, int nt,
                            const contact_mesh_options *o, contact_mesh *mesh, contact_mesh_report *report,
                            rt_diag *d) {
    contact_mesh_report unwanted;
    if (!report) report = &unwanted;
    if (!o) o = &default_options;
    *mesh = (contact_mesh){0};
    memset(report, 0, sizeof *report);
    strcpy(report->format, "memory");
    report->self_intersections = -1;
    mesh_source source = {.path = name, .d = d};
    mesh_soup soup = {0};
    rt_status status = check_options(name, o, d);
    if (status == RT_OK) status = mesh_soup_reserve(&source, &soup, nv, nt);
    for (int i = 0; status == RT_OK && i < nv; i++) status = mesh_soup_vertex(&source, &soup, v[i], 0);
    for (int i = 0; status == RT_OK && i < nt; i++) {
        const int *c = t + 3 * (size_t)i;
        if (c[0] >= 0 && c[0] < nv && c[1] >= 0 && c[1] < nv && c[2] >= 0 && c[2] < nv) {
            status = mesh_soup_triangle(&source, &soup, c[0], c[1], c[2]);
        } else {
            rt_diag_error(d, name, 0, 0, "triangle %d: found vertices %d %d %d, expected indices from 0 to below %d", i,
                          c[0], c[1], c[2], nv);
            status = RT_ERR_FORMAT;
        }
    }
    if (status == RT_OK) status = make_from_soup(name, &soup, o, mesh, report, d);
    if (status == RT_OK) status = mesh_report_write(name, report, mesh->closed, o->need_closed, d);
    if (status != RT_OK) contact_mesh_free(mesh);
    mesh_soup_free(&soup);
    return status;
}
