// SPDX-License-Identifier: MIT
// hawse check: reads scenarios and meshes and lists their contents, repairs and faults.
#include "contact/prepare/load.h"
#include "hw/map/map.h"
#include "rt/app/cmd.h"
#include "rt/base/plain.h"
#include "rt/check/chain.h"
#include "rt/check/draw.h"
#include "rt/check/exercise.h"
#include "rt/deck/design.h"
#include "rt/file/options.h"
#include "rt/recording/recording.h"
#include "rt/scenario/rules.h"
#include "rt/script/script.h"
#include "rt/sim/sim.h"
#include "rt/train/exercise.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_FILES 64
#define SHOWN (4 * RT_CONFIG_TEXT) // room for a path with every byte escaped

static void print_repairs(const contact_mesh_report *r) {
    const struct {
        int n;
        const char *what;
    } repair[] = {{r->welded, "vertices welded"},
                  {r->degenerate, "degenerate triangles dropped"},
                  {r->duplicate, "duplicate triangles dropped"},
                  {r->swapped, "edges swapped"},
                  {r->flipped, "triangles flipped to match their neighbours"},
                  {r->inside_out, "closed parts turned outward"}};
    const char *before = "  repaired: ";
    for (size_t i = 0; i < sizeof repair / sizeof *repair; i++) {
        if (repair[i].n == 0) continue;
        printf("%s%d %s", before, repair[i].n, repair[i].what);
        before = ", ";
    }
    printf(before[0] == ',' ? "\n" : "  repaired: nothing\n");
}

static void print_surface(const contact_mesh *m, const contact_mesh_report *r) {
    const char *closed = m->closed ? "closed" : r->one_sided ? "not closed, one-sided" : "not closed";
    printf("  now: %d vertices, %d triangles in %d connected %s; %s (%d open and %d non-manifold edges)\n", m->nv,
           m->nt, r->components, r->components == 1 ? "part" : "parts", closed, r->open_edges, r->non_manifold_edges);
    if (r->self_intersections == 0)
        printf("  self intersections: none%s", r->self_search_complete ? "" : " found; the search is incomplete");
    else
        printf("  self intersections: %s%d pairs of triangles, one at [%.6g %.6g %.6g] m",
               r->self_search_complete ? "" : "at least ", r->self_intersections, r->self_at.x, r->self_at.y,
               r->self_at.z);
    printf("\n  box [%.4g %.4g %.4g] .. [%.4g %.4g %.4g] m", m->lo.x, m->lo.y, m->lo.z, m->hi.x, m->hi.y, m->hi.z);
    if (m->closed) printf(", volume %.6g m³", r->volume);
    printf("\n");
}

static void print_mass(const contact_mesh *m) {
    contact_mass steel = contact_mesh_mass(m, 7850);
    printf("  at 7850 kg/m³: mass %.6g kg, centre [%.4f %.4f %.4f] m\n"
           "  inertia about it [%.5g %.5g %.5g; products %.3g %.3g %.3g] kg m²\n",
           steel.mass, steel.centre.x, steel.centre.y, steel.centre.z, steel.inertia.m[0][0], steel.inertia.m[1][1],
           steel.inertia.m[2][2], steel.inertia.m[0][1], steel.inertia.m[0][2], steel.inertia.m[1][2]);
}

static void print_cache(const char *path, const contact_prepared *p) {
    static const char *const became[] = {
        [CONTACT_CACHE_UNUSED] = "off (HAWSE_MESH_CACHE)",
        [CONTACT_CACHE_READ] = "read",
        [CONTACT_CACHE_WRITTEN] = "written",
        [CONTACT_CACHE_STALE] = "rewritten: it belonged to another file, other options or another version of hawse",
        [CONTACT_CACHE_DAMAGED] = "rewritten: it was damaged",
        [CONTACT_CACHE_FAILED] = "cannot be written",
    };
    if (p->cache == CONTACT_CACHE_UNUSED) {
        printf("  cache: %s\n", became[p->cache]);
        return;
    }
    char shown[SHOWN];
    printf("  cache: %s%s, %s%s%s\n", rt_plain(shown, sizeof shown, path), CONTACT_CACHE_SUFFIX, became[p->cache],
           p->error ? ": " : "", p->error ? strerror(p->error) : "");
}

