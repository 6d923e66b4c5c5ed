// SPDX-License-Identifier: MIT
// Pseudo-terminal in place of the serial port.
#ifndef HAWSE_HW_VIRTUAL_PTY_H
#define HAWSE_HW_VIRTUAL_PTY_H

#include "rt/base/base.h"

typedef struct virtual_pty {
    bool open;
    int master, slave; // slave: kept open, so the terminal survives when a host closes it
    char path[128];
    uint8_t in[1024]; // (n) bytes from the host
    size_t n;
} virtual_pty;

// Opens a pseudo-terminal in raw mode and points `link` (NULL: none) at it; false with a message on stderr.
bool virtual_pty_open(virtual_pty *p, const char *link);
// Hangs up. A host that has the terminal open gets the same errors as from a pulled USB adapter.
void virtual_pty_close(virtual_pty *p);
// Appends arrived bytes to `in`, as many as fit.
void virtual_pty_read(virtual_pty *p);
// Writes bytes to the host; bytes beyond the terminal's buffer are lost, as on a real line.
void virtual_pty_write(virtual_pty *p, const uint8_t *bytes, size_t n);

#endif
