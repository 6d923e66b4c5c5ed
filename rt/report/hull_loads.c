// SPDX-License-Identifier: MIT
#include "rt/report/hull_loads.h"
#include "contact/set/hull_loads.h"
#include "rt/file/outputs.h"
#include "rt/recording/csv.h"
#include <stdlib.h>
#include <string.h>

struct hull_loads {
    contact_hull_loads loads;
    double step; // [s]
    csv *table;
    rt_whole_file mesh;
};

static const sim_column column[] = {
    {"triangle", "1"},      {"x", "m"},         {"y", "m"},         {"z", "m"},     {"area", "m^2"},
    {"peak_force", "N"},    {"peak_time", "s"}, {"impulse", "N s"}, {"count", "1"}, {"loaded", "s"},
    {"peak_pressure", "Pa"}};
enum { COLUMNS = sizeof column / sizeof column[0], FIRST_CELL = 5 }; // from FIRST_CELL on also values of the mesh

static char *join(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end) + 1;
    char *text = malloc(n + m);
    if (!text) return NULL;
    memcpy(text, name, n);
    memcpy(text + n, end, m);
    return text;
}

bool hull_loads_reserve(const char *name, rt_diag *d) {
    char *table = join(name, ".csv"), *mesh = join(name, ".vtp");
    bool free_names = table && mesh && rt_outputs_add("--loads NAME.csv", table, false, d) &&
                      rt_outputs_add("--loads NAME.vtp", mesh, false, d);
    if (!table || !mesh) rt_diag_error(d, name, 0, 0, "--loads: no memory for the names");
    free(table), free(mesh);
    return free_names;
}

static void free_all(hull_loads *h) {
    contact_hull_loads_free(&h->loads);
    free(h);
}

static bool open_files(hull_loads *h, const char *table, const char *mesh, rt_diag *d) {
    h->table = csv_open_table(table, column, COLUMNS, d);
    if (!h->table) return false;
    if (rt_whole_open(&h->mesh, mesh, d) == RT_OK) return true;
    csv_abandon(h->table);
    return false;
}

hull_loads *hull_loads_open(const char *name, const sim *s, rt_diag *d) {
    const deck *ship = deck_of(s);
    hull_loads *h = calloc(1, sizeof *h);
    char *table = join(name, ".csv"), *mesh = join(name, ".vtp");
    bool room = h && table && mesh && contact_hull_loads_create(&h->loads, &ship->hull.mesh, &ship->hull.tree) == RT_OK;
    if (!room) rt_diag_error(d, name, 0, 0, "no memory for the loads of %d triangles", ship->hull.mesh.nt);
    if (room) h->step = s->model.h;
    if (h && (!room || !open_files(h, table, mesh, d))) {
        free_all(h);
        h = NULL;
    }
    free(table), free(mesh);
    return h;
}

void hull_loads_add(hull_loads *h, const sim *s) { deck_add_hull_loads(deck_of(s), &h->loads); }

static void row_of(const hull_loads *h, int tri, double row[COLUMNS]) {
    const contact_mesh *m = h->loads.hull;
    const contact_triangle_load *t = &h->loads.triangle[tri];
    const int *v = m->tri[tri].v;
    vec3 middle = vec3_scale(1.0 / 3, vec3_add(m->vertex[v[0]], vec3_add(m->vertex[v[1]], m->vertex[v[2]])));
    const double value[COLUMNS] = {tri,
                                   middle.x,
                                   middle.y,
                                   middle.z,
                                   m->area[tri],
                                   t->peak_force,
                                   t->peak_time,
                                   t->impulse,
                                   (double)t->count,
                                   (double)t->steps * h->step,
                                   t->peak_pressure};
    memcpy(row, value, sizeof value);
}

static void write_table(const hull_loads *h) {
    double row[COLUMNS];
    for (int t = 0; t < h->loads.hull->nt; t++) {
        if (h->loads.triangle[t].steps == 0) continue;
        row_of(h, t, row);
        csv_write_values(h->table, row);
    }
}

static void begin_array(FILE *f, const char *type, const char *name, int components) {
    fprintf(f, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"ascii\">\n", type, name,
            components);
}

static void end_array(FILE *f) { fputs("</DataArray>\n", f); }

static void write_cells(FILE *f, const hull_loads *h) {
    double row[COLUMNS];
    fprintf(f, "<CellData Scalars=\"%s\">\n", column[FIRST_CELL].name);
    for (int k = FIRST_CELL; k < COLUMNS; k++) {
        begin_array(f, "Float64", column[k].name, 1);
        for (int t = 0; t < h->loads.hull->nt; t++) {
            row_of(h, t, row);
            fprintf(f, "%.9g\n", row[k]);
        }
        end_array(f);
    }
    fputs("</CellData>\n", f);
}

// VTK file formats, §"XML PolyData": the sections of a piece in this order.
static void write_mesh(FILE *f, const hull_loads *h) {
    const contact_mesh *m = h->loads.hull;
    fprintf(f,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
            "<PolyData>\n<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
            "NumberOfPolys=\"%d\">\n",
            m->nv, m->nt);
    write_cells(f, h);
    fputs("<Points>\n", f);
    begin_array(f, "Float64", "Points", 3);
    for (int v = 0; v < m->nv; v++) fprintf(f, "%.9g %.9g %.9g\n", m->vertex[v].x, m->vertex[v].y, m->vertex[v].z);
    end_array(f);
    fputs("</Points>\n<Polys>\n", f);
    begin_array(f, "Int32", "connectivity", 1);
    for (int t = 0; t < m->nt; t++) fprintf(f, "%d %d %d\n", m->tri[t].v[0], m->tri[t].v[1], m->tri[t].v[2]);
    end_array(f);
    begin_array(f, "Int32", "offsets", 1);
    for (int t = 0; t < m->nt; t++) fprintf(f, "%d\n", 3 * (t + 1));
    end_array(f);
    fputs("</Polys>\n</Piece>\n</PolyData>\n</VTKFile>\n", f);
}

rt_status hull_loads_close(hull_loads *h, rt_diag *d) {
    if (!h) return RT_OK;
    write_table(h);
    write_mesh(h->mesh.file, h);
    rt_whole_record_error(&h->mesh);
    rt_status table = csv_close(h->table, d), mesh = rt_whole_close(&h->mesh, d);
    free_all(h);
    return table != RT_OK ? table : mesh;
}

void hull_loads_abandon(hull_loads *h) {
    if (!h) return;
    csv_abandon(h->table);
    rt_whole_abandon(&h->mesh);
    free_all(h);
}
