// SPDX-License-Identifier: MIT
// Operates the virtual console by the keys of a terminal.
#ifndef HAWSE_HW_VIRTUAL_KEYS_H
#define HAWSE_HW_VIRTUAL_KEYS_H

#include "hw/virtual/line.h"
#include "rt/command/command.h"

// Switches the terminal to single keys and prints the key list; false if standard input is not a terminal.
bool virtual_keys_begin(void);
// Applies the keys pressed since the last call to hands and fault; false after q.
bool virtual_keys_read(rt_input *hands, hw_fault *fault);
void virtual_keys_end(void);

#endif
