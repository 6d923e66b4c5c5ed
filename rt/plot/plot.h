// SPDX-License-Identifier: MIT
// Channels over a common abscissa: stacked axes and lanes of event marks, drawn the same as PNG and as SVG.
#ifndef HAWSE_RT_PLOT_PLOT_H
#define HAWSE_RT_PLOT_PLOT_H

#include "rt/base/base.h"

#define PLOT_WIDTH 960 // width of an SVG [px]; a PNG has twice as many
#define PLOT_AXES 16   // most axes in a plot
#define PLOT_TICKS 10  // most ticks on an axis

// One axis and the line on it. A value that is not finite leaves a gap.
typedef struct plot_axis {
    const char *name, *unit; // unit: SI; plot_prefix scales large values
    const double *y;         // (plot_def.n)
} plot_axis;

// Marks of one name, such as the times of an event.
typedef struct plot_lane {
    const char *name;
    const double *x; // (n)
    int n;
} plot_lane;

// A limit on an axis, drawn across it.
typedef struct plot_limit {
    int axis;         // index
    double value;     // in the axis's unit
    const char *name; // written at its line
} plot_limit;

// A second run on the same axes.
typedef struct plot_beside {
    const char *first, *second; // names of the two runs, for the legend
    const double *x;            // ascending (n)
    int n;
    const double *const *y; // a line for each axis (n_axes), each (n); a NULL line: none
} plot_beside;

typedef struct plot_def {
    const char *title; // "": none
    const char *x_name, *x_unit;
    const double *x; // ascending (n)
    int n;
    double from, to; // range of the abscissa; equal: all of x
    const plot_axis *axis;
    int n_axes;
    const plot_lane *lane;
    int n_lanes;
    const plot_limit *limit;
    int n_limits;
    const plot_beside *beside; // NULL: none
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
// Prefix for values up to `most` of N, N m, W, J or Pa: "k" from 1e4, "M" from 1e7, else "". *scale is its factor.
const char *plot_prefix(const char *unit, double most, double *scale);
// Decimates points for a line over `columns` columns of pixels from x0 to x1, without visible change. Keeps of each
// column the first, least, greatest and last point, and one that is not finite. Writes ascending indices into index (5
// (columns + 2)). Returns their number.
int plot_decimate(const double *x, const double *y, int n, double x0, double x1, int columns, int *index);

// Writes the plot as PNG or SVG by the file's suffix, whole or not at all; RT_ERR_USAGE for another suffix, RT_ERR_FILE
// or RT_ERR_MEMORY, with a message that says why.
rt_status plot_write(const plot_def *p, const char *path, rt_diag *d);
// Returns the plot as an <svg> element for use within a page: without prologue and namespaces, each name prefixed by
// `id`. The caller frees it. NULL when the drawing fails.
char *plot_svg(const plot_def *p, const char *id);

#endif
