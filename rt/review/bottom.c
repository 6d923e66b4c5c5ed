// SPDX-License-Identifier: MIT
// Depth of the anchor in the bottom at the start: of the lowest vertex of either mesh.
#include "rt/review/private.h"

static double depth_of(const ground_bottom *bottom, const contact_mesh *m, const pose *at) {
    double most = -(double)INFINITY;
    for (int k = 0; k < m->nv; k++) {
        const vec3 x = pose_point(at, m->vertex[k]);
        const ground_plane under = ground_bottom_at(bottom, x);
        most = fmax(most, ground_depth(&under, x));
    }
    return most;
}

void review_measure_bottom(const review_ship *s, review *r) {
    if (!s->bottom) return;
    r->part[REVIEW_SHANK].buried = depth_of(s->bottom, &s->shank->mesh, &s->shank_at);
    r->part[REVIEW_HEAD].buried = depth_of(s->bottom, &s->head->mesh, &s->head_at);
}

void review_print_bottom(FILE *f, const review_ship *s) {
    if (!s->bottom || s->bottom->grid.nx == 0) return;
    const ground_grid *g = &s->bottom->grid;
    const double *at = s->sc->motion.origin;
    int missing = 0;
    for (int k = 0; k < g->nx * g->ny; k++) missing += g->filled[k];
    fprintf(
        f,
        "  bathymetry: %d by %d nodes, %g m by %g m apart, from x %g, y %g m; %d of them without a value; %.2f m of "
        "water at the ship's origin\n",
        g->nx, g->ny, g->step[0], g->step[1], g->from[0], g->from[1], missing,
        -ground_bottom_height(s->bottom, at[0], at[1]));
}
