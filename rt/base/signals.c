// SPDX-License-Identifier: MIT
#include "rt/base/signals.h"
#include <signal.h>

_Atomic bool rt_signals_ended;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING = sizeof ending / sizeof ending[0] };

static void on_signal(int number) {
    (void)number;
    atomic_store(&rt_signals_ended, true);
}

void rt_signals_survive_writes(void) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void rt_signals_die_of_writes(void) {
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
}

void rt_signals_catch(bool interrupt_reads) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND | (interrupt_reads ? 0 : SA_RESTART)},
                     before;
    for (int k = 0; k < ENDING; k++) {
        bool ignored = ending[k] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (!ignored) sigaction(ending[k], &action, NULL);
    }
}

void rt_signals_reset(void) {
    struct sigaction now;
    for (int k = 0; k < ENDING; k++)
        if (sigaction(ending[k], NULL, &now) == 0 && now.sa_handler == on_signal) signal(ending[k], SIG_DFL);
}
