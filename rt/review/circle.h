// SPDX-License-Identifier: MIT
// Smallest circle around points of a plane.
#ifndef HAWSE_RT_REVIEW_CIRCLE_H
#define HAWSE_RT_REVIEW_CIRCLE_H

typedef struct review_circle {
    double x, y, r;
} review_circle;

// Smallest circle that holds the n points (x, y), n at least 1. Reorders the points. Expected time linear in n.
review_circle review_circle_around(double (*point)[2], int n);

#endif
