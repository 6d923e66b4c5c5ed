// SPDX-License-Identifier: MIT
// Depth of the anchor in the bottom at the start: of the lowest vertex of either mesh.
#include "rt/review/private.h"

static double depth_of(const ground_plane *bottom, const contact_mesh *m, const pose *at) {
    double most = -(double)INFINITY;
    for (int k = 0; k < m->nv; k++) most = fmax(most, ground_depth(bottom, pose_point(at, m->vertex[k])));
    return most;
}

void review_measure_bottom(const review_ship *s, review *r) {
    if (s->sc->ground.depth == 0) return;
    const ground_plane bottom = scenario_ground_plane(s->sc);
    r->part[REVIEW_SHANK].buried = depth_of(&bottom, &s->shank->mesh, &s->shank_at);
    r->part[REVIEW_HEAD].buried = depth_of(&bottom, &s->head->mesh, &s->head_at);
}
