// SPDX-License-Identifier: MIT
// Reads two reports and checks that they are comparable.
#include "rt/compare/compare.h"
#include "rt/file/input_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME_DURATION 0.1 // relative tolerance of the simulated times

// The keys of a report (rt/report/report.h) that a comparison needs.
static const struct {
    const char *path;
    json_type type;
} required[] = {
    {"scenario", JSON_STRING},        {"version", JSON_STRING},         {"host.cpu", JSON_STRING},
    {"host.kernel", JSON_STRING},     {"host.scheduler", JSON_STRING},  {"h_s", JSON_REAL},
    {"steps", JSON_INTEGER},          {"sim_time_s", JSON_REAL},        {"frame.misses", JSON_INTEGER},
    {"frame.work_ns.p50", JSON_REAL}, {"frame.work_ns.p99", JSON_REAL}, {"frame.work_ns.p99_9", JSON_REAL},
    {"frame.work_ns.max", JSON_REAL}, {"phase_ns", JSON_OBJECT},        {"solver.newton_mean", JSON_REAL},
    {"contact", JSON_OBJECT},         {"state_hash", JSON_STRING},
};
#define REQUIRED ((int)(sizeof required / sizeof required[0]))

json_t *compare_at(const json_t *report, const char *path) {
    char key[64];
    json_t *v = NULL;
    while (*path) {
        size_t n = strcspn(path, ".");
        if (n >= sizeof key) return NULL;
        memcpy(key, path, n);
        key[n] = 0;
        v = json_is_array(report) ? json_array_get(report, strtoul(key, NULL, 10)) : json_object_get(report, key);
        if (!v) return NULL;
        report = v;
        path += n + (path[n] == '.');
    }
    return v;
}

static const char *type_name(json_type t) {
    return t == JSON_OBJECT    ? "an object"
           : t == JSON_STRING  ? "a text"
           : t == JSON_INTEGER ? "a whole number"
                               : "a number";
}

// Whether a value has the type t; JSON_REAL accepts a whole number too.
static bool has_type(const json_t *v, json_type t) { return t == JSON_REAL ? json_is_number(v) : json_typeof(v) == t; }

static json_t *read_report(const char *path, rt_diag *d) {
    json_error_t e;
    char why[RT_INPUT_WHY];
    FILE *f = rt_input_open_stream(path, why);
    if (!f) {
        rt_diag_error(d, path, 0, 0, "cannot be opened: %s", why);
        return NULL;
    }
    json_t *root = json_loadf(f, JSON_REJECT_DUPLICATES, &e);
    fclose(f);
    if (!root) {
        bool placed = e.line > 0;
        rt_diag_error(d, path, placed ? e.line : 0, placed ? e.column : 0, "expected a report (JSON): %s", e.text);
        return NULL;
    }
    if (!json_is_object(root)) {
        rt_diag_error(d, path, 0, 0, "not a report: expected an object");
        return root;
    }
    for (int k = 0; k < REQUIRED; k++) {
        const json_t *v = compare_at(root, required[k].path);
        if (!v)
            rt_diag_error(d, path, 0, 0, "not a report of hawse: '%s' is missing", required[k].path);
        else if (!has_type(v, required[k].type))
            rt_diag_error(d, path, 0, 0, "'%s': expected %s", required[k].path, type_name(required[k].type));
    }
    if (d->errors == 0 && json_integer_value(compare_at(root, "steps")) <= 0)
        rt_diag_error(d, path, 0, 0, "no step was run");
    return root;
}

static const char *text_at(const json_t *report, const char *path) {
    return json_string_value(compare_at(report, path));
}

static double number_at(const json_t *report, const char *path) { return json_number_value(compare_at(report, path)); }

// Name of the scenario's file; the two builds may keep it in different folders.
static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Whether the run was in real time: only then does the report list causes of misses.
static bool is_paced(const json_t *report) { return compare_at(report, "frame.causes") != NULL; }

static void check_same_run(const compare *c, rt_diag *d) {
    const char *sa = file_name(text_at(c->base, "scenario")), *sb = file_name(text_at(c->now, "scenario"));
    if (strcmp(sa, sb) != 0)
        rt_diag_error(d, c->new_path, 0, 0, "another scenario: expected %s, as in %s, found %s", sa, c->base_path, sb);
    double ha = number_at(c->base, "h_s"), hb = number_at(c->now, "h_s");
    if (ha != hb) rt_diag_error(d, c->new_path, 0, 0, "another step: expected %g s, found %g s", ha, hb);
    double ta = number_at(c->base, "sim_time_s"), tb = number_at(c->now, "sim_time_s");
    if (!(fabs(tb - ta) <= SAME_DURATION * ta))
        rt_diag_error(d, c->new_path, 0, 0, "another duration: expected %g s simulated within %g %%, found %g s", ta,
                      100 * SAME_DURATION, tb);
    if (is_paced(c->base) != is_paced(c->now))
        rt_diag_error(d, c->new_path, 0, 0, "another kind of run: expected %s, found %s",
                      is_paced(c->base) ? "real time" : "software-in-the-loop",
                      is_paced(c->now) ? "real time" : "software-in-the-loop");
}

rt_status compare_read(compare *c, const char *base, const char *now, rt_diag *d) {
    c->base_path = base;
    c->new_path = now;
    c->base = read_report(base, d);
    c->now = read_report(now, d);
    if (d->errors == 0) check_same_run(c, d);
    if (d->errors > 0) return RT_ERR_FORMAT;
    c->same_state = strcmp(text_at(c->base, "state_hash"), text_at(c->now, "state_hash")) == 0 &&
                    json_integer_value(compare_at(c->base, "steps")) == json_integer_value(compare_at(c->now, "steps"));
    c->same_host = true;
    static const char *const same[] = {"host.cpu", "host.kernel", "host.scheduler"};
    for (int k = 0; k < 3; k++)
        if (strcmp(text_at(c->base, same[k]), text_at(c->now, same[k])) != 0) c->same_host = false;
    return RT_OK;
}

void compare_free(compare *c) {
    json_decref(c->base);
    json_decref(c->now);
}
