// SPDX-License-Identifier: MIT
// Entry point: dispatches the command line to a command.
#include "rt/app/cmd.h"
#include "rt/base/float_env.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} command[] = {
    {"run", cmd_run, "run a scenario in real time, in a window where there is a display"},
    {"sil", cmd_sil, "run it software-in-the-loop: a scripted operator, a manual clock, full speed"},
    {"study", cmd_study, "run a scenario in variants, without a window, and tabulate the outcomes"},
    {"replay", cmd_replay, "list, re-run and compare, show or export a recording"},
    {"check", cmd_check, "list the contents, repairs and faults of a scenario or a mesh"},
    {"devices", cmd_devices, "list the operator devices that are plugged in"},
    {"latency", cmd_latency, "measure with empty frames which deadlines this machine meets"},
    {"compare", cmd_compare, "compare the timing of two reports"},
};
#define COMMANDS ((int)(sizeof command / sizeof command[0]))

static void usage(FILE *f) {
    fprintf(f, "hawse %s: real-time simulator of ship anchor handling\n\nusage: hawse COMMAND [OPTION...]\n\n",
            HAWSE_VERSION);
    for (int k = 0; k < COMMANDS; k++) fprintf(f, "  %-10s %s\n", command[k].name, command[k].help);
    fprintf(f, "\nhawse COMMAND --help lists every option.\nexit codes: 0 done; 1 ran but fell short, or is not to "
               "be trusted; 2 bad input or usage; 3 internal error\n");
}

int main(int argc, char **argv) {
    rt_float_env_set();
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
    if (argc >= 2) fprintf(stderr, "error: unknown command '%s'\n\n", argv[1]);
    usage(stderr);
    return EXIT_USAGE;
}
