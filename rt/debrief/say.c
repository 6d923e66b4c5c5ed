// SPDX-License-Identifier: MIT
// Displayed time, and the message that the panels show.
#include "rt/debrief/private.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

double debrief_time(const debrief *b) { return sim_time(b->view.replay->sim); }

void debrief_say(debrief *b, bool error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(b->message, sizeof b->message, format, args);
    va_end(args);
    b->message_is_error = error;
    b->message[strcspn(b->message, "\n")] = 0;
}

void debrief_say_error(debrief *b) {
    const char *why = strstr(b->own.text, "error: ");
    debrief_say(b, true, "%s", why ? why + 7 : b->own.text);
    b->own = (rt_diag){0};
}
