// SPDX-License-Identifier: MIT
#include "hw/keyboard.h"
#include "hw/list.h"
#include "rt/cmd.h"
#include "rt/options.h"
#include <stdio.h>

int cmd_devices(int argc, char **argv) {
    static rt_diag d;
    int words;
    bool help;
    const char *word[1];
    if (!options_parse(argc, argv, NULL, 0, word, 0, &words, &help, &d)) return cmd_fail(&d, RT_ERR_USAGE);
    if (help) {
        printf("usage: hawse devices\nLists joysticks with their axes and buttons, and the keys of the keyboard.\n");
        return EXIT_DONE;
    }
    int found = hw_list_devices(stdout, &d);
    printf("keyboard:\n%s", hw_keyboard_help());
    fputs(d.text, stderr);
    return found < 0 ? EXIT_USAGE : EXIT_DONE;
}
