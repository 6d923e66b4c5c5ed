// SPDX-License-Identifier: MIT
#include "rt/desk/run.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void run_print(run *c, bool error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(c->message, sizeof c->message, format, args);
    va_end(args);
    c->message_is_error = error;
    c->message[strcspn(c->message, "\n")] = 0;
}

void run_print_errors(run *c) {
    rt_diag *d = &c->d;
    const char *why = strstr(d->text, "error: ");
    run_print(c, true, "%s", why ? why + 7 : d->text);
    *d = (rt_diag){0};
}
