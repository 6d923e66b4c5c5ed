// SPDX-License-Identifier: MIT
#include "render/scene/seen.h"

// True if the boxes overlap along this axis.
static bool boxes_overlap_along(const int a[4], const int b[4], int axis) {
    int from = a[axis] > b[axis] ? a[axis] : b[axis], end_a = a[axis] + a[2 + axis], end_b = b[axis] + b[2 + axis];
    return from < (end_a < end_b ? end_a : end_b);
}

bool scene_boxes_overlap(const int a[4], const int b[4]) {
    return boxes_overlap_along(a, b, 0) && boxes_overlap_along(a, b, 1);
}

// Cuts `seen` along one axis (0 across, 1 up) by a box that spans the other. A box in the middle cuts nothing.
static void cut_along(const int box[4], int axis, int seen[4]) {
    int *from = &seen[axis], *size = &seen[2 + axis], lo = box[axis], hi = box[axis] + box[2 + axis],
        end = *from + *size;
    if (lo <= *from) {
        *from = hi < end ? hi : end;
        *size = end - *from;
    } else if (hi >= end) {
        *size = lo - *from;
    }
}

static bool box_spans(const int box[4], int axis, const int seen[4]) {
    return box[axis] <= seen[axis] && box[axis] + box[2 + axis] >= seen[axis] + seen[2 + axis];
}

void scene_clip_visible(const int (*covered)[4], int n, int seen[4]) {
    for (int pass = 0; pass < n; pass++) // after a cut, other boxes may span the rest
        for (int k = 0; k < n; k++) {
            const int *box = covered[k];
            if (!scene_boxes_overlap(box, seen)) continue;
            for (int axis = 0; axis < 2; axis++)
                if (box_spans(box, !axis, seen)) cut_along(box, axis, seen);
        }
}