static void print_mesh(const char *path, const contact_prepared *p) {
    char shown[SHOWN], format[64];
    printf("%s: %s, %d vertices and %d triangles read\n", rt_plain(shown, sizeof shown, path),
           rt_plain(format, sizeof format, p->report.format), p->report.vertices_read, p->report.triangles_read);
    print_repairs(&p->report);
    print_surface(&p->mesh, &p->report);
    if (p->mesh.closed) print_mass(&p->mesh);
    print_cache(path, p);
}

static rt_status check_mesh(const char *path, double scale, rt_diag *d) {
    contact_prepared p;
    const contact_mesh_options o = {.scale = scale};
    rt_status status = contact_prepare(path, &o, sim_mesh_cache(), &p, d);
    if (status != RT_OK) return status;
    print_mesh(path, &p);
    contact_prepared_free(&p);
    return RT_OK;
}

static void print_mechanism(const char *path, const scenario *sc) {
    const scenario_model *m = &sc->model;
    char shown[SHOWN];
    printf(
        "%s: mechanism of %d points, %d vectors, %d bodies, %d joints, %d coordinates, %d drivers, %d force elements, "
        "%d shapes, %d contacts; %d columns; step %g ms\n",
        rt_plain(shown, sizeof shown, path), m->points.n, m->vectors.n, m->bodies.n, m->joints.n, m->coordinates.n,
        m->drivers.n, m->forces.n, m->shapes.n, m->contacts.n, m->records.n, 1e3 * sc->solver.step);
}

// Prints the library of user laws that a contact names, without loading it: loading runs its code.
static rt_status check_laws(const scenario *sc, const char *library, int line, const char *who, rt_diag *d) {
    char hash[20];
    if (!*library) return RT_OK;
    if (!recording_file_hash(library, hash)) {
        rt_diag_error(d, sc->path, line, 0, "%s: the law_library %s cannot be read", who, library);
        return RT_ERR_FILE;
    }
    char shown[SHOWN];
    printf("  %s: laws of %s, hash %s; not loaded: a run needs --allow-law\n", who,
           rt_plain(shown, sizeof shown, library), hash);
    return RT_OK;
}

static rt_status check_materials(const scenario *sc, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < sc->model.materials.n; i++) {
        const scenario_material *m = &sc->model.materials.item[i];
        char who[96];
        snprintf(who, sizeof who, "material '%s'", m->name.text);
        rt_status status = check_laws(sc, m->law_library, m->item.line, who, d);
        if (status != RT_OK) worst = status;
    }
    return worst;
}

static rt_status check_operator(const scenario *sc, rt_diag *d) {
    rt_script script = {0};
    rt_status status = RT_OK, worst = RT_OK;
    char shown[SHOWN];
    if (sc->operator.script[0]) {
        if ((status = rt_script_load(sc->operator.script, &script, d)) != RT_OK)
            worst = status;
        else
            printf("%s: %d rows, %.1f s\n", rt_plain(shown, sizeof shown, sc->operator.script), script.n,
                   rt_script_duration(&script));
        rt_script_free(&script);
    }
    rules_table rules;
    if (sc->operator.type == SCENARIO_OPERATOR_HOUSE && scenario_rules(sc->path, sc, &rules, d) == RT_OK)
        scenario_rules_write(stdout, &rules);
    if (sc->operator.map[0]) {
        hw_map map;
        if ((status = hw_map_load(sc->operator.map, &map, d)) != RT_OK) worst = status;
    }
    return worst;
}

// Prints the values that follow from the anchor's type and the bow's parameters.
static void print_parts(const scenario *sc) {
    if (sc->anchor.type != SCENARIO_ANCHOR_MESHES)
        printf("  by type: meshes scaled by %.4f, shackle %.3f m above the pin, stops at %.1f deg\n", sc->anchor.scale,
               sc->anchor.shackle, sc->anchor.hinge_stop * 180 / M_PI);
    if (sc->ship.type == SCENARIO_SHIP_BOW)
        printf("  by pocket: mouth [%g %g %g] m, pipe [%.6f %.6f %.6f], %.3f m long, %.0f mm wide; lifter [%.3f %.3f "
               "%.3f] m\n",
               sc->ship.mouth[0], sc->ship.mouth[1], sc->ship.mouth[2], sc->ship.pipe_axis[0], sc->ship.pipe_axis[1],
               sc->ship.pipe_axis[2], sc->ship.pipe_length, 1e3 * sc->ship.pipe_bore, sc->ship.lifter[0],
               sc->ship.lifter[1], sc->ship.lifter[2]);
}

