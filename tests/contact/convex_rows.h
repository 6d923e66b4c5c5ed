// SPDX-License-Identifier: MIT
// Rows of the shared table of convex pairs: two shapes at their poses, and the certified least depth.
#ifndef HAWSE_TESTS_CONTACT_CONVEX_ROWS_H
#define HAWSE_TESTS_CONTACT_CONVEX_ROWS_H

#include "contact/shape/shape.h"
#include <stdio.h>
#include <string.h>

#define CONVEX_ROWS 600

typedef struct convex_row {
    int id;
    char kind[12], name[2][4];
    contact_shape shape[2];
    pose at[2];
    double depth; // least depth, negative: minus the distance [m]
    vec3 normal;  // from the first to the second
    int amb;      // 1: several normals are correct
} convex_row;

static inline mat3 convex_rotation(double w, double x, double y, double z) {
    double n = sqrt(w * w + x * x + y * y + z * z);
    w /= n, x /= n, y /= n, z /= n;
    return (mat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                   {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                   {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

// v: three sizes, quaternion, translation.
static inline void convex_shape(const char *name, const double v[10], contact_shape *s, pose *at) {
    *s = (contact_shape){.size = {v[0], v[1], v[2]}};
    s->kind = !strcmp(name, "box")   ? CONTACT_BOX
              : !strcmp(name, "ell") ? CONTACT_ELLIPSOID
              : !strcmp(name, "fru") ? CONTACT_FRUSTUM
                                     : CONTACT_SPHERE;
    *at = (pose){convex_rotation(v[3], v[4], v[5], v[6]), {v[7], v[8], v[9]}};
}

// Reads at most CONVEX_ROWS rows; returns their number.
static inline int convex_rows(const char *path, convex_row *row) {
    FILE *f = fopen(path, "r");
    char line[1024];
    int n = 0;
    if (!f || !fgets(line, sizeof line, f)) return 0;
    while (n < CONVEX_ROWS && fgets(line, sizeof line, f)) {
        convex_row *r = &row[n];
        double v[2][10];
        int used, more;
        if (sscanf(line, "%d,%11[^,],%3[^,],%n", &r->id, r->kind, r->name[0], &used) != 3) break;
        const char *p = line + used;
        bool good = true;
        for (int s = 0; s < 2 && good; s++) {
            for (int i = 0; i < 10 && good; i++, p += more) good = sscanf(p, "%lf,%n", &v[s][i], &more) == 1;
            if (s == 0 && good) good = sscanf(p, "%3[^,],%n", r->name[1], &more) == 1, p += more;
        }
        double lo, second;
        if (!good || sscanf(p, "%lf,%lf,%lf,%lf,%lf,%lf,%d", &r->depth, &lo, &r->normal.x, &r->normal.y, &r->normal.z,
                            &second, &r->amb) != 7)
            break;
        for (int s = 0; s < 2; s++) convex_shape(r->name[s], v[s], &r->shape[s], &r->at[s]);
        n++;
    }
    fclose(f);
    return n;
}

#endif
