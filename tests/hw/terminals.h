// SPDX-License-Identifier: MIT
// Whether this machine has pseudo-terminals: a root without /dev/ptmx or /dev/pts has none.
#ifndef HAWSE_TESTS_HW_TERMINALS_H
#define HAWSE_TESTS_HW_TERMINALS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Opens and closes one; prints that the tests are skipped if that fails.
static inline bool has_terminals(void) {
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    bool ready = master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0;
    int slave = ready ? open(ptsname(master), O_RDWR | O_NOCTTY) : -1;
    if (slave < 0) printf("skipped: no pseudo-terminals\n");
    if (slave >= 0) close(slave);
    if (master >= 0) close(master);
    return slave >= 0;
}

#endif
