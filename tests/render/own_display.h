// SPDX-License-Identifier: MIT
// A virtual X display for a test that opens windows.
#ifndef HAWSE_TESTS_RENDER_OWN_DISPLAY_H
#define HAWSE_TESTS_RENDER_OWN_DISPLAY_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Begins the program again inside a display of its own, where xvfb-run is to be had (HAWSE_XVFB_RUN), so that nothing
// else changes focus or size. False, told under the test's name, where there is no display at all. First in main.
static inline bool own_display(char **argv, const char *test) {
    const char *xvfb = getenv("HAWSE_XVFB_RUN");
    if (xvfb) {
        unsetenv("HAWSE_XVFB_RUN");
        execl(xvfb, xvfb, "-a", "-s", "-screen 0 1280x800x24", argv[0], (char *)NULL);
    }
    if (getenv("DISPLAY")) return true;
    printf("%s skipped: no X display and no xvfb-run here\n", test);
    return false;
}

#endif
