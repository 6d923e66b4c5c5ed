// SPDX-License-Identifier: MIT
// Reads the points of a contour from a CSV file.
#include "contact/curve/curve.h"
#include "rt/file/pairs.h"
#include <stdlib.h>

rt_status contact_curve_read(const char *path, double scale, vec2 **point, int *n, rt_diag *d) {
    double(*pair)[2];
    rt_status status = rt_pairs_read(path, "contour", "a point \"x, y\"", CONTACT_CURVE_MAX, &pair, n, d);
    if (status != RT_OK) return status;
    *point = malloc(((size_t)*n + 1) * sizeof **point);
    for (int i = 0; *point && i < *n; i++) (*point)[i] = (vec2){scale * pair[i][0], scale * pair[i][1]};
    free(pair);
    if (*point) return RT_OK;
    rt_diag_error(d, path, 0, 0, "no memory for %d points", *n);
    return RT_ERR_MEMORY;
}
