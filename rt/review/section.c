// SPDX-License-Identifier: MIT
// Lines of a design's drawing: sections and outlines of meshes.
#include "rt/review/private.h"

void review_cut(const contact_mesh *m, vec3 point, vec3 normal, review_line *line, void *ctx) {
    for (int k = 0; k < m->nt; k++) {
        vec3 cut[2];
        int n = 0;
        for (int i = 0; i < 3 && n < 2; i++) {
            vec3 a = m->vertex[m->tri[k].v[i]], b = m->vertex[m->tri[k].v[(i + 1) % 3]];
            double from = vec3_dot(vec3_sub(a, point), normal), to = vec3_dot(vec3_sub(b, point), normal);
            if ((from < 0) != (to < 0)) cut[n++] = vec3_madd(a, from / (from - to), vec3_sub(b, a));
        }
        if (n == 2) line(ctx, cut[0], cut[1]);
    }
}

void review_outline(const contact_mesh *m, const pose *at, vec3 to_eye, review_line *line, void *ctx) {
    vec3 eye = mat3_tmul(&at->r, to_eye);
    for (int k = 0; k < m->nt; k++)
        for (int i = 0; i < 3; i++) {
            int other = m->tri[k].adj[i];
            bool seen = vec3_dot(m->normal[k], eye) > 0, beyond = other >= 0 && vec3_dot(m->normal[other], eye) > 0;
            if (seen && !beyond)
                line(ctx, pose_point(at, m->vertex[m->tri[k].v[i]]),
                     pose_point(at, m->vertex[m->tri[k].v[(i + 1) % 3]]));
        }
}
