// SPDX-License-Identifier: MIT
// Layout of the console's instruments in a picture. Pure functions; all in points.
#ifndef HAWSE_RENDER_TEXT_LAYOUT_H
#define HAWSE_RENDER_TEXT_LAYOUT_H

#include "rt/base/base.h"

typedef struct area {
    float x, y, width, height;
} area;

typedef enum console_gauge {
    CONSOLE_TENSION = 0,
    CONSOLE_SPEED,
    CONSOLE_CHAIN,
    CONSOLE_LEVER,
    CONSOLE_BRAKE,
    CONSOLE_LINING,
    CONSOLE_TORQUE,
    CONSOLE_LAMPS,
    CONSOLE_GAUGES
} console_gauge;

typedef struct console_layout {
    area gauge[CONSOLE_GAUGES]; // width 0: it does not fit
    float height;               // of the console, at the lower edge of the picture
    bool full;                  // with scales and names that a small picture leaves out
} console_layout;

// One row with everything if the picture is wide enough; else smaller instruments without torque and lining, or two
// rows if it is high enough; at last only the essential ones.
console_layout console_lay_out(float width, float height);

#endif
