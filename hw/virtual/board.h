// SPDX-License-Identifier: MIT
// The board of the virtual console: what a test or a person would touch and see on a real one. The firmware's board.h
// has no context, so a program has one board.
#ifndef HAWSE_HW_VIRTUAL_BOARD_H
#define HAWSE_HW_VIRTUAL_BOARD_H

#include "hw/virtual/line.h"
#include "rt/command/command.h"

enum { VIRTUAL_ADCS = 8, VIRTUAL_PINS = 32, VIRTUAL_PWMS = 8 };

typedef struct virtual_board {
    int16_t adc[VIRTUAL_ADCS];
    bool closed[VIRTUAL_PINS]; // contacts
    bool lit[VIRTUAL_PINS];    // lamps and buzzer
    uint8_t pwm[VIRTUAL_PWMS];
    int64_t now_ns;    // its clock
    double clock_rate; // how fast that runs; 1: true
    virtual_line *to_host, *from_host;
} virtual_board;

extern virtual_board the_board;

// The reference console's controls as these hands put them.
void virtual_board_set(virtual_board *b, const rt_input *hands);

#endif