static void print_weather(const scenario *sc) {
    printf("  motion: the ship manoeuvres from %.2g m/s ahead; full engine order %.3g m/s; bow thruster %.0f kN\n"
           "  wind: %.3g m/s from %.0f deg to port of ahead%s",
           sc->motion.speed, sc->motion.full_speed, sc->motion.bow_thruster / 1e3, sc->wind.speed,
           sc->wind.from * 180 / M_PI, sc->wind.gusts == SCENARIO_GUSTS_NONE ? "" : ", gusty");
    if (sc->wind.rises_to > 0)
        printf(", from %g s on changing to %.3g m/s in %g s", sc->wind.rise_begin, sc->wind.rises_to,
               sc->wind.rise_time);
    printf("; current: %.2g m/s, setting %.0f deg to port of ahead\n", sc->sea.current,
           sc->sea.current_direction * 180 / M_PI);
}

static void print_motion(const scenario *sc) {
    char shown[SHOWN];
    if (sc->motion.table[0])
        printf("  motion: the ship moves by %s\n", rt_plain(shown, sizeof shown, sc->motion.table));
    if (sc->motion.waves == SCENARIO_MOTION_RESPONSES)
        printf("  motion: the ship moves in the waves, by the responses %s\n",
               rt_plain(shown, sizeof shown, sc->motion.responses));
    if (sc->motion.waves == SCENARIO_MOTION_CLOSED_FORM)
        printf("  motion: the ship heaves, pitches and rolls in the waves, by its length of %g m, beam of %g m and "
               "draught "
               "of %g m\n",
               sc->motion.length, sc->motion.beam, sc->motion.draught);
    if (sc->motion.manoeuvring == SCENARIO_MANOEUVRING_MMG) print_weather(sc);
}

static void print_sea(const scenario *sc) {
    const dyn_waves w = scenario_waves(sc);
    if (sc->sea.immersion == SCENARIO_IMMERSION_NONE) {
        printf("  sea: no buoyancy or drag on anchor and chain (sea.immersion: none)\n");
        return;
    }
    printf("  sea: buoyancy and drag on anchor and chain, %.0f kg/m3; ", sc->sea.density);
    if (w.n == 0)
        printf("still water\n");
    else
        printf("%s of %g m and %g s, %.1f m long, running %.0f deg to port of ahead%s\n",
               sc->sea.waves == SCENARIO_WAVES_JONSWAP ? "irregular waves" : "waves", sc->sea.wave_height,
               sc->sea.wave_period, 9.81 * sc->sea.wave_period * sc->sea.wave_period / (2 * M_PI),
               sc->sea.wave_direction * 180 / M_PI, scenario_ship_moves(sc) ? "" : "; the ship lies still");
}

static void print_ground(const scenario *sc) {
    static const char *const soil[] = {"sand", "soft clay", "stiff clay", "rock"};
    if (!scenario_has_bottom(sc)) return;
    if (sc->ground.bathymetry[0])
        printf("  bottom: by ground.bathymetry, %s", soil[sc->ground.soil]);
    else
        printf("  bottom: %g m below still water, %s", sc->ground.depth, soil[sc->ground.soil]);
    if (sc->ground.cover.thickness > 0)
        printf(" under %g m of %s", sc->ground.cover.thickness, soil[sc->ground.cover.soil]);
    for (int k = 0; k < sc->ground.areas.n; k++)
        printf("%s %s at %g, %g m", k ? "," : "; areas:", soil[sc->ground.areas.item[k].soil],
               sc->ground.areas.item[k].x, sc->ground.areas.item[k].y);
    if (sc->ground.slope > 0)
        printf(", falling by %.1f deg toward %.0f deg to port of ahead", sc->ground.slope * 180 / M_PI,
               sc->ground.slope_to * 180 / M_PI);
    printf("; the holding of an anchor is not calibrated\n");
}

typedef struct drawing {
    const char *file; // NULL: none
    bool failed;      // not written, though the design is good: the command ran and fell short
    bool references;  // run those of an exercise; `failed` if one does not end as it says
} drawing;

// Prints the meshes and the review of the design, and draws it if the drawing has a file.
static rt_status review_design(const scenario *sc, drawing *g, rt_diag *d) {
    deck_design *design;
    const review_ship *ship;
    rt_status status = deck_design_open(sc, print_mesh, &design, d);
    const review *found = deck_design_review(design, &ship);
    if (found) review_print(stdout, ship, found);
    if (found && g->file) {
        rt_status drawn = check_draw(ship, found, g->file, d);
        g->failed = drawn == RT_ERR_FILE;
        if (drawn != RT_OK && !g->failed) status = drawn;
    }
    deck_design_free(design);
    return status;
}

