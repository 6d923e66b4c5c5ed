// SPDX-License-Identifier: MIT
// Entry point: dispatches the command line to a command.
#include "rt/app/cmd.h"
#include "rt/base/float_env.h"
#include "rt/base/plain.h"
#include "rt/base/signals.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LEAST_STACK ((rlim_t)1 << 20) // [bytes] of the main thread, and by default of each other

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} command[] = {
    {"run", cmd_run, "run a scenario in real time, in a window where there is a display"},
    {"sil", cmd_sil, "run it software-in-the-loop: by the scenario's operator, a manual clock, full speed"},
    {"study", cmd_study, "run a scenario in variants, without a window, and tabulate the outcomes"},
    {"replay", cmd_replay, "list, re-run and compare, show or export a recording"},
    {"view", cmd_view, "show a running simulator in a further window, here or on another machine"},
    {"check", cmd_check, "list the contents, repairs and faults of a scenario or a mesh"},
    {"devices", cmd_devices, "list the operator devices that are plugged in"},
    {"latency", cmd_latency, "measure with empty frames which deadlines this machine meets"},
    {"log", cmd_log, "list, show, export and correct the scores of exercises: the logbook of training"},
    {"compare", cmd_compare, "compare the timing of two reports"},
    {"score", cmd_score, "score a recording of an exercise"},
};
#define COMMANDS ((int)(sizeof command / sizeof command[0]))

static void usage(FILE *f) {
    fprintf(f, "hawse %s: real-time simulator of ship anchor handling\n\nusage: hawse COMMAND [OPTION...]\n\n",
            HAWSE_VERSION);
    for (int k = 0; k < COMMANDS; k++) fprintf(f, "  %-10s %s\n", command[k].name, command[k].help);
    fprintf(f, "\nhawse COMMAND --help lists every option.\nexit codes: 0 done; 1 ran but fell short, or is not to "
               "be trusted; 2 bad input or usage; 3 internal error\n");
}

// Whether the stack suffices; a message if not. Called before anything that needs much of it.
static bool has_stack(void) {
    struct rlimit r;
    if (getrlimit(RLIMIT_STACK, &r) != 0 || r.rlim_cur == RLIM_INFINITY || r.rlim_cur >= LEAST_STACK) return true;
    fprintf(stderr, "error: the stack is limited to %llu kB: expected at least %llu kB (ulimit -s 8192)\n",
            (unsigned long long)r.rlim_cur / 1024, (unsigned long long)LEAST_STACK / 1024);
    return false;
}

// Takes the numbers of standard descriptors that the caller has closed: else the next output file would get one of
// them, and what is printed would go into it. Writing to them fails.
static void hold_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
}

// Completes the standard output. What was asked is not done if the text did not arrive. A reader that closed its end
// (| head) needs no message.
static int finish_output(int code) {
    bool good = fflush(stdout) == 0;
    int error = good ? 0 : errno;
    good = good && !ferror(stdout);
    if (good) return code;
    if (error != EPIPE)
        fprintf(stderr, "error: the standard output cannot be written: %s\n",
                error ? strerror(error) : "a write failed");
    return code == EXIT_DONE ? EXIT_SHORT : code;
}

static int run_command(int argc, char **argv) {
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        usage(stdout);
        return EXIT_DONE;
    }
    if (argc >= 2 && strcmp(argv[1], "--version") == 0) {
        printf("hawse %s\n", HAWSE_VERSION);
        return EXIT_DONE;
    }
    for (int k = 0; argc >= 2 && k < COMMANDS; k++)
        if (strcmp(argv[1], command[k].name) == 0) return command[k].run(argc - 2, argv + 2);
    char shown[256];
    if (argc >= 2) fprintf(stderr, "error: unknown command '%s'\n\n", rt_plain(shown, sizeof shown, argv[1]));
    usage(stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv) {
    if (!has_stack()) return EXIT_USAGE;
    hold_descriptors();
    rt_float_env_set();
    rt_signals_survive_writes();
    return finish_output(run_command(argc, argv));
}
