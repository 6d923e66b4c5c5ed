// SPDX-License-Identifier: MIT
// Shim that lets the unmodified libserialport open a pseudo-terminal. libserialport asks a port for its modem lines,
// which a pty lacks, and searches for the port in sysfs, which lists no pty. A name PTY_SHIM_ROOT + path of a symbolic
// link leads both look-ups (below /dev and below /sys/class/tty) to that link. hw/serial/serial.c resolves links, so
// realpath must return such a name unchanged. Linked into a test or preloaded into a program (LD_PRELOAD); never part
// of the product.
#include "tests/hw/pty_shim.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SHOWN __attribute__((visibility("default")))

SHOWN _Atomic int pty_shim_exclusive;

SHOWN int ioctl(int fd, unsigned long request, ...);
SHOWN int ioctl(int fd, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    long result = syscall(SYS_ioctl, fd, request, argument);
    if (request == TIOCEXCL && result == 0) pty_shim_exclusive++;
    bool modem = request == TIOCMGET || request == TIOCMBIS || request == TIOCMBIC || request == TIOCMSET;
    if (!modem || result == 0 || errno != ENOTTY) return (int)result;
    if (request == TIOCMGET) *(int *)argument = TIOCM_DTR | TIOCM_RTS | TIOCM_DSR | TIOCM_CTS | TIOCM_CAR;
    errno = 0;
    return 0;
}

SHOWN char *realpath(const char *restrict path, char *restrict resolved);
SHOWN char *realpath(const char *restrict path, char *restrict resolved) {
    struct stat st;
    if (strncmp(path, PTY_SHIM_ROOT, strlen(PTY_SHIM_ROOT)) == 0)
        return stat(path, &st) != 0 ? NULL : resolved ? strcpy(resolved, path) : strdup(path);
    char *(*next)(const char *, char *);
    *(void **)&next = dlsym(RTLD_NEXT, "realpath");
    return next(path, resolved);
}
