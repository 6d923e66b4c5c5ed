// SPDX-License-Identifier: MIT
// The pseudo-terminal that stands for the line's plug.
#ifndef HAWSE_HW_VIRTUAL_PTY_H
#define HAWSE_HW_VIRTUAL_PTY_H

#include "rt/base/base.h"

typedef struct virtual_pty {
    bool open;
    int master, slave; // we keep the slave's end open too, so that a host may come and go
    char path[128];
    uint8_t in[1024]; // (n) from the host
    size_t n;
} virtual_pty;

// Opens one, raw, and makes `link` (NULL: none) point to it; false with a message on stderr.
bool virtual_pty_open(virtual_pty *p, const char *link);
// Hangs up: a host that has it open sees what it sees when a USB adapter is pulled.
void virtual_pty_close(virtual_pty *p);
// Takes what has come, as far as there is room.
void virtual_pty_read(virtual_pty *p);
// Gives bytes to the host; what the terminal has no room for is lost, as on a real line.
void virtual_pty_write(virtual_pty *p, const uint8_t *bytes, size_t n);

#endif
