// SPDX-License-Identifier: MIT
// Functions of time from tables: of a list in the scenario, or of a CSV file.
#include "rt/file/pairs.h"
#include "rt/model/private.h"
#include <stdlib.h>
#include <string.h>

#define MOST 200000 // points of a table

// Copies the points of the list. NULL with a message: no memory.
static double (*copy_points(const model_check *c, const scenario_table *list))[2] {
    double(*point)[2] = malloc(((size_t)list->n + 1) * sizeof *point);
    if (!point) model_report_fault(c, "no memory for %d points of its table", list->n);
    for (int i = 0; point && i < list->n; i++) point[i][0] = list->item[i].t, point[i][1] = list->item[i].value;
    return point;
}

static bool check_points(const model_check *c, const double (*point)[2], int n) {
    if (!point || n < 2) {
        model_report_fault(c, "its table has %d points: expected at least 2", n);
        return false;
    }
    for (int i = 0; i < n; i++) {
        if (!isfinite(point[i][0]) || !isfinite(point[i][1])) {
            model_report_fault(c, "its table's point %d is not finite: [%g, %g]", i, point[i][0], point[i][1]);
            return false;
        }
        if (i > 0 && !(point[i][0] > point[i - 1][0])) {
            model_report_fault(c, "its table's times must ascend: point %d at %.9g s is not after %.9g s", i,
                               point[i][0], point[i - 1][0]);
            return false;
        }
    }
    return true;
}

dyn_table *model_make_table(const model_check *c, const scenario_table *list, const char *file, dyn_table_kind kind) {
    double(*point)[2] = NULL;
    int n = list->n;
    if (*file && rt_pairs_read(file, "table", "a row \"t, value\"", MOST, &point, &n, c->d) != RT_OK) {
        model_report_fault(c, "its table cannot be used");
        return NULL;
    }
    if (!*file && !(point = copy_points(c, list))) return NULL;
    dyn_table *f = NULL;
    if (check_points(c, (const double(*)[2])point, n)) {
        f = malloc(sizeof *f);
        if (!f || !dyn_table_create(f, kind, (const double(*)[2])point, n)) {
            model_report_fault(c, "no memory for its table");
            free(f), f = NULL;
        }
    }
    free(point);
    return f;
}

static void free_table(dyn_table **f) {
    if (*f) dyn_table_free(*f);
    free(*f);
    *f = NULL;
}

void scenario_model_free(scenario_model *m) {
    for (int i = 0; i < m->drivers.n; i++) free_table(&m->drivers.item[i].function);
    for (int i = 0; i < m->forces.n; i++) free_table(&m->forces.item[i].function);
}
