// SPDX-License-Identifier: MIT
#include "contact/law/curve.h"
#include "dynamics/windlass/motor.h"
#include "rt/file/outputs.h"
#include "rt/file/text.h"
#include "rt/scenario/chain.h"
#include "rt/scenario/keys.h"
#include "rt/scenario/rules.h"
#include "rt/scenario/type.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(scenario, field)

// clang-format off
static const rt_key common_key[] = {
    {"title", RT_KEY_TEXT, NULL, 0, 0, "", AT(title), NULL, "name of the exercise, in the window's title and the report; not given: the file's name"},
    {"solver.step", RT_KEY_NUMBER, "s", 1e-7, 0.02, "1 ms", AT(solver.step), NULL, "time step and frame period"},
    {"solver.gamma", RT_KEY_NUMBER, "1", 1, 1e9, "1e7", AT(solver.gamma), NULL, "penalty factor of the constraints, scaled by row"},
    {"solver.tolerance", RT_KEY_NUMBER, "m", 1e-14, 1e-3, "1e-7", AT(solver.tolerance), NULL, "largest move of a node at which the Newton iteration stops"},
    {"solver.max_newton", RT_KEY_INT, NULL, 1, 100, "12", AT(solver.max_newton), NULL, "cap of Newton iterations a step"},
    {"solver.linear", RT_KEY_ENUM, NULL, 0, 0, "block", AT(solver.linear), "block|klu", "linear solver"},
    {"solver.dissipation", RT_KEY_NUMBER, "1", 0, 0.5, "0", AT(solver.dissipation), NULL, "numerical dissipation: x of Newmark's gamma = 1/2 + x; 0: the trapezoidal rule"},
    {"solver.projections", RT_KEY_INT, NULL, 0, 100, "1", AT(solver.projections), NULL, "largest number of passes of the velocity and acceleration projections a step; 0: none"},
    {"solver.substeps", RT_KEY_INT, NULL, 1, 8, "1", AT(solver.substeps), NULL, "mechanism: largest number of equal substeps of a step during an impact, from the step with a predicted first touch on; an impact gets 8 substeps in all, if possible; such a frame costs up to that many frames, which the budget must allow; 1: off"},
    {"solver.projection_tolerance", RT_KEY_NUMBER, "m/s", 0, 1, "0 m/s", AT(solver.projection_tolerance), NULL, "largest violation of a velocity constraint (m/s2: of an acceleration constraint) at which the passes stop; 0: all passes"},
    {"operator.script", RT_KEY_PATH, NULL, 0, 0, "", AT(operator.script), NULL, "lever, brake and clutch over time (CSV, YAML or a recording)"},
    {"operator.map", RT_KEY_PATH, NULL, 0, 0, "", AT(operator.map), NULL, "device map of the joystick"},
    {"operator.lever_rate", RT_KEY_NUMBER, "Hz", 0.01, 1e3, "2 Hz", AT(operator.lever_rate), NULL, "fastest change of the lever, full strokes per second"},
    {"operator.brake_rate", RT_KEY_NUMBER, "Hz", 0.01, 1e3, "2 Hz", AT(operator.brake_rate), NULL, "fastest change of the brake, full strokes per second"},
    {"operator.release_rate", RT_KEY_NUMBER, "Hz", 0.01, 1e3, "0.5 Hz", AT(operator.release_rate), NULL, "rate at which the emergency release opens the brake, full strokes per second"},
    {"record_interval", RT_KEY_NUMBER, "s", 0, 1e6, "0 s", AT(record_interval), NULL, "time between two rows of --csv and of a recording's columns, not below solver.step, which gives every step; 0: 10 ms, of a mechanism at most 1 % of the duration"},
    {"end.duration", RT_KEY_NUMBER, "s", 0.001, 1e6, "120 s", AT(end.duration), NULL, "simulated time"},
    {"end.on_overrun", RT_KEY_ENUM, NULL, 0, 0, "slip", AT(end.on_overrun), "slip|halt", "after a missed deadline: slip: catch up, and shift the schedule when too far behind; halt: end the run"},
};

