// SPDX-License-Identifier: MIT
// Channels over a common abscissa: stacked axes and lanes of event marks, drawn the same as PNG and as SVG.
#ifndef HAWSE_RT_PLOT_PLOT_H
#define HAWSE_RT_PLOT_PLOT_H

#include "rt/base/base.h"

#define PLOT_WIDTH 960 // [px] of an SVG; a PNG has twice as many
#define PLOT_AXES 16   // most in one plot
#define PLOT_TICKS 10  // most on an axis

// One axis and the line on it. A value that is not finite leaves a gap.
typedef struct plot_axis {
    const char *name, *unit; // an SI unit; large forces, torques and powers are shown in kilo or mega of it
    const double *y;         // (n of the plot)
} plot_axis;

// Marks of one name, such as the times of an event.
typedef struct plot_lane {
    const char *name;
    const double *x; // (n)
    int n;
} plot_lane;

typedef struct plot_def {
    const char *title; // "": none
    const char *x_name, *x_unit;
    const double *x; // ascending (n)
    int n;
    double from, to; // shown part of the abscissa; equal: all of x
    const plot_axis *axis;
    int n_axes;
    const plot_lane *lane;
    int n_lanes;
} plot_def;

// Ticks at multiples of 1, 2 or 5 times a power of ten: first, first + step, ... (n of them).
typedef struct plot_ticks {
    double first, step;
    int n, decimals; // decimals of the labels
} plot_ticks;

// The ticks that cover low .. high, at most `most` (3 or more): the first is not above low, the last not below high.
// least: the smallest step, itself a round number; 0: any. Equal or reversed ends are widened; ends that are not finite
// give 0 .. 1.
plot_ticks plot_ticks_over(double low, double high, int most, double least);
// Prefix for values up to `most` of that unit: "k" for newtons from 1e4 on, ...; *scale is its factor.
const char *plot_prefix(const char *unit, double most, double *scale);
// Which points draw the same line on so many columns of pixels from x0 to x1: of each column the first, least, greatest
// and last, and one that is not finite; ascending indices into index (5 (columns + 2)). Returns how many.
int plot_decimate(const double *x, const double *y, int n, double x0, double x1, int columns, int *index);

// Writes the plot as PNG or SVG by the file's suffix, whole or not at all; RT_ERR_USAGE for another suffix, RT_ERR_FILE
// or RT_ERR_MEMORY, with a message that says why.
rt_status plot_write(const plot_def *p, const char *path, rt_diag *d);
// The plot as an <svg> element to stand within a page: no prologue, no namespaces, `id` before each of its names. Free
// it; NULL when it cannot be drawn.
char *plot_svg(const plot_def *p, const char *id);
// Whether the path has a suffix that plot_write knows; a message otherwise.
bool plot_suffix(const char *path, rt_diag *d);

#endif
