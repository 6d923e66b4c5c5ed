// SPDX-License-Identifier: MIT
// The console: the table of its gauges, their layout and drawing.
#ifndef HAWSE_RENDER_INSTRUMENT_CONSOLE_H
#define HAWSE_RENDER_INSTRUMENT_CONSOLE_H

#include "render/instrument/gauge.h"

enum {
    CONSOLE_CAPACITY = 16, // rows of the table
    CONSOLE_CORE = 6       // gauges of a higher rank are optional: a single row may omit them
};

// A row of the table.
typedef struct console_gauge {
    const char *name;                     // for tests
    void (*draw)(const gauge *p, area a); // draws within the area
    float full_width, small_width;        // [points]; full: with scales and names
    int rank;                             // 1: the most important; the console omits the highest ranks first
} console_gauge;

extern const console_gauge console_table[]; // (console_gauge_count), from left to right
extern const int console_gauge_count;

typedef struct console_layout {
    area gauge[CONSOLE_CAPACITY]; // width 0: omitted (console_gauge_count)
    float height;                 // of the console, at the lower edge of the picture
    bool full;                    // with scales and names that a small picture omits
} console_layout;

// One row with every gauge if the picture is wide enough; else one row without optional gauges, or two rows with every
// gauge in a high picture; else one row with as many gauges as fit, sorted by rank. Width and height in points.
console_layout console_lay_out(float width, float height);
void console_draw(const gauge *p, const console_layout *l);

#endif
