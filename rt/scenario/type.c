// SPDX-License-Identifier: MIT
// Geometric similarity: the lengths of an anchor type scale with the cube root of its mass (GB/T 546-1997 agrees within
// 0.3 %). One mesh therefore serves every mass. The bow's figures follow config/models/parameters.geo.
#include "rt/scenario/type.h"
#include "dynamics/math/math3.h"
#include "rt/scenario/model_export.h"
#include "rt/scenario/shipped.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEG (M_PI / 180)
#define LOWEST 2.4 // lowest end of the pocket below the mouth: above the knuckle [m]

// Shares and stops are defaults until the maker's figures are known; config/models/README.md has the sources.
static const scenario_anchor_type anchor_type[SCENARIO_ANCHORS] = {
    [SCENARIO_ANCHOR_HALL] = {"shank", "head", 2.545, 45 * DEG, 0.646, 1.264, 0.196},
    [SCENARIO_ANCHOR_SPEK] = {"spek_shank", "spek_head", 2.415, 40 * DEG, 0.62, 1.320, 0.211},
    [SCENARIO_ANCHOR_AC14] = {"ac14_shank", "ac14_head", 2.526, 35 * DEG, 0.67, 1.430, 0.234},
    [SCENARIO_ANCHOR_NAVY] = {"navy_shank", "navy_head", 2.156, 45 * DEG, 0.62, 1.505, 0.228},
    [SCENARIO_ANCHOR_DANFORTH] = {"danforth_shank", "danforth_head", 4.013, 32 * DEG, 0.55, 0, 0},
    [SCENARIO_ANCHOR_HALL_PALMS] = {"shank", "hall_palms_head", 2.545, 45 * DEG, 0.646, 1.259, 0.252},
};

const scenario_anchor_type *scenario_anchor_type_of(int type) {
    return type == SCENARIO_ANCHOR_MESHES ? NULL : &anchor_type[type];
}

const char *scenario_models_folder(void) {
    const char *folder = getenv("HAWSE_MODELS");
    static char shipped[RT_CONFIG_TEXT];
    if (folder && *folder) return folder;
    snprintf(shipped, sizeof shipped, "%s/models", scenario_shipped_folder());
    return shipped;
}

// Keys of a user's own mesh, which a type replaces.
static const char *const of_mesh[] = {"ship.hull",        "ship.mouth",       "ship.pipe_axis", "ship.face_normal",
                                      "ship.pipe_bore",   "ship.pipe_length", "ship.lifter",    "ship.deck",
                                      "anchor.shank",     "anchor.head",      "anchor.shackle", "anchor.shank_mass",
                                      "anchor.head_mass", "anchor.scale",     "ship.hull_scale"};
enum { OF_MESH = sizeof of_mesh / sizeof of_mesh[0], NEEDED = OF_MESH - 4 };

// Whether the key has another value than its default.
static bool is_set(const rt_key *key, const scenario *s) {
    const char *at = (const char *)s + key->offset;
    const double *x = (const double *)(const void *)at;
    if (key->kind == RT_KEY_PATH) return *at != 0;
    if (key->kind == RT_KEY_VECTOR) return x[0] != 0 || x[1] != 0 || x[2] != 0;
    return *x != strtod(key->def, NULL);
}

static bool check_key(const char *file, const scenario *s, const rt_key *key, int line, bool needed, rt_diag *d) {
    bool ship = strncmp(key->path, "ship.", 5) == 0, set = is_set(key, s);
    bool by_type = ship ? s->given.ship.type != SCENARIO_SHIP_MESH : s->given.anchor.type != SCENARIO_ANCHOR_MESHES;
    bool may_be_zero = key->kind == RT_KEY_VECTOR || strcmp(key->path, "ship.deck") == 0;
    if (by_type && set && strcmp(key->path, "ship.lifter") != 0)
        rt_diag_error(d, file, line, 0, "%s: the %s sets it: remove this key or %s.type", key->path,
                      ship ? "parametric bow" : "anchor's type", ship ? "ship" : "anchor");
    else if (!by_type && needed && line == 0)
        rt_diag_error(d, file, 0, 0, "key '%s' is missing: %s", key->path, key->help);
    else if (!by_type && needed && !set && !may_be_zero && d->errors == 0) // a bad value has been reported
        rt_diag_error(d, file, line, 0, "%s: expected %s", key->path,
                      key->kind == RT_KEY_PATH ? "a mesh" : "more than 0");
    else
        return true;
    return false;
}

