// SPDX-License-Identifier: MIT
// hawse devices: lists, watches and calibrates operator devices.
#include "hw/joystick/calibrate.h"
#include "hw/open/list.h"
#include "hw/open/open.h"
#include "rt/app/cmd.h"
#include "rt/base/signals.h"
#include "rt/file/options.h"
#include <stdio.h>
#include <unistd.h>

int cmd_devices(int argc, char **argv) {
    static rt_diag d;
    bool watch = false, calibrate = false, help;
    double duration = 0;
    const option table[] = {
        {"--calibrate", NULL, OPTION_FLAG, &calibrate,
         "calibrate a joystick step by step; the calibration applies to that joystick only"},
        {"--watch", NULL, OPTION_FLAG, &watch, "print a joystick's raw and calibrated values until Ctrl-C"},
        {"--duration", "S", OPTION_DURATION, &duration, "end --watch after this time [s]"},
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    const char *word[1] = {NULL};
    int words;
    if (!options_parse(argc, argv, table, n, word, 1, &words, &help, &d)) return options_fail(&d, RT_ERR_USAGE);
    if (help) {
        printf(
            "usage: hawse devices [--watch|--calibrate [DEVICE]]\nLists joysticks with their axes and buttons, and the "
            "keys of the keyboard. DEVICE: a joystick's GUID or a part of its name.\n");
        options_print(stdout, table, n);
        printf("\nvalues of hawse run --device:\n");
        open_device_print_help(stdout);
        return EXIT_DONE;
    }
    if ((watch && calibrate) || (words > 0 && !watch && !calibrate)) {
        rt_diag_error(&d, NULL, 0, 0, "expected --watch or --calibrate%s, found %s", words ? " with a DEVICE" : "",
                      words ? word[0] : "both");
        return options_fail(&d, RT_ERR_USAGE);
    }
    rt_status status;
    if (watch || calibrate) {
        hw_terminal terminal = {STDIN_FILENO, stdout, isatty(STDOUT_FILENO) != 0, &rt_signals_ended};
        rt_signals_catch(true); // a signal ends a dialogue in order, also while it waits for an answer
        status = calibrate ? hw_calibrate(&terminal, word[0], &d) : hw_watch(&terminal, word[0], duration, &d);
    } else {
        status = hw_list_devices(stdout, &d) < 0 ? RT_ERR_DEVICE : RT_OK;
    }
    fputs(d.text, stderr);
    return status == RT_OK ? EXIT_DONE : EXIT_USAGE;
}
