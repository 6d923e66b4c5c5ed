// SPDX-License-Identifier: MIT
// Virtual X display for a test that opens windows.
#ifndef HAWSE_TESTS_RENDER_OWN_DISPLAY_H
#define HAWSE_TESTS_RENDER_OWN_DISPLAY_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { OWN_DISPLAY_ARGUMENTS = 8 }; // at most, with the program's name

// Restarts the program in its own display if xvfb-run is installed (HAWSE_XVFB_RUN), so that no other program changes
// focus or size. Returns false, with a message under the test's name, if there is no display at all. Call first in
// main.
static inline bool own_display(char **argv, const char *test) {
    char *xvfb = getenv("HAWSE_XVFB_RUN");
    if (xvfb) {
        char *command[OWN_DISPLAY_ARGUMENTS + 5] = {xvfb, "-a", "-s", "-screen 0 1280x800x24 -noreset"};
        for (int k = 0; k < OWN_DISPLAY_ARGUMENTS && argv[k]; k++) command[4 + k] = argv[k];
        unsetenv("HAWSE_XVFB_RUN");
        execv(xvfb, command);
    }
    if (getenv("DISPLAY")) return true;
    printf("%s skipped: no X display and no xvfb-run here\n", test);
    return false;
}

#endif
