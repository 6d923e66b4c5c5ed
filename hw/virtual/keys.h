// SPDX-License-Identifier: MIT
// Hands on the virtual console from a terminal's keys.
#ifndef HAWSE_HW_VIRTUAL_KEYS_H
#define HAWSE_HW_VIRTUAL_KEYS_H

#include "hw/virtual/line.h"
#include "rt/command/command.h"

// Sets the terminal to single keys and says which there are; false when standard input is no terminal.
bool virtual_keys_begin(void);
// Takes the keys struck since; false: the user wants to end.
bool virtual_keys_read(rt_input *hands, hw_fault *fault);
void virtual_keys_end(void);

#endif