// Keys of older scenarios. They come last in the table of loading, and only there.
static const rt_key retired[] = {
    {"end.regions", RT_KEY_RETIRED, NULL, 0, 0, "", 0, NULL, "the number of contact regions says nothing about a seat: 'housed' needs both flukes to bear (end.fluke_load)"},
};
// clang-format on

enum {
    RETIRED = sizeof retired / sizeof retired[0],
    COMMON = sizeof common_key / sizeof common_key[0],
    MOST = SCENARIO_KEYS
};

// Sections that only one kind of scenario may have; [0]: a mechanism's; from STUDY on: a study's.
static const char *const section[] = {"model", "ship", "anchor", "chain", "windlass", "stopper", "contact",
                                      "sea",   "wind", "ground", "start", "base",     "variants"};
enum { SECTIONS = sizeof section / sizeof section[0], STUDY = SECTIONS - 2 };

// Fills the keys of a mechanism's or a ship's scenario, common ones first; returns their number.
static int fill_table(bool mechanism, rt_key table[MOST]) {
    int n = scenario_ship_keys;
    const rt_key *keys = mechanism ? scenario_model_keys(&n) : scenario_ship_key;
    assert(COMMON + n + RETIRED <= MOST);
    memcpy(table, common_key, sizeof common_key);
    memcpy(table + COMMON, keys, (size_t)n * sizeof *keys);
    for (int i = COMMON; i < COMMON + n && mechanism; i++) table[i].offset += offsetof(scenario, model);
    return COMMON + n;
}

static bool check_sections(const char *file, const int line[SECTIONS], rt_diag *d) {
    bool good = true;
    if (line[STUDY] > 0 && line[STUDY + 1] > 0) {
        rt_diag_error(
            d, file, line[STUDY], 0,
            "this is a study, with 'base' and 'variants': expected a scenario; run the study by hawse study %s", file);
        return false;
    }
    for (int k = 1; k < STUDY && line[0] > 0; k++) {
        if (line[k] == 0) continue;
        rt_diag_error(d, file, line[k], 0,
                      "section '%s' is a ship's, and line %d has the section 'model' of a mechanism: "
                      "expected one or the other",
                      section[k], line[0]);
        good = false;
    }
    return good;
}

static int find_line(const char *path, const rt_key *table, int n, const int *line) {
    int k = 0;
    while (k < n && strcmp(table[k].path, path) != 0) k++;
    assert(k < n);
    return line[k];
}

static int find_line_if_ship(const scenario *s, const char *path, const rt_key *table, int n, const int *line) {
    return s->model_line ? 0 : find_line(path, table, n, line);
}

// A ship's contacts, windlass and gypsy use whole frames.
static rt_status check_substeps(const char *file, const scenario *s, int line, rt_diag *d) {
    if (s->model_line || s->solver.substeps == 1) return RT_OK;
    rt_diag_error(d, file, line, 0,
                  "solver.substeps: only a mechanism has substeps: expected 1 in a ship's "
                  "scenario, found %d",
                  s->solver.substeps);
    return RT_ERR_FORMAT;
}

static rt_status check_rules(const char *file, const scenario *s, rt_diag *d) {
    rules_table t;
    return scenario_rules(file, s, &t, d);
}

// Writes the scenario as read, before types and parts are resolved.
static rt_status write_resolved(const rt_key *table, int n, scenario *s, rt_diag *d) {
    rt_text t;
    if (rt_text_open(&t)) rt_config_write(t.file, table, n, s);
    s->resolved = rt_text_close(&t);
    if (s->resolved) return RT_OK;
    rt_diag_error(d, s->path, 0, 0, "no memory for the scenario");
    return RT_ERR_MEMORY;
}