static rt_status check_scenario(const char *path, bool anywhere, drawing *g, rt_diag *d) {
    scenario sc;
    bool to_train;
    rt_status status = train_exercise_is(path, &to_train, d), worst;
    if (status == RT_OK && to_train) return check_exercise(path, anywhere, g->references, &g->failed, d);
    if (status == RT_OK) status = scenario_load(path, anywhere, &sc, d);
    worst = status;
    if (status != RT_OK) return status;
    if (!scenario_spare_inputs(&sc, d)) {
        scenario_free(&sc);
        return RT_ERR_USAGE;
    }
    if (sc.model_line) {
        print_mechanism(path, &sc);
        if (g->file) {
            rt_diag_error(d, path, sc.model_line, 0, "--drawing: expected a ship's scenario, found a mechanism");
            worst = RT_ERR_USAGE;
        }
        if ((status = check_materials(&sc, d)) != RT_OK) worst = status;
        if ((status = check_operator(&sc, d)) != RT_OK) worst = status;
        scenario_free(&sc);
        return worst;
    }
    if ((status = review_design(&sc, g, d)) != RT_OK) worst = status;
    if ((status = check_operator(&sc, d)) != RT_OK) worst = status;
    if ((status = check_laws(&sc, sc.contact.law_library, sc.contact.law_library_line, "contact", d)) != RT_OK)
        worst = status;
    if ((status = check_chain_print(&sc, d)) != RT_OK) worst = status;
    if (sc.anchor.shank_mass > 0 && sc.anchor.head_mass > 0)
        printf("  anchor: %.0f kg, %.1f %% of it in the head\n", sc.anchor.shank_mass + sc.anchor.head_mass,
               100 * sc.anchor.head_mass / (sc.anchor.shank_mass + sc.anchor.head_mass));
    print_parts(&sc);
    print_sea(&sc);
    print_ground(&sc);
    print_motion(&sc);
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
    drawing g = {0};
    const char *word[MAX_FILES];
    int words;
    const option table[] = {
        {"--schema", NULL, OPTION_FLAG, &schema,
         "print every key of a scenario and of a device map: unit, range, default, meaning"},
        {"--scale", "F", OPTION_NUMBER, &scale,
         "factor on the coordinates of the meshes named (0.001 for millimetres)"},
        {"--drawing", "FILE", OPTION_OUT_FILE, &g.file,
         "draw the ship's design: pipe, mouth, face normal, lifter, deck and anchor at the start in section and from "
         "above (PNG or SVG)"},
        {"--references", NULL, OPTION_FLAG, &g.references,
         "run the reference runs of an exercise; exit code 1 if one does not end as it says"},
        {"--anywhere", NULL, OPTION_FLAG, &anywhere, "let the scenario's paths leave its configuration folder"},
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    if (!options_parse(argc, argv, table, n, word, MAX_FILES, &words, &help, &d)) return options_fail(&d, RT_ERR_USAGE);
    if (help || (words == 0 && !schema)) {
        fprintf(help ? stdout : stderr, "usage: hawse check SCENARIO|EXERCISE|MESH... | --schema\n");
        options_print(help ? stdout : stderr, table, n);
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    if (g.file && (words != 1 || !is_scenario(word[0]))) {
        rt_diag_error(&d, g.file, 0, 0, "--drawing: expected one ship's scenario, found %s",
                      words == 1   ? "a mesh"
                      : words == 0 ? "none"
                                   : "several files");
        return options_fail(&d, RT_ERR_USAGE);
    }
    if (schema) {
        scenario_print_schema(stdout);
        printf("\ndevice maps (operator.map):\n");
        hw_map_print_schema(stdout);
        printf("\nexercises (hawse run, sil and score):\n");
        train_exercise_print_schema(stdout);
    }
    rt_status worst = RT_OK;
    for (int k = 0; k < words; k++) {
        rt_status status =
            is_scenario(word[k]) ? check_scenario(word[k], anywhere, &g, &d) : check_mesh(word[k], scale, &d);
        if (status != RT_OK) worst = status;
    }
    fflush(stdout);
    fputs(d.text, stderr);
    if (worst != RT_OK) return options_fail(&(rt_diag){0}, worst);
    return g.failed ? EXIT_SHORT : EXIT_DONE;
}
