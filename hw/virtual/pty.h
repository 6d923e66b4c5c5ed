// SPDX-License-Identifier: MIT
// The pseudo-terminal in place of the line's plug.
#ifndef HAWSE_HW_VIRTUAL_PTY_H
#define HAWSE_HW_VIRTUAL_PTY_H

#include "rt/base/base.h"

typedef struct virtual_pty {
    bool open;
    int master, slave; // keeps the slave open as well, so that a host may come and go
    char path[128];
    uint8_t in[1024]; // (n) from the host
    size_t n;
} virtual_pty;

// Opens one in raw mode and points `link` (NULL: none) at it; false with a message on stderr.
bool virtual_pty_open(virtual_pty *p, const char *link);
// Hangs up: an open host sees what a pulled USB adapter causes.
void virtual_pty_close(virtual_pty *p);
// Reads what has arrived, as far as it fits.
void virtual_pty_read(virtual_pty *p);
// Writes bytes to the host; bytes beyond the terminal's buffer are lost, as on a real line.
void virtual_pty_write(virtual_pty *p, const uint8_t *bytes, size_t n);

#endif