// Loads a scenario. path: the file's path, present or former; written: the file is from rt_config_write; holder: the
// file whose root holds (NULL: anywhere).
static rt_status load_file(const char *file, const char *path, bool written, const char *holder, scenario *s,
                           rt_diag *d) {
    char root[RT_CONFIG_TEXT + 8];
    rt_key table[MOST];
    int line[SECTIONS], key_line[MOST];
    memset(s, 0, sizeof *s);
    rt_status status = rt_config_find_sections(file, written, section, SECTIONS, line, d);
    if (status != RT_OK) return status;
    if (!check_sections(file, line, d)) return RT_ERR_FORMAT;
    int n = fill_table(line[0] > 0, table);
    if (holder) rt_config_root(holder, root, sizeof root);
    memset(key_line, -1, sizeof key_line);
    memcpy(table + n, retired, sizeof retired);
    status = (written ? rt_config_load_written : rt_config_load)(file, table, n + RETIRED, holder ? root : NULL, s,
                                                                 key_line, d);
    s->model_line = line[0];
    if (!s->model_line && key_line[0] >= 0) { // the document is readable: report all missing keys at once
        rt_status parts = scenario_type_check(file, s, table, n, key_line, d);
        if (status == RT_OK && parts != RT_OK) scenario_free(s);
        if (status == RT_OK) status = parts;
    }
    if (status != RT_OK) return status;
    snprintf(s->path, sizeof s->path, "%s", path);
    for (int k = 0; k < n && !written; k++) s->line[k] = key_line[k];
    if (!s->model_line) s->contact.law_library_line = find_line("contact.law_library", table, n, key_line);
    status = check_substeps(file, s, find_line("solver.substeps", table, n, key_line), d);
    if (status == RT_OK) status = write_resolved(table, n, s, d);
    int mu = find_line_if_ship(s, "contact.mu_dynamic", table, n, key_line);
    if (mu == 0) mu = find_line_if_ship(s, "contact.mu_static", table, n, key_line);
    if (status == RT_OK)
        status = s->model_line ? scenario_model_check(file, &s->model, d)
                               : scenario_contact_check(file, s, find_line("contact.law", table, n, key_line),
                                                        find_line("contact.friction", table, n, key_line), mu, d);
    if (status == RT_OK && !s->model_line)
        status = scenario_structure_check(file, s, find_line("ship.plating_thickness", table, n, key_line), d);
    if (status == RT_OK && !s->model_line) status = scenario_motion_check(file, s, table, n, key_line, d);
    if (status == RT_OK && !s->model_line)
        status = scenario_sea_check(file, s, find_line("sea.immersion", table, n, key_line),
                                    find_line("sea.wave_height", table, n, key_line), d);
    if (status == RT_OK && !s->model_line) status = scenario_ground_check(file, s, table, n, key_line, d);
    if (status == RT_OK && !s->model_line) status = scenario_type_derive(file, s, d);
    if (status == RT_OK && !s->model_line) status = scenario_chain_check(file, s, d);
    if (status == RT_OK && !s->model_line) status = scenario_windlass_check(file, s, table, n, key_line, d);
    if (status == RT_OK && !s->model_line) status = check_rules(file, s, d);
    if (status != RT_OK) scenario_free(s);
    return status;
}

rt_status scenario_load(const char *file, bool anywhere, scenario *s, rt_diag *d) {
    return load_file(file, file, false, anywhere ? NULL : file, s, d);
}

// Writes the text; with `physics` without the lines of the operator's files.
static bool write_text(int fd, const char *text, bool physics) {
    FILE *f = fdopen(fd, "w");
    for (size_t n; f && *text; text += n) {
        n = strcspn(text, "\n");
        n += text[n] != 0;
        bool operators = strncmp(text, "  script: ", 10) == 0 || strncmp(text, "  map: ", 7) == 0;
        if (!physics || !operators) fwrite(text, 1, n, f);
    }
    bool good = f && !ferror(f);
    return f && fclose(f) == 0 && good;
}

