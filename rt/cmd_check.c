// SPDX-License-Identifier: MIT
// Check: what was read, what was repaired, what is wrong.
#include "hw/map.h"
#include "rt/cmd.h"
#include "rt/options.h"
#include "rt/scenario_chain.h"
#include "rt/script.h"
#include "rt/sim.h"
#include <stdio.h>
#include <string.h>

#define MAX_FILES 64

static void print_mesh(const char *path, const contact_mesh *m, const contact_mesh_report *r) {
    printf("%s: %s, %d vertices and %d triangles read\n", path, r->format, r->vertices_read, r->triangles_read);
    printf("  repaired: %d vertices welded, %d degenerate and %d duplicate triangles dropped, %d edges swapped,\n"
           "            %d triangles turned to agree, %d closed parts turned outward\n",
           r->welded, r->degenerate, r->duplicate, r->swapped, r->flipped, r->inside_out);
    printf("  now: %d vertices, %d triangles, %d connected parts, %d open and %d non-manifold edges: %s\n", m->nv,
           m->nt, r->components, r->open_edges, r->non_manifold_edges, m->closed ? "closed" : "not closed");
    printf("  box [%.4g %.4g %.4g] .. [%.4g %.4g %.4g] m", m->lo.x, m->lo.y, m->lo.z, m->hi.x, m->hi.y, m->hi.z);
    if (!m->closed) {
        printf("\n");
        return;
    }
    contact_mass steel = contact_mesh_mass(m, 7850);
    printf(", volume %.6g m³\n  at 7850 kg/m³: mass %.6g kg, centre [%.4f %.4f %.4f] m\n"
           "  inertia about it [%.5g %.5g %.5g; products %.3g %.3g %.3g] kg m²\n",
           r->volume, steel.mass, steel.centre.x, steel.centre.y, steel.centre.z, steel.inertia.m[0][0],
           steel.inertia.m[1][1], steel.inertia.m[2][2], steel.inertia.m[0][1], steel.inertia.m[0][2],
           steel.inertia.m[1][2]);
}

static rt_status check_mesh(const char *path, double scale, bool closed, rt_diag *d) {
    contact_mesh m;
    contact_mesh_report r;
    const contact_mesh_options o = {.scale = scale, .need_closed = closed};
    rt_status status = contact_mesh_load(path, &o, &m, &r, d);
    if (status != RT_OK) return status;
    print_mesh(path, &m, &r);
    contact_mesh_free(&m);
    return RT_OK;
}

static void print_mechanism(const char *path, const scenario *sc) {
    const scenario_model *m = &sc->model;
    printf(
        "%s: mechanism of %d points, %d vectors, %d bodies, %d joints, %d coordinates, %d drivers, %d force elements; "
        "%d columns; step %g ms\n",
        path, m->points.n, m->vectors.n, m->bodies.n, m->joints.n, m->coordinates.n, m->drivers.n, m->forces.n,
        m->records.n, 1e3 * sc->solver.step);
}

static rt_status check_operator(const scenario *sc, rt_diag *d) {
    rt_script script = {0};
    rt_status status = RT_OK, worst = RT_OK;
    if (sc->operator.script[0]) {
        if ((status = rt_script_load(sc->operator.script, &script, d)) != RT_OK)
            worst = status;
        else
            printf("%s: %d rows, %.1f s\n", sc->operator.script, script.n, rt_script_duration(&script));
        rt_script_free(&script);
    }
    if (sc->operator.map[0]) {
        hw_map map;
        if ((status = hw_map_load(sc->operator.map, &map, d)) != RT_OK) worst = status;
    }
    return worst;
}

static rt_status check_scenario(const char *path, bool anywhere, rt_diag *d) {
    scenario sc;
    rt_status status = scenario_load(path, anywhere, &sc, d), worst = status;
    if (status != RT_OK) return status;
    if (sc.model_line) {
        print_mechanism(path, &sc);
        scenario_free(&sc);
        return check_operator(&sc, d);
    }
    if ((status = check_mesh(sc.ship.hull, sc.ship.hull_scale, !sc.ship.hull_open, d)) != RT_OK) worst = status;
    if ((status = check_mesh(sc.anchor.shank, sc.anchor.scale, true, d)) != RT_OK) worst = status;
    if ((status = check_mesh(sc.anchor.head, sc.anchor.scale, true, d)) != RT_OK) worst = status;
    if ((status = check_operator(&sc, d)) != RT_OK) worst = status;
    for (int i = 0; i < sc.chain.special.n; i++) {
        const scenario_special *l = &sc.chain.special.item[i];
        if (l->mesh[0] && (status = check_mesh(l->mesh, l->scale, true, d)) != RT_OK) worst = status;
    }
    tackle_link l = scenario_common_link(&sc);
    printf("%s: %s chain of %.0f mm: link %.3f m, %.2f kg; %.1f kg/m; step %g ms\n", path,
           sc.chain.type == SCENARIO_CHAIN_STUDLESS ? "studless" : "stud-link", 1e3 * l.d, l.pitch, l.mass,
           l.mass / l.pitch, 1e3 * sc.solver.step);
    if (sc.anchor.shank_mass > 0 && sc.anchor.head_mass > 0)
        printf("  anchor: %.0f kg, %.1f %% of it in the head\n", sc.anchor.shank_mass + sc.anchor.head_mass,
               100 * sc.anchor.head_mass / (sc.anchor.shank_mass + sc.anchor.head_mass));
    scenario_free(&sc);
    return worst;
}

static bool is_scenario(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

int cmd_check(int argc, char **argv) {
    static rt_diag d;
    bool schema = false, anywhere = false, help;
    double scale = 1;
    const char *word[MAX_FILES];
    int words;
    const option table[] = {
        {"--schema", NULL, OPTION_FLAG, &schema,
         "print every key of a scenario and of a device map: unit, range, default, meaning"},
        {"--scale", "F", OPTION_NUMBER, &scale,
         "factor on the coordinates of the meshes named (0.001 for millimetres)"},
        {"--anywhere", NULL, OPTION_FLAG, &anywhere, "let the scenario's paths leave its configuration folder"},
    };
    if (!options_parse(argc, argv, table, 3, word, MAX_FILES, &words, &help, &d)) return cmd_fail(&d, RT_ERR_USAGE);
    if (help || (words == 0 && !schema)) {
        fprintf(help ? stdout : stderr, "usage: hawse check SCENARIO|MESH... | --schema\n");
        options_print(help ? stdout : stderr, table, 3);
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    if (schema) {
        scenario_print_schema(stdout);
        printf("\ndevice maps (operator.map):\n");
        hw_map_print_schema(stdout);
    }
    rt_status worst = RT_OK;
    for (int k = 0; k < words; k++) {
        rt_status status =
            is_scenario(word[k]) ? check_scenario(word[k], anywhere, &d) : check_mesh(word[k], scale, false, &d);
        if (status != RT_OK) worst = status;
    }
    fflush(stdout);
    fputs(d.text, stderr);
    return worst == RT_OK ? EXIT_DONE : cmd_fail(&(rt_diag){0}, worst);
}
