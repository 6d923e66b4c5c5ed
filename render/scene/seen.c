// SPDX-License-Identifier: MIT
#include "render/scene/seen.h"

// Along one axis.
static bool share(const int a[4], const int b[4], int axis) {
    int from = a[axis] > b[axis] ? a[axis] : b[axis], end_a = a[axis] + a[2 + axis], end_b = b[axis] + b[2 + axis];
    return from < (end_a < end_b ? end_a : end_b);
}

bool scene_boxes_meet(const int a[4], const int b[4]) { return share(a, b, 0) && share(a, b, 1); }

// Along one axis (0 across, 1 up), for a box that spans the other. A box that leaves both ends free cuts nothing off.
static void cut(const int box[4], int axis, int seen[4]) {
    int *from = &seen[axis], *size = &seen[2 + axis], lo = box[axis], hi = box[axis] + box[2 + axis],
        end = *from + *size;
    if (lo <= *from) {
        *from = hi < end ? hi : end;
        *size = end - *from;
    } else if (hi >= end) {
        *size = lo - *from;
    }
}

static bool spans(const int box[4], int axis, const int seen[4]) {
    return box[axis] <= seen[axis] && box[axis] + box[2 + axis] >= seen[axis] + seen[2 + axis];
}

void scene_cut_seen(const int (*covered)[4], int n, int seen[4]) {
    for (int pass = 0; pass < n; pass++) // after a cut others may span the rest
        for (int k = 0; k < n; k++) {
            const int *box = covered[k];
            if (!scene_boxes_meet(box, seen)) continue;
            for (int axis = 0; axis < 2; axis++)
                if (spans(box, !axis, seen)) cut(box, axis, seen);
        }
}
