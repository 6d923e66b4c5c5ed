// SPDX-License-Identifier: MIT
// Line contact of a straight piece: one point would let a link lying along a wall rock about it without end, so it is
// held at two, each with the depth there. They are taken from the ends of its stretches along the patch, leaving out
// the joints of a flat tessellation, so that the answer does not depend on how a face is divided. When the piece tilts,
// the depth of the far point goes to zero and with it its force: no contact appears or vanishes with a jump.
#include "contact/link_detect.h"

static const double JOINT_SLOPE = 2e-3;    // two stretches whose depths run at slopes closer than this are one
static const double JOINT_GAP = 4e-3;      // of the tube: between their ends (a convex joint opens a wedge)
static const double NEARLY_DEEPEST = 0.95; // an end this deep stands for the deepest point inside the stretch

typedef struct line_end {
    double z, depth;
    vec3 normal;
    int triangle;
} line_end;

// Whether end i (0 low, 1 high) of stretch x goes on in another stretch of the same slope. The depth along a stretch
// falls by normal.z per unit of z; taken from the normal because a stretch may be too short to have a slope of its own.
static bool goes_on(const contact_link_shape *s, const link_stretch *x, int i, const link_stretch *const *all, int n) {
    double gap = JOINT_GAP * s->tube, more = 1e-9 * s->half, slope = x->normal[i].z;
    for (int k = 0; k < n; k++) {
        const link_stretch *y = all[k];
        if (y == x || y->z[0] > x->z[i] + gap || y->z[1] < x->z[i] - gap) continue;
        bool beyond = i == 0 ? y->z[0] < x->z[0] - more : y->z[1] > x->z[1] + more;
        double there = y->depth[1 - i] - slope * (x->z[i] - y->z[1 - i]);
        if (beyond && fabs(y->normal[1 - i].z - slope) < JOINT_SLOPE && fabs(there - x->depth[i]) < JOINT_SLOPE * gap)
            return true;
    }
    return false;
}

// The deepest end that is no joint; the lower z of a tie.
static bool deepest_end(const contact_link_shape *s, const link_stretch *const *x, int n, line_end *best) {
    bool found = false;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 2; i++) {
            if (!(x[k]->depth[i] > 0) || (found && x[k]->depth[i] <= best->depth) || goes_on(s, x[k], i, x, n))
                continue;
            *best = (line_end){x[k]->z[i], x[k]->depth[i], x[k]->normal[i], x[k]->triangle};
            found = true;
        }
    return found;
}

// The end that resists turning about z most, depth times lever; at least one tube radius away.
static bool opposite_end(const contact_link_shape *s, const link_stretch *const *x, int n, double z, line_end *best) {
    double most = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 2; i++) {
            double lever = fabs(x[k]->z[i] - z), worth = x[k]->depth[i] * lever;
            if (lever < s->tube || !(worth > most) || goes_on(s, x[k], i, x, n)) continue;
            *best = (line_end){x[k]->z[i], x[k]->depth[i], x[k]->normal[i], x[k]->triangle};
            most = worth;
        }
    return most > 0;
}

static link_hit hit_of(const contact_link_shape *s, int straight, const line_end *e) {
    vec3 curve = {straight == 0 ? s->radius : -s->radius, 0, e->z};
    return (link_hit){e->triangle, straight, e->depth, curve, e->normal};
}

int link_line_contacts(const contact_link_shape *s, const link_hit *deepest, const link_stretch *const *stretch, int n,
                       link_hit out[2]) {
    line_end end = {0, 0, {0, 0, 0}, -1};
    int count = 0;
    bool have_end = deepest_end(s, stretch, n, &end);
    if (have_end && (!deepest || end.depth >= NEARLY_DEEPEST * deepest->depth))
        out[count++] = hit_of(s, stretch[0]->straight, &end);
    else if (deepest)
        out[count++] = *deepest;
    else
        return 0;
    if (n > 0 && opposite_end(s, stretch, n, out[0].curve.z, &end))
        out[count++] = hit_of(s, stretch[0]->straight, &end);
    return count;
}
