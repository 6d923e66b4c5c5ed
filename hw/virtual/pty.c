// SPDX-License-Identifier: MIT
#include "hw/virtual/pty.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Replaces an old link atomically; fails if `link` is another kind of file.
static bool make_link(const char *path, const char *link) {
    char target[128], fresh[512];
    ssize_t n = readlink(link, target, sizeof target);
    if (n < 0 && errno != ENOENT) return false;
    snprintf(fresh, sizeof fresh, "%s.new", link);
    unlink(fresh);
    return symlink(path, fresh) == 0 && rename(fresh, link) == 0;
}

bool virtual_pty_open(virtual_pty *p, const char *link) {
    struct termios raw;
    memset(p, 0, sizeof *p);
    p->slave = -1;
    p->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    p->open = p->master >= 0;
    bool good = p->open && grantpt(p->master) == 0 && unlockpt(p->master) == 0 &&
                ptsname_r(p->master, p->path, sizeof p->path) == 0 &&
                (p->slave = open(p->path, O_RDWR | O_NOCTTY | O_CLOEXEC)) >= 0 && tcgetattr(p->slave, &raw) == 0;
    if (good) {
        cfmakeraw(&raw); // no echo: the host must not receive its own bytes
        good = tcsetattr(p->slave, TCSANOW, &raw) == 0;
    }
    if (!good) fprintf(stderr, "error: cannot open a pseudo-terminal: %s\n", strerror(errno));
    if (good && link && !make_link(p->path, link)) {
        fprintf(stderr, "error: %s: cannot make the link: %s\n", link, strerror(errno));
        good = false;
    }
    if (!good) virtual_pty_close(p);
    return good;
}

void virtual_pty_close(virtual_pty *p) {
    if (!p->open) return;
    close(p->master);
    if (p->slave >= 0) close(p->slave);
    p->open = false;
    p->n = 0;
}

void virtual_pty_read(virtual_pty *p) {
    if (!p->open) return;
    ssize_t n = read(p->master, p->in + p->n, sizeof p->in - p->n);
    if (n > 0) p->n += (size_t)n;
}

void virtual_pty_write(virtual_pty *p, const uint8_t *bytes, size_t n) {
    if (!p->open || n == 0) return;
    if (write(p->master, bytes, n) < 0 && errno != EAGAIN) fprintf(stderr, "error: write: %s\n", strerror(errno));
}