// Loads a text through a temporary file. what: start of the message, which has no line numbers, since the file no
// longer exists.
static rt_status load_text(const char *text, const char *path, const char *holder, bool physics, const char *what,
                           scenario *s, rt_diag *d) {
    char file[] = P_tmpdir "/hawse-scenario-XXXXXX";
    rt_diag *own = calloc(1, sizeof *own);
    int fd = mkstemp(file);
    rt_status status = RT_ERR_FILE;
    if (own && fd >= 0 && write_text(fd, text, physics)) status = load_file(file, path, true, holder, s, own);
    if (status != RT_OK) {
        const char *why =
            own && strstr(own->text, "error: ") ? strstr(own->text, "error: ") + 7 : "cannot write a temporary file\n";
        rt_diag_error(d, path, 0, 0, "%s: %.*s", what, (int)strcspn(why, "\n"), why);
    }
    if (fd >= 0) unlink(file);
    free(own);
    return status;
}

rt_status scenario_load_resolved(const char *text, const char *path, const char *holder, scenario *s, rt_diag *d) {
    return load_text(text, path, holder, true, "the recorded scenario cannot be used", s, d);
}

rt_status scenario_load_text(const char *text, const char *path, bool anywhere, scenario *s, rt_diag *d) {
    return load_text(text, path, anywhere ? NULL : path, false, "conflicting settings", s, d);
}

int scenario_keys(const scenario *s, rt_key table[]) { return fill_table(s->model_line > 0, table); }

int scenario_key_line(const scenario *s, const char *key) {
    rt_key table[MOST];
    int n = scenario_keys(s, table);
    return find_line(key, table, n, s->line);
}

void scenario_visit_files(const scenario *s, void (*visit)(void *ctx, const char *path), void *ctx) {
    rt_key table[MOST];
    int n = fill_table(s->model_line > 0, table);
    rt_config_visit_paths(table, n, s, visit, ctx);
    if (s->model_line) return;
    if (s->ship.type != SCENARIO_SHIP_MESH) visit(ctx, s->ship.hull);
    if (s->anchor.type == SCENARIO_ANCHOR_MESHES) return;
    visit(ctx, s->anchor.shank);
    visit(ctx, s->anchor.head);
}

typedef struct spared {
    bool good;
    rt_diag *d;
} spared;

static void spare(void *ctx, const char *path) {
    spared *c = ctx;
    if (*path) c->good = rt_outputs_spare(path, "a file that the scenario names", c->d) && c->good;
}

bool scenario_spare_inputs(const scenario *s, rt_diag *d) {
    spared c = {.good = rt_outputs_spare(s->path, "the scenario", d), .d = d};
    scenario_visit_files(s, spare, &c);
    return c.good;
}

void scenario_free(scenario *s) {
    int n;
    const rt_key *keys = scenario_model_keys(&n);
    scenario_model_free(&s->model);
    rt_config_free(keys, n, &s->model);
    rt_config_free(scenario_ship_key, scenario_ship_keys, s);
    free(s->resolved);
    s->resolved = NULL;
}

void scenario_print_schema(FILE *f) {
    int n;
    const rt_key *keys = scenario_model_keys(&n);
    fprintf(f, "every scenario:\n\n");
    rt_config_print_schema(f, common_key, COMMON);
    fprintf(f, "\nthe scenario of a ship:\n\n");
    rt_config_print_schema(f, scenario_ship_key, scenario_ship_keys);
    fprintf(f, "\n  Gauges of operator.rules, with the units of their values:\n\n");
    for (int g = 0; g < RULES_GAUGE_COUNT; g++)
        fprintf(f, "    %-8s [%s] %s\n", rules_gauge_word((rules_gauge)g), rules_gauge_unit((rules_gauge)g),
                rules_gauge_help((rules_gauge)g));
    fprintf(f, "\nthe scenario of a mechanism:\n\n");
    scenario_model_print_summary(f);
    fputc('\n', f);
    rt_config_print_schema(f, keys, n);
}

void scenario_title(const scenario *s, char text[RT_CONFIG_TEXT]) {
    const char *slash = strrchr(s->path, '/'), *name = slash ? slash + 1 : s->path, *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    if (s->title[0]) {
        memcpy(text, s->title, RT_CONFIG_TEXT);
        return;
    }
    snprintf(text, RT_CONFIG_TEXT, "%.*s", length, name);
    for (char *c = text; *c; c++)
        if (*c == '_') *c = ' ';
}
