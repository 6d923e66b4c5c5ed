// SPDX-License-Identifier: MIT
// Sets the message that the panels show.
#include "rt/desk/run.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void run_set_message(run *c, bool error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(c->message, sizeof c->message, format, args);
    va_end(args);
    c->message_is_error = error;
    c->message[strcspn(c->message, "\n")] = 0;
}

void run_set_error_message(run *c) {
    rt_diag *d = &c->d;
    const char *why = strstr(d->text, "error: ");
    run_set_message(c, true, "%s", why ? why + 7 : d->text);
    *d = (rt_diag){0};
}