static int find_key(const rt_key *table, int n, const char *path) {
    for (int k = 0; k < n; k++)
        if (strcmp(table[k].path, path) == 0) return k;
    return -1;
}

rt_status scenario_type_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                              rt_diag *d) {
    bool good = true;
    for (int i = 0; i < OF_MESH; i++) {
        int k = find_key(table, n, of_mesh[i]);
        good &= check_key(file, s, &table[k], line[k], i < NEEDED, d);
    }
    bool by_type = s->given.anchor.type != SCENARIO_ANCHOR_MESHES;
    double below = s->given.ship.pocket.depth / tan(s->given.ship.pocket.flare);
    if (s->given.ship.type == SCENARIO_SHIP_BOW && below > LOWEST) {
        rt_diag_error(d, file, line[find_key(table, n, "ship.pocket.depth")], 0,
                      "ship.pocket: with this depth and flare the face runs out on the shell %.2f m below the mouth, "
                      "expected at most %.2f m: choose a shallower pocket or more flare",
                      below, LOWEST);
        good = false;
    }
    if (by_type == (s->given.anchor.mass > 0)) return good ? RT_OK : RT_ERR_FORMAT;
    rt_diag_error(d, file, line[find_key(table, n, by_type ? "anchor.type" : "anchor.mass")], 0,
                  by_type ? "anchor.type needs anchor.mass above 0"
                          : "anchor.mass needs anchor.type: give the type, or the masses of shank and head");
    return RT_ERR_FORMAT;
}

static rt_status derive_anchor(const char *file, scenario *s, rt_diag *d) {
    scenario_anchor *a = &s->anchor;
    const scenario_anchor_type *t = scenario_anchor_type_of(a->type);
    if (a->hinge_stop == 0) a->hinge_stop = t ? t->hinge_stop : 45 * DEG;
    if (!t) return RT_OK;
    double share = a->head_share > 0 ? a->head_share : t->head_share;
    a->scale = cbrt(a->mass / SCENARIO_ANCHOR_REFERENCE);
    a->shackle = a->scale * t->shackle;
    a->head_mass = share * a->mass;
    a->shank_mass = a->mass - a->head_mass;
    int shank = snprintf(a->shank, sizeof a->shank, "%s/%s.ply", scenario_models_folder(), t->shank);
    int head = snprintf(a->head, sizeof a->head, "%s/%s.ply", scenario_models_folder(), t->head);
    if (shank < RT_CONFIG_TEXT && head < RT_CONFIG_TEXT) return RT_OK;
    rt_diag_error(d, file, 0, 0, "the folder of the models has too long a name: %s", scenario_models_folder());
    return RT_ERR_FILE;
}

static void to_array(vec3 v, double a[3]) { a[0] = v.x, a[1] = v.y, a[2] = v.z; }

// Values by config/models/README.md: M, m, a, D and the lead to the cable lifter.
static void lay_out_bow(scenario_ship *p) {
    const vec3 mouth = {9.0, 7.0, 5.2}, normal = {sin(25 * DEG), cos(25 * DEG), 0};
    const double deck = 9.6, lead = 3.6, above = 0.3;
    vec3 axis = vec3_add(vec3_scale(-cos(p->pocket.pipe_angle), normal), vec3_make(0, 0, sin(p->pocket.pipe_angle)));
    double length = (deck - mouth.z) / axis.z;
    vec3 at_deck = vec3_madd(mouth, length, axis);
    to_array(mouth, p->mouth);
    to_array(normal, p->face_normal);
    to_array(axis, p->pipe_axis);
    p->deck = deck;
    p->pipe_length = length;
    p->pipe_bore = p->pocket.bore;
    if (p->lifter[0] == 0 && p->lifter[1] == 0 && p->lifter[2] == 0)
        to_array(vec3_add(vec3_madd(at_deck, -lead, normal), vec3_make(0, 0, above)), p->lifter);
}

rt_status scenario_type_derive(const char *file, scenario *s, rt_diag *d) {
    s->ship = s->given.ship;
    s->anchor = s->given.anchor;
    rt_status status = derive_anchor(file, s, d);
    if (status != RT_OK || s->ship.type == SCENARIO_SHIP_MESH) return status;
    lay_out_bow(&s->ship);
    return model_bow_path(scenario_models_folder(), &s->ship, s->ship.hull, sizeof s->ship.hull, d);
}

rt_status scenario_type_make_mesh(const scenario *s, rt_diag *d) {
    if (s->model_line || s->ship.type == SCENARIO_SHIP_MESH) return RT_OK;
    return model_bow_make(scenario_models_folder(), &s->ship, s->ship.hull, d);
}
