// SPDX-License-Identifier: MIT
// Virtual board: the inputs, outputs and clock of the console's firmware, in memory. The functions of the firmware's
// board.h have no context argument, so a program has one board.
#ifndef HAWSE_HW_VIRTUAL_BOARD_H
#define HAWSE_HW_VIRTUAL_BOARD_H

#include "hw/virtual/line.h"
#include "rt/command/command.h"

enum { VIRTUAL_ADCS = 8, VIRTUAL_PINS = 32, VIRTUAL_PWMS = 8 };

typedef struct virtual_board {
    int16_t adc[VIRTUAL_ADCS];
    bool closed[VIRTUAL_PINS]; // contacts, by pin
    bool lit[VIRTUAL_PINS];    // lamps and buzzer, by pin
    uint8_t pwm[VIRTUAL_PWMS];
    int64_t now_ns;    // true time [ns]
    double clock_rate; // rate of the board's clock against true time
    virtual_line *to_host, *from_host;
} virtual_board;

extern virtual_board the_board;

// Sets the reference console's converters and contacts to the positions in `hands`.
void virtual_board_set_hands(virtual_board *b, const rt_input *hands);

#endif
